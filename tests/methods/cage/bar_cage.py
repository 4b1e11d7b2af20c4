"""A square bar in a cage of rings, to be bent and twisted."""

from __future__ import annotations

import numpy as np

from pliant.mesh import Mesh

SIDES = 8
LENGTH = 4.0


def bar_cage(rings: int = 9) -> Mesh:
    """A closed tube of `rings` squares with eight vertices each, 1 × 1 × 4, and the middles of its ends."""
    square = [(-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    height = np.linspace(-LENGTH / 2, LENGTH / 2, rings)
    V = [(x / 2, y / 2, z) for z in height for x, y in square]
    V += [(0, 0, height[0]), (0, 0, height[-1])]
    side = np.arange(SIDES)
    after = (side + 1) % SIDES
    low = SIDES * np.arange(rings - 1)[:, None]
    a, b = low + side, low + after
    tube = np.stack([a, b, b + SIDES, a, b + SIDES, a + SIDES], axis=-1).reshape(-1, 3)
    bottom, top = len(V) - 2, len(V) - 1
    last = SIDES * (rings - 1)
    caps = [(bottom, j, i) for i, j in zip(side, after, strict=True)]
    caps += [(top, last + i, last + j) for i, j in zip(side, after, strict=True)]
    return Mesh.of(np.array(V), np.vstack([tube, caps]))


def turned(points: np.ndarray, degrees: float) -> np.ndarray:
    """Points turned about the bar's axis."""
    angle = np.radians(degrees)
    R = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    return points @ R.T


def ends(V: np.ndarray) -> np.ndarray:
    """The vertices at the two ends."""
    return np.flatnonzero(np.abs(V[:, 2]) > LENGTH / 2 - 1e-9)


def twisted_targets(V: np.ndarray, held: np.ndarray, degrees: float) -> np.ndarray:
    """The upper end's vertices turned, the lower end's not."""
    return np.where(V[held, 2:] > 0, turned(V[held], degrees), V[held])


def radii(V: np.ndarray, rings: int) -> np.ndarray:
    """(rings,) mean distance of each ring from the axis."""
    return np.linalg.norm(V[: SIDES * rings, :2], axis=1).reshape(rings, SIDES).mean(axis=1)


def ring_angles(rest: np.ndarray, posed: np.ndarray, rings: int) -> np.ndarray:
    """(rings,) how far each ring has turned about the axis, in degrees, going up without jumps."""
    a, b = (V[: SIDES * rings, :2].reshape(rings, SIDES, 2) for V in (rest, posed))
    a, b = (ring[..., 0] + 1j * ring[..., 1] for ring in (a, b))
    return np.degrees(np.unwrap(np.angle((b * a.conj()).sum(axis=1))))
