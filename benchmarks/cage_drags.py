"""A drag of a cage costs what the cage costs: one character, from 10,000 to a million vertices."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.clock import medians, repeated, timed
from benchmarks.pose_sets import spread_pins
from benchmarks.results import Column, Table
from benchmarks.subdivision import subdivided
from pliant.arrays import Floats
from pliant.mesh import Mesh
from pliant.methods.cage.grip import CageGrip
from pliant.methods.cage.make_cage import make_cage
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.samples import sample

# Vertices of the fox, and how often its triangles are cut in four: up to a million vertices.
SIZES = [(10_000, 0), (10_000, 1), (10_000, 2), (16_000, 3)]
CAGE = 100
PINS = 4
PULL = np.array([0.0, 0.15, 0.05])
REPEATS = 31
IN_A_ROW = 20
# What [Savoye2010, fig. 3] reports for a drag.
PAPER = 78e-6
COLUMNS = [
    Column("vertices", "vertices", ","),
    Column("bind", "bind s", ".1f"),
    Column("linear", "linear µs", ".0f"),
    Column("paper", "÷ paper's 78", ".2f"),
    Column("cold", "turning, cold µs", ".0f"),
    Column("warm", "warm µs", ".0f"),
    Column("steps", "steps cold, warm"),
    Column("relative", "warm ÷ smallest's", ".2f"),
    Column("mesh", "mesh ms", ".2f"),
    Column("bandwidth", "mesh GB/s", ".1f"),
    Column("copy", "copying GB/s", ".1f"),
]
NOTE = (
    f"The sample fox in a made cage of about {CAGE} vertices, {PINS} exact anchors, mean value coordinates. "
    "A warm drag starts at the pose a hundredth of the size away. Bytes of the mesh's update: weights read, "
    "positions written."
)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per size; drags of all sizes take turns."""
    table = Table("Cage drags", COLUMNS, note=NOTE)
    meshes = list(_meshes(SIZES[:1] if quick else SIZES))
    cage = make_cage(meshes[-1], CAGE)
    pins = spread_pins(meshes[0].V, PINS)
    rigs = [timed(lambda mesh=mesh: _rig(mesh, cage)) for mesh in meshes]
    linear = [_linear(rig) for rig, _ in rigs]
    held = [_nearest(mesh, meshes[0].V[pins]) for mesh in meshes]
    drags = [_Drag(rig.grab(points)) for (rig, _), points in zip(rigs, held, strict=True)]
    flats = [_Drag(rig.grab(points)) for rig, points in zip(linear, held, strict=True)]
    works = [
        repeated(work, IN_A_ROW)
        for d, f in zip(drags, flats, strict=True)
        for work in (f.cold, d.cold, d.warm)
    ]
    times = np.reshape(medians(works, 3 if quick else REPEATS), (-1, 3)) / IN_A_ROW
    for i, (rig, bind) in enumerate(rigs):
        posed = drags[i].first.cage
        weights = rig.binding.weights
        mesh, copy = medians([lambda r=rig, p=posed: r.posed(p), weights.copy], 3 if quick else REPEATS)
        flat, cold, warm = times[i]
        table.add(
            {
                "vertices": rig.mesh.n,
                "bind": bind,
                "linear": 1e6 * flat,
                "paper": flat / PAPER,
                "cold": 1e6 * cold,
                "warm": 1e6 * warm,
                "steps": f"{drags[i].cold().iterations}, {drags[i].warm().iterations}",
                "relative": warm / times[0, 2],
                "mesh": 1e3 * mesh,
                "bandwidth": (weights.nbytes + rig.mesh.V.nbytes) / mesh / 1e9,
                "copy": 2 * weights.nbytes / copy / 1e9,
            }
        )
    return [table]


class _Drag:
    """A grip with targets, and targets a little further."""

    def __init__(self, grip: CageGrip) -> None:
        size = grip.rig.frame.diagonal
        self.grip = grip
        self.targets = grip.held.rest.copy()
        self.targets[0] += PULL * size
        self.further = self.targets.copy()
        self.further[0] += 0.01 * size
        self.first = grip.pull(self.targets)

    def cold(self):
        return self.grip.pull(self.targets)

    def warm(self):
        return self.grip.pull(self.further, self.first)


def _meshes(sizes: list[tuple[int, int]]) -> Iterator[Mesh]:
    for vertices, cuts in sizes:
        poses = sample("quadruped", vertices=vertices).subset([0])
        for _ in range(cuts):
            poses = subdivided(poses)
        yield poses.mesh


def _rig(mesh: Mesh, cage: Mesh) -> CageIK:
    return CageIK(mesh, cage, options=CageOptions(coordinates="mean_value"))


def _linear(rig: CageIK) -> CageIK:
    options = CageOptions(coordinates="mean_value", regularity="linear", anchors="soft")
    return CageIK(rig.mesh, rig.cage, options=options, binding=rig.binding)


def _nearest(mesh: Mesh, points: Floats) -> list[int]:
    """The vertices nearest to the points (h, 3)."""
    return [int(np.argmin(((mesh.V - point) ** 2).sum(axis=1))) for point in points]
