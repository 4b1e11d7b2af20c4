"""Track and shot files: exact round trips, and errors that name the place."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.document import json_of_track, read_track, track_of_json, write_track
from pliant.animation.follow_through import FollowThrough
from pliant.animation.keys import Channel
from pliant.animation.schema import schema, shot_schema
from pliant.animation.shot import Shot, read_shot, write_shot
from pliant.animation.track import Item, Track
from pliant.animation.turns import Turns
from pliant.animation.validation import check
from pliant.errors import FileFormatError


def everything() -> Track:
    """A track with one of each thing that a file can say."""
    rng = np.random.default_rng(1)
    times, values = [1, 4.25, 9], rng.normal(size=(3, 3))
    left, right = np.full((3, 2, 3), np.nan), rng.normal(size=(3, 2, 3))
    right[0, 0] = 2.0
    curved = Channel.of(times, values, "bezier", after="offset", handles=(left, right))
    q = np.array([[1.0, 0.0, 0.0, 0.0], [0.6, 0.0, 0.8, 0.0]])
    items = [
        Item("vertex", Anchor.of(7), curved, "place"),
        Item(
            "group",
            Anchor.of([1, 2, 9]),
            Channel.of(times, values, ["step", "linear", "smooth"]),
            "offset",
            Turns.of([1, 9], q, before="loop"),
            Channel.of([1, 3], [0.0, 1.0], "linear"),
            firm=True,
        ),
        Item("surface", Anchor.on(3, [0.1, 0.2, 0.7])),
    ]
    return Track.of(items, fps=23.976, first=-3, last=12, name="café")


def test_a_track_comes_back_from_its_file_to_the_last_bit(tmp_path: Path) -> None:
    track, frames = everything(), np.linspace(-5, 30, 71)
    write_track(tmp_path / "track.json", track)
    again = read_track(tmp_path / "track.json")
    assert json_of_track(again) == json_of_track(track)
    assert (again.name, again.fps, again.first, again.last) == ("café", 23.976, -3, 12)
    rest = np.arange(9.0).reshape(3, 3)
    for old, new in zip(track.items, again.items, strict=True):
        assert (old.name, old.anchor, old.measure, old.firm) == (new.name, new.anchor, new.measure, new.firm)
        points = rest[: len(old.anchor)]
        np.testing.assert_array_equal(new.goals(points, frames), old.goals(points, frames))
        np.testing.assert_array_equal(new.weights(frames), old.weights(frames))
    blend = Track("blend", 24.0, 1, 2, blend=Channel.of([1, 2], [[1, 0], [0, 1]]))
    assert json_of_track(track_of_json(json_of_track(blend))) == json_of_track(blend)


def test_a_track_file_has_one_key_to_a_line(tmp_path: Path) -> None:
    write_track(tmp_path / "track.json", everything())
    lines = (tmp_path / "track.json").read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) < 200
    assert sum('"at"' in line for line in lines) >= 10


def changed(place: list[Any], value: Any) -> dict[str, Any]:
    """The document of everything with one thing replaced, or taken away by None."""
    document = copy.deepcopy(json_of_track(everything()))
    at: Any = document
    for step in place[:-1]:
        at = at[step]
    if value is None:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return document


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (["version"], 2, "version 2; this Pliant reads version 1"),
        (["format"], "gltf", "no track"),
        (["fps"], 0, "^fps: 0 was found; more than 0"),
        (["fps"], None, "'fps' is missing"),
        (["first"], 1.5, "^first: 1.5 was found; an integer"),
        (["speed"], 3, "'speed' is not known"),
        (["items"], [], "^items: .* at least 1 entries"),
        (["items", 0, "place", "keys", 1, "at"], 0.5, r"^items\[0\]\.place\.keys\[1\]\.at: 0.5 is not after"),
        (
            ["items", 0, "place", "keys", 1, "value"],
            [1, 2],
            r"^items\[0\]\.place\.keys\[1\]\.value: \[1, 2\] has 2",
        ),
        (
            ["items", 0, "place", "keys", 2, "value", 1],
            True,
            r"^items\[0\]\.place\.keys\[2\]\.value\[1\]: true",
        ),
        (
            ["items", 0, "place", "keys", 0, "ease"],
            "fast",
            r"^items\[0\]\.place\.keys\[0\]\.ease: .* one of step",
        ),
        (["items", 0, "place", "after"], "stop", r"^items\[0\]\.place\.after: .* one of hold"),
        (["items", 0, "offset"], {"keys": [{"at": 1, "value": [0, 0, 0]}]}, r"^items\[0\]: both place and"),
        (["items", 0, "anchor"], {"vertex": -1}, r"^items\[0\]\.anchor\.vertex: -1 was found; at least 0"),
        (["items", 2, "anchor"], {"triangle": 3}, r"^items\[2\]\.anchor: 'barycentric' is missing"),
        (["items", 0, "anchor"], 7, r"^items\[0\]\.anchor: 7 was found; an object"),
        (["items", 1, "rotation", "keys", 0, "value"], [0, 0, 0, 0], r"^items\[1\]\.rotation: .* length 0"),
        (["items", 1, "weight", "keys", 0, "value"], 1.5, r"^items\[1\]: A weight of 'group'"),
    ],
)
def test_what_is_wrong_with_a_track_is_told_with_its_place(place: list, value: Any, words: str) -> None:
    with pytest.raises(FileFormatError, match=words):
        track_of_json(changed(place, value))


def test_files_that_are_no_json_or_say_a_thing_twice_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "track.json"
    cases = (
        ("{", "not JSON"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ("[1e999]", "1e999"),
        ("[NaN]", "NaN"),
    )
    for text, words in cases:
        path.write_text(text)
        with pytest.raises(FileFormatError, match=f"track.json: .*{words}"):
            read_track(path)


def test_schemas_are_json_and_name_every_part_that_they_use() -> None:
    for form in (schema(), shot_schema()):
        text = json.dumps(form)
        assert json.loads(text) == form
        references = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
        assert references <= form["$defs"].keys()
    check(json_of_track(everything()), schema())


def test_a_shot_comes_back_with_its_paths_seen_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "shots").mkdir()
    shot = Shot(
        tmp_path / "lion.pliant",
        everything(),
        (tmp_path / "shots" / "out" / "a.pc2", tmp_path / "b.glb"),
        FollowThrough(2.0, 0.4, 1.0),
        0.01,
    )
    path = tmp_path / "shots" / "roar.json"
    write_shot(path, shot)
    values = json.loads(path.read_text(encoding="utf-8"))
    assert values["rig"] == "../lion.pliant"
    assert values["outputs"] == ["out/a.pc2", "../b.glb"]
    again = read_shot(path)
    assert (again.rig, again.outputs, again.follow, again.coherence) == (
        shot.rig,
        shot.outputs,
        shot.follow,
        shot.coherence,
    )
    assert json_of_track(again.track) == json_of_track(shot.track)
    write_track(tmp_path / "shots" / "track.json", everything())
    path.write_text(json.dumps({**values, "track": "track.json"}))
    assert json_of_track(read_shot(path).track) == json_of_track(shot.track)
    for change, words in (({"outputs": []}, "outputs"), ({"options": {"speed": 1}}, "options: 'speed'")):
        path.write_text(json.dumps({**values, **change}))
        with pytest.raises(FileFormatError, match=words):
            read_shot(path)
