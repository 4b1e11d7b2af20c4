"""Tracks whose pins slide and turn, and a floor under them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pliant.anchors import Anchors
from pliant.animation.anchor import Anchor
from pliant.animation.document import json_of_track, track_of_json
from pliant.animation.frames import bake, poses
from pliant.animation.keys import Channel
from pliant.animation.retarget import retargeted
from pliant.animation.track import Item, Track
from pliant.animation.turns import Turns
from pliant.errors import FileFormatError, TrackError
from pliant.geometry.patch import patch, with_patches
from pliant.mesh import Mesh
from pliant.pins import Floor, Line, Plane
from tests.animation.rigs import rig_of, track_of

UP = (0.0, 0.0, 1.0)


def diagonal(mesh: Mesh) -> float:
    return float(np.linalg.norm(np.ptp(mesh.V, axis=0)))


def sinking(method: str) -> tuple[Track, Floor]:
    """The suite's track with all keys lowered by 8% of the diagonal, and the floor under the rest pose."""
    rig = rig_of(method)
    track = track_of(method, 6)
    down = Channel.of([1.0, 4.0], [[0.0, 0.0, 0.0], [0.0, 0.0, -0.08 * diagonal(rig.mesh)]])
    items = [replace(item, position=down, measure="offset") for item in track.items]
    return replace(track, items=tuple(items)), Floor.at(rig.mesh.V[:, 2].min(), UP)


@pytest.mark.parametrize("method", ["meshik", "reduced"])
def test_no_frame_sinks_through_the_floor(method: str) -> None:
    track, floor = sinking(method)
    rig = rig_of(method)
    free = min(floor.heights(V).min() for V in bake(rig, track))
    assert free < -0.05 * diagonal(rig.mesh)
    stood = bake(rig, replace(track, floor=floor))
    assert min(floor.heights(V).min() for V in stood) > -1e-3 * diagonal(rig.mesh)
    assert not stood.report.unsettled


@pytest.mark.parametrize("method", ["meshik", "reduced"])
def test_a_floor_that_grips_keeps_what_stands_on_it(method: str) -> None:
    """The muzzle goes down, then aside: what stands on the floor slides there, unless the floor grips."""
    rig = rig_of(method)
    size = diagonal(rig.mesh)
    item = track_of(method, 6).items[-1]
    way = [[0.0, 0.0, 0.0], [0.0, 0.0, -0.05 * size], [0.02 * size, 0.0, -0.05 * size]]
    item = replace(item, position=Channel.of([1.0, 3.0, 8.0], way, "linear"), measure="offset")
    floor = Floor.at(rig.mesh.V[:, 2].min(), UP)
    moved = {}
    for grip in (False, True):
        track = Track.of([item], floor=replace(floor, grip=grip))
        frames = list(poses(rig, track))
        steps = []
        for a, b in pairwise(frames[2:]):
            both = np.intersect1d(a.touching, b.touching)
            steps.extend(np.linalg.norm(a.V[both] - b.V[both], axis=1))
        assert len(steps) >= 2
        moved[grip] = max(steps)
    assert moved[True] < 1e-6 * size < 1e-3 * size < moved[False]


def test_an_item_slides_on_the_plane_through_its_key() -> None:
    rig, track = rig_of("meshik"), track_of("meshik", 4)
    slid = replace(track.items[-1], slide=Plane((0.0, 1.0, 2.0)))
    last = list(poses(rig, replace(track, items=(*track.items[:-1], slid))))[-1]
    key = slid.position.at([4.0])[0]
    missed = last.V[slid.anchor.vertices[0]] - key
    assert abs(missed @ np.array(slid.slide.normal)) < 1e-9 * diagonal(rig.mesh)
    assert np.linalg.norm(missed) > 1e-4 * diagonal(rig.mesh)


def test_a_vertex_with_rotations_turns_its_neighbourhood() -> None:
    rig, track = rig_of("meshik"), track_of("meshik", 4)
    turns = Turns.of([1.0, 4.0], [[1.0, 0.0, 0.0, 0.0], [np.cos(0.2), np.sin(0.2), 0.0, 0.0]])
    turning = replace(track.items[-1], rotation=turns)
    last = list(poses(rig, replace(track, items=(*track.items[:-1], turning))))[-1]
    vertex = turning.anchor.vertices[0]
    own = [v for v in patch(rig.mesh, vertex) if v == vertex or v not in CASE_POINTS()]
    c, s = np.cos(0.4), np.sin(0.4)
    R = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    expected = (rig.mesh.V[own] - rig.mesh.V[vertex]) @ R.T + turning.position.at([4.0])[0]
    assert len(own) > 2
    np.testing.assert_allclose(last.V[own], expected, rtol=0, atol=1e-9 * diagonal(rig.mesh))


