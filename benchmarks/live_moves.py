"""Is a move of the hand live at full resolution? Against one ARAP iteration, and against the converged pose.

The hand leads eight pins evenly from rest to half-way between two examples. Every move takes one step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from unittest import mock

import numpy as np

import pliant
from benchmarks.baselines import Arap, rms
from benchmarks.clock import medians, timed
from benchmarks.pose_sets import pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Floats
from pliant.examples.passes import Passes
from pliant.methods.meshik.grip import MeshIKGrip, MeshIKPose
from pliant.pose import Status
from pliant.solve.sparse import HeldLaplacian

PINS = 8
# Seconds: no time at all gives one step.
BUDGET = 0.0
MOVES = 60
# Moves after which the pose is compared with the converged one.
COMPARED = 7
# Looks at a resting hand after which a pose that is not polished never will be.
PATIENCE = 500
# The examples are read once to blend them and once for the gradient.
READS = 2
COLUMNS = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("examples", "examples"),
    Column("arap", "ARAP ms", ".1f"),
    Column("first", "first move ms", ".0f"),
    Column("move", "move ms", ".1f"),
    Column("ratio", "÷ ARAP", ".2f"),
    Column("floor", "floor ms", ".1f"),
    Column("columns", "columns", ".0f"),
    Column("passes", "passes", ".0f"),
    Column("drag", "drag ms", ".0f"),
    Column("distance", "from converged RMS %", ".3f"),
    Column("farthest", "at most", ".3f"),
    Column("looks", "looks until polished"),
    Column("polished", "polished RMS %", ".5f"),
]
NOTE = (
    f"{MOVES} moves of one step; medians, moves and ARAP iterations taking turns. Columns, and passes over "
    "the examples: of the median move; the span alone takes a step in every third. Floor: three columns, "
    f"and the examples read {READS} times from memory. Drag: to the end, from the live pose. "
    "Wanted: ÷ ARAP ≤ 1, at most 0.1%."
)


@dataclass
class _Gesture:
    """What one gesture has shown: seconds, columns and passes of each move, and distances in %."""

    arap: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)
    drag: list[float] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    distance: list[float] = field(default_factory=list)


def live_moves(cases: Sequence[tuple[str, str, int]], *, moves: int = MOVES) -> Table:
    """One row for each mesh, pose set and number of examples."""
    table = Table("Live moves", COLUMNS, note=NOTE)
    for mesh, name, examples in cases:
        table.add(_row(mesh, pose_set(name).subset(range(examples)), moves))
    return table


def _row(mesh: str, poses: pliant.PoseSet, moves: int) -> dict[str, Cell]:
    rig, pins = pliant.MeshIK(poses), spread_pins(poses.V[0], PINS)
    grip, arap = rig.grab(pins), Arap(poses, pins)
    rest, goal = poses.V[0, pins], poses.V[1:3].mean(axis=0)[pins]
    path = rest + np.linspace(0.0, 1.0, moves + 1)[:, None, None] * (goal - rest)
    x = arap.iterated(goal, arap.shape.V[0].copy(), 3)
    pose, first = timed(lambda: grip.drag(path[0], budget=BUDGET))
    found = _Gesture()
    for i, targets in enumerate(path[1:]):
        if i % COMPARED < COMPARED - 1:
            pose, took = timed(lambda targets=targets, pose=pose: grip.drag(targets, pose, budget=BUDGET))
            found.move.append(took)
            found.arap.append(timed(lambda targets=targets: arap.iterated(targets, x, 1))[1])
        else:
            pose = _counted(grip, targets, pose, found)
            end, took = timed(lambda targets=targets, pose=pose: grip.drag(targets, pose))
            found.drag.append(took)
            found.distance.append(100 * rms(pose.V, end.V) / poses.mesh.diagonal)
    looks, polished = _polished(grip, path[-1], pose)
    took, once = float(np.median(found.move)), float(np.median(found.arap))
    return {
        "mesh": mesh,
        "vertices": poses.n,
        "examples": len(poses),
        "arap": 1e3 * once,
        "first": 1e3 * first,
        "move": 1e3 * took,
        "ratio": took / once,
        "floor": 1e3 * _floor(rig),
        "columns": float(np.median(found.columns)),
        "passes": float(np.median(found.passes)),
        "drag": 1e3 * float(np.median(found.drag)),
        "distance": float(np.median(found.distance)),
        "farthest": max(found.distance),
        "looks": looks,
        "polished": 100 * rms(polished.V, grip.drag(path[-1], pose).V) / poses.mesh.diagonal,
    }


def _counted(grip: MeshIKGrip, targets: Floats, pose: MeshIKPose, found: _Gesture) -> MeshIKPose:
    """The next pose, not timed; its columns and passes are added to what was found."""
    with (
        mock.patch.object(HeldLaplacian, "solve", autospec=True, side_effect=HeldLaplacian.solve) as solve,
        mock.patch.object(Passes, "blended", autospec=True, side_effect=Passes.blended) as blended,
        mock.patch.object(Passes, "slopes", autospec=True, side_effect=Passes.slopes) as slopes,
    ):
        then = grip.drag(targets, pose, budget=BUDGET)
    found.columns.append(sum(call.args[1][0].size for call in solve.call_args_list))
    found.passes.append(blended.call_count + slopes.call_count)
    return then


def _polished(grip: MeshIKGrip, targets: Floats, pose: MeshIKPose) -> tuple[int, MeshIKPose]:
    """How often the resting hand was looked at until its pose was finished, and that pose."""
    for look in range(PATIENCE):
        if pose.status is not Status.OUT_OF_TIME:
            return look, pose
        pose = grip.drag(targets, pose, budget=BUDGET)
    return PATIENCE, pose


def _floor(rig: pliant.MeshIK) -> float:
    """Seconds of what a step cannot avoid."""
    b = np.random.default_rng(0).standard_normal((rig.system.n, 3))
    span = rig.span
    solve, read = medians([lambda: rig.system.solve(b), lambda: (span.logs.max(), span.stretches.max())], 5)
    return solve + READS * read
