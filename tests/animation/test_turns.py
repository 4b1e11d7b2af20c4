"""Rotations over time agree with SciPy, take the shorter way and meet their keys."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator
from scipy.spatial.transform import Rotation, Slerp

from pliant.animation.quaternions import matrix
from pliant.animation.turns import Turns
from pliant.arrays import Floats
from pliant.errors import TrackError

TIMES = np.array([1.0, 2.5, 6.0, 7.0, 12.0, 20.0])
FINE = np.linspace(TIMES[0], TIMES[-1], 301)
KEYS = Rotation.from_rotvec(np.random.default_rng(4).normal(size=(6, 3)))


def quaternions(rotations: Rotation) -> Floats:
    """w first, with signs as an export may have them."""
    q = rotations.as_quat(scalar_first=True)
    return q * np.where(np.arange(len(q)) % 2 == 0, 1.0, -1.0)[:, None]


def off(found: Floats, expected: Rotation) -> float:
    """The largest angle between the two, in radians."""
    return float((Rotation.from_quat(found, scalar_first=True) * expected.inv()).magnitude().max())


def test_linear_turns_are_slerp() -> None:
    assert off(Turns.of(TIMES, quaternions(KEYS), "linear").at(FINE), Slerp(TIMES, KEYS)(FINE)) < 1e-14


def test_about_one_axis_smooth_turns_are_the_monotone_cubic_of_the_angle() -> None:
    angle, axis = np.array([0.0, 2.0, 4.5, 4.0, 4.2, 7.0]), np.array([1.0, 2.0, 2.0]) / 3.0
    keys = Rotation.from_rotvec(angle[:, None] * axis)
    expected = Rotation.from_rotvec(PchipInterpolator(TIMES, angle)(FINE)[:, None] * axis)
    assert off(Turns.of(TIMES, quaternions(keys)).at(FINE), expected) < 1e-13


@pytest.mark.parametrize("ease", ["step", "linear", "smooth"])
def test_turns_meet_their_keys_and_never_flip(ease) -> None:
    turns = Turns.of(TIMES, quaternions(KEYS), ease)
    assert off(turns.at(TIMES), KEYS) < 1e-14
    found = turns.at(FINE)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, rtol=0, atol=1e-14)
    assert ((found[1:] * found[:-1]).sum(axis=1) > 0.0).all()


def test_smooth_turns_have_one_speed_on_both_sides_of_a_key_whatever_the_axes() -> None:
    turns, step = Turns.of(TIMES, quaternions(KEYS)), 1e-6
    for key in TIMES[1:-1]:
        R = Rotation.from_quat(turns.at([key - step, key, key + step]), scalar_first=True)
        into, out = (R[1] * R[0].inv()).as_rotvec() / step, (R[2] * R[1].inv()).as_rotvec() / step
        np.testing.assert_allclose(into, out, rtol=0, atol=1e-4)
    turned = Rotation.from_rotvec([0.4, -1.0, 0.3])
    other = Turns.of(TIMES, quaternions(turned * KEYS)).at(FINE)
    assert off(other, turned * Rotation.from_quat(turns.at(FINE), scalar_first=True)) < 1e-13


def test_a_turn_that_goes_on_turns_as_far_again() -> None:
    keys = Rotation.from_rotvec([[0, 0, 0.3], [0, 0, 1.5]])
    turns = Turns.of([0, 10], quaternions(keys), "linear", after="offset")
    assert off(turns.at([25.0]), Rotation.from_rotvec([0, 0, 0.3 + 2.5 * 1.2])) < 1e-14


def test_quaternions_are_those_of_their_matrices() -> None:
    np.testing.assert_allclose(matrix(quaternions(KEYS)), KEYS.as_matrix(), rtol=0, atol=1e-15)


def test_rotations_that_are_none_are_refused() -> None:
    with pytest.raises(TrackError, match="length"):
        Turns.of([1], [[2, 0, 0, 0]])
    with pytest.raises(TrackError, match="a quaternion"):
        Turns.of([1], [[1, 0, 0]])
    with pytest.raises(TrackError, match="no handles"):
        Turns.of([1], [[1, 0, 0, 0]], "bezier")
