"""Who may talk to the studio: the page that it opened itself, and nobody else.

A foreign site in the same browser can send requests to 127.0.0.1, and by DNS rebinding even read the
answers. Against that: a random token, and on every request a Host that is ours and an Origin, where one is
named, that is ours. And while the server is away, another program may take its port: a page that comes back
asks for a proof first, and keeps its token from whoever does not know it already.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
# Bytes of a path with its query; ours are short, and names of files are limited anyway.
LONGEST_PATH = 4096
# The code of a WebSocket that is closed because of who asks (RFC 6455: policy violation).
POLICY = 1008


@dataclass(frozen=True)
class Guard:
    """host: where the server listens; elsewhere than on loopback only where the user said so."""

    host: str
    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    def admits(self, token: str | None) -> bool:
        """Whether this is the token; takes the same time for every wrong one."""
        return token is not None and secrets.compare_digest(token.encode(), self.token.encode())

    def proof(self, challenge: str) -> str:
        """Shows that the token is known here, without telling it: HMAC-SHA256 in hexadecimal digits."""
        return hmac.new(self.token.encode(), challenge.encode(), "sha256").hexdigest()

    def knows(self, headers: Headers) -> bool:
        """Whether Host and Origin are ours."""
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or len(origins) > 1 or not self._ours(hosts[0]):
            return False
        return not origins or origins[0] == f"http://{hosts[0]}"

    def url(self) -> str:
        """What the browser opens."""
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self.port}/?token={self.token}"

    @property
    def is_local(self) -> bool:
        """Whether only this computer can reach the server."""
        return self.host in LOOPBACK

    def _ours(self, authority: str) -> bool:
        try:
            parts = urlsplit(f"//{authority}")
            name, port = parts.hostname, parts.port
        except ValueError:
            return False
        if parts.netloc != authority or "@" in authority or (port or 80) != self.port or name is None:
            return False
        return name in LOOPBACK or name == self.host.lower() or (not self.is_local and _is_address(name))


class Guarded:
    """The application behind the guard; every answer forbids to be framed, sniffed or kept."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        status = self._refusal(scope)
        if status is not None:
            code, words = status
            web = scope["type"] == "websocket"
            await (WebSocketClose(POLICY) if web else PlainTextResponse(words, code))(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers(scope))
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not heard, as a status and in words."""
        if not self._guard.knows(Headers(scope=scope)):
            return 403, "This is not the studio's own page."
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_PATH:
            return 414, "The address is too long."
        return None

    def _headers(self, scope: Scope) -> dict[str, str]:
        host = Headers(scope=scope)["host"]
        policy = {
            "default-src": "'self'",
            # Styles that scripts set on elements of the page.
            "style-src": "'self' 'unsafe-inline'",
            "img-src": "'self' data: blob:",
            "worker-src": "'self' blob:",
            # Some browsers do not take a WebSocket for 'self'.
            "connect-src": f"'self' ws://{host}",
            "frame-ancestors": "'none'",
            "base-uri": "'none'",
            "form-action": "'none'",
        }
        return {
            "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cache-Control": "no-store",
        }


def _is_address(name: str) -> bool:
    """Whether a host is a plain number, which no name service can turn against us."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
