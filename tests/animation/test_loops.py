"""Looped tracks are loops: frames one cycle apart are the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.follow_through import FollowThrough
from pliant.animation.frames import bake
from pliant.animation.keys import Channel
from pliant.animation.loops import cycle_of
from pliant.animation.track import Item, Track
from pliant.flow import REACH
from tests.animation.rigs import METHODS, Buckling, grid, rig_of
from tests.animation.test_passages import largest_step, slide, sliding
from tests.conformance.cases import CASES

MESH = grid(4)


def keyed(span: float, **how: str) -> Channel:
    return Channel.of([1, 1 + span / 2, 1 + span], [[0, 0, 0], [1, 0, 0], [0, 0, 0]], **how)


def track_of(*channels: Channel | None, last: int = 60) -> Track:
    items = [Item(f"item {i}", Anchor.of(i), channel) for i, channel in enumerate(channels)]
    return Track.of(items, first=1, last=last)


def test_the_cycle_is_that_of_all_keys_together() -> None:
    assert cycle_of(track_of(keyed(12, after="loop")), MESH) == 12
    assert cycle_of(track_of(keyed(12, after="loop"), keyed(8, after="loop"), None), MESH) == 24
    assert cycle_of(track_of(keyed(12, after="ping-pong")), MESH) == 24
    assert cycle_of(track_of(keyed(7.5, after="loop")), MESH) == 15


def test_what_does_not_repeat_has_no_cycle() -> None:
    assert cycle_of(track_of(keyed(12)), MESH) is None
    assert cycle_of(track_of(keyed(12, after="loop"), keyed(20)), MESH) is None
    assert cycle_of(track_of(keyed(12, after="offset")), MESH) == 12, "it ends where it began"
    walk = Channel.of([1, 13], [[0, 0, 0], [1, 0, 0]], after="offset")
    assert cycle_of(track_of(walk), MESH) is None
    assert cycle_of(track_of(keyed(12, after="loop"), last=12), MESH) is None, (
        "no two frames are a cycle apart"
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("follow", [None, FollowThrough()])
def test_frames_one_cycle_apart_are_the_same(method: str, follow: FollowThrough | None) -> None:
    if method == "joints" and follow is not None:
        pytest.skip("bricks cannot swing")
    case, rig = CASES[method], rig_of(method)
    rest = case.poses.mesh.V[case.points]
    items = [
        Item(f"{v}", Anchor.of(int(v)), Channel.of([1, 5, 9], [a, b, a], after="loop"), "place")
        for v, a, b in zip(case.points, rest, case.targets, strict=True)
    ]
    V = bake(rig, Track.of(items, last=21), follow=follow).array()
    assert np.abs(V[8:] - V[:-8]).max() < 1e-6 * case.diagonal
    assert np.abs(V[4] - V[0]).max() > 1e-2 * case.diagonal


def test_a_loop_that_snaps_to_and_fro_is_a_loop_without_cuts() -> None:
    rig = Buckling(grid(6))
    x = slide(0.0, 1.5, -1.5, 0.0)
    track = sliding(x, after="loop")
    cycle = len(x) - 1
    for last in (len(x), 3 * cycle, 3 * cycle - 10, 2 * cycle + 31):
        V = bake(rig, replace(track, last=last)).array()
        assert len(V) == last
        np.testing.assert_array_equal(V[cycle:], V[: last - cycle])
        assert largest_step(V) <= REACH * 0.05 * (1 + 1e-9)


def test_a_loop_that_falls_once_has_fallen_before_it_begins() -> None:
    # A search begins below, from where a cycle leads up and never down again.
    x = slide(0.5, 1.5, 0.5)
    V = bake(Buckling(grid(6)), sliding(x, after="loop")).array()
    assert V[:, -1, 2].min() > 1.0
    np.testing.assert_array_equal(V[-1], V[0])
