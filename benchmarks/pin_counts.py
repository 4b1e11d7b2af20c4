"""How many pins does it take? Poses that were left out, found again from four, eight and twelve points.

The poses are those of `generalise`, and errors are measured as there. Every rig is made once and grabbed anew
for each number of pins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np

import pliant
from benchmarks.baselines import Arap, rms
from benchmarks.leave_out import LEAVE_OUTS, QUICK_SETS, LeaveOut
from benchmarks.pose_sets import diagonal, moving_pins, pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Ints, Vertices

COUNTS = (4, 8, 12)
RIGS = {"meshik": pliant.MeshIK, "reduced": pliant.ReducedIK}
HEADINGS = {
    "rest": "rest pose",
    "arap": "ARAP",
    "arap_near": "ARAP from nearest",
    "meshik": "MeshIK",
    "reduced": "Reduced IK",
}
# Where ARAP may start, the better counts: a user can see which it is.
ARAP = ("arap", "arap_near")
COLUMNS = [
    Column("set", "set"),
    Column("left_out", "left out"),
    Column("pins", "pins"),
    *(Column(key, heading, ".2f") for key, heading in HEADINGS.items()),
    Column("behind", "behind ARAP"),
]
NOTE = (
    "Mean RMS distance from the truth, % of the diagonal. Pins by farthest-point sampling on the reference "
    "(the face: on what moves). ARAP from the reference, or from the example whose pins are nearest. Behind "
    "ARAP: the methods whose mean is above that of the better of the two."
)

Finder = Callable[[Vertices], Vertices]


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One row for each set and number of pins."""
    table = Table("Pins", COLUMNS, note=NOTE)
    for name in sets or (QUICK_SETS[:1] if quick else tuple(LEAVE_OUTS)):
        plan = LEAVE_OUTS[name].quick() if quick else LEAVE_OUTS[name]
        for count, errors in _errors(name, plan).items():
            table.add(_row(name, plan, count, errors), best=[min(errors, key=lambda key: errors[key])])
    return [table]


def _row(name: str, plan: LeaveOut, count: int, errors: dict[str, float]) -> dict[str, Cell]:
    arap = min(errors[key] for key in ARAP)
    behind = [HEADINGS[key] for key in RIGS if errors[key] > arap]
    facts = {"set": name, "left_out": plan.count, "pins": count}
    return {**facts, **errors, "behind": ", ".join(behind) or None}


def _errors(name: str, plan: LeaveOut) -> dict[int, dict[str, float]]:
    """For each number of pins the mean error of every method."""
    poses, found = pose_set(name), defaultdict(lambda: defaultdict(list))
    seen = poses.V[list(plan.trials[0].examples)]
    spread = moving_pins(seen, max(COUNTS)) if plan.where_it_moves else spread_pins(seen[0], max(COUNTS))
    for trial in plan.trials:
        examples = poses.subset(trial.examples)
        rigs = {key: make(examples) for key, make in RIGS.items()}
        for count in COUNTS:
            # Farthest-point sampling: the first pins of many are the pins of few.
            finders = _finders(examples, rigs, spread[:count])
            for truth in poses.V[list(trial.left_out)]:
                for key, find in finders.items():
                    found[count][key].append(100.0 * rms(find(truth), truth) / diagonal(poses.V[0]))
    return {count: {key: float(np.mean(errors)) for key, errors in of.items()} for count, of in found.items()}


def _finders(examples: pliant.PoseSet, rigs: dict[str, pliant.Rig], pins: Ints) -> dict[str, Finder]:
    """For each method a function from the true pose to what it finds of it, knowing only the pins."""
    V, arap = examples.V, Arap(examples, pins)
    grips = {key: rig.grab(pins) for key, rig in rigs.items()}

    def nearest(truth: Vertices) -> Vertices:
        return V[int(((V[:, pins] - truth[pins]) ** 2).sum(axis=(1, 2)).argmin())]

    return {
        "rest": lambda truth: V[0],
        "arap": lambda truth: arap.pose(truth[pins], V[0]),
        "arap_near": lambda truth: arap.pose(truth[pins], nearest(truth)),
        **{key: lambda truth, grip=grip: grip.drag(truth[pins]).V for key, grip in grips.items()},
    }
