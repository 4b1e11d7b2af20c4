"""Does the cost of posing depend on the mesh? One character, its triangles cut in four again and again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import pliant
from benchmarks.clock import medians, repeated, timed
from benchmarks.pose_sets import spread_pins
from benchmarks.results import Column, Table
from benchmarks.speed import one_iteration
from benchmarks.subdivision import subdivided
from pliant.mesh import PoseSet
from pliant.samples import sample

# The fox, and how often its triangles are cut: 10,000, 40,000, 160,000 and 650,000 vertices.
VERTICES = 10_000
SUBDIVISIONS = 3
EXAMPLES = 11
CONTROLS = 24
PINS = 8
REPEATS = 31
IN_A_ROW = 20
COLUMNS = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("learn", "learn s", ".1f"),
    Column("proxies", "proxies"),
    Column("error", "E %", ".2f"),
    Column("grab", "grab ms", ".2f"),
    Column("iteration", "iteration ms", ".3f"),
    Column("relative", "÷ smallest's", ".2f"),
    Column("search", "search ms", ".1f"),
    Column("skin", "skinning ms", ".2f"),
    Column("bandwidth", "skinning GB/s", ".1f"),
    Column("copy", "copying GB/s", ".1f"),
]
NOTE = (
    f"The sample fox with {EXAMPLES} poses and {CONTROLS} controls. Iterations of all sizes take turns. "
    "Bytes of skinning: rest, influences and weights read, positions written."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per size."""
    table = Table("Resolution", COLUMNS, note=NOTE)
    rigs = [_learned(poses) for poses in _sizes(0 if quick else SUBDIVISIONS)]
    pins = spread_pins(rigs[0][0].mesh.V, PINS)
    targets = rigs[0][0].example(1)[pins] * 0.5 + rigs[0][0].example(2)[pins] * 0.5
    works = [repeated(one_iteration(rig, pins, targets), IN_A_ROW) for rig, _ in rigs]
    times = [took / IN_A_ROW for took in medians(works, 3 if quick else REPEATS)]
    for i, (rig, learn) in enumerate(rigs):
        grip = rig.grab(pins)
        pose = grip.drag(targets)
        t = rig.frame.outward(rig.t[1])
        out = np.empty_like(rig.mesh.V)
        read = [rig.skin.rest, rig.skin.influences, rig.skin.weights]
        big = np.empty(sum(each.nbytes for each in read) // 8)
        works = [lambda r=rig: r.grab(pins), lambda r=rig, o=out, t=t: r.skin.posed(t, o), big.copy]
        grab, skin, copied = medians(works, 5)
        drag = medians([lambda g=grip: g.drag(targets)], 5)[0]
        size = sum(each.nbytes for each in read) + out.nbytes
        table.add(
            {
                "mesh": "quadruped" if i == 0 else f"quadruped, cut {i}×",
                "vertices": rig.mesh.n,
                "learn": learn,
                "proxies": len(rig.model.proxies),
                "error": rig.model.error,
                "grab": 1e3 * grab,
                "iteration": 1e3 * times[i],
                "relative": times[i] / times[0],
                "search": 1e3 * (drag - skin),
                "steps": pose.iterations,
                "skin": 1e3 * skin,
                "bandwidth": size / skin / 1e9,
                "copy": 2 * big.nbytes / copied / 1e9,
            }
        )
    return [table]


def _learned(poses: PoseSet) -> tuple[pliant.ReducedIK, float]:
    options = pliant.ReducedOptions(controls=CONTROLS)
    return timed(lambda: pliant.ReducedIK(poses, options=options))


def _sizes(subdivisions: int) -> Iterator[PoseSet]:
    poses = sample("quadruped", vertices=VERTICES).subset(range(EXAMPLES))
    yield poses
    for _ in range(subdivisions):
        poses = subdivided(poses)
        yield poses
