"""Pulling on mechanisms: joints hold, limits stop, rigid parts stay rigid, and nothing else moves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pliant
from pliant.mechanism.mechanism import Joint, JointKind, Soft
from pliant.methods.joints.problem import JointProblem
from pliant.methods.joints.rig import JointIK
from pliant.pose import Status
from tests.methods.joints.boxes import boxes, chain, coordinates, motions, pair, violation
from tests.models import mechanism

KINDS = [kind for kind in JointKind if kind is not JointKind.FIXED]
MODELS = ["lamp", "chair", "robot", "dog", "brush", "snake"]


def drags(model, count: int, reach: float = 0.3):
    """Poses with one component held and a point of another one pulled somewhere, by chance."""
    rig, rng = JointIK(model), np.random.default_rng(0)
    V, size = model.mesh.V, rig.model.frame.diagonal
    base = np.flatnonzero(model.component == 0)[[0, 3, 5, 7]]
    for _ in range(count):
        far = int(rng.choice(np.flatnonzero(model.component > 0)))
        target = np.vstack([V[base], V[far] + reach * size * rng.uniform(-1, 1, 3)])
        yield rig, rig.grab([*base.tolist(), far]).drag(target)


@pytest.mark.parametrize("kind", JointKind)
def test_a_joint_frees_what_its_kind_says_and_no_more(kind) -> None:
    """Moving the second box by chance: what is left of it after a drag spans the joint's freedoms."""
    model = pair(kind)
    rig, rng = JointIK(model), np.random.default_rng(1)
    grip = rig.grab(list(range(16)))
    moves = []
    for _ in range(12):
        targets = model.mesh.V.copy()
        targets[8:] += 1e-4 * (np.cross(rng.normal(size=3), targets[8:] - [1, 0, 0]) + rng.normal(size=3))
        ((turn, way),) = coordinates(model, grip.drag(targets).V)
        moves.append([*Rotation.from_matrix(turn).as_rotvec(), *way])
    sizes = np.linalg.svd(np.array(moves), compute_uv=False)
    free = {"fixed": 0, "revolute": 1, "prismatic": 1, "cylinder": 2, "plane": 3, "ball": 3}[kind]
    assert (sizes > 1e-6).sum() == free


@pytest.mark.parametrize("kind", KINDS)
def test_drags_keep_a_joint(kind) -> None:
    model = pair(kind)
    for rig, pose in drags(model, 10):
        assert violation(model, pose.V) < 1e-9 * rig.model.frame.diagonal


@pytest.mark.parametrize("name", MODELS)
def test_drags_keep_the_joints_of_a_model_and_its_rigid_parts_rigid(name) -> None:
    model = mechanism(name, resolution=0.5)
    stiff = [i for i, part in enumerate(model.components) if part.soft is None]
    rigid = pliant.Mechanism.of(*_only(model, stiff))
    for rig, pose in drags(rigid, 6):
        size = rig.model.frame.diagonal
        assert motions(rigid, pose.V)[2] < 1e-9 * size
        assert violation(rigid, pose.V) < 1e-9 * size


def _only(model, kept):
    """The components (numbers) of a mechanism alone."""
    vertices = np.flatnonzero(np.isin(model.component, kept))
    new = np.full(model.mesh.n, -1)
    new[vertices] = np.arange(len(vertices))
    F = new[model.mesh.F]
    number = {old: i for i, old in enumerate(kept)}
    joints = [
        Joint(number[j.a], number[j.b], j.kind, j.origin, j.frame, j.ranges, j.name)
        for j in model.joints
        if j.a in number and j.b in number
    ]
    mesh = pliant.Mesh.of(model.mesh.V[vertices], F[(F >= 0).all(axis=1)])
    labels = np.array([number[old] for old in model.component[vertices]])
    return mesh, labels, [model.components[old] for old in kept], joints


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "cylinder", "ball"])
def test_limits_stop_a_drag(kind) -> None:
    free = {"revolute": 1, "prismatic": 1, "cylinder": 2, "ball": 3}[kind]
    ranges = np.tile([-0.2, 0.3], (free, 1))
    model = pair(kind, ranges)
    reached = []
    for _, pose in drags(model, 20, reach=0.8):
        ((turn, way),) = coordinates(model, pose.V)
        a, b, c = Rotation.from_matrix(turn).as_euler("XYZ")
        values = {"revolute": [a], "prismatic": [way[0]], "cylinder": [a, way[0]], "ball": [a, b, c]}[kind]
        assert (np.array(values) > -0.2 - 1e-9).all()
        assert (np.array(values) < 0.3 + 1e-9).all()
        reached.append(values)
    assert np.min(reached) == pytest.approx(-0.2, abs=1e-9)
    assert np.max(reached) == pytest.approx(0.3, abs=1e-9)


