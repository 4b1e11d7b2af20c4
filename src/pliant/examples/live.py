"""The search of a gesture: a few live steps for each move of the hand, polished while it rests.

A drag searches twice, first the span alone and then with corrective rotations, whose stiffness follows from
what the span alone leaves. In a gesture the second search goes on from pose to pose with the stiffness of
before, and the first takes a step now and then. What both need travels in the pose, as a `Trail`. At rest
both go on until their stopping tests pass; the pose is then the one that a drag finds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats, Targets
from pliant.examples.live_problem import Descent, LiveProblem, Point, Whole
from pliant.examples.passes import Coupling
from pliant.examples.problem import Columns, PoseProblem, PoseState
from pliant.examples.search import ATTITUDE_PULL, WELL_SPANNED, Blend, ExampleSearch, Start
from pliant.immutable import freeze_arrays
from pliant.pose import Status
from pliant.solve.gauss_newton import Outcome

# While the hand moves, the span alone takes a step once in so many moves.
SPAN_EVERY = 3
# Stiffnesses nearer to each other than this share give the same pose.
SAME = 1e-4
# Moves at one place after which the pose is as good as it gets, in `iterations` of the options.
PATIENCE = 4
# Of the tolerance, where regions have weights of their own: a matrix that is learned for so many unknowns
# takes shorter steps than that of Gauss–Newton, which pass the stopping tests sooner.
LEARNED = 1e-2
# Steps that are measured for their pace; the first may have to load its kernels.
MEASURED = 4


class Move(NamedTuple):
    """One move of a gesture.

    hold:  the pins of the grip; trails of others are of no use
    goal:  (h, 3) where they are led
    steps: how many steps the move may take
    own:   whether the grip solves with the factor of its rig, whose columns at rest are known
    """

    hold: object
    goal: Targets
    steps: int
    own: bool = False


@dataclass(frozen=True, eq=False)
class Trail:
    """What a move leaves for the next one with the same pins.

    move:     the last move
    last:     the descent with corrections; its state is the pose
    span:     the descent of the span alone
    factor:   stiffness of the corrections
    still:    as in `Descent`, of both
    spent:    steps at this goal
    count:    moves so far
    """

    move: Move
    last: Descent
    span: Descent
    factor: float
    still: tuple[int, int]
    spent: int
    count: int


@dataclass(frozen=True, eq=False)
class Reference:
    """The rest pose: its state, without arrays of all elements, its columns, and those of one turn of all."""

    state: PoseState
    columns: Columns
    whole: Columns


@dataclass(frozen=True, eq=False)
class LiveSearch:
    """A rig's search for the poses of gestures.

    coupling: of the corrections' elements; None without any
    bare:     a problem with the factor of the rig, whatever its pins are
    """

    search: ExampleSearch
    coupling: Coupling | None
    bare: PoseProblem

    @staticmethod
    def of(search: ExampleSearch, bare: PoseProblem) -> LiveSearch:
        """The live form of a search."""
        coupling = None if search.corrections is None else Coupling.of(search.corrections)
        return LiveSearch(search, coupling, bare)

    @property
    def tolerance(self) -> float:
        """ε of the stopping tests."""
        return self.search.options.tolerance * (1.0 if self.search.regions is None else LEARNED)

    @cached_property
    def reference(self) -> Reference:
        """What is known of the rest pose.

        No pin changes them, so that they are computed once, with the first grip. The matrix that a gesture
        begins with is that of the rest pose, and learns from its steps what is different elsewhere.
        """
        problem = replace(self.bare, field=self.search.corrections)
        state = problem.state(self.search.examples[0], np.eye(3), self.search.unturned)
        columns = problem.columns(state)
        nothing = np.empty((0, 3, 3))
        slim = replace(state, R=nothing, T=nothing, r=nothing)
        found = Reference(slim, columns, columns.of_the_whole(self.search.span.free))
        freeze_arrays(found)
        return found

    def found(
        self, problem: PoseProblem, start: Start | Blend, move: Move
    ) -> tuple[Outcome[PoseState], Blend]:
        """Where the steps of a move have come to; its status tells whether more are to come."""
        search = self.search
        if self.coupling is None or search.options.steps == "gauss-newton":
            return self._counted(problem, start, move.steps)
        trail = start.trail if isinstance(start, Blend) else None
        if trail is None or trail.move.hold is not move.hold:
            trail = self._begun(problem, start, move)
        else:
            trail = self._moved(problem, trail, move)
        return self._arrived(problem, trail)

    def pace(self, problem: PoseProblem, start: Start) -> float:
        """Seconds of a step, measured: the least of several, since other work only adds to it."""
        corrects = self.coupling is not None
        live = self._corrected(problem, 1.0) if corrects else LiveProblem.of(problem)
        bumps = 0 if live.problem.field is None else live.problem.field.basis.shape[1]
        # Nothing is turned by nothing; a little takes the way of a drag.
        w = self.search.everywhere(start.weights) if corrects else start.weights
        point = w, start.attitude, np.full((max(bumps, 1), 3), 1e-3)
        times = []
        for _ in range(MEASURED):
            began = time.perf_counter()
            state = live.state(point)
            live.slopes(point, state.R, state.x, state.x)
            times.append(time.perf_counter() - began)
        return min(times)

    def _counted(
        self, problem: PoseProblem, start: Start | Blend, steps: int
    ) -> tuple[Outcome[PoseState], Blend]:
        """So many steps of a drag, for rigs that take no live ones."""
        options = replace(self.search.options, iterations=min(steps, self.search.options.iterations))
        outcome, blend = replace(self.search, options=options).found(problem, start)
        late = outcome.status is Status.OUT_OF_ITERATIONS and steps < self.search.options.iterations
        return (replace(outcome, status=Status.OUT_OF_TIME) if late else outcome), blend

    def _begun(self, problem: PoseProblem, start: Start | Blend, move: Move) -> Trail:
        """The first move with these pins: both matrices are computed."""
        spanning, tolerance = LiveProblem.of(problem), self.tolerance
        first = self.search.first(problem, start)
        known = move.own and problem.field is not None
        H = self._whole_matrix(problem) if known else problem.curvature(first)
        span = spanning.descent(first, H, move.steps, tolerance)
        factor = self._factor(span.state.energy)
        live = self._corrected(problem, factor)
        begin = live.state(self._beginning(problem, start, span.state))
        H = self._matrix(live) if known else live.curvature(begin)
        last = live.descent(begin, H, move.steps, tolerance)
        return Trail(move, last, span, factor, (last.still, span.still), move.steps, 1)

    def _whole_matrix(self, problem: PoseProblem) -> Floats:
        """The matrix of the span alone, at rest."""
        known = self.reference
        return problem.curvature(replace(known.state, turns=np.zeros((1, 3))), known.whole)

    def _matrix(self, live: LiveProblem) -> Floats:
        """The matrix with corrections, at rest."""
        known = self.reference
        return live.lifted(live.whole_problem.curvature(known.state, known.columns))

    def _beginning(self, problem: PoseProblem, start: Start | Blend, spanned: PoseState) -> Point:
        """Where the search with corrections begins: at an earlier pose, or else at that of the span alone."""
        search = self.search
        if isinstance(start, Blend) and search.corrections is not None:
            return search.warm_point(start, problem)
        return search.everywhere(spanned.w), spanned.Q, search.unturned

    def _moved(self, problem: PoseProblem, trail: Trail, move: Move) -> Trail:
        """A further move, or a further look at one that was not finished."""
        tolerance = self.tolerance
        resting = np.array_equal(trail.move.goal, move.goal)
        still = trail.still if resting else (0, 0)
        live = self._corrected(problem, trail.factor)
        last = live.resumed(trail.last, move.steps, tolerance, still=still[0])
        span, factor = trail.span if resting else replace(trail.span, done=False), trail.factor
        if (last.done and not span.done) or trail.count % SPAN_EVERY == 0:
            spare = max(1, move.steps - len(last.energies) + 1) if last.done else 1
            span = LiveProblem.of(problem).resumed(span, spare, tolerance, still=still[1])
            factor = self._factor(span.state.energy)
            if abs(factor - trail.factor) > SAME * factor:
                last = self._stiffened(last, factor - trail.factor)
            else:
                factor = trail.factor
        if last.done and span.done and span.state.energy < last.state.energy:
            # As a drag does, begin at the pose of the span alone where that is better.
            point = self.search.everywhere(span.state.w), span.state.Q, self.search.unturned
            begin = self._corrected(problem, factor).state(point)
            last = Descent(begin, last.H, None, (begin.energy,), 0, done=False)
        spent = trail.spent + move.steps if resting else move.steps
        return Trail(move, last, span, factor, (last.still, span.still), spent, trail.count + 1)

    def _stiffened(self, last: Descent, more: float) -> Descent:
        """A descent whose matrix has the corrections stiffer by a factor; steps that were seen stay valid."""
        search, field, weights = self.search, self.search.corrections, len(last.state.w)
        if not more or field is None:
            return last
        H = last.H.copy()
        H[weights:, weights:] += more * np.kron(field.hessian, np.eye(3))
        if search.regions is not None:
            apart = np.kron(search.regions.laplacian, np.eye(search.span.free))
            H[:weights, :weights] += self._cohesion(more) * apart
        return replace(last, H=H, secant=None, still=0, done=False)

    def _arrived(self, problem: PoseProblem, trail: Trail) -> tuple[Outcome[PoseState], Blend]:
        """The outcome of a trail: the pose of the span alone where that is enough, as in a drag."""
        last, span = trail.last, trail.span
        state, status = last.state, Status.OUT_OF_TIME
        if span.done and span.state.energy < WELL_SPANNED:
            state = LiveProblem.of(problem).state((span.state.w, span.state.Q, span.state.turns))
            status = Status.CONVERGED
        elif span.done and last.done:
            status = Status.CONVERGED
        elif trail.spent > PATIENCE * self.search.options.iterations:
            status = Status.OUT_OF_ITERATIONS
        turns = state.turns if state is last.state else self.search.unturned
        kept = replace(trail, last=last.slim, span=span.slim)
        blend = self.search.blend(state.w, state.Q, turns, (span.state.w, span.state.Q), kept)
        return Outcome(state, status, last.energies), blend

    def _factor(self, energy: float) -> float:
        """Stiffness of the corrections where the span alone leaves this energy."""
        return self.search.options.correction / max(energy, WELL_SPANNED)

    def _corrected(self, problem: PoseProblem, factor: float) -> LiveProblem:
        """The problem with corrections of some stiffness."""
        field = self.search.corrections
        # The passes have the factor; only the matrix needs a stiffer field.
        stiff = None if field is None else replace(field, hessian=factor * field.hessian)
        pull = problem.pull if problem.turning else ATTITUDE_PULL
        problem, regions = replace(problem, field=stiff, pull=pull), self.search.regions
        if regions is None:
            return LiveProblem.of(problem, self.coupling, factor)
        whole = Whole(problem, regions, self._cohesion(factor))
        return LiveProblem.of(regions.problem(problem, whole.cohesion), self.coupling, factor, whole)

    def _cohesion(self, factor: float) -> float:
        """Pull between regions where the corrections have a stiffness: both go with the same energy."""
        return factor * self.search.options.cohesion / self.search.options.correction
