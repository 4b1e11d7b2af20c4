"""The cage whose cells keep their shape up to a turn, for given anchors.

Turning the cells best and then moving the vertices best, in turn, is a step of steepest descent in the
metric of the shape's own Hessian [Liu2017]; the curvature that the last few steps have shown (L-BFGS)
makes it converge in a tenth of the steps. A step is halved until the energy falls; it never rises.

Kernels hold points as (3, c), so that sums over the cage run along memory.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from pliant.arrays import Array, Floats, Targets
from pliant.geometry.closest_rotation import closest3
from pliant.methods.cage.response import Response
from pliant.methods.cage.shape import Shape
from pliant.pose import Status
from pliant.solve.gauss_newton import HALVINGS
from pliant.solve.kernels import inner, write

# Steps whose curvature is remembered.
REMEMBERED = 12
# A step along which the gradient grows by less than this share tells nothing about the curvature.
FLAT = 1e-12
FAST = {"reassoc", "contract"}


class CellProblem(NamedTuple):
    """What is minimised: tr CᵀHC − 2 tr Cᵀ(B R + r) + constant at the best rotations R, with exact anchors.

    starts, columns, values: B (c, 3c) in compressed rows
    M, H, Z:  as of `Response`
    A:        (h, c) rows of the exact anchors; without rows for soft ones
    r:        (3, c) what soft anchors add to the linear term
    constant: makes the energy of the rest cage zero
    """

    starts: Array
    columns: Array
    values: Array
    M: Array
    H: Array
    A: Array
    Z: Array
    r: Array
    constant: float


class Memory(NamedTuple):
    """The last steps (REMEMBERED, 3, c), the gradient's changes along them, and the products of both."""

    steps: Array
    changes: Array
    products: Array


@njit(cache=True)
def _turns(B, C, P, R):
    """Write to R (3c, 3) the transposed best rotations of the cells for the cage C (3, c); P is scratch."""
    P[:] = 0.0
    c = C.shape[1]
    for v in range(c):
        x, y, z = C[0, v], C[1, v], C[2, v]
        for e in range(B.starts[v], B.starts[v + 1]):
            row, value = P[B.columns[e]], B.values[e]
            row[0] += value * x
            row[1] += value * y
            row[2] += value * z
    M, Q = np.empty((3, 3)), np.empty((3, 3))
    for i in range(c):
        p, q, r = P[3 * i], P[3 * i + 1], P[3 * i + 2]
        closest3((p[0], q[0], r[0], p[1], q[1], r[1], p[2], q[2], r[2]), M, Q)
        for a in range(3):
            for b in range(3):
                R[3 * i + b, a] = Q[a, b]


@njit(cache=True, fastmath=FAST)
def _product(M, x, out):
    """Write the product of M (r, c) and x (3, c) to out (3, r)."""
    for i in range(M.shape[0]):
        a = b = d = 0.0
        for j in range(M.shape[1]):
            a += M[i, j] * x[0, j]
            b += M[i, j] * x[1, j]
            d += M[i, j] * x[2, j]
        out[0, i], out[1, i], out[2, i] = a, b, d


@njit(cache=True, fastmath=FAST)
def _inner(a, b):
    total = 0.0
    for x in range(3):
        for i in range(a.shape[1]):
            total += a[x, i] * b[x, i]
    return total


@njit(cache=True, fastmath=FAST)
def _add(share, a, out):
    for x in range(3):
        for i in range(a.shape[1]):
            out[x, i] += share * a[x, i]


@inner
def _gradient(problem, C, R, g):
    """Write half the gradient g = H C − B R − r; returns the energy."""
    r = problem.r
    _product(problem.H, C, g)
    energy = 0.0
    for v in range(C.shape[1]):
        x, y, z = r[0, v], r[1, v], r[2, v]
        for e in range(problem.starts[v], problem.starts[v + 1]):
            row, value = R[problem.columns[e]], problem.values[e]
            x += value * row[0]
            y += value * row[1]
            z += value * row[2]
        energy += (
            C[0, v] * (g[0, v] - 2.0 * x) + C[1, v] * (g[1, v] - 2.0 * y) + C[2, v] * (g[2, v] - 2.0 * z)
        )
        g[0, v] -= x
        g[1, v] -= y
        g[2, v] -= z
    return energy + problem.constant


