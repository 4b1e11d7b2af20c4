"""Learned controls against Dem Bones: same set, same number of bones.

Dem Bones (Le and Deng 2012, by Electronic Arts) fits rigid bones; our controls are affine or rigid.
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

import numpy as np

import pliant
from benchmarks.clock import timed
from benchmarks.pose_sets import diagonal, pose_set
from benchmarks.results import Column, Table
from pliant.arrays import Poses

# Sets on which Dem Bones finds the bones it was asked for, and how many.
CASES = {
    "sumner_horse_gallop": 20,
    "sumner_lion_poses": 30,
    "vlasic_samba": 30,
    "cragl_cheburashka": 20,
    "libigl_elephant": 20,
    "sumner_elephant_gallop": 20,
    "dembones_bone": 4,
}
COLUMNS = [
    Column("set", "set"),
    Column("bones", "bones"),
    Column("theirs", "Dem Bones: RMS %", ".3f"),
    Column("their_seconds", "s", ".1f"),
    Column("affine", "affine: RMS %", ".3f"),
    Column("affine_time", "÷ its time", ".2f"),
    Column("rigid", "rigid: RMS %", ".3f"),
    Column("rigid_time", "÷ its time", ".2f"),
]
NOTE = (
    "RMS distance of all vertices of all poses from the truth, in % of the diagonal; at most four influences."
)


class MissingPeerError(Exception):
    """Dem Bones is not installed."""


def tables(*, quick: bool = False) -> list[Table]:
    """One row per set."""
    if find_spec("py_dem_bones") is None:
        raise MissingPeerError("Dem Bones is not installed: pip install py-dem-bones")
    table = Table("Against Dem Bones", COLUMNS, note=NOTE)
    cases = list(CASES.items())
    for name, bones in cases[-1:] if quick else cases:
        poses = pose_set(name)
        percent = 100.0 / diagonal(poses.V[0])
        found, its_time = timed(partial(_dem_bones, poses, bones))
        row: dict = {"set": name, "bones": bones, "their_seconds": its_time}
        row["theirs"] = percent * _rms(found, poses.V)
        for kind in ("affine", "rigid"):
            options = pliant.ReducedOptions(controls=bones, kind=kind)
            rig, took = timed(partial(pliant.ReducedIK, poses, options=options))
            own = np.stack([rig.example(i) for i in range(len(poses))])
            row |= {kind: percent * _rms(own, poses.V), f"{kind}_time": took / its_time}
        table.add(row, best=[min(("theirs", "affine", "rigid"), key=lambda key: row[key])])
    return [table]


def _dem_bones(poses: pliant.PoseSet, bones: int) -> Poses:
    """(k, n, 3) the poses as Dem Bones reconstructs them."""
    # Compiled, without type stubs, and installed only for this.
    from py_dem_bones.portable import solve_skinning  # pyright: ignore[reportMissingImports]

    found = solve_skinning(poses.V[0], poses.V, bones, faces=poses.F)
    rest = np.concatenate([poses.V[0], np.ones((poses.n, 1))], axis=1)
    carried = np.einsum("fbij,vj->fbvi", found.transforms[:, :, :3], rest, optimize=True)
    return np.einsum("bv,fbvi->fvi", found.weights, carried, optimize=True)


def _rms(V: Poses, truth: Poses) -> float:
    return float(np.sqrt(((V - truth) ** 2).sum(axis=2).mean()))
