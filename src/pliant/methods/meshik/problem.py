"""minimise over x, w and R  Σ_j W_j ‖(G x)_j − R_j T_j(w) E_j‖² + …  with C x = d  [Sumner2005, eq. 8].

x is eliminated: for given w and R it is one solve with three right-hand sides. What is left is a small
nonlinear least-squares problem in the weights and in the turns of a few bumps (see corrective.py), solved by
Gauss–Newton with the block Cholesky of [Sumner2005, sec. 4.2]: A = GᵀWG is factored once, and an iteration
takes three right-hand sides for each example, three for each bump and three for x.
A turn δ changes T by [δ]ₓT, a mixture of T's own coordinates, so that one solve serves its three axes; and
the turn of the whole takes none, since x has been solved for already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.constraints import Constrained
from pliant.core.features import Span
from pliant.core.gather import Incidence
from pliant.core.rotations import cross_matrix
from pliant.methods.meshik.corrective import RotationField
from pliant.methods.meshik.examples import Attitudes

AXES = cross_matrix(np.eye(3))
# ⟨[e_k]ₓ a, [e_q]ₓ c⟩ = Σ TURN_TURN[k, q, i, j] aᵢ cⱼ.
TURN_TURN = np.einsum("kci,qcj->kqij", AXES, AXES)
# Directions of the small system below this share of its largest eigenvalue are left alone.
NULL_SHARE = 1e-13


@dataclass(frozen=True, eq=False)
class Prior:
    """(w − c)ᵀ P (w − c): what is known of the weights before any pin; P (l, l), c (l,)."""

    strength: Floats
    centre: Floats

    @staticmethod
    def of(terms: Sequence[tuple[Floats, Floats]]) -> Prior:
        """The sum of quadratic terms, each of strength (l, l) around a centre (l,), up to a constant."""
        strength = sum(P for P, _ in terms)
        pulled = sum(P @ c for P, c in terms)
        centre = np.linalg.lstsq(strength, pulled, rcond=None)[0]
        return Prior(np.asarray(strength), centre.astype(np.float64))

    def energy(self, w: Floats) -> float:
        """The prior's part of the energy."""
        return float((w - self.centre) @ self.strength @ (w - self.centre))


@dataclass(frozen=True, eq=False)
class PoseState:
    """A point of the search.

    w (l,) weights; Q (3, 3) the attitude that follows them; R (m, 3, 3) rotations, the attitude among them
    T (m, 3, 2) = R T(w) E; x (n, 3) positions
    K (n, 3, l+1) = GᵀW of the derivatives of T by the weights, and of T last; u (n, 3, l+1) solves A u = K
    with held vertices at zero
    gram (l, l), along (l,): inner products of the derivatives with each other and with T
    spins (B, 3, l): of the bumps' turns with the derivatives
    The derivatives are taken before it is known whether the step will be accepted, which it nearly always
    is: one pass over the triangles and one solve then serve the energy and the next step.
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

    @property
    def parameters(self) -> Floats:
        """The weights."""
        return self.w


@dataclass(frozen=True, eq=False)
class PoseDirection:
    """A step of the unknowns, weights (l,) then turns (B, 3) of the bumps, and the energy's gradient."""

    step: Floats
    gradient: Floats


