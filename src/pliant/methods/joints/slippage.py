"""The motions that slide a surface along itself [Gelfand2004; Xu2009, section 3.1].

A twist (ω, v) moves the point p by ω × p + v; a surface slides where that is at right angles to its normal:
C = Σ w [p×n; n][p×n; n]ᵀ, whose small eigenvalues belong to slippable motions. Points are centred and scaled
to a mean distance of one, so that turning and sliding compare.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats
from pliant.mechanism.mechanism import FREEDOMS, JointKind, axis_frame, cross

# λ₆/λ above which an eigenvalue is small: the conservative range of the paper [Xu2009].
LEAST_RATIO, MOST_RATIO = 100.0, 200.0
# A surface slides in at most three independent ways.
MOST_MOTIONS = 3


@dataclass(frozen=True, eq=False)
class Slippage:
    """The covariance of a surface, which tells the motions along which it slides.

    C:      (6, 6) over twists (ω, v) about `centre`, lengths in units of `scale`; trace of the last block one
    values: (6,) eigenvalues, ascending
    small:  how many of them are small
    centre: (3,) mean of the points; scale: their mean distance from it
    """

    C: Array
    values: Array
    small: int
    centre: Floats
    scale: float


@dataclass(frozen=True, eq=False)
class SlidingMotion:
    """A hypothesis: the surface slides as a joint of this kind lets it.

    origin:  (3,) a point on the axis
    axis:    (3,) unit
    residual: the largest of xᵀCx over its free unit twists, over λ₆
    """

    kind: JointKind
    origin: Array
    axis: Array
    residual: float


def slippage(points: Floats, normals: Floats, weights: Floats) -> Slippage:
    """The covariance of a surface's samples: points (s, 3), unit normals (s, 3), areas (s,)."""
    share = weights / weights.sum()
    centre = share @ points
    offset = points - centre
    scale = float(share @ np.linalg.norm(offset, axis=1))
    rows = np.concatenate([np.cross(offset / scale, normals), normals], axis=1)
    C = (rows * share[:, None]).T @ rows
    values = np.linalg.eigvalsh(C)
    return Slippage(C, values, _small(values), centre, scale)


def _small(values: Array) -> int:
    """How many eigenvalues are small; the threshold rises within its range until they are three at most."""
    ratios = values[-1] / np.maximum(values, 1e-300)
    lenient, strict = int((ratios > LEAST_RATIO).sum()), int((ratios > MOST_RATIO).sum())
    return lenient if lenient <= MOST_MOTIONS else min(strict, MOST_MOTIONS + 1)


def motions(found: Slippage) -> dict[JointKind, SlidingMotion]:
    """The best motion of every moving kind of joint."""
    C = found.C
    translation, coupling = C[3:, 3:], C[:3, 3:]
    spread = np.linalg.eigh(translation)[1]
    guesses = {
        JointKind.PLANE: (spread[:, 2], np.zeros(3)),
        JointKind.PRISMATIC: (spread[:, 0], np.zeros(3)),
        JointKind.CYLINDER: (spread[:, 0], _axis_point(C, spread[:, 0])),
        JointKind.BALL: (spread[:, 2], _centre(coupling, translation)),
        JointKind.REVOLUTE: _hinge(C),
    }
    result = {}
    for kind, (axis, point) in guesses.items():
        free = twists(kind, axis, point)
        basis = np.linalg.qr(free.T)[0]
        residual = float(np.linalg.eigvalsh(basis.T @ C @ basis)[-1] / found.values[-1])
        result[kind] = SlidingMotion(kind, found.centre + found.scale * point, axis, residual)
    return result


def twists(kind: JointKind, axis: Array, point: Array) -> Array:
    """(f, 6) the free twists (ω, v) of a joint of a kind, with an axis (3,) through a point (3,)."""
    frame = axis_frame(axis)
    rows = [
        np.concatenate([frame[row], cross(point, frame[row])] if turns else [np.zeros(3), frame[row]])
        for turns, row in FREEDOMS[kind]
    ]
    return np.array(rows).reshape(-1, 6)


def _axis_point(C: Array, axis: Array) -> Array:
    """(3,) the point c, square to the axis, about which turning slips best: v = c × ω = −[ω]ₓ c."""
    side = np.linalg.svd(axis[None])[2][1:]
    M = np.zeros((6, 2))
    M[3:] = np.stack([cross(s, axis) for s in side], axis=1)
    fixed = np.concatenate([axis, np.zeros(3)])
    best = np.linalg.lstsq(M.T @ C @ M, -M.T @ C @ fixed, rcond=1e-9)[0]
    return best @ side


def _centre(coupling: Array, translation: Array) -> Array:
    """(3,) the point c about which all turns slip best: it minimises Σ ‖(p − c) × n‖²."""
    # Its normal equations are (tr(T) I - T) c = Σ w (p - (p·n) n) with T = Σ w n nᵀ; the right side is the
    # antisymmetric part of Σ w (p×n) nᵀ.
    A = np.trace(translation) * np.eye(3) - translation
    antisymmetric = np.array(
        [coupling[2, 1] - coupling[1, 2], coupling[0, 2] - coupling[2, 0], coupling[1, 0] - coupling[0, 1]]
    )
    return np.linalg.lstsq(A, antisymmetric, rcond=1e-9)[0]


def _hinge(C: Array) -> tuple[Array, Array]:
    """The axis (3,) of the turn that slips best, and a point (3,) on it."""
    rotation, coupling, translation = C[:3, :3], C[:3, 3:], C[3:, 3:]
    inverse = np.linalg.pinv(translation, rcond=1e-6, hermitian=True)
    axis = np.linalg.eigh(rotation - coupling @ inverse @ coupling.T)[1][:, 0]
    return axis, _axis_point(C, axis)
