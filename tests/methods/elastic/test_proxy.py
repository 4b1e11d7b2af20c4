"""The coarser surface of a large mesh, and the skin that is learned from it."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.geometry.solvable import Solvable, solvable
from pliant.geometry.topology import counted_edges, vertex_components
from pliant.methods.elastic import proxy as module
from pliant.methods.elastic.cells import Cells
from pliant.methods.elastic.full_level import FullLevel
from pliant.methods.elastic.grip import ElasticGrip
from pliant.methods.elastic.proxy import Proxy
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.turns import resting
from pliant.pose import Status
from tests.methods.elastic.test_cells import cylinder

MESH = cylinder(48, 140)  # 6,722 vertices


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proxies from 3,000 vertices on, so that tests need no large mesh."""
    monkeypatch.setattr(module, "MANY", 3_000)
    monkeypatch.setattr(module, "COARSE", 1_500)


def shape() -> Solvable:
    return solvable(MESH.V[None], MESH.F)


@pytest.mark.usefixtures("small")
def test_a_proxy_of_a_closed_surface_is_closed_and_near_to_it() -> None:
    own = shape()
    proxy = Proxy.of(own)
    k, F = proxy.shape.V.shape[1], proxy.shape.F
    assert 750 < k < 2_000
    assert (counted_edges(F)[1] == 2).all()
    assert k - len(counted_edges(F)[0]) + len(F) == 2  # Euler's number of a sphere
    np.testing.assert_array_equal(proxy.shape.V[0], own.V[0][proxy.seeds])
    reached = np.einsum("nc,ncd->nd", proxy.shares, proxy.shape.V[0][proxy.corners])
    np.testing.assert_allclose(reached, own.V[0], rtol=0, atol=0.02)


@pytest.mark.usefixtures("small")
def test_sheets_that_nearly_touch_stay_apart() -> None:
    """Two sheets whose distance is far below the size of a cluster."""
    x, y = np.meshgrid(np.linspace(0, 1, 60), np.linspace(0, 1, 60))
    flat = np.column_stack([x.ravel(), y.ravel(), np.zeros(3_600)])
    i = (np.arange(59)[:, None] * 60 + np.arange(59)).ravel()
    F = np.concatenate([np.stack([i, i + 1, i + 60], 1), np.stack([i + 1, i + 61, i + 60], 1)])
    own = solvable(
        np.concatenate([flat, flat + np.array([0, 0, 1e-3])])[None], np.concatenate([F, F[:, ::-1] + 3_600])
    )
    proxy = Proxy.of(own)
    sheet = np.repeat([0, 1], 3_600)
    assert (sheet[proxy.seeds][proxy.own] == sheet).all()
    assert (sheet[proxy.seeds][proxy.corners] == sheet[:, None]).all()
    parts = vertex_components(proxy.shape.F[: len(proxy.shape.kept)], proxy.shape.V.shape[1])
    assert int(parts.max()) == 1


@pytest.mark.usefixtures("small")
def test_smooth_weights_come_back_as_they_are() -> None:
    proxy = Proxy.of(shape())

    def share(V: Floats) -> Floats:
        return 0.5 + 0.4 * np.sin(V[:, 0])

    own = share(proxy.shape.V[0])
    cells = Cells(np.tile([0, 1], (len(own), 1)), np.column_stack([own, 1.0 - own]), 2)
    carried = proxy.carried(cells)
    np.testing.assert_allclose(carried.weights.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    assert carried.weights.min() >= 0.0
    exact = share(proxy.surface[0])
    np.testing.assert_allclose(carried.matrix().toarray()[:, 0], exact, rtol=0, atol=0.02)


@pytest.mark.usefixtures("small")
def test_live_poses_learned_from_a_proxy_have_little_more_energy_than_settled_ones() -> None:
    rig = ElasticIK(MESH)
    grip = rig.grab([0, 20, 40, MESH.n - 1])
    assert isinstance(grip, ElasticGrip)
    targets = grip.held.rest.copy()
    targets[-1] += [-1.5, 2.5, 0.5]
    settled = grip.drag(targets)
    live = None
    for share in np.linspace(0.1, 1.0, 10):
        live = grip.pull(grip.held.rest + share * (targets - grip.held.rest), live, budget=0.01)
    assert live is not None
    energies = []
    for V in (grip.posed(live).V, settled.V):
        moves = rig.shape.frame.inward(V) - rig.free_body.p
        level = FullLevel(rig.free_body, grip.system, grip.full_Q, np.zeros((4, 3)), np.empty((0, 3)))
        state = level.at(resting(rig.cells.count))
        energies.append(level.beside(moves, state, turning=True)[0].energy)
    assert energies[0] < 1.3 * energies[1]


@pytest.mark.usefixtures("small")
def test_a_rig_learned_from_a_proxy_poses_as_one_learned_from_the_mesh(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    points = [0, 20, 40, MESH.n - 1]
    coarse = ElasticIK(MESH)
    assert len(coarse.learned.p) < 2_000
    # Nothing of full resolution is made before a pose settles.
    assert "free_body" not in vars(coarse)
    monkeypatch.setattr(module, "MANY", 100_000)
    whole = ElasticIK(MESH)
    assert whole.free_body is whole.learned
    poses = []
    for rig in (coarse, whole):
        grip = rig.grab(points)
        assert isinstance(grip, ElasticGrip)
        targets = grip.held.rest.copy()
        targets[-1] += [-1.5, 2.5, 0.5]
        full, live = grip.drag(targets), None
        for share in np.linspace(0.1, 1.0, 10):
            live = grip.pull(grip.held.rest + share * (targets - grip.held.rest), live, budget=0.01)
        assert live is not None
        assert full.status is Status.CONVERGED
        np.testing.assert_allclose(full.gaps, 0.0, rtol=0, atol=1e-9)
        assert len(full.energies) < 20
        poses.append((grip.posed(live).V, full.V))
    size = MESH.diagonal
    np.testing.assert_allclose(poses[0][0], poses[1][0], rtol=0, atol=0.025 * size)
    np.testing.assert_allclose(poses[0][1], poses[1][1], rtol=0, atol=0.025 * size)


@pytest.mark.usefixtures("small")
def test_frozen_vertices_reach_and_stiffness_work_with_a_proxy() -> None:
    left = MESH.V[:, 0] < 2.0
    rig = ElasticIK(MESH, stiffness=1.0 + 9.0 * (MESH.V[:, 0] > 5.0)).holding(left)
    targets = rig.mesh.V[[MESH.n - 1]] + [-0.5, 1.5, 0.0]
    pose = rig.grab([MESH.n - 1]).drag(targets)
    np.testing.assert_allclose(pose.V[left], MESH.V[left], rtol=0, atol=1e-12)
    near = rig.reaching(0.2).grab([MESH.n - 1]).drag(targets)
    assert np.abs(near.V - MESH.V)[~left].mean() < 0.9 * np.abs(pose.V - MESH.V)[~left].mean()
