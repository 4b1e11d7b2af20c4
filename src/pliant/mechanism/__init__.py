"""Mechanisms as data: components, joints between them, and the tree that the joints form."""
