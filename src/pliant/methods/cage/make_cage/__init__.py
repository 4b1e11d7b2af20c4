"""Makes cages automatically."""

from pliant.methods.cage.make_cage.make import make_cage

__all__ = ["make_cage"]
