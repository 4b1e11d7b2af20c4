from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.geometry.chain_reach import end_jacobian, joint_turns, reach, turn_between
from pliant.geometry.rotations import exp

SEEDS = range(60)


def chain(rng: np.random.Generator) -> Floats:
    """(k + 1, 3) a crooked chain of one to seven bones of all lengths."""
    bones = rng.normal(size=(rng.integers(1, 8), 3)) * rng.uniform(0.2, 3.0)
    return np.cumsum([rng.normal(size=3), *bones], axis=0)


def lengths(P: Floats) -> Floats:
    return np.linalg.norm(np.diff(P, axis=0), axis=1)


def posed(P: Floats, turns: Floats) -> Floats:
    """(k + 1, 3) the joints and the end where each bone is turned."""
    return np.cumsum([P[0], *np.einsum("kij,kj->ki", turns, np.diff(P, axis=0))], axis=0)


def direction(rng: np.random.Generator) -> Floats:
    u = rng.normal(size=3)
    return u / np.linalg.norm(u)


def within(rng: np.random.Generator, P: Floats) -> Floats:
    """A point that the end of a chain can reach."""
    total, longest = lengths(P).sum(), lengths(P).max()
    return P[0] + rng.uniform(max(0.0, 2 * longest - total), total) * direction(rng)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_can_be_reached_is_reached_and_bones_keep_their_lengths(seed: int) -> None:
    rng = np.random.default_rng(seed)
    P = chain(rng)
    target, stiffness = within(rng, P), rng.uniform(0.01, 1.0, len(P) - 1)
    turns = reach(P, target, stiffness)
    x = posed(P, turns)
    assert np.abs(x[-1] - target).max() < 1e-9 * lengths(P).sum()
    assert np.abs(lengths(x) - lengths(P)).max() < 1e-9 * lengths(P).max()
    assert np.abs(turns @ np.swapaxes(turns, 1, 2) - np.eye(3)).max() < 1e-12
    assert np.linalg.det(turns).min() > 0.0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_target_too_far_away_is_pointed_at_by_a_straight_chain(seed: int) -> None:
    rng = np.random.default_rng(seed)
    P, u = chain(rng), direction(rng)
    x = posed(P, reach(P, P[0] + u * lengths(P).sum() * rng.uniform(1.0, 5.0)))
    straight = P[0] + np.concatenate([[0.0], np.cumsum(lengths(P))])[:, None] * u
    assert np.abs(x - straight).max() < 1e-9 * lengths(P).sum()


def test_a_target_too_near_is_approached_as_far_as_bones_fold() -> None:
    P = np.array([[0.0, 0, 0], [2.0, 0, 0], [2.0, 0.6, 0]])
    target = np.array([0.1, 0.2, -0.4])
    x = posed(P, reach(P, target))
    u = target / np.linalg.norm(target)
    np.testing.assert_allclose(x[-1], 1.4 * u, atol=1e-12)


@pytest.mark.parametrize("bones", [2, 3, 6])
def test_a_straight_chain_bends_where_its_end_is_pushed_in(bones: int) -> None:
    P = np.linspace([0.0, 0, 0], [1.0, 2.0, 0.5], bones + 1)
    target = 0.4 * P[-1]
    x = posed(P, reach(P, target))
    assert np.abs(x[-1] - target).max() < 1e-9
    assert np.abs(lengths(x) - lengths(P)).max() < 1e-12


def test_a_target_at_the_end_turns_nothing() -> None:
    P = chain(np.random.default_rng(3))
    assert np.abs(reach(P, P[-1]) - np.eye(3)).max() < 1e-15


def test_a_chain_without_a_length_stays() -> None:
    P = np.ones((4, 3))
    np.testing.assert_array_equal(reach(P, np.zeros(3)), np.broadcast_to(np.eye(3), (3, 3, 3)))


def test_a_bone_without_a_length_turns_with_the_one_before() -> None:
    rng = np.random.default_rng(1)
    P = np.array([[0.0, 0, 0], [1.0, 0.1, 0], [1.0, 0.1, 0], [1.8, 0.5, 0.2]])
    turns = reach(P, np.array([0.3, 0.9, 0.4]))
    np.testing.assert_array_equal(turns[1], turns[0])
    np.testing.assert_allclose(posed(P, turns)[-1], [0.3, 0.9, 0.4], atol=1e-12)
    assert np.abs(reach(chain(rng), np.zeros(3))).max() <= 1.0


def test_stiffer_joints_turn_less() -> None:
    P = np.array([[0.0, 0, 0], [1.0, 0, 0.2], [2.0, 0, 0], [3.0, 0, 0.3]])
    target = np.array([2.4, 1.0, 0.2])

    def first_turn(stiffness: float) -> float:
        turns = joint_turns(reach(P, target, np.array([stiffness, 1.0, 1.0])))
        return float(np.arccos((np.trace(turns[0]) - 1) / 2))

    angles = [first_turn(stiffness) for stiffness in (0.25, 1.0, 4.0, 16.0)]
    assert np.all(np.diff(angles) < -0.02)


def test_the_pose_follows_a_target_without_jumps() -> None:
    P = np.array([[0.0, 0, 0], [0.1, 0.3, 0], [0.1, 0.2, 0.9], [0.15, 0.1, 1.7], [0.1, 0.1, 1.9]])
    way = np.linspace(P[-1], [1.6, 0.8, -0.9], 160)
    places = np.stack([posed(P, reach(P, target)) for target in way])
    step = np.linalg.norm(way[1] - way[0])
    assert np.linalg.norm(np.diff(places, axis=0), axis=2).max() < 8 * step


@pytest.mark.parametrize("seed", range(5))
def test_the_jacobian_of_the_end_agrees_with_finite_differences(seed: int) -> None:
    rng = np.random.default_rng(seed)
    P = chain(rng)
    J, step = end_jacobian(P), 1e-6
    for i in range(len(P) - 1):
        for axis in range(3):
            ends = [P[i] + exp(sign * step * np.eye(3)[axis]) @ (P[-1] - P[i]) for sign in (1.0, -1.0)]
            slope = (ends[0] - ends[1]) / (2 * step)
            np.testing.assert_allclose(J[:, 3 * i + axis], slope, atol=1e-8)


@pytest.mark.parametrize("seed", range(5))
def test_turns_at_the_joints_last_one_first_turn_the_bones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    P = chain(rng)
    turns = reach(P, within(rng, P))
    x = P.copy()
    for i in reversed(range(len(turns))):
        x[i:] = P[i] + (x[i:] - P[i]) @ joint_turns(turns)[i].T
    np.testing.assert_allclose(x, posed(P, turns), atol=1e-10)


def test_the_least_turn_leads_from_one_direction_to_another_even_an_opposite_one() -> None:
    rng = np.random.default_rng(2)
    for a, b in ((rng.normal(size=3), rng.normal(size=3)), (np.eye(3)[0], -np.eye(3)[0])):
        R = turn_between(a, b)
        np.testing.assert_allclose(R @ a / np.linalg.norm(a), b / np.linalg.norm(b), atol=1e-12)
        assert np.linalg.det(R) == pytest.approx(1.0)
        cosine = a @ b / (np.linalg.norm(a) * np.linalg.norm(b))
        assert np.trace(R) == pytest.approx(1 + 2 * cosine)
