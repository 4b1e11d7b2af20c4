"""A flag in the wind: fifteen moments of a cloth simulation, and the flat cloth as the reference."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import RectBivariateSpline

from pliant.arrays import Faces, Floats, Vertices
from pliant.errors import OptionError
from pliant.mesh import PoseSet
from pliant.samples.cloth import blown, cloth

WIDTH, HEIGHT = 1.5, 0.9  # m
DENSITY = 0.15  # kg/m²
# The simulation's threads. Any resolution samples the same smooth sheet through them.
THREADS = 0.0375
USUAL = 516
FEWEST = 24

# The wind grows: (name, from s, to s, moments).
WINDS = (("breeze", 2.0, 5.0, 5), ("wind", 6.0, 9.0, 5), ("gust", 10.0, 13.0, 5))


def flag(vertices: int = USUAL) -> PoseSet:
    """A flag of about this many vertices, held at x = 0: flat, then in a breeze, a wind and gusts.

    Raises OptionError for fewer than 24 vertices.
    """
    if vertices < FEWEST:
        raise OptionError(f"A flag of {vertices} vertices was asked for; at least {FEWEST} are needed.")
    moments = np.concatenate([np.linspace(start, end, count) for _, start, end, count in WINDS])
    names = [f"{name} {i + 1}" for name, _, _, count in WINDS for i in range(count)]
    sheet = cloth(WIDTH, HEIGHT, THREADS, DENSITY)
    flat, F = staggered_grid(vertices)
    grid = sheet.V.reshape(*sheet.shape, 3)
    poses = [
        _sampled(grid[:, 0, 0], grid[0, :, 1], X.reshape(grid.shape), flat)
        for X in blown(sheet, _wind, moments)
    ]
    return PoseSet.of(np.stack([flat, *poses]), F, ["flat", *names])


def _wind(X: Vertices, t: float) -> Floats:
    """(n, 3) velocity of the air at X (n, 3) at time t: along the flag, growing, with waves across it."""
    strength = np.interp(t, [0.0, 5.0, 6.0, 9.0, 10.0, 13.0], [5.0, 6.0, 7.5, 8.5, 10.5, 11.5])
    x, y = X[:, 0], X[:, 1]
    waves = (
        0.70 * np.sin(6.5 * x + 1.0 * y - 8.0 * t)
        + 0.15 * np.sin(9.0 * x - 3.0 * y - 8.3 * t + 1.3)
        + 0.20 * np.sin(2.5 * x + 4.0 * y - 3.1 * t + 2.1)
        + 0.10 * np.sin(1.7 * t + 0.4)
    )
    air = np.zeros_like(X)
    air[:, 0] = strength
    air[:, 1] = 0.05 * strength * np.sin(2.3 * t + 4.0 * x)
    air[:, 2] = 0.8 * strength * waves
    return air


def staggered_grid(vertices: int) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3) of the flat flag, facing z: rows of near-equilateral triangles.

    Odd rows are shifted by half a step and have one vertex more, so that all rows end at both edges.
    """
    aspect = WIDTH / HEIGHT * np.sqrt(0.75)
    rows = max(3, round(np.sqrt(vertices / aspect)))
    across = max(2, round(vertices / rows - 1.5))
    even = np.linspace(0.0, WIDTH, across + 1)
    odd = np.concatenate([[0.0], 0.5 * (even[:-1] + even[1:]), [WIDTH]])
    x = [even if row % 2 == 0 else odd for row in range(rows)]
    y = np.repeat(np.linspace(0.0, HEIGHT, rows), [len(row) for row in x])
    V = np.stack([np.concatenate(x), y, np.zeros(len(y))], axis=1)
    starts = np.cumsum([0, *(len(row) for row in x)])
    return V, np.concatenate(
        [_strip(starts[row], starts[row + 1], across, row % 2) for row in range(rows - 1)]
    )


def _strip(low: int, high: int, across: int, odd: int) -> Faces:
    """The triangles between two rows that start at the vertices low and high."""
    i = np.arange(across + 1)
    if odd:
        wide = np.stack([low + i, low + i + 1, high + i], axis=1)
        narrow = np.stack([low + i[1:], high + i[1:], high + i[:-1]], axis=1)
    else:
        wide = np.stack([low + i, high + i + 1, high + i], axis=1)
        narrow = np.stack([low + i[:-1], low + i[1:], high + i[1:]], axis=1)
    return np.concatenate([wide, narrow])


def _sampled(x: Floats, y: Floats, X: Floats, at: Vertices) -> Vertices:
    """The smooth sheet through X (columns, rows, 3) over the coordinates x and y, at points (n, 3)."""
    return np.stack([RectBivariateSpline(x, y, X[..., c]).ev(at[:, 0], at[:, 1]) for c in range(3)], axis=1)
