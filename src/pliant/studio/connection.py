"""One page's WebSocket: its messages to the session, the session's replies back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from pliant.errors import PliantError
from pliant.samples import all_names, description, mechanism_description, mechanism_names
from pliant.studio import messages as wire
from pliant.studio.codec import MessageError, parsed
from pliant.studio.frames import Reply, encoded
from pliant.studio.hub import Hub, Room
from pliant.studio.journal import Journal
from pliant.studio.opening import Source
from pliant.studio.past import Past
from pliant.studio.recents import shown
from pliant.studio.uploads import Uploads


class Connection:
    """Lives as long as the page is connected."""

    def __init__(self, socket: WebSocket, hub: Hub, uploads: Uploads) -> None:
        self._socket, self._hub, self._uploads = socket, hub, uploads
        self._loop = asyncio.get_running_loop()
        self._replies: asyncio.Queue[str | bytes] = asyncio.Queue()
        self._past: Past | None = None
        self._recent: tuple[Source, ...] = ()
        self._room: Room | None = None

    async def run(self) -> None:
        """Until the page goes."""
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
        """From any thread; arrays are packed on the caller's, so that the event loop does not wait."""
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
            message = parsed(text)
            if isinstance(message, wire.Hello):
                await self._greet(message)
            elif self._room is None:
                raise MessageError("The first message must be Hello; reload the page.")
            else:
                await self._act(message, self._room)
        except PliantError as refusal:
            self.tell(Reply(wire.Trouble(str(refusal))))

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
        session, worker = room.session, room.worker
        match message:
            case wire.Solve():
                session.note(message)
                worker.solve(message)
            case wire.Commit():
                session.commit(message)
            case wire.Mark(region):
                session.mark(region)
            case wire.Cancel():
                worker.cancel()
            case wire.OpenSample(name):
                _described(name)  # refuses what is not there
                self._open(room, Source("sample", name))
            case wire.OpenUpload(uploads):
                self._open(room, self._uploads.take(uploads))
            case wire.OpenRecent(index):
                self._open(room, self._recent_source(index))
            case wire.Choose(method, options):
                worker.post(partial(session.choose, method, options))
            case wire.WantExample(index):
                worker.post(lambda _: session.example(index))
            case wire.WantMirror():
                worker.post(lambda _: session.mirror())
            case wire.WantOverlay(kind):
                worker.post(lambda _: session.overlay(kind))
            case wire.Export(kind):
                worker.post(lambda _: session.export(kind))
            case wire.Recover(accept):
                await self._recover(accept, room)
            case wire.MakeCage(vertices, symmetric, coordinates):
                worker.post(partial(session.make_cage, vertices, symmetric, coordinates))
            case wire.LoadCage(upload, coordinates):
                worker.post(partial(session.load_cage, self._uploads.take((upload,)), coordinates))
            case wire.Bake(number):
                worker.rest(session.bake(number))
            case wire.WantFrame(number, frame):
                found = session.frame(number, frame)
                if found is not None:
                    self.tell(found)
            case wire.ExportMotion():
                worker.post(partial(session.export_motion, message))
            case wire.LoadTrack(upload):
                worker.post(partial(session.load_track, self._uploads.take((upload,))))
            case wire.LoadClip(number, uploads):
                worker.post(partial(session.load_clip, number, self._uploads.take(uploads)))
            case wire.RecoverCages():
                worker.post(session.recover_cages)

    def _open(self, room: Room, source: Source) -> None:
        room.worker.post(partial(self._hub.opening, room, source))

    def _recent_source(self, index: int) -> Source:
        if not 0 <= index < len(self._recent):
            raise MessageError(
                f"There is no recent model {index}; {len(self._recent)} were listed. Reload the page."
            )
        return self._recent[index]

    async def _recover(self, accept: bool, room: Room) -> None:
        past, self._past = self._past, None
        if past is None:
            raise MessageError("There is nothing to take back; go on with what is open.")
        if accept:
            room.worker.post(partial(room.session.recover, past))
        else:
            await asyncio.to_thread(_leave, past)


def _leave(past: Past) -> None:
    """Marks a journal as not wanted, unless somebody has it by now."""
    journal = Journal.resume(past.path, past.end, past.document)
    if journal is not None:
        journal.leave()
        journal.close()


TITLES = {
    "bar": "Bend a bar",
    "flag": "Wave a flag",
    "quadruped": "Pull a fox",
    "humanoid": "Sculpt a person",
    "fish": "Let a fish swim",
    "lamp": "Open a lamp",
    "chair": "Tilt a chair",
    "robot": "Move a robot",
    "dog": "Walk a dog",
    "brush": "Wipe a wall",
    "office": "Open a desk",
    "snake": "Wind a snake",
    "bee": "Lift a bee",
    "bunny": "Fold an ear",
}


def _samples() -> tuple[wire.Sample, ...]:
    names = (*all_names(), *mechanism_names())
    parts = mechanism_names()
    return tuple(wire.Sample(name, TITLES.get(name, name), _described(name), name in parts) for name in names)


def _described(name: str) -> str:
    """What a sample is, in one line."""
    return mechanism_description(name) if name in mechanism_names() else description(name)
