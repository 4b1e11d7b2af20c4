"""A clip as one more animation of the glTF file that its mesh came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose, quaternions
from pliant.armature.clip_fit import fitted_clip
from pliant.armature.moments import Binding, Moments
from pliant.arrays import Floats, Ints
from pliant.atomic import atomic_write
from pliant.clip import Clip
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.correspondence import check_same_rest
from pliant.io.files import contents
from pliant.io.frames import checked_frames
from pliant.io.gltf.armature import armature_of_scene
from pliant.io.gltf.asset import GltfAsset
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.scene import GltfScene, scene_of_document
from pliant.io.gltf.shapes_into import ShapesInto
from pliant.io.images import found_beside
from pliant.io.into import Into, IntoReport
from pliant.progress import Progress, silent

# Dense equations of more joints than this would take minutes for a frame and gigabytes.
_MOST_JOINTS = 300
# Shares of moves and factors below which a bone is as at rest.
_STILL = 1e-6


@dataclass(frozen=True, eq=False)
class Target:
    """An asset that gets a motion.

    asset:    its bytes, and what is added
    scene:    what it shows
    armature: what carries its vertices
    nodes:    (k,) the numbers in the file of the armature's nodes
    """

    asset: GltfAsset
    scene: GltfScene
    armature: Armature
    nodes: Ints

    @staticmethod
    def of(path: Path, clip: Clip) -> Target:
        """The asset in a file; raises CorrespondenceError if the clip moves another mesh."""
        data = contents(path)
        with np.errstate(all="ignore"):
            scene = scene_of_document(document_of_gltf(data, path.parent))
            check_same_rest(scene.rest_positions(), clip)
            return Target(GltfAsset(data), scene, *armature_of_scene(scene))

    @property
    def is_skinned(self) -> bool:
        """Whether joints carry some of its vertices."""
        return any(part.skin is not None for part in self.scene.parts)


def write_into_gltf(path: Path, clip: Clip, into: Into, progress: Progress = silent) -> IntoReport:
    """Write a copy of the asset with the clip as one more animation."""
    target = Target.of(into.asset, clip)
    by = into.by or ("bones" if target.is_skinned else "shapes")
    name = _new_name(clip.name, target.asset.fields.get("animations", []))
    binding = Binding.of(target.armature)
    channels: list[tuple[int, str, Floats]] = []
    poses: BonePose | None = None
    if by in ("bones", "both"):
        _check_size(target.armature)
        frames = [Moments.of(binding, V) for V in checked_frames(clip)]
        poses = fitted_clip(target.armature, binding, frames, progress=progress).poses
        channels += _bone_channels(target, poses)
    shapes = (
        ShapesInto.of(target.scene, target.armature, target.asset, clip.mesh.F) if by != "bones" else None
    )
    squares, largest = _distances(target.armature, poses, clip, shapes, binding.size)
    if shapes is not None:
        channels += shapes.channels()
        squares, largest = shapes.error()
    _add_animation(target.asset, clip, name, channels)
    _copy_beside(into.asset, path, target.asset.fields)
    with atomic_write(path) as file:
        file.writelines(target.asset.file())
    joints = len({node for node, path, _ in channels if path != "weights"})
    count = 0 if shapes is None else shapes.count
    return IntoReport(name, by, joints, count, float(np.sqrt(squares)), largest)


def _check_size(armature: Armature) -> None:
    joints = int(armature.movable.sum())
    if joints > _MOST_JOINTS:
        raise UnsupportedFormatError(
            f"The armature has {joints} joints; up to {_MOST_JOINTS} are fitted. Show the motion by shapes."
        )


def pose_at(poses: BonePose, frame: int) -> BonePose:
    """The pose of one frame."""
    return BonePose(poses.translation[frame], poses.R[frame], poses.scale[frame])


def _distances(
    armature: Armature, poses: BonePose | None, clip: Clip, shapes: ShapesInto | None, size: float
) -> tuple[float, float]:
    """Mean squared and largest distance of the bones from a clip, in diagonals; shapes get what is left."""
    total, largest = 0.0, 0.0
    for i, V in enumerate(checked_frames(clip)):
        pose = armature.rest if poses is None else pose_at(poses, i)
        away = np.linalg.norm(armature.posed(pose) - V, axis=1) / size
        total += float((away**2).mean()) / clip.count
        largest = max(largest, float(away.max()))
        if shapes is not None:
            shapes.add(armature.blends(pose), V)
    return total, largest


def _bone_channels(target: Target, poses: BonePose) -> list[tuple[int, str, Floats]]:
    """Turns of all bones that may move, and moves and scales of those that do."""
    rest, found = target.armature.rest, []
    turned, still = quaternions(poses.R), quaternions(rest.R[None])[0]
    for i in np.flatnonzero(target.armature.movable):
        node = int(target.nodes[i])
        if target.asset.fields["nodes"][node].get("matrix") is not None:
            parts = {
                "translation": rest.translation[i].tolist(),
                "rotation": still[i].tolist(),
                "scale": rest.scale[i].tolist(),
            }
            target.asset.factor_node(node, parts)
        found.append((node, "rotation", turned[:, i]))
        size = np.abs(rest.translation).max() or 1.0
        if np.abs(poses.translation[:, i] - rest.translation[i]).max() > _STILL * size:
            found.append((node, "translation", poses.translation[:, i]))
        if np.abs(poses.scale[:, i] - rest.scale[i]).max() > _STILL:
            found.append((node, "scale", poses.scale[:, i]))
    return found


def _add_animation(
    asset: GltfAsset, clip: Clip, name: str, channels: Sequence[tuple[int, str, Floats]]
) -> None:
    # A pose is two equal keys: players divide by the length of an animation.
    still = clip.count == 1
    times = np.arange(2 if still else clip.count) / clip.fps
    written = []
    for node, path, values in channels:
        keys = np.concatenate([values, values]) if still else values
        written.append((node, path, asset.values(keys.reshape(-1, 1) if path == "weights" else keys)))
    extras = {"fps": float(clip.fps), "first": int(clip.first)}
    asset.animate(name, written, asset.values(times[:, None]), extras)


def _new_name(wanted: str, animations: Sequence[Any]) -> str:
    """The name of a new animation, with a number if there is one of that name."""
    taken = {each.get("name") for each in animations if isinstance(each, dict)}
    names = [wanted, *(f"{wanted} {i}" for i in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def _copy_beside(asset: Path, path: Path, fields: dict[str, Any]) -> None:
    """Copy the files beside an asset that it names to the folder of its copy, unless they are there."""
    here, there = asset.parent.resolve(), path.parent.resolve()
    if here == there:
        return
    named = [*fields.get("buffers", []), *fields.get("images", [])]
    for uri in {each["uri"] for each in named if isinstance(each.get("uri"), str)}:
        source = None if uri.startswith("data:") else found_beside(here, uri)
        if source is None:
            continue
        data, copy = contents(source), there / source.relative_to(here)
        if copy.exists() and contents(copy) != data:
            raise FileFormatError(f"{copy} exists and is another file than {source}; choose another folder.")
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(copy) as file:
                file.write(data)
