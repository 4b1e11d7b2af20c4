"""The laws of posing: every rig under every law."""

from __future__ import annotations

import gc
import inspect
import pickle
from dataclasses import FrozenInstanceError
from functools import cache
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import numpy as np
import pytest
from numba.core.registry import CPUDispatcher
from scipy.spatial import KDTree
from scipy.spatial.transform import Rotation

from pliant.anchors import Anchors
from pliant.arrays import Array, Ints, Targets, Vertices
from pliant.errors import AnchorError
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.topology import vertex_components
from pliant.mesh import Mesh, Polygons, PoseSet
from pliant.pose import Pose, Status
from pliant.registry import methods, open_rig
from pliant.rig import Grip, Rig
from tests.conformance.cases import CASES, EXEMPT, Case


@cache
def rig_of(name: str) -> Rig:
    return CASES[name].make(CASES[name].poses)


@cache
def grip_of(name: str) -> Grip:
    case = CASES[name]
    return case.grab(rig_of(name), case.points, case.poses.mesh.V)


@cache
def pose_of(name: str) -> Pose:
    return grip_of(name).drag(CASES[name].targets)


def dragged(case: Case, poses: PoseSet, targets: Targets) -> Pose:
    """The same drag on another form of the character."""
    return case.grab(case.make(poses), case.points, poses.mesh.V).drag(targets)


def check_same(case: Case, found: Vertices, expected: Vertices, tolerance: float | None = None) -> None:
    """Equal to within a share of the diagonal; by default what rounding explains."""
    share = case.rounding if tolerance is None else tolerance
    np.testing.assert_allclose(found, expected, rtol=0, atol=share * case.diagonal)


def test_every_method_is_in_the_suite() -> None:
    made = {type(rig_of(name)) for name in CASES}
    assert made == {method.rig_class() for method in methods().values()}


def test_every_exemption_names_a_law_and_a_case() -> None:
    modules = (
        import_module(f"tests.conformance.test_{kind}") for kind in ("laws", "gesture_laws", "error_laws")
    )
    laws = {
        mark.args[0]
        for module in modules
        for _, function in inspect.getmembers(module, inspect.isfunction)
        for mark in getattr(function, "pytestmark", [])
        if mark.name == "law"
    }
    assert {law for law, _ in EXEMPT} <= laws
    assert {name for _, name in EXEMPT} <= set(CASES)


# What a drag does


@pytest.mark.law("targets")
def test_every_target_is_reached(case: Case) -> None:
    check_same(case, pose_of(case.name).V[case.points], case.targets, 1e-9)


@pytest.mark.law("far targets")
def test_targets_far_away_are_reached_too(case: Case) -> None:
    far = case.targets + 100 * case.diagonal * np.random.default_rng(1).normal(size=case.targets.shape)
    pose = grip_of(case.name).drag(far)
    assert np.isfinite(pose.V).all()
    np.testing.assert_allclose(pose.V[case.points], far, rtol=0, atol=1e-9 * np.abs(far).max())


@pytest.mark.law("gaps")
def test_gaps_are_the_distances_from_the_targets(case: Case) -> None:
    rng = np.random.default_rng(7)
    for size in (0.0, 0.3, 3.0):
        targets = case.targets + size * case.diagonal * rng.normal(size=case.targets.shape)
        pose = grip_of(case.name).drag(targets)
        distance = np.linalg.norm(pose.V[case.points] - targets, axis=1)
        np.testing.assert_allclose(pose.gaps, distance, rtol=0, atol=1e-9 * case.diagonal)


@pytest.mark.law("rest")
def test_dragging_to_the_rest_positions_gives_the_rest_pose(case: Case) -> None:
    rest = case.poses.mesh.V
    check_same(case, grip_of(case.name).drag(rest[case.points]).V, rest, case.rest)


@pytest.mark.law("rest")
def test_two_pins_at_rest_give_the_rest_pose(case: Case) -> None:
    rest, two = case.poses.mesh.V, case.points[:2]
    check_same(case, case.grab(rig_of(case.name), two, rest).drag(rest[two]).V, rest, max(case.rest, 1e-6))


