"""What does it take to make a MeshIK rig, against one that is exactly the paper's?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import pliant
from benchmarks.clock import worked
from benchmarks.pose_sets import pose_set
from benchmarks.results import Column, Table

SETS = {
    "lion": "sumner_lion_poses",
    "horse": "sumner_horse_poses",
    "cheburashka": "cragl_cheburashka",
    "chicken": "chicken_crossing",
}
# Rigs that are made of each kind, in turns.
REPEATS = 3
# Poses at most: a clip is thinned to so many.
MOST = 50
COLUMNS = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("examples", "examples"),
    Column("printed", "as printed s", ".2f"),
    Column("ours", "MeshIK s", ".2f"),
    Column("ratio", "÷", ".2f"),
]
NOTE = f"CPU seconds, the least of {REPEATS}; the kernels are loaded before. Wanted: ÷ ≤ 3."


def making(meshes: Sequence[str] = tuple(SETS), *, repeats: int = REPEATS) -> Table:
    """One row per mesh."""
    table = Table("Making a rig", COLUMNS, note=NOTE)
    for mesh in meshes:
        poses = pose_set(SETS[mesh])
        poses = poses.subset(range(0, len(poses), -(-len(poses) // MOST)))
        kinds = (pliant.MeshIK.as_printed, pliant.MeshIK)
        for kind in kinds:
            kind(poses)
        times = [[worked(lambda kind=kind: kind(poses))[1] for kind in kinds] for _ in range(repeats)]  # noqa: B023
        printed, ours = np.min(times, axis=0).tolist()
        table.add(
            {
                "mesh": mesh,
                "vertices": poses.n,
                "examples": len(poses),
                "printed": printed,
                "ours": ours,
                "ratio": ours / printed,
            }
        )
    return table
