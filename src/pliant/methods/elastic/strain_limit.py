"""A limit of strain: triangles may become half or twice as long for nothing, and resist what goes beyond.

    ψ(x) = κ Σ_e a_e Σ_i (σ_i − clamp(σ_i, 1/ℓ, ℓ))²

a_e is the area of triangle e at rest, and σ_1, σ_2 are the stretches of its plane, the singular values of
the deformation gradient. For given rotations the energy of a body is quadratic, so that it costs little to
crush a triangle altogether, and what bends smoothly cannot fold out of the way. ψ is zero in most poses.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from pliant.arrays import Faces, Floats
from pliant.geometry.gradient import areas

# ℓ: what a person sees as crushed or torn begins here.
FREE = 2.0
# κ: how many times as firm as the surface a triangle is beyond. With 300 the worst triangles of bent necks
# and twisted patches end 1.1 to 1.3 times beyond ℓ, with 100 up to 1.6 times.
FIRM = 300.0
# Triangles with less height than this, in extents, cannot be seen, and are not asked.
SEEN = 1e-3
# Stretches below this are zero: their direction is lost in rounding.
NOTHING = 1e-9


@dataclass(frozen=True, eq=False)
class StrainLimit:
    """The limit on a surface.

    F:    (m, 3) triangles that can be seen
    area: (m,) of each
    flat: (m, 2, 2) the inverse of the two edges from the first corner, in the triangle's plane
    """

    F: Faces
    area: Floats
    flat: Floats

    @staticmethod
    def of(p: Floats, F: Faces, unit: float) -> StrainLimit:
        """That of the triangles F (m, 3) of a body p (n, 3) at rest, with this extent."""
        a, b = p[F[:, 1]] - p[F[:, 0]], p[F[:, 2]] - p[F[:, 0]]
        size = areas(p, F)
        longest = np.sqrt(
            np.maximum((a * a).sum(axis=1), np.maximum((b * b).sum(axis=1), ((b - a) ** 2).sum(axis=1)))
        )
        seen = 2.0 * size > SEEN * unit * longest
        a, b, size = a[seen], b[seen], size[seen]
        along = np.linalg.norm(a, axis=1)
        flat = np.zeros((len(size), 2, 2))
        # The inverse of [[|a|, a·b/|a|], [0, 2 area/|a|]].
        flat[:, 0, 0] = 1.0 / along
        flat[:, 0, 1] = -(a * b).sum(axis=1) / (2.0 * size * along)
        flat[:, 1, 1] = along / (2.0 * size)
        return StrainLimit(np.ascontiguousarray(F[seen]), size, flat)

    def exceeded(self, x: Floats) -> bool:
        """Whether positions x (n, 3) stretch or crush any triangle beyond the limit."""
        return bool(_exceeded(x, self.F, self.flat, FREE))

    def at(self, x: Floats) -> tuple[float, Floats]:
        """ψ at positions x (n, 3), and its slope (n, 3)."""
        slope = np.zeros_like(x)
        return float(_limit(x, self.F, self.area, self.flat, (FREE, FIRM), slope)), slope


@njit(cache=True, inline="always")
def _gradient(x, corners, flat, D):
    """Write to D (3, 2) the deformation gradient of a triangle; returns DᵀD as its three numbers."""
    i, j, k = corners[0], corners[1], corners[2]
    for c in range(3):
        a, b = x[j, c] - x[i, c], x[k, c] - x[i, c]
        D[c, 0] = a * flat[0, 0]
        D[c, 1] = a * flat[0, 1] + b * flat[1, 1]
    p = D[0, 0] * D[0, 0] + D[1, 0] * D[1, 0] + D[2, 0] * D[2, 0]
    q = D[0, 0] * D[0, 1] + D[1, 0] * D[1, 1] + D[2, 0] * D[2, 1]
    r = D[0, 1] * D[0, 1] + D[1, 1] * D[1, 1] + D[2, 1] * D[2, 1]
    return p, q, r


@njit(cache=True, inline="always")
def _squared_stretches(p, q, r):
    """The larger and the smaller eigenvalue of [[p, q], [q, r]]."""
    middle, half = 0.5 * (p + r), np.sqrt(0.25 * (p - r) ** 2 + q * q)
    large = middle + half
    # By the determinant: the difference would lose the digits of a crushed triangle.
    return large, max(p * r - q * q, 0.0) / large if large > 0.0 else 0.0


@njit(cache=True)
def _exceeded(x, F, flat, free):
    D = np.empty((3, 2))
    for e in range(len(F)):
        p, q, r = _gradient(x, F[e], flat[e], D)
        large, small = _squared_stretches(p, q, r)
        if large > free * free or small * free * free < 1.0:
            return True
    return False


@njit(cache=True)
def _limit(x, F, area, flat, law, slope):
    """ψ; its slope is added to slope (n, 3). law: ℓ and κ."""
    free, firm = law
    total = 0.0
    D, B = np.empty((3, 2)), np.empty((2, 2))
    for e in range(len(F)):
        p, q, r = _gradient(x, F[e], flat[e], D)
        large, small = _squared_stretches(p, q, r)
        if large <= free * free and small * free * free >= 1.0:
            continue
        # The eigenvector of the larger one, from the longer column of [[p, q], [q, r]] − small.
        u, v = (p - small, q) if p >= r else (q, r - small)
        length = np.sqrt(u * u + v * v)
        if length > 0.0:
            u, v = u / length, v / length
        else:
            u, v = 1.0, 0.0
        B[:] = 0.0
        for value, c, s in ((large, u, v), (small, -v, u)):
            stretch = np.sqrt(value)
            beyond = stretch - min(max(stretch, 1.0 / free), free)
            total += firm * area[e] * beyond * beyond
            share = 2.0 * firm * area[e] * beyond / max(stretch, NOTHING)
            B[0, 0] += share * c * c
            B[0, 1] += share * c * s
            B[1, 1] += share * s * s
        B[1, 0] = B[0, 1]
        i, j, k = F[e, 0], F[e, 1], F[e, 2]
        for c in range(3):
            first = D[c, 0] * B[0, 0] + D[c, 1] * B[1, 0]
            second = D[c, 0] * B[0, 1] + D[c, 1] * B[1, 1]
            a = first * flat[e, 0, 0] + second * flat[e, 0, 1]
            b = second * flat[e, 1, 1]
            slope[j, c] += a
            slope[k, c] += b
            slope[i, c] -= a + b
    return total
