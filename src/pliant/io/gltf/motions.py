"""What moves in a glTF file: its animations and its skeleton, by name and number."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pliant.io.files import FileBytes, naming
from pliant.io.gltf.animation import animations_of_document
from pliant.io.gltf.armature import skinned_joints
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.scene import scene_of_document


@dataclass(frozen=True)
class Motion:
    """An animation.

    start:   time of its first key in seconds
    seconds: time from its first key to its last
    keys:    number of different times of keys
    """

    name: str
    start: float
    seconds: float
    keys: int


@dataclass(frozen=True)
class Motions:
    """The animations of a file in its order, and the number of bones: joints of its skins."""

    clips: tuple[Motion, ...]
    bones: int


def motions_of_gltf(path: Path) -> Motions:
    """What moves in a file."""
    with naming(path), np.errstate(all="ignore"):
        document = document_of_gltf(FileBytes.of(path), path.parent)
        clips = []
        for animation in animations_of_document(document):
            keys = animation.keys()
            clips.append(Motion(animation.name, float(keys[0]), float(keys[-1] - keys[0]), len(keys)))
        return Motions(tuple(clips), skinned_joints(scene_of_document(document)))