@pytest.mark.law("own examples")
def test_any_example_comes_back_from_a_few_of_its_points(case: Case) -> None:
    rig = rig_of(case.name)
    if len(rig.names) != len(case.poses):
        pytest.skip("the rig does not mix the poses of the character")
    few = farthest_points(case.poses.mesh.V, 12)
    grip = case.grab(rig, few[~frozen_in(grip_of(case.name), few)], case.poses.mesh.V)
    for i, truth in enumerate(case.poses.V):
        own = np.sqrt(((rig.example(i) - truth) ** 2).sum(axis=1).mean())
        miss = np.sqrt(((grip.drag(grip.held.on(truth)).V - truth) ** 2).sum(axis=1).mean())
        assert miss < max(1.5 * own, 5e-4 * case.diagonal)


@pytest.mark.law("steps")
def test_three_steps_end_where_one_does(case: Case) -> None:
    grip, pose = grip_of(case.name), None
    rest = grip.held.rest
    for share in (1 / 3, 2 / 3, 1.0):
        pose = grip.drag(rest + share * (case.targets - rest), pose)
    assert pose is not None
    check_same(case, pose.V, pose_of(case.name).V, 1e-4)


def frozen_in(grip: Grip, vertices: Ints) -> Array:
    """Which of some vertices a grip's rig holds still."""
    frozen = getattr(grip.rig, "frozen", None)
    return np.zeros(len(vertices), dtype=bool) if frozen is None else np.isin(vertices, frozen.vertices)


@pytest.mark.law("examples")
def test_the_search_converges(case: Case) -> None:
    assert pose_of(case.name).status is Status.CONVERGED


@pytest.mark.law("energy")
def test_the_energy_never_rises(case: Case) -> None:
    rng = np.random.default_rng(2)
    for size in (0.0, 0.05, 0.5):
        pull = size * case.diagonal * rng.normal(size=case.targets.shape)
        pose = grip_of(case.name).drag(case.targets + pull)
        energies = np.array(pose.energies)
        assert (np.diff(energies) <= 1e-12 * energies[:-1]).all()
        assert energies[-1] == pose.energy
        assert len(energies) == pose.iterations + 1


@pytest.mark.law("groups")
def test_a_group_is_carried_rigidly(case: Case) -> None:
    head, *others = case.points.tolist()
    ring = [head, *(v for v in neighbours_of(case.poses.mesh, head) if v not in case.points)]
    grip = case.grab(rig_of(case.name), [ring, *others], case.poses.mesh.V)
    maps = np.tile(np.eye(4), (len(case.points), 1, 1))
    maps[0, :3, :3] = Rotation.from_rotvec([0.1, -0.2, 0.3]).as_matrix()
    maps[:, :3, 3] = case.targets - np.einsum("gab,gb->ga", maps[:, :3, :3], case.poses.mesh.V[case.points])
    expected = case.poses.mesh.V[ring] @ maps[0, :3, :3].T + maps[0, :3, 3]
    pose = grip.carry(maps)
    check_same(case, pose.V[ring], expected, 1e-9)
    check_same(case, pose.V[others], case.targets[1:], 1e-9)


def neighbours_of(mesh: Mesh, vertex: int) -> list[int]:
    around = mesh.F[np.isin(mesh.F, vertex).any(axis=1)]
    return sorted(set(around.ravel().tolist()) - {vertex})


@pytest.mark.law("barycentric")
def test_points_inside_triangles_are_reached(case: Case) -> None:
    mesh = case.poses.mesh
    faces = [int(np.flatnonzero((v == mesh.F).any(axis=1))[0]) for v in case.points]
    anchors = Anchors(faces, np.random.default_rng(3).dirichlet(np.ones(3), size=len(faces)))
    at = np.einsum("hi,hic->hc", anchors.barycentric, mesh.V[mesh.F[faces]])
    targets = at + case.targets - mesh.V[case.points]
    pose = case.grab(rig_of(case.name), anchors, mesh.V).drag(targets)
    check_same(case, np.einsum("hi,hic->hc", anchors.barycentric, pose.V[mesh.F[faces]]), targets, 1e-9)


@pytest.mark.law("contact")
def test_parts_that_touch_at_rest_stay_together(case: Case) -> None:
    """However hard it is pulled: apart by at most 0.5% of the diagonal more than any example shows."""
    a, b = touching(case).T
    if len(a) == 0:
        pytest.skip("a character in one piece, or whose parts do not touch")
    shown = np.linalg.norm(case.poses.V[:, a] - case.poses.V[:, b], axis=2).max(axis=0)
    rng = np.random.default_rng(8)
    for _ in range(200):
        way = rng.normal(size=case.targets.shape)
        way *= 0.2 * rng.random((len(way), 1)) / np.linalg.norm(way, axis=1, keepdims=True)
        V = grip_of(case.name).drag(case.poses.mesh.V[case.points] + case.diagonal * way).V
        assert (np.linalg.norm(V[a] - V[b], axis=1) - shown).max() < 5e-3 * case.diagonal


