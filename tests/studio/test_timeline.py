from __future__ import annotations

import runpy
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant
from pliant.animation import Anchor, Channel, Item, Track, Turns, bake, write_track
from pliant.animation.frames import poses
from pliant.errors import FileFormatError, OptionError
from pliant.io.clips import read_clip, write_clip
from pliant.mesh import Mesh
from pliant.progress import silent
from pliant.samples import sample
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.playback import plan_of
from pliant.studio.session.session import Session
from pliant.studio.session.timeline_track import track_of
from pliant.studio.session.track_import import taken
from pliant.studio.session.worker import Worker
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Commit, Document, ExportMotion, Handle, Solve, Timeline
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.timeline import Follow, Frame, Key, Row

BAR = sample("bar")
DIAGONAL = float(np.linalg.norm(np.ptp(BAR.mesh.V, axis=0)))


def opened(session: Session) -> Document:
    """The bar with its free handle keyed at frames 1, 4 and 7."""
    list(session.open(Source("sample", "bar"), silent))
    document = session.record.document
    last = document.handles[-1]
    ways = [(0.0, 0.0, 0.0), (-0.1, 0.15, 0.0), (-0.2, 0.1, 0.1)]
    targets = [tuple(np.add(last.target, np.multiply(DIAGONAL, way)).tolist()) for way in ways]
    keys = tuple(Key(at, target) for at, target in zip((1, 4, 7), targets, strict=True))
    timeline = Timeline(first=1, last=8, rows=(Row("tip", (last.id,), keys),))
    return replace(document, timeline=timeline)


def by_api(document: Document, **options: Any) -> np.ndarray:
    """(k, n, 3) the frames of a document, through the library."""
    return bake(pliant.MeshIK(BAR), track_of(document, BAR.mesh, "bar"), **options).array()


def at_frame(session: Session, document: Document, frame: int) -> Reply:
    (reply,) = session.solve(Solve(1, replace(document, frame=frame), keyed=True))
    return reply


def kept(session: Session, document: Document) -> None:
    session.commit(Commit("Key handle 1", document))


def test_a_scrubbed_frame_is_the_frame_that_the_library_bakes(session: Session) -> None:
    document = opened(session)
    expected = by_api(document)
    for frame in (1, 3, 6, 2, 8):
        reply = at_frame(session, document, frame)
        assert np.abs(reply.arrays["V"] - expected[frame - 1]).max() < 1e-5 * DIAGONAL
        assert np.abs(np.subtract(reply.message.targets, reply.arrays["reached"])).max() < 1e-5 * DIAGONAL
    assert reply.message.targets[-1] == document.timeline.rows[0].keys[-1].targets, "held beyond the last key"


def test_a_half_let_go_handle_is_shown_as_the_library_bakes_it(session: Session) -> None:
    document = opened(session)
    row = document.timeline.rows[0]
    keys = (row.keys[0], replace(row.keys[1], weight=1.0), replace(row.keys[2], weight=0.0))
    document = replace(document, timeline=replace(document.timeline, rows=(replace(row, keys=keys),)))
    expected = by_api(document)
    kept(session, document)
    assert list(session.bake(7))
    for frame in (4, 5, 6, 7):
        shown = at_frame(session, document, frame).arrays["V"]
        assert np.abs(shown - expected[frame - 1]).max() < 1e-4 * DIAGONAL
    assert np.abs(expected[6] - by_api(opened(session))[6]).max() > 0.05 * DIAGONAL


@pytest.mark.parametrize("follow", [None, Follow(2.0, 0.3, 0.0)])
def test_baked_frames_are_those_of_the_library_and_are_what_is_scrubbed(
    session: Session, follow: Follow | None
) -> None:
    document = opened(session)
    document = replace(document, timeline=replace(document.timeline, follow=follow))
    kept(session, document)
    told = [reply.message for reply in session.bake(7)]
    assert {(one.number, one.total) for one in told} == {(7, 8)}
    # Frames come when some of those after them are solved, and then one after another.
    assert sorted({one.done for one in told}) == list(range(9))
    assert [one.done for one in told] == sorted(one.done for one in told)
    through = None if follow is None else pliant.animation.FollowThrough(2.0, 0.3, 0.0)
    expected = by_api(document, follow=through)
    for frame in (8, 1, 5):
        found = session.frame(7, frame)
        assert np.abs(found.arrays["V"] - expected[frame - 1]).max() < 1e-6 * DIAGONAL
        scrubbed = at_frame(session, document, frame)
        assert np.array_equal(scrubbed.arrays["V"], found.arrays["V"])
    for number, frame in ((7, 9), (6, 1)):
        gone = session.frame(number, frame)
        assert gone.message == Frame(number, frame, None), "every question has an answer: pages wait for it"
        assert not gone.arrays
    assert [reply.message.done for reply in session.bake(8)] == [8], "nothing has changed"


