"""The verb `pliant handles`."""