def touching(case: Case) -> Ints:
    """(c, 2) vertices of different parts that are nearer than 1% of the diagonal."""
    part = vertex_components(case.poses.F, case.poses.n)
    near = KDTree(case.poses.mesh.V).query_pairs(0.01 * case.diagonal, output_type="ndarray")
    return near[part[near[:, 0]] != part[near[:, 1]]]


# What does not matter


@pytest.mark.law("translation")
def test_translating_every_target_translates_the_mesh(case: Case) -> None:
    t = case.diagonal * np.array([3.0, -2.0, 1.0])
    grip = case.grab(rig_of(case.name), case.points, case.poses.mesh.V + t)
    check_same(case, grip.drag(case.targets + t).V, pose_of(case.name).V + t)


@pytest.mark.law("character translation")
def test_translating_the_character_and_its_targets_translates_the_mesh(case: Case) -> None:
    t = case.diagonal * np.array([30.0, -20.0, 10.0])
    poses = PoseSet.of_positions(case.poses.mesh, case.poses.V + t)
    check_same(case, dragged(case, poses, case.targets + t).V, pose_of(case.name).V + t)


@pytest.mark.law("rotation")
@pytest.mark.parametrize("angle", [0.5, 2.0, np.pi])
def test_turning_every_target_turns_the_mesh(case: Case, angle: float) -> None:
    R = Rotation.from_rotvec(angle * np.array([0.48, 0.6, 0.64])).as_matrix()
    check_same(case, grip_of(case.name).drag(case.targets @ R.T).V, pose_of(case.name).V @ R.T)


@pytest.mark.law("character rotation")
def test_turning_the_character_and_its_targets_turns_the_mesh(case: Case) -> None:
    R = Rotation.from_rotvec([1.0, -2.0, 0.5]).as_matrix()
    poses = PoseSet.of_positions(case.poses.mesh, case.poses.V @ R.T)
    check_same(case, dragged(case, poses, case.targets @ R.T).V, pose_of(case.name).V @ R.T)


@pytest.mark.law("scale")
@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_millimetres_and_kilometres_give_the_same_pose(case: Case, scale: float) -> None:
    check_scaled(case, scale)


@pytest.mark.law("binary scale")
@pytest.mark.parametrize("scale", [2.0**-20, 2.0**20])
def test_scales_without_rounding_give_the_same_pose(case: Case, scale: float) -> None:
    check_scaled(case, scale)


def check_scaled(case: Case, scale: float) -> None:
    poses = PoseSet.of_positions(case.poses.mesh, scale * case.poses.V)
    pose = dragged(case, poses, scale * case.targets)
    check_same(case, pose.V / scale, pose_of(case.name).V)
    assert pose.energy == pytest.approx(pose_of(case.name).energy, rel=1e-5)


@pytest.mark.law("order")
def test_the_order_of_anchors_does_not_matter(case: Case) -> None:
    order = np.random.default_rng(4).permutation(len(case.points))
    grip = case.grab(rig_of(case.name), case.points[order], case.poses.mesh.V)
    check_same(case, grip.drag(case.targets[order]).V, pose_of(case.name).V)


@pytest.mark.law("numbering")
def test_renumbering_the_vertices_renumbers_the_pose(case: Case) -> None:
    old = np.random.default_rng(5).permutation(case.poses.n)
    new = np.argsort(old)
    polygons = Polygons(new[case.poses.mesh.polygons.corners], case.poses.mesh.polygons.starts)
    poses = PoseSet.of_positions(Mesh.of_polygons(case.poses.V[0, old], polygons), case.poses.V[:, old])
    grip = case.grab(case.make(poses), new[case.points], poses.mesh.V)
    check_same(case, grip.drag(case.targets).V[new], pose_of(case.name).V)


@pytest.mark.law("warm")
def test_warm_and_cold_starts_agree(case: Case) -> None:
    nudge = 0.02 * case.diagonal * np.random.default_rng(6).normal(size=case.targets.shape)
    grip = grip_of(case.name)
    warm = grip.drag(case.targets, start=grip.drag(case.targets + nudge))
    check_same(case, warm.V, pose_of(case.name).V, case.warm)


# What stays as it is


