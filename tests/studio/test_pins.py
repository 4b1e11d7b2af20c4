"""Handles that say how they hold, from the wire to poses, scripts, tracks and journals."""

from __future__ import annotations

import json
import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant
from pliant import Anchors, Floor, Line, Pin, Plane
from pliant.animation import bake, read_track, write_track
from pliant.errors import OptionError
from pliant.geometry.patch import placed_targets, with_patches
from pliant.geometry.rotations import closest_rotation, exp
from pliant.pose import Status
from pliant.progress import silent
from pliant.rig import Rig
from pliant.samples import names, sample
from pliant.studio.opening.first_handles import handle_at
from pliant.studio.opening.source import Source
from pliant.studio.session import poser
from pliant.studio.session.journal_lines import WITHOUT_SUMS
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.pins import within
from pliant.studio.session.session import Session
from pliant.studio.session.timeline_track import track_of
from pliant.studio.session.track_import import taken
from pliant.studio.wire.codec import parsed, plain, to_json
from pliant.studio.wire.messages import Commit, Document, Handle, Solve, Timeline
from pliant.studio.wire.pins import FloorAt, Slide
from pliant.studio.wire.timeline import Key, Row
from pliant.studio.wire.values import MessageError, of_json

BAR = sample("bar")
SIZE = BAR.mesh.diagonal
# The wire carries positions in single precision.
CLOSE = 1e-5 * SIZE
# A search that began elsewhere stops when its last step is small.
TOLERANCE = 1e-4
UP = (0.0, 1.0, 0.0)


def opened(session: Session, method: str = "meshik") -> Document:
    """The bar, its left end pinned, its right end pulled up and away; a third handle in the middle of a
    triangle."""
    list(session.open(Source("sample", "bar"), silent))
    list(session.choose(method, {}, silent))
    assert session.record.document is not None
    pinned, free = session.record.document.handles
    face = int(np.argmin(np.abs(BAR.mesh.V[BAR.mesh.F].mean(axis=1) - BAR.mesh.V.mean(axis=0)).sum(axis=1)))
    at = tuple(BAR.mesh.V[BAR.mesh.F[face]].mean(axis=0).tolist())
    third = Handle(9, face, (1 / 3, 1 / 3, 1 / 3), at)  # pyright: ignore[reportArgumentType]
    return replace(session.record.document, method=method, handles=(pinned, moved(free, -0.1, 0.2), third))


def moved(handle: Handle, *way: float) -> Handle:
    """A handle pulled farther by a way in diagonals."""
    x, y, z = np.add(handle.target, SIZE * np.array([*way, 0.0, 0.0][:3])).tolist()
    return replace(handle, target=(x, y, z))


def last_is(document: Document, **hold: Any) -> Document:
    *others, last = document.handles
    return replace(document, handles=(*others, replace(last, **hold)))


def posed(session: Session, document: Document) -> dict[str, np.ndarray]:
    """The arrays of a pose that has arrived."""
    for _ in range(200):
        *_, reply = session.solve(Solve(1, document))
        if reply.message.status != "on its way":
            arrays = {name: np.asarray(array) for name, array in reply.arrays.items()}
            return {**arrays, "V": session._posed().positions()}
    raise AssertionError("it never arrives")


def points_of(document: Document) -> Anchors:
    handles = document.handles
    return Anchors([handle.face for handle in handles], [handle.barycentric for handle in handles])


def by_api(rig: Rig, document: Document, **asked: Any) -> np.ndarray:
    return rig.grab(points_of(document), **asked).drag([handle.target for handle in document.handles]).V


RIGS = {"meshik": pliant.MeshIK, "reduced": pliant.ReducedIK}
FULL = pytest.mark.parametrize("method", RIGS)


@FULL
def test_a_soft_handle_gives_way_as_in_the_library(session: Session, method: str) -> None:
    document = last_is(opened(session, method), weight=0.05)
    found = posed(session, document)
    gap = np.linalg.norm(found["reached"] - [handle.target for handle in document.handles], axis=1)
    assert gap[2] > 10 * CLOSE
    assert gap[:2].max() < CLOSE
    expected = by_api(RIGS[method](BAR), document, pins=[None, None, Pin(0.05)])
    assert np.abs(found["V"] - expected).max() < TOLERANCE


