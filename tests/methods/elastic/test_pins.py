"""Pins that yield, a floor and frozen regions of Elastic IK."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import AnchorError
from pliant.methods.elastic.full_level import FullLevel
from pliant.methods.elastic.grip import ElasticGrip
from pliant.methods.elastic.held_system import MOST_COLUMNS
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.pin_rows import PinRows, RowSystem
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.skin_level import SkinLevel
from pliant.methods.elastic.turns import _curvature, _slope, _turned
from pliant.pins import Floor, Line, Pin, Plane
from tests.methods.elastic.test_cells import cylinder
from tests.methods.elastic.test_posing import BUDGET, targets_of
from tests.methods.elastic.test_turns import some_turns

PINS = [None, Pin(0.3), Pin(slide=Plane((0.3, -0.4, 1.0))), Pin(0.6, Line((0.5, 1.0, 0.2)))]


@pytest.fixture(scope="module")
def rig() -> ElasticIK:
    return ElasticIK(cylinder(12, 20), options=ElasticOptions(cells=9))


def loose_grip(rig: ElasticIK, pins: list[Pin | None], floor: Floor | None = None) -> ElasticGrip:
    made = rig.grab([0, 4, 8, rig.mesh.n - 1], pins=pins, floor=floor)
    assert isinstance(made, ElasticGrip)
    return made


def levels(grip: ElasticGrip) -> list[SkinLevel | FullLevel]:
    """Both levels of a grip, with what stands on its floor known."""
    pull = grip.points.pull(targets_of(grip), 0.0, None)
    standing = grip.points.standing()
    low = grip.points.pins.low(grip.rig.shape.V[0], standing)
    return [make(pull, standing.and_also(low)) for make in (grip._skin_level, grip._full_level)]


@pytest.mark.parametrize("pins", [PINS, [Pin(0.5)] * 4, [PINS[2]] * 4], ids=["mixed", "soft", "sliding"])
def test_what_rows_add_to_the_quadratic_is_its_curvature(rig: ElasticIK, pins: list[Pin | None]) -> None:
    heights = rig.mesh.V[:, 1]
    grip = loose_grip(rig, pins, Floor.at(heights.min() + 0.3 * np.ptp(heights)))
    for level in levels(grip):
        T = some_turns(len(level.Q) // 3)
        state = level.at(T)
        assert state.acting is not None
        assert state.acting[-1:].size
        Q = level.Q if isinstance(level, SkinLevel) else _own_curvature(level)
        H = np.tril(_curvature(Q, T, state.S))
        more = level.stiffening(state)
        assert more is not None
        H, v = H + np.tril(H, -1).T + more, _slope(T, state.S)
        rng = np.random.default_rng(1)
        for _ in range(5):
            way = rng.normal(size=len(v))
            way /= np.linalg.norm(way)
            near = [level.at(_turned(T, step * way.reshape(-1, 3))).energy for step in (-1e-4, 0.0, 1e-4)]
            slope, curve = (near[2] - near[0]) / 2e-4, (near[2] - 2 * near[1] + near[0]) / 1e-8
            np.testing.assert_allclose(slope, -2.0 * v @ way, rtol=0, atol=1e-6 * np.abs(v).max())
            np.testing.assert_allclose(curve, 2.0 * way @ H @ way, rtol=0, atol=1e-3 * np.abs(H).max())


def _own_curvature(level: FullLevel) -> np.ndarray:
    """Q of full resolution, which the level takes from the skin."""
    columns = [
        level.system.solve(np.repeat(column[:, None], 3, axis=1), 0.0 * level.lead.shift, None)[:, 0]
        for column in level.body.K.toarray().T
    ]
    return level.body.K.T @ np.column_stack(columns)


def test_a_soft_and_a_sliding_pin_have_the_least_energy_with_their_springs(rig: ElasticIK) -> None:
    """Held firmly where they are, the points push with the springs' force, and along a slide not at all."""
    grip = loose_grip(rig, PINS)
    pose = grip.drag(targets_of(grip))
    firm = loose_grip(rig, [None] * 4)
    places = pose.V[[0, 4, 8, rig.mesh.n - 1]]
    step, scale = 1e-4, rig.shape.frame.diagonal

    def energy(point: int, way: np.ndarray) -> float:
        moved = places.copy()
        moved[point] += step * way
        return firm.drag(moved, pose).energy

    normal, line = (np.array(way) for way in (PINS[2].slide.normal, PINS[3].slide.direction))
    along = np.cross(normal, [1.0, 0.0, 0.0])
    stiff = (energy(2, normal) - energy(2, -normal)) / (2 * step)
    for point, way in ((2, along), (3, line)):
        flat = (energy(point, way) - energy(point, -way)) / (2 * step)
        assert abs(flat) < 1e-4 * abs(stiff) + 1e-6
    missed = places[1] - targets_of(grip)[1]
    slope = np.array([(energy(1, way) - energy(1, -way)) / (2 * step) for way in np.eye(3)])
    assert np.linalg.norm(missed) > 1e-3 * scale
    # The spring pulls straight to the target, against the slope.
    np.testing.assert_allclose(np.cross(slope, missed), 0.0, atol=2e-3 * float(np.linalg.norm(slope)) * scale)
    assert slope @ missed < 0.0


