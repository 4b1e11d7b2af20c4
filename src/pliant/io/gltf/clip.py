"""Clips in glTF files; `pliant.io.gltf` says what is kept."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import numpy as np
import pygltflib

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io.files import FileBytes, naming
from pliant.io.frames import checked_frames, single
from pliant.io.gltf.animation import GltfAnimation, animations_of_document
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.keys import Keys
from pliant.io.gltf.poses import chosen_animation, frames_at, moving
from pliant.io.gltf.scene import mesh_of_scene, scene_of_document
from pliant.io.gltf.split_vertices import SplitVertices, split_vertices
from pliant.io.gltf.writer import attributes_of, displacements, written_mesh
from pliant.io.point_cache import rounded_rate

# Rates that animators use; keys that lie on the frames of one of them are read at that rate.
_USUAL_RATES = (24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 120.0)
# A key of single precision is a frame if it is as near as this, in frames.
_ON_FRAME = 0.01
# The rate for keys that follow no rate.
_ANY_RATE = 30.0
# Three hours at the fastest usual rate; a longer animation is a mistake in its times.
_MOST_FRAMES = 1_296_000


def write_gltf_clip(path: Path, file: IO[bytes], clip: Clip) -> None:
    """Write a .glb, or a .gltf that contains its arrays, frame by frame.

    path: where the file will be; its suffix chooses the kind, and arrays wait in a temporary file beside it
    file: the open file to write to
    """
    with tempfile.TemporaryFile(dir=path.absolute().parent) as store:
        blob = Blob(store)
        split = split_vertices(clip.mesh)
        base = single(clip.mesh.V)
        attributes = attributes_of(blob, split, base)
        targets, shown = _targets(blob, clip, split, base)
        names = [f"frame {clip.first + i}" for i in np.unique(shown, return_index=True)[1]]
        extras = {"baseName": "rest", "targetNames": names}
        mesh = written_mesh(blob, split, attributes, targets=targets, extras=extras)
        nodes = [pygltflib.Node(mesh=0, name=clip.name)]
        weights = np.eye(len(targets), dtype="<f4")[shown].reshape(-1, 1)
        keys = Keys(blob, clip.count, clip.fps, clip.first, clip.name)
        keys.add(0, "weights", weights)
        document = blob.document(nodes, [0], [mesh], list(clip.mesh.materials))
        document.animations = [keys.animation]
        file.writelines(blob.file(document, path.suffix.lower()))


def read_gltf_clip(path: Path, fps: float | None = None, clip: str | int | None = None) -> Clip:
    """The motion of the default scene under an animation; each pass over its frames reads the file again.

    fps:  frames per second; by default the rate that Pliant wrote into the file, or one that fits the keys
    clip: the animation by name or number; by default the first that moves vertices
    Raises FileFormatError if nothing moves, and OptionError if there is no such animation.
    """
    with naming(path), np.errstate(all="ignore"):
        document = document_of_gltf(FileBytes.of(path), path.parent)
        scene = scene_of_document(document)
        every = animations_of_document(document)
        found = moving(scene, every if clip is None else [chosen_animation(every, clip)])
        if not found:
            raise FileFormatError("Nothing moves in this file; read its poses with read_poses.")
        animation = found[0]
        mesh = mesh_of_scene(scene, scene.rest_positions())
        rate = fps or animation.rate or _rate(animation.keys())
        times = _times(animation, rate)

    def stream() -> Iterator[Vertices]:
        with naming(path), np.errstate(all="ignore"):
            yield from frames_at(scene, animation, times)

    first = 1 if animation.first is None else animation.first
    return Clip(mesh, len(times), rate, stream, first, animation.name)


def _targets(blob: Blob, clip: Clip, split: SplitVertices, base: Array) -> tuple[list[int], Ints]:
    """The accessors of all different shapes, and (k,) the number of the shape of every frame."""
    targets: list[int] = []
    known: dict[bytes, int] = {}
    shown = np.empty(clip.count, dtype=np.int64)
    for i, frame in enumerate(checked_frames(clip)):
        moves = displacements(frame, clip.mesh.V, base)
        mark = hashlib.blake2b(moves.tobytes()).digest()
        if mark not in known:
            known[mark] = len(targets)
            targets.append(blob.sparse_vectors(moves[split.source]))
        shown[i] = known[mark]
    return targets, shown


def _rate(keys: Floats) -> float:
    """The usual or average rate at which every key (k,) is a frame; else 30."""
    since = keys - keys[0]
    mean = since[-1] / max(len(keys) - 1, 1)
    for rate in (*_USUAL_RATES, *([rounded_rate(1 / mean)] if mean > 0 else [])):
        if np.abs(since * rate - np.rint(since * rate)).max() <= _ON_FRAME:
            return rate
    return _ANY_RATE


def _times(animation: GltfAnimation, rate: float) -> Floats:
    """(f,) the times of all frames in seconds; a frame near a key has exactly its time."""
    keys = animation.keys()
    count = (keys[-1] - keys[0]) * rate + _ON_FRAME + 1
    if not count < _MOST_FRAMES:
        raise FileFormatError(
            f"The animation '{animation.name}' has {count:.0f} frames at {rate} per second; give a lower fps."
        )
    times = keys[0] + np.arange(int(count)) / rate
    after = np.clip(np.searchsorted(keys, times), 1, max(len(keys) - 1, 1))
    near = np.stack([keys[after - 1], keys[np.minimum(after, len(keys) - 1)]])
    key = np.where(np.abs(near[0] - times) <= np.abs(near[1] - times), near[0], near[1])
    return np.where(np.abs(key - times) * rate <= _ON_FRAME, key, times)