@FULL
@pytest.mark.parametrize("slide", [Slide("plane", UP), Slide("line", (0.0, 3.0, 0.0))])
def test_a_sliding_handle_stays_on_its_plane_or_line(session: Session, method: str, slide: Slide) -> None:
    document = last_is(opened(session, method), slide=slide)
    found = posed(session, document)
    way = found["reached"][2] - document.handles[2].target
    across = [1] if slide.on == "plane" else [0, 2]
    assert np.abs(way[across]).max() < CLOSE
    assert np.abs(way).max() > 10 * CLOSE
    kind = {"plane": Plane, "line": Line}[slide.on]
    expected = by_api(RIGS[method](BAR), document, pins=[None, None, Pin(slide=kind(slide.vector))])
    assert np.abs(found["V"] - expected).max() < TOLERANCE


@pytest.mark.parametrize("turn", [(0.0, 0.0, 0.0), (0.0, 0.0, 0.6)])
def test_a_handle_turns_its_neighbourhood_and_tells_its_own_place(
    session: Session, turn: tuple[float, float, float]
) -> None:
    document = last_is(opened(session), turn=turn)
    found = posed(session, document)
    assert len(found["reached"]) == 3
    assert np.abs(found["reached"] - [handle.target for handle in document.handles]).max() < CLOSE
    points = with_patches(points_of(document), [False, False, True], BAR.mesh)
    own = np.unique(BAR.mesh.F[points.faces[points.group == 2]])
    around = own[points_held(points, own)]
    arms = BAR.mesh.V[around] - BAR.mesh.V[around].mean(axis=0)
    R = closest_rotation(((found["V"][around] - found["V"][around].mean(axis=0)).T @ arms)[None])[0]
    assert np.abs(R - exp(np.array([turn]))[0]).max() < 1e-6
    plainly = posed(session, last_is(document, turn=None))
    assert np.abs(found["V"] - plainly["V"]).max() > 10 * CLOSE


def points_held(points: Anchors, vertices: np.ndarray) -> np.ndarray:
    """Which of some vertices are held themselves."""
    whole = points.barycentric.max(axis=1) == 1.0
    held = BAR.mesh.F[points.faces[whole], points.barycentric[whole].argmax(axis=1)]
    return np.isin(vertices, held[points.group[whole] == 2])


@FULL
def test_nothing_sinks_through_the_floor_and_contacts_lie_on_it(session: Session, method: str) -> None:
    document = opened(session, method)
    low = float(BAR.mesh.V[:, 1].min())
    pulled = replace(document, handles=(document.handles[0], moved(document.handles[1], 0.0, -0.5)))
    assert posed(session, pulled)["V"][:, 1].min() < low - 0.1 * SIZE
    standing = replace(pulled, floor=FloorAt(low))
    found = posed(session, standing)
    assert found["V"][:, 1].min() > low - 2e-4 * SIZE
    assert np.abs(found["contacts"][:, 1] - low).max() < 1e-3 * SIZE
    expected = by_api(RIGS[method](BAR), standing, floor=Floor.at(low))
    assert np.abs(found["V"] - expected).max() < TOLERANCE
    assert "contacts" not in posed(session, document)


def test_a_floor_lies_across_the_axis_that_is_up(session: Session) -> None:
    document = opened(session)
    low = float(BAR.mesh.V[:, 2].min())
    pulled = replace(document, handles=(document.handles[0], moved(document.handles[1], 0.0, 0.0, -0.3)))
    found = posed(session, replace(pulled, floor=FloorAt(low, "z")))
    assert found["V"][:, 2].min() > low - 2e-4 * SIZE


def test_what_a_rig_cannot_do_is_left_to_others() -> None:
    handle = Handle(1, 0, (1.0, 0.0, 0.0), UP, weight=0.5, slide=Slide("plane", UP), turn=(0.0, 0.0, 1.0))
    document = Document("cage", (handle,), floor=FloorAt(0.0))
    assert within(document, {"weight", "slide", "turn", "floor"}) == document
    able = within(document, {"turn"})
    assert able == Document("cage", (Handle(1, 0, (1.0, 0.0, 0.0), UP, turn=(0.0, 0.0, 1.0)),))


@pytest.mark.parametrize(
    ("model", "method", "rig"),
    [
        ("bar", "meshik", pliant.MeshIK),
        ("bar", "reduced", pliant.ReducedIK),
        ("bar", "handles", pliant.HandleIK),
        ("lamp", "joints", pliant.JointIK),
        (names("cage")[0], "cage", pliant.CageIK),
    ],
)
def test_the_page_is_told_what_the_rigs_class_says(
    session: Session, model: str, method: str, rig: type[Rig]
) -> None:
    list(session.open(Source("sample", model), silent))
    *_, ready = session.choose(method, {}, silent)
    assert ready.message.pins == tuple(sorted(rig.pins_can))


