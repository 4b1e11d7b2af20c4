"""The whole of Elastic IK against its energy written out triangle by triangle, minimised densely."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from pliant.arrays import Floats
from pliant.geometry.contacts import extent
from pliant.geometry.rotations import exp
from pliant.methods.elastic.body import GRAIN
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.struts import struts
from pliant.samples.bar import straight_bar
from tests.characters import bar_poses, held_end, tip

OPTIONS = ElasticOptions(cells=3)


@dataclass(frozen=True, eq=False)
class Rows:
    """Σ_r Σ_e φ_r(e) c_e ‖(D x)_e − R_r (D p)_e‖², as in `body.py`, with full matrices."""

    D: Floats
    c: Floats
    phi: Floats
    p: Floats

    def energy(self, x: Floats, R: Floats) -> float:
        off = (self.D @ x)[:, None] - np.einsum("rij,ej->eri", R, self.D @ self.p)
        return float((self.c[:, None] * self.phi * (off**2).sum(axis=2)).sum())

    def slope(self, x: Floats, R: Floats) -> Floats:
        mean = np.einsum("er,rij,ej->ei", self.phi, R, self.D @ self.p)
        return 2.0 * self.D.T @ (self.c[:, None] * (self.D @ x - mean))


def literal_rows(rig: ElasticIK) -> Rows:
    """One by one: two directions in each triangle, the struts, the Laplacian of each vertex."""
    p, F = rig.shape.V[0], rig.shape.F
    n, phi, unit = len(p), rig.body.cells.matrix().toarray(), extent(p, F)
    rows, area, cotangent = [], np.zeros(n), np.zeros((n, n))
    for face in F:
        a, b = (p[face[i]] - p[face[0]] for i in (1, 2))
        size = np.linalg.norm(np.cross(a, b)) / 2
        ends = np.zeros((2, n))
        ends[0, face[1]] = ends[1, face[2]] = 1.0
        ends[:, face[0]] -= 1.0
        frame = np.linalg.qr(np.column_stack([a, b]))[0]
        in_plane = np.linalg.inv(frame.T @ np.column_stack([a, b]))
        rows += [(row, size, phi[face].mean(axis=0)) for row in in_plane.T @ ends]
        area[face] += size / 3
        for i in range(3):
            o, j, k = face[i], face[i - 2], face[i - 1]
            u, v = p[j] - p[o], p[k] - p[o]
            cotangent[[j, k], [k, j]] += u @ v / np.linalg.norm(np.cross(u, v)) / 2
    pairs = struts(GRAIN * np.rint(p / GRAIN), F, unit)
    for i, j in pairs:
        row = np.zeros(n)
        row[i], row[j] = 1.0, -1.0
        length = max(float(np.linalg.norm(p[i] - p[j])), 0.01 * unit)
        rows.append((row, area.sum() / len(pairs) / length**2, (phi[i] + phi[j]) / 2))
    L = np.diag(cotangent.sum(axis=1)) - cotangent
    rows += [(L[i], (OPTIONS.bending * unit) ** 2 / area[i], phi[i]) for i in range(n)]
    D, c, own = zip(*rows, strict=True)
    return Rows(np.array(D), np.array(c), np.array(own), p)


def pulled_bar() -> tuple[ElasticIK, list[int], Floats]:
    """A bar of few vertices, one cap held and the far pole pulled aside."""
    V = straight_bar(32)
    rig = ElasticIK(bar_poses(V).mesh, options=OPTIONS)
    points = [*held_end(V).tolist()[:4], tip(V)]
    targets = V[points].copy()
    targets[-1] += [-0.1, 0.25, 0.1]
    return rig, points, targets


def test_the_energy_of_a_pose_is_the_one_written_out() -> None:
    rig, points, targets = pulled_bar()
    pose = rig.grab(points).drag(targets)
    assert rig.body.struts > 0
    written = literal_rows(rig).energy(np.asarray(pose.x), pose.turns) / rig.body.area
    np.testing.assert_allclose(pose.energy, written, rtol=1e-9)


def test_no_positions_and_rotations_have_less_energy_than_a_pose() -> None:
    rig, points, targets = pulled_bar()
    pose = rig.grab(points).drag(targets)
    rows, n, g = literal_rows(rig), rig.shape.V.shape[1], rig.body.cells.count
    held = rig.shape.of_user[points]
    free = np.setdiff1d(np.arange(n), held)
    goal = rig.shape.frame.inward(targets)

    def state(u: Floats) -> tuple[Floats, Floats]:
        x = np.empty((n, 3))
        x[held], x[free] = goal, u[: 3 * len(free)].reshape(-1, 3)
        return x, exp(u[3 * len(free) :].reshape(-1, 3))

    def slope(u: Floats) -> Floats:
        turns = []
        for step in 1e-6 * np.eye(len(u))[3 * len(free) :]:
            turns.append((rows.energy(*state(u + step)) - rows.energy(*state(u - step))) / 2e-6)
        return np.concatenate([rows.slope(*state(u))[free].ravel(), turns])

    began = np.concatenate([rig.shape.V[0][free].ravel(), np.zeros(3 * g)])
    found = minimize(
        lambda u: rows.energy(*state(u)),
        began,
        jac=slope,
        method="BFGS",
        options={"gtol": 1e-8, "maxiter": 2000},
    )
    np.testing.assert_allclose(pose.energy * rig.body.area, found.fun, rtol=1e-6)
    np.testing.assert_allclose(pose.x, state(found.x)[0], rtol=0, atol=1e-4)
