"""Pins that published trees leave out are told from false joints by the makers' couplings."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.couplings import Follows, closes_a_loop

from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mesh import Mesh

# A parallelogram of four parts whose fourth pin is left out: 0 is the base, 2 keeps its attitude.
PINS = {"crank": (0, 1, (0, 0, 0)), "coupler": (1, 2, (0, 3, 0)), "rocker": (0, 3, (4, 0, 0))}
COUPLINGS = {"coupler": Follows("crank", -1.0), "rocker": Follows("crank", 1.0)}
FOURTH = (4.0, 3.0, 0.0)


def _tree():
    V = np.array([[i + x, y, 0.0] for i in range(4) for x, y in ((0, 0), (1, 0), (0, 5))])
    F = np.arange(12).reshape(4, 3)
    joints = [Joint.of(a, b, "revolute", at, (0, 0, 1)).named(name) for name, (a, b, at) in PINS.items()]
    return Mechanism.of(Mesh.of(V, F), np.repeat(range(4), 3), [f"bar {i}" for i in range(4)], joints)


def test_the_pin_that_the_couplings_allow_closes_a_loop():
    for a, b in ((2, 3), (3, 2)):
        pin = Joint.of(a, b, "revolute", FOURTH, (0, 0, -1))
        assert closes_a_loop(pin, _tree(), COUPLINGS)


@pytest.mark.parametrize("place", [(4.3, 3.0, 0.0), (4.0, 2.5, 0.0)])
def test_a_pin_beside_it_does_not(place):
    assert not closes_a_loop(Joint.of(2, 3, "revolute", place, (0, 0, 1)), _tree(), COUPLINGS)


@pytest.mark.parametrize(
    ("kind", "axis"), [("revolute", (0, 1, 0)), ("prismatic", (0, 0, 1)), ("fixed", (0, 0, 1))]
)
def test_another_axis_or_kind_does_not(kind, axis):
    assert not closes_a_loop(Joint.of(2, 3, kind, FOURTH, axis), _tree(), COUPLINGS)


def test_without_couplings_nothing_is_excused():
    pin = Joint.of(2, 3, "revolute", FOURTH, (0, 0, 1))
    for left_out in COUPLINGS:
        known = {name: follows for name, follows in COUPLINGS.items() if name != left_out}
        assert not closes_a_loop(pin, _tree(), known)