@pytest.mark.parametrize(
    "wrong",
    [
        {"weight": 0.0},
        {"weight": 1.5},
        {"slide": Slide("plane", (0.0, 0.0, 0.0))},
        {"slide": Slide("line", (0.0, 0.0, 0.0))},
    ],
)
def test_what_cannot_be_is_refused_in_words_and_the_session_goes_on(
    session: Session, wrong: dict[str, Any]
) -> None:
    document = opened(session)
    with pytest.raises(OptionError, match=r"above 0 and up to 1|not all of them zero"):
        posed(session, last_is(document, **wrong))
    assert np.isfinite(posed(session, document)["V"]).all()


def test_the_wire_carries_it_and_refuses_other_shapes() -> None:
    handle = Handle(1, 2, (1.0, 0.0, 0.0), UP, weight=0.5, slide=Slide("line", UP), turn=(0.1, 0.2, 0.3))
    message = Solve(3, Document("meshik", (handle,), floor=FloorAt(0.25, "z", grip=True)))
    text = json.dumps(to_json(message))
    assert parsed(text) == message
    for good, bad in (
        ('"on": "line"', '"on": "curve"'),
        ('"up": "z"', '"up": "x"'),
        ('"turn": [0.1, 0.2, 0.3]', '"turn": [0.1]'),
        ('"weight": 0.5', '"weight": "soft"'),
        ('"grip": true', '"grip": 1'),
    ):
        assert good in text
        with pytest.raises(MessageError, match="needed"):
            parsed(text.replace(good, bad))


def test_documents_of_earlier_versions_are_read_as_they_were() -> None:
    document = Document("meshik", (Handle(1, 2, (1.0, 0.0, 0.0), UP, pinned=True),))
    values = json.loads(json.dumps(plain(document)))
    del values["floor"]
    for name in ("weight", "slide", "turn"):
        del values["handles"][0][name]
    assert of_json(Document, values, "document") == document


