"""Controls {F, d}: the affine or rigid maps that carry clusters, or a whole skin, into the examples.

Affine controls minimise the squared error plus a pull λ tr(Σ) ‖F − R‖² toward the best rotation, Σ being the
second moment of what a control carries: without it flat clusters explode [Der2006 leaves this open].
All fits work on moments, so they cost the same for any mesh.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit, prange
from scipy.linalg import cho_factor, cho_solve

from pliant.arrays import Floats, Poses, read_only
from pliant.geometry.rotations import closest_rotation
from pliant.methods.reduced.patches import Moments
from pliant.skin import Skin, resting
from pliant.solve.kernels import write

# Pull toward the identity, which decides the rotation that a needle or a point leaves open.
UNTURNED = 1e-9
# Keeps a control that carries nothing where it was; relative to the largest entry of the normal equations.
IDLE = 1e-12
# Sums over vertices are taken in this many parts, in a fixed order, so that threads cannot change the bits.
BLOCKS = 16
# Sweeps over the rigid controls, each the best given the others.
SWEEPS = 12
# Rounds in which affine controls and the rotations that they are pulled to are found in turn.
PULLS = 2


def cluster_controls(moments: Moments, kind: str, stiffness: float) -> Floats:
    """(c, k, 4, 3) the map that best carries each of c clusters into each pose; rows of Fᵀ, then dᵀ.

    kind: "affine" or "rigid"; stiffness: λ of affine maps
    """
    spread, cross = moments.centred()
    scale = np.trace(spread, axis1=-2, axis2=-1)[:, None, None, None]
    F = closest_rotation(cross + UNTURNED * scale * np.eye(3))
    if kind == "affine":
        pull = max(stiffness, UNTURNED) * scale
        F = np.linalg.solve(spread[:, None] + pull * np.eye(3), cross + pull * F)
    mass = moments.S[:, None, 3, 3, None]
    d = moments.B[:, :, 3] / mass - np.einsum("ca,ckab->ckb", moments.middle(), F)
    return np.concatenate([F, d[:, :, None]], axis=2)


def squared_errors(moments: Moments, t: Floats) -> Floats:
    """(p, c) ∫ |F x + d − v|² over p pieces and all poses, for the maps t (c, k, 4, 3)."""
    p, c = len(moments.square), len(t)
    inertia = np.einsum("ckax,ckbx->cab", t, t).reshape(c, 16)
    quadratic = moments.S.reshape(p, 16) @ inertia.T
    linear = moments.B.reshape(p, -1) @ t.reshape(c, -1).T
    return np.maximum(quadratic - 2.0 * linear + moments.square[:, None], 0.0)


@dataclass(frozen=True, eq=False)
class NormalEquations:
    """The normal equations of all controls at once, for a skin with the blend matrix M and poses V.

    A: (4c, 4c) MᵀM; B: (k, 4c, 3) MᵀV
    """

    A: Floats
    B: Floats

    @staticmethod
    def of(skin: Skin, V: Poses) -> NormalEquations:
        """The equations of the poses V (k, n, 3) of the skin's vertices."""
        c, k = skin.count, len(V)
        A = np.zeros((BLOCKS, 4 * c, 4 * c))
        B = np.zeros((BLOCKS, k, 4 * c, 3))
        _accumulated(skin.rest, skin.influences, skin.weights, read_only(V), A, B)
        return NormalEquations(A.sum(axis=0), B.sum(axis=0))

    def spreads(self) -> Floats:
        """(c,) second moment of what each control carries, about its middle."""
        c = len(self.A) // 4
        S = self.A.reshape(c, 4, c, 4)[np.arange(c), :, np.arange(c), :]
        mass = np.maximum(S[:, 3, 3], np.finfo(float).tiny)
        return np.maximum(np.trace(S[:, :3, :3], axis1=1, axis2=2) - (S[:, 3, :3] ** 2).sum(axis=1) / mass, 0)