def test_at_a_limit_the_other_joints_go_on() -> None:
    """A finger of three links whose first joint is stopped reaches with the other two."""
    model = chain(4)
    joints = [
        Joint.of(j.a, j.b, j.kind, j.origin, j.axis, ranges=[(-0.1, 0.1)] if j.a == 0 else None)
        for j in model.joints
    ]
    rig = JointIK(model, joints)
    tip = 31
    grip = rig.grab([0, 1, 2, 3, 4, 5, 6, 7, tip])
    target = grip.held.rest.copy()
    target[-1] += [-0.6, 1.0, 0.0]
    pose = grip.drag(target)
    assert pose.gaps.max() < 1e-3
    assert abs(pose.values[0, 0]) <= 0.1 + 1e-12


@pytest.mark.parametrize("count", [3, 10])
def test_a_straight_chain_pushed_along_itself_does_not_oscillate(count) -> None:
    rig = JointIK(chain(count))
    grip = rig.grab([0, 1, 2, 3, 4, 5, 6, 7, 8 * count - 1])
    pose, places = None, []
    for step in range(12):
        target = grip.held.rest.copy()
        target[-1] += [-0.05 * step, 0.002 * step, 0.0]
        pose = grip.drag(target, pose)
        assert np.diff(pose.energies).max(initial=0.0) <= 1e-12
        places.append(pose.values[:, 0])
    turns = np.diff(np.array(places[1:]), axis=0)
    # Every joint goes on the way it began.
    assert (np.sign(turns[1:]) * np.sign(turns[:-1]) >= 0).mean() > 0.95
    assert pose is not None
    assert pose.gaps.max() < 1e-2


def test_the_step_is_the_slope_of_the_energy() -> None:
    model = mechanism("dog", resolution=0.3)
    rig = JointIK(model)
    base = np.flatnonzero(model.component == 0)[[0, 5, 9]]
    grip = rig.grab([*base.tolist(), model.mesh.n - 1])
    targets = grip.held.rest + 0.05 * np.random.default_rng(0).normal(size=(4, 3))
    problem = JointProblem(rig.model, grip.handles, rig.model.frame.inward(targets))
    state = problem.state(grip.drag(grip.held.rest + 0.01).posture)
    step = problem.direction(state)
    h = 1e-6
    slope = (problem.moved(state, step, h).energy - problem.moved(state, step, -h).energy) / (2 * h)
    assert slope == pytest.approx(2 * step.gradient[0], rel=1e-3)


def test_a_loop_of_four_bars_stays_closed() -> None:
    corners = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]
    centres = [(1, 0, 0), (2, 0.5, 0), (1, 1, 0), (0, 0.5, 0)]
    halves = [(1, 0.1, 0.1), (0.1, 0.5, 0.1), (1, 0.1, 0.1), (0.1, 0.5, 0.1)]
    joints = [Joint.of(i, (i + 1) % 4, "revolute", corners[(i + 1) % 4], (0, 0, 1)) for i in range(4)]
    model = boxes(centres, halves, joints)
    rig = JointIK(model)
    grip = rig.grab([0, 1, 2, 3, 4, 5, 6, 7, 23])
    for angle in np.radians([10, 30, 50]):
        target = grip.held.rest.copy()
        target[-1] += [-np.sin(angle), np.cos(angle) - 1, 0]
        pose = grip.drag(target)
        assert pose.gaps.max() < 1e-3
        assert violation(model, pose.V) < 1e-3 * rig.model.frame.diagonal


