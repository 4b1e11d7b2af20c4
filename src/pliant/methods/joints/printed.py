"""The paper's solver: affine cells; rigidity, strain, handles, joints and limits as penalties [Xu2009]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csc_array, csr_array, eye_array
from scipy.sparse.linalg import splu

from pliant.arrays import Floats, Ints
from pliant.methods.joints.handles import JointHandles
from pliant.methods.joints.model import JointModel
from pliant.methods.joints.printed_joints import joint_terms, limit_terms
from pliant.methods.joints.problem import JointStep
from pliant.methods.joints.tree import Posture

# λ of the damped pseudo-inverse, beside weights of 100 and more.
DAMPING = 1e-2
# The pairs of columns whose products measure how far a matrix is from a rotation.
FIRST, SECOND = np.array([0, 0, 1, 0, 1, 2]), np.array([1, 2, 2, 0, 1, 2])


@dataclass(frozen=True, eq=False)
class PrintedState:
    """Affine motions and what the energy is made of.

    M:         (b, 3, 4) the motions
    residuals: (r,); jacobian: (r, 12b)
    gap:       (h, 3) of the held points from their targets
    """

    M: Floats
    residuals: Floats
    jacobian: csr_array
    gap: Floats
    posture: Posture

    @property
    def energy(self) -> float:
        """The sum of squares."""
        return float(self.residuals @ self.residuals)

    @property
    def parameters(self) -> Floats:
        """(12b,) all motions."""
        return self.M.ravel()


class PrintedProblem:
    """What the Gauss–Newton loop asks, for one set of targets (h, 3)."""

    def __init__(self, model: JointModel, handles: JointHandles, targets: Floats) -> None:
        self.model, self.targets = model, handles.spread @ targets
        self._straining = _straining(model)
        self._holding = _holding(handles, len(model.centre))
        self._weights = np.sqrt(np.repeat(handles.weight, 3))

    def state(self, posture: Posture) -> PrintedState:
        """The state with the motions of a posture."""
        return self._at(np.concatenate([posture.R, posture.t[:, :, None]], axis=2))

    def _at(self, M: Floats) -> PrintedState:
        model, options = self.model, self.model.options
        gap = (self._holding @ M.ravel()).reshape(-1, 3) - self.targets
        residuals = [self._straining @ M.ravel(), self._weights * gap.ravel()]
        jacobians = [self._straining, csr_array(self._holding.multiply(self._weights[:, None]))]
        for r, J in (_rigidity(M), *self._joints(M)):
            residuals.append(r)
            jacobians.append(J)
        weights = [np.sqrt(options.rigidity), *([np.sqrt(options.joints)] * (len(residuals) - 3))]
        residuals[2:] = [w * r for w, r in zip(weights, residuals[2:], strict=True)]
        jacobians[2:] = [w * J for w, J in zip(weights, jacobians[2:], strict=True)]
        posture = Posture.of_motions(model.tree, M[:, :, :3].copy(), M[:, :, 3].copy())
        return PrintedState(M, np.concatenate(residuals), _stacked(jacobians, M.size), gap, posture)

    def _joints(self, M: Floats) -> list[tuple[Floats, csr_array]]:
        """Residuals and Jacobians of the joints and of their limits."""
        out = []
        for joint, (a, b), corners in zip(
            self.model.joints, self.model.tree.ends, self.model.joint_corners, strict=True
        ):
            pair = np.array([b, a])
            terms = [*joint_terms(joint, corners, M[pair]), *limit_terms(joint, corners, M[pair])]
            out += [(r, _rows(D.reshape(len(r), -1), pair, M.size)) for r, D in terms]
        return out

    def direction(self, state: PrintedState) -> JointStep:
        """The damped Gauss–Newton step (12b,) of all motions."""
        J = state.jacobian
        gradient = J.T @ state.residuals
        normal = csc_array(J.T @ J + DAMPING * eye_array(state.M.size))
        step = splu(normal, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0).solve(-gradient)
        return JointStep(step, gradient)

    def moved(self, state: PrintedState, direction: JointStep, length: float) -> PrintedState:
        """The state after a share of the step."""
        return self._at(state.M + length * direction.step.reshape(state.M.shape))


def _rows(D: Floats, bodies: Ints, size: int) -> csr_array:
    """(r, size) sparse: derivatives (r, 12 · bodies) by the motions of some bodies."""
    columns = (12 * bodies[:, None] + np.arange(12)).ravel()
    rows = np.repeat(np.arange(len(D)), len(columns))
    return csr_array((D.ravel(), (rows, np.tile(columns, len(D)))), shape=(len(D), size))


def _stacked(matrices: list[csr_array], size: int) -> csr_array:
    starts = np.cumsum([0, *(len(each.indptr) - 1 for each in matrices)])
    parts = [each.tocoo() for each in matrices]
    rows = np.concatenate([each.coords[0] + start for each, start in zip(parts, starts[:-1], strict=True)])
    columns = np.concatenate([each.coords[1] for each in parts])
    values = np.concatenate([each.data for each in parts])
    return csr_array(coo_array((values, (rows, columns)), shape=(int(starts[-1]), size)))


def _rigidity(M: Floats) -> tuple[Floats, csr_array]:
    """Eq. 1: residuals (6b,) and Jacobian: products of columns of M (b, 3, 4), less those of a rotation."""
    A, b = M[:, :, :3], len(M)
    r = np.einsum("bim,bim->bm", A[:, :, FIRST], A[:, :, SECOND]) - (FIRST == SECOND)
    D = np.zeros((b, 6, 3, 4))
    for m, (i, j) in enumerate(zip(FIRST, SECOND, strict=True)):
        D[:, m, :, i] += A[:, :, j]
        D[:, m, :, j] += A[:, :, i]
    columns = np.broadcast_to(12 * np.arange(b)[:, None, None] + np.arange(12), (b, 6, 12))
    starts = 12 * np.arange(6 * b + 1)
    return r.ravel(), csr_array((D.ravel(), columns.ravel(), starts), shape=(6 * b, M.size))


def _straining(model: JointModel) -> csr_array:
    """Eq. 2: rows that give M_i x − M_j x at the points that stand for the corners of neighbours."""
    p = len(model.pairs)
    x = np.concatenate([model.points, model.point[:, :, None]], axis=2)
    values = np.broadcast_to(np.stack([x, -x], axis=2)[:, :, None], (p, 4, 3, 2, 4))
    columns = (
        12 * model.pairs[:, None, None, :, None] + 4 * np.arange(3)[None, None, :, None, None] + np.arange(4)
    )
    columns = np.broadcast_to(columns, (p, 4, 3, 2, 4))
    starts = 8 * np.arange(12 * p + 1)
    return csr_array((values.ravel(), columns.ravel(), starts), shape=(12 * p, 12 * len(model.centre)))


def _holding(handles: JointHandles, bodies: int) -> csr_array:
    """Eq. 3: (3h, 12b) rows that give where held points are."""
    h, q = handles.bodies.shape
    x = np.concatenate([handles.spread @ handles.rest, np.ones((h, 1))], axis=1)
    values = np.broadcast_to((handles.shares[:, :, None] * x[:, None])[:, None], (h, 3, q, 4))
    body = np.maximum(handles.bodies, 0)
    columns = 12 * body[:, None, :, None] + 4 * np.arange(3)[None, :, None, None] + np.arange(4)
    starts = 4 * q * np.arange(3 * h + 1)
    columns = np.broadcast_to(columns, (h, 3, q, 4))
    return csr_array((values.ravel(), columns.ravel(), starts), shape=(3 * h, 12 * bodies))
