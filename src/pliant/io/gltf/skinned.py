"""Skinned, animated glTF; what is kept is described at `pliant.io.gltf`."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import pygltflib

from pliant.core.arrays import Array, Floats
from pliant.core.atomic import atomic_write
from pliant.core.nested import SAME, nested
from pliant.core.progress import Progress, silent
from pliant.core.skin import stacked
from pliant.core.skin_clip import SkinClip
from pliant.errors import OptionError
from pliant.io.files import naming, room
from pliant.io.frames import checked_palettes, single
from pliant.io.gltf.binding import SET, Binding, bound
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.keys import Keys
from pliant.io.gltf.split import split_vertices
from pliant.io.gltf.tracks import Tracks
from pliant.io.gltf.writer import attributes_of, written_mesh
from pliant.io.meshes import known_suffix


@dataclass(frozen=True)
class SkinReport:
    """How far a skinned file is from its clip; distances are shares of the rest pose's diagonal.

    nodes:   joints and those above them
    dropped: the most weight that a vertex lost because it had more controls than the file gives it
    at_keys: how far that takes a vertex at a frame; without dropped weights frames are exact, to the
             rounding of single precision
    between: how far half way between two frames a vertex is from the middle of its two places, since nodes
             turn along arcs
    """

    nodes: int
    dropped: float
    at_keys: float
    between: float


def write_skinned(
    path: str | os.PathLike[str], clip: SkinClip, *, most: int = 2 * SET, progress: Progress = silent
) -> SkinReport:
    """Writes a .glb or .gltf whose joints move as the controls do; exact at every frame.

    most: controls of a vertex at most, 4 or 8; of more, the heaviest are kept. Some players, three.js among
      them, use the first four only
    The palettes of all frames are held in memory, the vertices of none.
    """
    suffix = known_suffix(path, (".glb", ".gltf"), "write as a skin")
    if most not in (SET, 2 * SET):
        raise OptionError(f"most is {most}; 4 or 8 controls of a vertex are possible in glTF.")
    with room(path), atomic_write(path) as file, naming(path):
        binding = bound(clip.skin, most)
        centres = single(clip.centres())
        tracks = Tracks.empty(clip.count, clip.controls)
        report = _followed(clip, binding, centres, tracks, progress)
        blob = Blob()
        document = _document(blob, clip, binding, centres, tracks)
        file.writelines(blob.glb(document) if suffix == ".glb" else blob.gltf(document))
        return SkinReport(len(document.nodes) - 1, float(binding.dropped.max()), *report)


def _followed(
    clip: SkinClip, binding: Binding, centres: Array, tracks: Tracks, progress: Progress
) -> tuple[float, float]:
    """Fills the tracks, and returns how far vertices are at frames and between them."""
    cut = np.flatnonzero(binding.dropped > SAME)
    whole = Binding(clip.influences, clip.weights, binding.dropped)
    kept, full = (each.skin(clip.mesh.V, clip.controls, cut) for each in (binding, whole))
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
    diagonal = float(np.linalg.norm(np.ptp(clip.mesh.V, axis=0))) or 1.0
    return at_keys / diagonal, between / diagonal


def _farthest(offsets: Floats) -> float:
    return float(np.sqrt((offsets**2).sum(axis=1)).max(initial=0.0))


def _document(
    blob: Blob, clip: SkinClip, binding: Binding, centres: Array, tracks: Tracks
) -> pygltflib.GLTF2:
    """Node 0 is the mesh, node 1 stands above all controls, each of which has one node or two."""
    split = split_vertices(clip.mesh)
    attributes = attributes_of(blob, split, single(clip.mesh.V))
    small = "<u1" if clip.controls <= 256 else "<u2"
    for s in range(binding.weights.shape[1] // SET):
        columns = slice(SET * s, SET * (s + 1))
        joints = binding.influences[split.source, columns].astype(small)
        setattr(attributes, f"JOINTS_{s}", blob.joints(joints))
        setattr(attributes, f"WEIGHTS_{s}", blob.joints(binding.weights[split.source, columns]))
    mesh = written_mesh(blob, clip.mesh, split, attributes)
    root = pygltflib.Node(name="controls")
    nodes = [pygltflib.Node(name=clip.name, mesh=0, skin=0), root]
    keys = Keys(blob, clip.count, clip.fps, clip.first, clip.name)
    joints = _joints(nodes, keys, centres, tracks)
    root.children = [2 + i for i in range(len(nodes) - 2) if nodes[2 + i].translation is not None]
    bind = np.tile(np.eye(4, dtype="<f4"), (clip.controls, 1, 1))
    # Column after column, as glTF writes matrices.
    bind[:, 3, :3] = -centres
    binds = blob.values(bind.reshape(-1, 16))
    document = blob.document(nodes, [0, 1], [mesh], list(clip.mesh.materials))
    document.skins = [pygltflib.Skin(inverseBindMatrices=binds, skeleton=1, joints=joints)]
    document.animations = [keys.animation]
    return document


def _joints(nodes: list[pygltflib.Node], keys: Keys, centres: Array, tracks: Tracks) -> list[int]:
    """Adds the nodes of all controls with their keys, and returns the node of each that carries vertices."""
    joints = []
    for i, (twice, scales) in enumerate(zip(tracks.turns_inside(), tracks.scales(), strict=True)):
        outer = len(nodes)
        nodes.append(pygltflib.Node(name=f"control {i}", translation=centres[i].tolist()))
        keys.add(outer, "translation", tracks.translation[:, i])
        keys.add(outer, "rotation", tracks.outer[:, i])
        if scales:
            keys.add(outer, "scale", tracks.scale[:, i])
        if twice:
            nodes[outer].children = [len(nodes)]
            nodes.append(pygltflib.Node(name=f"control {i} axes"))
            keys.add(len(nodes) - 1, "rotation", tracks.inner[:, i])
        joints.append(len(nodes) - 1)
    return joints
