"""Baking: a loop of drags, streamed, with anchors that come and go."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.frames import bake, poses
from pliant.animation.keys import Channel
from pliant.animation.quaternions import exp, matrix
from pliant.animation.track import Item, Track
from pliant.animation.turns import Turns
from pliant.arrays import Vertices
from pliant.errors import AnchorError, OptionError, TrackError
from pliant.mesh import Mesh
from pliant.pose import Status
from tests.animation.rigs import METHODS, Sliding, Trapped, grid, rig_of, track_of
from tests.conformance.cases import CASES

Pair = tuple[float, float]


@pytest.mark.parametrize("method", METHODS)
def test_a_baked_track_is_a_loop_of_drags_each_from_the_one_before(method: str) -> None:
    rig, track = rig_of(method), track_of(method, last=4)
    baked = bake(rig, track)
    grip, pose = rig.grab(CASES[method].points), None
    places = np.stack([item.position.at(track.frames()) for item in track.items if item.position], axis=1)
    for V, goal, own in zip(baked, places, poses(rig, track), strict=True):
        pose = grip.drag(goal, pose)
        np.testing.assert_array_equal(V, pose.V)
        np.testing.assert_array_equal(V, own.V)
    assert len(baked) == baked.report.frames == 4
    assert baked.report.unsettled == []


def test_the_first_frame_is_the_better_of_a_cold_search_and_of_a_way_from_rest() -> None:
    rig = Trapped(grid(4))
    assert rig.grab([0]).drag(rig.mesh.V[[0]] + 5.0).energy == 1.0
    track = Track.of([Item("held", Anchor.of(0), Channel.of([1, 2], [[5.0, 5.0, 5.0], [5.1, 5.1, 5.1]]))])
    assert [pose.energy for pose in poses(rig, track)] == [0.0, 0.0]


def test_blend_weights_are_baked_as_blends() -> None:
    rig = rig_of("meshik")
    keys = Channel.of([1, 3], np.eye(4)[[0, 2]], "linear")
    track = Track("blend", 24.0, 1, 3, blend=keys)
    for V, w in zip(bake(rig, track), keys.at([1, 2, 3]), strict=True):
        np.testing.assert_array_equal(V, rig.blend(w))
    with pytest.raises(TrackError, match="blends no examples"):
        bake(rig_of("cage"), track)


def test_a_group_turns_and_moves_as_one() -> None:
    mesh, q = grid(4), exp(np.array([[0.0, 0.0, 0.0], [0.3, -0.2, 0.9]]))
    move = np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 3.0]])
    item = Item(
        "hand", Anchor.of([0, 1, 5]), Channel.of([1, 2], move), "offset", Turns.of([1, 2], q, "linear")
    )
    rest = mesh.V[[0, 1, 5]]
    centre = rest.mean(axis=0)
    expected = (rest - centre) @ matrix(q[1]).T + centre + move[1]
    np.testing.assert_allclose(item.goals(rest, [1, 2]), [rest, expected], rtol=0, atol=1e-14)


def test_vertices_are_held_alike_beside_points_on_the_surface() -> None:
    rig = rig_of("cage")
    vertex, triangle = int(rig.mesh.F[10, 1]), 40
    rise = Channel.of([1, 2], [[0, 0, 0], [0, 0, 0.5]])
    spot = Item("spot", Anchor.on(triangle, [0.2, 0.3, 0.5]))
    track = Track.of([Item("tip", Anchor.of(vertex), rise), spot])
    V = bake(rig, track).array()[-1]
    np.testing.assert_allclose(V[vertex], rig.mesh.V[vertex] + [0, 0, 0.5], rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        spot.anchor.at(V, rig.mesh), spot.anchor.at(rig.mesh.V, rig.mesh), rtol=0, atol=1e-12
    )


def _weighted(weights: Pair) -> Vertices:
    """The cage rig's pose with two of its items held this much."""
    track = track_of("cage", last=4)
    fading = [
        replace(item, weight=Channel.of([1], [w])) for item, w in zip(track.items[:2], weights, strict=True)
    ]
    return bake(rig_of("cage"), replace(track, first=4, items=(*fading, *track.items[2:]))).array()[0]


def test_a_weight_of_one_holds_and_a_weight_of_zero_lets_go() -> None:
    track = track_of("cage", last=4)
    rest = replace(track, first=4, items=track.items[2:])
    np.testing.assert_allclose(_weighted((0.0, 0.0)), bake(rig_of("cage"), rest).array()[0], atol=1e-9)
    whole = bake(rig_of("cage"), replace(track, first=4)).array()[0]
    np.testing.assert_allclose(_weighted((1.0, 1.0)), whole, rtol=0, atol=1e-5)


# Items 0 and 1 before and after one of them, or both, come or go.
COMING = [
    ((0.0, 1.0), (1.0, 1.0)),
    ((1.0, 0.0), (1.0, 1.0)),
    ((0.0, 0.0), (0.0, 1.0)),
    ((0.0, 0.0), (1.0, 1.0)),
]
BESIDE = [((0.0, 0.4), (1.0, 0.4)), ((0.4, 0.0), (0.4, 1.0))]


