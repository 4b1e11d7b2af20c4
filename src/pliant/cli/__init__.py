"""The command line, one file per verb. Modules that load NumPy are imported when a verb runs."""
