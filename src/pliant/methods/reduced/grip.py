"""A reduced rig with its held points: what depends on them alone, then one search per drag."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, checked_targets
from pliant.arrays import Floats
from pliant.examples.flow import between
from pliant.examples.search import Blend, determine_turn
from pliant.methods.reduced.control_fit import ControlFit, ControlPins
from pliant.pose import Pose, Pulled, Status
from pliant.rig import Grip
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

    def __init__(self, rig: ReducedIK, held: Held) -> None:
        self.rig = rig
        self.held = held
        self.pins = ControlPins.of(rig.rows(held), rig.normal)
        self._free_turn = rig.options.turning == "auto" and determine_turn(rig.frame.inward(held.rest))
        anchors = np.einsum("hr,krx->khx", self.pins.C, rig.t)
        self._guess = rig.search.guess(anchors, self.pins.stiffness, may_turn=self._free_turn)

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        search = self.rig.search
        fit = ControlFit.of(self.rig.parts, self.pins, self.rig.frame.inward(self.held.rest))
        guessed = self._guess.at(fit.targets)
        start = search.start(guessed)
        search.warm(search.problem(fit, self.rig.parts.W, guessed, turning=self._free_turn), start)
        blend = search.started(start)
        between(search, fit, self.rig.parts.W, (blend, blend), 0.5)
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
        fit = ControlFit.of(rig.parts, self.pins, rig.frame.inward(places))
        guessed = self._guess.at(fit.targets)
        problem = rig.search.problem(
            fit, rig.parts.W, guessed, turning=self._free_turn, earlier=start, coherence=coherence
        )
        outcome, blend = rig.search.found(problem, start or rig.search.start(guessed))
        x = outcome.state.x
        return PulledControls(
            palette=rig.frame.palette(x),
            gaps=np.linalg.norm(self.pins.C @ x - fit.targets, axis=1) * rig.frame.diagonal,
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
        fit = ControlFit.of(rig.parts, self.pins, rig.frame.inward(places))
        found = between(rig.search, fit, rig.parts.W, (a, b), share)
        return PulledControls(
            palette=rig.frame.palette(found.x),
            gaps=np.linalg.norm(self.pins.C @ found.x - fit.targets, axis=1) * rig.frame.diagonal,
            status=Status.FLOWING,
            iterations=0,
            energy=found.energy,
            energies=(found.energy,),
            seconds=time.perf_counter() - began,
            **vars(found.blend),
        )
