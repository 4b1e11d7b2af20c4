"""The way between two poses of example-based rigs begins at the one and ends in the other."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import pliant
from pliant.flow import FAST
from pliant.pins import Floor
from pliant.pose import Status
from pliant.rig import Rig
from pliant.samples.bar import bar

BAR = bar(132)
SIZE = BAR.mesh.diagonal
LOW = float(BAR.mesh.V[:, 1].min())
LEFT, MIDDLE, RIGHT = (int(np.argmin(np.abs(BAR.mesh.V[:, 0] - x))) for x in (-0.1, 0.5, 1.1))
BOTH = pytest.mark.parametrize("rig", [pliant.MeshIK(BAR), pliant.ReducedIK(BAR)], ids=["meshik", "reduced"])


def flowed(grip: Any, targets: Any, start: Any) -> list[Any]:
    """Results on the way from a start until one has arrived."""
    shown = [start]
    for _ in range(300):
        shown.append(grip.flow(targets, shown[-1]))
        if shown[-1].status is not Status.FLOWING:
            return shown
    raise AssertionError("it never arrives")


@BOTH
def test_what_a_pin_had_stretched_springs_back_along_the_way(rig: Rig) -> None:
    all_three, two = rig.grab([LEFT, MIDDLE, RIGHT]), rig.grab([LEFT, RIGHT])
    pulled = all_three.held.rest + SIZE * np.array([[0.0, 0.0, 0.0], [0.0, 0.15, 0.1], [-0.1, 0.2, 0.0]])
    shown = flowed(two, pulled[[0, 2]], all_three.pull(pulled))
    steps = [two.moved(a, b) for a, b in pairwise(shown)]
    assert sum(steps) > 0.1 * SIZE
    assert max(steps) <= FAST * SIZE * (1 + 1e-9)
    for each in shown:
        assert np.abs(two.reached(each) - pulled[[0, 2]]).max() < 1e-9 * SIZE


@BOTH
def test_a_way_begins_and_ends_where_it_should(rig: Rig) -> None:
    grip = rig.grab([LEFT, RIGHT], floor=Floor.at(LOW))
    before = rig.grab([LEFT, MIDDLE, RIGHT])
    a = before.pull(before.held.rest + np.array([[0.0, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.1, 0.0]]))
    b = grip.pull(grip.held.rest + np.array([[0.0, 0.0, 0.0], [-0.1, -0.4, 0.0]]))
    assert grip.moved(a, grip.path(grip.reached(a), a, b)(0.0)) < 1e-12 * SIZE
    assert grip.moved(b, grip.path(grip.reached(b), a, b)(1.0)) < 1e-12 * SIZE
    assert grip.moved(a, grip.between(grip.reached(a), a, b, 0.0)) > 1e-3 * SIZE, "the fit alone does not"
