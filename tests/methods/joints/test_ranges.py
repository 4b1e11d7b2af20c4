"""Ranges: how far a joint goes before its parts run into each other or come apart."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.mechanism.joint_motion import turned
from pliant.mechanism.mechanism import JointKind, axis_frame
from pliant.methods.joints.collision import Clearances
from pliant.methods.joints.contact import contact
from pliant.methods.joints.part import part_of
from pliant.methods.joints.ranges import JointAxes, ranges
from tests.methods.joints.parts import assembled, block, pin_and_fork, rod, rod_in_sleeve

X, Z = np.eye(3)[0], np.eye(3)[2]


def ranges_of(mechanism, kind, axis, depth=0.02):
    a, b = (part_of(mechanism, i) for i in range(2))
    touch = contact(a, b, 0.03)
    clear = Clearances(a, b, [depth], 0.0)
    return ranges(a, b, touch, clear, JointAxes(kind, np.zeros(3), axis_frame(axis)))


def test_a_flag_turns_until_it_meets_the_post():
    # A bar of half width 0.1 from the axis to x = 2 meets a post whose flat side is at y = 1, x in 1 … 2.
    hub = block((1, 1, 0.5)) - rod(0.205, 1)
    post = (
        block((1, 0.2, 2), (1.5, 1.1, 0.0))
        + block((0.2, 2, 0.5), (-0.4, 0.5, 0.0))
        + block((2.5, 0.2, 0.5), (0.6, 1.1, 0))
    )
    flag = rod(0.2, 2) + block((2, 0.2, 0.2), (1.0, 0.0, 0.6))
    low, high = ranges_of(assembled(hub + post, flag), JointKind.REVOLUTE, Z)[0]
    # The corner (2, 0.1) reaches y = 1 after asin(1/|corner|) − atan(0.1/2).
    reach = np.hypot(2.0, 0.1)
    expected = np.arcsin(1.0 / reach) - np.arctan2(0.1, 2.0)
    assert high == pytest.approx(expected, abs=0.03)
    assert low < -np.pi / 2


def test_a_free_wheel_turns_for_ever():
    np.testing.assert_array_equal(ranges_of(rod_in_sleeve(), JointKind.REVOLUTE, Z), [[-np.inf, np.inf]])


def test_a_rod_slides_until_half_of_its_contact_is_left():
    # The rod reaches 1.5 beyond the sleeve of length 2 on either side: half of it is left after 1.5 + 1.
    found = ranges_of(rod_in_sleeve(), JointKind.PRISMATIC, Z)[0]
    np.testing.assert_allclose(found, [-2.5, 2.5], atol=0.15)


def test_collars_leave_a_pin_no_room_to_slide():
    turn, slide = ranges_of(pin_and_fork(), JointKind.CYLINDER, Z)
    assert np.isinf(turn).all()
    assert slide[1] - slide[0] < 0.15


@pytest.mark.parametrize("sides", [10, 24, 96])
def test_polygons_that_touch_without_clearance_turn_in_each_other(sides):
    tight = assembled(block((2, 2, 2)) - rod(0.4, 3, sides), rod(0.4, 5, sides))
    found = ranges_of(tight, JointKind.REVOLUTE, Z, depth=0.08 * 0.9)
    assert np.isinf(found).all()


def test_what_overlaps_at_rest_does_not_block_and_new_contact_does():
    # The bar runs into the block by 0.2 at rest; it may leave, and may not go deeper on its other end.
    still = block((2, 2, 2)) + block((0.2, 2, 2), (4.0, 0, 0))
    bar = block((2, 0.5, 0.5), (1.8, 0, 0))
    a, b = (part_of(assembled(still, bar), i) for i in range(2))
    clear = Clearances(a, b, [0.02], 0.0)
    assert not clear.blocked(np.eye(3), 0.0 * X)
    assert not clear.blocked(np.eye(3), 0.5 * X)
    assert clear.blocked(np.eye(3), 1.3 * X)


def test_a_turn_leaves_its_axis_where_it_is():
    origin = np.array([1.0, 2.0, 3.0])
    R, t = turned(origin, Z, 0.7)
    np.testing.assert_allclose(R @ (origin + 5 * Z) + t, origin + 5 * Z, atol=1e-12)


def test_a_boom_that_a_stop_ends_on_one_side_ends_on_its_other_side_too():
    # A bar along x whose lower side meets a stop at 43° below; past 180° above it comes to the same stop.
    hub = block((1, 1, 0.5)) - rod(0.205, 1)
    angle = np.radians(-43.0)
    stop = block((0.5, 0.2, 1.0), (1.5, -0.2, 0.2)).rotate((0.0, 0.0, -43.0)) + block(
        (0.2, 3, 0.5), (0.9, -1.2, 0)
    )
    boom = rod(0.2, 2) + block((2, 0.2, 0.2), (1.0, 0.0, 0.6))
    low, high = ranges_of(assembled(hub + stop, boom), JointKind.REVOLUTE, Z)[0]
    assert low == pytest.approx(angle, abs=0.05)
    assert np.pi < high < 2 * np.pi + low
