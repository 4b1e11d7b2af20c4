"""Forks and lugs: what a flat contact with a pivot says, though something small is in its way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.analysis import analyse
from pliant.methods.joints.kinds import reading
from pliant.methods.joints.outline import bore
from pliant.methods.joints.pairs import verdict, views
from pliant.methods.joints.part import part_of
from tests.methods.joints.parts import assembled, block, rod


def _fork(*, held):
    """A bar in a fork, both far longer than what they share; a key in a notch keeps it from turning.

    held: whether walls close the fork too, so that the bar only slides
    """
    fork = block((9.7, 1.2, 2), (-6.15, 0, 0)) + block((2.3, 1.2, 0.5), (-0.15, 0, 0.75))
    fork += block((2.3, 1.2, 0.5), (-0.15, 0, -0.75))
    fork += block((0.3, 0.1, 0.2), (-1.2, 0.15, 0)) + block((0.3, 0.1, 0.2), (-1.2, -0.15, 0))
    if held:
        fork += block((2.3, 0.2, 2), (-0.15, 0.61, 0)) + block((2.3, 0.2, 2), (-0.15, -0.61, 0))
    bar = block((9.9, 1, 0.998), (4.05, 0, 0)) + block((0.34, 0.1, 0.1), (-1.06, 0, 0))
    return assembled(fork, bar)


def test_a_bar_that_slides_out_of_a_fork_by_a_little_turns_in_it():
    (joint,) = analyse(_fork(held=False)).joints
    assert joint.kind is JointKind.REVOLUTE
    assert abs(joint.axis[2]) == pytest.approx(1.0, abs=1e-6)
    assert np.linalg.norm(joint.origin[:2]) < 0.15
    assert np.ptp(joint.ranges) > np.radians(120)


def test_a_bar_between_walls_slides_however_short_it_is_held():
    (joint,) = analyse(_fork(held=True)).joints
    assert joint.kind is not JointKind.REVOLUTE


def test_a_bar_in_a_fork_turns_about_the_hole_that_is_drawn_in_it_alone():
    pin = rod(0.2, 3, at=(0.4, 0, 0))
    fork = block((9.7, 1.2, 2), (-6.15, 0, 0)) + block((2.3, 1.2, 0.5), (-0.15, 0, 0.75))
    bar = block((9.9, 1, 0.998), (4.05, 0, 0)) - pin
    (joint,) = analyse(assembled(fork + block((2.3, 1.2, 0.5), (-0.15, 0, -0.75)), bar)).joints
    assert joint.kind is JointKind.REVOLUTE
    np.testing.assert_allclose(joint.origin[:2], (0.4, 0.0), atol=1e-3)


def test_a_fork_with_holes_on_several_axes_is_told_by_none_of_them():
    pins = rod(0.15, 3, at=(0.5, 0, 0)) + rod(0.15, 3, at=(-0.4, 0, 0))
    bar, plate = block((3, 1, 1)) - pins, block((2.3, 1.2, 0.5), (-0.15, 0, 0.75))
    a, b = (part_of(assembled(plate, bar), i) for i in range(2))
    assert bore(a, b, views(a, b)[0].contact, np.array([0.0, 0.0, 1.0])) is None


def test_a_hole_through_both_lugs_is_told_by_every_distance_at_which_they_are_flat():
    """Where a wider contact bends a little, a round face explains it better, and is no other opinion."""
    lugs = [block((4, 2, 0.5), (x, 0, z)) - rod(0.3, 3) for x, z in ((-1.4, 0), (1.4, 0.502))]
    made = assembled(*lugs)
    a, b = (part_of(made, i) for i in (0, 1))
    first, *others = views(a, b)
    bent = [replace(view, found=reading(view.contact, JointKind.CYLINDER)) for view in others]
    assert len(bent) == 2
    said = verdict(a, b, [first, *bent])
    assert said.kind is JointKind.REVOLUTE
    assert said.agreement == 1.0
