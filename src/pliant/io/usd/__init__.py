"""USD (.usd .usdc .usda .usdz): moving meshes, skins and blend shapes, with the package usd-core.

Writing: one UsdGeom.Mesh with the polygons as they are, texture coordinates as the indexed `primvars:st`,
groups and materials as GeomSubsets, the rest pose as the default value of the points and every frame as
their time sample, in single precision. Binary files are saved while the frames come, so that memory does
not grow with them; a text file (.usda) can only be written from memory, and is for small clips.

Reading: the meshes of the stage in its order, carried to the world by the transformations above them, with
their skeletons and blend shapes evaluated. Lengths and axes stay those of the file.
"""

from pliant.io.usd.reading import mesh_of_usd, poses_of_usd, read_usd_clip
from pliant.io.usd.skin import write_usd_skin
from pliant.io.usd.writing import write_usd_clip

__all__ = ["mesh_of_usd", "poses_of_usd", "read_usd_clip", "write_usd_clip", "write_usd_skin"]
