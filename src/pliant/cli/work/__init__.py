"""What the verbs do, one file for each; they load NumPy and are imported when the verb runs."""
