"""What do weights for each region cost a drag of MeshIK? Drags with regions over drags with one blend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import pliant
from benchmarks.clock import worked
from benchmarks.leave_out import LEAVE_OUTS
from benchmarks.pose_sets import pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Ints, Targets
from pliant.examples.options import REGIONS

# Left-out poses of a set that its drags aim at.
POSES = 4
# How much farther from their middle the pins of the second drag are led.
FARTHER = 0.01
TITLE = "Drags of MeshIK with regions"
COLUMNS = [
    Column("set", "set"),
    Column("vertices", "vertices", ","),
    Column("examples", "examples"),
    Column("whole", "one blend ms", ".1f"),
    Column("local", "regions ms", ".1f"),
    Column("ratio", "÷", ".2f"),
    Column("steps", "steps"),
    Column("warm_whole", "warm: one blend ms", ".1f"),
    Column("warm_local", "regions ms", ".1f"),
    Column("warm_ratio", "÷", ".2f"),
    Column("warm_steps", "steps"),
    Column("unfinished", "not converged"),
]
NOTE = (
    f"CPU ms, mean of drags to at most {POSES} poses that were left out, {REGIONS} regions. Warm: targets "
    f"moved by {FARTHER:.0%}, started at the first pose. Steps: the most, with regions. Wanted: ÷ ≤ 2."
)


def regional_drags(sets: Sequence[str]) -> Table:
    """One row per set."""
    table = Table(TITLE, COLUMNS, note=NOTE)
    for name in sets:
        table.add(_row(name))
    return table


def _row(name: str) -> dict[str, Cell]:
    plan, poses = LEAVE_OUTS[name], pose_set(name)
    pins = spread_pins(poses.V[plan.trials[0].examples[0]], plan.pins)
    each = max(1, POSES // len(plan.trials))
    found = []
    for trial in plan.trials[:POSES]:
        whole = pliant.MeshIK(poses.subset(trial.examples))
        settings, arrays = whole.to_file()
        options = replace(whole.options, regions=REGIONS).to_json()
        local = pliant.MeshIK.of_file({**settings, "options": options}, arrays)
        goals = [poses.V[out][pins] for out in trial.left_out[:each]]
        found.append([_drags(rig, pins, goals) for rig in (whole, local)])
    one, many = (np.concatenate(parts) for parts in zip(*found, strict=True))
    (cold, warm), (cold_local, warm_local) = one.mean(axis=0)[:2], many.mean(axis=0)[:2]
    return {
        "set": name,
        "vertices": poses.n,
        "examples": len(plan.trials[0].examples),
        "whole": float(cold),
        "local": float(cold_local),
        "ratio": float(cold_local / cold),
        "steps": int(many[:, 2].max()),
        "warm_whole": float(warm),
        "warm_local": float(warm_local),
        "warm_ratio": float(warm_local / warm),
        "warm_steps": int(many[:, 3].max()),
        "unfinished": int(many[:, 4].sum()),
    }


def _drags(rig: pliant.MeshIK, pins: Ints, goals: Sequence[Targets]) -> np.ndarray:
    """For each goal: CPU ms cold and warm, steps cold and warm, and how many of both did not converge."""
    grip, found = rig.grab(pins), []
    grip.warm()
    for goal in goals:
        farther = goal + FARTHER * (goal - goal.mean(axis=0))
        # Once before, so that no drag pays for memory that is touched for the first time.
        grip.drag(goal)
        pose, cold = worked(lambda goal=goal: grip.drag(goal))
        again, warm = worked(lambda farther=farther, pose=pose: grip.drag(farther, start=pose))
        open_ends = sum(each.status is not pliant.Status.CONVERGED for each in (pose, again))
        found.append((1e3 * cold, 1e3 * warm, pose.iterations, again.iterations, open_ends))
    return np.array(found)
