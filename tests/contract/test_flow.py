"""Gestures that flow: no vertex moves much farther than the hand, and all arrives while the hand rests."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pliant.arrays import Targets
from pliant.errors import OptionError
from pliant.flow import FAST, FRAMES, REACH, SLOW, largest_share
from pliant.pose import Pose, Status
from pliant.skin import Skin, skinned
from tests.animation.rigs import Buckling, Sliding, grid

RIG = Buckling(grid(6))
GRIP = RIG.grab([0])
REST = RIG.mesh.V[[0]]
SIZE = RIG.mesh.diagonal


def slid(x: float) -> Targets:
    """The target of the held point for a slide by x."""
    return REST + np.array([x, 0.0, 0.0])


def gesture(x: list[float]) -> list[Pose]:
    """The poses of a gesture that slides the sheet."""
    shown = [GRIP.follow(REST)]
    for shift in x:
        shown.append(GRIP.follow(slid(shift), shown[-1]))
    return shown


def steps(shown: list[Pose]) -> list[float]:
    return [GRIP.moved(a, b) for a, b in pairwise(shown)]


def test_a_snap_under_a_moving_hand_keeps_within_a_few_times_its_step() -> None:
    path = np.arange(0.05, 2.0, 0.05).tolist()
    shown, dragged = gesture(path), [GRIP.drag(REST)]
    for x in path:
        dragged.append(GRIP.drag(slid(x), dragged[-1]))
    assert max(steps(dragged)) > 10 * REACH * 0.05
    assert max(steps(shown)) <= REACH * 0.05 * (1 + 1e-9)
    flowing = [pose.status is Status.FLOWING for pose in shown]
    assert sum(flowing) >= FRAMES
    for pose, other in zip(shown, dragged, strict=True):
        np.testing.assert_array_equal(pose.V[0], other.V[0])
        if pose.status is not Status.FLOWING:
            np.testing.assert_array_equal(pose.V, other.V)
    assert shown[-1].status is Status.CONVERGED


def test_a_snap_ends_while_the_hand_rests_and_slows_down() -> None:
    shown = gesture([*np.arange(0.05, 1.05, 0.05).tolist(), *[1.0] * 100])[20:]
    assert shown[0].status is Status.FLOWING
    resting = [length for length in steps(shown) if length > 0.0]
    assert FRAMES <= len(resting) < 60
    assert max(resting) <= FAST * SIZE * (1 + 1e-9)
    assert resting[-1] < 0.6 * resting[0]
    assert shown[-1].status is Status.CONVERGED
    assert shown[-1].toward is None


def test_a_pose_that_no_way_leads_to_is_shown_by_a_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a limb comes off the floor that held it: what stood there stands all the way."""
    down = GRIP.drag(REST)
    up = GRIP.drag(REST, GRIP.drag(slid(2.0), down))
    between = GRIP.between(REST, down, up, 1.1 * SLOW * SIZE / GRIP.moved(down, up))
    assert GRIP.follow(REST, between).status is Status.FLOWING
    monkeypatch.setattr(type(GRIP), "path", lambda self, targets, a, b: lambda share: a)
    assert GRIP.follow(REST, between).V.tobytes() == GRIP.drag(REST, between).V.tobytes()


def test_slow_motion_is_no_jump() -> None:
    down = GRIP.drag(REST)
    up = GRIP.drag(REST, GRIP.drag(slid(2.0), down))
    for share, status in ((0.9, Status.CONVERGED), (1.1, Status.FLOWING)):
        near = GRIP.between(REST, down, up, share * SLOW * SIZE / GRIP.moved(down, up))
        assert GRIP.follow(REST, near).status is status


def test_a_rig_without_poses_between_two_follows_as_it_drags() -> None:
    grip = Sliding(grid(3)).grab([0])
    pose = grip.drag(grip.held.rest)
    far = grip.held.rest + 3.0
    assert grip.follow(far, pose).V.tobytes() == grip.drag(far, pose).V.tobytes()
    with pytest.raises(OptionError, match="sliding has no poses between"):
        grip.between(far, pose, pose, 0.5)


@pytest.mark.parametrize("bend", [0.7, 1.0, 2.0])
def test_the_largest_share_keeps_the_limit_nearly(bend: float) -> None:
    down = GRIP.drag(REST)
    heights: list[float] = []

    def made(share: float) -> Pose:
        heights.append(share**bend)
        return down

    largest_share(made, lambda _: heights[-1], 0.2, 0.2)
    assert max(h for h in heights if h <= 0.2) > 0.1


def test_witnesses_of_a_skin_move_nearly_as_far_as_any_vertex() -> None:
    rng = np.random.default_rng(3)
    rest, at = rng.normal(size=(4000, 3)), rng.normal(size=(6, 3))
    distance = np.linalg.norm(rest[:, None] - at, axis=2)
    near = np.argsort(distance, axis=1)[:, :3]
    weights = np.exp(-np.take_along_axis(distance, near, axis=1))
    skin = Skin.of(rest, near, weights / weights.sum(axis=1, keepdims=True), 6)
    assert len(skin.witnesses) < 800
    for _ in range(20):
        change = 0.3 * rng.normal(size=(6, 3, 4))
        way = np.linalg.norm(skinned(skin, change, np.arange(4000)), axis=1).max()
        assert np.linalg.norm(skinned(skin, change, skin.witnesses), axis=1).max() > 0.9 * way
