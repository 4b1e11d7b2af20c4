"""The branch of the logarithm: the same rotations, running on smoothly from triangle to triangle."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pliant.arrays import Floats, Ints
from pliant.examples.branches import Branches, unwrapped
from pliant.geometry.deformation import deformation_gradients, polar
from pliant.geometry.gradient import areas
from pliant.geometry.rotations import exp, log
from pliant.geometry.topology import face_pairs
from pliant.samples.bar import bar, bent, straight_bar, twisted

WHOLE_TURN = 2 * math.pi


def strip(angles: Floats, axis: Floats) -> tuple[Floats, Ints, Floats]:
    """Rotation vectors about one axis along a chain of triangles of equal area, and the chain's pairs."""
    chain = np.arange(len(angles))
    return np.outer(angles, axis), np.column_stack([chain[:-1], chain[1:]]), np.ones(len(angles))


def largest_jump(theta: Floats, pairs: Ints) -> float:
    return float(np.linalg.norm(theta[pairs[:, 0]] - theta[pairs[:, 1]], axis=1).max())


@pytest.mark.parametrize("most", [3.0, 1.5 * math.pi, 3 * math.pi, 4 * math.pi])
def test_a_coil_gets_its_winding_angles_back(most: float) -> None:
    theta, pairs, size = strip(np.linspace(0.0, most, 200), np.array([0.6, 0.0, 0.8]))
    found = unwrapped(log(exp(theta)), pairs, size)
    shift = found[0] - theta[0]
    turns = shift @ [0.6, 0.0, 0.8] / WHOLE_TURN
    assert turns == pytest.approx(round(turns), abs=1e-9)
    np.testing.assert_allclose(found - shift, theta, rtol=0, atol=1e-9)


@pytest.mark.parametrize("offset", [0.0, 1.0, 2.0])
def test_a_component_takes_the_whole_turn_with_the_smallest_mean(offset: float) -> None:
    """Angles from −1.5 π to 1.5 π, shifted by whole turns, are most calmly those around zero."""
    angles = np.linspace(-1.5 * math.pi, 1.5 * math.pi, 200) + offset * WHOLE_TURN
    theta, pairs, size = strip(angles, np.array([0.0, 1.0, 0.0]))
    found = unwrapped(log(exp(theta)), pairs, size)
    assert np.abs(found @ [0.0, 1.0, 0.0]).max() <= 1.5 * math.pi + 1e-9
    assert largest_jump(found, pairs) < 0.1


def seen_from_the_middle(shape: Floats, turn: Floats) -> Floats:
    """The rotations of the bar's triangles after half of its whole turn (a rotation vector) was undone.

    Where rotations about different axes pass a whole turn no branch is smooth.
    """
    R, _ = polar(deformation_gradients(straight_bar(500), shape, bar(500).F))
    return exp(-turn / 2) @ R


BARS = {
    "bent by 270°": seen_from_the_middle(bent(straight_bar(500), 270.0), np.array([0.0, 0.0, 1.5 * math.pi])),
    "twisted by 540°": seen_from_the_middle(
        twisted(straight_bar(500), 540.0), np.array([3 * math.pi, 0.0, 0.0])
    ),
}


@pytest.mark.parametrize("name", BARS)
def test_an_unwrapped_bar_keeps_its_rotations_and_no_triangle_would_be_nearer_elsewhere(name: str) -> None:
    V, F, R = straight_bar(500), bar(500).F, BARS[name]
    pairs = face_pairs(F)
    theta = unwrapped(log(R), pairs, areas(V, F))
    np.testing.assert_allclose(exp(theta), R, rtol=0, atol=1e-12)
    for j, k in (pairs.T, pairs.T[::-1]):
        turn = WHOLE_TURN * theta[j] / np.linalg.norm(theta[j], axis=1, keepdims=True)
        chosen = np.linalg.norm(theta[j] - theta[k], axis=1)
        for other in (theta[j] + turn, theta[j] - turn):
            assert (chosen < np.linalg.norm(other - theta[k], axis=1)).all()