def test_baked_frames_keep_the_weights_of_every_region(session: Session) -> None:
    document = opened(session)
    list(session.choose("meshik", {"regions": 4}, silent))
    kept(session, document)
    list(session.bake(7))
    rig = pliant.MeshIK(BAR, options=pliant.MeshIKOptions(regions=4))
    expected = [pose.regional for pose in poses(rig, track_of(document, BAR.mesh, "bar"))]
    assert np.ptp(expected[3], axis=0).max() > 1e-3
    for found in (session.frame(7, 4), at_frame(session, document, 4)):
        np.testing.assert_allclose(found.arrays["regional"], expected[3], rtol=0, atol=1e-5)


def test_a_scrubbed_frame_becomes_the_baked_one_while_nothing_else_is_done(session: Session) -> None:
    document = opened(session)
    document = replace(document, timeline=replace(document.timeline, follow=Follow(2.0, 0.3, 0.0)), frame=6)
    kept(session, document)
    expected = by_api(document, follow=pliant.animation.FollowThrough(2.0, 0.3, 0.0))[5]
    message = Solve(1, document, keyed=True)
    (quick,) = session.solve(message)
    assert np.abs(quick.arrays["V"] - expected).max() > 1e-3 * DIAGONAL, "it does not swing yet"
    *baking, settled = session.settled(message)
    assert {type(reply.message).__name__ for reply in baking} == {"Baking"}
    assert settled.message.turn == 1
    assert settled.message.targets == quick.message.targets
    assert np.abs(settled.arrays["V"] - expected).max() < 1e-6 * DIAGONAL
    assert list(session.settled(message)) == [], "it is there"


def test_what_is_solved_later_is_not_replaced_by_an_earlier_frame(session: Session) -> None:
    document = opened(session)
    kept(session, document)
    message = Solve(1, replace(document, frame=3), keyed=True)
    list(session.solve(message))
    settling = session.settled(message)
    next(settling)
    list(session.solve(Solve(2, replace(document, frame=5), keyed=True)))
    assert list(settling) == []


def test_baking_that_was_left_goes_on_where_it_was(session: Session) -> None:
    document = opened(session)
    kept(session, document)
    first = session.bake(3)
    while next(first).message.done < 2:
        pass
    told = [reply.message for reply in session.bake(4)]
    assert (told[0].number, told[0].done, told[-1].done) == (4, 2, 8)


def test_grouped_handles_turn_as_one_between_their_keys() -> None:
    ids, faces = (1, 2, 3), (0, 40, 90)
    handles = tuple(
        Handle(i, face, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), group=1) for i, face in zip(ids, faces, strict=True)
    )
    rest = BAR.mesh.V[BAR.mesh.F[list(faces), 0]]
    middle = rest.mean(axis=0)
    turned = (rest - middle) @ np.diag([-1.0, -1.0, 1.0]) @ np.array([[0, 1, 0], [-1, 0, 0], [0, 0, 1]]) + 1.0
    keys = (Key(1, tuple(rest.ravel().tolist()), "linear"), Key(11, tuple(turned.ravel().tolist()), "linear"))
    timeline = Timeline(first=1, last=11, rows=(Row("hand", ids, keys),))
    track = track_of(Document("meshik", handles, timeline=timeline), BAR.mesh, "bar")
    ways = np.concatenate(
        [item.goals(r[None], range(1, 12)) for item, r in zip(track.items, rest, strict=True)], axis=1
    )
    assert np.abs(ways[0] - rest).max() < 1e-12
    assert np.abs(ways[-1] - turned).max() < 1e-12
    lengths = np.linalg.norm(ways - ways[:, [1, 2, 0]], axis=2)
    assert np.abs(lengths - lengths[0]).max() < 1e-9


@pytest.mark.parametrize("kind", ["glb", "npz", "obj"])
def test_an_exported_animation_is_what_the_library_bakes(session: Session, tmp_path: Path, kind: Any) -> None:
    document = opened(session)
    kept(session, document)
    (reply,) = session.exports.motion(ExportMotion(kind), silent)
    ticket = session._tickets.redeem(reply.message.ticket)
    assert ticket is not None
    path = ticket.path
    if kind == "obj":
        import zipfile

        zipfile.ZipFile(path).extractall(tmp_path / "frames")
        path = tmp_path / "frames"
    V = read_clip(path, mesh=BAR.mesh).array()
    assert np.abs(V - by_api(document)).max() < 1e-5 * DIAGONAL


