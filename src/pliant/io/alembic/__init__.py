"""Alembic (.abc): moving meshes, with the package alembic3d.

Writing: one polygon mesh under a transformation that does nothing, texture coordinates by corner, materials
as exclusive face sets, groups as user properties, the rest pose as the parameter `Pref` and every frame as a
sample, in single precision, written as it comes. A corner without texture coordinates gets 0, 0.

Reading: the polygon meshes of the archive in its order, carried to the world by the transformations above
them. Without `Pref` the first frame is the rest pose. Alembic walks around polygons clockwise, Pliant as all
others counter-clockwise: corners are taken in the other order both ways.
"""

from pliant.io.alembic.reading import mesh_of_alembic, poses_of_alembic, read_alembic_clip
from pliant.io.alembic.writing import write_alembic_clip

__all__ = ["mesh_of_alembic", "poses_of_alembic", "read_alembic_clip", "write_alembic_clip"]
