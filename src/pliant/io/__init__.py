"""Reading and writing of meshes, pose sets, clips and mechanisms, with the order of vertices kept."""

from pliant.io.clips import read_clip, write_clip
from pliant.io.mechanisms import read_mechanism, write_mechanism, write_robot
from pliant.io.meshes import read_mesh, write_mesh
from pliant.io.poses import read_poses, write_poses

__all__ = [
    "read_clip",
    "read_mechanism",
    "read_mesh",
    "read_poses",
    "write_clip",
    "write_mechanism",
    "write_mesh",
    "write_poses",
    "write_robot",
]
