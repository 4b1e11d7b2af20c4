"""Rooms are found again by the pages of their sessions, also before these are open."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

from pliant.progress import Progress
from pliant.studio.export.files import Tickets
from pliant.studio.server.hub import Hub, unheard
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import File


def test_a_page_that_is_reloaded_while_its_journal_is_looked_for_finds_its_room(tmp_path: Path) -> None:
    hub = Hub(tmp_path / "state", Tickets(tmp_path))
    room = hub.enter(unheard, "mine")
    assert hub.has_page("mine")
    hub.leave(room)
    assert hub.enter(unheard, "mine") is room
    hub.close()


def test_a_file_is_being_made_until_a_page_has_it_and_other_work_is_no_file(tmp_path: Path) -> None:
    hub, go = Hub(tmp_path / "state", Tickets(tmp_path)), threading.Event()

    def job(_: Progress) -> Iterator[Reply]:
        go.wait(30)
        yield Reply(File("ticket", "bar.npz"))

    room = hub.enter(unheard)
    room.worker.post(lambda _: iter(()))
    assert not room.making
    hub.leave(room)
    room.worker.tell = room.forward
    room.make(job)
    room.worker.tell = unheard
    assert room.making
    go.set()
    end = time.monotonic() + 30
    while not room.missed and time.monotonic() < end:
        time.sleep(0.01)
    assert room.making
    room.missed.clear()
    while room.making and time.monotonic() < end:
        time.sleep(0.01)
    assert not room.making
    hub.close()


def test_a_page_that_is_reloaded_while_its_session_is_taken_back_finds_its_room(
    tmp_path: Path,
) -> None:
    hub, go = Hub(tmp_path / "state", Tickets(tmp_path)), threading.Event()

    def job(_: Progress) -> Iterator[Reply]:
        go.wait(30)
        yield from ()

    room = hub.enter(unheard, "mine")
    room.begin("bar", job, "mine")
    assert hub.has_page("mine")
    hub.leave(room)
    assert hub.enter(unheard, "mine") is room
    go.set()
    end = time.monotonic() + 30
    while room.id is not None and time.monotonic() < end:
        time.sleep(0.01)
    assert room.id is None
    hub.close()