def test_a_cancelled_export_leaves_nothing(session: Session, tmp_path: Path) -> None:
    kept(session, opened(session))
    before = sorted(tmp_path.rglob("*"))

    def stop(share: float, what: str) -> None:
        if share > 0.3:
            raise KeyboardInterrupt

    for kind in ("glb", "usda", "pc2", "obj", "npz"):
        with pytest.raises(KeyboardInterrupt):
            list(session.exports.motion(ExportMotion(kind), stop))  # type: ignore[arg-type]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_film_shows_the_viewports_side(session: Session, tmp_path: Path) -> None:
    document = opened(session)
    kept(session, replace(document, timeline=replace(document.timeline, last=3)))
    message = ExportMotion("gif", direction=(0.0, 0.0, 1.0), size=(96, 64))
    (reply,) = session.exports.motion(message, silent)
    from PIL import Image

    ticket = session._tickets.redeem(reply.message.ticket)
    assert ticket is not None
    film = Image.open(ticket.path)
    assert (film.size, getattr(film, "n_frames", 0)) == ((96, 64), 3)


def test_keys_come_back_after_a_crash_and_in_the_script(session: Session, tmp_path: Path) -> None:
    document = opened(session)
    kept(session, document)
    at_frame(session, document, 3)
    journal = session.record.journal
    assert journal is not None
    journal.flush()
    past = read_past(journal.path)
    assert past is not None
    assert past.document.timeline == document.timeline
    (reply,) = session.exports.file("script")
    ticket = session._tickets.redeem(reply.message.ticket)
    assert ticket is not None
    replayed = runpy.run_path(str(ticket.path))
    assert np.abs(replayed["animation"].array() - by_api(document)).max() < 1e-6 * DIAGONAL


def some_track(folder: Path) -> tuple[Path, Track]:
    turn = Turns.of([2.0, 9.0], [[1.0, 0.0, 0.0, 0.0], [np.cos(0.4), 0.0, np.sin(0.4), 0.0]])
    items = [
        Item(
            "tip", Anchor.of(3), Channel.of([1.0, 6.0], [[0, 0, 0], [0.1, 0, 0]], "linear", after="ping-pong")
        ),
        Item(
            "end",
            Anchor.of([40, 41, 44]),
            rotation=turn,
            weight=Channel.of([2.0, 9.0], [1.0, 0.5]),
            firm=True,
        ),
    ]
    track = Track.of(items, fps=12.0, last=20, name="walk")
    write_track(folder / "walk.json", track)
    return folder / "walk.json", track


def test_a_track_file_becomes_the_same_motion_of_handles(tmp_path: Path) -> None:
    _, track = some_track(tmp_path)
    found = taken(track, BAR.mesh)
    assert (found.timeline.fps, found.timeline.first, found.timeline.last) == (12.0, 1, 20)
    assert [row.name for row in found.timeline.rows] == ["tip", "end"]
    assert [handle.pinned for handle in found.handles] == [False, True, True, True]
    again = track_of(Document("meshik", found.handles, timeline=found.timeline), BAR.mesh, "bar")
    rests = [item.anchor.at(BAR.mesh.V, BAR.mesh) for item in track.items]
    expected = np.concatenate(
        [item.goals(rest, track.frames()) for item, rest in zip(track.items, rests, strict=True)], axis=1
    )
    points = [item.goals(item.anchor.at(BAR.mesh.V, BAR.mesh), track.frames()) for item in again.items]
    assert np.abs(np.concatenate(points, axis=1) - expected).max() < 1e-9
    assert (
        np.abs(again.items[3].weights(track.frames()) - track.items[1].weights(track.frames())).max() < 1e-12
    )


def test_many_points_of_a_group_are_held_at_a_few_far_apart() -> None:
    track = Track.of([Item("all", Anchor.of(range(BAR.n)), Channel.of([1.0], [[0.0, 1.0, 0.0]]))])
    found = taken(track, BAR.mesh)
    places = np.array([handle.target for handle in found.handles])
    assert (len(places), len({handle.group for handle in found.handles})) == (12, 1)
    assert np.ptp(places, axis=0).max() > 0.9 * np.ptp(BAR.mesh.V, axis=0).max()
    assert found.doubt == "'all' is held at 12 of its points."


def sent(path: Path) -> Source:
    return Source("files", path.stem, (str(path),), (path.name,))


