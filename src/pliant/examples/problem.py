"""minimise over x, w and R  Σ_j W_j ‖(G x)_j − R_j T_j(w) E_j‖² + …  with C x = d  [Sumner2005, eq. 8].

x are the positions of all vertices (MeshIK) or the controls of a reduced model [Der2006, eq. 7]; a `Fit`
finds the best ones for given features. What is left is a small nonlinear least-squares problem in the
weights and in the turns of a few bumps (see corrections.py), solved by Gauss–Newton with the block
Cholesky of [Sumner2005, sec. 4.2] and [Der2006, sec. 3.3]: the matrix of x is factored once, and an
iteration takes three right-hand sides for each example, three for each bump and three for x.
A turn δ changes T by [δ]ₓT, a mixture of T's own coordinates, so that one solve serves its three axes. The
turn of the whole needs no solve, since x is already known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from pliant.arrays import Floats
from pliant.examples.attitudes import Attitudes
from pliant.examples.corrections import RotationField
from pliant.examples.prior import Prior, damped_solution
from pliant.examples.span import Span

# A rank-one update is skipped where its denominator is below this share of what it could be.
SAFE = 1e-2


class Fit(Protocol):
    """How the unknowns x (n, 3) follow from wanted features, with the pins at their targets.

    The inverse of A = GᵀWG, restricted to what the pins leave free, is some B Bᵀ; `solved` applies as much
    of it as `eliminated` and `positions` need.
    """

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

    def residuals(self, x: Floats, T: Floats) -> Floats:
        """(m,) squared distance of G x from the features T (m, 3, d)."""
        ...

    def eliminated(self, K: Floats, u: Floats, other: Floats) -> Floats:
        """(3, i, 3, k) what the elimination of x subtracts from the inner products of two sets of columns.

        K, u:  (n, 3, i) of one set, and what `solved` makes of it
        other: what `solved` makes of the K of the other set
        """
        ...

    def eliminated_along(self, K: Floats, u: Floats) -> Floats:
        """(i, k) the same for one set with itself, summed over the coordinates."""
        ...

    def springs(self, x: Floats) -> float:
        """What pins that yield cost at x (n, 3); zero where all are firm."""
        ...

    def coupled(self, own: Floats, u: Floats) -> tuple[Floats, Floats] | None:
        """What pins that couple the coordinates add to the system of a step; None where none does.

        own, u: (…, 3, B) and (…, 3, l+1), what `solved` makes of the K of the bumps, and of a state's
        Returns (3B, l) and (3B, 3B), of the bumps' turns with the weights and with each other.
        """
        ...


@dataclass(frozen=True, eq=False)
class PoseState:
    """A point of the search.

    w, Q:   (l,) weights, and the attitude (3, 3) that follows them
    R:      (m, 3, 3) rotations of the elements, the attitude included
    T, x:   (m, 3, d) the blend R T(w) E, and the positions (n, 3)
    K:      (n, 3, l+1) GᵀW of the derivatives of T by the weights, and of T last
    u:      what `Fit.solved` makes of K
    gram:   (l, l) inner products of the derivatives with each other; along: (l,) with T
    spins:  (B, 3, l) inner products of the derivatives with the bumps' turns
    memory: the step that led here; None at the start, and after steps far from the minimum
    The derivatives are taken before the step is accepted, which it nearly always is: one pass over the
    elements and one solve then serve the energy and the next step.
    """

    w: Floats
    Q: Floats
    R: Floats
    T: Floats
    x: Floats
    K: Floats
    u: Floats
    gram: Floats
    along: Floats
    spins: Floats
    energy: float
    memory: PoseDirection | None = None

    @property
    def parameters(self) -> Floats:
        """The weights."""
        return self.w


@dataclass(frozen=True, eq=False)
class PoseDirection:
    """A step from a state. The unknowns are the weights (l,), then the turns (B, 3) of the bumps.

    step:      (unknowns,) their change
    gradient:  (unknowns,) of the energy
    curvature: half the energy's second derivative less Gauss–Newton's, as far as the steps so far show it
    """

    step: Floats
    gradient: Floats
    curvature: Floats


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
    near:    a step that lowers the energy below this share starts far from the minimum and shows nothing
             of its curvature; infinity leaves plain Gauss–Newton
    rows:    scratch for the derivatives of the blend
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
    rows: Floats

    def state(self, w: Floats, Q: Floats, R: Floats) -> PoseState:
        """The state with the best positions for weights w (l,), attitude Q (3, 3), rotations R (m, 3, 3)."""
        lin = self.span.linearised(w, R, self.W, self.rows)
        K = self.fit.gathered(lin.rows)
        u = self.fit.solved(K)
        x = self.fit.positions(u[:, :, -1])
        energy = self.prior.energy(w) + float(self.W @ self.fit.residuals(x, lin.T))
        spins = np.empty((0, 3, len(w))) if self.field is None else self.field.moments(lin.rows, lin.T)
        energy += self.rotation_energy(Q, R) + self.fit.springs(x)
        return PoseState(w, Q, R, lin.T, x, K, u, lin.gram, lin.along, spins, energy)

    def rotation_energy(self, Q: Floats, R: Floats) -> float:
        """The part of the energy that depends on the rotations alone."""
        energy = 0.0 if self.field is None else self.field.energy(R)
        if self.pull:
            upright = self.upright if self.turning else Q
            energy += self.pull * float(self.W @ (6.0 - 2.0 * np.einsum("jab,ab->j", R, upright)))
        return energy

    def direction(self, state: PoseState) -> PoseDirection:
        """The Gauss–Newton step in the weights and the turns."""
        l = self.span.free
        H = state.gram - self.fit.eliminated_along(state.K, state.u)[:l, :l]
        g = state.along - (state.K.reshape(-1, l + 1).T @ state.x.ravel())[:l]
        if self.field is not None:
            H, g = self._with_turns(self.field, state, (H, g))
            H, g = self._in_unknowns(self.field, state, H, g)
        H[:l, :l] += self.prior.strength
        g[:l] += self.prior.strength @ (state.w - self.prior.centre)
        S = learned_curvature(H, g, state.memory)
        return PoseDirection(-self._step(H, S, g), 2.0 * g, S)

    def _step(self, H: Floats, S: Floats, g: Floats) -> Floats:
        """Newton's step with the learned curvature where that leads downhill, else Gauss–Newton's."""
        if S.any():
            step = damped_solution(H + S, g, self.damping)
            if step @ g > 0 and step @ (H + S) @ step > 0.25 * (step @ H @ step):
                return step
        return damped_solution(H, g, self.damping)

    def moved(self, state: PoseState, direction: PoseDirection, length: float) -> PoseState:
        """The state after a share `length` of the step."""
        l = self.span.free
        w = state.w + length * direction.step[:l]
        R, Q = state.R, state.Q
        if self.field is not None and len(direction.step) > l:
            R = self.field.turned(R, length * direction.step[l:].reshape(-1, 3))
        if not (self.turning or self.attitudes.still):
            Q = self.attitudes.turn(w)
            R = (Q @ state.Q.T) @ R
        new = self.state(w, Q, R)
        if new.energy < self.near * state.energy:
            return new
        return replace(new, memory=replace(direction, step=length * direction.step))

    def _with_turns(
        self, field: RotationField, state: PoseState, system: tuple[Floats, Floats]
    ) -> tuple[Floats, Floats]:
        """The system of the weights enlarged by the bumps' turns, in the order bump, axis."""
        H, g = system
        l = len(g)
        if field.corrects:
            K = self.fit.spread(state.T, self.W[:, None] * field.basis)
            own = self.fit.solved(K)
        else:
            K, own = state.K[:, :, l:], state.u[:, :, l:]
        B = K.shape[2]
        with_weights = self.fit.eliminated(K, own, state.u)[..., :l]
        square = field.squares(state.T, self.W) - self.fit.eliminated(K, own, own)
        moment = (K.reshape(len(K), 3 * B).T @ state.x).reshape(3, B, 3)
        enlarged = np.empty((l + 3 * B, l + 3 * B))
        enlarged[:l, :l] = H
        mixed = (state.spins - _crossed(with_weights)).reshape(3 * B, l)
        enlarged[l:, :l], enlarged[:l, l:] = mixed, mixed.T
        # (e_k × a)·(e_q × c) = δ_kq a·c − a_q c_k.
        turn = -square.transpose(1, 2, 3, 0)
        trace = square[0, :, 0] + square[1, :, 1] + square[2, :, 2] + field.hessian
        for k in range(3):
            turn[:, k, :, k] += trace
        enlarged[l:, l:] = turn.reshape(3 * B, 3 * B)
        coupled = self.fit.coupled(own, state.u)
        if coupled is not None:
            enlarged[l:, :l] += coupled[0]
            enlarged[:l, l:] += coupled[0].T
            enlarged[l:, l:] += coupled[1]
        return enlarged, np.append(g, field.gradient(state.R) - _crossed(moment))

    def _in_unknowns(
        self, field: RotationField, state: PoseState, H: Floats, g: Floats
    ) -> tuple[Floats, Floats]:
        """The system in the true unknowns: an attitude that follows the weights turns all bumps alike."""
        l, B = self.span.free, field.basis.shape[1]
        if not self.turning:
            follow = np.tile(self.attitudes.turn_derivatives(state.w).T, (B, 1))
            chain = np.block([[np.eye(l), np.zeros((l, 3 * B))], [follow, np.eye(3 * B)]])
            if not field.corrects:
                chain = chain[:, :l]
            H, g = chain.T @ H @ chain, chain.T @ g
        if self.pull and len(g) > l:
            weighted = self.pull * self.W[:, None] * field.basis
            upright = self.upright if self.turning else state.Q
            H[l:, l:] += np.kron(2.0 * weighted.T @ field.basis, np.eye(3))
            g[l:] -= (weighted.T @ _axial(upright @ np.swapaxes(state.R, 1, 2))).ravel()
        return H, g


