"""The studio's server: the built page, uploads, downloads, and a WebSocket for each page."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pliant.errors import PliantError
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source
from pliant.studio.opening.uploads import Uploads
from pliant.studio.server.address import listening
from pliant.studio.server.connection import Connection
from pliant.studio.server.half_open import PatientProtocol
from pliant.studio.server.hub import Hub
from pliant.studio.server.scratch import remove_stale, scratch_folder
from pliant.studio.server.security import POLICY, Guard, Guarded
from pliant.studio.wire.codec import MOST_LETTERS

STATIC = Path(__file__).parents[1] / "static"
# UTF-8 takes up to four bytes a letter, but only names have letters beyond one.
MOST_BYTES = MOST_LETTERS
NO_PAGE = "<p>The studio's page is not built. Run <code>npm install && npm run build</code> in web/."


TOO_LONG = b"HTTP/1.1 414 URI Too Long\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Protocol(WebSocketsSansIOProtocol):
    """uvicorn's, which leaves those waiting whose handshake has a line that is too long to be read."""

    def data_received(self, data: bytes) -> None:
        """Answer a handshake that cannot be read, then close the connection."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            self.transport.write(TOO_LONG)
            self.transport.close()


class Studio:
    """What the routes share."""

    def __init__(self, guard: Guard, hub: Hub, uploads: Uploads, tickets: Tickets) -> None:
        self._guard, self._hub, self._uploads, self._tickets = guard, hub, uploads, tickets

    def app(self) -> ASGIApp:
        """The ASGI application, behind its guard."""
        routes: list[BaseRoute] = [
            Route("/", self._page),
            Route("/proof/{challenge}", self._proof),
            Route("/upload", self._upload, methods=["POST"]),
            Route("/download/{ticket}", self._download),
            WebSocketRoute("/ws", self._socket),
        ]
        if STATIC.is_dir():
            routes.append(Mount("/", StaticFiles(directory=STATIC)))
        return Guarded(Starlette(routes=routes), self._guard)

    async def _page(self, request: Request) -> Response:
        index = STATIC / "index.html"
        return FileResponse(index) if index.is_file() else HTMLResponse(NO_PAGE, 503)

    async def _proof(self, request: Request) -> Response:
        """Shows a page that comes back that this is its server, before it hands its token over."""
        return Response(self._guard.proof(request.path_params["challenge"]), media_type="text/plain")

    async def _upload(self, request: Request) -> Response:
        if not self._guard.admits(request.headers.get("x-token")):
            return JSONResponse({"trouble": "The token is wrong; open the address that was printed."}, 403)
        try:
            name = request.query_params.get("name", "")
            return JSONResponse({"upload": await self._uploads.receive(name, request.stream())})
        except PliantError as refusal:
            return JSONResponse({"trouble": str(refusal)}, 400)
        except ClientDisconnect:
            return Response(status_code=400)

    async def _download(self, request: Request) -> Response:
        if not self._guard.admits(request.query_params.get("token")):
            return Response("The token is wrong; open the address that was printed.", 403)
        ticket = self._tickets.redeem(request.path_params["ticket"])
        if ticket is None:
            return Response("This file was fetched already; export it again.", 404)
        done = BackgroundTask(ticket.path.unlink, missing_ok=True)
        kind = "application/octet-stream"
        return FileResponse(ticket.path, media_type=kind, filename=ticket.name, background=done)

    async def _socket(self, websocket: WebSocket) -> None:
        if not self._guard.admits(websocket.query_params.get("token")):
            await websocket.close(POLICY)
            return
        await websocket.accept()
        await Connection(websocket, self._hub, self._uploads).run()


def serve(
    given: Source | None,
    *,
    method: str | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    state: Path | None = None,
    ready: Callable[[Guard], None],
) -> None:
    """Runs until Ctrl-C; `ready` is called once pages can connect.

    Port 0 takes the one of last time, so that pages that are still open find the server again, or any other.
    """
    kept = state or state_folder()
    remove_stale()
    with listening(host, port, kept) as (listener, guard), scratch_folder() as folder:
        tickets = Tickets(folder)
        hub = Hub(kept, tickets, given, method)
        app = Studio(guard, hub, Uploads(folder), tickets).app()
        # Deflate makes a frame of positions three times as slow; see the studio's notes on the wire.
        config = uvicorn.Config(
            app,
            http=PatientProtocol,
            ws=Protocol,
            ws_per_message_deflate=False,
            ws_max_size=MOST_BYTES,
            log_level="warning",
            lifespan="off",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        with _ending(server):
            try:
                ready(guard)
                server.run(sockets=[listener])
            finally:
                hub.close()


@contextmanager
def _ending(server: uvicorn.Server) -> Iterator[None]:
    """Signals that end the server, also before it listens to them itself and when it hands them on.

    An exception in their place could be raised where Python ignores it, and the signal would be lost.
    """

    def end(*_: object) -> None:
        server.should_exit = True

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def state_folder() -> Path:
    """Where journals go: XDG_STATE_HOME, or what stands for it."""
    home = os.environ.get("XDG_STATE_HOME")
    base = Path(home) if home and Path(home).is_absolute() else Path.home() / ".local" / "state"
    return base / "pliant" / "studio"
