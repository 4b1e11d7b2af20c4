"""FBX (.fbx), read with the package ufbx: meshes, blend shapes, skins and animations.

The meshes come in the order of the scene's nodes with the vertices (control points) in the file's order,
carried to the world; skins and blend shapes are evaluated. Lengths and axes stay those of the file. A node's
name is a group where there are several meshes; materials keep their names.
"""

from pliant.io.fbx.reading import mesh_of_fbx, poses_of_fbx, read_fbx_clip

__all__ = ["mesh_of_fbx", "poses_of_fbx", "read_fbx_clip"]
