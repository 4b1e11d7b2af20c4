"""A reduced rig with its held points: what depends on them alone, then one search per drag."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import checked_targets
from pliant.arrays import Floats, Ints, Targets
from pliant.examples.drag_search import DragSearch
from pliant.examples.flow import between
from pliant.examples.problem import Fit, PoseState
from pliant.examples.search import Blend, Start, determine_turn
from pliant.examples.standing import Body
from pliant.examples.yielding import softened
from pliant.examples.yielding_pins import Footholds, YieldingPins
from pliant.methods.reduced.control_fit import DEPENDENT, ControlFit, ControlPins
from pliant.pins import PinnedPoints
from pliant.pose import NO_VERTICES, Pose, Pulled, Status
from pliant.rig import Grip, check_budget
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
    flows = True

    def __init__(self, rig: ReducedIK, hold: PinnedPoints) -> None:
        self.rig = rig
        self.hold, self.held = hold, hold.held
        firm, rest = hold.plain, rig.frame.inward(hold.held.rest)
        self.pins = ControlPins.of(rig.rows(hold.held), rig.normal)
        self._firm, self._yielding, stiffness = self.pins, None, self.pins.stiffness
        # Where points that slide should be is not known, so that they suggest nothing.
        self._asked = np.flatnonzero(~hold.slides)
        if hold.floor is not None or not firm.all():
            # Without a firm pin the centre grounds the system, and a shift of the whole is free.
            own = self.pins.C[firm] if firm.any() else rig.model.centre[None]
            self._firm = ControlPins.of(own, rig.normal)
            self._yielding = YieldingPins.of(self._body(floating=not firm.any()), hold.held, hold, rig.frame)
            stiffness = self._softened(self._yielding.compliances[self._asked])
        self._free_turn = (
            rig.options.turning == "auto"
            and determine_turn(rest)
            and (self._yielding is None or self._yielding.determine_turn(rest))
        )
        anchors = np.einsum("hr,krx->khx", self.pins.C[self._asked], rig.t)
        may_turn = self._free_turn and determine_turn(rest[self._asked])
        self._guess = rig.search.guess(anchors, stiffness, may_turn=may_turn)

    def _softened(self, compliances: Floats) -> Floats:
        """(a, a) stiffness of the points that are asked, behind springs that give way by compliances (a,)."""
        if not len(self._asked):
            return np.zeros((0, 0))
        return softened(ControlPins.of(self.pins.C[self._asked], self.rig.normal).stiffness, compliances)

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        search = self.rig.search
        goal = self.rig.frame.inward(self.held.rest)
        fit, guessed = self._fit(goal), self._guess.at(goal[self._asked])
        start = search.start(guessed)
        search.warm(search.problem(fit, self.rig.parts.W, guessed, turning=self._free_turn), start)
        blend = search.started(start)
        between(search, fit, self.rig.parts.W, (blend, blend), 0.5)
        self.rig.example(0)
        skin = self.rig.skin
        skinned(skin, np.zeros((skin.count, 3, 4)), skin.witnesses)

    def pull(
        self,
        targets: ArrayLike,
        start: PulledControls | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PulledControls:
        """The controls with the anchors at targets (h, 3), from `start` or the nearest example.

        What it costs does not depend on the mesh: for those who skin elsewhere, as on a graphics card.
        coherence: p of p‖w − w_start‖², per unit of normalised energy, keeps an animation together; a turn
        of the whole against the start costs likewise. A search takes milliseconds, and finishes whatever
        its budget is.
        """
        check_budget(budget)
        return self._pulled(targets, start, coherence)

    def searches(self, targets: ArrayLike) -> Iterator[Pulled]:
        """Results of searches that begin at different places: other examples and mixes of them, too."""
        yield from super().searches(targets)
        places = checked_targets(targets, len(self.held))
        guessed = self._guess.at(self.rig.frame.inward(self.hold.goals(places))[self._asked])
        yield from (self._pulled(targets, start) for start in self.rig.search.starts(guessed))

    @with_one_blas_thread
    def _pulled(
        self, targets: ArrayLike, start: PulledControls | Start | None, coherence: float = 0.0
    ) -> PulledControls:
        """The controls of a search from an earlier result, a start without one, or where pins suggest."""
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

    @with_one_blas_thread
    def between(
        self, targets: ArrayLike, a: PulledControls, b: PulledControls, share: float
    ) -> PulledControls:
        """The controls at a share of the way from a to b, with the anchors at targets (h, 3)."""
        began = time.perf_counter()
        rig = self.rig
        places = checked_targets(targets, len(self.held))
        goal = rig.frame.inward(self.hold.goals(places))
        fit: Fit = (firm := self._fit(goal))
        if self._yielding is not None:
            standing = np.union1d(a.touching, b.touching)
            fit = self._yielding.standing_fit(firm, goal, standing)
        found = between(rig.search, fit, rig.parts.W, (a, b), share)
        return PulledControls(
            palette=rig.frame.palette(found.x),
            gaps=self.hold.gaps(self.pins.C @ found.x, rig.frame.inward(places)) * rig.frame.diagonal,
            touching=b.touching,
            status=Status.FLOWING,
            iterations=0,
            energy=found.energy,
            energies=(found.energy,),
            seconds=time.perf_counter() - began,
            **vars(found.blend),
        )

    def path(
        self, targets: ArrayLike, a: PulledControls, b: PulledControls
    ) -> Callable[[float], PulledControls]:
        """The controls between a and b, which begin at a itself and end in b itself.

        Controls need not be the fit of their blend: pins that were let go have stretched them, a floor
        pushes them. What they are apart from that fades out and in along the way, and is nothing where
        points are held.
        """
        left = a.palette - self.between(self.reached(a), a, b, 0.0).palette
        ahead = b.palette - self.between(self.reached(b), a, b, 1.0).palette

        def at(share: float) -> PulledControls:
            found = self.between(targets, a, b, share)
            return replace(found, palette=found.palette + (1.0 - share) * left + share * ahead)

        return at

    def _fit(self, goal: Targets) -> ControlFit:
        """The firm pins at their targets; without any, the centre at the origin."""
        if self._yielding is not None:
            firm = self.hold.plain
            goal = goal[firm] if firm.any() else np.zeros((1, 3))
        return ControlFit.of(self.rig.parts, self._firm, goal)

    def _found(
        self, goal: Targets, start: PulledControls | Start | None, coherence: float
    ) -> tuple[Outcome[PoseState], Blend, Ints]:
        """The end of the search with the pins at goal (h, 3), and the vertices that a floor holds up."""
        rig, guessed = self.rig, self._guess.at(goal[self._asked])
        earlier = None if isinstance(start, Start) else start
        search = DragSearch(rig.search, rig.parts.W, guessed, self._free_turn, earlier, coherence)
        fit, begin = self._fit(goal), start or rig.search.start(guessed)
        if self._yielding is None:
            return *search.found(fit, begin), NO_VERTICES
        return self._yielding.found(fit, goal, search, begin, self._kept(earlier))

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
