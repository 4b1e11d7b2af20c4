"""The verb `pliant joints`."""
