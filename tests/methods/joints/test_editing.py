"""Corrections of mechanisms by hand."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from pliant.errors import MechanismError
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import FREEDOMS, Joint, JointKind, Mechanism, Soft
from pliant.mesh import Mesh, Polygons
from pliant.methods.joints.edits import (
    hardened,
    merged,
    renamed,
    softened,
    split,
    with_axis,
    with_joint,
    with_kind,
    with_origin,
    with_ranges,
    without_joint,
)
from pliant.methods.joints.virtual import virtual_joint, virtual_joint_inside

SIDES = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


def chain(count: int = 4) -> Mechanism:
    """Cubes along x, each hinged to the one before at its left side."""
    cube = np.array([[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    V = np.concatenate([cube + np.array([1.5 * i, 0, 0]) for i in range(count)])
    mesh = Mesh.of_polygons(
        V, Polygons.of([[8 * i + v for v in side] for i in range(count) for side in SIDES])
    )
    joints = [
        replace(
            Joint.of(i, i + 1, "revolute", [1.5 * i + 1.25, 0, 0], [0, 0, 1], ranges=[-1, 2]),
            name=f"j{i}",
            confidence=0.4,
            evidence=MappingProxyType({"points": 12.0}),
        )
        for i in range(count - 1)
    ]
    return Mechanism.of(mesh, np.repeat(np.arange(count), 8), [f"c{i}" for i in range(count)], joints)


def rod(length: int = 10) -> Mechanism:
    """One component: a square tube of rings along x."""
    ring = np.array([[0, -1, -2], [0, 1, -2], [0, 1, 2], [0, -1, 2.0]])
    V = np.concatenate([ring + np.array([i, 0, 0]) for i in range(length)])
    quads = [
        [4 * i + j, 4 * i + (j + 1) % 4, 4 * i + 4 + (j + 1) % 4, 4 * i + 4 + j]
        for i in range(length - 1)
        for j in range(4)
    ]
    return Mechanism.of(Mesh.of_polygons(V, Polygons.of(quads)), np.zeros(len(V), int), ["rod"])


def ends(mechanism: Mechanism) -> list[tuple[str, str, str]]:
    """Joints by the names of what they connect, which edits do not renumber."""
    name = [part.name for part in mechanism.components]
    return [(joint.name, name[joint.a], name[joint.b]) for joint in mechanism.joints]


def owners(mechanism: Mechanism) -> list[str]:
    """The name of the component of each cube of a chain."""
    return [mechanism.components[i].name for i in mechanism.component[::8]]


def test_merged_components_are_one_and_joints_follow():
    found = merged(chain(), [2, 1])
    assert owners(found) == ["c0", "c1", "c1", "c3"]
    assert ends(found) == [("j0", "c0", "c1"), ("j2", "c1", "c3")]
    assert found.joints[1].b == 2


def test_merging_keeps_the_first_ones_softness_and_takes_a_name():
    mechanism = softened(chain(), 1, Soft(3))
    found = merged(mechanism, [3, 1], "arm")
    assert owners(found) == ["c0", "arm", "c2", "arm"]
    assert found.components[1].soft == Soft(3)
    assert ends(found) == [("j0", "c0", "arm"), ("j1", "arm", "c2"), ("j2", "c2", "arm")]


def test_merging_a_joint_away_leaves_no_trace():
    assert merged(chain(2), [0, 1]).joints == ()


def test_split_vertices_are_a_new_component_and_near_joints_go_along():
    found = split(chain(3), np.flatnonzero((chain(3).component == 1) & (chain(3).mesh.V[:, 0] > 2)), "right")
    assert [part.name for part in found.components] == ["c0", "c1", "c2", "right"]
    assert ends(found) == [("j0", "c0", "c1"), ("j1", "right", "c2")]
    assert (found.component == 3).sum() == 4


def test_merging_undoes_a_split():
    mechanism = chain(3)
    parted = split(mechanism, [8, 9, 10])
    assert parted.components[3].name == "c1 2"
    back = merged(parted, [1, 3])
    np.testing.assert_array_equal(back.component, mechanism.component)
    assert back.components == mechanism.components
    assert ends(back) == ends(mechanism)


def test_names_and_softness_change_alone():
    mechanism = chain()
    found = hardened(softened(renamed(mechanism, 2, "elbow"), 2, Soft(9, adaptive=True)), 1)
    assert found.components[2].name == "elbow"
    assert found.components[2].soft == Soft(9, adaptive=True)
    assert hardened(found, 2).components[2].soft is None
    assert softened(found, 0).components[0].soft == Soft()
    assert found.joints == mechanism.joints
    assert mechanism.components[2].name == "c2"


def test_a_joint_is_added_last_and_removed_alone():
    joint = Joint.of(0, 3, "ball", [0, 0, 0], [1, 0, 0]).named("new")
    found = with_joint(chain(), joint)
    assert [j.name for j in found.joints] == ["j0", "j1", "j2", "new"]
    assert [j.name for j in without_joint(found, 1).joints] == ["j0", "j2", "new"]


@pytest.mark.parametrize("old", list(JointKind))
@pytest.mark.parametrize("new", list(JointKind))
def test_a_new_kind_keeps_the_ranges_of_motions_that_both_have(old, new):
    ranges = {freedom: [-1.0 - i, 2.0 + i] for i, freedom in enumerate(FREEDOMS[old])}
    mechanism = chain(2)
    joint = Joint.of(0, 1, old, [0, 0, 0], [0, 1, 0], ranges=np.array([*ranges.values()]).reshape(-1, 2))
    found = with_kind(replace(mechanism, joints=(joint,)), 0, str(new)).joints[0]
    assert found.kind is new
    assert found.ranges.shape == (len(FREEDOMS[new]), 2)
    for freedom, limits in zip(FREEDOMS[new], found.ranges.tolist(), strict=True):
        assert limits == ranges.get(freedom, [-np.inf, np.inf])


def test_a_person_is_sure():
    for found in (
        with_kind(chain(), 0, "ball"),
        with_axis(chain(), 0, [1, 0, 0]),
        with_origin(chain(), 0, [1, 0, 0]),
        with_ranges(chain(), 0, [-1, 1]),
    ):
        assert found.joints[0].confidence == 1
        assert not found.joints[0].evidence
        assert found.joints[1].confidence == 0.4


@pytest.mark.parametrize("axis", [[0, 3, 0], [1, 1, 1], [0, 0, 2], [0, 0, -1], [1e-9, 0, 1]])
def test_the_frame_turns_no_further_than_the_axis(axis):
    old = chain().joints[0]
    new = with_axis(chain(), 0, axis, origin=[1, 2, 3]).joints[0]
    unit = np.array(axis) / np.linalg.norm(axis)
    np.testing.assert_allclose(new.axis, unit, atol=1e-12)
    np.testing.assert_allclose(new.frame @ new.frame.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(new.frame) > 0
    turn = new.frame.T @ old.frame
    angle = np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))
    assert angle == pytest.approx(np.arccos(np.clip(old.axis @ unit, -1, 1)), abs=1e-7)
    np.testing.assert_array_equal(new.origin, [1, 2, 3])
    np.testing.assert_array_equal(new.ranges, old.ranges)


def test_ranges_are_checked():
    np.testing.assert_array_equal(with_ranges(chain(), 1, [[-3, np.inf]]).joints[1].ranges, [[-3, np.inf]])


def test_a_virtual_joint_lies_between_the_nearest_vertices_and_points_from_a_to_b():
    found = virtual_joint(chain(3), 2, 0)
    joint = found.joints[-1]
    assert joint.kind is JointKind.BALL
    assert joint.origin[0] == pytest.approx(2.0)
    np.testing.assert_allclose(joint.axis, [-1, 0, 0], atol=1e-12)
    given = virtual_joint(chain(3), 0, 2, "revolute", origin=[1, 1, 1], axis=[0, 0, 2])
    np.testing.assert_array_equal(given.joints[-1].origin, [1, 1, 1])
    np.testing.assert_array_equal(given.joints[-1].axis, [0, 0, 1])


def test_a_virtual_joint_inside_lies_in_the_seam_along_its_longest_side():
    mechanism = rod()
    ear = np.flatnonzero(mechanism.mesh.V[:, 0] > 6.5)
    found = virtual_joint_inside(mechanism, ear, name="ear")
    assert [part.name for part in found.components] == ["rod", "ear"]
    np.testing.assert_array_equal(np.flatnonzero(found.component == 1), ear)
    joint = found.joints[0]
    assert (joint.a, joint.b, joint.kind) == (0, 1, JointKind.REVOLUTE)
    np.testing.assert_allclose(joint.origin, [6.5, 0, 0], atol=1e-12)
    np.testing.assert_allclose(np.abs(joint.axis), [0, 0, 1], atol=1e-12)


def test_a_virtual_joint_inside_turns_and_grows_with_the_model():
    mechanism = rod()
    R = exp(np.array([0.3, -1.1, 0.7]))
    moved = replace(mechanism, mesh=mechanism.mesh.moved(1e-3 * mechanism.mesh.V @ R.T + 5))
    ear = np.flatnonzero(mechanism.mesh.V[:, 0] > 6.5)
    here, there = (virtual_joint_inside(some, ear).joints[0] for some in (mechanism, moved))
    np.testing.assert_allclose(there.origin, 1e-3 * R @ here.origin + 5, atol=1e-12)
    np.testing.assert_allclose(np.abs(there.axis @ R @ here.axis), 1, atol=1e-12)


def test_a_piece_that_no_edge_holds_is_joined_where_it_is_nearest():
    mechanism = merged(chain(2), [0, 1])
    joint = virtual_joint_inside(mechanism, range(8, 16)).joints[0]
    assert joint.origin[0] == pytest.approx(1.25)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda m: merged(m, [1]), "at least two"),
        (lambda m: merged(m, [1, 1]), "at least two"),
        (lambda m: merged(m, [1, 9]), "no component 9"),
        (lambda m: renamed(m, -1, "x"), "no component -1"),
        (lambda m: softened(m, 0, Soft(0)), "at least 1"),
        (lambda m: split(m, []), "or none"),
        (lambda m: split(m, [0.5]), "not numbers"),
        (lambda m: split(m, [99]), "from 0 to 31"),
        (lambda m: split(m, [0, 8]), "2 components .'c0', 'c1'."),
        (lambda m: split(m, range(8)), "the whole component 'c0'"),
        (lambda m: without_joint(m, 3), "no joint 3"),
        (lambda m: with_kind(m, 0, "screw"), "'screw' is no kind"),
        (lambda m: with_axis(m, 0, [0, 0, 0]), "no direction"),
        (lambda m: with_origin(m, 0, [0, np.nan, 0]), "not 3 finite"),
        (lambda m: with_ranges(m, 0, [1, -1]), "low to high"),
        (lambda m: with_ranges(m, 0, [[0, 1], [0, 1]]), "1 free motions"),
        (lambda m: with_joint(m, Joint.of(1, 0, "ball", [0, 0, 0], [1, 0, 0])), "already have"),
        (lambda m: with_joint(m, Joint.of(1, 7, "ball", [0, 0, 0], [1, 0, 0])), "two different components"),
        (lambda m: virtual_joint(m, 0, 5), "no component 5"),
        (lambda m: virtual_joint(m, 0, 2, "glue"), "'glue' is no kind"),
        (lambda m: virtual_joint_inside(m, range(8)), "the whole component"),
    ],
)
def test_edits_that_make_no_sense_are_refused(edit, said):
    with pytest.raises(MechanismError, match=said):
        edit(chain())
