"""HTTP connections whose client falls silent in the middle of a request: they are closed after a while."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class PatientProtocol(H11Protocol):
    """uvicorn's, which waits for ever for the rest of a request that was begun, or for its first byte."""

    # Seconds for a whole head, however its bytes trickle in, and without any byte of a body.
    head_seconds: ClassVar[float] = 20.0
    body_seconds: ClassVar[float] = 60.0
    # Seconds between two looks.
    pause: ClassVar[float] = 1.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Begin to watch."""
        super().connection_made(transport)
        self._heard = self._idle_since = self.loop.time()
        self._watch = self.loop.call_later(self.pause, self._look)

    def data_received(self, data: bytes) -> None:
        """Note that the client is there."""
        self._heard = self.loop.time()
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the watch."""
        self._watch.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Close a connection whose client owes us bytes for too long; a WebSocket has its own protocol."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        now, theirs = self.loop.time(), self.conn.their_state
        if theirs is not h11.IDLE:
            self._idle_since = now
        late = now - self._idle_since > self.head_seconds
        # A body that we do not read yet is not the client's silence.
        silent = theirs is h11.SEND_BODY and not self.flow.read_paused
        if late or (silent and now - self._heard > self.body_seconds):
            self.transport.close()
            return
        self._watch = self.loop.call_later(self.pause, self._look)