def CASE_POINTS() -> set[int]:
    return {vertex for item in track_of("meshik", 4).items for vertex in item.anchor.vertices}


def test_files_keep_slides_and_floors_to_the_last_bit() -> None:
    keys = Channel.of([1.0], [[0.0, 0.0, 0.0]])
    items = [
        Item("a", Anchor.of(1), keys, slide=Plane((0.3, 0.1, 0.7))),
        Item("b", Anchor.of(2), keys, slide=Line((1.0, 2.0, 3.0))),
        Item("c", Anchor.of(3), keys),
    ]
    track = Track.of(items, floor=Floor((0.1, 0.2, 0.3), (0.2, 1.0, 0.1), grip=True))
    again = track_of_json(json_of_track(track))
    assert [item.slide for item in again.items] == [item.slide for item in items]
    assert again.floor == track.floor


@pytest.mark.parametrize(
    ("floor", "slide", "words"),
    [
        ({"point": [0, 0]}, None, r"floor\.point: \[0, 0\] was found; at least 3"),
        ({"normal": [0, 1, 0]}, None, "floor: 'point' is missing"),
        ({"point": [0, 0, 0], "normal": [0, 0, 0]}, None, "floor: The normal of a floor"),
        (None, {"plane": [0, 0, 0]}, r"items\[0\]\.slide: The normal of a plane"),
        (None, {"sphere": [0, 0, 0]}, r"items\[0\]\.slide"),
    ],
    ids=str,
)
def test_files_with_bad_floors_and_slides_are_named_errors(floor, slide, words) -> None:
    values = json_of_track(Track.of([Item("a", Anchor.of(1), Channel.of([1.0], [[0.0, 0.0, 0.0]]))]))
    if floor is not None:
        values["floor"] = floor
    if slide is not None:
        values["items"][0]["slide"] = slide
    with pytest.raises(FileFormatError, match=words):
        track_of_json(values)


def test_blend_weights_heed_no_floor() -> None:
    with pytest.raises(TrackError, match="leave out them or the floor"):
        Track("t", 24.0, 1, 2, (), Channel.of([1.0], [[1.0, 0.0]]), Floor((0.0, 0.0, 0.0)))


def test_a_floor_goes_along_to_a_larger_character() -> None:
    mesh = rig_of("meshik").mesh
    track, floor = sinking("meshik")
    large = Mesh.of(2.0 * mesh.V + [0.0, 0.0, 5.0], mesh.F)
    raised = replace(floor, point=(0.0, 0.0, floor.point[2] - 0.1))
    other = retargeted(replace(track, floor=raised), mesh, large).floor
    assert other.point[2] == pytest.approx(large.V[:, 2].min() - 0.2)


def test_a_soft_item_gives_way_as_a_pin_of_its_weight_does() -> None:
    rig = rig_of("meshik")
    track = track_of("meshik", 3)
    *others, last = track.items
    soft = replace(track, items=(*others, replace(last, firmness=0.05)))
    (*_, frame) = poses(rig, soft)
    (*_, firm) = poses(rig, track)
    assert frame.gaps[-1] > 1e-3 * diagonal(rig.mesh) > firm.gaps.max()
    again = track_of_json(json_of_track(soft))
    assert again.items[-1].firmness == 0.05
    assert "firmness" not in json_of_track(track)["items"][-1]
    for wrong in (0.0, -1.0, 1.5, float("nan")):
        with pytest.raises(TrackError, match="firmness"):
            replace(last, firmness=wrong)


def test_a_point_on_a_triangle_turns_the_vertices_that_are_named_around_it() -> None:
    rig = rig_of("meshik")
    mesh = rig.mesh
    face, middle = 100, (0.2, 0.3, 0.5)
    (points,) = [with_patches(Anchors([face], [middle]), [True], mesh)]
    own = mesh.F[points.faces[1:], points.barycentric[1:].argmax(axis=1)].tolist()
    angle = 0.3
    turn = Turns.of([1.0], [[np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)]])
    held = [item for item in track_of("meshik", 2).items if not set(item.anchor.vertices) & set(own)]
    item = Item("spot", Anchor.with_patch(face, middle, own), rotation=turn)
    track = Track.of([*held, item], first=1, last=2)
    again = track_of_json(json_of_track(track))
    assert again.items[-1].anchor == item.anchor
    for V in bake(rig, again):
        rest = item.anchor.at(mesh.V, mesh)
        c, s = np.cos(angle), np.sin(angle)
        R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        expected = rest[0] + (rest - rest[0]) @ R.T
        assert np.abs(item.anchor.at(V, mesh) - expected).max() < 1e-9 * diagonal(mesh)
    with pytest.raises(TrackError, match="cannot turn"):
        Item("spot", Anchor.on(face, middle), rotation=turn)
