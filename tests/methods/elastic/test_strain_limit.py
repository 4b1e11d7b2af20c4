"""The limit of strain: what is crushed comes back, what is not stays as it was."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.methods.elastic.grip import ElasticGrip, ElasticPose
from pliant.methods.elastic.limited_search import _point, within_limit
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.secant_steps import SecantSteps
from pliant.methods.elastic.strain_limit import FREE, StrainLimit
from pliant.methods.elastic.turns import minimised
from pliant.pins import Floor, Pin
from pliant.pose import Status
from tests.methods.elastic.test_cells import cylinder

# How far beyond the limit the worst triangle of a strong bend may end, in limits.
BEYOND = 1.3


def bent(rig: ElasticIK, degrees: float) -> tuple[ElasticGrip, Floats]:
    """Both ends of a cylinder held as blocks, and the maps that turn one of them across its axis."""
    x = rig.mesh.V[:, 0]
    grip = rig.grab([np.flatnonzero(x < 1.8)[::3].tolist(), np.flatnonzero(x > 3.6)[::3].tolist()])
    assert isinstance(grip, ElasticGrip)
    maps = np.tile(np.eye(4), (2, 1, 1))
    maps[1, :3, :3] = exp(np.radians([[0.0, degrees, 0.0]]))[0]
    maps[1, :3, 3] = [3, 0, 0] - maps[1, :3, :3] @ [3, 0, 0]
    return grip, maps


def stretch(rig: ElasticIK, V: Floats) -> float:
    """How many times as long or short the worst triangle is."""
    p, F = rig.mesh.V, rig.mesh.F
    rest = np.linalg.qr(np.stack([p[F[:, 1]] - p[F[:, 0]], p[F[:, 2]] - p[F[:, 0]]], axis=2))[1]
    posed = np.stack([V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]]], axis=2)
    sizes = np.linalg.svd(posed @ np.linalg.inv(rest), compute_uv=False)
    return float(np.maximum(sizes[:, 0], 1.0 / sizes[:, 1]).max())


@pytest.fixture(scope="module")
def rig() -> ElasticIK:
    return ElasticIK(cylinder(16, 24))


def test_the_slope_of_the_limit_is_that_of_finite_differences() -> None:
    rng = np.random.default_rng(0)
    mesh = cylinder(7, 5)
    limit = StrainLimit.of(mesh.V, mesh.F, 6.0)
    # Stretched, crushed, and turned inside out, by places.
    x = mesh.V * [0.3, 2.5, 1.0] + 0.3 * rng.normal(size=mesh.V.shape)
    energy, slope = limit.at(x)
    assert energy > 0.0
    assert limit.exceeded(x)
    for _ in range(20):
        way = rng.normal(size=x.shape)
        change = (limit.at(x + 1e-6 * way)[0] - limit.at(x - 1e-6 * way)[0]) / 2e-6
        np.testing.assert_allclose(change, (slope * way).sum(), rtol=1e-6)


def test_the_limit_is_what_singular_values_say() -> None:
    mesh = cylinder(7, 5)
    limit = StrainLimit.of(mesh.V, mesh.F, 6.0)
    flat = np.array([3.0, 0.25, 1.0])
    # A triangle in a plane that is stretched along x and crushed along y.
    p = np.array([[0.0, 0, 0], [1.0, 0, 0], [0.2, 0.7, 0]])
    one = StrainLimit.of(p, np.array([[0, 1, 2]]), 1.0)
    energy = one.at(p * flat)[0]
    np.testing.assert_allclose(energy, 300.0 * 0.35 * ((3.0 - 2.0) ** 2 + 0.25**2), rtol=1e-12)
    turned = (p * flat) @ exp(np.array([[0.4, 2.0, -1.0]]))[0].T + [1.0, 2.0, 3.0]
    np.testing.assert_allclose(one.at(turned)[0], energy, rtol=1e-12)
    assert limit.at(1.9 * mesh.V)[0] == 0.0
    assert not limit.exceeded(1.9 * mesh.V)
    assert limit.exceeded(0.49 * mesh.V)


def test_triangles_that_cannot_be_seen_are_not_asked() -> None:
    p = np.array([[0.0, 0, 0], [1.0, 0, 0], [0.5, 1e-4, 0]])
    limit = StrainLimit.of(p, np.array([[0, 1, 2]]), 1.0)
    assert not limit.exceeded(p * [1.0, 50.0, 1.0])


def test_a_strong_bend_crushes_no_triangle(rig: ElasticIK) -> None:
    grip, maps = bent(rig, 120.0)
    targets = grip.held.carried(maps)
    pull = grip.points.pull(targets, 0.0, None)
    level = grip._full_level(pull, grip.points.standing(None))
    free = minimised(level, np.tile(np.eye(3), (rig.body.cells.count, 1)), tolerance=1e-6, most=100)
    assert stretch(rig, rig.shape.outward(level.positions(free.state))) > 5.0 * FREE
    pose = grip.drag(targets)
    assert pose.status is Status.CONVERGED
    assert stretch(rig, pose.V) < BEYOND * FREE
    np.testing.assert_allclose(pose.gaps, 0.0, rtol=0, atol=1e-9)
    assert (np.diff(pose.energies) <= 0.0).all()


def test_where_nothing_is_crushed_the_limit_changes_no_bit(rig: ElasticIK) -> None:
    grip, maps = bent(rig, 20.0)
    pull = grip.points.pull(grip.held.carried(maps), 0.0, None)
    level = grip._full_level(pull, grip.points.standing(None))
    found = minimised(level, np.tile(np.eye(3), (rig.body.cells.count, 1)), tolerance=1e-6, most=100)
    assert within_limit(level, found, rig.limit, tolerance=1e-6, most=9) is found


def test_a_live_pose_under_the_limit_settles_in_what_a_drag_gives(rig: ElasticIK) -> None:
    grip, maps = bent(rig, 120.0)
    targets = grip.held.carried(maps)
    pulled = grip.pull(targets, budget=0.01)
    assert pulled.status is Status.OUT_OF_TIME
    for _ in range(40):
        pulled = grip.pull(targets, pulled, budget=0.01)
        if pulled.status is Status.CONVERGED:
            break
    assert pulled.status is Status.CONVERGED
    np.testing.assert_allclose(grip.posed(pulled).V, grip.drag(targets).V, rtol=0, atol=1e-3)


def test_a_live_bend_beyond_the_limit_does_not_jump(rig: ElasticIK) -> None:
    """No vertex moves much farther than the farthest held one, from one move of the hand to the next."""
    grip, last, pulled, ways = None, None, None, []
    for degrees in np.arange(90.0, 121.0, 3.0):
        grip, maps = bent(rig, degrees)
        targets = grip.held.carried(maps)
        pulled = grip.pull(targets, pulled, budget=0.01)
        V = grip.posed(pulled).V
        if last is not None:
            hand = np.linalg.norm(targets - last[0], axis=1).max()
            ways.append(float(np.linalg.norm(V - last[1], axis=1).max() / hand))
        last = targets, V
    assert max(ways[1:]) < 1.3


def test_what_flows_to_a_pose_under_the_limit_ends_there(rig: ElasticIK) -> None:
    """Between two poses positions follow the turns under the limit, so that none jumps at the end."""
    grip, maps = bent(rig, 120.0)
    pose = grip.carry(maps)
    near = grip.between(grip.held.carried(maps), pose, pose, 1.0)
    assert isinstance(pose, ElasticPose)
    assert pose.x is not None
    assert near.x is not None
    free = grip._full_level(grip.points.pull(pose.goal, 0.0, None), grip.points.standing(None))
    jump = np.abs(free.positions(free.at(np.swapaxes(pose.turns, 1, 2).reshape(-1, 3))) - pose.x).max()
    assert np.abs(near.x - pose.x).max() < 0.25 * jump


@pytest.mark.parametrize("how", ["soft", "floor"])
def test_pins_that_yield_and_floors_hold_under_the_limit(rig: ElasticIK, how: str) -> None:
    grip, maps = bent(rig, 120.0)
    x = rig.mesh.V[:, 0]
    items = [np.flatnonzero(x < 1.8)[::3].tolist(), np.flatnonzero(x > 3.6)[::3].tolist()]
    pins = [None, Pin(weight=0.9) if how == "soft" else None]
    floor = Floor.at(-1.05, (0.0, 0.0, 1.0)) if how == "floor" else None
    grip = rig.grab(items, pins=pins, floor=floor)
    assert isinstance(grip, ElasticGrip)
    pose = grip.carry(maps)
    assert pose.status is Status.CONVERGED
    assert stretch(rig, pose.V) < BEYOND * FREE
    if floor is not None:
        assert (floor.heights(pose.V) > -1e-3).all()
    np.testing.assert_allclose(pose.gaps[: len(items[0])], 0.0, rtol=0, atol=1e-9)


def test_the_slope_at_full_resolution_is_that_of_finite_differences(rig: ElasticIK) -> None:
    x = rig.mesh.V[:, 0]
    grip = rig.grab([0, np.flatnonzero(x > 3.6)[::3].tolist()], pins=[None, Pin(weight=0.5)])
    assert isinstance(grip, ElasticGrip)
    pull = grip.points.pull(grip.held.rest + np.array([0.5, 2.0, 0.0]), 0.0, None)
    level = grip._full_level(pull, grip.points.standing(None))
    state = level.at(np.tile(np.eye(3), (rig.body.cells.count, 1)))
    rng = np.random.default_rng(3)
    moves = state.moves + 0.01 * rng.normal(size=state.moves.shape)
    for turning in (True, False):
        at = _point(level, rig.limit, moves, state, turning=turning)
        for _ in range(5):
            way = rng.normal(size=moves.shape)

            def along(step: float, way: Floats = way, turning: bool = turning) -> float:
                return _point(level, rig.limit, moves + step * way, state, turning=turning).energy

            slope = (along(1e-6) - along(-1e-6)) / 2e-6
            np.testing.assert_allclose(slope, (at.slope * way).sum(), rtol=1e-5)


def test_steps_that_say_nothing_are_not_remembered() -> None:
    one = np.ones((4, 3))
    assert SecantSteps(2).after(one, -one).steps == ()
    assert len(SecantSteps(2).after(one, one).steps) == 1
