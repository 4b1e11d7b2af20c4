"""Making cages automatically."""

from pliant.methods.cage.making.make import make_cage

__all__ = ["make_cage"]
