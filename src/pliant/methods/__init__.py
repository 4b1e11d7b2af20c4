"""The posing methods, independent of each other."""