@njit(cache=True)
def _direction(M, g, memory, count, out, q):
    """Write the L-BFGS direction for half the gradient g, with M (c, c) as the first inverse Hessian.

    count: steps remembered so far, of which the last few are kept; q: scratch
    """
    steps, changes, products = memory
    write(g, q)
    kept = min(count, REMEMBERED)
    share = np.zeros(REMEMBERED)
    for back in range(kept):
        k = (count - 1 - back) % REMEMBERED
        share[k] = _inner(steps[k], q) / products[k]
        _add(-share[k], changes[k], q)
    _product(M, q, out)
    for back in range(kept - 1, -1, -1):
        k = (count - 1 - back) % REMEMBERED
        _add(share[k] - _inner(changes[k], out) / products[k], steps[k], out)
    out *= -1.0


@inner
def _keep_anchors(problem, d, at, back):
    """Take from d what rounding would move the exact anchors by: step by step it would carry them away."""
    _product(problem.A, d, at)
    _product(problem.Z, at, back)
    _add(-1.0, back, d)


@njit(cache=True)
def _minimise(problem, C, tolerance, energies):
    """Change C (3, c) to the minimiser; writes the energies, returns their number and whether it is stuck."""
    c = C.shape[1]
    P, R = np.empty((3 * c, 3)), np.empty((3 * c, 3))
    g, new_g, d, new, scratch = np.empty((5, 3, c))
    at = np.empty((3, len(problem.A)))
    memory = Memory(np.empty((REMEMBERED, 3, c)), np.empty((REMEMBERED, 3, c)), np.empty(REMEMBERED))
    steps, changes, products = memory
    _turns(problem, C, P, R)
    energies[0] = _gradient(problem, C, R, g)
    count = 0
    for iteration in range(1, len(energies)):
        before = energies[iteration - 1]
        _direction(problem.M, g, memory, count, d, scratch)
        if len(problem.A):
            _keep_anchors(problem, d, at, scratch)
        largest, length, energy = np.abs(d).max(), 1.0, np.inf
        for _ in range(HALVINGS):
            write(C, new)
            _add(length, d, new)
            _turns(problem, new, P, R)
            energy = _gradient(problem, new, R, new_g)
            if energy <= before:
                break
            length *= 0.5
        if not energy <= before:
            if largest <= tolerance or count == 0:
                return iteration, largest > np.sqrt(tolerance)
            count = 0  # The remembered steps mislead: once more without them.
            energies[iteration] = before
            continue
        k = count % REMEMBERED
        steps[k], changes[k] = new, new_g
        _add(-1.0, C, steps[k])
        _add(-1.0, g, changes[k])
        products[k] = _inner(steps[k], changes[k])
        if products[k] > FLAT * _inner(steps[k], steps[k]):
            count += 1
        C[:], g[:] = new, new_g
        energies[iteration] = energy
        if length * largest <= tolerance:
            return iteration + 1, False
    return len(energies), True


def turned_cage(
    shape: Shape, response: Response, q: Targets, start: Floats, *, tolerance: float, most: int
) -> tuple[Floats, Status, tuple[float, ...]]:
    """The cage C (c, 3) of least energy with anchors at q (h, 3), how the search ended, and its energies.

    start:     (c, 3) a cage that meets exact anchors already
    tolerance: largest movement of a vertex in the last step
    most:      steps at most
    """
    r = np.ascontiguousarray((response.pull @ q).T)
    constant = shape.constant + response.firm * float((q * q).sum())
    C = np.array(start.T, order="C")
    energies = np.empty(most + 1)
    B = shape.B
    exact = 0 if response.firm else len(q)
    problem = CellProblem(
        B.indptr, B.indices, B.data, response.M, response.H, response.A[:exact], response.Z, r, constant
    )
    count, stuck = _minimise(problem, C, tolerance, energies)
    if not stuck:
        status = Status.CONVERGED
    else:
        status = Status.OUT_OF_ITERATIONS if count == most + 1 else Status.STALLED
    return np.ascontiguousarray(C.T), status, tuple(energies[:count].tolist())
