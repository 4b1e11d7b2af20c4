"""The poses of a glTF file: its morph targets, or the frames of its animations."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Floats
from pliant.errors import FileFormatError, UnusedSkeletonWarning
from pliant.io.gltf.accessors import check_amount
from pliant.io.gltf.animation import GltfAnimation, animations_of_document
from pliant.io.gltf.armature import skinned_joints
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.nodes import composed, rest_parts
from pliant.io.gltf.scene import GltfScene, mesh_of_scene, scene_of_document
from pliant.io.moving_mesh import DEFAULT_FRAMES, Choice, Frames, check_frames, chosen_clip, chosen_clips
from pliant.mesh import PoseSet

# The number of frames whose node transformations are computed at once.
_FRAMES_AT_ONCE = 32


def poses_of_gltf(data: bytes, folder: Path, *, frames: Frames = None, clip: Choice = None) -> PoseSet:
    """The rest pose, then frames of animations or morph targets; the rules are those of `read_poses`."""
    check_frames(frames)
    document = document_of_gltf(data, folder)
    scene = scene_of_document(document)
    every = animations_of_document(document)
    animations = moving(scene, [every[i] for i in chosen_clips([each.name for each in every], clip)])
    carriers = _carriers(scene)
    asked = frames is not None or clip is not None
    has_targets = any(len(part.targets) for part in scene.parts)
    only_morphs = not any(animation.moves_nodes(carriers) for animation in animations)
    joints = 0 if animations else skinned_joints(scene)
    if joints:
        warnings.warn(still_skeleton(joints, has_targets=has_targets), UnusedSkeletonWarning, stacklevel=2)
    if not animations or (has_targets and not asked and only_morphs):
        return _target_poses(scene)
    return _animated_poses(scene, animations, frames)


def still_skeleton(joints: int, *, has_targets: bool) -> str:
    """One sentence about a file whose skeleton no animation moves."""
    shown = "; its poses are its morph targets" if has_targets else ""
    return (
        f"The file has a skeleton of {joints} joints but no animation that moves it{shown}. "
        "Make examples by turning its bones: posed_by_bones, or --from-bones on the command line."
    )


def moving(scene: GltfScene, animations: list[GltfAnimation]) -> list[GltfAnimation]:
    """The animations that move vertices; others move only cameras and lights."""
    carriers = _carriers(scene)
    return [each for each in animations if each.moves_nodes(carriers) or each.morphs()]


def chosen_animation(animations: list[GltfAnimation], clip: str | int) -> GltfAnimation:
    """An animation by its name or number; raises OptionError, which lists the names, if there is none."""
    return animations[chosen_clip([animation.name for animation in animations], clip)]


def _carriers(scene: GltfScene) -> set[int]:
    """The nodes whose motion moves vertices: joints, meshes without a skin, and all nodes above them."""
    carriers = {part.node for part in scene.parts if part.skin is None}
    for part in scene.parts:
        carriers.update(() if part.skin is None else part.skin.joints.tolist())
    return scene.nodes.ancestors(carriers)


def _target_poses(scene: GltfScene) -> PoseSet:
    """The mesh without any target, then each target alone at full weight.

    Targets of the same name on several meshes move together, for example those of a face and its teeth.
    """
    rows = [{key: row for row, key in enumerate(_numbered(part.names))} for part in scene.parts]
    titles = list(dict.fromkeys(key for some in rows for key in some))
    check_amount((1 + len(titles)) * sum(len(part.V) for part in scene.parts))
    matrices = scene.rest_matrices()
    base = scene.positions([part.V for part in scene.parts], matrices)

    def targets() -> Iterator[Floats]:
        for title in titles:
            pairs = zip(scene.parts, rows, strict=True)
            moved = [part.V + part.targets[some[title]] if title in some else part.V for part, some in pairs]
            yield scene.positions(moved, matrices)

    names = [_base_name(scene) if titles else "rest", *(name for name, _ in titles)]
    return PoseSet.of_frames(mesh_of_scene(scene, base), chain([base], targets()), names)


def _numbered(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each name with the number of times that it came before."""
    seen: Counter[str] = Counter()
    for name in names:
        yield name, seen[name]
        seen[name] += 1


def _base_name(scene: GltfScene) -> str:
    for part in scene.parts:
        mesh = scene.document.root.entry("meshes", scene.nodes.items[part.node].whole("mesh"))
        name = mesh.extras().get("baseName")
        if isinstance(name, str):
            return name
    return "base"


def _animated_poses(scene: GltfScene, animations: list[GltfAnimation], frames: Frames) -> PoseSet:
    rest = scene.rest_positions()
    check_amount(len(rest) * (frames if isinstance(frames, int) else 1))
    timelines = [_times(animation, frames) for animation in animations]
    check_amount((1 + sum(len(times) for times in timelines)) * len(rest))
    pairs = list(zip(animations, timelines, strict=True))
    names = [f"{animation.name}@{time:.3f}" for animation, times in pairs for time in times]
    V = chain([rest], *(frames_at(scene, animation, times) for animation, times in pairs))
    return PoseSet.of_frames(mesh_of_scene(scene, rest), V, ["rest", *names])


def frames_at(scene: GltfScene, animation: GltfAnimation, times: Floats) -> Iterator[Floats]:
    """(n, 3) the positions of the scene at each of the times (f,), with memory for a few of them."""
    for block in np.array_split(times, range(_FRAMES_AT_ONCE, len(times), _FRAMES_AT_ONCE)):
        yield from frames_of_animation(scene, animation, block)


def frames_of_animation(scene: GltfScene, animation: GltfAnimation, times: Floats) -> Iterator[Floats]:
    """(n, 3) the positions of the scene at each of the times (f,)."""
    moved: dict[int, dict[str, Array]] = {}
    weights: dict[int, Floats] = {}
    for channel in animation.channels:
        if channel.path == "weights":
            weights[channel.node] = channel.at(times)
        else:
            rest = rest_parts(scene.nodes.items[channel.node])
            moved.setdefault(channel.node, rest)[channel.path] = channel.at(times)
    local = np.repeat(scene.nodes.local_matrices()[:, None], len(times), axis=1)
    for node, parts in moved.items():
        local[node] = composed(**parts)
    matrices = scene.nodes.global_matrices(local)
    for part in scene.parts:
        given = weights.setdefault(part.node, np.tile(part.weights, (len(times), 1))).shape[1]
        if given != len(part.targets):
            raise FileFormatError(
                f"The clip '{animation.name}' gives {given} weights to {len(part.targets)} targets."
            )
    for t in range(len(times)):
        morphed = [part.morphed(weights[part.node][t]) for part in scene.parts]
        yield scene.positions(morphed, matrices[:, t])


def _times(animation: GltfAnimation, frames: Frames) -> Floats:
    keys = animation.keys()
    if frames == "keys" or (frames is None and len(keys) <= DEFAULT_FRAMES):
        return keys
    return np.linspace(keys[0], keys[-1], DEFAULT_FRAMES if frames is None else int(frames))
