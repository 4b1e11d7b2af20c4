"""USD (.usd .usdc .usda .usdz): moving meshes, skins and blend shapes, with the package usd-core.

Writing: one UsdGeom.Mesh keeps the polygons; texture coordinates are the indexed `primvars:st`; groups and
materials are GeomSubsets. The rest pose is the default value of the points and every frame is a time sample,
in single precision. Binary files are saved while frames arrive, so that memory does not grow with their
number. A text file (.usda) is written from memory and is for small clips.

Reading: the meshes of the stage in its order, in world coordinates, with their skeletons and blend shapes
evaluated. Lengths and axes stay those of the file.
"""

from pliant.io.usd.reader import mesh_of_usd, poses_of_usd, read_usd_clip
from pliant.io.usd.skin_writer import write_usd_skin
from pliant.io.usd.writer import write_usd_clip

__all__ = ["mesh_of_usd", "poses_of_usd", "read_usd_clip", "write_usd_clip", "write_usd_skin"]
