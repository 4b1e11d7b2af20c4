"""As-rigid-as-possible surface modelling [Sorkine2007]: a rotation for every vertex and its edges.

minimise Σ_i Σ_j∈N(i) w_ij ‖(x_i − x_j) − R_i (p_i − p_j)‖², w_ij half the sum of cotangents of the opposite
angles, in turn over rotations [eq. 6] and positions [eq. 9], with the held points fixed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numba import njit, prange
from numpy.typing import ArrayLike

from pliant.arrays import Array, Floats, Ints, read_only
from pliant.geometry.closest_rotation import closest3
from pliant.methods.elastic.grip import ROUNDS, ElasticPose, between_turns
from pliant.methods.elastic.grip_points import GripPoints, Pull, PulledBody, checked_turns
from pliant.methods.elastic.held_system import HeldSystem
from pliant.methods.elastic.loose_pins import Standing
from pliant.methods.elastic.pin_rows import Answer
from pliant.pins import PinnedPoints
from pliant.pose import Status
from pliant.rig import Grip
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.elastic.rig import ElasticIK


class PrintedGrip(Grip["ElasticIK", ElasticPose]):
    """Held vertices of a surface whose edges stay as rigid as possible."""

    pose_type = ElasticPose
    flows = True

    def __init__(self, rig: ElasticIK, hold: PinnedPoints) -> None:
        self.rig, self.hold, self.held = rig, hold, hold.held
        self.p = read_only(rig.shape.V[0])
        self.points = GripPoints.of(rig, hold)
        self.system = HeldSystem(rig.resolution, self.points.firm)

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
        pull = self.points.pull(targets, coherence, budget)
        R = self.points.turns(pull, start, len(self.p)).copy()
        standing = self.points.standing(start)
        found = Solver(self, pull, standing).minimised(R)
        for _ in range(ROUNDS):
            new = self.points.pins.stands(found.x, found.acting, standing)
            if new is None:
                break
            standing = new
            found = Solver(self, pull, standing).minimised(R)
        else:
            found = replace(found, status=Status.OUT_OF_ITERATIONS)
        return self._pulled(found, pull, self.points.touching(standing, found.acting), began)

    def between(self, targets: ArrayLike, a: PulledBody, b: PulledBody, share: float) -> PulledBody:
        """The pose whose vertices have turned a share of the way from a to b, points at targets (h, 3)."""
        began, count = time.perf_counter(), len(self.p)
        pull = self.points.pull(targets, 0.0, None)
        R = between_turns(checked_turns(a, count), checked_turns(b, count), share)
        x, _ = Solver(self, pull, self.points.standing(a, b)).solved(R)
        return self._pulled(Surface(x, R, None, (b.energy,), Status.FLOWING), pull, b.touching, began)

    def _pulled(self, found: Surface, pull: Pull, touching: Ints, began: float) -> PulledBody:
        return PulledBody(
            status=found.status,
            iterations=len(found.energies) - 1,
            energy=found.energies[-1],
            energies=found.energies,
            seconds=time.perf_counter() - began,
            gaps=self.hold.gaps(self.points.reached(found.x), pull.goal),
            turns=found.R,
            goal=pull.goal,
            x=found.x,
            touching=touching,
        )


@dataclass(frozen=True, eq=False)
class Surface:
    """Positions x (n, 3) and rotations R (n, 3, 3), rows that act, energies before and after each step."""

    x: Floats
    R: Floats
    acting: Array | None
    energies: tuple[float, ...]
    status: Status


class Solver:
    """Steps in turn over rotations and positions, for one pull and what stands on the floor."""

    def __init__(self, grip: PrintedGrip, pull: Pull, standing: Standing) -> None:
        self.p, self.rig, self.system = grip.p, grip.rig, grip.system
        pins = grip.points.pins
        self.shift = pull.shift[~pins.loose]
        self.fixed = grip.system.extended(self.shift)
        self.loose = pins.system(grip.system, pull.shift, standing)
        self.edges = grip.rig.edge_weights

    def minimised(self, R: Floats) -> Surface:
        """The end of the steps from rotations R (n, 3, 3), which change with them."""
        options, energies = self.rig.options, []
        x, answer = self.solved(R)
        status = Status.OUT_OF_ITERATIONS
        for _ in range(options.iterations):
            _rotations(self.p, x, *self.edges, R)
            energies.append(self._energy(x, R, answer))
            new, answer = self.solved(R)
            change = float(np.abs(new - x).max())
            x = new
            if change <= options.tolerance:
                status = Status.CONVERGED
                break
        _rotations(self.p, x, *self.edges, R)
        energies.append(self._energy(x, R, answer))
        return Surface(x, R, None if answer is None else answer.acting, tuple(energies), status)

    def solved(self, R: Floats) -> tuple[Floats, Answer | None]:
        """(n, 3) the best positions for rotations R (n, 3, 3), and what loosely held points answer."""
        b = np.empty_like(self.p)
        _divergence(self.p, R, *self.edges, b)
        e = self.system.solve(b - self.rig.cotangents @ self.p, self.shift, self.fixed)
        if self.loose is None:
            return self.p + e, None
        e, answer = self.loose.moved(e)
        return self.p + e, answer

    def _energy(self, x: Floats, R: Floats, answer: Answer | None) -> float:
        springs = 0.0 if self.loose is None or answer is None else self.loose.springs(answer)
        # The energy counts every edge from both of its ends, and the system once.
        return (_energy(self.p, x, R, *self.edges) + 2.0 * springs) / self.rig.area


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