@pytest.mark.law("bits")
def test_the_same_call_gives_the_same_bits(case: Case) -> None:
    again = dragged(case, case.poses, case.targets)
    assert again.V.tobytes() == pose_of(case.name).V.tobytes()
    assert again.energies == pose_of(case.name).energies


@pytest.mark.law("bits")
def test_drags_leave_no_trace_in_the_grip(case: Case) -> None:
    grip = case.grab(rig_of(case.name), case.points, case.poses.mesh.V)
    grip.drag(case.targets + case.diagonal)
    assert grip.drag(case.targets).V.tobytes() == pose_of(case.name).V.tobytes()


@pytest.mark.law("inputs")
def test_inputs_are_not_changed(case: Case) -> None:
    targets, points, start = case.targets.copy(), case.points.copy(), pose_of(case.name)
    before = pickle.dumps(start)
    grip = case.grab(rig_of(case.name), points, case.poses.mesh.V)
    grip.drag(targets, start=start)
    np.testing.assert_array_equal(targets, case.targets)
    np.testing.assert_array_equal(points, case.points)
    assert pickle.dumps(start) == before


@pytest.mark.law("inputs")
def test_writing_to_handed_in_arrays_afterwards_changes_nothing(case: Case) -> None:
    V, F = case.poses.V.copy(), case.poses.F.copy()
    points, place, targets = case.points.copy(), case.poses.mesh.V.copy(), case.targets.copy()
    grip = case.grab(case.make(PoseSet.of(V, F)), points, place)
    expected = grip.drag(targets).V
    for array in (V, F, points, place):
        array[:] = 0
    pose = grip.drag(targets)
    targets[:] = 0
    np.testing.assert_array_equal(pose.V, expected)


@pytest.mark.law("frozen")
def test_no_attribute_of_rig_grip_or_pose_can_be_written(case: Case) -> None:
    for thing in (rig_of(case.name), grip_of(case.name), pose_of(case.name)):
        for name, value in vars(thing).items():
            with pytest.raises(FrozenInstanceError):
                setattr(thing, name, value)
            with pytest.raises(FrozenInstanceError):
                delattr(thing, name)
        with pytest.raises(FrozenInstanceError):
            thing.something_new = 1


@pytest.mark.law("frozen")
def test_no_array_inside_rig_grip_or_pose_can_be_written(case: Case) -> None:
    found = arrays_inside([rig_of(case.name), grip_of(case.name), pose_of(case.name)])
    assert len(found) > 10
    for array in found:
        with pytest.raises(ValueError, match="read-only"):
            array[(0,) * array.ndim] = 0


def arrays_inside(things: list[object]) -> list[Array]:
    """Every array that the garbage collector can reach from some objects, but not through code."""
    code = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, CPUDispatcher)
    found, seen, waiting = [], set(), list(things)
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, code):
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            found.append(thing)
        waiting.extend(gc.get_referents(thing))
    return [array for array in found if array.size]


@pytest.mark.law("polygons")
def test_the_rig_keeps_the_polygons_and_the_number_of_vertices(case: Case) -> None:
    mesh = rig_of(case.name).mesh
    np.testing.assert_array_equal(mesh.polygons.corners, case.poses.mesh.polygons.corners)
    np.testing.assert_array_equal(mesh.polygons.starts, case.poses.mesh.polygons.starts)
    posed = mesh.moved(pose_of(case.name).V)
    assert len(posed.polygons) == len(case.poses.mesh.polygons)


@pytest.mark.law("files")
def test_a_saved_rig_opens_with_the_same_bits(case: Case, tmp_path: Path) -> None:
    rig_of(case.name).save(tmp_path / "rig.pliant")
    opened = open_rig(tmp_path / "rig.pliant")
    assert type(opened) is type(rig_of(case.name))
    pose = case.grab(opened, case.points, case.poses.mesh.V).drag(case.targets)
    assert pose.V.tobytes() == pose_of(case.name).V.tobytes()
    np.testing.assert_array_equal(opened.mesh.polygons.corners, case.poses.mesh.polygons.corners)
    assert opened.mesh.landmarks == case.poses.mesh.landmarks


def test_landmarks_are_grabbed_by_name(case: Case) -> None:
    rig = rig_of(case.name)
    named = rig.grab(list(case.poses.mesh.landmarks))
    np.testing.assert_array_equal(named.held.corners[:, 0], case.points)
    with pytest.raises(AnchorError, match="no landmark 'snout'; it has point 0, point 1"):
        rig.grab(["point 0", "snout"])
