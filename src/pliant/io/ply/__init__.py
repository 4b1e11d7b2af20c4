"""PLY, text and binary of both byte orders: polygons and texture coordinates."""

from pliant.io.ply.mesh import mesh_of_ply
from pliant.io.ply.writer import ply_of_mesh

__all__ = ["mesh_of_ply", "ply_of_mesh"]
