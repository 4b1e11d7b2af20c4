"""What pages ask about sessions: to list, open, name, copy, leave and remove them."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from pliant.errors import FileFormatError
from pliant.studio.server.hub import Hub, Room
from pliant.studio.session.journal_file import discard
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.session_list import cards, duplicated, keep_picture, past_in, past_of, renamed
from pliant.studio.wire import messages as wire
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.values import MessageError

# Letters of a name.
LONGEST_TITLE = 80
MESSAGES = (
    wire.Look,
    wire.ShowPicture,
    wire.Leave,
    wire.WantSessions,
    wire.RemoveSession,
    wire.Duplicate,
    wire.Rename,
    wire.SaveAs,
)


async def act(message: Any, hub: Hub, room: Room) -> None:
    """Does what one of MESSAGES asks for; the list is told again where it is another one."""
    match message:
        case wire.Look():
            room.session.looked(message)
        case wire.ShowPicture(picture):
            await asyncio.to_thread(keep_picture, room.session.record.path, picture)
        case wire.Leave():
            room.away = True
            await tell_sessions(hub, room)
        case wire.SaveAs(title):
            wanted = _title(title)
            room.worker.post(lambda _: room.session.save_as(wanted))
        case wire.Rename(session, title):
            await _rename(hub, room, session, _title(title))
        case _:
            await _change(message, hub, room)
            await tell_sessions(hub, room)


async def tell_sessions(hub: Hub, room: Room) -> None:
    """The list of sessions, to the room's page."""
    found = await asyncio.to_thread(cards, hub.state, room.session.path, hub.journals)
    room.worker.tell(Reply(wire.Sessions(found)))


async def _change(message: Any, hub: Hub, room: Room) -> None:
    match message:
        case wire.RemoveSession(session):
            if room.id == session:
                raise FileFormatError("This session is open here; open another model before you remove it.")
            waiting = hub.waiting(session)
            if waiting is not None:
                await asyncio.to_thread(hub.end, waiting)
            discard((await asyncio.to_thread(past_of, hub.state, session)).path)
        case wire.Duplicate(session):
            past = await asyncio.to_thread(_past, hub, room, session)
            title = f"{past.title or past.source.name} copy"
            await asyncio.to_thread(duplicated, hub.state, past, title)


async def _rename(hub: Hub, room: Room, session: str, title: str) -> None:
    open_here = room if room.id == session else hub.waiting(session)
    if open_here is None:
        past = await asyncio.to_thread(past_of, hub.state, session)
        await asyncio.to_thread(renamed, past, title)
    else:
        open_here.session.record.name(title)
        await asyncio.to_thread(open_here.session.record.journal.flush)
    if room.id == session:
        room.worker.tell(Reply(wire.SessionNamed(session, title)))
    await tell_sessions(hub, room)


def _past(hub: Hub, room: Room, session: str) -> Past:
    """What a session holds, also of one that is open here."""
    open_here = room if room.id == session else hub.waiting(session)
    if open_here is None:
        return past_of(hub.state, session)
    return past_in(open_here.session.record.journal)


def begin_again(room: Room, past: Past) -> None:
    """Goes on with a session that a journal holds."""
    room.begin(past.title or past.source.name, partial(room.session.recover, past), past.path.stem)


def _title(title: str) -> str:
    """A name without blanks around it; raises MessageError for none and for a very long one."""
    title = " ".join(title.split())
    if not 0 < len(title) <= LONGEST_TITLE:
        raise MessageError(f"The name has {len(title)} letters; 1 to {LONGEST_TITLE} are needed.")
    return title
