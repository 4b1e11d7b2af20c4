"""A hinge that explains nearly all of the contact at every distance is one, however roughly it slips."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.pairs import unanimous_hinge, views
from pliant.methods.joints.part import part_of
from tests.methods.joints.parts import assembled, block, drawer, pin_and_fork, rod

# A share of the contact that stands in the way of a turn, like the head of a bolt.
IN_THE_WAY = 0.06


def _seen(model):
    return views(*(part_of(model, i) for i in range(2)))


def _rough(view, share, seed=0):
    """The view with a share of its normals leaning any way, which no motion slides along."""
    rng = np.random.default_rng(seed)
    normals = view.contact.normals.copy()
    rows = rng.random(len(normals)) < share
    away = rng.normal(size=(rows.sum(), 3))
    normals[rows] = away / np.linalg.norm(away, axis=1)[:, None]
    return replace(view, contact=replace(view.contact, normals=normals), found=None)


def test_a_hinge_is_told_though_something_stands_in_its_way():
    seen = [_rough(view, IN_THE_WAY) for view in _seen(pin_and_fork())]
    said = unanimous_hinge(seen)
    assert said is not None
    assert said.kind is JointKind.REVOLUTE
    assert abs(said.axis[2]) > 0.9999
    np.testing.assert_allclose(said.origin[:2], 0.0, atol=0.01)


def test_more_in_the_way_leaves_no_hinge():
    assert unanimous_hinge([_rough(view, 3 * IN_THE_WAY) for view in _seen(pin_and_fork())]) is None


def test_one_distance_that_tells_another_axis_leaves_no_hinge():
    first, *others = _seen(pin_and_fork())
    moved = replace(first, contact=replace(first.contact, points=first.contact.points + 0.5 * np.eye(3)[0]))
    assert unanimous_hinge([moved, *others]) is None


@pytest.mark.parametrize("model", [drawer(), assembled(block((2, 2, 1)), rod(0.9, 0.01, at=(0, 0, 0.505)))])
def test_a_drawer_and_a_label_have_none(model):
    assert unanimous_hinge(_seen(model)) is None
