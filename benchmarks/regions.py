"""Do weights for each region find poses better than one blend, with mirror images and without? At what cost?

Leave-out tests as in generalise.py, by Reduced IK. How many regions there are and how firmly they hold
together was chosen on the first half of the sets; the second half was only reported.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import pliant
from benchmarks.baselines import rms
from benchmarks.leave_out import LEAVE_OUTS, QUICK_SETS, LeaveOut
from benchmarks.pose_sets import diagonal, pose_set, spread_pins
from benchmarks.regional_drags import regional_drags
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Ints, Vertices
from pliant.errors import MeshError
from pliant.examples.options import REGIONS

CHOSEN_ON = (
    "khronos_cesiumman",
    "threejs_horse",
    "sumner_lion_poses",
    "cragl_cheburashka",
    "sumner_horse_gallop",
    "chicken_crossing",
)
REPORTED = (
    "khronos_fox",
    "threejs_flamingo",
    "dembones_bone",
    "libigl_elephant",
    "vlasic_samba",
    "sumner_horse_poses",
    "tosca_horse",
)
WAYS = {"whole": "one blend", "local": "regions", "mirrored": "mirrored", "both": "both"}
COLUMNS = [
    Column("set", "set"),
    Column("half", "half"),
    Column("examples", "examples"),
    Column("images", "with images"),
    *(Column(key, heading, ".2f") for key, heading in WAYS.items()),
    *(Column(f"{key}_ms", f"{heading} ms", ".1f") for key, heading in WAYS.items()),
]
NOTE = (
    f"Mean RMS error in % of the diagonal, and CPU ms of a drag without a start. {REGIONS} regions. "
    "Mirrored: with the images of all poses where these are new and the reference is symmetric, whether they "
    "help or not. Of sets whose poses are left out one by one, every other pose is."
)


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One row per set: errors and times of Reduced IK, and times of MeshIK."""
    table = Table("Weights for each region", COLUMNS, note=NOTE)
    names = sets or (QUICK_SETS if quick else (*CHOSEN_ON, *REPORTED))
    for name in names:
        plan = LEAVE_OUTS[name].quick() if quick else LEAVE_OUTS[name]
        table.add({"half": "chosen on" if name in CHOSEN_ON else "reported", **_row(name, plan)})
    return [table, regional_drags(names)]


def _row(name: str, plan: LeaveOut) -> dict[str, Cell]:
    poses = pose_set(name)
    pins = spread_pins(poses.V[plan.trials[0].examples[0]], plan.pins)
    found: dict[str, list[tuple[float, float]]] = {way: [] for way in WAYS}
    counts = (0, 0)
    for trial in plan.trials[::2]:
        examples = poses.subset(trial.examples)
        images = _with_images(examples)
        counts = len(examples), len(images)
        rigs = _rigs(examples, ("whole", "local"))
        rigs |= _rigs(images, ("mirrored", "both")) if len(images) > len(examples) else {}
        rigs = {"mirrored": rigs["whole"], "both": rigs["local"], **rigs}
        for way, rig in rigs.items():
            found[way] += [_found(rig, pins, poses.V[out]) for out in trial.left_out]
    means = {way: np.mean(each, axis=0) for way, each in found.items()}
    return {
        "set": name,
        "examples": counts[0],
        "images": counts[1],
        **{way: float(mean[0]) for way, mean in means.items()},
        **{f"{way}_ms": float(mean[1]) for way, mean in means.items()},
    }


def _with_images(examples: pliant.PoseSet) -> pliant.PoseSet:
    """The examples with their mirror images, where the reference has any."""
    try:
        return pliant.mirrored(examples)
    except MeshError:
        return examples


def _rigs(examples: pliant.PoseSet, ways: tuple[str, str]) -> dict[str, pliant.ReducedIK]:
    """A rig with one blend and one with regions, which were learned together."""
    whole = pliant.ReducedIK(examples)
    settings, arrays = whole.to_file()
    options = replace(whole.options, regions=REGIONS).to_json()
    return {ways[0]: whole, ways[1]: pliant.ReducedIK.of_file({**settings, "options": options}, arrays)}


def _found(rig: pliant.ReducedIK, pins: Ints, truth: Vertices) -> tuple[float, float]:
    """Error in % of the diagonal, and CPU ms of a drag."""
    grip = rig.grab(pins)
    grip.drag(truth[pins])
    began = time.process_time()
    pose = grip.drag(truth[pins])
    spent = 1e3 * (time.process_time() - began)
    return 100.0 / diagonal(rig.mesh.V) * rms(pose.V, truth), spent
