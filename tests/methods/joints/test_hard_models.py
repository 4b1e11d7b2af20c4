"""Models that are no neat mechanism: each has a clear outcome."""

from __future__ import annotations

import numpy as np
import pytest

import pliant
from pliant.errors import MechanismError, MeshError
from pliant.mechanism.mechanism import Component, Joint, Soft
from pliant.methods.joints.rig import JointIK
from tests.methods.joints.boxes import boxes, chain


def pulled(rig: JointIK, points: list[int], way: tuple[float, float, float]):
    """The pose with the last point pulled."""
    grip = rig.grab(points)
    targets = grip.held.rest.copy()
    targets[-1] += way
    return grip.drag(targets)


def test_a_model_without_joints_has_parts_that_move_alone() -> None:
    model = boxes([(0, 0, 0), (3, 0, 0)], 0.5)
    pose = JointIK(model, joints=()).grab([0]).drag([model.mesh.V[0] + [1.0, 0, 0]])
    np.testing.assert_allclose(pose.V[:8] - model.mesh.V[:8], [[1.0, 0, 0]] * 8, atol=1e-9)
    np.testing.assert_array_equal(pose.V[8:], model.mesh.V[8:])


def test_a_single_part_moves_as_one() -> None:
    model = boxes([(0, 0, 0)], 0.5)
    pose = JointIK(model.mesh, joints=()).grab([3]).drag([model.mesh.V[3] + [0, 2.0, 0]])
    np.testing.assert_allclose(pose.V - model.mesh.V, [[0, 2.0, 0]] * 8, atol=1e-9)


def test_hundreds_of_components_in_a_chain_are_posed() -> None:
    count = 300
    rig = JointIK(chain(count, "ball"))
    pose = pulled(rig, [0, 1, 2, 8 * count - 1], (-40.0, 60.0, 20.0))
    assert pose.gaps.max() < 1e-2 * rig.model.frame.diagonal


def test_a_sheet_without_volume_is_a_part_like_any_other() -> None:
    V = np.array(
        [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [1, 0, 0.01], [2, 0, 0.01], [2, 1, 0.01], [1, 1, 0.01]]
    )
    F = np.array([[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
    model = pliant.Mechanism.of(
        pliant.Mesh.of(V.astype(float), F),
        [0] * 4 + [1] * 4,
        [Component("left"), Component("right", Soft(6))],
        [Joint.of(0, 1, "revolute", (1, 0, 0), (0, 1, 0))],
    )
    pose = pulled(JointIK(model), [0, 1, 3, 6], (-0.3, 0.0, 0.5))
    assert np.isfinite(pose.V).all()
    assert pose.gaps.max() < 0.02


def test_a_part_inside_another_and_faces_that_share_an_edge_are_no_obstacle() -> None:
    """A box in a box, and a fin of a third triangle on one of its edges."""
    outer = boxes([(0, 0, 0), (0, 0, 0)], [(1, 1, 1), (0.2, 0.2, 0.2)])
    V = np.vstack([outer.mesh.V, [[2.0, 2.0, 2.0]]])
    F = np.vstack([outer.mesh.F, [[6, 7, 16]]])
    joints = [Joint.of(0, 1, "ball", (0, 0, 0), (1, 0, 0))]
    model = pliant.Mechanism.of(pliant.Mesh.of(V, F), [0] * 8 + [1] * 8 + [0], ["outer", "inner"], joints)
    pose = pulled(JointIK(model), [0, 1, 2, 15], (0.05, -0.05, 0.0))
    assert np.isfinite(pose.V).all()


def test_two_joints_between_the_same_parts_both_hold() -> None:
    """Two hinges on one line leave the turn about it; the second closes a loop."""
    joints = [Joint.of(0, 1, "revolute", (0.5, y, 0), (0, 1, 0)) for y in (-0.2, 0.2)]
    rig = JointIK(boxes([(0, 0, 0), (1, 0, 0)], (0.45, 0.4, 0.1), joints))
    pose = pulled(rig, [*range(8), 15], (-0.2, 0.0, 0.4))
    assert abs(pose.values[0, 0]) > 0.3
    assert abs(pose.values[0, 0] - pose.values[1, 0]) < 1e-6


def test_joints_that_contradict_each_other_leave_the_parts_still() -> None:
    """Hinges about two directions hold each other."""
    joints = [
        Joint.of(0, 1, "revolute", (0.5, 0, 0), (0, 1, 0)),
        Joint.of(0, 1, "revolute", (0.5, 0, 0), (0, 0, 1)),
    ]
    rig = JointIK(boxes([(0, 0, 0), (1, 0, 0)], (0.45, 0.4, 0.1), joints))
    pose = pulled(rig, [*range(8), 15], (0.0, 0.3, 0.3))
    assert np.abs(pose.values[0]).max() < 0.01


def test_a_model_without_area_is_refused() -> None:
    with pytest.raises(MeshError, match="flat"):
        JointIK(pliant.Mesh.of(np.zeros((3, 3)), [[0, 1, 2]]), joints=())


def test_a_joint_of_a_missing_component_is_refused() -> None:
    with pytest.raises(MechanismError, match="two different components"):
        JointIK(boxes([(0, 0, 0)], 0.5), joints=[Joint.of(0, 3, "ball", (0, 0, 0), (1, 0, 0))])
