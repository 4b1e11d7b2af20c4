"""Skinned clips as USD stages: a mesh under a UsdSkel skeleton."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np

from pliant.arrays import Array, Ints
from pliant.io.files import AnyPath
from pliant.io.frames import checked_palettes
from pliant.io.usd.geometry import UsdPiece, define_mesh, extent, ints, vectors
from pliant.io.usd.joint_chains import JointChains, JointTracks, tracks_of_palettes
from pliant.io.usd.moving_normals import with_flat_normals
from pliant.io.usd.pxr import pxr
from pliant.io.usd.writer import define_root, new_stage, set_range
from pliant.progress import Progress, silent
from pliant.skin import stacked
from pliant.skin_clip import SkinClip


def write_usd_skin(
    path: AnyPath,
    clip: SkinClip,
    *,
    progress: Progress = silent,
    metres_per_unit: float = 1.0,
    up: Literal["Y", "Z"] = "Y",
) -> tuple[Path, ...]:
    """Write a skinned mesh and its animation to a .usd, .usdc, .usda or .usdz file, whole or not at all.

    The options and what it returns are those of `write_usd_clip`.
    A control that only turns and moves becomes one joint. Any other becomes three nested joints: a joint of
    USD turns and scales along its axes, so F = U Σ Vᵀ takes two, and its scale has half precision, so Σ takes
    two. At every frame, positions are exact to 2⁻¹⁷ of the size of what a control carries.
    Memory holds the palettes of all frames, but no posed vertices.
    """
    look = clip.mesh.appearance
    with new_stage(path, look, clip.fps, metres_per_unit, up) as new:
        stage = new.stage
        root = define_root(stage, pxr("UsdSkel").Root, clip.name)
        set_range(stage, clip.first, clip.count)
        chains, tracks, boxes = _followed(clip, progress)
        _set_boxes(stage, root, clip, boxes)
        _define_skeleton(stage, f"{root}/skeleton", chains)
        _define_animation(stage, f"{root}/skeleton/animation", clip, chains, tracks)
        # Joints carry vertices in the scene, where no node may move them again.
        origin = np.tile(np.eye(4), (len(look.nodes), 1, 1))
        for piece in define_mesh(stage, root, with_flat_normals(clip.mesh), new.images, origin):
            _bind(piece, f"{root}/skeleton", clip, chains)
    return (Path(path), *new.beside)


def _followed(clip: SkinClip, progress: Progress) -> tuple[JointChains, JointTracks, list[Any]]:
    """The joints, their motion, and the box around every frame, in one pass over the palettes."""
    skin = clip.skin
    palettes = np.empty((clip.count, clip.controls, 3, 4))
    boxes = []
    for row, palette in zip(palettes, checked_palettes(clip), strict=True):
        row[:] = palette
        boxes.append(extent(skin.posed(stacked(palette))))
        progress(len(boxes) / clip.count, "writing USD")
    chains, tracks = tracks_of_palettes(palettes, clip.centres())
    return chains, tracks, boxes


def _set_boxes(stage: Any, root: str, clip: SkinClip, boxes: list[Any]) -> None:
    box = pxr("UsdGeom").Boundable(stage.GetPrimAtPath(root)).CreateExtentAttr()
    for i, corners in enumerate(boxes):
        box.Set(corners, clip.first + i)


def _define_skeleton(stage: Any, path: str, chains: JointChains) -> None:
    UsdSkel, Gf, Vt = pxr("UsdSkel"), pxr("Gf"), pxr("Vt")
    skeleton = UsdSkel.Skeleton.Define(stage, path)
    skeleton.CreateJointsAttr(chains.paths)
    moved = [Gf.Matrix4d(1).SetTranslate(Gf.Vec3d(*place)) for place in chains.places.tolist()]
    here = Gf.Matrix4d(1)
    rest = [here if "/" in joint else own for joint, own in zip(chains.paths, moved, strict=True)]
    skeleton.CreateBindTransformsAttr(Vt.Matrix4dArray(moved))
    skeleton.CreateRestTransformsAttr(Vt.Matrix4dArray(rest))
    binding = UsdSkel.BindingAPI.Apply(skeleton.GetPrim())
    binding.CreateAnimationSourceRel().SetTargets([f"{path}/animation"])


def _define_animation(
    stage: Any, path: str, clip: SkinClip, chains: JointChains, tracks: JointTracks
) -> None:
    UsdSkel, Vt = pxr("UsdSkel"), pxr("Vt")
    animation = UsdSkel.Animation.Define(stage, path)
    animation.CreateJointsAttr(chains.paths)
    places, turns, scales = (
        animation.CreateTranslationsAttr(),
        animation.CreateRotationsAttr(),
        animation.CreateScalesAttr(),
    )
    for i in range(clip.count):
        time = clip.first + i
        places.Set(vectors(tracks.places[i]), time)
        turns.Set(Vt.QuatfArray.FromNumpy(tracks.turns[i]), time)
        scales.Set(Vt.Vec3hArray.FromNumpy(tracks.scales[i]), time)


def _bind(piece: UsdPiece, skeleton: str, clip: SkinClip, chains: JointChains) -> None:
    UsdSkel, Gf, Vt = pxr("UsdSkel"), pxr("Gf"), pxr("Vt")
    binding = UsdSkel.BindingAPI.Apply(piece.prim.GetPrim())
    binding.CreateSkeletonRel().SetTargets([skeleton])
    binding.CreateGeomBindTransformAttr(Gf.Matrix4d(1))
    rows = slice(*piece.piece.part.vertices)
    skin = clip.skin
    q = skin.weights.shape[1]
    indices: Ints = chains.carriers[skin.influences[rows]]
    weights: Array = skin.weights[rows].astype(np.float32)
    binding.CreateJointIndicesPrimvar(False, q).Set(ints(indices.ravel()))
    binding.CreateJointWeightsPrimvar(False, q).Set(Vt.FloatArray.FromNumpy(weights.ravel()))
