"""As-rigid-as-possible surface modelling [Sorkine2007]: a rotation for every vertex and its edges.

minimise Σ_i Σ_j∈N(i) w_ij ‖(x_i − x_j) − R_i (p_i − p_j)‖², w_ij half the sum of cotangents of the opposite
angles, with the held points fixed: as printed in turn over rotations [eq. 6] and positions [eq. 9], or by the
quasi-Newton steps of `printed_search.py`.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Array, Floats, Ints, read_only
from pliant.methods.elastic import spokes
from pliant.methods.elastic.grip import ROUNDS, ElasticPose, between_turns
from pliant.methods.elastic.grip_points import GripPoints, Pull, PulledBody, checked_turns
from pliant.methods.elastic.held_system import HeldSystem
from pliant.methods.elastic.loose_pins import Standing
from pliant.methods.elastic.pin_rows import Answer
from pliant.methods.elastic.printed_search import Surface, alternating, quasi_newton
from pliant.pins import PinnedPoints
from pliant.pose import Status
from pliant.rig import Grip
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.elastic.rig import ElasticIK

# The energy counts every edge from both of its ends, and the linear system once.
SYSTEMS = 2.0


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


class Solver:
    """The energy of spokes for one pull and what stands on the floor."""

    def __init__(self, grip: PrintedGrip, pull: Pull, standing: Standing) -> None:
        self.p, self.rig, self.system = grip.p, grip.rig, grip.system
        pins = grip.points.pins
        self.shift = pull.shift[~pins.loose]
        self.fixed = grip.system.extended(self.shift)
        self.loose = pins.system(grip.system, pull.shift, standing)
        self.edges = grip.rig.edge_weights
        self._own = np.empty(len(self.p))

    def minimised(self, R: Floats) -> Surface:
        """The end of the rig's search from rotations R (n, 3, 3), which change with it.

        Contacts, which come and go, take the paper's steps: each asks anew which of them push.
        """
        touches = self.loose is not None and bool(self.loose.rows.one_sided.any())
        search = alternating if touches or self.rig.options.search == "alternating" else quasi_newton
        return search(self, R)

    def solved(self, R: Floats) -> tuple[Floats, Answer | None]:
        """(n, 3) the best positions for rotations R (n, 3, 3), and what loosely held points answer."""
        b = np.empty_like(self.p)
        spokes.divergence(self.p, R, self.edges, b)
        e = self.system.solve(b - self.rig.cotangents @ self.p, self.shift, self.fixed)
        if self.loose is None:
            return self.p + e, None
        e, answer = self.loose.moved(e)
        return self.p + e, answer

    def energy(self, x: Floats, R: Floats, acting: Array | None) -> float:
        """The least energy of positions x (n, 3), where some rows act; R (n, 3, 3) becomes its rotations."""
        spokes.rotations(self.p, x, self.edges, R)
        spokes.energies(self.p, x, R, self.edges, self._own)
        return (float(self._own.sum()) + SYSTEMS * self._strained(x, acting)[0]) / self.rig.area

    def slope(self, x: Floats, R: Floats, acting: Array | None) -> Floats:
        """(n, 3) the slope of the energy at positions x (n, 3), with the closest rotations R (n, 3, 3)."""
        slope = np.empty_like(x)
        spokes.slope(self.p, x, R, self.edges, slope)
        if self.loose is not None:
            slope += SYSTEMS * self._strained(x, acting)[1]
        slope /= self.rig.area
        return slope

    def downhill(self, slope: Floats, acting: Array | None) -> Floats:
        """(n, 3) the displacement that a slope (n, 3) asks for, where rotations and what is held stay."""
        own = slope * (self.rig.area / (2.0 * SYSTEMS))
        down = self.system.solve(own, np.zeros_like(self.shift), None)
        return down if self.loose is None or acting is None else self.loose.unmoved(down, acting)

    def _strained(self, x: Floats, acting: Array | None) -> tuple[float, Floats | float]:
        """What soft rows cost at positions x (n, 3), and the slope (n, 3) of it."""
        if self.loose is None or acting is None:
            return 0.0, 0.0
        return self.loose.strained(x - self.p, acting)
