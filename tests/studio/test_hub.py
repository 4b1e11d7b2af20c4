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