@dataclass(frozen=True, eq=False)
class PoseProblem:
    """One drag: the rig's span, the grip's constraints and the targets.

    field:   how triangles may turn beside the span; None where nothing may
    turning: whether the whole may turn by itself; otherwise its attitude Q follows the weights
    rows:    scratch for the derivatives of the blend
    pull:    μ of μ Σ_j W_j ‖R_j − Q‖², which keeps corrections from turning the whole where it may not,
             and an animation from turning without need
    upright: (3, 3) what Q is in that where the whole may turn
    """

    span: Span
    attitudes: Attitudes
    around: Incidence
    W: Floats
    constrained: Constrained
    prior: Prior
    field: RotationField | None
    turning: bool
    pull: float
    upright: Floats
    damping: float
    rows: Floats

    def state(self, w: Floats, Q: Floats, R: Floats) -> PoseState:
        """The best positions for weights, attitude and rotations, and their energy."""
        lin = self.span.linearised(w, R, self.W, self.rows)
        K = self.around.divergence(lin.rows)
        u = self.constrained.system.solve(K)
        x = self.constrained.met(u[:, :, -1])
        energy = self.prior.energy(w) + float(self.W @ self.around.residuals(x, lin.T))
        spins = np.empty((0, 3, len(w))) if self.field is None else self.field.moments(lin.rows, lin.T)
        if self.field is not None:
            energy += self.field.energy(R)
        if self.pull:
            upright = self.upright if self.turning else Q
            energy += self.pull * float(self.W @ (6.0 - 2.0 * np.einsum("jab,ab->j", R, upright)))
        return PoseState(w, Q, R, lin.T, x, K, u, lin.gram, lin.along, spins, energy)

    def direction(self, state: PoseState) -> PoseDirection:
        """The Gauss–Newton step in the weights and the turns."""
        l = self.span.free
        K = state.K.reshape(-1, l + 1)
        H = state.gram - self._eliminated_along(state)
        g = state.along - (K.T @ state.x.ravel())[:l]
        if self.field is not None:
            H, g = self._with_turns(self.field, state, (H, g))
            H, g = self._in_unknowns(self.field, state, H, g)
        H[:l, :l] += self.prior.strength
        g[:l] += self.prior.strength @ (state.w - self.prior.centre)
        return PoseDirection(-damped_solution(H, g, self.damping), 2.0 * g)

    def moved(self, state: PoseState, direction: PoseDirection, length: float) -> PoseState:
        """The state after a share of the step."""
        l = self.span.free
        w = state.w + length * direction.step[:l]
        R, Q = state.R, state.Q
        if self.field is not None and len(direction.step) > l:
            R = self.field.turned(R, length * direction.step[l:].reshape(-1, 3))
        if not (self.turning or self.attitudes.still):
            Q = self.attitudes.turn(w)
            R = (Q @ state.Q.T) @ R
        return self.state(w, Q, R)

    def _eliminated_along(self, state: PoseState) -> Floats:
        """(l, l): what eliminating x takes off the inner products of the derivatives."""
        l = self.span.free
        Cu = self.constrained.at_anchors(state.u)
        stiff = np.tensordot(self.constrained.stiffness, Cu, 1)
        of_x = state.K.reshape(-1, l + 1).T @ state.u.reshape(-1, l + 1)
        return (of_x - Cu.reshape(-1, l + 1).T @ stiff.reshape(-1, l + 1))[:l, :l]

    def _eliminated(self, K: Floats, u: Floats, other: Floats) -> Floats:
        """(3, i, 3, k): what eliminating x takes off the inner products of two sets of columns.

        K (n, 3, i) = GᵀW of one set and u = A⁻¹K; other (n, 3, k) = A⁻¹ of the other set.
        """
        n, h = len(K), len(self.constrained.targets)
        Cu = self.constrained.at_anchors(u).reshape(h, 3 * u.shape[2])
        Co = self.constrained.at_anchors(other).reshape(h, 3 * other.shape[2])
        inner = K.reshape(n, -1).T @ other.reshape(n, -1) - Cu.T @ self.constrained.stiffness @ Co
        return inner.reshape(3, K.shape[2], 3, other.shape[2])

    def _with_turns(
        self, field: RotationField, state: PoseState, system: tuple[Floats, Floats]
    ) -> tuple[Floats, Floats]:
        """The system of the weights enlarged by the bumps' turns, in the order bump, axis."""
        H, g = system
        l = len(g)
        if field.corrects:
            K = self.around.spread(state.T, self.W[:, None] * field.basis)
            own = self.constrained.system.solve(K)
        else:
            K, own = state.K[:, :, l:], state.u[:, :, l:]
        size = 3 * K.shape[2]
        with_weights = self._eliminated(K, own, state.u)[..., :l]
        mixed = state.spins - np.einsum("kca,abci->bki", AXES, with_weights)
        square = field.squares(state.T, self.W) - self._eliminated(K, own, own)
        turn = np.einsum("kqac,aicj->ikjq", TURN_TURN, square)
        turn += np.einsum("ij,kq->ikjq", field.hessian, np.eye(3))
        gradient = field.gradient(state.R) - np.cross(K, state.x[:, :, None], axis=1).sum(axis=0).T
        mixed = mixed.reshape(size, l)
        return np.block([[H, mixed.T], [mixed, turn.reshape(size, size)]]), np.append(g, gradient)

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


def damped_solution(H: Floats, g: Floats, damping: float) -> Floats:
    """H⁻¹g for a symmetric positive semi-definite H, without what it does not determine."""
    values, vectors = np.linalg.eigh((H + H.T) / 2)
    largest = max(float(values.max(initial=0.0)), np.finfo(float).tiny)
    determined = values > NULL_SHARE * largest
    inverse = np.zeros_like(values)
    inverse[determined] = 1.0 / (values[determined] + damping * largest)
    return vectors @ (inverse * (vectors.T @ g))


def _axial(M: Floats) -> Floats:
    """(…, 3) vectors a with Σ [δ]ₓ M = a·δ for every δ, of M (…, 3, 3)."""
    return np.stack(
        [M[..., 2, 1] - M[..., 1, 2], M[..., 0, 2] - M[..., 2, 0], M[..., 1, 0] - M[..., 0, 1]], axis=-1
    )
