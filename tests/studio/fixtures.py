from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from pliant.studio.export.files import Tickets
from pliant.studio.session.session import Session
from tests.studio.starting import Server, started

Start = Callable[..., Server]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it as it was: alive."""
    studio = started(tmp_path_factory.mktemp("state"))
    yield studio
    studio.kill()


@contextmanager
def ending(starting: Start) -> Iterator[Start]:
    """What starts servers, which are killed at the end."""
    with ExitStack() as stack:

        def begin(state: Path, *words: str) -> Server:
            studio = starting(state, *words)
            stack.callback(studio.kill)
            return studio

        yield begin


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts servers from the command line, which end with the test."""
    with ending(started) as begin:
        yield begin


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    made = Session(tmp_path / "state", Tickets(tmp_path))
    yield made
    made.close()
