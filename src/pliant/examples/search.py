"""The search for a pose that mixes examples: first the span alone, then with corrective rotations.

MeshIK and Reduced IK share it; they differ in how positions follow from the mix (`Fit`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from pliant.arrays import Floats, Targets
from pliant.errors import OptionError
from pliant.examples.attitudes import Attitudes
from pliant.examples.corrections import RotationField, global_turn
from pliant.examples.options import SearchOptions
from pliant.examples.prior import Prior
from pliant.examples.problem import Fit, PoseProblem, PoseState
from pliant.examples.span import Span
from pliant.geometry.rotations import closest_rotation
from pliant.solve.gauss_newton import Outcome, minimise

# Pins determine how the whole is turned when they span this share of the diagonal across their main line.
SPREAD = 0.02
# Pull of the corrective rotations to the blend's own attitude where a drag may not turn the whole.
ATTITUDE_PULL = 0.1
# Below this energy, a hundredth of a unit of strain, the span fits and nothing is left to correct.
WELL_SPANNED = 1e-4
# `near` of a problem by the name of its steps.
NEAR = {"secant": 0.9, "gauss-newton": np.inf}


@dataclass(frozen=True, eq=False)
class Blend:
    """The parameters that a search found; another search may start from them.

    weights:   (l,) blend weights
    attitude:  (3, 3) how the whole is turned against the reference
    rotations: (m, 3, 3) corrective rotations of the elements, the attitude included
    spanned:   weights and attitude of the span alone, before corrections; where a warm start begins
    """

    weights: Floats
    attitude: Floats
    rotations: Floats
    spanned: tuple[Floats, Floats]

    def reweighted(self, weights: Floats) -> Self:
        """The same with other weights (l,), which a warm start begins with too."""
        return replace(self, weights=weights, spanned=(weights, self.spanned[1]))

    def copy(self) -> Blend:
        """The parameters alone, in arrays that can be written: kernels are compiled for those only."""
        w, Q = self.spanned
        return Blend(self.weights.copy(), self.attitude.copy(), self.rotations.copy(), (w.copy(), Q.copy()))


@dataclass(frozen=True, eq=False)
class Start:
    """The start of a search without an earlier pose: weights (l,) of an example and its attitude (3, 3)."""

    weights: Floats
    attitude: Floats


@dataclass(frozen=True, eq=False)
class ExampleSearch:
    """What a rig keeps for all its searches.

    turn:        the field that turns the whole; None where nothing turns
    corrections: the field of corrective rotations, of stiffness 1; None for none
    prior:       what is known of the weights before any pin
    """

    span: Span
    attitudes: Attitudes
    turn: RotationField | None
    corrections: RotationField | None
    prior: Prior
    options: SearchOptions

    @staticmethod
    def of(
        options: SearchOptions,
        span: Span,
        attitudes: Attitudes,
        corrections: RotationField | None,
        prior: Prior | None = None,
    ) -> ExampleSearch:
        """A search with these options; without a prior, with the one that the options describe."""
        turns = options.turning != "never" or not attitudes.still
        return ExampleSearch(
            span,
            attitudes,
            global_turn(len(span.logs)) if turns else None,
            corrections,
            prior or Prior.of_weights(span.free, options.ridge, options.size),
            options,
        )

    def problem(
        self, fit: Fit, W: Floats, *, turning: bool, earlier: Blend | None = None, coherence: float = 0.0
    ) -> PoseProblem:
        """The problem of one drag.

        W:         (m,) weights of the elements
        turning:   whether the whole may turn by itself
        coherence: p of p‖w − w_earlier‖², and of a turn of the whole against the earlier attitude
        Raises OptionError for a coherence out of range or without an earlier pose of the same rig.
        """
        if earlier is not None:
            self._check_own(earlier)
        terms = [(self.prior.strength, self.prior.centre)]
        if not 0.0 <= coherence < np.inf:
            raise OptionError(f"coherence={coherence!r}; a number of at least 0 is needed.")
        if coherence:
            if earlier is None:
                raise OptionError("coherence keeps a pose near an earlier one; give that one as start.")
            terms.append((coherence * np.eye(self.span.free), earlier.weights))
        return PoseProblem(
            self.span,
            self.attitudes,
            W,
            fit,
            Prior.of(terms) if coherence else self.prior,
            field=self.turn,
            turning=turning,
            pull=coherence if turning else 0.0,
            upright=np.eye(3) if earlier is None else earlier.attitude,
            damping=self.options.damping,
            near=NEAR[self.options.steps],
            rows=self.span.scratch(),
        )

    def found(self, problem: PoseProblem, start: Start | Blend) -> tuple[Outcome[PoseState], Blend]:
        """The end of the search, and the parameters that it found."""
        earlier = start.copy() if isinstance(start, Blend) else None
        spanned = self._minimised(problem, self.first(problem, earlier or start))
        outcome = self._corrected(problem, spanned, earlier)
        state = outcome.state
        attitude = closest_rotation(np.einsum("j,jab->ab", problem.W, state.R))
        return outcome, Blend(state.w, attitude, state.R, (spanned.state.w, spanned.state.R[0]))

    def started(self, start: Start) -> Blend:
        """The parameters of a start, without corrections."""
        w, Q = start.weights, start.attitude
        return Blend(w, Q, np.broadcast_to(Q, (len(self.span.logs), 3, 3)).copy(), (w, Q))

    def first(self, problem: PoseProblem, start: Start | Blend) -> PoseState:
        """The state at the start, without corrections."""
        w, Q = (start.weights, start.attitude) if isinstance(start, Start) else start.spanned
        if isinstance(start, Blend) and not problem.turning:
            Q = self._attitude(w)
        return problem.state(w, Q, np.broadcast_to(Q, (len(problem.W), 3, 3)).copy())

    def warm(self, problem: PoseProblem, start: Start) -> None:
        """Load every compiled kernel of a search and touch its memory, so that the first drag is not slow."""
        for field in {self.turn, self.corrections and self.corrections.stiffened(1.0)}:
            tried = replace(problem, field=field)
            state = self.first(tried, start)
            tried.moved(state, tried.direction(state), 1.0)

    def _check_own(self, earlier: Blend) -> None:
        """Raise OptionError for a pose of other examples or other elements."""
        sizes = (self.span.free,), (len(self.span.logs), 3, 3)
        if not isinstance(earlier, Blend) or (earlier.weights.shape, earlier.rotations.shape) != sizes:
            raise OptionError("The start is a pose of another rig; give one that this rig made.")

    def _minimised(self, problem: PoseProblem, first: PoseState) -> Outcome[PoseState]:
        return minimise(problem, first, tolerance=self.options.tolerance, most=self.options.iterations)

    def _corrected(
        self, problem: PoseProblem, spanned: Outcome[PoseState], earlier: Blend | None
    ) -> Outcome[PoseState]:
        """The search continued with corrective rotations, the softer the worse the span alone fits."""
        field, state = self.corrections, spanned.state
        if field is None or state.energy < WELL_SPANNED:
            return spanned
        stiff = field.stiffened(self.options.correction / state.energy)
        softer = replace(problem, field=stiff, pull=problem.pull if problem.turning else ATTITUDE_PULL)
        first = None
        if earlier is not None:
            warm = softer.state(
                earlier.weights, *self._attitude_and_rotations(earlier, turning=problem.turning)
            )
            # The energy of the spanned state here, without the cost of making it.
            spanned_energy = state.energy - problem.rotation_energy(state.Q, state.R)
            spanned_energy += softer.rotation_energy(state.Q, state.R)
            first = warm if warm.energy < spanned_energy else None
        outcome = self._minimised(softer, first or softer.state(state.w, state.Q, state.R))
        return Outcome(outcome.state, outcome.status, spanned.energies + outcome.energies[1:])

    def _attitude_and_rotations(self, earlier: Blend, *, turning: bool) -> tuple[Floats, Floats]:
        """Those of an earlier search; unless the whole may turn, they are turned as its weights say."""
        if turning:
            return earlier.attitude, earlier.rotations
        Q = self._attitude(earlier.weights)
        return Q, (Q @ earlier.attitude.T) @ earlier.rotations

    def _attitude(self, w: Floats) -> Floats:
        """(3, 3) how the whole is turned at the weights w (l,)."""
        return np.eye(3) if self.attitudes.still else self.attitudes.turn(w)


def best_turns(
    anchors: Floats, targets: Targets, stiffness: Floats, *, may_turn: bool
) -> tuple[Floats, Floats]:
    """turns (k, 3, 3) that bring each example's anchors nearest to the targets, and what is left (k,).

    anchors:   (k, h, 3) the held points in each example
    stiffness: Λ (h, h); a gap r (h, 3) costs rᵀΛr
    """
    k = len(anchors)
    turns = np.broadcast_to(np.eye(3), (k, 3, 3))
    if may_turn:
        turns = closest_rotation((targets.T @ stiffness) @ anchors)
    gap = targets - anchors @ np.swapaxes(turns, 1, 2)
    return turns, ((stiffness @ gap) * gap).sum(axis=(1, 2))


def determine_turn(points: Targets) -> bool:
    """Whether points (h, 3), in diagonals of the mesh, lie far enough off one line to fix a rotation."""
    if len(points) < 3:
        return False
    across = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1]
    return bool(across > SPREAD)
