"""The verb `pliant learn`."""
