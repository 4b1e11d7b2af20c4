"""The second-order part of the energy's Hessian, which Gauss–Newton leaves out: forces on bent paths.

A point y of a body at the end of a chain moves, to second order, by Σ ½ (ω_c + ω_p) × (u_c − u_p) over the
joints on its chain, where u = v + ω × y is its velocity as a part of the joint's parent p or child c. So the
forces f on all that hangs on a joint add ξᵀHξ = (ω_c + ω_p) · N (ξ_c − ξ_p), N = [K, −[F]ₓ] with F = Σ f and
K = Σ (y fᵀ − y·f I); a root, which turns about its centre, adds ω · K ω with y from there. Far targets and
strained cells converge by it in a few steps; it may leave the Hessian indefinite where a pose is unstable.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pliant.methods.joints.block_cholesky import M
from pliant.methods.joints.terms import carried_point
from pliant.solve.kernels import inner


@inner
def add_curvature(system, posture, forces, equations):
    """Add H, for forces on each body, which are summed up along the tree in place."""
    tree, (F, T), D = system.tree, forces, equations.D
    Z = np.zeros((M, M))
    for place in range(len(tree.order) - 1, -1, -1):
        j = tree.order[place]
        parent, child = tree.ends[j, 0], tree.ends[j, 1]
        if not tree.forward[place]:
            parent, child = child, parent
        _moments(F[child], T[child], Z)
        _add_bend(Z, parent, child, equations.L[system.slots[j]], D)
        for i in range(3):
            F[parent, i] += F[child, i]
            for k in range(3):
                T[parent, i, k] += T[child, i, k]
    for body in tree.roots:
        c = carried_point(posture, body, system.centre[body], 1.0)
        for i in range(3):
            for k in range(3):
                T[body, i, k] -= F[body, i] * c[k]
        _moments(F[body], T[body], Z)
        for i in range(3):
            for k in range(3):
                D[body, i, k] += 0.5 * (Z[i, k] + Z[k, i])


@njit(cache=True)
def _moments(F, T, Z):
    """Write N = [Tᵀ − tr T, −[F]ₓ] to the first three rows of Z (6, 6)."""
    trace = T[0, 0] + T[1, 1] + T[2, 2]
    for i in range(3):
        for k in range(3):
            Z[i, k] = T[k, i]
        Z[i, i] -= trace
    Z[0, 4], Z[0, 5] = F[2], -F[1]
    Z[1, 3], Z[1, 5] = -F[2], F[0]
    Z[2, 3], Z[2, 4] = F[1], -F[0]


@inner
def _add_bend(Z, parent, child, below, D):
    """Add (ξ_c + ξ_p)ᵀ Z (ξ_c − ξ_p) to the blocks of a parent and its child; below (6, 6) couples them."""
    sign = 1.0 if child > parent else -1.0
    for i in range(M):
        for k in range(M):
            even = 0.5 * (Z[i, k] + Z[k, i])
            D[child, i, k] += even
            D[parent, i, k] -= even
            below[i, k] += sign * 0.5 * (Z[k, i] - Z[i, k])
