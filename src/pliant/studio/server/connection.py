"""One page's WebSocket: its messages to the session, the session's replies back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from pliant.errors import PliantError
from pliant.samples import CATALOGUE, description
from pliant.studio.opening.source import Source
from pliant.studio.opening.uploads import Uploads
from pliant.studio.server.hub import Hub, Room
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.recents import shown
from pliant.studio.session.session import Session
from pliant.studio.session.worker import Job
from pliant.studio.wire import messages as wire
from pliant.studio.wire.codec import parsed
from pliant.studio.wire.frames import Reply, encoded
from pliant.studio.wire.method_wire import MethodMessage
from pliant.studio.wire.values import MessageError


class Connection:
    """Lives as long as the page is connected."""

    def __init__(self, socket: WebSocket, hub: Hub, uploads: Uploads) -> None:
        self._socket, self._hub, self._uploads = socket, hub, uploads
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._past: Past | None = None
        self._recent: tuple[Source, ...] = ()
        self._room: Room | None = None
        # What the page sent last, which its next changes are about.
        self._document: wire.Document | None = None

    async def run(self) -> None:
        """Answer messages until the page goes."""
        sending = asyncio.create_task(self._send())
        try:
            while True:
                await self._hear(await self._text())
        except WebSocketDisconnect:
            pass
        finally:
            sending.cancel()
            if self._room is not None:
                self._hub.leave(self._room)
            await asyncio.gather(sending, return_exceptions=True)

    def tell(self, reply: Reply) -> None:
        """Send a reply, from any thread; the caller's thread packs its arrays, so that the loop goes on."""
        frame = encoded(reply)
        try:
            self._loop.call_soon_threadsafe(self._replies.put_nowait, frame)
        except RuntimeError:  # the loop has ended with the server, and nobody is left to hear this
            return

    async def _send(self) -> None:
        while True:
            frame = await self._replies.get()
            if isinstance(frame, str):
                await self._socket.send_text(frame)
            else:
                await self._socket.send_bytes(frame)

    async def _text(self) -> str | None:
        """The next text; None for a binary frame, which no page sends."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        return message.get("text")

    async def _hear(self, text: str | None) -> None:
        try:
            if text is None:
                raise MessageError("A binary frame came; pages send JSON text.")
            message = self._parsed(text)
            if isinstance(message, wire.Hello):
                await self._greet(message)
            elif self._room is None:
                raise MessageError("The first message must be Hello; reload the page.")
            else:
                await self._act(message, self._room)
        except PliantError as refusal:
            self.tell(Reply(wire.Trouble(str(refusal))))

    def _parsed(self, text: str) -> Any:
        """The message; one that is refused may have held a document, which then has to come whole again."""
        before, self._document = self._document, None
        message = parsed(text, before)
        self._document = message.document if isinstance(message, wire.Solve | wire.Commit) else before
        return message

    async def _greet(self, message: wire.Hello) -> None:
        if message.version != wire.VERSION:
            raise MessageError(
                f"This page speaks version {message.version} and the server {wire.VERSION}; reload it."
            )
        if self._room is None:
            self._room = self._hub.enter(self.tell)
        room, given = self._room, self._hub.given
        coming = room.session.name or (given.name if given is not None and room.fresh else None)
        self._past = await asyncio.to_thread(self._hub.past) if room.session.name is None else None
        found = None if self._past is None else self._past.found()
        self._recent = await asyncio.to_thread(self._hub.recents.there)
        recent = tuple(shown(source) for source in self._recent)
        self.tell(Reply(wire.Welcome(wire.VERSION, _samples(), recent, found, coming)))
        if room.fresh and given is not None:
            self._open(room, given)
        else:
            room.worker.post(room.session.resume)
        room.fresh = False

    async def _act(self, message: Any, room: Room) -> None:
        source, job = self._source(message), self._job(message, room.session)
        if source is not None:
            self._open(room, source)
        elif job is not None:
            room.worker.post(job)
        elif isinstance(message, wire.Recover):
            await self._recover(message, room)
        else:
            self._do_now(message, room)

    def _source(self, message: Any) -> Source | None:
        """The model that a message opens; None for other messages."""
        match message:
            case wire.OpenSample(name):
                description(name)  # refuses what is not there
                return Source("sample", name)
            case wire.OpenUpload(uploads):
                return self._uploads.take(uploads)
            case wire.OpenRecent(index):
                return self._recent_source(index)
        return None

    def _job(self, message: Any, session: Session) -> Job | None:
        """The work that a message asks for and that may take long; None for other messages."""
        match message:
            case wire.Choose(method, options):
                return partial(session.choose, method, options)
            case wire.WantExample(index):
                return lambda _: session.example(index)
            case wire.WantMirror():
                return lambda _: session.mirror()
            case wire.WantOverlay(kind):
                return lambda _: session.overlay(kind)
            case wire.Export(kind):
                return lambda _: session.export(kind)
            case wire.ExportMotion():
                return partial(session.export_motion, message)
            case wire.ExportInto():
                return partial(session.export_into, message)
        return self._job_with_files(message, session)

    def _job_with_files(self, message: Any, session: Session) -> Job | None:
        """The work that a message asks for with uploaded files; None for other messages."""
        match message:
            case wire.LoadTrack(upload):
                return partial(session.load_track, self._uploads.take((upload,)))
            case wire.LoadClip(number, uploads):
                return partial(session.load_clip, number, self._uploads.take(uploads))
            case MethodMessage():
                numbers = message.uploads()
                return partial(session.act, message, self._uploads.take(numbers) if numbers else None)
        return None

    def _do_now(self, message: Any, room: Room) -> None:
        """What does not wait for longer work."""
        session, worker = room.session, room.worker
        match message:
            case wire.Solve():
                session.note(message)
                worker.solve(message)
                if message.keyed:
                    worker.rest(session.settled(message))
            case wire.Commit():
                session.commit(message)
            case wire.Mark(region):
                session.mark(region)
            case wire.Cancel():
                worker.cancel()
            case wire.Bake(number):
                worker.rest(session.bake(number))
            case wire.WantFrame(number, frame):
                self.tell(session.frame(number, frame))

    def _open(self, room: Room, source: Source) -> None:
        room.worker.post(partial(self._hub.opening, room, source))

    def _recent_source(self, index: int) -> Source:
        if not 0 <= index < len(self._recent):
            raise MessageError(
                f"There is no recent model {index}; {len(self._recent)} were listed. Reload the page."
            )
        return self._recent[index]

    async def _recover(self, message: wire.Recover, room: Room) -> None:
        past, self._past = self._past, None
        if past is None:
            raise MessageError("There is nothing to take back; go on with what is open.")
        if message.accept:
            room.worker.post(partial(room.session.recover, past))
        else:
            await asyncio.to_thread(_leave, past)


def _leave(past: Past) -> None:
    """Marks a journal as not wanted, unless somebody has it by now."""
    journal = Journal.resume(past.path, past.end, past.document)
    if journal is not None:
        journal.leave()
        journal.close()


def _samples() -> tuple[wire.Sample, ...]:
    return tuple(
        wire.Sample(name, entry.title, entry.description, "joints" in entry.comes_with)
        for name, entry in CATALOGUE.items()
    )