def test_an_earlier_versions_journal_opens(session: Session) -> None:
    document = opened(session)
    session.commit(Commit("Move", document))
    session.close()
    (path,) = session._state.glob("*.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    # Earlier versions had no sums, and did not repeat how a journal begins.
    lines[0]["journal"] = WITHOUT_SUMS
    for line in lines:
        line.pop("sum")
        line.pop("opening", None)
    for changed in (line["changed"] for line in lines if "changed" in line):
        changed.pop("floor", None)
        for handle in changed.get("handles", ()):
            for name in ("weight", "slide", "turn"):
                del handle[name]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    past = read_past(path)
    assert past is not None
    assert [step.document for step in past.steps] == [document]


def test_a_session_comes_back_with_it(session: Session, tmp_path: Path) -> None:
    document = last_is(opened(session), weight=0.3, slide=Slide("plane", UP), turn=(0.0, 0.0, 0.1))
    document = replace(document, floor=FloorAt(-0.5, grip=True))
    session.commit(Commit("Soften handle 9", document))
    session.close()
    (path,) = session._state.glob("*.jsonl")
    past = read_past(path)
    assert past is not None
    assert past.document == document


def test_the_script_gives_the_same_poses(session: Session, tmp_path: Path) -> None:
    document, poses = opened(session), []

    def keep(label: str, next_one: Document) -> Document:
        poses.append(posed(session, next_one)["V"].copy())
        session.commit(Commit(label, next_one))
        return next_one

    document = keep("Soften handle 9", last_is(document, weight=0.1))
    document = keep("Slide handle 9", last_is(document, slide=Slide("plane", UP)))
    document = keep("Keep the direction", last_is(document, weight=1.0, slide=None, turn=(0.0, 0.0, 0.1)))
    document = keep("Turn handle 9", last_is(document, turn=(0.0, 0.0, 0.4)))
    document = keep("Put a floor", replace(document, floor=FloorAt(float(BAR.mesh.V[:, 1].min()) + 0.01)))
    list(session.choose("reduced", {}, silent))
    keep("Switch to Reduced IK", replace(document, method="reduced"))
    list(session.exports.file("script"))
    steps = runpy.run_path(str(next(tmp_path.glob("*.py"))))["steps"]
    assert len(steps) == len(poses)
    for (label, V), expected in zip(steps, poses, strict=True):
        np.testing.assert_allclose(V, expected, atol=TOLERANCE, err_msg=label)
    assert np.abs(poses[2] - poses[3]).max() > 100 * TOLERANCE


def keyed(document: Document) -> Document:
    """The right end of the bar keyed at two frames; the handle in the middle holds in its own way."""
    free = document.handles[1]
    keys = (Key(1, free.target), Key(4, moved(free, -0.1, 0.1).target))
    return replace(document, timeline=Timeline(first=1, last=4, rows=(Row("tip", (free.id,), keys),)))


@pytest.mark.parametrize(
    "hold",
    [{"weight": 0.1}, {"slide": Slide("plane", UP)}, {"turn": (0.0, 0.0, 0.3)}],
    ids=["soft", "sliding", "turning"],
)
def test_frames_are_posed_as_documents_are(session: Session, tmp_path: Path, hold: dict[str, Any]) -> None:
    document = last_is(keyed(opened(session)), **hold)
    end = document.handles[0], replace(document.handles[1], target=document.timeline.rows[0].keys[1].targets)
    there = replace(document, handles=(*end, document.handles[2]), timeline=Timeline())
    frames = bake(pliant.MeshIK(BAR), track_of(document, BAR.mesh, "bar")).array()
    assert np.abs(frames[-1] - posed(session, there)["V"]).max() < TOLERANCE
    (reply,) = session.solve(Solve(1, replace(document, frame=4), keyed=True))
    assert np.abs(reply.arrays["V"] - frames[-1]).max() < TOLERANCE
    write_track(tmp_path / "track.json", track_of(document, BAR.mesh, "bar"))
    again = read_track(tmp_path / "track.json")
    assert np.array_equal(bake(pliant.MeshIK(BAR), again).array(), frames)
    back = taken(again, BAR.mesh).handles
    assert len(back) == 3
    assert back[2].weight == document.handles[2].weight
    assert back[2].slide == document.handles[2].slide
    if document.handles[2].turn is not None:
        assert back[2].turn == pytest.approx(document.handles[2].turn)


def test_a_track_takes_the_floor_along_and_brings_it_back(session: Session) -> None:
    low = float(BAR.mesh.V[:, 1].min())
    document = replace(keyed(opened(session)), floor=FloorAt(low, grip=True))
    track = track_of(document, BAR.mesh, "bar")
    assert track.floor == Floor.at(low, grip=True)
    assert taken(track, BAR.mesh).floor == document.floor
    assert taken(replace(track, floor=Floor((0.0, 0.0, 0.0), (1.0, 1.0, 0.0))), BAR.mesh).floor is None


def test_a_turning_group_is_led_about_its_own_point() -> None:
    document = Document("meshik", (Handle(1, 40, (0.2, 0.3, 0.5), UP, turn=(0.0, 0.0, 0.5)),))
    points = with_patches(points_of(document), [True], BAR.mesh)
    held = pliant.MeshIK(BAR).grab(points).held
    targets = placed_targets(held, [UP], [(0.0, 0.0, 0.5)])
    assert targets[0].tolist() == list(UP)
    arms = held.rest - held.rest[0]
    assert np.abs((targets - UP) - arms @ exp(np.array([[0.0, 0.0, 0.5]]))[0].T).max() < 1e-15


def test_a_pose_above_a_floor_comes_to_rest_where_searches_go_round_in_circles(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 20
    monkeypatch.setattr(poser, "MOST_PICTURES", most)
    document = opened(session)
    vertices = [int(np.argmin(np.abs(BAR.mesh.V[:, 0] - x))) for x in (-0.1, 0.5, 1.1)]
    V, F = BAR.mesh.V, BAR.mesh.F
    *held, free = (handle_at(i, vertex, V, F, pinned=False) for i, vertex in enumerate(vertices))
    pulled = replace(document, handles=(*held, moved(free, 0.0, -0.25)))
    posed(session, pulled)
    low = float(V[:, 1].min())
    standing = replace(pulled, floor=FloorAt(low))
    statuses = []
    while not statuses or Status(statuses[-1]).unfinished:
        *_, reply = session.solve(Solve(1, standing))
        statuses.append(reply.message.status)
        assert len(statuses) <= most + 2
    assert session._posed().positions()[:, 1].min() > low - 2e-4 * SIZE
