"""The real pose sets: found in the folder PLIANT_DATA, or in ../shared/data beside the repository."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from pliant.arrays import Floats, Ints, Poses
from pliant.geometry.rotations import closest_rotation
from pliant.mesh import PoseSet

# A vertex moves when its longest way from the reference is at least this share of the longest of all.
MOVING = 0.1


class MissingDataError(Exception):
    """The real data is not on this machine."""


def data_folder() -> Path:
    """The folder of the real data."""
    return Path(os.environ.get("PLIANT_DATA", Path(__file__).parents[2] / "shared" / "data"))


def poses_folder() -> Path:
    """The folder of the pose sets, one `.npz` each."""
    folder = data_folder() / "poses"
    if not folder.is_dir():
        raise MissingDataError(
            f"The folder {folder} with the real pose sets does not exist; "
            "set PLIANT_DATA to the folder that holds `poses`."
        )
    return folder


def pose_set(name: str) -> PoseSet:
    """One of the real sets, every pose moved rigidly to where it fits pose 0 best."""
    with np.load(poses_folder() / f"{name}.npz") as file:
        V = aligned(file["poses"].astype(np.float64))
        return PoseSet.of(V, file["faces"].astype(np.int64), [str(title) for title in file["names"]])


def aligned(V: Poses) -> Poses:
    """(k, n, 3) poses, each turned and moved nearest to pose 0 (Procrustes, all vertices alike)."""
    centred = V - V.mean(axis=1, keepdims=True)
    R = closest_rotation(np.einsum("na,knb->kab", centred[0], centred))
    return np.einsum("kab,knb->kna", R, centred) + V[0].mean(axis=0)


def spread_pins(V: Floats, count: int) -> Ints:
    """(count,) vertices of V (n, 3) by farthest-point sampling, the first farthest from the middle."""
    pins = [int(np.argmax(((V - V.mean(axis=0)) ** 2).sum(axis=1)))]
    distance = np.full(len(V), np.inf)
    while len(pins) < count:
        distance = np.minimum(distance, ((V - V[pins[-1]]) ** 2).sum(axis=1))
        pins.append(int(np.argmax(distance)))
    return np.array(pins)


def moving_pins(V: Poses, count: int) -> Ints:
    """(count,) vertices of V (k, n, 3) spread over what moves from pose to pose."""
    movement = np.linalg.norm(V - V[0], axis=2).max(axis=0)
    moving = np.flatnonzero(movement >= MOVING * movement.max())
    return moving[spread_pins(V[0, moving], count)]


def diagonal(V: Floats) -> float:
    """The diagonal of the box around V (n, 3)."""
    return float(np.linalg.norm(V.max(axis=0) - V.min(axis=0)))
