"""Live steps: descent with a curvature matrix that is learned and not computed.

With x eliminated the gradient needs no solve, because the residual is orthogonal to the range of G; x itself
needs three right-hand sides. The matrix of Gauss–Newton, which needs three for each example and nine for each
bump, is computed once per grip. Each step shows how the gradient changes along it, and corrects the matrix
[Nocedal2006, sec. 18.3]. It goes from pose to pose with the warm start, and soon has what Gauss–Newton
leaves out, so that a step with it is worth more than one with a new matrix.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from pliant.arrays import Floats
from pliant.examples.corrections import global_turn
from pliant.examples.passes import Coupling, Passes, Point, Slope
from pliant.examples.prior import damped_solution
from pliant.examples.problem import PoseProblem, PoseState
from pliant.examples.regions import Regions
from pliant.solve.gauss_newton import ROUNDING, STANDING_STILL, settled, small

# A step is halved at most this often before the matrix is computed anew.
HALVINGS = 4
# Below this share of the curvature expected along a step, the one that was seen is mixed with it, so that
# the matrix stays positive definite [Nocedal2006, procedure 18.2].
CURVED = 0.2
# Where a step should lower the energy by less than this share of the tolerance, rounding hides whether it
# does.
FLAT = 1e-3


class Secant(NamedTuple):
    """A step (unknowns,), and half the gradient where it began, without that of the prior.

    The prior's centre follows the pins, so that it may be another one where the step ends.
    """

    step: Floats
    slope: Floats


class Tested(NamedTuple):
    """A step and the gradient, for the stopping tests."""

    step: Floats
    gradient: Floats


@dataclass(frozen=True, eq=False)
class Descent:
    """Where live steps have come to.

    state:    the last state
    H:        (unknowns, unknowns) half the energy's second derivative, as far as the steps have shown it
    secant:   the last step, whose change of the gradient is not known yet; None without one
    energies: at the start and after each step
    still:    steps in a row that have passed the tests of energy and gradient
    done:     whether the stopping tests have passed, or nothing lowers the energy any more
    """

    state: PoseState
    H: Floats
    secant: Secant | None
    energies: tuple[float, ...]
    still: int
    done: bool

    @property
    def slim(self) -> Descent:
        """The same without arrays of all elements, to be kept in poses."""
        if not len(self.state.R):
            return self
        nothing = np.empty((0, 3, 3))
        return replace(self, state=replace(self.state, R=nothing, T=nothing, r=nothing, squares=None))


class Whole(NamedTuple):
    """The problem with weights of the whole, the regions, and the pull between those that touch."""

    problem: PoseProblem
    regions: Regions
    cohesion: float


@dataclass(frozen=True, eq=False)
class LiveProblem:
    """A `PoseProblem` whose steps are live.

    whole: where regions have weights of their own, the problem with those of the whole
    """

    problem: PoseProblem
    passes: Passes
    whole: Whole | None = None

    @staticmethod
    def of(
        problem: PoseProblem,
        coupling: Coupling | None = None,
        factor: float = 0.0,
        whole: Whole | None = None,
    ) -> LiveProblem:
        """A problem whose field has this coupling, of stiffness `factor`; none where only the whole turns."""
        field = problem.field or global_turn(len(problem.W))
        ties = Coupling.none(len(problem.W)) if coupling is None else coupling
        passes = Passes(
            problem.span, field, ties, factor, problem.W, pull=problem.pull, turning=problem.turning
        )
        return LiveProblem(problem, passes, whole)

    def curvature(self, state: PoseState) -> Floats:
        """The matrix that live steps begin with; with regions, that of the whole, shared out to them."""
        if self.whole is None:
            return self.problem.curvature(state)
        regions = self.whole.regions
        w = regions.mean(state.w.reshape(regions.count, -1))
        return self.lifted(self.whole_problem.curvature(self.whole_problem.state(w, state.Q, state.turns)))

    @property
    def whole_problem(self) -> PoseProblem:
        """The problem with weights of the whole."""
        return self.problem if self.whole is None else self.whole.problem

    def lifted(self, H: Floats) -> Floats:
        """A matrix of the problem with weights of the whole, shared out to the regions."""
        if self.whole is None:
            return H
        return self.whole.regions.lifted(H, self.whole.problem.span.free, self.whole.cohesion)

    def state(self, point: Point) -> PoseState:
        """The state with the best positions for weights, attitude and turns: one pass, three columns."""
        w, Q, turns = point
        fit, W = self.problem.fit, self.problem.W
        R, T = self.passes.blended(w, Q, turns)
        u = fit.solved(fit.spread(T, W[:, None]))[:, :, 0]
        x = fit.positions(u)
        r, squares, energy = self.passes.misfit(T, fit.features(x), R, self._upright(Q))
        energy += self._other_energy(w, x)
        return PoseState(w, Q, turns, R, T, u, x, r, energy, squares=squares)

    def slopes(
        self, point: Point, R: Floats, x: Floats, earlier: Floats | None = None
    ) -> tuple[float, Floats, Floats]:
        """The energy at a point with positions x (n, 3), half its gradient, and the one with earlier x.

        R: (m, 3, 3) rotations of the elements
        """
        w, Q, _ = point
        fit = self.problem.fit
        features = fit.features(x)
        none = np.empty((0, *features.shape[1:]))
        # Features are linear in the positions.
        seen = (features, none if earlier is None else fit.features(earlier - x))
        found = self.passes.slopes(point, R, seen, self._upright(Q))
        energy = found.energy + self._other_energy(w, x)
        return energy, self._gradient(w, Q, found.now), self._gradient(w, Q, found.before)

    def descent(self, begin: PoseState, H: Floats, steps: int, tolerance: float) -> Descent:
        """Some steps from a state."""
        point = begin.w, begin.Q, begin.turns
        _, g, _ = self.slopes(point, begin.R, begin.x)
        return self._descended(Descent(begin, H, None, (begin.energy,), 0, done=False), g, steps, tolerance)

    def resumed(self, last: Descent, steps: int, tolerance: float, *, still: int) -> Descent:
        """Some steps from where an earlier descent ended, the pins having moved since: no solve is needed."""
        state, fit = last.state, self.problem.fit
        point = state.w, state.Q, state.turns
        R, x = self.passes.rotations(state.Q, state.turns), fit.positions(state.u)
        earlier = None if last.secant is None else state.x
        energy, g, before = self.slopes(point, R, x, earlier)
        H = last.H if last.secant is None else self._learned(last.H, last.secant, before, state.w)
        begin = replace(state, R=R, x=x, energy=energy)
        return self._descended(Descent(begin, H, None, (energy,), still, done=False), g, steps, tolerance)

    def _descended(self, now: Descent, g: Floats, steps: int, tolerance: float) -> Descent:
        for count in range(steps):
            state = now.state
            point = state.w, state.Q, state.turns
            H = now.H
            if count and now.secant is not None:
                _, g, _ = self.slopes(point, state.R, state.x)
                H = self._learned(H, now.secant, g, state.w)
            step = -damped_solution(H, g, self.problem.damping)
            flat = -float(g @ step) <= FLAT * tolerance * (1.0 + state.energy)
            new, step = (None, step) if flat else self._lower(state, step)
            if new is None and not flat:
                H = self.curvature(self.state(point))
                new, step = self._lower(state, -damped_solution(H, g, self.problem.damping))
            if new is None:
                return Descent(self.state(point), H, None, now.energies, now.still, done=True)
            tested = Tested(step, 2.0 * g)
            still = now.still + 1 if settled(state, new, tested, tolerance) else 0
            done = still >= STANDING_STILL or small(state, new, tested, tolerance)
            secant = Secant(step, self._without_prior(g, state.w))
            now = Descent(new, H, secant, (*now.energies, new.energy), still, done=done)
            if done:
                break
        return now

    def _lower(self, state: PoseState, step: Floats) -> tuple[PoseState | None, Floats]:
        """The state after a step, halved until the energy does not rise, and the step; None if it does."""
        for _ in range(HALVINGS):
            new = self.state(self.problem.stepped((state.w, state.Q, state.turns), step))
            if new.energy <= state.energy * (1.0 + ROUNDING):
                return new, step
            step = 0.5 * step
        return None, step

    def _learned(self, H: Floats, secant: Secant, g: Floats, w: Floats) -> Floats:
        """H after a step that ended at the weights w (l,) with half the gradient g."""
        change = self._without_prior(g, w) - secant.slope
        l = len(w)
        change[:l] += self.problem.prior.strength @ secant.step[:l]
        return corrected(H, secant.step, change)

    def _without_prior(self, g: Floats, w: Floats) -> Floats:
        """Half a gradient g (unknowns,) at the weights w (l,), without that of the prior."""
        out = g.copy()
        out[: len(w)] -= self.problem.prior.strength @ (w - self.problem.prior.centre)
        return out

    def _gradient(self, w: Floats, Q: Floats, slope: Slope) -> Floats:
        """Half the gradient by the unknowns, as `PoseProblem.gradient` has it."""
        problem = self.problem
        g = slope.weights + problem.prior.strength @ (w - problem.prior.centre)
        if problem.field is None:
            return g
        by_turns = slope.turns
        if problem.turning:
            by_turns = by_turns + np.outer(problem.field.share, slope.spin @ Q - by_turns.sum(axis=0))
        else:
            g = g + problem.attitudes.turn_derivatives(w) @ slope.spin
            if not problem.field.corrects:
                return g
        return np.concatenate([g, by_turns.ravel()], dtype=np.float64)

    def _upright(self, Q: Floats) -> Floats:
        return self.problem.upright if self.problem.turning else Q

    def _other_energy(self, w: Floats, x: Floats) -> float:
        return self.problem.prior.energy(w) + self.problem.fit.springs(x)


def corrected(H: Floats, s: Floats, y: Floats) -> Floats:
    """H (u, u) after a step s (u,) along which half the gradient has changed by y (u,).

    The damped update of Broyden, Fletcher, Goldfarb and Shanno, which keeps H positive definite
    [Nocedal2006, procedure 18.2].
    """
    Hs = H @ s
    expected, seen = float(s @ Hs), float(s @ y)
    if expected <= 0.0:
        return H
    if seen < CURVED * expected:
        share = (1.0 - CURVED) * expected / (expected - seen)
        y = share * y + (1.0 - share) * Hs
        seen = float(s @ y)
    return H - np.outer(Hs, Hs) / expected + np.outer(y, y) / seen
