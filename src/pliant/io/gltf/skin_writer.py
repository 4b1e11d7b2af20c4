"""Skinned clips as glTF files; `pliant.io.gltf` says what is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Array, Floats
from pliant.atomic import atomic_write
from pliant.errors import OptionError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.nested_transforms import SAME, nested
from pliant.io.files import AnyPath, naming, room
from pliant.io.frames import checked_palettes, single
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.control_tracks import ControlTracks
from pliant.io.gltf.keys import Keys
from pliant.io.gltf.mesh_writer import MeshWriter
from pliant.io.gltf.skin_weights import SET, SkinWeights, skin_weights
from pliant.io.gltf.tree_writer import loose, tree_of_mesh
from pliant.io.meshes import known_suffix
from pliant.progress import Progress, silent
from pliant.skin import stacked
from pliant.skin_clip import SkinClip


@dataclass(frozen=True)
class SkinReport:
    """How far a skinned file is from its clip; distances are shares of the diagonal of the rest pose.

    nodes:   the number of joints and of nodes above them
    dropped: the largest weight that a vertex lost because it had more controls than the file allows
    at_keys: the largest distance that dropped weights move a vertex at a frame; without them frames are exact
             to single precision
    between: the largest distance of a vertex, half way between two frames, from the middle of its positions
             at these frames; nodes turn along arcs
    """

    nodes: int
    dropped: float
    at_keys: float
    between: float


def write_skinned(
    path: AnyPath, clip: SkinClip, *, most: int = 2 * SET, progress: Progress = silent
) -> SkinReport:
    """Write a .glb or .gltf whose joints move like the controls of a clip, exactly at every frame.

    most:     the most controls of a vertex, 4 or 8; the largest weights are kept. Some players, such as
              three.js, use only the first four
    progress: told the share that is done after each frame; an error that it raises cancels
    Memory holds the palettes of all frames, but no posed vertices.
    """
    suffix = known_suffix(path, (".glb", ".gltf"), "write as a skin")
    if most not in (SET, 2 * SET):
        raise OptionError(f"most is {most}; 4 or 8 controls of a vertex are possible in glTF.")
    with room(path), atomic_write(path) as file, naming(path):
        weights = skin_weights(clip.skin, most)
        centres = single(clip.centres())
        tracks = ControlTracks.empty(clip.count, clip.controls)
        report = _followed(clip, weights, centres, tracks, progress)
        blob = Blob()
        document = _document(blob, clip, weights, centres, tracks)
        file.writelines(blob.file(document, suffix))
        nodes = sum("skin" not in node for node in document["nodes"])
        return SkinReport(nodes, float(weights.dropped.max()), *report)


def _followed(
    clip: SkinClip, weights: SkinWeights, centres: Array, tracks: ControlTracks, progress: Progress
) -> tuple[float, float]:
    """Fill the tracks, and return `at_keys` and `between` of the report."""
    cut = np.flatnonzero(weights.dropped > SAME)
    whole = SkinWeights(clip.influences, clip.weights, weights.dropped)
    kept, full = (each.skin(clip.mesh.V, clip.controls, cut) for each in (weights, whole))
    skin = clip.skin
    at_keys = between = 0.0
    parts, last = None, None
    for i, palette in enumerate(checked_palettes(clip)):
        F, d = palette[..., :3], palette[..., 3]
        parts = nested(F, parts)
        tracks.put(i, np.einsum("cij,cj->ci", F, centres) + d, parts)
        t = stacked(palette)
        at_keys = max(at_keys, _farthest(kept.posed(t) - full.posed(t)))
        if last is not None:
            M = tracks.half_way(i)[:, :3]
            M[..., 3] -= np.einsum("cij,cj->ci", M[..., :3], centres)
            between = max(between, _farthest(skin.posed(stacked(M - (palette + last) / 2))))
        last = palette
        progress((i + 1) / clip.count, f"writing frame {i + 1} of {clip.count}")
    diagonal = box_diagonal(clip.mesh.V) or 1.0
    return at_keys / diagonal, between / diagonal


def _farthest(offsets: Floats) -> float:
    return float(np.sqrt((offsets**2).sum(axis=1)).max(initial=0.0))


def _document(
    blob: Blob, clip: SkinClip, weights: SkinWeights, centres: Array, tracks: ControlTracks
) -> dict[str, Any]:
    """The description of the file; the nodes of meshes come first, then the one above all controls."""
    writer = MeshWriter(blob, clip.mesh, loose(tree_of_mesh(clip.mesh, clip.name)))
    small = "<u1" if clip.controls <= 256 else "<u2"
    for s in range(weights.weights.shape[1] // SET):
        columns = slice(SET * s, SET * (s + 1))
        for part in writer.parts:
            part.bind(f"JOINTS_{s}", weights.influences[:, columns].astype(small))
            part.bind(f"WEIGHTS_{s}", weights.weights[:, columns])
    document = writer.document({})
    nodes, root = document["nodes"], len(document["nodes"])
    for node in nodes:
        node["skin"] = 0
    nodes.append({"name": "controls"})
    keys = Keys(blob, clip.count, clip.fps, clip.first, clip.name)
    joints = _joints(nodes, keys, centres, tracks)
    nodes[root]["children"] = [i for i in range(root + 1, len(nodes)) if "translation" in nodes[i]]
    bind = np.tile(np.eye(4, dtype="<f4"), (clip.controls, 1, 1))
    # Column after column, as glTF writes matrices.
    bind[:, 3, :3] = -centres
    binds = blob.values(bind.reshape(-1, 16))
    document["scenes"][0]["nodes"].append(root)
    document["skins"] = [{"inverseBindMatrices": binds, "skeleton": root, "joints": joints}]
    document["animations"] = [keys.animation]
    return document


def _joints(nodes: list[dict[str, Any]], keys: Keys, centres: Array, tracks: ControlTracks) -> list[int]:
    """Add the nodes of all controls and their keys, and return the node of each that carries vertices."""
    joints = []
    for i, (twice, scales) in enumerate(zip(tracks.turns_inside(), tracks.scales(), strict=True)):
        outer = len(nodes)
        nodes.append({"name": f"control {i}", "translation": centres[i].tolist()})
        keys.add([outer], "translation", tracks.translation[:, i])
        keys.add([outer], "rotation", tracks.outer[:, i])
        if scales:
            keys.add([outer], "scale", tracks.scale[:, i])
        if twice:
            nodes[outer]["children"] = [len(nodes)]
            nodes.append({"name": f"control {i} axes"})
            keys.add([len(nodes) - 1], "rotation", tracks.inner[:, i])
        joints.append(len(nodes) - 1)
    return joints
