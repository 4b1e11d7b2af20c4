"""PLY, as text and binary in both byte orders: polygons, and texture coordinates, normals and
colours of vertices.
"""

from pliant.io.ply.reader import mesh_of_ply
from pliant.io.ply.writer import ply_of_mesh

__all__ = ["mesh_of_ply", "ply_of_mesh"]
