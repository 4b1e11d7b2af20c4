"""Bézier handles of keys, and keys of numbers in place of handles: blend weights and vertices of a cage."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import BPoly
from scipy.optimize import brentq

import pliant
from pliant.animation import Channel, FollowThrough, Track, bake, read_track
from pliant.errors import OptionError, TrackError
from pliant.progress import silent
from pliant.samples import sample
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source
from pliant.studio.session.session import Session
from pliant.studio.session.timeline_track import track_of
from pliant.studio.session.track_import import taken
from pliant.studio.wire.messages import Commit, Document, ExportMotion, Handle, Solve, Timeline
from pliant.studio.wire.timeline import Follow, Key, Row

BAR = sample("bar")
# Frames and value of the handle before, frames and value of the one after; of x, y, z and the weight.
BENT = (-1.0, 0.0, 2.5, 0.6, -2.0, 0.3, 1.0, -0.4, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 3.0, 0.0)
ROUND = (-3.0, -0.5, 1.0, 0.0, -1.5, 0.7, 1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -2.0, 0.0, 1.0, 0.0)


def document_of(*keys: Key) -> Document:
    handle = Handle(1, 0, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    return Document("meshik", (handle,), timeline=Timeline(first=1, last=9, rows=(Row("tip", (1,), keys),)))


def by_scipy(axis: int, frame: float) -> float:
    """The curve from (1, 0) to (9, 1) with the handles BENT and ROUND: Bernstein polynomials."""
    _, _, ahead, up = BENT[4 * axis : 4 * axis + 4]
    back, down, _, _ = ROUND[4 * axis : 4 * axis + 4]
    times = BPoly(np.array([[1.0], [1.0 + ahead], [9.0 + back], [9.0]]), [0.0, 1.0])
    values = BPoly(np.array([[0.0], [up], [1.0 + down], [1.0]]), [0.0, 1.0])
    return float(values(brentq(lambda s: times(s) - frame, 0.0, 1.0, xtol=1e-15)))


def test_a_key_follows_its_bezier_handles() -> None:
    keys = Key(1, (0.0, 0.0, 0.0), "bezier", 0.5, (), BENT), Key(9, (1.0, 1.0, 1.0), "bezier", 1.0, (), ROUND)
    track = track_of(document_of(*keys), BAR.mesh, "bar")
    frames = range(1, 10)
    expected = [[by_scipy(axis, frame) for axis in range(3)] for frame in frames]
    assert np.abs(track.items[0].goals(np.zeros((1, 3)), frames)[:, 0] - expected).max() < 1e-12
    again = taken(track, BAR.mesh)
    assert again.doubt is None
    assert np.abs(np.subtract(again.timeline.rows[0].keys[0].handles, BENT)).max() < 1e-12
    assert again.timeline.rows[0].keys[0].tangents == ("free",) * 4
    short = replace(keys[0], handles=BENT[:8])
    with pytest.raises(TrackError, match="8 numbers for its Bézier handles"):
        track_of(document_of(short, keys[1]), BAR.mesh, "bar")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path / "state", Tickets(tmp_path))


def keyed(document: Document, row: Row) -> Document:
    return replace(document, timeline=Timeline(first=1, last=5, rows=(row,)))


def linear(a: np.ndarray, b: np.ndarray, numbers: str) -> Row:
    """A row from a at frame 1 to b at frame 5."""
    keys = tuple(Key(at, tuple(x.tolist()), "linear") for at, x in ((1, a), (5, b)))
    return Row("numbers", (), keys, numbers=numbers)


def test_keyed_blend_weights_are_scrubbed_baked_and_exported_as_the_rig_blends(session: Session) -> None:
    list(session.open(Source("sample", "bar"), silent))
    document = session.record.document
    a, b = np.eye(len(BAR))[:2]
    document = keyed(document, linear(a, b, "weights"))
    session.commit(Commit("Key", document))
    rig = pliant.MeshIK(BAR)
    (reply,) = session.solve(Solve(1, replace(document, frame=2), keyed=True))
    assert reply.message.numbers == pytest.approx(0.75 * a + 0.25 * b)
    assert np.abs(reply.arrays["V"] - rig.blend(0.75 * a + 0.25 * b)).max() < 1e-6
    list(session.bake(4))
    found = session.frame(4, 4)
    assert np.abs(found.arrays["V"] - rig.blend(0.25 * a + 0.75 * b)).max() < 1e-6
    (file,) = session.exports.motion(ExportMotion("track"), silent)
    ticket = session._tickets.redeem(file.message.ticket)
    assert ticket is not None
    track = read_track(ticket.path)
    assert np.abs(bake(rig, track).array()[1] - rig.blend(0.75 * a + 0.25 * b)).max() < 1e-12
    assert taken(track, BAR.mesh).timeline.rows[0].keys[1].targets == tuple(b.tolist())


def test_a_track_of_bent_blend_weights_keeps_its_handles() -> None:
    sides = np.full((2, 2, 2, 2), np.nan)
    sides[1, 0, :, 1] = 2.0, 0.4
    blend = Channel.of([1.0, 7.0], [[1, 0], [0, 1]], "bezier", handles=(sides[0], sides[1]))
    found = taken(Track("mix", 24.0, 1, 7, blend=blend), BAR.mesh)
    (row,) = found.timeline.rows
    assert row.keys[0].tangents == ("linear", "free")
    again = track_of(Document("meshik", timeline=found.timeline), BAR.mesh, "bar").blend
    assert again is not None
    frames = np.linspace(1, 7, 13)
    assert np.abs(again.at(frames) - blend.at(frames)).max() < 1e-12


def test_keyed_vertices_of_a_cage_carry_the_mesh_in_every_frame(session: Session) -> None:
    list(session.open(Source("sample", "fish"), silent))
    ready = session._posers.ready["cage"]
    rest, carry = (ready.arrays[name].astype(np.float64) for name in ("cage", "carry"))
    moved = rest.copy()
    moved[:4] += 0.3
    document = keyed(session.record.document, linear(rest.ravel(), moved.ravel(), "cage"))
    session.commit(Commit("Key", document))
    for frame, share in ((2, 0.25), (5, 1.0)):
        (reply,) = session.solve(Solve(frame, replace(document, frame=frame), keyed=True))
        there = rest + share * (moved - rest)
        assert np.abs(np.subtract(reply.message.numbers, there.ravel())).max() < 1e-12
        assert np.abs(carry[:, : len(rest)] @ (reply.arrays["points"][: len(rest)] - there)).max() < 1e-6
    list(session.bake(2))
    scrubbed = session.solve(Solve(9, replace(document, frame=3), keyed=True))
    assert np.array_equal(next(iter(scrubbed)).arrays["points"], session.frame(2, 3).arrays["points"])
    assert [reply.message.done for reply in session.bake(3)] == [5], "a frame that is shown changes nothing"
    list(session.exports.motion(ExportMotion("npz"), silent))
    with pytest.raises(OptionError, match="no keys of this kind"):
        list(session.exports.motion(ExportMotion("track"), silent))


def test_follow_through_begins_in_the_studio_as_in_the_library():
    assert asdict(Follow()) == asdict(FollowThrough())
