"""Which joints hold together: what closes a loop must be sure, and play is no slide."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.mechanism.mechanism import Joint
from pliant.methods.joints.assembly import chosen
from pliant.methods.joints.part import part_of
from tests.methods.joints.parts import assembled, block

CORNERS = ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0))
UP = (0.0, 0.0, 1.0)


def _parts(count):
    """Blocks of size one in a row."""
    model = assembled(*(block((1, 1, 1), (2 * i, 0, 0)) for i in range(count)))
    return [part_of(model, i) for i in range(count)]


def _told(joint, confidence, agreement=1.0):
    return replace(joint, confidence=confidence, evidence={"agreement": agreement, "grip": 1.0})


def _four_bar(last_agreement):
    ends = ((0, 1), (1, 2), (2, 3), (0, 3))
    joints = [Joint.of(*pair, "revolute", (*at, 0), UP) for pair, at in zip(ends, CORNERS, strict=True)]
    return [_told(joint, 0.9) for joint in joints[:3]] + [_told(joints[3], 0.6, last_agreement)]


@pytest.mark.parametrize(("agreement", "kept"), [(1.0, 4), (0.33, 3)])
def test_a_joint_that_closes_a_loop_is_told_by_most_distances(agreement, kept):
    joints, rejected = chosen(_four_bar(agreement), _parts(4))
    assert len(joints) == kept
    assert [each.reason for each in rejected] == [
        "other joints hold both, and few of the contact distances show this one"
    ] * (4 - kept)


@pytest.mark.parametrize(("near", "kept"), [(1 / 3, 3), (2 / 3, 4)])
def test_a_joint_that_closes_a_loop_touches_at_most_distances(near, kept):
    *sure, last = _four_bar(1.0)
    seen = replace(last, evidence={**last.evidence, "near": near})
    assert len(chosen([*sure, seen], _parts(4))[0]) == kept


def test_a_doubtful_joint_that_closes_no_loop_is_kept():
    doubtful = _told(Joint.of(0, 1, "revolute", (1, 0, 0), UP), 0.6, 0.33)
    assert chosen([doubtful], _parts(2)) == ([doubtful], [])


@pytest.mark.parametrize(("length", "kept"), [(0.1, (0, 2)), (1.0, (1, 2))])
def test_play_between_two_parts_gives_way_to_what_holds_them(length, kept):
    """Teeth of two wheels slide along their axes by a little; a drawer slides by more."""
    slide = _told(Joint.of(1, 2, "prismatic", (3, 0, 0), UP, ranges=[[-length / 2, length / 2]]), 0.88)
    wheels = [
        _told(Joint.of(0, 1, "revolute", (1, 0, 0), UP), 0.9),
        _told(Joint.of(0, 2, "fixed", (2, 0, 0), UP), 0.6),
    ]
    joints, _ = chosen([slide, *wheels], _parts(3))
    assert (joints[-1].a, joints[-1].b) == kept


def test_parts_that_hardly_touch_give_way_to_what_lies_between_them():
    """A finger nears its palm beyond the knuckle that holds both."""
    past = _told(Joint.of(0, 2, "revolute", (2, 0, 0), UP), 0.9)
    between = [
        _told(Joint.of(0, 1, "fixed", (1, 0, 0), UP), 0.6),
        _told(Joint.of(1, 2, "revolute", (3, 0, 0), UP), 0.8),
    ]
    past = replace(past, evidence={**past.evidence, "near": 1 / 3})
    joints, rejected = chosen([past, *between], _parts(3))
    assert joints == between
    assert [each.joint for each in rejected] == [past]
