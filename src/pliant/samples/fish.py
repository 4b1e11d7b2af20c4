"""A fish that swims, with a cage around it.

The fish lies along x, its nose near x = 0, its back towards y. Its sections are ellipses, with fins drawn
out of them. Swimming bends the centre line sideways by a wave that grows towards the tail; the line keeps
its length, and the sections stay plane and turn with it.
"""

from __future__ import annotations

import numpy as np
from scipy.interpolate import PchipInterpolator

from pliant.arrays import Faces, Floats, Vertices
from pliant.errors import OptionError
from pliant.mesh import Mesh, Polygons, PoseSet

# Half the height and half the width of the sections along the body, which is 1 long.
ALONG = (0.0, 0.03, 0.1, 0.22, 0.38, 0.55, 0.7, 0.8, 0.87, 0.94, 1.0)
HEIGHT = (0.012, 0.05, 0.1, 0.14, 0.15, 0.125, 0.075, 0.045, 0.06, 0.13, 0.175)
WIDTH = (0.01, 0.034, 0.062, 0.082, 0.08, 0.06, 0.034, 0.018, 0.012, 0.008, 0.005)
# The fins of back and belly: where they begin, are highest and end, their height, and how sharp they are.
BACK, BELLY, SHARP = (0.24, 0.5, 0.66, 0.085), (0.5, 0.62, 0.74, 0.05), 18
# How deep the tail is forked, and where it begins.
FORK, TAIL = 0.09, 0.84
# The wave: radians at head and tail, and how many waves the body is long.
HEAD, BEAT, WAVES = 0.08, 0.62, 0.8
# Rings of the cage along the body, and how far it stands off.
RINGS, APART = (-0.035, 0.1, 0.28, 0.48, 0.66, 0.8, 0.9, 1.04), 0.02
FEWEST = 4


def fish(rings: int = 48, sides: int = 24, frames: int = 24) -> PoseSet:
    """The fish at rest, then one beat of its tail in so many frames.

    Raises OptionError for fewer than 4 rings, sides or frames.
    """
    if min(rings, sides, frames) < FEWEST:
        raise OptionError(
            f"{rings} rings, {sides} sides, {frames} frames; at least {FEWEST} each are needed."
        )
    V = _rest(rings, sides)
    poses = [V, *(_swimming(V, phase) for phase in np.arange(frames) / frames)]
    names = ["rest", *(f"swimming {i + 1}" for i in range(frames))]
    return PoseSet.of(np.stack(poses), _faces(rings, sides), names)


def cage(poses: PoseSet) -> Mesh:
    """Cage of the fish at rest: a box of quadrilaterals that follows the body."""
    V = poses.mesh.V
    corners = []
    for i, x in enumerate(RINGS):
        low, high = RINGS[max(0, i - 1)], RINGS[min(len(RINGS) - 1, i + 1)]
        near = V[(V[:, 0] >= 0.5 * (low + x) - APART) & (V[:, 0] <= 0.5 * (x + high) + APART)]
        (_, bottom, back), (_, top, front) = near.min(axis=0) - APART, near.max(axis=0) + APART
        corners += [(x, bottom, back), (x, top, back), (x, top, front), (x, bottom, front)]
    last = 4 * (len(RINGS) - 1)
    around = [
        [4 * i + k, 4 * i + (k + 1) % 4, 4 * i + 4 + (k + 1) % 4, 4 * i + 4 + k]
        for i in range(len(RINGS) - 1)
        for k in range(4)
    ]
    return Mesh.of_polygons(
        corners, Polygons.of([[3, 2, 1, 0], [last, last + 1, last + 2, last + 3], *around])
    )


def _rest(rings: int, sides: int) -> Vertices:
    """(n, 3) the straight fish: the nose, the rings, the middle of the tail's end."""
    # Rings are denser towards both ends, where the outline bends most.
    s = 0.5 - 0.5 * np.cos(np.pi * np.linspace(0.0, 1.0, rings + 1)[1:])
    s = 0.35 * s + 0.65 * np.linspace(0.0, 1.0, rings + 1)[1:]
    angle = 2.0 * np.pi * np.arange(sides) / sides
    height, width = (PchipInterpolator(ALONG, values)(s)[:, None] for values in (HEIGHT, WIDTH))
    up, side = np.sin(angle), np.cos(angle)
    y = (
        height * up
        + _fin(s, *BACK) * np.clip(up, 0, 1) ** SHARP
        - _fin(s, *BELLY) * np.clip(-up, 0, 1) ** SHARP
    )
    z = width * side
    # The end of the tail is drawn in at its middle.
    tail = np.clip((s - TAIL) / (1.0 - TAIL), 0.0, 1.0)[:, None]
    x = s[:, None] - FORK * tail**2 * (1.0 - np.abs(up) ** 1.5)
    body = np.stack([np.broadcast_to(x, y.shape), y, z], axis=2).reshape(-1, 3)
    return np.concatenate([[[0.0, 0.0, 0.0]], body, [[1.0 - FORK, 0.0, 0.0]]])


def _fin(s: Floats, begins: float, highest: float, ends: float, height: float) -> Floats:
    """(rings, 1) height of a fin over each ring."""
    shape = PchipInterpolator((begins, highest, ends), (0.0, height, 0.0))(np.clip(s, begins, ends))
    return shape[:, None]


def _swimming(V: Vertices, phase: float) -> Vertices:
    """(n, 3) the fish with the wave at a phase from 0 to 1; its middle stays where it is."""
    s = np.linspace(0.0, 1.0, 513)
    turn = (HEAD + (BEAT - HEAD) * s**2) * np.sin(2.0 * np.pi * (phase - WAVES * s))
    step = np.diff(s)[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)[:-1]
    line = np.concatenate([[[0.0, 0.0]], np.cumsum(step, axis=0)])
    line += [0.5, 0.0] - line.mean(axis=0)
    a, cx, cz = (np.interp(V[:, 0], s, values) for values in (turn, line[:, 0], line[:, 1]))
    return np.stack([cx - V[:, 2] * np.sin(a), V[:, 1], cz + V[:, 2] * np.cos(a)], axis=1)


def _faces(rings: int, sides: int) -> Faces:
    """(m, 3) triangles around the nose, between the rings, and over the end; outward."""
    i, ahead = np.arange(sides), (np.arange(sides) + 1) % sides
    found = [np.stack([np.zeros_like(i), 1 + i, 1 + ahead], axis=1)]
    for ring in range(rings - 1):
        low, high = 1 + ring * sides, 1 + (ring + 1) * sides
        found.append(np.stack([low + i, high + i, low + ahead], axis=1))
        found.append(np.stack([low + ahead, high + i, high + ahead], axis=1))
    last = 1 + (rings - 1) * sides
    found.append(np.stack([last + i, np.full_like(i, last + sides), last + ahead], axis=1))
    return np.concatenate(found)
