"""Wavefront OBJ with its materials (MTL): polygons, texture coordinates, normals, colours, groups, objects.

Free-form curves, points and lines are not read. Colours of vertices stand after their positions. Objects
(`o`) whose vertices do not mix are the parts of the mesh. Materials are read from libraries in the folder of
the file and written to one beside it, with their images; the extension for metal and roughness is understood.
"""

from pliant.io.obj.reader import mesh_of_obj
from pliant.io.obj.writer import obj_of_mesh, write_obj

__all__ = ["mesh_of_obj", "obj_of_mesh", "write_obj"]