def test_a_clip_of_another_mesh_is_refused_with_both_counts(session: Session, tmp_path: Path) -> None:
    opened(session)
    corner = Mesh.of(np.eye(3), [[0, 1, 2]])
    write_clip(tmp_path / "corner.npz", pliant.Clip.of(corner, [corner.V]))
    with pytest.raises(FileFormatError, match=f"moves 3 vertices where the mesh has {BAR.n}"):
        list(session.load_clip(1, sent(tmp_path / "corner.npz"), silent))
    assert not (tmp_path / "corner.npz").exists()


def test_a_clip_of_the_model_is_shown_and_converted(session: Session, tmp_path: Path) -> None:
    opened(session)
    write_clip(tmp_path / "bend.pc2", pliant.Clip.of(BAR.mesh, BAR.V, first=5))
    (reply,) = session.load_clip(3, sent(tmp_path / "bend.pc2"), silent)
    assert (reply.message.count, reply.message.name) == (len(BAR), "bend")
    first = reply.message.first
    found = session.frame(3, first + 1)
    assert np.abs(found.arrays["V"] - BAR.V[1]).max() < 1e-6
    (reply,) = session.exports.motion(ExportMotion("npz", clip=True), silent)
    ticket = session._tickets.redeem(reply.message.ticket)
    assert ticket is not None
    assert np.abs(read_clip(ticket.path).array() - BAR.V).max() < 1e-6


def test_a_track_of_another_mesh_is_refused_by_the_name_of_its_file(session: Session, tmp_path: Path) -> None:
    opened(session)
    path = tmp_path / "far.json"
    write_track(path, Track.of([Item("x", Anchor.of(10**6))]))
    with pytest.raises(FileFormatError, match="holds vertex 1000000"):
        list(session.load_track(sent(path), silent))


def test_vertices_of_a_cage_that_are_held_are_refused(session: Session) -> None:
    from pliant.methods.cage.studio.wire import CagePin, CageSlice

    list(session.open(Source("sample", "fish"), silent))
    document = replace(session.record.document, slices=Slices(cage=CageSlice(pins=(CagePin(3),))))
    with pytest.raises(OptionError, match="let them go"):
        plan_of(document, session._posers.of(document), "fish")


def test_what_is_done_meanwhile_yields_to_solves_and_ends_with_cancel() -> None:
    heard: list[str] = []
    begun, go = threading.Event(), threading.Semaphore(0)

    def solve(message: Solve) -> Iterator[Reply]:
        yield Reply(f"solved {message.turn}")

    def work() -> Iterator[Reply]:
        for i in range(1000):
            begun.set()
            assert go.acquire(timeout=10.0)
            yield Reply(f"frame {i}")

    done = threading.Event()

    def hear(reply: Reply) -> None:
        heard.append(reply.message)
        if reply.message == "solved 1":
            done.set()

    worker = Worker(solve, hear, nullcontext())
    worker.rest(work())
    assert begun.wait(10.0)
    worker.solve(Solve(1, Document("meshik")))
    go.release()
    assert done.wait(10.0)
    assert heard == ["frame 0", "solved 1"]
    worker.cancel()
    go.release()
    worker.close()
    assert worker.join(10.0)
    assert len(heard) <= 3


def test_rigid_parts_have_no_follow_through_and_stay_a_skin(session: Session) -> None:
    list(session.open(Source("sample", "lamp"), silent))
    last = session.record.document.handles[-1]
    rows = (Row("shade", (last.id,), (Key(1, last.target),)),)
    document = replace(session.record.document, timeline=Timeline(last=2, rows=rows, follow=Follow()))
    plan = plan_of(document, session._posers.of(document), "lamp")
    assert plan.follow is None
    kept(session, document)
    list(session.bake(1))
    found = session.frame(1, 2)
    assert {"palette", "values"} < set(found.arrays)


def test_a_range_without_end_is_refused() -> None:
    handle = Handle(1, 0, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    for last, fine in ((100_000, True), (100_001, False)):
        document = Document("meshik", (handle,), timeline=Timeline(first=1, last=last))
        if fine:
            assert len(track_of(document, BAR.mesh, "bar")) == last
        else:
            with pytest.raises(pliant.errors.TrackError, match="animate it in parts"):
                track_of(document, BAR.mesh, "bar")


def test_tickets_are_not_left_by_a_refused_export(session: Session) -> None:
    opened(session)
    kept(session, replace(opened(session), handles=()))
    with pytest.raises(pliant.errors.TrackError, match="no handle"):
        list(session.exports.motion(ExportMotion("glb"), silent))
    assert isinstance(session._tickets, Tickets)
    assert session._tickets._waiting == {}
