"""Poses of a skinned glTF file that are made by turning its bones."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from pliant.armature.bone_examples import example_poses
from pliant.errors import FileFormatError, OptionError, UnsupportedFormatError
from pliant.io.files import contents, naming
from pliant.io.gltf.armature import armature_of_scene, skinned_joints
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.scene import mesh_of_scene, scene_of_document
from pliant.mesh import PoseSet

_GLTF = (".glb", ".gltf", ".vrm")


def posed_by_bones(path: str | os.PathLike[str], *, count: int = 60, seed: int = 0) -> PoseSet:
    """The mesh of a rigged glTF file at rest, then poses made by turning its bones as a body can.

    One limb moves at a time in most of them, several in the others. Which joints are worth turning, how they
    are arranged and which way they bend is told by the rest pose and by what the bones carry.
    count: number of poses after the rest pose
    seed:  chooses the poses in which several limbs move
    Raises FileFormatError for a file without a skeleton.
    """
    if count < 1:
        raise OptionError(f"count is {count}; at least one pose is needed.")
    if Path(path).suffix.lower() not in _GLTF:
        raise UnsupportedFormatError(f"{path} is no glTF file; bones are read from {' '.join(_GLTF)}.")
    data = contents(path)
    with naming(path), np.errstate(all="ignore"):
        scene = scene_of_document(document_of_gltf(data, Path(path).parent))
        if not skinned_joints(scene):
            raise FileFormatError("The file has no skeleton whose bones could be turned; give poses instead.")
        armature, _ = armature_of_scene(scene)
        rest = scene.rest_positions()
        found = example_poses(armature, count, np.random.default_rng(seed))
        V = [rest, *(armature.posed(pose) for _, pose in found)]
        names = ["rest", *(name for name, _ in found)]
        return PoseSet.of_frames(mesh_of_scene(scene, rest), V, names)
