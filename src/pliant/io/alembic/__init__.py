"""Alembic (.abc): moving meshes, with the package alembic3d.

Writing: a polygon mesh under an identity transformation for each part. Texture coordinates, normals and
colours are stored by corner, the names of materials as exclusive face sets, groups as user properties, and
the rest pose as the parameter `Pref`. Every frame is a sample of positions and normals in single precision,
written as it arrives. A corner without a value gets 0. Alembic has no materials.

Reading: the polygon meshes of the archive in its order, in world coordinates. Without `Pref` the first frame
is the rest pose. Alembic lists the corners of polygons clockwise and Pliant counter-clockwise, so that their
order is reversed both ways.
"""

from pliant.io.alembic.reader import mesh_of_alembic, poses_of_alembic, read_alembic_clip
from pliant.io.alembic.writer import write_alembic_clip

__all__ = ["mesh_of_alembic", "poses_of_alembic", "read_alembic_clip", "write_alembic_clip"]
