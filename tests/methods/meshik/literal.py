"""[Sumner2005] word for word, dense: fourth vertices kept, constrained vertices eliminated.

minimise over x and w  ‖Ĝ x̂ − (M(w) + c)‖², 9m residuals; x̂ holds the free vertices and one fourth vertex per
triangle, M(w)_j = exp(Σ wᵢ log R_ij) Σ wᵢ S_ij, and c what the constrained vertices contribute. For given w
the best x̂ is a linear least-squares problem, so SciPy searches over w alone (variable projection): the
minimum over both is the same. Nothing here comes from the library.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import polar
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from pliant.arrays import Faces, Floats, Ints, Poses, Targets, Vertices

# SciPy's stopping tests, as tight as rounding allows.
EXACT = 1e-15


def with_fourth_vertices(V: Vertices, F: Faces) -> Vertices:
    """(n + m, 3) the vertices, then v₁ + n/√|n| of each triangle [eq. 1]."""
    fourth = []
    for a, b, c in F:
        normal = np.cross(V[b] - V[a], V[c] - V[a])
        fourth.append(V[a] + normal / np.sqrt(np.linalg.norm(normal)))
    return np.vstack([V, fourth])


def feature_matrix(V: Vertices, F: Faces) -> Floats:
    """Ĝ (3m, n + m): rows 3j…3j+2 of Ĝ x hold T_jᵀ for a pose x with fourth vertices [eq. 2, 3]."""
    n, m = len(V), len(F)
    complete = with_fourth_vertices(V, F)
    G = np.zeros((3 * m, n + m))
    for j, (a, b, c) in enumerate(F):
        corners = [b, c, n + j]
        inverse = np.linalg.inv(np.column_stack([complete[v] - complete[a] for v in corners]))
        for column, v in enumerate(corners):
            G[3 * j : 3 * j + 3, v] += inverse[column]
            G[3 * j : 3 * j + 3, a] -= inverse[column]
    return G


class Literal:
    """The printed method for poses (k, n, 3), faces and constrained vertices."""

    def __init__(self, V: Poses, F: Faces, points: Ints) -> None:
        G = feature_matrix(V[0], F)
        free = np.setdiff1d(np.arange(G.shape[1]), points)
        self.faces = len(F)
        self.basis = np.linalg.qr(G[:, free])[0]
        self.constrained = G[:, points]
        features = [(G @ with_fourth_vertices(pose, F)).reshape(-1, 3, 3).transpose(0, 2, 1) for pose in V]
        parts = np.array([[proper_polar(T) for T in pose] for pose in features])
        self.logs = np.stack([Rotation.from_matrix(R).as_rotvec() for R in parts[:, :, 0]])
        self.stretches = parts[:, :, 1]

    def features(self, w: Floats) -> Floats:
        """M(w) (3m, 3), laid out like Ĝ x [eq. 6]."""
        R = Rotation.from_rotvec(np.einsum("i,ija->ja", w, self.logs)).as_matrix()
        T = R @ np.einsum("i,ijab->jab", w, self.stretches)
        return T.transpose(0, 2, 1).reshape(-1, 3)

    def residual(self, w: Floats, targets: Targets) -> Floats:
        """(9m,) what the best x̂ for these weights leaves."""
        wanted = self.features(w) - self.constrained @ targets
        return (wanted - self.basis @ (self.basis.T @ wanted)).ravel()

    def energy(self, w: Floats, targets: Targets) -> float:
        """The objective at the best x̂, per triangle."""
        return float((self.residual(w, targets) ** 2).sum()) / self.faces

    def minimised(self, w: Floats, targets: Targets) -> Floats:
        """The weights at the minimum reached from w."""
        found = least_squares(
            self.residual, w, args=(targets,), method="lm", xtol=EXACT, ftol=EXACT, gtol=EXACT
        )
        return found.x


def proper_polar(T: Floats) -> tuple[Floats, Floats]:
    """T = R S with det R = 1; for det T < 0 the rotation nearest to T."""
    if np.linalg.det(T) > 0:
        R, S = polar(T)
        return R, S
    U, _, Vt = np.linalg.svd(T)
    R = U @ np.diag([1.0, 1.0, -1.0]) @ Vt
    return R, R.T @ T
