"""Controls as chains of joints, each of which moves, turns and scales along its axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.core.arrays import Array, Floats, Ints
from pliant.core.nested import SAME, Nested, nested
from pliant.io.usd.halves import two_halves


@dataclass(frozen=True, eq=False)
class Chains:
    """The joints of c controls.

    paths:    the j joints' names with those above them, as USD has it
    places:   (j, 3) where each is bound
    carriers: (c,) the joint that carries a control's vertices
    """

    paths: list[str]
    places: Floats
    carriers: Ints


@dataclass(frozen=True, eq=False)
class Tracks:
    """What j joints do in k frames, relative to the joint above.

    places: (k, j, 3) float32; turns: (k, j, 4) float32 quaternions x, y, z, w; scales: (k, j, 3) float16
    """

    places: Array
    turns: Array
    scales: Array


def tracks_of_palettes(palettes: Floats, centres: Floats) -> tuple[Chains, Tracks]:
    """The joints that move as palettes (k, c, 3, 4) do, each control's bound at its centre (c, 3)."""
    frames: list[Nested] = []
    for palette in palettes:
        frames.append(nested(palette[..., :3], frames[-1] if frames else None))
    scale = np.stack([frame.scale for frame in frames])
    rigid = np.abs(scale - 1).max(axis=(0, 2)) <= SAME
    lengths = np.where(rigid, 1, 3)
    carriers = np.cumsum(lengths) - 1
    outer = carriers - lengths + 1
    chains = Chains(_paths(rigid), np.repeat(centres, lengths, axis=0), carriers)
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
    return chains, Tracks(places, _continuous(turns), scales)


def _paths(rigid: Array) -> list[str]:
    """One joint for a rigid control, three for another, numbered as the controls."""
    paths: list[str] = []
    for i, alone in enumerate(rigid):
        paths.append(f"control_{i}")
        if not alone:
            paths += [f"control_{i}/scale_{i}", f"control_{i}/scale_{i}/turn_{i}"]
    return paths


def _quaternions(R: Floats) -> Floats:
    return Rotation.from_matrix(R).as_quat() if len(R) else np.zeros((0, 4))


def _continuous(turns: Array) -> Array:
    """The same rotations, each quaternion on the side of the one before, so that none goes the long way."""
    flips = np.einsum("kjx,kjx->kj", turns[1:], turns[:-1]) < 0
    sign = np.where(np.logical_xor.accumulate(flips, axis=0), -1, 1).astype(np.float32)
    turns[1:] *= sign[..., None]
    return turns
