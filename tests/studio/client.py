"""A page without a browser: a WebSocket, and a reader of frames written from their description alone."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from websockets.sync.client import ClientConnection, connect

from pliant.studio.wire.messages import VERSION

# Seconds that a reply may take, the first compilation of kernels included.
PATIENCE = 15.0


class Page:
    """Sends messages as objects and reads replies as objects, their arrays under their names."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, kind: str, /, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def reply(self) -> dict[str, Any]:
        return message_of(self.socket.recv(timeout=PATIENCE))

    def await_(self, *kinds: str) -> dict[str, Any]:
        """The next reply of one of these kinds; Trouble that is not awaited fails."""
        while True:
            reply = self.reply()
            if reply["type"] in kinds:
                return reply
            assert reply["type"] != "Trouble", reply["words"]

    def hello(self) -> dict[str, Any]:
        """The Welcome; a model that it announces is there, with its rig if one fits, when this returns."""
        self.send("Hello", version=VERSION)
        welcome = self.await_("Welcome")
        if welcome["open"] is not None:
            welcome["model"] = self.await_("Model")
            if any(fit["fits"] for fit in welcome["model"]["methods"]):
                self.await_("Ready")
        return welcome

    def open_sample(self, name: str) -> dict[str, Any]:
        """The Model; the rig is ready when this returns."""
        self.send("OpenSample", name=name)
        model = self.await_("Model")
        self.await_("Ready")
        return model

    def solve(self, document: dict[str, Any], turn: int = 1, *, start: bool = True) -> dict[str, Any]:
        self.send("Solve", turn=turn, document=document, start=start)
        return self.await_("Posed")


@contextmanager
def page(port: int, token: str, **headers: str) -> Iterator[Page]:
    """A connected page; headers may contradict what a browser would send."""
    url = f"ws://127.0.0.1:{port}/ws?token={token}"
    with connect(url, max_size=None, additional_headers=headers, compression=None, proxy=None) as socket:
        yield Page(socket)


def message_of(frame: str | bytes) -> dict[str, Any]:
    """A frame's header with its arrays beside the other fields."""
    if isinstance(frame, str):
        return json.loads(frame)
    (length,) = struct.unpack_from("<I", frame)
    assert (4 + length) % 8 == 0
    header = json.loads(frame[4 : 4 + length])
    for array in header.pop("arrays"):
        assert array["offset"] % 8 == 0
        dtype = np.dtype(array["dtype"]).newbyteorder("<")
        count = int(np.prod(array["shape"], dtype=np.int64))
        values = np.frombuffer(frame, dtype, count, 4 + length + array["offset"])
        header[array["name"]] = values.reshape(array["shape"])
    return header
