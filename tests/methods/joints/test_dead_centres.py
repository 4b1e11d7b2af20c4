"""Mechanisms drawn at a dead centre: what closes their loop holds nothing still, though it seems to."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from pliant.mechanism.mechanism import Joint
from pliant.methods.joints.analysis import analyse
from pliant.methods.joints.away_from_rest import places_away
from tests.methods.joints.parts import assembled, block, rod

CRANK, CONROD = 2.0, 6.0
X, Z = np.eye(3)[0], np.eye(3)[2]


def slider_crank(angle):
    """A frame with a shaft along z and a guide along x, a crank, a connecting rod and a piston.

    angle: of the crank from the guide, in degrees; at 0 and 180 crank and rod are in line
    """
    turn = np.radians(angle)
    pin = CRANK * np.array([np.cos(turn), np.sin(turn)])
    end = pin[0] + np.sqrt(CONROD**2 - pin[1] ** 2)
    lean = float(np.degrees(np.arctan2(-pin[1], end - pin[0])))
    guide = block((6.3, 2.4, 2.4), (6.05, 0, 3.8)) - block((7, 1.62, 1.62), (6.05, 0, 3.8))
    guide -= block((7, 1.3, 1), (6.05, 0, 2.6))
    plate = block((12, 3, 1), (3.5, 0.3, 0.5)) - rod(0.305, 2, at=(0, 0, 0.5))
    frame = plate + block((3, 0.6, 4.5), (7.5, 1.4, 2.25)) + guide
    crank = (block((CRANK, 0.8, 0.48), (CRANK / 2, 0, 1.26)) + _disc(0.6, 1.02, 1.5, CRANK)).rotate(
        (0, 0, angle)
    )
    crank += _disc(0.3, -0.2, 1.2) + _disc(0.6, -0.4, -0.02) + _disc(0.6, 1.02, 1.5)
    crank += _disc(0.3, 1.2, 2.7, *pin) + _disc(0.6, 2.52, 2.8, *pin)
    arm = (
        block((CONROD, 0.8, 0.98), (CONROD / 2, 0, 2.01))
        + _disc(0.7, 1.52, 2.5)
        + _disc(0.7, 1.52, 2.5, CONROD)
    )
    arm -= _disc(0.305, 1, 3) + _disc(0.305, 1, 3, CONROD)
    arm = arm.rotate((0, 0, lean)).translate((*pin, 0))
    piston = block((1.6, 1.6, 1.6), (end, 0, 3.8)) + _disc(0.6, 2.52, 3.1, end)
    piston += _disc(0.3, 1.3, 2.7, end) + _disc(0.6, 1.2, 1.5, end)
    return assembled(frame, crank, arm, piston)


def _disc(radius, low, high, x=0.0, y=0.0):
    """A round rod along z between two heights."""
    return rod(radius, high - low, at=(x, y, (low + high) / 2))


@pytest.mark.parametrize("angle", [0, 180, 50])
def test_a_slider_crank_keeps_its_slide_at_a_dead_centre(angle):
    found = {(joint.a, joint.b): joint for joint in analyse(slider_crank(angle)).joints}
    assert [found[pair].kind for pair in ((0, 1), (1, 2), (2, 3), (0, 3))] == ["revolute"] * 3 + ["prismatic"]
    assert len(found) == 4


def _in_line(*last):
    """Hinges along z of a frame, a crank, a rod and a piston, in line on the x axis, and more joints."""
    hinges = [Joint.of(k, k + 1, "revolute", (x, 0, 0), Z) for k, x in enumerate((0, 2, 8))]
    return [*hinges, *last]


def test_a_place_away_from_rest_keeps_the_lengths_of_crank_and_rod():
    joints = _in_line(Joint.of(0, 3, "prismatic", (8, 0, 0), X))
    (place,) = places_away(joints, 4, np.array([4.0, 0.0, 0.0]), 4.0)
    shaft, pin, end = (joint.origin for joint in place[:3])
    np.testing.assert_allclose(
        [np.linalg.norm(pin - shaft), np.linalg.norm(end - pin)], [CRANK, CONROD], atol=1e-6
    )
    beside = [np.linalg.norm(np.cross(point - shaft, place[3].axis)) for point in (end, pin)]
    assert beside[0] < 1e-6
    assert beside[1] > 0.1


def test_what_moves_to_first_order_only_has_no_place_away_from_rest():
    # Three hinges of a triangle whose corners lie in line: it is rigid, but not to first order.
    shut = [*_in_line()[:2], Joint.of(0, 2, "revolute", (8, 0, 0), Z)]
    assert places_away(shut, 3, np.zeros(3), 4.0) == []
