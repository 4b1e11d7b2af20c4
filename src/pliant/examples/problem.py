"""minimise over x, w and R  Σ_j W_j ‖(G x)_j − R_j T_j(w) E_j‖² + …  with C x = d  [Sumner2005, eq. 8].

x are the positions of all vertices (MeshIK) or the controls of a reduced model [Der2006, eq. 7]; a `Fit`
finds the best ones for given features. What is left is a small nonlinear least-squares problem in the
weights and in the turns of a few bumps (see corrections.py). Its Gauss–Newton matrix comes from the block
Cholesky of [Sumner2005, sec. 4.2] and [Der2006, sec. 3.3]: the matrix of x is factored once, and three
right-hand sides are solved for each example and nine for each bump.

The gradient needs no solve, because the residual is orthogonal to the range of G, and x itself three
right-hand sides. Near the minimum the matrix is therefore kept, and corrected by what the steps show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import numpy as np

from pliant.arrays import Floats
from pliant.examples.attitudes import Attitudes
from pliant.examples.corrections import RotationField
from pliant.examples.loop.problem import ControlSystem
from pliant.examples.prior import Prior, damped_solution, positive_solution
from pliant.examples.span import Span
from pliant.geometry.rotations import exp, left_jacobian

# A rank-one update is skipped where its denominator is below this share of what it could be.
SAFE = 1e-2
# The learned curvature is used where a step has at least this share of Gauss–Newton's. Residuals that stay
# may leave less than a tenth of it, and Gauss–Newton's own steps are then ten times too short.
ALIKE = 0.03
# Steps with one Gauss–Newton matrix; more of them show that it does not fit any more.
KEPT = 8


class Fit(Protocol):
    """How the unknowns x (n, 3) follow from wanted features, with the pins at their targets.

    The inverse of A = GᵀWG, restricted to what the pins leave free, is some B Bᵀ; `solved` applies as much
    of it as `eliminated` and `positions` need.
    """

    @property
    def controls(self) -> ControlSystem | None:
        """The arrays of a fit with so few unknowns that the search is one compiled loop, or None."""
        ...

    def gathered(self, rows: Floats) -> Floats:
        """K (n, 3, c) = Gᵀ rows, for weighted columns rows (m, d, 3, c)."""
        ...

    def spread(self, T: Floats, weights: Floats) -> Floats:
        """(n, 3, c) Gᵀ of T (m, 3, d) multiplied in turn by each column of weights (m, c)."""
        ...

    def solved(self, K: Floats) -> Floats:
        """u (…, 3, c) from K (n, 3, c): half a solve or a whole one, as the fit needs."""
        ...

    def positions(self, u: Floats) -> Floats:
        """The best x (n, 3), from the u (…, 3) of the features themselves."""
        ...

    def features(self, x: Floats) -> Floats:
        """(m, 3, d) the features of x (n, 3)."""
        ...

    def differences(self, x: Floats, T: Floats) -> Floats:
        """(m, 3, d) the features T (m, 3, d) less those of x (n, 3)."""
        ...

    def products(self, K: Floats, u: Floats) -> Floats:
        """(c, c) inner products of columns K (n, 3, c) with what `solved` makes of them, u, over x, y, z."""
        ...

    def eliminated(self, products: Floats, u: Floats) -> Floats:
        """(c, c) what the elimination of x subtracts from the inner products of columns, summed over x, y, z.

        products, u: as in `products`. The last column is the features themselves: they tell what stands on a
                     floor.
        """
        ...

    def springs(self, x: Floats) -> float:
        """What pins that yield cost at x (n, 3); zero where all are firm."""
        ...


@dataclass(frozen=True, eq=False)
class PoseState:
    """A point of the search.

    w, Q:   (l,) weights, and the attitude (3, 3) of the whole
    turns:  θ (B, 3) of the bumps, against the attitude; their mean is zero where the whole may turn
    R:      (m, 3, 3) rotations of the elements, R_j = Q exp(Σ_b φ_jb θ_b)
    T, x:   (m, 3, d) the blend R T(w) E, and the positions (n, 3)
    u:      (…, 3) what the fit's `solved` makes of the blend
    r:      (m, 3, d) W_j times the residual T_j − (G x)_j
    memory: the step that led here; None at the start, and after steps far from the minimum
    squares: (m,) squared length of the residual T_j − (G x)_j; None where nobody has summed it up
    """

    w: Floats
    Q: Floats
    turns: Floats
    R: Floats
    T: Floats
    u: Floats
    x: Floats
    r: Floats
    energy: float
    memory: PoseDirection | None = None
    squares: Floats | None = None

    @property
    def parameters(self) -> Floats:
        """The weights."""
        return self.w


class Columns(NamedTuple):
    """Derivatives of the features by the weights (l,), then by the turns (B, 3) of the bumps.

    gram:     (l + 3B, l + 3B) their weighted inner products
    products: (l + 3B + 1, …) those of their solutions, as `Fit.products` has them
    u:        (…, 3, l + 3B + 1) their solutions; the last column is the features themselves
    """

    gram: Floats
    products: Floats
    u: Floats

    def of_the_whole(self, l: int) -> Columns:
        """With one bump instead of B: bumps sum to one, so that the turns of all are that of the whole."""
        turns = len(self.gram) - l
        sums = np.zeros((l + turns + 1, l + 4))
        sums[:l, :l], sums[l:-1, l:-1], sums[-1, -1] = np.eye(l), np.tile(np.eye(3), (turns // 3, 1)), 1.0
        inner = sums[:-1, :-1]
        return Columns(inner.T @ self.gram @ inner, sums.T @ self.products @ sums, self.u @ sums)


@dataclass(frozen=True, eq=False)
class PoseDirection:
    """A step from a state. The unknowns are the weights (l,), then turns δ (B, 3) of the bumps.

    A mean turn of all bumps turns the attitude, where the whole may turn; what is left changes their θ.

    step:      (unknowns,) their change
    gradient:  (unknowns,) of the energy
    H:         half the energy's second derivative by Gauss–Newton, where it was computed last
    curvature: half the energy's second derivative less H, as far as the steps so far show it
    age:       steps taken with this H
    """

    step: Floats
    gradient: Floats
    H: Floats
    curvature: Floats
    age: int


@dataclass(frozen=True, eq=False)
class PoseProblem:
    """The search of one drag: the rig's span, and a fit that holds the pins at their targets.

    W:       (m,) weights of the elements
    field:   how elements may turn beside the span; None where nothing may
    turning: whether the whole may turn by itself; otherwise its attitude Q follows the weights
    pull:    μ of μ Σ_j W_j ‖R_j − Q‖². It keeps corrections from turning the whole where it may not turn,
             and an animation from turning without need
    upright: (3, 3) stands for that Q where the whole may turn
    damping: as in `SearchOptions`
    near:    a step that lowers the energy below this share starts far from the minimum: nothing is kept of
             the curvature there, nor after a halved step; zero keeps it always, infinity never
    kept:    steps with one Gauss–Newton matrix
    """

    span: Span
    attitudes: Attitudes
    W: Floats
    fit: Fit
    prior: Prior
    field: RotationField | None
    turning: bool
    pull: float
    upright: Floats
    damping: float
    near: float
    kept: int = KEPT

    def state(self, w: Floats, Q: Floats, turns: Floats) -> PoseState:
        """The state with the best positions for weights w (l,), attitude Q (3, 3) and turns θ (B, 3)."""
        R = self.rotations(Q, turns)
        T = self.span.tangents(w, R)
        u = self.fit.solved(self.fit.spread(T, self.W[:, None]))[:, :, 0]
        x = self.fit.positions(u)
        residual = self.fit.differences(x, T)
        r = self.W[:, None, None] * residual
        energy = self.prior.energy(w) + float(r.ravel() @ residual.ravel()) + self.fit.springs(x)
        return PoseState(w, Q, turns, R, T, u, x, r, energy + self.rotation_energy(Q, R))

    def rotations(self, Q: Floats, turns: Floats) -> Floats:
        """(m, 3, 3) the rotations of the elements."""
        if self.field is None or not turns.any():
            return np.broadcast_to(Q, (len(self.W), 3, 3)).copy()
        return self.field.rotations(Q, turns)

    def rotation_energy(self, Q: Floats, R: Floats) -> float:
        """The part of the energy that depends on the rotations alone."""
        energy = 0.0 if self.field is None else self.field.energy(R)
        if self.pull:
            upright = self.upright if self.turning else Q
            energy += self.pull * float(self.W @ (6.0 - 2.0 * np.einsum("jab,ab->j", R, upright)))
        return energy

    def direction(self, state: PoseState) -> PoseDirection:
        """The step in the weights and the turns; the Gauss–Newton matrix is kept as long as it serves."""
        g, memory = self.gradient(state), state.memory
        if memory is None or memory.age >= self.kept:
            memory, H, S = None, self.curvature(state), np.zeros((len(g), len(g)))
        else:
            H, S = memory.H, learned_curvature(g, memory)
        return PoseDirection(-self._step(H, S, g), 2.0 * g, H, S, 1 if memory is None else memory.age + 1)

    def _step(self, H: Floats, S: Floats, g: Floats) -> Floats:
        """Newton's step where the learned curvature is positive and like enough, else Gauss–Newton's."""
        step = positive_solution(H + S, g, self.damping) if S.any() else None
        if step is not None and step @ g > 0 and step @ (H + S) @ step > ALIKE * (step @ H @ step):
            return step
        return damped_solution(H, g, self.damping)

    def moved(self, state: PoseState, direction: PoseDirection, length: float) -> PoseState:
        """The state after a share `length` of the step."""
        new = self.state(*self.stepped((state.w, state.Q, state.turns), length * direction.step))
        if (length < 1.0 and self.near > 0.0) or new.energy < self.near * state.energy:
            return new
        return replace(new, memory=replace(direction, step=length * direction.step))

    def stepped(self, point: tuple[Floats, Floats, Floats], step: Floats) -> tuple[Floats, Floats, Floats]:
        """Weights w (l,), attitude Q (3, 3) and turns θ (B, 3) after a step (unknowns,) from a point."""
        l, (w, Q, turns) = self.span.free, point
        w = w + step[:l]
        if self.field is not None and len(step) > l:
            delta = step[l:].reshape(-1, 3)
            if self.turning:
                mean = self.field.share @ delta
                Q, delta = Q @ exp(mean), delta - mean
            if self.field.corrects:
                turns = turns + delta
        if not (self.turning or self.attitudes.still):
            Q = self.attitudes.turn(w)
        return w, Q, turns

    def gradient(self, state: PoseState) -> Floats:
        """Half the energy's gradient by the unknowns."""
        field = self.field
        g, torques = self.span.slopes(state.w, state.R, state.r)
        g += self.prior.strength @ (state.w - self.prior.centre)
        if field is None:
            return g
        if not self.turning:
            g += self.attitudes.turn_derivatives(state.w) @ torques.sum(axis=0)
            if not field.corrects:
                return g
        torques += field.torques(state.R)
        if self.pull:
            upright = self.upright if self.turning else state.Q
            torques -= self.pull * self.W[:, None] * _axial(upright @ np.swapaxes(state.R, 1, 2))
        by_turns = field.basis.T @ np.einsum("jab,ja->jb", self._spins(field, state), torques)
        if self.turning:
            by_turns += np.outer(field.share, torques.sum(axis=0) @ state.Q - by_turns.sum(axis=0))
        return np.append(g, by_turns)

    def columns(self, state: PoseState) -> Columns:
        """The derivatives of the features at a state: three right-hand sides for each example and bump."""
        field = self.field
        lin = self.span.linearised(state.w, state.R, self.W)
        K = [self._gathered(lin.rows)]
        H = lin.gram
        if field is not None:
            spins = self._spins(field, state)
            weighted = self.W[:, None] * field.basis
            by_axis = np.stack([self.fit.spread(T, weighted) for T in field.turned(spins, state.T)], axis=3)
            K.append(by_axis.reshape(*by_axis.shape[:2], -1))
            moments = self._moments(field, lin.rows, state.T, spins)
            H = _bordered(H, moments, field.squares(state.T, self.W, spins))
        columns = np.concatenate([*K, self.fit.spread(state.T, self.W[:, None])], axis=2)
        u = self.fit.solved(columns)
        return Columns(H, self.fit.products(columns, u), u)

    def _gathered(self, rows: Floats) -> Floats:
        """K (n, 3, l) of the derivatives by the weights; rows (m, d, 3, …) as in `Linearised`."""
        regions = self.span.regions
        if regions.shape[1] == 1:
            return self.fit.gathered(rows)
        # Rows for every region would be R times as many, and go through memory.
        by_example = np.ascontiguousarray(rows.transpose(3, 0, 2, 1))
        K = np.stack([self.fit.spread(each, regions) for each in by_example], axis=3)
        return K.reshape(*K.shape[:2], -1)

    def _moments(self, field: RotationField, rows: Floats, T: Floats, spins: Floats) -> Floats:
        """(B, 3, l) inner products of the bumps' turns with the derivatives by the weights."""
        regions, B = self.span.regions, field.basis.shape[1]
        if regions.shape[1] == 1:
            return field.moments(rows, T, spins)
        pairs = (field.basis[:, :, None] * regions[:, None]).reshape(len(regions), -1)
        by_pair = replace(field, basis=pairs).moments(rows, T, spins)
        return by_pair.reshape(B, -1, *by_pair.shape[1:]).swapaxes(1, 2).reshape(B, 3, -1)

    def curvature(self, state: PoseState, columns: Columns | None = None) -> Floats:
        """Half the energy's second derivative by the unknowns, as Gauss–Newton has it.

        columns: the derivatives at the state, where they are known
        """
        l, field = self.span.free, self.field
        gram, products, u = self.columns(state) if columns is None else columns
        H = gram - self.fit.eliminated(products, u)[:-1, :-1]
        if field is not None:
            H[l:, l:] += np.kron(field.hessian, np.eye(3))
            H = _followed(H, self._followers(field, state), l)
            if self.pull and len(H) > l:
                about = field.basis.T @ (2.0 * self.pull * self.W[:, None] * field.basis)
                H[l:, l:] += np.kron(about, np.eye(3))
        H[:l, :l] += self.prior.strength
        return H

    def _spins(self, field: RotationField, state: PoseState) -> Floats:
        """(m, 3, 3) how fast each element turns with the turns of its bumps."""
        if not state.turns.any():
            return state.R
        return field.spins(state.Q, state.turns)

    def _followers(self, field: RotationField, state: PoseState) -> Floats:
        """(3B, unknowns) how the turns of the bumps follow from the unknowns, the first of which are weights.

        An attitude that follows the weights turns all bumps alike. Where the whole may turn, the mean of all
        turns is one of the attitude. Both are taken as each bump sees them in its middle.
        """
        l, B = self.span.free, field.basis.shape[1]
        turns = np.eye(3 * B, l + 3 * B, l)
        seen = np.linalg.inv(left_jacobian(state.turns))
        if not self.turning:
            follow = seen @ state.Q.T @ self.attitudes.turn_derivatives(state.w).T
            turns[:, :l] = follow.reshape(3 * B, l)
            return turns if field.corrects else turns[:, :l]
        if state.turns.any():
            mean = np.einsum("bij,c->bicj", seen - np.eye(3), field.share)
            turns[:, l:] += mean.reshape(3 * B, 3 * B)
        return turns