def test_forces_of_contacts_solve_the_complementarity_problem() -> None:
    """No contact pulls, none is below the floor, and those that push are on it."""
    rng = np.random.default_rng(3)
    root = rng.normal(size=(12, 12))
    W = root @ root.T
    D = np.zeros((12, 12, 3))
    D[np.arange(12), np.arange(12), 1] = 1.0
    one_sided = np.arange(12) >= 3
    system = RowSystem(PinRows(D, np.where(one_sided, 0.0, 0.1), one_sided), W, floats=False)
    missing = rng.normal(size=12)
    answer = system.answer(missing)
    left = missing - W @ answer.forces - np.where(one_sided, 0.0, 0.1) * answer.forces
    assert 0 < answer.acting[3:].sum() < 9
    assert answer.forces[3:].min() > -1e-9
    np.testing.assert_allclose(left[answer.acting], 0.0, atol=1e-8)
    assert left[~answer.acting].max() < 1e-8


def test_frozen_vertices_stay_exactly_and_nearly_in_live_poses(rig: ElasticIK) -> None:
    """They stay where `at` has them, beside a part that is pulled by half its length."""
    large = ElasticIK(cylinder(60, 110))
    still = large.mesh.V[:, 0] < np.quantile(large.mesh.V[:, 0], 0.4)
    moved = large.mesh.V + np.array([0.3, 0.2, -0.1])
    for at in (None, moved):
        held = large.holding(still, at)
        grip = held.grab([large.mesh.n - 1])
        targets = grip.held.rest + np.array([-1.5, 2.5, 0.5])
        expected = (large.mesh.V if at is None else moved)[still]
        np.testing.assert_allclose(grip.drag(targets).V[still], expected, rtol=0, atol=1e-9)
        live = grip.pull(targets, budget=BUDGET)
        for i in range(5):
            live = grip.pull(targets + 1e-9 * i, live, budget=BUDGET)
        assert live.palette is not None
        off = np.abs(grip.posed(live).V[still] - expected).max() / large.mesh.diagonal
        assert off < 0.01
    thawed = held.holding([]).grab([0, 20, 40, large.mesh.n - 1])
    plain = large.grab([0, 20, 40, large.mesh.n - 1])
    np.testing.assert_array_equal(thawed.drag(targets_of(plain)).V, plain.drag(targets_of(plain)).V)


def test_what_is_frozen_cannot_be_grabbed_and_something_must_be_free(rig: ElasticIK) -> None:
    with pytest.raises(AnchorError, match="both grabbed and frozen"):
        rig.holding([5, 6, 7]).grab([6])
    with pytest.raises(AnchorError, match="Every vertex is frozen"):
        rig.holding(np.arange(rig.mesh.n))


@pytest.mark.parametrize("make", [ElasticIK, ElasticIK.as_printed])
def test_many_held_points_give_the_pose_of_few_at_a_time(make: type[ElasticIK]) -> None:
    """Beyond some number they have a factor of their own; one less has the usual one."""
    mesh = cylinder(24, 40)
    rig = make(mesh)
    order = np.argsort(mesh.V[:, 0], kind="stable")[: MOST_COLUMNS + 1].tolist()
    tip = mesh.n - 1
    few, many = rig.grab([*order[: MOST_COLUMNS - 1], tip]), rig.grab([*order, tip])
    targets = few.held.rest.copy()
    targets[-1] += [-1.0, 1.5, 0.5]
    pose = few.drag(targets)
    all_of = many.held.on(pose.V)
    np.testing.assert_allclose(many.drag(all_of).V, pose.V, rtol=0, atol=1e-6)
