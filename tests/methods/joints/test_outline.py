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
from pliant.methods.joints.outline import islands, pivot
from pliant.methods.joints.part import part_of
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