@pytest.mark.parametrize("name", BARS)
def test_branches_seen_from_an_attitude_are_those_of_the_field_turned_back(name: str) -> None:
    """What is smoothed once serves every attitude."""
    pairs, size = face_pairs(bar(500).F), areas(straight_bar(500), bar(500).F)
    branches = Branches(BARS[name], pairs, size)
    for turn in ([0.0, 0.0, 0.0], [0.3, -0.2, 0.4], [3.5, 0.0, 0.0], [0.0, 0.0, -3.5]):
        Q = exp(np.array(turn))
        expected = unwrapped(log(Q.T @ BARS[name]), pairs, size)
        np.testing.assert_allclose(branches.seen_from(Q), expected, rtol=0, atol=1e-9)


def test_the_twisted_bar_needs_unwrapping() -> None:
    assert largest_jump(log(BARS["twisted by 540°"]), face_pairs(bar(500).F)) > 5.0


def test_noise_does_not_plant_wrong_branches() -> None:
    """Single triangles that point anywhere may not drag the triangles behind them to another turn."""
    rng = np.random.default_rng(1)
    V, F = straight_bar(500), bar(500).F
    angles = 1.5 * math.pi * V[F].mean(axis=1)[:, 0]
    clean = np.outer(angles, [0.0, -1.0, 0.0])
    R = exp(clean) @ exp(0.05 * rng.normal(size=clean.shape))
    bad = rng.choice(len(F), len(F) // 50, replace=False)
    R[bad] = exp(rng.normal(size=(len(bad), 3))) @ R[bad]
    theta = unwrapped(log(R), face_pairs(F), areas(V, F))
    np.testing.assert_allclose(exp(theta), R, rtol=0, atol=1e-12)
    good = np.setdiff1d(np.arange(len(F)), bad)
    shift = np.round(np.median((theta - clean)[good, 1]) / WHOLE_TURN) * WHOLE_TURN
    wrong = np.linalg.norm(theta[good] - clean[good] - [0.0, shift, 0.0], axis=1) > math.pi
    assert not wrong.any()


def test_a_calm_field_is_left_as_it_is() -> None:
    theta, pairs, size = strip(np.linspace(-3.0, 3.0, 50), np.array([1.0, 0.0, 0.0]))
    np.testing.assert_array_equal(unwrapped(theta, pairs, size), theta)


def test_components_are_unwrapped_each_by_itself() -> None:
    one, pairs, size = strip(np.linspace(0.0, 1.5 * math.pi, 100), np.array([0.0, 0.0, 1.0]))
    both = np.concatenate([one, -one])
    all_pairs = np.concatenate([pairs, pairs + 100])
    found = unwrapped(log(exp(both)), all_pairs, np.concatenate([size, size]))
    np.testing.assert_allclose(found, both, rtol=0, atol=1e-9)


def test_identity_rotations_beside_a_whole_turn_continue_it() -> None:
    angles = np.concatenate([np.linspace(0.0, WHOLE_TURN, 100), np.full(20, WHOLE_TURN)])
    theta, pairs, size = strip(angles, np.array([0.0, 0.0, 1.0]))
    found = unwrapped(log(exp(theta)), pairs, size)
    np.testing.assert_allclose(exp(found), exp(theta), rtol=0, atol=1e-9)
    assert largest_jump(found, pairs) < 0.1


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_where_most_triangles_are_nearly_round_once_all_are_shifted_by_a_turn(sign: float) -> None:
    """The walk begins at the end that is turned least, which must be shifted with the others."""
    angles = sign * math.pi * np.concatenate([np.linspace(0.05, 1.8, 60), np.full(200, 1.8)])
    axis = np.array([0.6, 0.0, 0.8])
    theta, pairs, size = strip(angles, axis)
    found = unwrapped(log(exp(theta)), pairs, size)
    np.testing.assert_allclose(found, np.outer(angles - sign * WHOLE_TURN, axis), rtol=0, atol=1e-9)
