"""The coarser surface of a large mesh, and the skin that is learned from it."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.geometry.solvable import Solvable, solvable
from pliant.geometry.topology import counted_edges, vertex_components
from pliant.mesh import Mesh
from pliant.methods.elastic.body import Surface, body_of
from pliant.methods.elastic.cells import Cells
from pliant.methods.elastic.full_level import FullLevel
from pliant.methods.elastic.grip import ElasticGrip, ElasticPose
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.proxy import Proxy
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.skin_level import Subspace
from pliant.methods.elastic.turns import Lead, Limited, resting
from pliant.pins import Floor, Pin
from pliant.pose import Status
from tests.methods.elastic.test_cells import cylinder

MESH = cylinder(48, 140)  # 6,722 vertices


# Meshes above 2,500 vertices have a proxy, so that tests need no large one.
SMALL = ElasticOptions(finest=2_500)


def shape() -> Solvable:
    return solvable(MESH.V[None], MESH.F)


def test_a_proxy_of_a_closed_surface_is_closed_and_near_to_it() -> None:
    own = shape()
    proxy = Proxy.of(own, SMALL.finest)
    k, F = proxy.shape.V.shape[1], proxy.shape.F
    assert 750 < k < 2_000
    assert (counted_edges(F)[1] == 2).all()
    assert k - len(counted_edges(F)[0]) + len(F) == 2  # Euler's number of a sphere
    np.testing.assert_array_equal(proxy.shape.V[0], own.V[0][proxy.seeds])
    reached = np.einsum("nc,ncd->nd", proxy.shares, proxy.shape.V[0][proxy.corners])
    np.testing.assert_allclose(reached, own.V[0], rtol=0, atol=0.02)


def test_sheets_that_nearly_touch_stay_apart() -> None:
    """Two sheets whose distance is far below the size of a cluster."""
    x, y = np.meshgrid(np.linspace(0, 1, 60), np.linspace(0, 1, 60))
    flat = np.column_stack([x.ravel(), y.ravel(), np.zeros(3_600)])
    i = (np.arange(59)[:, None] * 60 + np.arange(59)).ravel()
    F = np.concatenate([np.stack([i, i + 1, i + 60], 1), np.stack([i + 1, i + 61, i + 60], 1)])
    own = solvable(
        np.concatenate([flat, flat + np.array([0, 0, 1e-3])])[None], np.concatenate([F, F[:, ::-1] + 3_600])
    )
    proxy = Proxy.of(own, SMALL.finest)
    sheet = np.repeat([0, 1], 3_600)
    assert (sheet[proxy.seeds][proxy.own] == sheet).all()
    assert (sheet[proxy.seeds][proxy.corners] == sheet[:, None]).all()
    parts = vertex_components(proxy.shape.F[: len(proxy.shape.kept)], proxy.shape.V.shape[1])
    assert int(parts.max()) == 1


def test_smooth_weights_come_back_as_they_are() -> None:
    proxy = Proxy.of(shape(), SMALL.finest)

    def share(V: Floats) -> Floats:
        return 0.5 + 0.4 * np.sin(V[:, 0])

    own = share(proxy.shape.V[0])
    cells = Cells(np.tile([0, 1], (len(own), 1)), np.column_stack([own, 1.0 - own]), 2)
    carried = proxy.carried(cells)
    np.testing.assert_allclose(carried.weights.sum(axis=1), 1.0, rtol=0, atol=1e-12)
    assert carried.weights.min() >= 0.0
    exact = share(proxy.surface[0])
    np.testing.assert_allclose(carried.matrix().toarray()[:, 0], exact, rtol=0, atol=0.02)


def pulled(rig: ElasticIK) -> tuple[ElasticGrip, ElasticPose, ElasticPose]:
    """A bent cylinder: its grip, the settled and the live pose."""
    grip = rig.grab([0, 20, 40, MESH.n - 1])
    assert isinstance(grip, ElasticGrip)
    targets = grip.held.rest.copy()
    targets[-1] += [-1.5, 2.5, 0.5]
    live = None
    for share in np.linspace(0.1, 1.0, 10):
        live = grip.pull(grip.held.rest + share * (targets - grip.held.rest), live, budget=0.01)
    assert live is not None
    return grip, grip.drag(targets), grip.posed(live)


def energy(rig: ElasticIK, V: Floats) -> float:
    """The energy of positions (n, 3), with the best rotations."""
    moves = rig.shape.frame.inward(V) - rig.body.p
    grip = rig.grab([0])
    assert isinstance(grip, ElasticGrip)
    level = FullLevel(rig.body, grip.system, grip.skin.Q, Lead(np.zeros((1, 3))))
    return level.beside(moves, level.at(resting(rig.cells.count)), turning=True)[0].energy


def test_settled_poses_of_a_proxy_are_near_the_least_energy_of_the_mesh() -> None:
    rig = ElasticIK(MESH, options=SMALL)
    # The same cells without a proxy.
    body = body_of(Surface(rig.shape), rig.options, rig.layout)
    space = Subspace.of(body)
    whole = rig.replaced(proxy=None, learned=body, subspace=space, free_subspace=space)
    (_, exact, _), (_, settled, live) = pulled(whole), pulled(rig)
    least = energy(whole, exact.V)
    assert energy(whole, settled.V) < energy(whole, live.V) < 1.35 * least
    np.testing.assert_allclose(settled.V, exact.V, rtol=0, atol=0.004 * MESH.diagonal)


def test_a_mesh_with_a_proxy_is_posed_like_one_without() -> None:
    coarse, whole = ElasticIK(MESH, options=SMALL), ElasticIK(MESH)
    assert len(coarse.body.p) < 2_000
    assert whole.proxy is None
    size = MESH.diagonal
    (_, full, live), (_, exact, live_exact) = pulled(coarse), pulled(whole)
    assert full.status is Status.CONVERGED
    assert len(full.energies) < 20
    np.testing.assert_allclose(full.gaps, 0.0, rtol=0, atol=1e-9)
    np.testing.assert_allclose(live.V, live_exact.V, rtol=0, atol=0.025 * size)
    np.testing.assert_allclose(full.V, exact.V, rtol=0, atol=0.025 * size)


def test_details_that_a_proxy_has_not_are_carried() -> None:
    """Bumps shorter than the edges of the proxy turn with the surface."""
    V = MESH.V.copy()
    V[:-2, 1:] *= 1.0 + 0.03 * np.where(np.arange(len(V) - 2) % 2, 1.0, -1.0)[:, None]
    bumpy = Mesh.of(V, MESH.F)
    rig = ElasticIK(bumpy, options=SMALL)
    turn = exp(np.array([[0.0, 0.0, 1.0]]))[0]
    grip = rig.grab([0, 20, 40, MESH.n - 1])
    V = grip.drag(grip.held.rest @ turn.T).V
    np.testing.assert_allclose(V, bumpy.V @ turn.T, rtol=0, atol=1e-6)


def test_settling_goes_on_where_it_was() -> None:
    """Calls with a budget end in what one without finds, the limit of strain included."""
    grip = ElasticIK(MESH, options=SMALL).grab([0, 20, 40, MESH.n - 1])
    targets = grip.held.rest.copy()
    targets[-1] += [-3.0, 2.0, 0.5]
    whole, at = grip.pull(targets), None
    for _ in range(60):
        at = grip.pull(targets, at, budget=0.01)
        if at.status is not Status.OUT_OF_TIME:
            break
    assert at is not None
    assert at.status is Status.CONVERGED
    assert at.limited is not Limited.NOTHING
    np.testing.assert_allclose(at.x, whole.x, rtol=0, atol=1e-3)


def test_many_points_between_few_vertices_of_a_proxy_are_held_exactly() -> None:
    """Points whose rows depend on each other there, as all of a ring and more do."""
    grip = ElasticIK(MESH, options=SMALL).grab([list(range(150)), list(range(6_600, 6_720))])
    maps = np.tile(np.eye(4), (2, 1, 1))
    maps[1, :3, :3] = exp(np.array([[0.8, 0.0, 0.0]]))[0]
    pose = grip.carry(maps)
    np.testing.assert_allclose(pose.gaps, 0.0, rtol=0, atol=1e-8)
    assert pose.status is Status.CONVERGED


def test_both_sides_of_a_seam_are_held_with_a_proxy() -> None:
    column = np.arange(0, 6_720, 48)
    F, copies = MESH.F.copy(), MESH.n + np.arange(len(column))
    beyond = (F < 6_720) & (F % 48 == 0) & ((F < 6_720) & (F % 48 == 47)).any(axis=1, keepdims=True)
    F[beyond] = copies[F[beyond] // 48]
    seamed = Mesh.of(np.concatenate([MESH.V, MESH.V[column]]), F)
    far = 48 * 100
    grip = ElasticIK(seamed, options=SMALL).grab([10, 24, far, int(copies[100])])
    targets = grip.held.rest.copy()
    targets[2:] += [0.0, 0.5, 0.5]
    pose = grip.drag(targets)
    assert pose.status is Status.CONVERGED
    np.testing.assert_allclose(pose.gaps, 0.0, rtol=0, atol=1e-8)


def test_pins_that_yield_and_a_floor_work_with_a_proxy() -> None:
    rig = ElasticIK(MESH, options=SMALL)
    free = rig.grab([0, MESH.n - 1], pins=[None, Pin(weight=0.5)])
    held = rig.grab([0, MESH.n - 1], pins=[None, Pin(weight=0.5)], floor=Floor.at(-1.0))
    targets = MESH.V[[0, MESH.n - 1]] + [[0, 0, 0], [0.0, -2.0, 0.0]]
    assert free.drag(targets).V[:, 1].min() < -1.5
    # What stands is held up where the coarser surface is; details beside it sink less than can be seen.
    assert held.drag(targets).V[:, 1].min() > -1.0 - 2e-3 * MESH.diagonal


def test_frozen_vertices_reach_and_stiffness_work_with_a_proxy() -> None:
    left = MESH.V[:, 0] < 2.0
    rig = ElasticIK(MESH, options=SMALL, stiffness=1.0 + 9.0 * (MESH.V[:, 0] > 5.0)).holding(left)
    targets = rig.mesh.V[[MESH.n - 1]] + [-0.5, 1.5, 0.0]
    pose = rig.grab([MESH.n - 1]).drag(targets)
    np.testing.assert_allclose(pose.V[left], MESH.V[left], rtol=0, atol=1e-12)
    near = rig.reaching(0.2).grab([MESH.n - 1]).drag(targets)
    assert np.abs(near.V - MESH.V)[~left].mean() < 0.9 * np.abs(pose.V - MESH.V)[~left].mean()
