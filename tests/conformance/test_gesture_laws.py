"""The laws of gestures: they end where drags end, and nothing jumps on the way."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Floats, Targets
from pliant.flow import FAST, FRAMES, SLOW
from pliant.pose import Pose, Status
from pliant.rig import Grip
from pliant.rival import ELSEWHERE
from tests.conformance.cases import Case
from tests.conformance.test_laws import check_same, grip_of, pose_of, rig_of


def turn_of(case: Case, share: float, steps: int) -> Floats:
    """(steps, h, 3) targets: the first point once around a circle, of a share of the diagonal, and back."""
    angle = np.linspace(0.0, 2.0 * np.pi, steps + 1)[1:]
    across = share * case.diagonal * np.stack([np.sin(angle), 1.0 - np.cos(angle), 0.0 * angle], axis=1)
    path = np.tile(case.targets, (steps, 1, 1))
    path[:, 0] += across
    return path


def rested(grip: Grip, targets: Targets, pose: Pose) -> Pose:
    """The pose of a gesture after the hand has rested; it ends within a second or two."""
    for _ in range(200):
        if pose.status is not Status.FLOWING:
            return pose
        pose = grip.follow(targets, pose)
    raise AssertionError("the pose is still on its way")


@pytest.mark.law("there and back")
def test_there_and_back_ends_where_it_began(case: Case) -> None:
    grip = grip_of(case.name)
    # A gesture begins where a gesture has ended.
    pose = began = grip.drag(case.targets, pose_of(case.name))
    for targets in turn_of(case, 0.05, 24):
        pose = grip.follow(targets, pose)
    check_same(case, rested(grip, case.targets, pose).V, began.V, 1e-3)


@pytest.mark.law("flow")
def test_a_gesture_ends_in_what_drags_give(case: Case) -> None:
    grip, path = grip_of(case.name), turn_of(case, 0.2, 12)[:9]
    shown = dragged = pose_of(case.name)
    for targets in path:
        shown, dragged = grip.follow(targets, shown), grip.drag(targets, dragged)
        if shown.status is not Status.FLOWING:
            assert shown.V.tobytes() == dragged.V.tobytes()
    check_same(case, rested(grip, path[-1], shown).V, dragged.V)


def polished(grip: Grip, targets: Targets, pose: Pose) -> Pose:
    """A pose that ran out of time, after the hand has rested; it ends within a few hundred steps."""
    for _ in range(500):
        if pose.status is not Status.OUT_OF_TIME:
            return pose
        pose = grip.drag(targets, pose, budget=0.0)
    raise AssertionError("the pose is still being polished")


@pytest.mark.law("budget")
def test_moves_within_a_budget_end_where_drags_end(case: Case) -> None:
    grip, path = grip_of(case.name), turn_of(case, 0.05, 12)[:5]
    live = dragged = pose_of(case.name)
    for targets in path:
        live, dragged = grip.drag(targets, live, budget=0.0), grip.drag(targets, dragged)
    check_same(case, polished(grip, path[-1], live).V, dragged.V, case.warm)


@pytest.mark.law("budget without a start")
def test_a_budget_without_a_start_ends_where_drags_end(case: Case) -> None:
    grip = grip_of(case.name)
    pose = polished(grip, case.targets, grip.drag(case.targets, budget=0.0))
    check_same(case, pose.V, grip.drag(case.targets).V, case.warm)


@pytest.mark.law("targets")
def test_a_pose_that_ran_out_of_time_has_its_points_at_their_targets(case: Case) -> None:
    grip = grip_of(case.name)
    pose = None
    for way in (0.0, 0.01):
        pose = grip.drag(case.targets + way * case.diagonal, pose, budget=0.0)
        np.testing.assert_allclose(pose.gaps, 0.0, rtol=0, atol=1e-9 * case.diagonal)


@pytest.mark.law("flow within a budget")
def test_a_gesture_within_a_budget_ends_in_what_drags_give(case: Case) -> None:
    grip, path = grip_of(case.name), turn_of(case, 0.2, 12)[:4]
    shown = dragged = pose_of(case.name)
    for targets in path:
        shown, dragged = grip.follow(targets, shown, budget=0.0), grip.drag(targets, dragged)
    for _ in range(500):
        if not shown.status.unfinished:
            break
        shown = grip.follow(path[-1], shown, budget=0.0)
    check_same(case, shown.V, dragged.V, case.warm)


@pytest.mark.law("same bits within a budget")
def test_the_same_move_within_a_budget_has_the_same_bits(case: Case) -> None:
    grip = grip_of(case.name)
    first = grip.drag(case.targets, budget=0.0)
    a, b = (grip.drag(case.targets + 0.01 * case.diagonal, first, budget=0.0) for _ in range(2))
    assert a.V.tobytes() == b.V.tobytes()


@pytest.mark.law("far pose")
def test_a_far_pose_is_reached_in_small_steps(case: Case) -> None:
    grip, goal = grip_of(case.name), pose_of(case.name)
    far = grip.drag(turn_of(case, 0.2, 2)[0])
    # As if the search had fallen from one pose to the other while the hand rests.
    shown = grip.between(case.targets, far, goal, 0.0).led(case.targets, goal)
    distance, steps = grip.moved(shown, goal) / case.diagonal, []
    while shown.status is Status.FLOWING:
        then = grip.flow(case.targets, shown)
        steps.append(grip.moved(shown, then))
        shown = then
        assert len(steps) < 200
    assert len(steps) >= min(FRAMES, distance / SLOW)
    assert max(steps) <= 1.001 * FAST * case.diagonal
    check_same(case, rig_of(case.name).carried(shown), goal.V, 1e-4)


@pytest.mark.law("between")
def test_poses_between_two_begin_at_one_and_end_at_the_other(case: Case) -> None:
    grip, rig, b = grip_of(case.name), rig_of(case.name), pose_of(case.name)
    a = grip.drag(case.targets + 0.05 * case.diagonal)
    check_same(case, rig.carried(grip.between(case.targets + 0.05 * case.diagonal, a, b, 0.0)), a.V)
    check_same(case, rig.carried(grip.between(case.targets, a, b, 1.0)), b.V)


@pytest.mark.law("between targets")
def test_poses_between_two_hold_their_points(case: Case) -> None:
    grip, b = grip_of(case.name), pose_of(case.name)
    a = grip.drag(case.poses.mesh.V[case.points])
    for share in (0.1, 0.5, 0.9):
        found = grip.between(case.targets, a, b, share)
        check_same(case, grip.reached(found), case.targets, 1e-9)
        np.testing.assert_allclose(found.gaps, 0.0, rtol=0, atol=1e-9 * case.diagonal)


@pytest.mark.law("rival")
def test_three_steps_end_where_one_does_or_the_worse_of_both_has_a_rival(case: Case) -> None:
    grip, rest, rng = grip_of(case.name), grip_of(case.name).held.rest, np.random.default_rng(9)
    for _ in range(3):
        targets = case.targets + 0.1 * case.diagonal * rng.normal(size=case.targets.shape)
        at_once, pose = grip.drag(targets), None
        for share in (1 / 3, 2 / 3, 1.0):
            pose = grip.drag(rest + share * (targets - rest), pose)
        assert pose is not None
        better, worse = sorted((pose, at_once), key=lambda each: each.energy)
        if better.status is not Status.CONVERGED or grip.moved(better, worse) < ELSEWHERE * case.diagonal:
            continue
        rival = grip.rival(targets, worse)
        assert rival is not None
        assert rival.energy <= better.energy
        assert grip.moved(rival, worse) >= ELSEWHERE * case.diagonal
