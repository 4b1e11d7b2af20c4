"""FBX (.fbx), read with the package ufbx: meshes, blend shapes, skins and animations.

Meshes follow each other in the order of the scene's nodes, with their vertices (control points) in the file's
order and in world coordinates. Skins and blend shapes are evaluated. Lengths and axes stay those of the file.
Where there are several meshes, each is a group with the name of its node. Materials keep their names.
"""

from pliant.io.fbx.reader import mesh_of_fbx, poses_of_fbx, read_fbx_clip

__all__ = ["mesh_of_fbx", "poses_of_fbx", "read_fbx_clip"]
