"""Does a rig find poses that it has never seen? Leave-out tests on real pose sets.

A few vertices are pinned at their true places in a pose that is not among the examples; the rest of the
mesh is compared with the truth: RMS distance over all vertices, in % of the reference's diagonal.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

import pliant
from benchmarks.baselines import Arap, linear_blend, nearest_example, rms
from benchmarks.leave_out import LEAVE_OUTS, QUICK_SETS, LeaveOut
from benchmarks.pose_sets import diagonal, moving_pins, pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Ints, Poses, Vertices
from pliant.errors import MeshError

METHODS = {
    "rest": "rest pose",
    "nearest": "nearest example",
    "linear": "linear blend",
    "arap": "ARAP",
    "arap_near": "ARAP from nearest",
    "printed": "as printed",
    "meshik": "MeshIK",
    "reduced": "Reduced IK",
    "meshik_mirrored": "MeshIK, mirrored",
    "reduced_mirrored": "Reduced IK, mirrored",
}
# The nearest example is chosen by looking at the truth, so it is no method and cannot be the best.
RIVALS = [key for key in METHODS if key != "nearest"]
RIGS = {"printed": pliant.MeshIK.as_printed, "meshik": pliant.MeshIK, "reduced": pliant.ReducedIK}
# The same methods with mirror images among the examples, where these help.
MIRRORED = {"meshik": "meshik_mirrored", "reduced": "reduced_mirrored"}

SET_COLUMNS = [
    Column("set", "set"),
    Column("vertices", "vertices", ","),
    Column("examples", "examples"),
    Column("left_out", "left out"),
    Column("pins", "pins"),
]


@dataclass(frozen=True)
class Found:
    """A pose found by one method: its error in % of the diagonal, and what a drag took."""

    error: float
    seconds: float
    iterations: int = 0
    converged: bool = True


Finder = Callable[[Vertices], Found]


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """Mean errors, worst errors, and what the drags took, one row per set."""
    names = sets or (QUICK_SETS if quick else tuple(LEAVE_OUTS))
    errors = [Column(key, heading, ".2f") for key, heading in METHODS.items()]
    mean = Table("Mean error, % of the diagonal", [*SET_COLUMNS, *errors], note=NOTE)
    worst = Table("Worst error, % of the diagonal", [SET_COLUMNS[0], *errors])
    drags = Table("Drags", [SET_COLUMNS[0], *_drag_columns()], note=DRAGS_NOTE)
    everything = {}
    for name in names:
        plan = LEAVE_OUTS[name].quick() if quick else LEAVE_OUTS[name]
        found, facts = _measured(name, plan)
        averages = {key: float(np.mean([f.error for f in found[key]])) for key in METHODS}
        mean.add({**facts, **averages}, best=_least(averages))
        everything[name] = found
    for name, found in everything.items():
        most = {key: max(f.error for f in found[key]) for key in METHODS}
        worst.add({"set": name, **most}, best=_least(most))
    for name, found in everything.items():
        drags.add({"set": name, **_drag_facts(found)})
    return [mean, worst, drags]


NOTE = (
    "Pins by farthest-point sampling on the reference (the face: on what moves); poses aligned to it. "
    "The nearest example is an oracle: it is chosen by its distance from the truth. ARAP starts at the "
    "reference, or at the example whose pins are nearest, and runs until it stands still or 200 iterations. "
    "Mirrored: with mirror images of the examples, where the reference is symmetric and they help to find "
    "one example by the others; elsewhere as without."
)
DRAGS_NOTE = "Means over the poses left out; 'open' counts drags that ended without converging."


def _measured(name: str, plan: LeaveOut) -> tuple[dict[str, list[Found]], dict[str, Cell]]:
    poses = pose_set(name)
    seen = poses.V[list(plan.trials[0].examples)]
    pins = moving_pins(seen, plan.pins) if plan.where_it_moves else spread_pins(seen[0], plan.pins)
    found: dict[str, list[Found]] = defaultdict(list)
    for trial in plan.trials:
        finders = _finders(poses.subset(trial.examples), pins)
        for out in trial.left_out:
            _tell(f"{name}: pose {poses.names[out]} ({len(found['rest']) + 1} of {plan.count})")
            for key, finder in finders.items():
                found[key].append(finder(poses.V[out]))
    _tell("")
    facts: dict[str, Cell] = {
        "set": name,
        "vertices": poses.n,
        "examples": len(plan.trials[0].examples),
        "left_out": plan.count,
        "pins": len(pins),
    }
    return found, facts


def _finders(examples: pliant.PoseSet, pins: Ints) -> dict[str, Finder]:
    """For each method a function from the true pose to what it finds of it, knowing only the pins."""
    V = examples.V
    arap = Arap(examples, pins)
    percent = 100.0 / diagonal(V[0])

    def timed(pose: Callable[[Vertices], Vertices]) -> Finder:
        def find(truth: Vertices) -> Found:
            began = time.perf_counter()
            found = pose(truth)
            return Found(percent * rms(found, truth), time.perf_counter() - began)

        return find

    def dragged(rig: pliant.Rig) -> Finder:
        grip = rig.grab(pins)

        def find(truth: Vertices) -> Found:
            pose = grip.drag(truth[pins])
            done = pose.status is pliant.Status.CONVERGED
            return Found(percent * rms(pose.V, truth), pose.seconds, pose.iterations, done)

        return find

    rigs = {key: dragged(make(examples)) for key, make in RIGS.items()}
    images = _images(examples)
    for key, with_images in MIRRORED.items():
        rigs[with_images] = dragged(RIGS[key](images)) if images is not None else rigs[key]
    return {
        "rest": timed(lambda truth: V[0]),
        "nearest": timed(lambda truth: nearest_example(V, truth)),
        "linear": timed(lambda truth: linear_blend(V, pins, truth[pins])),
        "arap": timed(lambda truth: arap.pose(truth[pins], V[0])),
        "arap_near": timed(lambda truth: arap.pose(truth[pins], V[_nearest_at(pins, V, truth)])),
        **rigs,
    }


def _images(examples: pliant.PoseSet) -> pliant.PoseSet | None:
    """The examples with their mirror images; None where these do not help, or nothing is symmetric."""
    try:
        found = pliant.mirrored_rig(examples)
    except MeshError:
        return None
    return found.poses if found.helped else None


def _nearest_at(pins: Ints, V: Poses, truth: Vertices) -> int:
    """The example of V (k, n, 3) whose pins are nearest to their true places."""
    return int(((V[:, pins] - truth[pins]) ** 2).sum(axis=(1, 2)).argmin())


def _least(errors: dict[str, float]) -> list[str]:
    """The methods whose error is the least, as far as two decimals show it."""
    shown = {key: round(errors[key], 2) for key in RIVALS}
    return [key for key in RIVALS if shown[key] == min(shown.values())]


def _drag_columns() -> list[Column]:
    columns = [Column("arap_seconds", "ARAP s", ".3f")]
    for key in [*RIGS, *MIRRORED.values()]:
        name = METHODS[key]
        columns += [
            Column(f"{key}_iterations", f"{name}: iterations", ".1f"),
            Column(f"{key}_seconds", f"{name}: s", ".3f"),
            Column(f"{key}_open", f"{name}: open"),
        ]
    return columns


def _drag_facts(found: dict[str, list[Found]]) -> dict[str, Cell]:
    facts: dict[str, Cell] = {"arap_seconds": float(np.mean([f.seconds for f in found["arap"]]))}
    for key in [*RIGS, *MIRRORED.values()]:
        facts[f"{key}_iterations"] = float(np.mean([f.iterations for f in found[key]]))
        facts[f"{key}_seconds"] = float(np.mean([f.seconds for f in found[key]]))
        facts[f"{key}_open"] = sum(not f.converged for f in found[key])
    return facts


def _tell(what: str) -> None:
    """Show what is being done on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)
