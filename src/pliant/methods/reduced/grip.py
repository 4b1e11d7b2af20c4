"""A reduced rig with its held points: what depends on them alone, then one search per drag."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.anchors import Held, checked_targets
from pliant.core.arrays import Floats
from pliant.core.example_search import Blend, Start, best_turns, determine_turn
from pliant.core.rig import Grip, Pose
from pliant.core.threads import with_one_blas_thread
from pliant.errors import OptionError
from pliant.methods.reduced.fit import ControlFit, Pins

if TYPE_CHECKING:
    from pliant.methods.reduced.rig import ReducedIK


@dataclass(frozen=True, eq=False)
class ReducedPose(Pose):
    """A pose with the controls that make it, and the blend that they are nearest to.

    palette:   (c, 3, 4) the controls [F d] in the user's coordinates: V = Σ αᵢ (Fᵢ x + dᵢ)
    weights:   (k,) blend weights
    attitude:  (3, 3) how the whole is turned against the reference
    rotations: (e, 3, 3) corrective rotations of the solver's elements, the attitude included
    gaps:      (h,) how far each held point is from its target; zero unless pins contradict each other
    spanned:   weights and attitude of the span alone, before corrections; where a warm start begins
    """

    palette: Floats
    weights: Floats
    attitude: Floats
    rotations: Floats
    gaps: Floats
    spanned: tuple[Floats, Floats]


class ReducedGrip(Grip):
    """Held points on a reduced rig. Its cost does not depend on the mesh."""

    def __init__(self, rig: ReducedIK, held: Held) -> None:
        self.rig = rig
        self.held = held
        self.pins = Pins.of(rig.rows(held), rig.normal)
        self._examples = np.einsum("hr,krx->khx", self.pins.C, rig.t)
        self._free_turn = rig.options.turning == "auto" and determine_turn(rig.frame.inward(held.rest))

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        search = self.rig.search
        fit = ControlFit.of(self.rig.parts, self.pins, self.rig.frame.inward(self.held.rest))
        problem = search.problem(fit, self.rig.parts.W, turning=self._free_turn)
        for field in {search.turn, search.corrections}:
            tried = replace(problem, field=field)
            state = search.first(tried, self._nearest(fit))
            state = tried.moved(state, tried.direction(state), 1.0)
            self.rig.skin.posed(self.rig.frame.outward(state.x))

    @with_one_blas_thread
    def drag(
        self, targets: ArrayLike, start: ReducedPose | None = None, *, coherence: float = 0.0
    ) -> ReducedPose:
        """The pose with the anchors at targets (h, 3), from `start` or the nearest example.

        coherence: p of p‖w − w_start‖², per unit of normalised energy, keeps an animation together; a turn
        of the whole against the start costs likewise.
        """
        began = time.perf_counter()
        rig = self.rig
        places = checked_targets(targets, len(self.held))
        fit = ControlFit.of(rig.parts, self.pins, rig.frame.inward(places))
        earlier = None if start is None else self._blend_of(start)
        problem = rig.search.problem(
            fit, rig.parts.W, turning=self._free_turn, earlier=earlier, coherence=coherence
        )
        outcome, blend = rig.search.found(problem, earlier or self._nearest(fit))
        t = rig.frame.outward(outcome.state.x)
        gaps = np.linalg.norm(self.pins.C @ outcome.state.x - fit.targets, axis=1) * rig.frame.diagonal
        V = rig.skin.posed(t)
        return ReducedPose(
            V=V,
            status=outcome.status,
            iterations=outcome.iterations,
            energy=outcome.state.energy,
            energies=outcome.energies,
            seconds=time.perf_counter() - began,
            palette=np.swapaxes(t.reshape(-1, 4, 3), 1, 2),
            weights=blend.weights,
            attitude=blend.attitude,
            rotations=blend.rotations,
            gaps=gaps,
            spanned=blend.spanned,
        )

    def _nearest(self, fit: ControlFit) -> Start:
        """The example that fits the pins best, or the reference."""
        rig = self.rig
        known = self._examples if rig.options.start == "nearest" else self._examples[:1]
        turns, costs = best_turns(known, fit.targets, self.pins.stiffness, may_turn=self._free_turn)
        best = int(np.argmin(costs))
        weights = np.eye(len(rig.t))[best]
        return Start(weights, turns[best] @ rig.attitudes.turn(weights))

    def _blend_of(self, start: ReducedPose) -> Blend:
        rig = self.rig
        if start.V.shape != rig.mesh.V.shape or start.rotations.shape != (len(rig.parts.W), 3, 3):
            raise OptionError("The start is a pose of another rig; give one that this rig made.")
        return Blend(start.weights, start.attitude, start.rotations, start.spanned)
