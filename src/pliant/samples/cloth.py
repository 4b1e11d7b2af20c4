"""A rectangular cloth in the wind: extended position-based dynamics with small steps [Macklin2019].

The cloth is a grid of particles. Threads and diagonals keep their lengths, pairs two and four apart resist
bending, and the first column is held. The air pushes across each triangle and drags along it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.solve.kernels import inner

GRAVITY = 9.81  # m/s²
AIR = 1.2  # kg/m³
# Shares of the dynamic pressure that push across the cloth and drag along it.
PUSH, DRAG = 1.0, 0.06
# Compliances, m/N: threads hardly stretch, the weave hardly shears; sharp and wide folds are soft.
THREAD, WEAVE, FOLD, SWEEP = 1e-6, 4e-6, 5e-4, 5e-3
# Rate at which motion dies away without wind, per second.
DAMPING = 1.0
STEP = 1.0 / 1200  # s
# The wind changes slowly: it is evaluated once in so many steps.
STEPS_PER_WIND = 10


class Cloth(NamedTuple):
    """A cloth at rest in the plane z = 0, held at x = 0; in metres and kilograms.

    V:        (n, 3) particles, column after column from the held one on
    F:        (m, 3) triangles, for the air
    pairs:    (c, 2) particles that keep their distance
    lengths:  (c,) distances of the pairs
    softness: (c,) compliances of the pairs over the step squared
    mass:     mass of one particle
    shape:    numbers of columns and rows
    """

    V: Vertices
    F: Faces
    pairs: Ints
    lengths: Floats
    softness: Floats
    mass: float
    shape: tuple[int, int]


def cloth(width: float, height: float, spacing: float, density: float) -> Cloth:
    """A cloth of a width and height in metres, with threads about a spacing apart, of a density in kg/m²."""
    columns, rows = round(width / spacing) + 1, round(height / spacing) + 1
    x, y = np.meshgrid(np.linspace(0.0, width, columns), np.linspace(0.0, height, rows), indexing="ij")
    V = np.stack([x, y, np.zeros_like(x)], axis=2).reshape(-1, 3)
    index = np.arange(len(V)).reshape(columns, rows)
    a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
    kept = (
        (THREAD, index[:-1], index[1:]),
        (THREAD, index[:, :-1], index[:, 1:]),
        (WEAVE, a, c),
        (WEAVE, b, d),
        (FOLD, index[:-2], index[2:]),
        (FOLD, index[:, :-2], index[:, 2:]),
        (SWEEP, index[:-4], index[4:]),
        (SWEEP, index[:, :-4], index[:, 4:]),
    )
    pairs = np.concatenate([np.stack([p.ravel(), q.ravel()], axis=1) for _, p, q in kept])
    return Cloth(
        V,
        np.concatenate(
            [np.stack([p.ravel(), q.ravel(), r.ravel()], axis=1) for p, q, r in ((a, b, c), (a, c, d))]
        ),
        pairs,
        np.linalg.norm(V[pairs[:, 0]] - V[pairs[:, 1]], axis=1),
        np.concatenate([np.full(p.size, compliance) for compliance, p, _ in kept]) / STEP**2,
        density * width * height / len(V),
        (columns, rows),
    )


def blown(cloth: Cloth, wind: Callable[[Vertices, float], Floats], moments: Floats) -> Floats:
    """(k, n, 3) positions at ascending moments (k,) in seconds; the cloth is flat and at rest at 0.

    wind: positions (n, 3), time -> velocities of the air there (n, 3)
    """
    X, velocity, air = cloth.V.copy(), np.zeros_like(cloth.V), np.zeros_like(cloth.V)
    step = 0
    found = []
    for moment in moments:
        while step * STEP < moment:
            if step % STEPS_PER_WIND == 0:
                air = wind(X, step * STEP)
            _step(X, velocity, air, cloth)
            step += 1
        found.append(X.copy())
    return np.stack(found)


@njit(cache=True)
def _step(X, velocity, air, cloth):
    """One step: forces, then each pair's length once, then velocities from the positions."""
    held = cloth.shape[1]
    force = np.zeros_like(X)
    _add_air_forces(X, velocity, air, cloth.F, force)
    before = X.copy()
    for i in range(held, len(X)):
        for c in range(3):
            velocity[i, c] += STEP * force[i, c] / cloth.mass
        velocity[i, 1] -= STEP * GRAVITY
        for c in range(3):
            X[i, c] += STEP * (1.0 - STEP * DAMPING) * velocity[i, c]
    _keep_lengths(X, cloth, 1.0 / cloth.mass, held)
    for i in range(held, len(X)):
        for c in range(3):
            velocity[i, c] = (X[i, c] - before[i, c]) / STEP


@inner
def _add_air_forces(X, velocity, air, F, force):
    w = np.empty(3)
    n = np.empty(3)
    for f in range(len(F)):
        i, j, k = F[f, 0], F[f, 1], F[f, 2]
        for c in range(3):
            w[c] = (
                air[i, c] + air[j, c] + air[k, c] - velocity[i, c] - velocity[j, c] - velocity[k, c]
            ) / 3.0
        for c in range(3):
            a, b = (c + 1) % 3, (c + 2) % 3
            n[c] = (X[j, a] - X[i, a]) * (X[k, b] - X[i, b]) - (X[j, b] - X[i, b]) * (X[k, a] - X[i, a])
        double_area = np.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2)
        speed = np.sqrt(w[0] ** 2 + w[1] ** 2 + w[2] ** 2)
        across = (w[0] * n[0] + w[1] * n[1] + w[2] * n[2]) / double_area
        share = 0.5 * AIR * speed * 0.5 * double_area / 3.0
        for c in range(3):
            normal = n[c] / double_area
            push = share * (PUSH * across * normal + DRAG * (w[c] - across * normal))
            force[i, c] += push
            force[j, c] += push
            force[k, c] += push


@inner
def _keep_lengths(X, cloth, inverse_mass, held):
    for s in range(len(cloth.pairs)):
        i, j = cloth.pairs[s, 0], cloth.pairs[s, 1]
        wi = inverse_mass if i >= held else 0.0
        wj = inverse_mass if j >= held else 0.0
        if wi + wj == 0.0:
            continue
        dx, dy, dz = X[j, 0] - X[i, 0], X[j, 1] - X[i, 1], X[j, 2] - X[i, 2]
        length = np.sqrt(dx * dx + dy * dy + dz * dz)
        move = (length - cloth.lengths[s]) / ((wi + wj + cloth.softness[s]) * length)
        X[i, 0] += wi * move * dx
        X[i, 1] += wi * move * dy
        X[i, 2] += wi * move * dz
        X[j, 0] -= wj * move * dx
        X[j, 1] -= wj * move * dy
        X[j, 2] -= wj * move * dz
