"""Controls as chains of joints: a joint of USD moves, turns and scales along its axes, but cannot shear."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.arrays import Array, Floats, Ints
from pliant.geometry.nested_transforms import SAME, Nested, nested
from pliant.io.usd.half_precision import two_halves


@dataclass(frozen=True, eq=False)
class JointChains:
    """The joints of c controls.

    paths:    j names of joints, each after the names of the joints above it, as USD spells them
    places:   (j, 3) position where each joint is bound
    carriers: (c,) the joint that carries the vertices of each control
    """

    paths: list[str]
    places: Floats
    carriers: Ints


@dataclass(frozen=True, eq=False)
class JointTracks:
    """The motion of j joints in k frames, relative to the joint above.

    places: (k, j, 3) float32 translations
    turns:  (k, j, 4) float32 quaternions x, y, z, w
    scales: (k, j, 3) float16
    """

    places: Array
    turns: Array
    scales: Array


def tracks_of_palettes(palettes: Floats, centres: Floats) -> tuple[JointChains, JointTracks]:
    """The joints that move like palettes (k, c, 3, 4), bound at the centres (c, 3) of their controls."""
    frames: list[Nested] = []
    for palette in palettes:
        frames.append(nested(palette[..., :3], frames[-1] if frames else None))
    scale = np.stack([frame.scale for frame in frames])
    rigid = np.abs(scale - 1).max(axis=(0, 2)) <= SAME
    lengths = np.where(rigid, 1, 3)
    carriers = np.cumsum(lengths) - 1
    outer = carriers - lengths + 1
    chains = JointChains(_paths(rigid), np.repeat(centres, lengths, axis=0), carriers)
    k, j = len(palettes), int(lengths.sum())
    places, scales = np.zeros((k, j, 3), np.float32), np.ones((k, j, 3), np.float16)
    turns = np.tile(np.array([0, 0, 0, 1], np.float32), (k, j, 1))
    places[:, outer] = np.einsum("kcij,cj->kci", palettes[..., :3], centres) + palettes[..., 3]
    soft = ~rigid
    for i, frame in enumerate(frames):
        turns[i, outer[rigid]] = _quaternions(frame.outer[rigid] @ frame.inner[rigid])
        turns[i, outer[soft]] = _quaternions(frame.outer[soft])
        turns[i, carriers[soft]] = _quaternions(frame.inner[soft])
        scales[i, outer[soft]], scales[i, outer[soft] + 1] = two_halves(frame.scale[soft])
    return chains, JointTracks(places, _continuous(turns), scales)


def _paths(rigid: Array) -> list[str]:
    """Names of the joints: one for each rigid control and three for any other, with the control's number."""
    paths: list[str] = []
    for i, alone in enumerate(rigid):
        paths.append(f"control_{i}")
        if not alone:
            paths += [f"control_{i}/scale_{i}", f"control_{i}/scale_{i}/turn_{i}"]
    return paths


def _quaternions(R: Floats) -> Floats:
    return Rotation.from_matrix(R).as_quat() if len(R) else np.zeros((0, 4))


def _continuous(turns: Array) -> Array:
    """The same rotations with the signs of quaternions chosen so that joints turn the short way."""
    flips = np.einsum("kjx,kjx->kj", turns[1:], turns[:-1]) < 0
    sign = np.where(np.logical_xor.accumulate(flips, axis=0), -1, 1).astype(np.float32)
    turns[1:] *= sign[..., None]
    return turns
