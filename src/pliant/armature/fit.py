"""The pose of an armature nearest to a posed mesh: Levenberg–Marquardt over turns, moves and growths.

min E(P(θ, τ, σ)) with E of `moments` and P of `slopes`. The step solves (JᵀJ + λ diag JᵀJ) δ = −g; λ falls
after a step that lowers E and rises after one that does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose
from pliant.armature.moments import Binding, Moments, columns
from pliant.armature.slopes import Family, Freedom, palette_of, palette_slopes
from pliant.arrays import Floats

# λ at the start, its factor after each step, and its range: below, double precision feels no difference.
_DAMPING, _FACTOR = 1e-4, 10.0
_LEAST_DAMPING, _MOST_DAMPING = 1e-12, 1e8
# Added to the diagonal in shares of its largest entry, for unknowns that move nothing.
_IDLE = 1e-13
_MOST_STEPS = 60
# A fit is done when a step lowers the squared error by less than this share, or
_STANDING = 1e-3
# when the error is this small in squared diagonals of the mesh: what rounding of single precision leaves.
_EXACT = 1e-14
# No joint is turned by more than this in a step, in radians; linearisation means nothing beyond.
_LONGEST = 1.0


@dataclass(frozen=True, eq=False)
class Fit:
    """A pose and its mean squared distance from the mesh, in squared diagonals."""

    pose: BonePose
    error: float


class ArmatureFit:
    """Fits one armature to many meshes.

    units: (k,) lengths in each node's parent that are a diagonal of the mesh in the scene
    """

    def __init__(self, armature: Armature, binding: Binding) -> None:
        self.armature, self.binding = armature, binding
        self._family = Family.of(armature)
        globals_ = binding.world @ armature.global_matrices(armature.rest)
        parents = armature.parents[:, None, None]
        above = np.where(parents >= 0, globals_[armature.parents], binding.world)
        sizes = np.cbrt(np.abs(np.linalg.det(above[:, :3, :3])))
        self.units = np.where(sizes > 0, 1 / np.where(sizes > 0, sizes, 1), 0.0)

    def error(self, pose: BonePose, moments: Moments) -> float:
        """Mean squared distance of a pose from a mesh, in squared diagonals."""
        p = columns(palette_of(self.armature, self.binding.world, pose))
        return self._error(p, moments)

    def gradient_and_curvature(
        self, pose: BonePose, moments: Moments, freedom: Freedom
    ) -> tuple[Floats, Floats]:
        """(u,) half the derivatives of the error by the unknowns that are free, and (u, u) JᵀJ."""
        p = columns(palette_of(self.armature, self.binding.world, pose))
        slopes = palette_slopes(self.armature, self._family, self.binding.world, pose, self.units)
        J = columns(slopes[freedom.columns()])
        rest = p @ self.binding.G - moments.C.T
        curvature = np.zeros((len(J), len(J)))
        for axis in range(3):
            curvature += J[:, axis] @ self.binding.G @ J[:, axis].T
        return np.einsum("uij,ij->u", J, rest), curvature

    def fitted(self, start: BonePose, moments: Moments, freedom: Freedom) -> Fit:
        """The pose nearest to a mesh that steps downhill from a start lead to."""
        best, damping = Fit(start, self.error(start, moments)), _DAMPING
        for _ in range(_MOST_STEPS):
            if best.error <= _EXACT:
                break
            g, H = self.gradient_and_curvature(best.pose, moments, freedom)
            found, damping = self._lower(best, moments, freedom, (g, H, damping))
            if found is None:
                break
            still = found.error > (1 - _STANDING) * best.error
            best = found
            if still:
                break
        return best

    def _lower(
        self, best: Fit, moments: Moments, freedom: Freedom, system: tuple[Floats, Floats, float]
    ) -> tuple[Fit | None, float]:
        """A better pose, None if there is none near, and the damping for the next step."""
        g, H, damping = system
        diagonal = np.diag(H)
        idle = _IDLE * diagonal.max(initial=0.0)
        while damping <= _MOST_DAMPING:
            A = H + np.diag(damping * diagonal + idle)
            step = solve(A, -g, assume_a="pos", check_finite=False)
            pose = self._stepped(best.pose, step, freedom)
            error = self.error(pose, moments)
            if error < best.error:
                return Fit(pose, error), max(damping / _FACTOR, _LEAST_DAMPING)
            damping *= _FACTOR
        return None, damping

    def _stepped(self, pose: BonePose, step: Floats, freedom: Freedom) -> BonePose:
        every = np.zeros(9 * len(self.units))
        every[freedom.columns()] = step
        turn, move, growth = np.moveaxis(every.reshape(-1, 3, 3), 1, 0)
        angle = np.linalg.norm(turn, axis=1, keepdims=True)
        turn = turn * np.minimum(1.0, _LONGEST / np.maximum(angle, _LONGEST))
        return pose.stepped(turn, move * self.units[:, None], np.clip(growth, -_LONGEST, _LONGEST))

    def _error(self, p: Floats, moments: Moments) -> float:
        squared = np.einsum("ij,jk,ik->", p, self.binding.G, p, optimize=True)
        return max(float(squared - 2 * (p * moments.C.T).sum() + moments.c), 0.0)
