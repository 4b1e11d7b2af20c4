"""Passages: a shot that falls into another minimum goes there over several frames, its points held."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.frames import bake, poses, searches
from pliant.animation.keys import Channel
from pliant.animation.passages import LEAST
from pliant.animation.track import Item, Track
from pliant.arrays import Floats
from pliant.flow import REACH
from tests.animation.rigs import Buckling, grid

RIG = Buckling(grid(6))


def slide(*ends: float, step: float = 0.05) -> Floats:
    """Slides from each end to the next, in steps of the same length."""
    legs = [np.arange(a, b, step if b > a else -step) for a, b in pairwise(ends)]
    return np.concatenate([*legs, ends[-1:]])


def sliding(x: Floats, **how: str) -> Track:
    """A track that slides the sheet by x (f,), a key at every frame."""
    keys = Channel.of(np.arange(1, len(x) + 1), np.outer(x, [1.0, 0.0, 0.0]), "linear", **how)
    return Track.of([Item("held", Anchor.of(0), keys)])


def heights(x: Floats) -> Floats:
    """(f,) heights of the poses that a loop of drags gives."""
    grip, pose, found = RIG.grab([0]), None, []
    for shift in x:
        pose = grip.drag(RIG.mesh.V[[0]] + [shift, 0.0, 0.0], pose)
        found.append(pose.weights[0])
    return np.array(found)


def largest_step(V: Floats) -> float:
    return float(np.linalg.norm(np.diff(V, axis=0), axis=2).max())


def test_a_snap_becomes_a_passage_within_the_limit_and_keys_stay_exact() -> None:
    # It begins where the other minimum does not live yet.
    x = slide(-1.5, 2.0)
    jumps = np.abs(np.diff(heights(x)))
    assert jumps.max() > 1.0
    baked = bake(RIG, sliding(x))
    V = baked.array()
    assert largest_step(V) <= REACH * 0.05 * (1 + 1e-9)
    assert len(baked.report.passing) >= LEAST
    assert baked.report.unsettled == []
    np.testing.assert_allclose(V[:, 0], RIG.mesh.V[0] + np.outer(x, [1.0, 0.0, 0.0]), rtol=0, atol=1e-12)


def test_a_passage_begins_before_the_snap_and_leaves_other_frames_as_they_were() -> None:
    x = slide(-1.5, 3.0)
    plain, baked = heights(x), bake(RIG, sliding(x))
    found = baked.array()[:, -1, 2]
    snap, passing = int(np.argmax(np.abs(np.diff(plain)))) + 1, np.array(baked.report.passing) - 1
    assert passing[0] < snap < passing[-1]
    others = np.setdiff1d(np.arange(len(x)), passing)
    np.testing.assert_array_equal(found[others], plain[others])
    assert (np.diff(found) > 0.0).all(), "it rises all the way"


def test_a_shot_that_can_stay_in_one_minimum_does() -> None:
    # It begins where only little stands against the other one, which lives in all of its frames.
    x = slide(0.9, 1.5)
    assert heights(x)[0] < 0.0
    baked = bake(RIG, sliding(x))
    assert baked.report.passing == []
    assert baked.array()[:, -1, 2].min() > 1.0


def test_a_snap_back_within_the_passage_is_passed_too() -> None:
    x = slide(0.0, 1.2, -1.2, 1.2)
    assert (np.abs(np.diff(heights(x))) > 1.0).sum() == 3
    V = bake(RIG, sliding(x)).array()
    assert largest_step(V) <= REACH * 0.05 * (1 + 1e-9)


def test_a_shot_that_ends_soon_after_its_snap_has_passed_by_then() -> None:
    x = slide(-1.5, 1.1)
    assert len(x) - np.argmax(np.abs(np.diff(heights(x)))) < LEAST
    V = bake(RIG, sliding(x)).array()
    assert V[-1, -1, 2] == pytest.approx(heights(x)[-1], abs=1e-3)
    assert largest_step(V) <= REACH * 0.05 * (1 + 1e-9)


def test_a_key_that_jumps_may_take_the_pose_along() -> None:
    x = np.concatenate([np.zeros(10), np.full(10, 2.0)])
    baked = bake(RIG, sliding(x))
    assert baked.report.passing == []
    assert baked.array()[10, -1, 2] > 1.0


def test_memory_does_not_grow_with_the_frames_of_a_rig_that_passes() -> None:
    rig = Buckling(grid(30))
    track = sliding(np.tile(slide(0.0, 1.2, -1.2, 0.0), 6))

    def peak(last: int) -> int:
        tracemalloc.start()
        for _ in bake(rig, replace(track, last=last)):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(2)
    # 200 frames more: a few poses, not two hundred.
    assert peak(400) - peak(200) < 20 * rig.mesh.V.nbytes


def test_those_who_must_not_wait_are_told_of_every_search() -> None:
    track = sliding(slide(0.0, 2.0))
    told = list(searches(RIG, track))
    assert told[0] is None
    found = [pose for pose in told if pose is not None]
    assert [pose.weights[0] for pose in found] == [pose.weights[0] for pose in poses(RIG, track)]
