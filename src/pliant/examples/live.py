"""The search of a gesture: a few live steps for each move of the hand, polished while it rests.

A drag searches twice, first the span alone and then with corrective rotations, whose stiffness follows from
what the span alone leaves. In a gesture the second search goes on from pose to pose with the stiffness of
before, and the first takes a step now and then. What both need travels in the pose, as a `Trail`. At rest
both go on until their stopping tests pass; the pose is then the one that a drag finds.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from pliant.arrays import Targets
from pliant.examples.live_problem import Descent, LiveProblem, Point
from pliant.examples.passes import Coupling
from pliant.examples.problem import PoseProblem, PoseState
from pliant.examples.search import ATTITUDE_PULL, WELL_SPANNED, Blend, ExampleSearch, Start
from pliant.pose import Status
from pliant.solve.gauss_newton import Outcome

# While the hand moves, the span alone takes a step once in so many moves.
SPAN_EVERY = 3
# Stiffnesses nearer to each other than this share give the same pose.
SAME = 1e-4
# Moves at one place after which the pose is as good as it gets, in `iterations` of the options.
PATIENCE = 4
# Steps that are measured for their pace; the first may have to load its kernels.
MEASURED = 4


class Move(NamedTuple):
    """One move of a gesture.

    hold:  the pins of the grip; trails of others are of no use
    goal:  (h, 3) where they are led
    steps: how many steps the move may take
    """

    hold: object
    goal: Targets
    steps: int


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
class LiveSearch:
    """A rig's search for the poses of gestures; coupling: of the corrections' elements, None without any."""

    search: ExampleSearch
    coupling: Coupling | None

    @staticmethod
    def of(search: ExampleSearch) -> LiveSearch:
        """The live form of a search."""
        return LiveSearch(search, None if search.corrections is None else Coupling.of(search.corrections))

    def found(
        self, problem: PoseProblem, start: Start | Blend, move: Move
    ) -> tuple[Outcome[PoseState], Blend]:
        """Where the steps of a move have come to; its status tells whether more are to come."""
        search = self.search
        if self.coupling is None or search.regions is not None or search.options.steps == "gauss-newton":
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
        point = start.weights, start.attitude, np.full((max(bumps, 1), 3), 1e-3)
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
        spanning, tolerance = LiveProblem.of(problem), self.search.options.tolerance
        first = self.search.first(problem, start)
        span = spanning.descent(first, problem.curvature(first), move.steps, tolerance)
        factor = self._factor(span.state.energy)
        live = self._corrected(problem, factor)
        begin = live.state(self._beginning(problem, start, span.state))
        H = live.problem.curvature(begin)
        last = live.descent(begin, H, move.steps, tolerance)
        return Trail(move, last, span, factor, (last.still, span.still), move.steps, 1)

    def _beginning(self, problem: PoseProblem, start: Start | Blend, spanned: PoseState) -> Point:
        """Where the search with corrections begins: at an earlier pose, or else at that of the span alone."""
        search = self.search
        if isinstance(start, Blend) and search.corrections is not None:
            return start.weights, *search.attitude_and_turns(start, problem)
        return spanned.w, spanned.Q, search.unturned

    def _moved(self, problem: PoseProblem, trail: Trail, move: Move) -> Trail:
        """A further move, or a further look at one that was not finished."""
        tolerance = self.search.options.tolerance
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
            begin = self._corrected(problem, factor).state((span.state.w, span.state.Q, self.search.unturned))
            last = Descent(begin, last.H, None, (begin.energy,), 0, done=False)
        spent = trail.spent + move.steps if resting else move.steps
        return Trail(move, last, span, factor, (last.still, span.still), spent, trail.count + 1)

    def _stiffened(self, last: Descent, more: float) -> Descent:
        """A descent whose matrix has the corrections stiffer by a factor; steps that were seen stay valid."""
        l, field = self.search.span.free, self.search.corrections
        if not more or field is None:
            return last
        H = last.H.copy()
        H[l:, l:] += more * np.kron(field.hessian, np.eye(3))
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
        spanned = span.state.w, span.state.Q
        blend = Blend(state.w, state.Q, turns, len(problem.W), spanned, kept)
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
        return LiveProblem.of(replace(problem, field=stiff, pull=pull), self.coupling, factor)