def learned_curvature(H: Floats, g: Floats, memory: PoseDirection | None) -> Floats:
    """S, like H: half the energy's second derivative less Gauss–Newton's H, as far as steps have shown it.

    g: half the gradient; memory: the last step s
    A symmetric rank-one update makes (H + S) s the change of g over s. Gauss–Newton alone converges slowly
    where residuals stay large.
    """
    if memory is None or len(memory.step) != len(g):
        return np.zeros_like(H)
    s, S = memory.step, memory.curvature
    missed = g - memory.gradient / 2 - (H + S) @ s
    along = float(missed @ s)
    if abs(along) <= SAFE * float(np.linalg.norm(missed) * np.linalg.norm(s)):
        return S
    return S + np.outer(missed, missed) / along


def _crossed(products: Floats) -> Floats:
    """(B, 3, …) vectors Σ a × c, from the products of coordinates a_i c_j in (3, B, 3, …)."""
    after, before = [1, 2, 0], [2, 0, 1]
    return np.swapaxes(products[after, :, before] - products[before, :, after], 0, 1)


def _axial(M: Floats) -> Floats:
    """(…, 3) vectors a with Σ [δ]ₓ M = a·δ for every δ, for M (…, 3, 3)."""
    return np.stack(
        [M[..., 2, 1] - M[..., 1, 2], M[..., 0, 2] - M[..., 2, 0], M[..., 1, 0] - M[..., 0, 1]], axis=-1
    )
