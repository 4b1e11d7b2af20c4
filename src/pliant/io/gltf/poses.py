"""The poses of a glTF file: its morph targets, or the frames of its animations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

import numpy as np

from pliant.core.arrays import Array, Floats
from pliant.core.mesh import PoseSet
from pliant.errors import FileFormatError, OptionError
from pliant.io.gltf.animation import Animation, animations_of_document
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.nodes import composed, rest_parts
from pliant.io.gltf.scene import Scene, check_amount, mesh_of_scene, scene_of_document

Frames = int | Literal["keys"] | None

# Enough frames to learn a clip from; more only repeat what these show.
_DEFAULT_FRAMES = 25


def poses_of_gltf(
    data: bytes, folder: Path, *, frames: Frames = None, clip: str | int | None = None
) -> PoseSet:
    """The rest pose, then the frames of the animations or the morph targets; see `read_poses`."""
    _check_frames(frames)
    document = document_of_gltf(data, folder)
    scene = scene_of_document(document)
    every_clip = animations_of_document(document)
    clips = moving(scene, every_clip if clip is None else [chosen(every_clip, clip)])
    carriers = _carriers(scene)
    asked = frames is not None or clip is not None
    has_targets = any(len(part.targets) for part in scene.parts)
    if not clips or (has_targets and not asked and not any(some.moves_nodes(carriers) for some in clips)):
        return _target_poses(scene)
    return _baked_poses(scene, clips, frames)


def _check_frames(frames: Frames) -> None:
    if frames in (None, "keys"):
        return
    if not isinstance(frames, int) or isinstance(frames, bool) or frames < 1:
        raise OptionError(f"frames is {frames!r}; a number from 1, 'keys' or None is needed.")


def moving(scene: Scene, clips: list[Animation]) -> list[Animation]:
    """Those that move vertices: some move cameras and lights only."""
    carriers = _carriers(scene)
    return [some for some in clips if some.moves_nodes(carriers) or some.morphs()]


def chosen(clips: list[Animation], clip: str | int) -> Animation:
    """The animation of that name or number."""
    names = [some.name for some in clips]
    if isinstance(clip, int) and 0 <= clip < len(clips):
        return clips[clip]
    if clip in names:
        return clips[names.index(str(clip))]
    raise OptionError(f"There is no clip {clip!r}; the file has {', '.join(names) or 'no animation'}.")


def _carriers(scene: Scene) -> set[int]:
    """The nodes whose motion moves vertices: joints, unskinned meshes, and all above them."""
    carriers = {part.node for part in scene.parts if part.skin is None}
    for part in scene.parts:
        carriers.update(() if part.skin is None else part.skin.joints.tolist())
    return scene.nodes.ancestors(carriers)


def _target_poses(scene: Scene) -> PoseSet:
    """The mesh without any target, then each target alone at full weight.

    Targets of one name on several meshes move together, as those of a face and its teeth should.
    """
    rows = [{key: row for row, key in enumerate(_numbered(part.names))} for part in scene.parts]
    titles = list(dict.fromkeys(key for some in rows for key in some))
    check_amount((1 + len(titles)) * sum(len(part.V) for part in scene.parts))
    matrices = scene.rest_matrices()
    V = [scene.positions([part.V for part in scene.parts], matrices)]
    for title in titles:
        pairs = zip(scene.parts, rows, strict=True)
        moved = [part.V + part.targets[some[title]] if title in some else part.V for part, some in pairs]
        V.append(scene.positions(moved, matrices))
    names = [_base_name(scene) if titles else "rest", *(name for name, _ in titles)]
    return PoseSet.of_positions(mesh_of_scene(scene, V[0]), np.stack(V), names)


def _numbered(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each name with how often it came before."""
    seen: Counter[str] = Counter()
    for name in names:
        yield name, seen[name]
        seen[name] += 1


def _base_name(scene: Scene) -> str:
    node = scene.nodes.items[scene.parts[0].node]
    mesh = scene.document.root.entry("meshes", node.whole("mesh"))
    name = mesh.extras().get("baseName")
    return name if isinstance(name, str) else "base"


def _baked_poses(scene: Scene, clips: list[Animation], frames: Frames) -> PoseSet:
    V, names = [scene.rest_positions()], ["rest"]
    check_amount(len(V[0]) * (frames if isinstance(frames, int) else 1))
    timelines = [_times(clip, frames) for clip in clips]
    check_amount((1 + sum(len(times) for times in timelines)) * len(V[0]))
    for clip, times in zip(clips, timelines, strict=True):
        V.extend(frames_of_clip(scene, clip, times))
        names.extend(f"{clip.name}@{time:.3f}" for time in times)
    return PoseSet.of_positions(mesh_of_scene(scene, V[0]), np.stack(V), names)


def frames_of_clip(scene: Scene, clip: Animation, times: Floats) -> Iterator[Floats]:
    """The scene's positions (n, 3) at each of the times."""
    moved: dict[int, dict[str, Array]] = {}
    weights: dict[int, Floats] = {}
    for track in clip.tracks:
        if track.path == "weights":
            weights[track.node] = track.at(times)
        else:
            rest = rest_parts(scene.nodes.items[track.node])
            moved.setdefault(track.node, rest)[track.path] = track.at(times)
    local = np.repeat(scene.nodes.local_matrices()[:, None], len(times), axis=1)
    for node, parts in moved.items():
        local[node] = composed(**parts)
    matrices = scene.nodes.global_matrices(local)
    for part in scene.parts:
        given = weights.setdefault(part.node, np.tile(part.weights, (len(times), 1))).shape[1]
        if given != len(part.targets):
            raise FileFormatError(
                f"The clip '{clip.name}' gives {given} weights to {len(part.targets)} targets."
            )
    for t in range(len(times)):
        morphed = [part.morphed(weights[part.node][t]) for part in scene.parts]
        yield scene.positions(morphed, matrices[:, t])


def _times(clip: Animation, frames: Frames) -> Floats:
    keys = clip.keys()
    if frames == "keys" or (frames is None and len(keys) <= _DEFAULT_FRAMES):
        return keys
    return np.linspace(keys[0], keys[-1], _DEFAULT_FRAMES if frames is None else int(frames))