def learned_curvature(g: Floats, memory: PoseDirection) -> Floats:
    """S: half the energy's second derivative less the matrix H in use, as far as steps have shown it.

    g: half the gradient after the step s of `memory`
    A symmetric rank-one update makes (H + S) s the change of g over s. Gauss–Newton alone converges slowly
    where residuals stay large.
    """
    s, S = memory.step, memory.curvature
    missed = g - memory.gradient / 2 - (memory.H + S) @ s
    along = float(missed @ s)
    if abs(along) <= SAFE * float(np.linalg.norm(missed) * np.linalg.norm(s)):
        return S
    return S + np.outer(missed, missed) / along


def _bordered(gram: Floats, mixed: Floats, squares: Floats) -> Floats:
    """(l + 3B, l + 3B) from (l, l), (B, 3, l) and (B, 3, B, 3)."""
    l, turns = len(gram), 3 * len(mixed)
    H = np.empty((l + turns, l + turns))
    H[:l, :l], H[l:, :l], H[l:, l:] = gram, mixed.reshape(turns, l), squares.reshape(turns, turns)
    H[:l, l:] = H[l:, :l].T
    return H


def _followed(H: Floats, turns: Floats, l: int) -> Floats:
    """H by the weights (l,) and turns (3B,), as a matrix by the unknowns that turns (3B, unknowns) follow."""
    across = H[:l, l:] @ turns
    out = turns.T @ (H[l:, l:] @ turns)
    out[:l] += across
    out[:, :l] += across.T
    out[:l, :l] += H[:l, :l]
    return out


def _axial(M: Floats) -> Floats:
    """(…, 3) vectors a with Σ [δ]ₓ M = a·δ for every δ, for M (…, 3, 3)."""
    return np.stack(
        [M[..., 2, 1] - M[..., 1, 2], M[..., 0, 2] - M[..., 2, 0], M[..., 1, 0] - M[..., 0, 1]], axis=-1
    )
