"""As-rigid-as-possible surface modelling [Sorkine2007]: a rotation for every vertex and its edges.

minimise Σ_i Σ_j∈N(i) w_ij ‖(x_i − x_j) − R_i (p_i − p_j)‖², w_ij half the sum of cotangents of the opposite
angles, in turn over rotations [eq. 6] and positions [eq. 9], with the held points fixed.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numba import njit, prange
from numpy.typing import ArrayLike
from scipy.sparse import csr_array, diags_array

from pliant.anchors import Held, check_independent, checked_targets
from pliant.arrays import Floats, read_only
from pliant.errors import OptionError
from pliant.geometry.closest_rotation import closest3
from pliant.geometry.gradient import areas
from pliant.methods.elastic.grip import ElasticPose, PulledBody, between_turns, least_placing_rotation
from pliant.methods.elastic.held_system import HeldSystem
from pliant.pose import Status
from pliant.rig import Grip, check_budget, check_incoherent
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.elastic.rig import ElasticIK


class PrintedGrip(Grip["ElasticIK", ElasticPose]):
    """Held vertices of a surface whose edges stay as rigid as possible."""

    pose_type = ElasticPose
    flows = True

    def __init__(self, rig: ElasticIK, held: Held) -> None:
        self.rig, self.held = rig, held
        V, F = rig.shape.V[0], rig.shape.F
        self.p = read_only(V)
        self.area = float(areas(V, F).sum())
        C = held.matrix(rig.mesh.n)
        check_independent(C)
        self.C = csr_array(C @ rig.gather)
        self.rest = self.C @ self.p
        self.system = HeldSystem(rig.factor, self.C)
        edges = csr_array(rig.cotangents)
        edges = csr_array(edges - diags_array(edges.diagonal()))
        edges.eliminate_zeros()
        self.starts, self.ends = (
            read_only(edges.indptr.astype(np.int64)),
            read_only(edges.indices.astype(np.int64)),
        )
        self.w = read_only(np.negative(edges.data))

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        rest = self.pull(self.held.rest)
        self.between(self.held.rest, rest, rest, 0.5)

    @with_one_blas_thread
    def pull(
        self,
        targets: ArrayLike,
        start: PulledBody | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PulledBody:
        """Positions with the held vertices at targets (h, 3), from `start` or the rest pose."""
        began = time.perf_counter()
        check_budget(budget)
        check_incoherent(coherence, self.rig.method)
        goal = checked_targets(targets, len(self.held))
        shift = self.rig.shape.frame.inward(goal) - self.rest
        R = np.empty((len(self.p), 3, 3))
        R[:] = least_placing_rotation(self.held.rest, goal) if start is None else self._checked(start)
        x = self._solved(R, shift)
        energies: list[float] = []
        status = Status.OUT_OF_ITERATIONS
        options = self.rig.options
        for _ in range(options.iterations):
            _rotations(self.p, x, self.starts, self.ends, self.w, R)
            energies.append(_energy(self.p, x, R, self.starts, self.ends, self.w) / self.area)
            new = self._solved(R, shift)
            change = float(np.abs(new - x).max())
            x = new
            if change <= options.tolerance:
                status = Status.CONVERGED
                break
        _rotations(self.p, x, self.starts, self.ends, self.w, R)
        energies.append(_energy(self.p, x, R, self.starts, self.ends, self.w) / self.area)
        return self._pulled(x, R, goal, began, status, energies)

    def between(self, targets: ArrayLike, a: PulledBody, b: PulledBody, share: float) -> PulledBody:
        """The pose whose vertices have turned a share of the way from a to b, points at targets (h, 3)."""
        began = time.perf_counter()
        goal = checked_targets(targets, len(self.held))
        R = between_turns(self._checked(a), self._checked(b), share)
        x = self._solved(R, self.rig.shape.frame.inward(goal) - self.rest)
        return self._pulled(x, R, goal, began, Status.FLOWING, [b.energy])

    def _pulled(
        self, x: Floats, R: Floats, goal: Floats, began: float, status: Status, energies: list[float]
    ) -> PulledBody:
        reached = self.rig.shape.frame.outward(self.C @ x)
        return PulledBody(
            status=status,
            iterations=len(energies) - 1,
            energy=energies[-1],
            energies=tuple(energies),
            seconds=time.perf_counter() - began,
            gaps=np.linalg.norm(reached - goal, axis=1),
            turns=R,
            goal=goal,
            x=x,
        )

    def _checked(self, start: PulledBody) -> Floats:
        """(n, 3, 3) the rotations of a result; raises OptionError if it is not of this rig."""
        if not isinstance(start, PulledBody) or start.turns.shape != (len(self.p), 3, 3):
            raise OptionError("The start is no pose of this rig; give one that its grips have made.")
        return start.turns

    def _solved(self, R: Floats, shift: Floats) -> Floats:
        """(n, 3) the best positions for rotations R (n, 3, 3), with held points displaced by shift (h, 3)."""
        b = np.empty_like(self.p)
        _divergence(self.p, R, self.starts, self.ends, self.w, b)
        return self.p + self.system.solve(b - self.rig.cotangents @ self.p, shift)


@njit(cache=True, parallel=True)
def _rotations(p, x, starts, ends, w, R):
    """Write to R (n, 3, 3) the rotation of each vertex that takes its edges nearest to those of x (n, 3)."""
    for i in prange(len(p)):
        M = np.zeros((3, 3))
        N = np.empty((3, 3))
        for k in range(starts[i], starts[i + 1]):
            j = ends[k]
            for a in range(3):
                posed = w[k] * (x[i, a] - x[j, a])
                for b in range(3):
                    M[a, b] += posed * (p[i, b] - p[j, b])
        m = (M[0, 0], M[0, 1], M[0, 2], M[1, 0], M[1, 1], M[1, 2], M[2, 0], M[2, 1], M[2, 2])
        closest3(m, N, R[i])


@njit(cache=True, parallel=True)
def _divergence(p, R, starts, ends, w, b):
    """Write to b (n, 3) the right-hand sides Σ_j ½ w_ij (R_i + R_j)(p_i − p_j) [eq. 8]."""
    for i in prange(len(p)):
        for a in range(3):
            total = 0.0
            for k in range(starts[i], starts[i + 1]):
                j = ends[k]
                for c in range(3):
                    total += 0.5 * w[k] * (R[i, a, c] + R[j, a, c]) * (p[i, c] - p[j, c])
            b[i, a] = total


@njit(cache=True)
def _energy(p, x, R, starts, ends, w):
    """Σ_i Σ_j w_ij ‖(x_i − x_j) − R_i (p_i − p_j)‖² [eq. 3]."""
    total = 0.0
    for i in range(len(p)):
        for k in range(starts[i], starts[i + 1]):
            j = ends[k]
            for a in range(3):
                value = x[i, a] - x[j, a]
                for c in range(3):
                    value -= R[i, a, c] * (p[i, c] - p[j, c])
                total += w[k] * value * value
    return total
