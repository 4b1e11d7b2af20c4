"""A `PoseProblem` handed to the compiled loop, and what comes back from it."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.examples.loop.minimise import minimised, state_at
from pliant.examples.loop.problem import (
    Bumps,
    ControlSystem,
    LoopProblem,
    LoopState,
    Mix,
    Rules,
    Terms,
    no_bumps,
    sealed,
)
from pliant.examples.problem import PoseProblem, PoseState
from pliant.pose import Status
from pliant.solve.gauss_newton import Outcome

ENDS = (Status.CONVERGED, Status.STALLED, Status.OUT_OF_ITERATIONS)


def searched(
    problem: PoseProblem, system: ControlSystem, begin: PoseState, *, tolerance: float, most: int
) -> Outcome[PoseState]:
    """What `minimise` finds from a state, by the compiled loop."""
    posed = loop_problem(problem, system, tolerance=tolerance, most=most)
    state, end, energies = minimised(posed, _inward(begin))
    return Outcome(_outward(state), ENDS[end], tuple(energies.tolist()))


def loop_state(problem: PoseProblem, system: ControlSystem, w: Floats, Q: Floats, turns: Floats) -> PoseState:
    """What `PoseProblem.state` finds, by the loop's kernel."""
    posed = loop_problem(problem, system, tolerance=0.0, most=0)
    return _outward(state_at(posed, *(np.array(each, order="C") for each in (w, Q, turns))))


def loop_problem(problem: PoseProblem, system: ControlSystem, *, tolerance: float, most: int) -> LoopProblem:
    """The arrays of a problem, for a loop of so many steps at most."""
    span, field, m = problem.span, problem.field, len(problem.W)
    own = (problem.W, problem.prior.strength, problem.prior.centre, problem.attitudes.turns, problem.upright)
    bumps = no_bumps(m)
    if field is not None:
        bumps = Bumps(field.basis, field.pairs, field.stiffness, field.hessian, field.share)
    corrects = field is not None and field.corrects
    scalars = problem.pull, problem.damping, problem.near, problem.kept, most, tolerance
    return LoopProblem(
        ControlSystem(*sealed(system)),
        Mix(*sealed((span.logs, span.stretches, span.regions))),
        Bumps(*sealed(bumps)),
        Terms(*sealed(own)),
        Rules(problem.turning, corrects, *scalars),
    )


def _inward(state: PoseState) -> LoopState:
    arrays = state.w, state.Q, state.turns, state.R, state.T, state.u, state.x, state.r
    w, Q, turns, R, T, u, x, r = (np.array(each, order="C") for each in arrays)
    return LoopState(w, Q, turns, R, T, u, x, r, state.energy)


def _outward(s: LoopState) -> PoseState:
    return PoseState(s.w, s.Q, s.turns, s.R, s.T, s.u, s.x, s.r, s.energy)