@pytest.mark.parametrize(("out", "held", "jump"), [(*c, 1e-7) for c in COMING] + [(*c, 2e-4) for c in BESIDE])
def test_poses_do_not_jump_when_anchors_come_or_go(out: Pair, held: Pair, jump: float) -> None:
    # Beside an anchor that is itself half held, the rig's curvature between their poses is left.
    near = 1e-8
    for end, other in ((out, held), (held, out)):
        nearly = ((1 - near) * end[0] + near * other[0], (1 - near) * end[1] + near * other[1])
        np.testing.assert_allclose(
            _weighted(nearly), _weighted(end), rtol=0, atol=jump * CASES["cage"].diagonal
        )


def test_a_half_held_anchor_is_half_way_to_its_key() -> None:
    free, key = _weighted((0.0, 1.0)), _weighted((1.0, 1.0))
    vertex = CASES["cage"].points[0]
    np.testing.assert_allclose(_weighted((0.5, 1.0))[vertex], 0.5 * (free + key)[vertex], rtol=0, atol=1e-9)


def test_a_track_that_holds_nothing_rests() -> None:
    track = track_of("cage", last=4)
    items = tuple(replace(item, weight=Channel.of([1], [0.0])) for item in track.items)
    V = bake(rig_of("cage"), replace(track, items=items)).array()
    np.testing.assert_allclose(V, np.broadcast_to(rig_of("cage").mesh.V, V.shape), rtol=0, atol=1e-9)


def test_memory_does_not_grow_with_the_frames() -> None:
    rig = Sliding(grid(30))
    track = Track.of([Item("tip", Anchor.of(0), Channel.of([1, 9], [[0, 0, 0], [1, 0, 0]]))], last=20)

    def peak(last: int) -> int:
        tracemalloc.start()
        for _ in bake(rig, replace(track, last=last)):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(2)
    # 200 frames more; what the interpreter has not yet collected is worth a frame or two.
    assert peak(260) - peak(60) < 4 * rig.mesh.V.nbytes


def test_frames_that_did_not_converge_are_told_and_a_new_pass_begins_a_new_report() -> None:
    rig = Sliding(grid(3))
    far = Channel.of([1, 2, 3], [[0, 0, 0], [50, 0, 0], [0, 0, 0]])
    baked = bake(rig, Track.of([Item("tip", Anchor.of(0), far)]))
    for _ in range(2):
        baked.array()
        assert [(bad.frame, bad.status) for bad in baked.report.unsettled] == [(2, Status.OUT_OF_ITERATIONS)]
        assert baked.report.frames == 3


def test_baking_ends_when_progress_raises_or_nobody_reads_on() -> None:
    told: list[float] = []

    def stop(share: float, what: str) -> None:
        told.append(share)
        if len(told) == 3:
            raise KeyboardInterrupt(what)

    track = Track.of([Item("tip", Anchor.of(0))], first=1, last=10)
    with pytest.raises(KeyboardInterrupt, match="frame 3 of 10"):
        bake(Sliding(grid(3)), track, progress=stop).array()
    assert told == [0.1, 0.2, 0.3]
    baked = bake(Sliding(grid(3)), track)
    frames = iter(baked)
    next(frames)
    frames.close()  # pyright: ignore[reportAttributeAccessIssue]
    assert baked.report.frames == 1


def test_what_no_rig_can_play_is_refused_before_the_first_frame() -> None:
    rig = Sliding(grid(3))
    with pytest.raises(AnchorError, match="item 'tip': A track holds vertex 99"):
        bake(rig, Track.of([Item("tip", Anchor.of(99))]))
    with pytest.raises(OptionError, match="coherence"):
        bake(rig, Track.of([Item("tip", Anchor.of(0))]), coherence=0.1)
    with pytest.raises(TrackError, match="cannot turn"):
        Item("tip", Anchor.on(0, [1, 0, 0]), rotation=Turns.of([1], [[1, 0, 0, 0]]))
    with pytest.raises(TrackError, match=r"outside of 0 … 1"):
        Item("tip", Anchor.of(0), weight=Channel.of([1], [1.5]))
    with pytest.raises(TrackError, match="neither"):
        Track.of([])


def test_a_painted_handle_or_a_part_is_keyed_by_its_name() -> None:
    for method in ("handles", "joints"):
        rig = rig_of(method)
        name, vertices = list(rig.regions().items())[-1]
        way = Channel.of([1, 3], [[0.0, 0.0, 0.0], [0.01, 0.02, 0.0]])
        named, spelled = (
            Track.of([Item("it", a, way)]) for a in (Anchor.named(name), Anchor.of(vertices.tolist()))
        )
        for one, other in zip(bake(rig, named), bake(rig, spelled), strict=True):
            np.testing.assert_array_equal(one, other)
        with pytest.raises(AnchorError, match="no region 'tail'; it has"):
            bake(rig, Track.of([Item("it", Anchor.named("tail"), way)]))


def test_a_group_of_the_mesh_is_a_region() -> None:
    sheet = grid(3)
    mesh = Mesh.of_polygons(sheet.V, sheet.polygons, groups={"corner": [0]})
    assert Sliding(mesh).regions()["corner"].tolist() == sorted(sheet.F[0].tolist())
