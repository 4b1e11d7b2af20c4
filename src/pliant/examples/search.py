"""The search for a pose that mixes examples: first the span alone, then with corrective rotations.

MeshIK and Reduced IK share it; they differ in how positions follow from the mix (`Fit`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from pliant.arrays import Floats, Targets
from pliant.errors import OptionError
from pliant.examples.attitudes import Attitudes
from pliant.examples.corrections import RotationField, global_turn
from pliant.examples.guess import Guess, Guessed
from pliant.examples.loop.searched import loop_state, searched
from pliant.examples.options import SearchOptions
from pliant.examples.prior import Prior
from pliant.examples.problem import Fit, PoseProblem, PoseState
from pliant.examples.regional_span import RegionalSpan
from pliant.examples.regions import Regions
from pliant.examples.span import Span
from pliant.pose import NOTHING
from pliant.solve.gauss_newton import Outcome, minimise

# Pins determine how the whole is turned when they span this share of the diagonal across their main line.
SPREAD = 0.02
# Pull of the corrective rotations to the blend's own attitude where a drag may not turn the whole.
ATTITUDE_PULL = 0.1
# Below this energy, a hundredth of a unit of strain, the span fits and nothing is left to correct.
WELL_SPANNED = 1e-4
# Examples that differ by less than this, on average, are subtle, as expressions of a face are. The ridge
# shrinks with them: else a spike of the pinned vertex costs less than more of the right example.
SUBTLE = 0.3
# Examples beside the nearest one at which a search for another pose begins.
OTHER_EXAMPLES = 2
# `near` of a problem by the name of its steps.
NEAR = {"secant": 0.9, "gauss-newton": np.inf}


@dataclass(frozen=True, eq=False)
class Blend:
    """The parameters that a search found; another search may start from them.

    weights:   (l,) blend weights; their mean over the surface where regions have their own
    attitude:  Q (3, 3) how the whole is turned against the reference
    turns:     θ (B, 3) corrective rotations, R_j = Q exp(Σ_b φ_jb θ_b); empty where nothing corrects
    elements:  how many elements the rig has, by which the pose of another rig is recognised
    spanned:   weights and attitude of the span alone, before corrections; where a warm start begins
    trail:     what a move of a gesture leaves for the next one (see live.py); None for others
    regional:  (R, l) blend weights of each region; empty where one set of weights serves the whole
    """

    weights: Floats
    attitude: Floats
    turns: Floats
    elements: int
    spanned: tuple[Floats, Floats]
    trail: Any = None
    regional: Floats = field(default_factory=lambda: NOTHING, kw_only=True)

    def reweighted(self, weights: Floats) -> Self:
        """The same with other weights (l,), which a warm start begins with too; regions differ as before."""
        regional = self.regional + (weights - self.weights) if len(self.regional) else self.regional
        return replace(
            self, weights=weights, spanned=(weights, self.spanned[1]), trail=None, regional=regional
        )


@dataclass(frozen=True, eq=False)
class Start:
    """The start of a search without an earlier pose: weights (l,) of an example and its attitude (3, 3)."""

    weights: Floats
    attitude: Floats


@dataclass(frozen=True, eq=False)
class ExampleSearch:
    """What a rig keeps for all its searches.

    examples:    (k, l) weights that give each example
    apart:       (k, k) what it costs to make one example of another, as a whole turned alike
    turn:        the field that turns the whole; None where nothing turns
    corrections: the field of corrective rotations, of stiffness 1; None for none
    strength:    (l, l) of the prior of the weights
    regions:     that have weights of their own; None where one set serves the whole
    """

    span: Span
    attitudes: Attitudes
    examples: Floats
    apart: Floats
    turn: RotationField | None
    corrections: RotationField | None
    strength: Floats
    options: SearchOptions
    regions: Regions | None = None

    @staticmethod
    def of(
        options: SearchOptions,
        span: Span,
        attitudes: Attitudes,
        corrections: RotationField | None,
        W: Floats,
        examples: Floats | None = None,
    ) -> ExampleSearch:
        """A search with these options.

        W:        (m,) weights of the elements
        examples: (k, l) weights that give each example; by default each example has a weight of its own
        """
        turns = options.turning != "never" or not attitudes.still
        corners = np.eye(span.free) if examples is None else examples
        # Mean-centred examples mix to their mean whatever the sum of their weights is.
        size = options.size if examples is None else 0.0
        apart = span.distances(corners, W)
        ridge = options.ridge * min(1.0, float(apart.mean()) / SUBTLE)
        return ExampleSearch(
            span,
            attitudes,
            corners,
            apart,
            global_turn(len(span.logs)) if turns else None,
            corrections,
            ridge * np.eye(span.free) + size,
            options,
        )

    def guess(
        self, anchors: Floats, stiffness: Floats, *, may_turn: bool, base: Floats | None = None
    ) -> Guess:
        """What held points can tell about the examples; the arguments are those of `Guess`."""
        cost = np.zeros(len(anchors)) if base is None else base
        return Guess.of(anchors, stiffness, cost, self.apart, may_turn=may_turn)

    def start(self, guessed: Guessed) -> Start:
        """The example that fits the pins best, or the reference."""
        best = int(np.argmin(guessed.costs)) if self.options.start == "nearest" else 0
        attitude = self.attitudes.turn(np.eye(len(self.examples))[best])
        return Start(self.examples[best], guessed.turns[best] @ attitude)

    def starts(self, guessed: Guessed) -> list[Start]:
        """Where else a search may begin: other examples near the pins, the reference, and the suggested mix.

        The mix that the pins suggest is turned as the example that fits them best.
        """
        best, *others = np.argsort(guessed.costs, kind="stable")[: OTHER_EXAMPLES + 1].tolist()
        chosen = np.unique([0, *others])
        shares = np.concatenate([np.eye(len(self.examples))[chosen], guessed.shares[None]])
        return [
            Start(share @ self.examples, guessed.turns[i] @ self.attitudes.turn(share))
            for share, i in zip(shares, [*chosen, best], strict=True)
        ]

    def problem(
        self,
        fit: Fit,
        W: Floats,
        guessed: Guessed,
        *,
        turning: bool,
        earlier: Blend | None = None,
        coherence: float = 0.0,
    ) -> PoseProblem:
        """The problem of one drag.

        W:         (m,) weights of the elements
        guessed:   what the pins suggest
        turning:   whether the whole may turn by itself
        coherence: p of p‖w − w_earlier‖², and of a turn of the whole against the earlier attitude
        Raises OptionError for a coherence out of range or without an earlier pose of the same rig.
        """
        if earlier is not None:
            self._check_own(earlier)
        prior = Prior(self.strength, guessed.shares @ self.examples)
        if not 0.0 <= coherence < np.inf:
            raise OptionError(f"coherence={coherence!r}; a number of at least 0 is needed.")
        if coherence:
            if earlier is None:
                raise OptionError("coherence keeps a pose near an earlier one; give that one as start.")
            prior = prior.and_also(coherence * np.eye(self.span.free), earlier.weights)
            if self.regions is not None:
                way = coherence * (earlier.regional - earlier.weights)
                prior = replace(prior, apart=np.linalg.solve(prior.strength, way.T).T)
        return PoseProblem(
            self.span,
            self.attitudes,
            W,
            fit,
            prior,
            field=self.turn,
            turning=turning,
            pull=coherence if turning else 0.0,
            upright=np.eye(3) if earlier is None else earlier.attitude,
            damping=self.options.damping,
            near=NEAR[self.options.steps],
        )

    def found(self, problem: PoseProblem, start: Start | Blend) -> tuple[Outcome[PoseState], Blend]:
        """The end of the search, and the parameters that it found."""
        earlier = start if isinstance(start, Blend) else None
        spanned = self._minimised(problem, self.first(problem, earlier or start))
        outcome = self._corrected(problem, spanned, earlier)
        state = outcome.state
        turns = state.turns if len(state.turns) == len(self.unturned) else self.unturned
        return outcome, self.blend(state.w, state.Q, turns, (spanned.state.w, spanned.state.Q))

    def blend(
        self, w: Floats, Q: Floats, turns: Floats, spanned: tuple[Floats, Floats], trail: Any = None
    ) -> Blend:
        """The parameters of a pose; w (l,) are weights of the whole, or (R·l,) those of its regions."""
        mean, regional = w, NOTHING
        if self.regions is not None:
            whole = len(w) == self.span.free
            regional = self.regions.alike(w) if whole else w.reshape(self.regions.count, -1)
            mean = w if whole else self.regions.mean(regional)
        return Blend(mean, Q, turns, len(self.span.logs), spanned, trail, regional=regional)

    @property
    def unturned(self) -> Floats:
        """(B, 3) turns of the corrections that correct nothing."""
        return np.zeros((0 if self.corrections is None else self.corrections.basis.shape[1], 3))

    def started(self, start: Start) -> Blend:
        """The parameters of a start, without corrections."""
        w, Q = start.weights, start.attitude
        return self.blend(w, Q, self.unturned, (w, Q))

    def rotations(self, blend: Blend) -> Floats:
        """(m, 3, 3) rotations of the elements for the parameters of a blend."""
        if self.corrections is None:
            return np.broadcast_to(blend.attitude, (blend.elements, 3, 3)).copy()
        return self.corrections.rotations(blend.attitude, blend.turns)

    def features(self, blend: Blend) -> Floats:
        """(m, 3, d) the mix of the examples that the parameters of a blend ask for."""
        R = self.rotations(blend)
        if self.regions is None:
            return self.span.tangents(blend.weights, R)
        return RegionalSpan.of(self.span, self.regions.basis).tangents(blend.regional.ravel(), R)

    def first(self, problem: PoseProblem, start: Start | Blend) -> PoseState:
        """The state at the start, without corrections."""
        w, Q = (start.weights, start.attitude) if isinstance(start, Start) else start.spanned
        if isinstance(start, Blend) and not problem.turning:
            Q = self._attitude(w)
        bumps = 0 if problem.field is None else problem.field.basis.shape[1]
        return _state(problem, w, Q, np.zeros((bumps, 3)))

    def positions(self, problem: PoseProblem, start: Start | Blend) -> tuple[Floats, Floats]:
        """Unknowns (n, 3) at a start: of the span alone, and with the corrections of an earlier search."""
        spanned = self.first(problem, start).x
        if isinstance(start, Start) or (self.corrections is None and self.regions is None):
            return spanned, spanned
        # How stiff the corrections and how close the regions are changes nothing of a given state.
        free = self.softer(problem, 1.0)
        return spanned, _state(free, *self.warm_point(start, problem)).x

    def warm(self, problem: PoseProblem, start: Start) -> None:
        """Load every compiled kernel of a search and touch its memory, so that the first drag is not slow."""
        # The kernels of a field that turns the whole are those of one that corrects, too.
        field = self.turn if self.corrections is None else self.corrections.stiffened(1.0)
        tried = replace(problem, field=field)
        bumps = 0 if field is None else field.basis.shape[1]
        self._try(tried, start.weights, start.attitude, bumps)
        if self.regions is not None:
            regional = self.regions.problem(tried, self.options.cohesion)
            self._try(regional, self.regions.alike(start.weights).ravel(), start.attitude, bumps)

    def _try(self, problem: PoseProblem, w: Floats, Q: Floats, bumps: int) -> None:
        """One step. Nothing is turned by nothing; a little takes the way of a drag."""
        turns = np.full((bumps, 3), 1e-3)
        if problem.fit.controls is not None:
            self._minimised(problem, _state(problem, w, Q, turns))
        state = problem.state(w, Q, turns)
        problem.moved(state, problem.direction(state), 1.0)

    def _check_own(self, earlier: Blend) -> None:
        """Raise OptionError for a pose of other examples or other elements."""
        regions = 0 if self.regions is None else self.regions.count
        own = (self.span.free, len(self.unturned), len(self.span.logs), regions)
        sizes = ()
        if isinstance(earlier, Blend):
            sizes = (len(earlier.weights), len(earlier.turns), earlier.elements, len(earlier.regional))
        if sizes != own:
            raise OptionError("The start is a pose of another rig; give one that this rig made.")

    def _minimised(self, problem: PoseProblem, first: PoseState) -> Outcome[PoseState]:
        tolerance, most = self.options.tolerance, self.options.iterations
        if problem.fit.controls is not None:
            return searched(problem, problem.fit.controls, first, tolerance=tolerance, most=most)
        return minimise(problem, first, tolerance=tolerance, most=most)

    def _corrected(
        self, problem: PoseProblem, spanned: Outcome[PoseState], earlier: Blend | None
    ) -> Outcome[PoseState]:
        """The search continued with corrective rotations, the softer the worse the span alone fits."""
        state = spanned.state
        if (self.corrections is None and self.regions is None) or state.energy < WELL_SPANNED:
            return spanned
        softer = self.softer(problem, state.energy)
        first = None
        if earlier is not None:
            warm = _state(softer, *self.warm_point(earlier, problem))
            # The energy of the spanned state here, without the cost of making it.
            spanned_energy = state.energy - problem.rotation_energy(state.Q, state.R)
            spanned_energy += softer.rotation_energy(state.Q, state.R)
            first = warm if warm.energy < spanned_energy else None
        if first is None:
            first = _state(
                softer,
                self.everywhere(state.w),
                state.Q,
                state.turns if self.corrections is None else self.unturned,
            )
        outcome = self._minimised(softer, first)
        return Outcome(outcome.state, outcome.status, spanned.energies + outcome.energies[1:])

    def warm_point(self, earlier: Blend, problem: PoseProblem) -> tuple[Floats, Floats, Floats]:
        """Weights of the whole or of its regions, attitude and turns of an earlier search."""
        w = earlier.weights if self.regions is None else earlier.regional.ravel()
        return w, *self.attitude_and_turns(earlier, problem)

    def everywhere(self, w: Floats) -> Floats:
        """Weights w (l,) of the whole, or (R·l,) the same in all regions where these have their own."""
        return w if self.regions is None else self.regions.alike(w).ravel()

    def softer(self, problem: PoseProblem, energy: float) -> PoseProblem:
        """The problem whose parts may turn and whose regions may differ, where the span leaves an energy."""
        if self.corrections is not None:
            stiff = self.corrections.stiffened(self.options.correction / energy)
            pull = problem.pull if problem.turning else ATTITUDE_PULL
            problem = replace(problem, field=stiff, pull=pull)
        if self.regions is not None:
            problem = self.regions.problem(problem, self.options.cohesion / energy)
        return problem

    def attitude_and_turns(self, earlier: Blend, problem: PoseProblem) -> tuple[Floats, Floats]:
        """Those of an earlier search; unless the whole may turn, its attitude follows its weights."""
        if self.corrections is None:
            bumps = 0 if problem.field is None else problem.field.basis.shape[1]
            attitude = earlier.attitude if problem.turning else self._attitude(earlier.weights)
            return attitude, np.zeros((bumps, 3))
        if problem.turning:
            return self.corrections.centred(earlier.attitude, earlier.turns)
        return self._attitude(earlier.weights), earlier.turns

    def _attitude(self, w: Floats) -> Floats:
        """(3, 3) how the whole is turned at the weights w (l,)."""
        return np.eye(3) if self.attitudes.still else self.attitudes.turn(w)


def _state(problem: PoseProblem, w: Floats, Q: Floats, turns: Floats) -> PoseState:
    """The state at weights w, attitude Q (3, 3) and turns θ (B, 3), by the compiled loop where that can."""
    controls = problem.fit.controls
    return problem.state(w, Q, turns) if controls is None else loop_state(problem, controls, w, Q, turns)


def determine_turn(points: Targets) -> bool:
    """Whether points (h, 3), in diagonals of the mesh, lie far enough off one line to fix a rotation."""
    if len(points) < 3:
        return False
    across = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[1]
    return bool(across > SPREAD)
