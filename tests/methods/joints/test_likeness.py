"""Equal pairs of parts have equal joints, moved or mirrored; unequal ones keep their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.methods.joints.likeness import agreed
from pliant.methods.joints.part import part_of
from tests.methods.joints.parts import assembled, block, rod

HOLE = np.array([3.0, 0.5, 0.0])
AXIS = np.array([0.0, 0.6, 0.8])


def _finger():
    """A part that no turn and no mirror maps to itself."""
    return (
        block((2, 0.6, 0.4), (4, 0.5, 0.3))
        + block((0.5, 1.2, 0.3), (4.6, 0.9, 0.4))
        + rod(0.2, 1.5, 24, (3.3, 0.4, 0.2))
    )


def _hand(last: float = 1.0):
    """A palm with three fingers, the second a mirror image; the last may be of another size."""
    turn = exp(np.array([0.0, 0.0, 2.0]))
    moves = [np.eye(3), np.diag([1.0, -1.0, 1.0]) @ turn, last * turn @ turn]
    palm, fingers = rod(2.5, 0.3, 24), []
    for move in moves:
        place = np.column_stack([move, np.zeros(3)])
        fingers.append(_finger().transform(place))
        palm = palm + (
            block((0.9, 0.8, 0.2), (3.0, 0.4, 0.02)) + block((0.3, 0.2, 0.5), (3.2, 0.1, 0.1))
        ).transform(place)
    model = assembled(palm, *fingers)
    return moves, [part_of(model, i) for i in range(4)]


def _joints(moves):
    """The same hinge on every finger: a mirror turns the axis of a turn round."""
    ranges = [[-0.2, 1.0]]
    joints = [
        Joint.of(0, k + 1, "revolute", R @ HOLE, np.linalg.det(R) * R @ AXIS, ranges=ranges)
        for k, R in enumerate(moves)
    ]
    return [replace(joint, confidence=0.9) for joint in joints]


def test_a_finger_that_was_read_differently_gets_the_joint_of_its_copies():
    moves, parts = _hand()
    truth = _joints(moves)
    for wrong in range(3):
        found = list(truth)
        found[wrong] = replace(Joint.of(0, wrong + 1, "fixed", HOLE, AXIS), confidence=0.7)
        given = agreed(found, parts)[wrong]
        assert given.kind is JointKind.REVOLUTE
        assert (given.a, given.b) == (0, wrong + 1)
        np.testing.assert_allclose(given.axis, truth[wrong].axis, atol=1e-6)
        np.testing.assert_allclose(given.origin, truth[wrong].origin, atol=1e-5)
        np.testing.assert_array_equal(given.ranges, truth[wrong].ranges)
        assert given.confidence < 0.9


def test_a_part_of_another_size_keeps_its_own_joint():
    moves, parts = _hand(last=1.1)
    found = _joints(moves)
    found[2] = replace(Joint.of(0, 3, "fixed", HOLE, AXIS), confidence=0.7)
    assert agreed(found, parts)[2] is found[2]
