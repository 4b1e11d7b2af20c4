from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from pliant.studio.exporting import Tickets
from pliant.studio.session import Session
from tests.studio.client import Page, page

# Seconds for a server to end; it starts when it prints its address.
ENDING = 20.0


@dataclass(frozen=True, eq=False)
class Server:
    """A studio in a process of its own."""

    process: subprocess.Popen[str]
    port: int
    token: str

    def page(self, **headers: str) -> AbstractContextManager[Page]:
        return page(self.port, self.token, **headers)

    def kill(self) -> None:
        """As a crash: no handler runs."""
        self.process.kill()
        self.process.wait(ENDING)

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(ENDING)


Start = Callable[..., Server]


def started(state: Path, *words: str) -> Server:
    studio = [sys.executable, "-m", "pliant.cli.app", "studio", "--no-browser", "--state", str(state)]
    threads = {"NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    process = subprocess.Popen(
        [*studio, *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **threads, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    address = process.stdout.readline()
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)\n", address)
    assert found is not None, address
    return Server(process, int(found[1]), found[2])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it as it was: alive."""
    studio = started(tmp_path_factory.mktemp("state"))
    yield studio
    studio.kill()


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers that end with the test."""
    with ExitStack() as stack:

        def begin(state: Path, *words: str) -> Server:
            studio = started(state, *words)
            stack.callback(studio.kill)
            return studio

        yield begin


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    made = Session(tmp_path / "state", Tickets(tmp_path))
    yield made
    made.close()
