"""A reduced rig with its held points: what depends on them alone, then one search per drag."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import checked_targets
from pliant.arrays import Floats, Ints, Targets
from pliant.examples.problem import Fit, PoseState
from pliant.examples.search import Blend, Start, best_turns, determine_turn
from pliant.examples.standing import Body
from pliant.examples.yielding import softened
from pliant.examples.yielding_pins import Footholds, YieldingPins
from pliant.methods.reduced.control_fit import DEPENDENT, ControlFit, ControlPins
from pliant.pins import PinnedPoints
from pliant.pose import NO_VERTICES, Pose, Pulled
from pliant.rig import Grip
from pliant.skin import skinned
from pliant.solve.gauss_newton import Outcome
from pliant.solve.threads import with_one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.reduced.rig import ReducedIK


@dataclass(frozen=True, eq=False, kw_only=True)
class PulledControls(Blend, Pulled):
    """The controls of a pose, and the blend that they are nearest to.

    palette: (c, 3, 4) the controls [F d] in the user's coordinates: V = Σ αᵢ (Fᵢ x + dᵢ)
    """

    palette: Floats  # pyright: ignore[reportGeneralTypeIssues] - always given here


@dataclass(frozen=True, eq=False, kw_only=True)
class ReducedPose(PulledControls, Pose):
    """A pose with the controls that make it."""


class ReducedGrip(Grip["ReducedIK", ReducedPose]):
    """Held points on a reduced rig. Its cost does not depend on the mesh."""

    pose_type = ReducedPose

    def __init__(self, rig: ReducedIK, hold: PinnedPoints) -> None:
        self.rig = rig
        self.hold, self.held = hold, hold.held
        firm, rest = hold.plain, rig.frame.inward(hold.held.rest)
        self.pins = ControlPins.of(rig.rows(hold.held), rig.normal)
        self._firm, self._yielding, self._stiffness = self.pins, None, self.pins.stiffness
        if hold.floor is not None or not firm.all():
            # Without a firm pin the centre grounds the system, and a shift of the whole is free.
            own = self.pins.C[firm] if firm.any() else rig.model.centre[None]
            self._firm = ControlPins.of(own, rig.normal)
            self._yielding = YieldingPins.of(self._body(floating=not firm.any()), hold.held, hold, rig.frame)
            self._stiffness = softened(self._stiffness, self._yielding.starting_compliance())
        self._examples = np.einsum("hr,krx->khx", self.pins.C, rig.t)
        self._free_turn = (
            rig.options.turning == "auto"
            and determine_turn(rest)
            and (self._yielding is None or self._yielding.determine_turn(rest))
        )

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        search = self.rig.search
        goal = self.rig.frame.inward(self.held.rest)
        problem = search.problem(self._fit(goal), self.rig.parts.W, turning=self._free_turn)
        search.warm(problem, self._nearest(goal))
        self.rig.example(0)

    @with_one_blas_thread
    def pull(
        self, targets: ArrayLike, start: PulledControls | None = None, *, coherence: float = 0.0
    ) -> PulledControls:
        """The controls with the anchors at targets (h, 3), from `start` or the nearest example.

        What it costs does not depend on the mesh: for those who skin elsewhere, as on a graphics card.
        coherence: p of p‖w − w_start‖², per unit of normalised energy, keeps an animation together; a turn
        of the whole against the start costs likewise.
        """
        began = time.perf_counter()
        rig = self.rig
        places = checked_targets(targets, len(self.held))
        goal = rig.frame.inward(self.hold.goals(places))
        outcome, blend, touching = self._found(goal, start, coherence)
        x = outcome.state.x
        reached, wanted = self.pins.C @ x, rig.frame.inward(places)
        return PulledControls(
            palette=rig.frame.palette(x),
            gaps=self.hold.gaps(reached, wanted) * rig.frame.diagonal,
            touching=touching,
            status=outcome.status,
            iterations=outcome.iterations,
            energy=outcome.state.energy,
            energies=outcome.energies,
            seconds=time.perf_counter() - began,
            **vars(blend),
        )

    def _fit(self, goal: Targets) -> ControlFit:
        """The firm pins at their targets; without any, the centre at the origin."""
        if self._yielding is not None:
            firm = self.hold.plain
            goal = goal[firm] if firm.any() else np.zeros((1, 3))
        return ControlFit.of(self.rig.parts, self._firm, goal)

    def _found(
        self, goal: Targets, start: PulledControls | None, coherence: float
    ) -> tuple[Outcome[PoseState], Blend, Ints]:
        """The end of the search with the pins at goal (h, 3), and the vertices that a floor holds up."""
        search = self.rig.search

        def searched(fit: Fit, begin: Start | Blend) -> tuple[Outcome[PoseState], Blend]:
            problem = search.problem(
                fit, self.rig.parts.W, turning=self._free_turn, earlier=start, coherence=coherence
            )
            return search.found(problem, begin)

        begin = start or self._nearest(goal)
        if self._yielding is None:
            return *searched(self._fit(goal), begin), NO_VERTICES
        return self._yielding.found(self._fit(goal), goal, searched, begin, self._kept(start))

    def _kept(self, start: PulledControls | None) -> Footholds:
        """What a floor held up in an earlier pose, with its places then in the solver's coordinates."""
        if start is None or not len(start.touching):
            return Footholds.none()
        places = skinned(self.rig.skin, start.palette, start.touching)
        return Footholds(start.touching, self.rig.frame.inward(places))

    def _body(self, *, floating: bool) -> Body:
        """How points of the mesh follow the controls, with the firm pins held."""
        rig, P, pins = self.rig, self._firm.P, self._firm

        def gram(E: Floats) -> Floats:
            free = E if floating else E - (E @ pins.inverse) @ pins.C
            return free @ free.T / ((DEPENDENT * float(np.linalg.norm(E, 2))) ** 2)

        return Body(
            rows=rig.rows,
            responses=lambda E: P.T @ (P @ E.T),
            vertices=lambda x: rig.frame.inward(rig.posed(rig.frame.palette(x))),
            shift=np.tile([0.0, 0.0, 0.0, 1.0], rig.parts.count) if floating else None,
            gram=gram,
        )

    def _nearest(self, goal: Targets) -> Start:
        """The example that fits the pins best, or the reference."""
        rig = self.rig
        known = self._examples if rig.options.start == "nearest" else self._examples[:1]
        turns, costs = best_turns(known, goal, self._stiffness, may_turn=self._free_turn)
        best = int(np.argmin(costs))
        weights = np.eye(len(rig.t))[best]
        return Start(weights, turns[best] @ rig.attitudes.turn(weights))
