"""minimise over x, w (and turns)  Σ_j W_j ‖(G x)_j − R_j T_j(w) E_j‖²  with C x = d  [Sumner2005, eq. 8].

The block Cholesky of [Sumner2005, sec. 4.2]: A = GᵀWG is factored once; an iteration solves for 3l + 3
right-hand sides, then a small dense system in the weights. The whole mesh's turn ω costs no solve at all:
its derivative [e]ₓT is a mixture of the coordinates of T, and so is the solution for it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.constraints import Constrained
from pliant.core.features import Span
from pliant.core.gather import Incidence
from pliant.core.rotations import cross_matrix, exp
from pliant.methods.meshik.corrective import Pull, RotationField
from pliant.methods.meshik.examples import Attitudes

AXES = cross_matrix(np.eye(3))
# Directions of the small system below this share of its largest eigenvalue are left alone.
NULL_SHARE = 1e-13
# Pull of the corrective rotations to the blend's own attitude where a drag may not turn the whole.
ATTITUDE_PULL = 0.1


@dataclass(frozen=True, eq=False)
class Prior:
    """Σᵢ strengthᵢ (wᵢ − centreᵢ)²: the ridge and temporal coherence."""

    strength: Floats
    centre: Floats

    def energy(self, w: Floats) -> float:
        """The prior's part of the energy."""
        return float(self.strength @ (w - self.centre) ** 2)


@dataclass(frozen=True, eq=False)
class PoseState:
    """A point of the search: weights w (l,), attitude Q (3, 3), positions x (n, 3), rotations R (m, 3, 3)."""

    w: Floats
    Q: Floats
    x: Floats
    R: Floats
    energy: float

    @property
    def parameters(self) -> Floats:
        """The weights."""
        return self.w


@dataclass(frozen=True, eq=False)
class PoseDirection:
    """A step: weights and turn together as (l + 3,), the positions it leads to, and the gradient."""

    step: Floats
    x: Floats
    gradient: Floats


@dataclass(frozen=True, eq=False)
class PoseProblem:
    """One drag: the rig's span, the grip's constraints and the targets."""

    span: Span
    attitudes: Attitudes
    around: Incidence
    W: Floats
    constrained: Constrained
    prior: Prior
    field: RotationField | None
    free_turn: bool
    damping: float

    def state(self, w: Floats, Q: Floats, x: Floats, R: Floats) -> PoseState:
        """The state at weights, attitude, positions and rotations (which contain Q), relaxed once."""
        T = self.span.tangents(w, R)
        energy = self.prior.energy(w)
        if self.field is not None:
            pull = Pull(self.W, np.zeros((3, 3)) if self.free_turn else ATTITUDE_PULL * Q)
            R, T = self.field.relaxed(self.around, x, T, R, pull)
            energy += self.field.energy(R) + pull.energy(R)
        energy += float(self.W @ self.around.residuals(x, T))
        return PoseState(w, Q, x, R, energy)

    def direction(self, state: PoseState) -> PoseDirection:
        """The joint Gauss–Newton step in x, w and the turn, x eliminated."""
        lin = self.span.linearised(state.w, state.R, self.W)
        K = self.around.divergence(lin.rows)
        u = self.constrained.system.solve(K)
        Cu = self.constrained.at_anchors(u)
        x = self.constrained.met(u[:, :, -1])
        H = self._weights_and_turn(lin.gram, lin.moments)
        H -= self._inner(K, u) - self._inner_anchors(Cu)
        g = np.concatenate([np.einsum("iaa->i", lin.moments[:-1]), np.zeros(3)])
        g -= self._against(K, x)
        P = self._chain(state)
        H, g = P.T @ H @ P, P.T @ g
        l = self.span.free  # noqa: E741
        H[:l, :l] += np.diag(self.prior.strength)
        g[:l] += self.prior.strength * (state.w - self.prior.centre)
        step = P @ -_damped_solution(H, g, self.damping)
        change = u[:, :, :l] @ step[:l] + np.cross(step[l:], u[:, :, -1])
        anchored = Cu[:, :, :l] @ step[:l] + np.cross(step[l:], Cu[:, :, -1])
        return PoseDirection(step, x + change - self.constrained.response @ anchored, 2.0 * g)

    def moved(self, state: PoseState, direction: PoseDirection, length: float) -> PoseState:
        """The state after a share of the step, its rotations relaxed."""
        l = self.span.free  # noqa: E741
        w = state.w + length * direction.step[:l]
        if self.free_turn:
            turn = exp(length * direction.step[l:])
        elif self.attitudes.still:
            turn = np.eye(3)
        else:
            turn = self.attitudes.turn(w) @ state.Q.T
        R = state.R if np.array_equal(turn, np.eye(3)) else turn @ state.R
        x = state.x + length * (direction.x - state.x)
        return self.state(w, turn @ state.Q, x, R)

    def _chain(self, state: PoseState) -> Floats:
        """(l + 3, p): how the unknowns move weights and turn.

        A free turn is three unknowns of its own; otherwise the attitude follows the weights.
        """
        l = self.span.free  # noqa: E741
        if self.free_turn:
            return np.eye(l + 3)
        if self.attitudes.still:
            return np.eye(l + 3, l)
        return np.vstack([np.eye(l), self.attitudes.turn_derivatives(state.w).T])

    def _weights_and_turn(self, gram: Floats, moments: Floats) -> Floats:
        """(l + 3, l + 3) inner products of the derivatives, with those of the turn: [e]ₓT."""
        mixed = np.einsum("kab,iab->ik", AXES, moments[:-1])
        turn = np.einsum("kca,qcb,ab->kq", AXES, AXES, moments[-1])
        return np.block([[gram, mixed], [mixed.T, turn]])

    def _inner(self, K: Floats, u: Floats) -> Floats:
        """(l + 3, l + 3) Kᵀu over vertices and coordinates, with the turn's columns e × b."""
        own = sum(K[:, c, :-1].T @ u[:, c, :-1] for c in range(3))
        b = K[:, :, -1]
        products = np.einsum("vai,vb->iab", u, b, optimize=True)
        mixed = np.einsum("kab,iab->ik", AXES, products[:-1])
        turn = np.einsum("kcb,qca,ab->kq", AXES, AXES, products[-1])
        return np.block([[own, mixed], [mixed.T, turn]])

    def _inner_anchors(self, Cu: Floats) -> Floats:
        """(l + 3, l + 3) (Cu)ᵀ Λ (Cu), with the turn's columns e × (Cu_b)."""
        turned = np.einsum("kab,hb->hak", AXES, Cu[:, :, -1])
        columns = np.concatenate([Cu[:, :, :-1], turned], axis=2)
        return np.einsum("hai,hg,gaj->ij", columns, self.constrained.stiffness, columns, optimize=True)

    def _against(self, K: Floats, x: Floats) -> Floats:
        """(l + 3,) the columns of K, and e × b, times x."""
        own = np.einsum("vai,va->i", K[:, :, :-1], x, optimize=True)
        turn = np.cross(K[:, :, -1], x).sum(axis=0)
        return np.concatenate([own, turn])


def _damped_solution(H: Floats, g: Floats, damping: float) -> Floats:
    """H⁻¹g for a symmetric positive semi-definite H, without what it does not determine."""
    values, vectors = np.linalg.eigh((H + H.T) / 2)
    largest = max(float(values.max(initial=0.0)), np.finfo(float).tiny)
    determined = values > NULL_SHARE * largest
    inverse = np.where(determined, 1.0 / np.maximum(values + damping * largest, NULL_SHARE * largest), 0.0)
    return vectors @ (inverse * (vectors.T @ g))