def refitted(normal: NormalEquations, t: Floats, kind: str, stiffness: float) -> Floats:
    """(k, 4c, 3) the best controls for a skin, near t (k, 4c, 3) where the skin leaves them open.

    kind, stiffness: as for `cluster_controls`
    """
    better = rigid_controls(normal, t) if kind == "rigid" else affine_controls(normal, t, stiffness)
    better[0] = resting(t.shape[1] // 4)
    return better


def affine_controls(normal: NormalEquations, t: Floats, stiffness: float) -> Floats:
    """(k, 4c, 3) the least-squares controls, pulled toward rotations; t (k, 4c, 3): those before."""
    k, c = len(t), t.shape[1] // 4
    pull = np.zeros((c, 4))
    pull[:, :3] = stiffness * normal.spreads()[:, None]
    pull = pull.ravel()
    idle = IDLE * normal.A.max()
    factor = cho_factor(normal.A + np.diag(pull + idle))
    for _ in range(PULLS):
        goal = t.reshape(k, c, 4, 3).copy()
        goal[:, :, :3] = closest_rotation(goal[:, :, :3])
        right = normal.B + pull[:, None] * goal.reshape(k, -1, 3) + idle * t
        t = cho_solve(factor, right.transpose(1, 0, 2).reshape(4 * c, -1)).reshape(4 * c, k, 3)
        t = np.ascontiguousarray(t.transpose(1, 0, 2))
    return t


def rigid_controls(normal: NormalEquations, t: Floats) -> Floats:
    """(k, 4c, 3) rotations and translations, each the best while the others stay: the error never rises.

    For a rotation tr(F Σ Fᵀ) is constant, so the best one is a polar factor, as for a single body.
    """
    k, c = len(t), t.shape[1] // 4
    t = t.copy()
    t.reshape(k, c, 4, 3)[:, :, :3] = closest_rotation(t.reshape(k, c, 4, 3)[:, :, :3])
    used = np.flatnonzero(normal.A.reshape(c, 4, c, 4)[np.arange(c), 3, np.arange(c), 3] > 0)
    for _ in range(SWEEPS):
        for i in used:
            own = slice(4 * i, 4 * i + 4)
            S = normal.A[own, own]
            left = normal.B[:, own] - normal.A[own] @ t + S @ t[:, own]
            middle = S[3, :3] / S[3, 3]
            cross = left[:, :3] - middle[:, None] * left[:, 3:]
            scale = np.trace(S[:3, :3]) - S[3, 3] * middle @ middle
            # A part of its own rotation keeps a control that carries only a point from spinning.
            F = closest_rotation(cross + max(UNTURNED * scale, IDLE * S[3, 3]) * t[:, own][:, :3])
            t[:, own][:, :3] = F
            t[:, own][:, 3] = left[:, 3] / S[3, 3] - middle @ F
    return t


@njit(cache=True, parallel=True, fastmath={"reassoc", "contract"})
def _accumulated(rest, influences, weights, V, A, B):
    """Write the parts of MᵀM to A (blocks, 4c, 4c), and those of MᵀV to B (blocks, k, 4c, 3)."""
    size = -(-len(rest) // len(A))
    for block in prange(len(A)):
        own = slice(block * size, (block + 1) * size)
        _add_squares(rest[own], influences[own], weights[own], A[block])
        for p in range(len(V)):
            _add_pose(rest[own], influences[own], weights[own], V[p, own], B[block, p])


@njit(cache=True, fastmath={"reassoc", "contract"})
def _add_squares(rest, influences, weights, A):
    """Add MᵀM of some vertices to A (4c, 4c)."""
    y = np.ones(4)
    n, q = weights.shape
    for v in range(n):
        write(rest[v], y)
        for s in range(q):
            w = weights[v, s]
            if w == 0.0:
                continue
            i = 4 * influences[v, s]
            for r in range(q):
                if weights[v, r] > 0.0:
                    j = 4 * influences[v, r]
                    for a in range(4):
                        for b in range(4):
                            A[i + a, j + b] += w * weights[v, r] * y[a] * y[b]


@njit(cache=True, fastmath={"reassoc", "contract"})
def _add_pose(rest, influences, weights, x, B):
    """Add Mᵀx of some vertices, at x (n, 3) in one pose, to B (4c, 3)."""
    y = np.ones(4)
    for v in range(len(rest)):
        x0, x1, x2 = x[v, 0], x[v, 1], x[v, 2]
        write(rest[v], y)
        for s in range(weights.shape[1]):
            i = 4 * influences[v, s]
            for a in range(4):
                value = weights[v, s] * y[a]
                B[i + a, 0] += value * x0
                B[i + a, 1] += value * x1
                B[i + a, 2] += value * x2
