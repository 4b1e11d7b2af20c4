"""Flat contacts: a round one that is confined is a hinge, and a round one that is not is none."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("coacd", reason="coacd, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.analysis import find_joints
from pliant.methods.joints.contact import contact
from pliant.methods.joints.outline import bolted, islands, pivot
from pliant.methods.joints.part import part_of
from pliant.methods.joints.round_features import HALF, arcs
from tests.methods.joints.parts import assembled, block, rod

Z = np.eye(3)[2]


def flat(lower, upper):
    """The contact of two solids, one on the other."""
    model = assembled(lower, upper)
    parts = [part_of(model, i) for i in range(2)]
    return contact(*parts, 0.01 * min(part.size for part in parts))


def test_a_disc_on_a_plate_of_its_size_turns_about_its_axis():
    (joint,) = find_joints(assembled(block((2.1, 2.1, 0.5)), rod(1.0, 0.5, at=(0, 0, 0.501))))
    assert joint.kind is JointKind.REVOLUTE
    assert abs(joint.axis @ Z) > np.cos(np.radians(0.5))
    assert np.linalg.norm(joint.origin[:2]) < 0.02


def test_a_disc_on_a_wide_plate_slides():
    (joint,) = find_joints(assembled(block((12, 12, 0.5)), rod(1.0, 0.5, at=(0, 0, 0.501))))
    assert joint.kind is JointKind.PLANE


def test_the_outline_of_a_disc_is_round_and_that_of_a_square_is_not():
    disc = pivot(flat(block((6, 6, 0.5)), rod(1.0, 0.5, at=(0.7, 0.3, 0.501))), Z)
    assert disc is not None
    np.testing.assert_allclose(disc.centre[:2], [0.7, 0.3], atol=0.02)
    assert disc.radius == pytest.approx(1.0, rel=0.05)
    square = flat(block((6, 6, 0.5)), block((2, 2, 0.5), (0.7, 0.3, 0.501)))
    assert pivot(square, Z) is None
    assert islands(square, Z)[0].uneven > 0.08


def test_a_lug_on_a_wall_turns_about_its_round_end():
    lug = rod(1.0, 0.5, at=(0, 0, 0.501)) + block((6, 2, 0.5), (3, 0, 0.501))
    (joint,) = find_joints(assembled(block((2.2, 2.2, 0.5), (-0.7, 0, 0)), lug))
    assert joint.kind is JointKind.REVOLUTE
    assert abs(joint.axis @ Z) > np.cos(np.radians(0.5))
    assert np.linalg.norm(joint.origin[:2]) < 0.02


def test_the_corners_of_a_square_are_no_round_end():
    angle = np.pi / 2 * (np.arange(4)[:, None] + np.arange(5) / 4)
    corner = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])[:, None] * 3.0
    normals = np.stack([np.cos(angle), np.sin(angle)], axis=2)
    points = corner + 0.3 * normals
    weights = np.full(20, 0.1)
    assert arcs(points.reshape(-1, 2), normals.reshape(-1, 2), weights, HALF) == []
    (end,) = arcs(*_stadium(), HALF)
    np.testing.assert_allclose(end.centre, [0.4, 0.7], atol=1e-9)
    assert end.radius == pytest.approx(1.5, abs=1e-9)


def _stadium():
    """The wall of a lug: half a circle about (0.4, 0.7), and a straight side on either end of it."""
    angle = np.linspace(np.pi / 2, 3 * np.pi / 2, 13)
    normals = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    sides = np.array([[0.0, 1.0], [0.0, -1.0]]).repeat(5, axis=0)
    along = np.tile(np.linspace(0.5, 4.5, 5), 2)[:, None] * [1.0, 0.0]
    points = np.array([0.4, 0.7]) + np.concatenate([1.5 * normals, 1.5 * sides + along])
    return points, np.concatenate([normals, sides]), np.ones(len(points))


def test_bolts_hold_two_flanges_and_holes_or_a_pivot_do_not():
    lower, upper = rod(2.0, 0.5), rod(2.0, 0.5, at=(0, 0, 0.501))
    places = [(1.4 * np.cos(turn), 1.4 * np.sin(turn), 0.4) for turn in 2 * np.pi * np.arange(5) / 5]
    bolts, holes = ([rod(r, 1.5, 24, at) for at in places] for r in (0.2, 0.21))
    with_holes = upper - sum(holes[1:], holes[0])
    bolted_on = flat(lower + sum(bolts[1:], bolts[0]), with_holes)
    assert bolted(bolted_on, Z, np.zeros(3))
    assert not bolted(flat(lower - sum(holes[1:], holes[0]), with_holes), Z, np.zeros(3))
    on_one_pin = flat(lower + bolts[0], upper - holes[0])
    assert not bolted(on_one_pin, Z, np.array(places[0]))
