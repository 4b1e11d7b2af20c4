"""Clients that fall silent in the middle of a request are let go; those that go on are served."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pliant.studio.server.half_open import PatientProtocol


class Hurried(PatientProtocol):
    head_seconds, body_seconds, pause = 0.6, 0.6, 0.1


async def length(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture
def port() -> Iterator[int]:
    app = Starlette(routes=[Route("/", length, methods=["GET", "POST"])])
    server = uvicorn.Server(uvicorn.Config(app, http=Hurried, log_level="critical", lifespan="off"))
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(20)
    listener.close()


HALVES = {
    "nothing": b"",
    "a part of a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "a part of a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
}


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_stops_in_the_middle_is_closed(port, half):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(HALVES[half])
        assert client.recv(1000) == b""


def test_a_head_that_trickles_in_is_closed_all_the_same(port):
    closed = pytest.raises((ConnectionResetError, BrokenPipeError))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client, closed:
        trickle(client, b"GET / HTTP/1.1\r\nX: " + b"a" * 1000)


def trickle(client: socket.socket, data: bytes) -> None:
    for letter in data:
        client.sendall(bytes([letter]))
        time.sleep(0.05)


def test_a_slow_body_that_goes_on_is_read_to_its_end(port):
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 8\r\n\r\n")
        for _ in range(8):
            client.sendall(b"a")
            time.sleep(0.2)
        answer = b""
        while part := client.recv(1000):
            answer += part
        assert answer.endswith(b"8")
