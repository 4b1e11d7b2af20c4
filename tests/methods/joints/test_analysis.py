"""The analysis as a whole: small mechanisms, hard cases, and what may not change an answer."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("coacd", reason="coacd, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.errors import OptionError
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import FREEDOMS, Joint, JointKind, Mechanism
from pliant.methods.joints.analysis import AnalysisOptions, analyse, find_joints, joint_between
from pliant.methods.joints.assembly import chosen
from pliant.methods.joints.pairs import SCALES
from pliant.methods.joints.part import part_of
from pliant.samples import mechanism as sample
from tests.methods.joints.parts import (
    Solid,
    assembled,
    block,
    drawer,
    moved,
    pin_and_fork,
    rod,
    rod_in_sleeve,
    soup,
)

Z = np.eye(3)[2]


def only(mechanism) -> Joint:
    (joint,) = find_joints(mechanism)
    return joint


def ball_and_socket():
    ball = Solid.sphere(0.5, 64) + rod(0.15, 1.5, at=(0, 0, 1.0))
    socket = block((1.4, 1.4, 1.0), (0, 0, -0.2)) - Solid.sphere(0.505, 64)
    return assembled(socket, ball)


KINDS = {
    JointKind.REVOLUTE: (pin_and_fork, [0, 0, 1]),
    JointKind.CYLINDER: (rod_in_sleeve, [0, 0, 1]),
    JointKind.PRISMATIC: (drawer, [1, 0, 0]),
    JointKind.PLANE: (lambda: assembled(block((6, 6, 0.5)), block((1, 2, 1), (0, 0, 0.755))), [0, 0, 1]),
    JointKind.BALL: (ball_and_socket, None),
    JointKind.FIXED: (
        lambda: assembled(block((2, 2, 2)) - block((1, 1.2, 1.4)), block((0.99, 1.19, 1.39))),
        None,
    ),
}


def test_a_slide_whose_parts_overlap_is_still_one():
    bar = block((4, 1, 1)) + block((4, 0.1, 1.2))
    joint = only(assembled(block((2, 2, 2)) - block((3, 1.01, 1.01)), bar))
    assert joint.kind is JointKind.PRISMATIC
    assert abs(joint.axis[0]) > np.cos(np.radians(1.0))
    assert np.ptp(joint.ranges) > 2.0


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_found_with_its_axis_and_a_range_per_freedom(kind):
    make, axis = KINDS[kind]
    joint = only(make())
    assert joint.kind is kind
    assert joint.ranges.shape == (len(FREEDOMS[kind]), 2)
    np.testing.assert_allclose(joint.frame @ joint.frame.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(joint.frame) == pytest.approx(1.0)
    assert 0.7 < joint.confidence <= 1.0
    if axis is not None:
        assert abs(joint.axis @ np.array(axis)) > np.cos(np.radians(0.5))
    if kind in (JointKind.REVOLUTE, JointKind.CYLINDER):
        assert np.linalg.norm(joint.origin[:2]) < 0.01
    if kind is JointKind.BALL:
        assert np.linalg.norm(joint.origin) < 0.01


@pytest.mark.parametrize("kind", KINDS)
def test_unit_place_and_attitude_change_nothing(kind):
    turn, scale, shift = np.array([0.9, -0.4, 1.3]), 250.0, np.array([10.0, 20.0, -5.0])
    make, _ = KINDS[kind]
    plain, other = only(make()), only(moved(make(), turn, scale, shift))
    assert other.kind is plain.kind
    R = exp(turn)
    if kind in (JointKind.REVOLUTE, JointKind.CYLINDER, JointKind.PRISMATIC, JointKind.PLANE):
        assert abs(other.axis @ R @ plain.axis) > np.cos(np.radians(0.5))
        size = [1.0 if turns else scale for turns, _ in FREEDOMS[kind]]
        if kind is not JointKind.PLANE:
            np.testing.assert_allclose(
                other.ranges, plain.ranges * np.array(size)[:, None], rtol=0.1, atol=0.1
            )


@pytest.mark.parametrize("scale", [1e-5, 1e6])
def test_a_model_in_a_unit_far_too_large_or_small_has_the_same_joint(scale):
    plain, other = (only(moved(rod_in_sleeve(), np.zeros(3), factor, np.zeros(3))) for factor in (1.0, scale))
    assert other.kind is plain.kind
    np.testing.assert_allclose(other.origin, scale * plain.origin, atol=1e-3 * scale)
    np.testing.assert_allclose(other.ranges[1], scale * plain.ranges[1], rtol=1e-2)


def test_the_same_call_gives_the_same_bits():
    first, second = only(pin_and_fork()), only(pin_and_fork())
    for name in ("origin", "frame", "ranges"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))
    assert dict(first.evidence) == dict(second.evidence)


@pytest.mark.parametrize("sides", [10, 16, 128])
def test_coarse_and_fine_polygons_give_the_same_hinge(sides):
    joint = only(pin_and_fork(sides))
    assert joint.kind is JointKind.REVOLUTE
    assert abs(joint.axis @ Z) > np.cos(np.radians(0.5))


def test_noise_of_a_thousandth_of_the_diagonal_changes_no_answer():
    for make in (pin_and_fork, rod_in_sleeve, drawer):
        plain = make()
        V = plain.mesh.V
        diagonal = np.linalg.norm(np.ptp(V, axis=0))
        shift = np.random.default_rng(2).normal(size=V.shape) * 1e-3 * diagonal / np.sqrt(3)
        found = only(soup(V + shift, plain.mesh.F, plain.component, ["a", "b"]))
        assert found.kind is only(plain).kind
        assert abs(found.axis @ only(plain).axis) > np.cos(np.radians(2.0))


@pytest.mark.parametrize("pair", [("torso", "left upper arm"), ("left foot", "left toes")])
def test_noise_of_a_thousandth_of_the_diagonal_leaves_a_robots_joints_what_they_are(pair):
    robot = sample("robot")
    V, names = robot.mesh.V, [component.name for component in robot.components]
    i, j = (names.index(name) for name in pair)
    shift = (
        np.random.default_rng(0).normal(size=V.shape) * 1e-3 * np.linalg.norm(np.ptp(V, axis=0)) / np.sqrt(3)
    )
    noisy = Mechanism(robot.mesh.moved(V + shift), robot.component, robot.components)
    (found,) = joint_between([part_of(noisy, i), part_of(noisy, j)], 0, 1, SCALES)
    (truth,) = (joint for joint in robot.joints if {joint.a, joint.b} == {i, j})
    assert found.kind is truth.kind
    assert np.linalg.norm(np.cross(found.origin - truth.origin, truth.axis)) < 0.1 * part_of(robot, j).size


def test_confidence_rests_on_evidence_between_zero_and_one():
    joint = only(pin_and_fork())
    assert {"tangent", "agreement", "gap", "primitive", "facing", "near", "grip", "samples"} == set(
        joint.evidence
    )
    assert all(0.0 <= value <= 1.0 for value in joint.evidence.values())


def test_lugs_side_by_side_with_one_hole_are_hinged_and_with_two_bolted():
    lug = block((4, 1.5, 0.5))
    one = [(lug - rod(0.3, 1, at=(1.4, 0, 0))).translate((0, 0, z)) for z in (0.0, 0.501)]
    two = [part - rod(0.3, 3, at=(-1.4, 0, 0)) for part in one]
    hinge = only(assembled(*one))
    assert hinge.kind is JointKind.REVOLUTE
    np.testing.assert_allclose(hinge.origin[:2], [1.4, 0.0], atol=0.01)
    assert only(assembled(*two)).kind is JointKind.FIXED


def test_a_label_on_a_part_is_fixed():
    assert only(assembled(block((4, 4, 1)), block((1, 1, 0.005), (0, 0, 0.5025)))).kind is JointKind.FIXED


def test_parts_far_apart_have_no_joint_and_nothing_is_rejected():
    found = analyse(assembled(block((1, 1, 1)), block((1, 1, 1), (5, 0, 0))))
    assert (found.joints, found.rejected, found.empty) == ((), (), ())


def test_a_single_part_has_no_joint():
    assert find_joints(assembled(block((1, 1, 1)))) == ()


def test_a_part_loose_inside_another_has_no_joint():
    assert find_joints(assembled(block((4, 4, 4)) - block((3, 3, 3)), block((1, 1, 1)))) == ()


def test_a_sheet_without_volume_lies_on_a_part_as_fixed():
    base = block((4, 4, 1)).to_mesh()
    V = np.asarray(base.vert_properties, float)[:, :3]
    sheet = np.array([[-1, -1, 0.5], [1, -1, 0.5], [1, 1, 0.5], [-1, 1, 0.5]])
    n = len(V)
    for faces in ([[0, 1, 2], [0, 2, 3]], [[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]]):
        F = np.concatenate([np.asarray(base.tri_verts, np.int64), n + np.array(faces)])
        component = np.repeat([0, 1], [n, 4])
        joints = find_joints(soup(np.concatenate([V, sheet]), F, component, ["base", "sheet"]))
        assert all(joint.kind is JointKind.FIXED for joint in joints)


def test_parts_that_are_no_manifolds_are_analysed_like_others():
    plain = rod_in_sleeve()
    F = plain.mesh.F
    holes = np.delete(F, [3, 50, 90], axis=0)
    doubled = np.concatenate([holes, F[10:20]])
    found = only(soup(plain.mesh.V, doubled, plain.component, ["a", "b"]))
    assert found.kind is JointKind.CYLINDER
    assert abs(found.axis @ Z) > np.cos(np.radians(0.5))


def test_a_component_without_surface_is_named():
    V = np.concatenate([assembled(block((1, 1, 1))).mesh.V, [[9, 9, 9]]])
    F = assembled(block((1, 1, 1))).mesh.F
    found = analyse(soup(V, F, [0] * (len(V) - 1) + [1], ["block", "point"]))
    assert found.empty == (1,)


def test_hundreds_of_components_are_done_by_their_boxes():
    rows = [block((1, 1, 1), (3.0 * i, 3.0 * j, 0)) for i in range(20) for j in range(15)]
    assert find_joints(assembled(*rows)) == ()


def test_touching_neighbours_that_would_lock_a_hinge_are_rejected():
    # Two hinges in line hold the middle part; the outer ones lie on each other, which would hold all still.
    parts = [part_of(assembled(block((1, 1, 1), (i, 0, 0))), 0) for i in range(3)]
    hinges = [Joint.of(0, 1, "revolute", [0.5, 0, 0], Z), Joint.of(1, 2, "revolute", [1.5, 0, 0], Z)]
    weld = Joint.of(0, 2, "fixed", [1, 0, 0], Z)
    kept, rejected = chosen([weld, *hinges], parts)
    assert [(joint.a, joint.b) for joint in kept] == [(0, 1), (1, 2)]
    assert "move" in rejected[0].reason


def test_a_four_bar_loop_keeps_its_last_hinge():
    corners = np.array([[0, 0, 0], [3, 0, 0], [2.5, 2, 0], [0.3, 1.5, 0]], float)
    parts = [part_of(assembled(block((1, 1, 1), corner)), 0) for corner in corners]
    hinges = [Joint.of(i, (i + 1) % 4, "revolute", corners[i], Z) for i in range(4)]
    kept, rejected = chosen(hinges, parts)
    assert (len(kept), len(rejected)) == (4, 0)


def test_progress_runs_from_zero_to_one_and_names_what_is_done():
    told: list[tuple[float, str]] = []
    find_joints(rod_in_sleeve(), progress=lambda share, what: told.append((share, what)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert any("part 0 and part 1" in what for _, what in told)


@pytest.mark.parametrize("scales", [(), (0.0,), (0.02, 0.01), (float("nan"),), (2.0,)])
def test_contact_distances_out_of_range_are_refused(scales):
    with pytest.raises(OptionError):
        AnalysisOptions(scales=scales)


@pytest.mark.parametrize("name", ["lamp", "chair"])
def test_samples_are_right_to_the_last_joint(name):
    mechanism = sample(name)
    found = find_joints(mechanism)
    truth = {(j.a, j.b): j for j in mechanism.joints}
    assert {(j.a, j.b): j.kind for j in found} == {pair: j.kind for pair, j in truth.items()}
    diagonal = np.linalg.norm(np.ptp(mechanism.mesh.V, axis=0))
    for joint in found:
        true = truth[joint.a, joint.b]
        if true.kind in (JointKind.REVOLUTE, JointKind.CYLINDER):
            assert abs(joint.axis @ true.axis) > np.cos(np.radians(0.5))
            assert np.linalg.norm(np.cross(joint.origin - true.origin, true.axis)) < 1e-3 * diagonal
