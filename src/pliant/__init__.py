"""Pose a mesh by pulling on it: no skeleton, no skinning by hand.

Names are imported when they are first used, so that `import pliant` is immediate.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pliant.anchors import Anchors
    from pliant.animation import Track, bake, read_track, write_track
    from pliant.clip import Clip
    from pliant.doctor import examine
    from pliant.errors import PliantError
    from pliant.examples.mirrored import mirrored
    from pliant.geometry.patch import patch
    from pliant.io import (
        read_clip,
        read_mechanism,
        read_mesh,
        read_poses,
        write_clip,
        write_mechanism,
        write_mesh,
        write_poses,
    )
    from pliant.io.example_file import keep_example
    from pliant.io.gltf.bone_poses import posed_by_bones
    from pliant.io.into import Into, write_into
    from pliant.mechanism.mechanism import Component, Joint, JointKind, Mechanism, Soft
    from pliant.mesh import Mesh, PoseSet
    from pliant.methods.cage.make_cage import make_cage
    from pliant.methods.cage.options import CageOptions
    from pliant.methods.cage.rig import CageIK
    from pliant.methods.elastic.options import ElasticOptions
    from pliant.methods.elastic.rig import ElasticIK
    from pliant.methods.handles.handle import Handle, Handles
    from pliant.methods.handles.options import HandleOptions
    from pliant.methods.handles.rig import HandleIK
    from pliant.methods.handles.sculpt import Sculpted, SculptedPose, read_sculpted, write_sculpted
    from pliant.methods.joints.options import JointOptions
    from pliant.methods.joints.rig import JointIK
    from pliant.methods.meshik.options import MeshIKOptions
    from pliant.methods.meshik.rig import MeshIK
    from pliant.methods.reduced.left_out import MirroredRig, mirrored_rig
    from pliant.methods.reduced.options import ReducedOptions
    from pliant.methods.reduced.rig import ReducedIK
    from pliant.pins import Floor, Line, Pin, Plane
    from pliant.pose import Status
    from pliant.registry import open_rig
    from pliant.rig import Grip, Pose, Rig

__version__ = version("pliant")

# OpenMP's threads spin after a kernel, for the next one. Beside other work, such as a browser, that takes the
# cores from those who need them: a drag was up to twenty times slower. Read when the first kernel runs.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

_HOMES = {
    "Anchors": "pliant.anchors",
    "CageIK": "pliant.methods.cage.rig",
    "CageOptions": "pliant.methods.cage.options",
    "Clip": "pliant.clip",
    "Component": "pliant.mechanism.mechanism",
    "ElasticIK": "pliant.methods.elastic.rig",
    "ElasticOptions": "pliant.methods.elastic.options",
    "Floor": "pliant.pins",
    "Grip": "pliant.rig",
    "Handle": "pliant.methods.handles.handle",
    "HandleIK": "pliant.methods.handles.rig",
    "HandleOptions": "pliant.methods.handles.options",
    "Handles": "pliant.methods.handles.handle",
    "Into": "pliant.io.into",
    "Joint": "pliant.mechanism.mechanism",
    "JointIK": "pliant.methods.joints.rig",
    "JointKind": "pliant.mechanism.mechanism",
    "JointOptions": "pliant.methods.joints.options",
    "Line": "pliant.pins",
    "Mechanism": "pliant.mechanism.mechanism",
    "Mesh": "pliant.mesh",
    "MeshIK": "pliant.methods.meshik.rig",
    "MeshIKOptions": "pliant.methods.meshik.options",
    "MirroredRig": "pliant.methods.reduced.left_out",
    "Pin": "pliant.pins",
    "Plane": "pliant.pins",
    "PliantError": "pliant.errors",
    "Pose": "pliant.rig",
    "PoseSet": "pliant.mesh",
    "ReducedIK": "pliant.methods.reduced.rig",
    "ReducedOptions": "pliant.methods.reduced.options",
    "Rig": "pliant.rig",
    "Sculpted": "pliant.methods.handles.sculpt",
    "SculptedPose": "pliant.methods.handles.sculpt",
    "Soft": "pliant.mechanism.mechanism",
    "Status": "pliant.pose",
    "Track": "pliant.animation",
    "bake": "pliant.animation",
    "examine": "pliant.doctor",
    "keep_example": "pliant.io.example_file",
    "make_cage": "pliant.methods.cage.make_cage",
    "mirrored": "pliant.examples.mirrored",
    "mirrored_rig": "pliant.methods.reduced.left_out",
    "open_rig": "pliant.registry",
    "patch": "pliant.geometry.patch",
    "posed_by_bones": "pliant.io.gltf.bone_poses",
    "read_clip": "pliant.io",
    "read_mechanism": "pliant.io",
    "read_mesh": "pliant.io",
    "read_poses": "pliant.io",
    "read_sculpted": "pliant.methods.handles.sculpt",
    "read_track": "pliant.animation",
    "write_clip": "pliant.io",
    "write_into": "pliant.io.into",
    "write_mechanism": "pliant.io",
    "write_mesh": "pliant.io",
    "write_poses": "pliant.io",
    "write_sculpted": "pliant.methods.handles.sculpt",
    "write_track": "pliant.animation",
}

__all__ = [
    "Anchors",
    "CageIK",
    "CageOptions",
    "Clip",
    "Component",
    "ElasticIK",
    "ElasticOptions",
    "Floor",
    "Grip",
    "Handle",
    "HandleIK",
    "HandleOptions",
    "Handles",
    "Into",
    "Joint",
    "JointIK",
    "JointKind",
    "JointOptions",
    "Line",
    "Mechanism",
    "Mesh",
    "MeshIK",
    "MeshIKOptions",
    "MirroredRig",
    "Pin",
    "Plane",
    "PliantError",
    "Pose",
    "PoseSet",
    "ReducedIK",
    "ReducedOptions",
    "Rig",
    "Sculpted",
    "SculptedPose",
    "Soft",
    "Status",
    "Track",
    "bake",
    "examine",
    "keep_example",
    "make_cage",
    "mirrored",
    "mirrored_rig",
    "open_rig",
    "patch",
    "posed_by_bones",
    "read_clip",
    "read_mechanism",
    "read_mesh",
    "read_poses",
    "read_sculpted",
    "read_track",
    "write_clip",
    "write_into",
    "write_mechanism",
    "write_mesh",
    "write_poses",
    "write_sculpted",
    "write_track",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'pliant' has no attribute '{name}'")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
