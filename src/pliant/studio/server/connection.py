"""One page's WebSocket: its messages to the session, the session's replies back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from pliant.errors import PliantError
from pliant.io.example_file import SUFFIX
from pliant.samples import CATALOGUE, description
from pliant.studio.opening.source import Source
from pliant.studio.opening.uploads import Uploads
from pliant.studio.server.hub import Hub, Room
from pliant.studio.server.session_messages import MESSAGES, act, begin_again, tell_sessions
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.recents import shown
from pliant.studio.session.session import Session
from pliant.studio.session.session_list import past_of
from pliant.studio.session.worker import Job
from pliant.studio.wire import messages as wire
from pliant.studio.wire.codec import parsed
from pliant.studio.wire.frames import Reply, encoded
from pliant.studio.wire.method_wire import MethodMessage
from pliant.studio.wire.values import MessageError

# Seconds that a reloaded page waits until the server has heard that its former self is gone, and how often
# it looks.
FAREWELL, GLANCE = 3.0, 0.05


class Connection:
    """Lives as long as the page is connected."""

    def __init__(self, socket: WebSocket, hub: Hub, uploads: Uploads) -> None:
        self._socket, self._hub, self._uploads = socket, hub, uploads
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._past: Past | None = None
        self._recent: tuple[Source, ...] = ()
        self._room: Room | None = None
        self._gone = False
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
            self._gone = True
            if self._room is not None:
                self._hub.leave(self._room)
            await asyncio.gather(sending, return_exceptions=True)

    def tell(self, reply: Reply) -> None:
        """Send a reply, from any thread; the caller's thread packs its arrays, so that the loop goes on."""
        if self._gone and self._room is not None:
            self._room.forward(reply)
            return
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
            self._room = await self._entered(message.session)
        room, given = self._room, self._hub.given
        mine = await self._own_past(message.session, room)
        coming = _coming(room, mine) or (given.name if given is not None and room.fresh else None)
        self._past = await asyncio.to_thread(self._hub.past) if coming is None and room.id is None else None
        found = None if self._past is None else self._past.found()
        self._recent = await asyncio.to_thread(self._hub.recents.there)
        recent = tuple(shown(source) for source in self._recent)
        self.tell(Reply(wire.Welcome(wire.VERSION, _samples(), recent, found, coming)))
        if mine is not None:
            begin_again(room, mine)
        elif room.fresh and given is not None:
            self._hub.open(room, given)
        elif room.opening:
            # What is being opened is told to the page that has gone: this one is told after it.
            room.worker.post(room.session.resume)
        elif not room.away:
            await self._resume(room)
        if room.worker.progress is not None:
            self.tell(Reply(room.worker.progress))
        missed, room.missed = room.missed, []
        for reply in missed:
            self.tell(reply)
        room.fresh = False

    async def _entered(self, session: str | None) -> Room:
        """The room of this page; a reloaded one may come before the server knows that it was gone."""
        waited = 0.0
        while session and self._hub.has_page(session) and waited < FAREWELL:
            await asyncio.sleep(GLANCE)
            waited += GLANCE
        return self._hub.enter(self.tell, session)

    async def _own_past(self, session: str | None, room: Room) -> Past | None:
        """What the journal of the page's own session holds, where a server that has ended had it."""
        if session is None or room.session.path is not None or room.opening or room.away:
            return None
        try:
            return await asyncio.to_thread(past_of, self._hub.state, session)
        except PliantError:
            room.taking = None
            return None

    async def _resume(self, room: Room) -> None:
        """The model at once, whatever the worker does, and its rig as soon as there is one."""
        room.away = False
        making = room.making
        for reply in await asyncio.to_thread(list, room.session.introduced(making=making)):
            self.tell(reply)
        room.worker.post(room.session.made)

    async def _act(self, message: Any, room: Room) -> None:
        source, job = self._source(message), self._job(message, room.session)
        if source is not None:
            self._hub.open(room, source)
        elif isinstance(message, MESSAGES):
            await act(message, self._hub, room)
        elif isinstance(message, wire.OpenExamples):
            file, name = self._uploads.place(SUFFIX), f"{room.session.name} with examples"
            room.begin(name, partial(room.session.open_examples, message, file))
        elif isinstance(message, wire.OpenSession):
            await self._open_session(message.id, room)
        elif isinstance(message, wire.ExportMotion):
            room.make(lambda progress: room.session.exports.motion(message, progress))
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
            case wire.WantShape():
                return lambda _: session.library.wanted(message)
            case wire.WantProp(name):
                return lambda _: session.props.wanted(name)
            case wire.WantMirror():
                return lambda _: session.mirror()
            case wire.WantOverlay(kind):
                return lambda _: session.overlay(kind)
            case wire.Export(kind):
                return lambda _: session.exports.file(kind)
            case wire.ExportInto():
                return lambda progress: session.exports.into(message, progress)
        return self._job_with_files(message, session)

    def _job_with_files(self, message: Any, session: Session) -> Job | None:
        """The work that a message asks for with uploaded files; None for other messages."""
        match message:
            case wire.KeepShape(upload=upload):
                file = None if upload is None else self._uploads.take((upload,))
                return lambda _: session.library.keep(message, file)
            case wire.KeepProp(uploads=uploads):
                files = self._uploads.take(uploads) if uploads else None
                return lambda progress: session.props.keep(message, files, progress)
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

    async def _open_session(self, session: str, room: Room) -> None:
        """Goes on with a session: this page's own, one that waits here, or what a journal holds."""
        if room.id != session:
            waiting = self._hub.waiting(session)
            if waiting is None:
                begin_again(room, await asyncio.to_thread(past_of, self._hub.state, session))
                return
            self._hub.leave(room)
            room = self._room = self._hub.enter(self.tell, session)
            self._document = None
        await self._resume(room)

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
            begin_again(room, past)
        else:
            await asyncio.to_thread(_leave, past)
            await tell_sessions(self._hub, room)


def _leave(past: Past) -> None:
    """Marks a journal as not wanted, unless somebody has it by now."""
    journal = Journal.resume(past.path, past.end, past.base, past.number, old=past.old)
    if journal is not None:
        journal.leave()
        journal.close()


def _coming(room: Room, past: Past | None) -> str | None:
    """The name of what comes right after Welcome: being opened, taken back, or open already."""
    if room.opening:
        return room.opening[-1]
    if past is not None:
        return past.title or past.source.name
    return None if room.away else room.session.name


def _samples() -> tuple[wire.Sample, ...]:
    return tuple(
        wire.Sample(name, entry.title, entry.description, "joints" in entry.comes_with)
        for name, entry in CATALOGUE.items()
    )
