"""What the figures of Cage IK show: a fox and its walk in cages, a bar, a fork, and a fox of beads."""

from __future__ import annotations

from functools import cache

import numpy as np

import pliant
from pliant.arrays import Array, Floats, Vertices
from pliant.figures.extra import load
from pliant.mesh import Mesh, Polygons
from pliant.methods.cage.placement import placement
from pliant.methods.cage.recovery import RecoveredFrame, recovered
from pliant.methods.cage.sequence import reedited
from pliant.methods.cage.triangles import cage_triangles
from pliant.samples import sample
from pliant.samples.bar import bar
from pliant.samples.quadruped import landmarks

from .walking import walk

VERTICES, CAGE = 5_000, 100
# The bar's length, and its cage: rings of a square tube, and how far they stand off.
LENGTH, RINGS, OFF = 2.0, 13, 0.05
# The frame of the walk that is edited, how far the tail is lifted there, and in how many frames it fades.
EDITED, LIFT, REACH = 12, (0.0, 0.35, 0.0), 8.0
# Half the slit between the prongs of a fork.
GAP = 0.03
# Of beads that stand for another mesh: their number and radius.
BEADS, BEAD = 420, 0.02


@cache
def fox_rig() -> pliant.CageIK:
    """The fox in a cage that is made."""
    return pliant.CageIK(sample("quadruped", vertices=VERTICES).mesh, CAGE)


@cache
def fox_walk() -> tuple[Vertices, ...]:
    """Frames of the fox walking."""
    return tuple(frame.pose.V for frame in walk("quadruped", VERTICES)[1])


@cache
def walk_cages() -> tuple[RecoveredFrame, ...]:
    """The cage of each frame of the walk."""
    return tuple(recovered(fox_rig(), fox_walk()))


def edited_walk() -> Array:
    """(f, c, 3) the cages of the walk with the tail lifted in one frame."""
    rig, cages = fox_rig(), np.stack([frame.cage for frame in walk_cages()])
    at = landmarks(sample("quadruped", vertices=VERTICES))
    held = [at[name] for name in ("left hindpaw", "right hindpaw", "croup", "withers", "belly")]
    grip = rig.at_frame(cages[EDITED]).grab([*held, at["tail tip"]])
    targets = np.array(grip.held.rest)
    targets[-1] += LIFT
    return reedited(rig.cage, cages, EDITED, grip.drag(targets).cage, reach=REACH)


def long_bar() -> Mesh:
    """A bar with flat ends from x = 0 to x = LENGTH."""
    mesh = bar(3_000, caps="flat").mesh
    return mesh.moved(mesh.V * (LENGTH, 1.0, 1.0))


def bar_cage(mesh: Mesh) -> Mesh:
    """A square tube around the bar, its faces quads."""
    low, high = mesh.V.min(axis=0) - OFF, mesh.V.max(axis=0) + OFF
    x = np.linspace(low[0], high[0], RINGS)
    square = [(low[1], low[2]), (high[1], low[2]), (high[1], high[2]), (low[1], high[2])]
    V = [(a, b, c) for a in x for b, c in square]
    quads = [
        [4 * r + i, 4 * r + (i + 1) % 4, 4 * r + 4 + (i + 1) % 4, 4 * r + 4 + i]
        for r in range(RINGS - 1)
        for i in range(4)
    ]
    last = 4 * (RINGS - 1)
    ends = [[3, 2, 1, 0], [last, last + 1, last + 2, last + 3]]
    return Mesh.of_polygons(V, Polygons.of([*quads, *ends]))


def fork() -> tuple[Mesh, Mesh]:
    """Three round bars, two of them prongs close to each other, and a cage with a slit between the prongs."""
    rod = bar(1_500).mesh
    along = rod.V[:, [1, 0, 2]] * (-1.0, 1.0, 1.0)
    parts = [along - (0.2, 0.0, 0.0), along - (-0.2, 0.0, 0.0), rod.V * (0.4, 1.0, 1.0) - (0.2, 0.1, 0.0)]
    F = np.concatenate([rod.F + i * rod.n for i in range(3)])
    x, y, z = [-0.37, -GAP, GAP, 0.37], [-0.3, 0.1, 0.45, 0.8, 1.2], [-0.17, 0.17]
    filled = {(i, 0) for i in range(3)} | {(i, j) for i in (0, 2) for j in range(1, 4)}
    return Mesh.of(np.concatenate(parts), F), _cells(filled, (x, y, z))


def beads(mesh: Mesh, cage: Mesh) -> Mesh:
    """Balls along the mesh, a little inside it and within the cage, as far apart as they can be."""
    ball = _ball()
    normals = np.zeros_like(mesh.V)
    corners = mesh.V[mesh.F]
    face = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    np.add.at(normals, mesh.F.ravel(), np.repeat(face, 3, axis=0))
    inward = mesh.V - BEAD * normals / np.linalg.norm(normals, axis=1, keepdims=True)
    at = inward[_far_apart(inward, BEADS)]
    balls = at[:, None] + BEAD * ball.V
    placed = placement(balls.reshape(-1, 3), cage_triangles(cage.V, cage.F))
    at = at[placed.inside.reshape(len(at), -1).all(axis=1)]
    V = (at[:, None] + BEAD * ball.V).reshape(-1, 3)
    F = (ball.F + ball.n * np.arange(len(at))[:, None, None]).reshape(-1, 3)
    return Mesh.of(V, F)


def _cells(filled: set[tuple[int, int]], lines: tuple[list[float], list[float], list[float]]) -> Mesh:
    """The surface, in quads, of cells (i, j) between lines in x and y, one layer deep in z."""
    quads = []
    for i, j in sorted(filled):
        for axis in range(3):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            for side in (0, 1):
                step = [0, 0, 0]
                step[axis] = 2 * side - 1
                if axis < 2 and (i + step[0], j + step[1]) in filled:
                    continue
                corners = np.tile([i, j, 0], (4, 1))
                corners[:, axis] += side
                corners[:, u] += [0, 1, 1, 0]
                corners[:, v] += [0, 0, 1, 1]
                quads.append(corners if side else corners[::-1])
    nodes, index = np.unique(np.concatenate(quads), axis=0, return_inverse=True)
    V = np.stack([np.array(line)[nodes[:, axis]] for axis, line in enumerate(lines)], axis=1)
    return Mesh.of_polygons(V, Polygons.of(index.reshape(-1, 4).tolist()))


def _far_apart(V: Floats, count: int) -> list[int]:
    chosen = [0]
    distance = np.linalg.norm(V - V[0], axis=1)
    for _ in range(count - 1):
        chosen.append(int(np.argmax(distance)))
        distance = np.minimum(distance, np.linalg.norm(V - V[chosen[-1]], axis=1))
    return chosen


def _ball() -> Mesh:
    ball = load("pyvista").Icosphere(nsub=2, radius=1.0)
    return Mesh.of(np.asarray(ball.points), ball.regular_faces)
