"""The energy of a cage's shape: the paper's differential coordinates, or cells that may turn.

Linear [Savoye2010, eq. 2]: ‖L C − L c‖² with c the rest cage and L the umbrella operator.

Turning: cell i holds the edges of the faces around vertex i, and costs Σ w ‖(C_a − C_b) − Rᵢ (c_a − c_b)‖²
with w the cotangent of the edge in its face, at the best rotation Rᵢ: for obtuse faces, too, the sum over
one face is the Dirichlet energy of what is not a turn, so it is never negative.

Both are tr CᵀKC − 2 tr Cᵀb + constant; for turning cells b = B R, with R (3c, 3) stacking the transposed
rotations, and BᵀC stacks the transposed covariances whose closest rotations are the best ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.rotations import closest_rotation
from pliant.geometry.topology import edges, vertex_components


@dataclass(frozen=True, eq=False)
class Shape:
    """The energy of a cage of c vertices.

    rest:     (c, 3) the rest cage
    K:        (c, c) dense, symmetric, positive semi-definite; constants cost nothing
    B:        (c, 3c) sparse; without columns for the linear energy
    constant: makes the energy of the rest cage zero
    """

    rest: Vertices
    K: Floats
    B: csr_array
    constant: float

    @property
    def turns(self) -> bool:
        """Whether there are cells that may turn."""
        return self.B.nnz > 0

    def linear_term(self, R: Floats) -> Floats:
        """(c, 3) b with all cells turned by one rotation R (3, 3); the linear energy ignores R."""
        return self.K @ (self.rest @ R.T if self.turns else self.rest)

    def turns_at(self, C: Floats) -> Floats:
        """(3c, 3) the transposed rotations that turn the cells best for the cage C (c, 3)."""
        covariance = (self.B.T @ C).reshape(-1, 3, 3)
        turns = closest_rotation(np.ascontiguousarray(covariance.transpose(0, 2, 1)))
        return turns.transpose(0, 2, 1).reshape(-1, 3)


def linear_shape(V: Vertices, F: Faces) -> Shape:
    """The paper's energy: each vertex keeps its difference from the mean of its neighbours."""
    a, b = np.concatenate([edges(F), ties(V, F)]).T
    n = len(V)
    graph = coo_array((np.ones(2 * len(a)), (np.r_[a, b], np.r_[b, a])), shape=(n, n)).toarray()
    L = graph / graph.sum(axis=1, keepdims=True) - np.eye(n)
    K = L.T @ L
    return Shape(V, K, csr_array((n, 0)), float((V * (K @ V)).sum()))


def turning_shape(V: Vertices, F: Faces) -> Shape:
    """The energy of cells, the faces around each vertex, that keep their shape up to a turn."""
    n = len(V)
    a, b, c = (F[:, [i, (i + 1) % 3, (i + 2) % 3]].ravel() for i in (1, 2, 0))
    u, v = V[a] - V[c], V[b] - V[c]
    weight = 0.5 * (u * v).sum(axis=1) / np.linalg.norm(np.cross(u, v), axis=1)
    tied = ties(V, F)
    # A tie is an edge of the two cells at its ends, as stiff as edges are on the average.
    a, b, c = np.append(a, tied[:, 0]), np.append(b, tied[:, 1]), np.append(c, tied[:, 0])
    edge = V[a] - V[b]
    weight = np.append(weight, np.full(len(tied), np.abs(weight).mean()))
    rows, columns, values = [], [], []
    for cell in (a, b, c):
        for end, sign in ((a, 1.0), (b, -1.0)):
            rows.append(np.repeat(end, 3))
            columns.append((3 * cell[:, None] + np.arange(3)).ravel())
            values.append((sign * weight[:, None] * edge).ravel())
    entries = (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns)))
    K = np.zeros((n, n))
    for i, j, sign in ((a, a, 3.0), (b, b, 3.0), (a, b, -3.0), (b, a, -3.0)):
        np.add.at(K, (i, j), sign * weight)
    constant = 3.0 * float((weight * (edge**2).sum(axis=1)).sum())
    return Shape(V, K, csr_array(coo_array(entries, shape=(n, 3 * n))), constant)


def ties(V: Vertices, F: Faces) -> Ints:
    """(p − 1, 2) pairs of nearest vertices that tie the p pieces of a cage, which else would drift apart."""
    piece = vertex_components(F, len(V))
    found = np.empty((piece.max(), 2), dtype=np.int64)
    for i in range(len(found)):
        near, far = np.flatnonzero(piece == 0), np.flatnonzero(piece > 0)
        distance, index = map(np.asarray, KDTree(V[near]).query(V[far]))
        best = int(np.argmin(distance))
        found[i] = near[index[best]], far[best]
        piece[piece == piece[far[best]]] = 0
    return found
