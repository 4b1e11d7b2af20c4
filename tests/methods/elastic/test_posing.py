"""Live poses, settled poses, options and refusals of Elastic IK."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant import open_rig
from pliant.errors import OptionError
from pliant.mesh import Mesh
from pliant.methods.elastic.grip import FEW, ElasticGrip
from pliant.methods.elastic.grip_points import least_placing_rotation
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.skin_level import SkinLevel
from pliant.pins import Floor
from pliant.pose import Status
from tests.methods.elastic.test_cells import cylinder

BUDGET = 0.01


@pytest.fixture(scope="module")
def rig() -> ElasticIK:
    """A cylinder with more vertices than live poses have at full resolution."""
    made = ElasticIK(cylinder(60, 110))
    assert made.shape.V.shape[1] > FEW
    return made


@pytest.fixture(scope="module")
def grip(rig: ElasticIK) -> ElasticGrip:
    made = rig.grab([0, 20, 40, rig.mesh.n - 1])
    assert isinstance(made, ElasticGrip)
    return made


def targets_of(grip: ElasticGrip, share: float = 1.0) -> np.ndarray:
    """The far pole pulled up and back."""
    targets = grip.held.rest.copy()
    targets[-1] += share * np.array([-1.5, 2.5, 0.5])
    return targets


def test_a_live_pose_settles_in_what_a_drag_gives(grip: ElasticGrip) -> None:
    pulled, goal = grip.pull(targets_of(grip, 0.5), budget=BUDGET), targets_of(grip)
    assert pulled.palette is not None
    assert pulled.status is Status.OUT_OF_TIME
    for _ in range(20):
        pulled = grip.pull(goal, pulled, budget=BUDGET)
        if pulled.status is Status.CONVERGED:
            break
    assert pulled.status is Status.CONVERGED
    np.testing.assert_allclose(grip.posed(pulled).V, grip.drag(goal).V, rtol=0, atol=1e-5)


@pytest.mark.parametrize("held", [[6601], [20, 3000]])
@pytest.mark.parametrize("floor", [None, Floor((0.0, -1.01, 0.0))])
def test_a_body_that_few_points_leave_free_to_turn_comes_to_rest(
    rig: ElasticIK, held: list[int], floor: Floor | None
) -> None:
    """Rounding says about turns that cost nothing where to turn, again and again."""
    grip = rig.grab(held, floor=floor)
    goal = grip.held.rest.copy()
    goal[-1] += [0.3, 0.9, 0.2]
    pulled = grip.flow(goal, grip.pull(grip.held.rest), budget=BUDGET)
    for _ in range(30):
        pulled = grip.flow(goal, pulled, budget=BUDGET)
    assert pulled.status is Status.CONVERGED
    again = grip.flow(goal, pulled, budget=BUDGET)
    np.testing.assert_allclose(grip.posed(again).V, grip.posed(pulled).V, rtol=0, atol=1e-9)


def test_what_rises_from_a_floor_is_held_by_no_row(rig: ElasticIK) -> None:
    grip = rig.grab([0, 20, 40, rig.mesh.n - 1], floor=Floor((0.0, -1.0, 0.0), grip=True))
    low = grip.drag(grip.held.rest - [0.0, 0.1, 0.0])
    assert len(low.touching)
    high = grip.drag(grip.held.rest + np.array([0.0, 2.0, 0.0]), start=low)
    assert not len(high.touching)
    np.testing.assert_allclose(high.V, rig.mesh.V + np.array([0.0, 2.0, 0.0]), rtol=0, atol=1e-5)


def test_a_hollow_body_settles_too() -> None:
    """Without struts the skin says less about full resolution, so that settling takes more steps."""
    mesh = cylinder(60, 110)
    hollow = ElasticIK(mesh, options=ElasticOptions(solidity=0.0)).grab([0, 20, 40, mesh.n - 1])
    goal = targets_of(hollow)
    pulled = hollow.pull(goal, budget=BUDGET)
    for _ in range(20):
        pulled = hollow.pull(goal, pulled, budget=BUDGET)
    assert pulled.status is Status.CONVERGED
    np.testing.assert_allclose(hollow.posed(pulled).V, hollow.drag(goal).V, rtol=0, atol=1e-4)


def test_held_points_are_met_live_and_settled(grip: ElasticGrip) -> None:
    goal = targets_of(grip)
    live = grip.pull(goal, budget=BUDGET)
    for pulled in (live, grip.drag(goal)):
        np.testing.assert_allclose(pulled.gaps, 0.0, rtol=0, atol=1e-9)
    held = np.einsum("hi,hic->hc", grip.held.weights, grip.posed(live).V[grip.held.corners])
    np.testing.assert_allclose(held, goal, rtol=0, atol=1e-9)


def test_the_skin_comes_near_to_the_energy_of_full_resolution(grip: ElasticGrip) -> None:
    goal = targets_of(grip)
    pulled = grip.pull(goal, budget=BUDGET)
    for i in range(5):
        pulled = grip.pull(goal + 1e-9 * i, pulled, budget=BUDGET)
    assert pulled.x is None
    assert 1.0 <= pulled.energy / grip.drag(goal).energy < 1.3


def test_without_settling_a_drag_ends_in_the_skin(rig: ElasticIK) -> None:
    skin = ElasticIK(rig.mesh, options=ElasticOptions(settles=False)).grab([0, 20, 40, rig.mesh.n - 1])
    pose = skin.drag(targets_of(skin))
    assert pose.status is Status.CONVERGED
    assert pose.palette is not None


def test_a_saved_rig_keeps_its_options(rig: ElasticIK, tmp_path: Path) -> None:
    options = ElasticOptions(cells=30, bending=0.1, solidity=0.0)
    ElasticIK(cylinder(12, 20), options=options).save(tmp_path / "body.pliant")
    opened = open_rig(tmp_path / "body.pliant")
    assert isinstance(opened, ElasticIK)
    assert opened.options == options


def test_many_held_points_leave_a_live_pose_on_the_skin() -> None:
    mesh = cylinder(40, 80)
    rig = ElasticIK(mesh)
    few, many = rig.grab([0, 14, 27]), rig.grab(np.flatnonzero(mesh.V[:, 0] < 0.5).tolist())
    assert rig.shape.V.shape[1] <= FEW
    assert [grip.pull(grip.held.rest + 0.1, budget=BUDGET).x is None for grip in (few, many)] == [False, True]


def test_a_live_move_without_a_floor_touches_no_vertex(rig, monkeypatch) -> None:
    grip = rig.grab([0, 14, 27])
    monkeypatch.setattr(SkinLevel, "positions", lambda *_: pytest.fail("the cost would grow with the mesh"))
    targets = grip.held.rest.copy()
    targets[0] += [0.0, 0.2, 0.0]
    assert grip.pull(targets, budget=BUDGET).x is None


def test_both_sides_of_a_seam_are_held_as_one_point() -> None:
    """They are one vertex to the solver: together they go where they should, apart to the middle."""
    mesh = cylinder(12, 20)
    F = mesh.F.copy()
    F[F[:, 0] == 60, 0] = mesh.n
    seam = Mesh.of(np.concatenate([mesh.V, mesh.V[[60]]]), F)
    for rig in (ElasticIK(seam), ElasticIK.as_printed(seam)):
        points = [0, 4, 8, 60, mesh.n]
        grip = rig.grab(points)
        targets = grip.held.rest.copy()
        targets[3:] += [0.0, 0.5, 0.2]
        np.testing.assert_allclose(grip.drag(targets).gaps, 0.0, rtol=0, atol=1e-9)
        targets[4] += [0.2, 0.0, 0.0]
        np.testing.assert_allclose(grip.drag(targets).gaps[3:], 0.1, rtol=0, atol=1e-9)


def test_corners_that_nearly_meet_and_loose_vertices_change_hardly_anything() -> None:
    """Rounding parts the triangles of a soup, and vertices that no triangle has lie far away."""
    mesh, random = cylinder(24, 40), np.random.default_rng(3)
    corners = mesh.V[mesh.F].reshape(-1, 3) + 1e-6 * random.uniform(-1.0, 1.0, (3 * len(mesh.F), 3))
    soup = Mesh.of(corners, np.arange(len(corners)).reshape(-1, 3))
    loose = Mesh.of(np.concatenate([mesh.V, 5.0 * random.normal(size=(20, 3))]), mesh.F)
    same = np.unique(mesh.F.ravel(), return_index=True)[1][mesh.F.ravel()]
    points = mesh.F[[0, 300, 700, 1200], 0]
    whole, parted, among = (
        ElasticIK(each).grab(held.tolist())
        for each, held in ((mesh, points), (soup, 3 * np.array([0, 300, 700, 1200])), (loose, points))
    )
    targets = whole.held.rest.copy()
    targets[0] += [0.0, 0.8, 0.4]
    V = whole.drag(targets).V
    rest = parted.drag(parted.held.rest)
    np.testing.assert_allclose(rest.V, soup.V, rtol=0, atol=1e-14)
    torn = parted.drag(targets).V
    np.testing.assert_allclose(torn, torn[same], rtol=0, atol=3e-6)
    # A cylinder is full of equally good places for cells.
    np.testing.assert_allclose(torn, V[mesh.F].reshape(-1, 3), rtol=0, atol=0.02 * mesh.diagonal)
    np.testing.assert_allclose(among.drag(targets).V[: mesh.n], V, rtol=0, atol=2e-3 * mesh.diagonal)


def test_needles_leave_the_search_its_precision() -> None:
    """A triangle with an angle of a millionth, as modellers leave them, is cut off a side of the cylinder."""
    mesh = cylinder(24, 40)
    a, b, c = mesh.F[500]
    middle = (mesh.V[a] + mesh.V[b]) / 2 + 1e-6 * (mesh.V[c] - mesh.V[a])
    n = mesh.n
    F = np.concatenate([np.delete(mesh.F, 500, axis=0), [[a, b, n], [b, c, n], [c, a, n]]])
    with_needle = ElasticIK(Mesh.of(np.concatenate([mesh.V, middle[None]]), F))
    plain = ElasticIK(mesh)
    targets = plain.grab([0, 8, 16, n - 1]).held.rest.copy()
    targets[-1] += [-1.5, 2.5, 0.5]
    pose, expected = (each.grab([0, 8, 16, n - 1]).drag(targets) for each in (with_needle, plain))
    assert pose.status is Status.CONVERGED
    assert abs(with_needle.body.A).max() < 1e9
    np.testing.assert_allclose(pose.V[:n], expected.V, rtol=0, atol=0.02)


def test_a_start_of_another_rig_is_refused(grip: ElasticGrip) -> None:
    other = ElasticIK(cylinder(12, 20), options=ElasticOptions(cells=5)).grab([0])
    with pytest.raises(OptionError, match="no pose of this rig"):
        grip.pull(targets_of(grip), other.drag(other.held.rest))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("cells", 0), ("iterations", 0), ("bending", -1.0), ("solidity", np.nan), ("tolerance", 0.0)],
)
def test_options_out_of_range_are_refused(name: str, wrong: float) -> None:
    values: dict[str, Any] = {name: wrong}
    with pytest.raises(OptionError, match=name):
        ElasticOptions(**values)
    values[name] = 1
    ElasticOptions(**values)


def test_one_or_two_points_turn_the_whole_no_farther_than_they_must() -> None:
    a, b = np.array([[0.0, 0, 0], [1, 0, 0]]), np.array([[0.0, 0, 0], [0, 1, 0]])
    np.testing.assert_allclose(least_placing_rotation(a, b), [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=2e-3)
    np.testing.assert_array_equal(least_placing_rotation(a[:1], b[1:]), np.eye(3))


def test_a_body_held_at_rest_rests_and_needs_no_factor(rig: ElasticIK) -> None:
    fresh = rig.replaced()
    vars(fresh).pop("resolution", None)
    grip = fresh.grab([0, 20, 40, rig.mesh.n - 1])
    pose = grip.drag(grip.held.rest)
    assert "resolution" not in vars(fresh)
    np.testing.assert_allclose(pose.V, rig.mesh.V, rtol=0, atol=1e-12)
    assert (pose.energy, pose.status) == (0.0, Status.CONVERGED)
    grip.drag(grip.held.rest + 1e-9)
    assert "resolution" in vars(fresh)