def test_what_no_joint_connects_stays_still() -> None:
    model = boxes([(0, 0, 0), (1, 0, 0), (5, 5, 5)], 0.4, [Joint.of(0, 1, "ball", (0.5, 0, 0), (1, 0, 0))])
    rig = JointIK(model)
    grip = rig.grab([0, 1, 2, 15])
    target = grip.held.rest.copy()
    target[-1] += [0.0, 0.4, 0.1]
    pose = grip.drag(target)
    np.testing.assert_array_equal(pose.V[16:], model.mesh.V[16:])


def test_pulling_the_stinger_leaves_wings_and_legs_alone() -> None:
    model = mechanism("bee", resolution=0.5)
    rig = JointIK(model)
    names = [part.name for part in model.components]
    thorax = np.flatnonzero(model.component == names.index("thorax"))
    thorax = thorax[np.linspace(0, len(thorax) - 1, 6).astype(int)]
    sting = int(np.flatnonzero(model.component == names.index("stinger"))[0])
    grip = rig.grab([*thorax.tolist(), sting])
    target = grip.held.rest.copy()
    target[-1] += 0.1 * rig.model.frame.diagonal * np.array([0, 1, 0])
    pose = grip.drag(target)
    others = [i for i, name in enumerate(names) if "wing" in name or "leg" in name]
    off = np.abs(pose.V - model.mesh.V)[np.isin(model.component, others)].max()
    assert off < 1e-3 * rig.model.frame.diagonal
    assert pose.gaps[-1] < 0.01 * rig.model.frame.diagonal


def test_a_fixed_joint_makes_one_body_of_two_parts() -> None:
    model = pair("fixed")
    rig = JointIK(model)
    assert len(rig.model.centre) == 1
    grip = rig.grab([0, 1, 2, 15])
    target = grip.held.rest + np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(grip.drag(target).V - model.mesh.V, [[0.1, 0.2, 0.3]] * 16, atol=1e-9)


def test_a_soft_part_bends_and_its_joints_hold() -> None:
    """A soft bar between two rigid ends, welded to both; one end is turned a little and moved."""
    joints = [
        Joint.of(0, 1, "fixed", (0.5, 0, 0), (1, 0, 0)),
        Joint.of(1, 2, "fixed", (2.5, 0, 0), (1, 0, 0)),
    ]
    model = boxes(
        [(0, 0, 0), (1.5, 0, 0), (3, 0, 0)],
        [(0.5, 0.2, 0.2), (1, 0.2, 0.2), (0.5, 0.2, 0.2)],
        joints,
        {1: Soft(8)},
    )
    rig = JointIK(model)
    assert len(rig.model.cells) > 8
    grip = rig.grab([*range(8), *range(16, 24)])
    target = grip.held.rest.copy()
    target[8:] += [-0.1, 0.6, 0.0]
    pose = grip.drag(target)
    assert pose.status is Status.CONVERGED
    assert pose.gaps.max() < 0.02 * rig.model.frame.diagonal
    assert (
        motions(pliant.Mechanism.of(*_only(model, [0, 2])), pose.V[np.isin(model.component, [0, 2])])[2]
        < 1e-9
    )


def test_a_saved_rig_poses_to_the_same_bits(tmp_path) -> None:
    model = mechanism("dog", resolution=0.3)
    rig = JointIK(model)
    rig.save(tmp_path / "dog.pliant")
    again = pliant.open_rig(tmp_path / "dog.pliant")
    points = [0, 10, 20, model.mesh.n - 1]
    targets = model.mesh.V[points] + [0.0, 0.05, 0.0]
    np.testing.assert_array_equal(rig.grab(points).drag(targets).V, again.grab(points).drag(targets).V)
