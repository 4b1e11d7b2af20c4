"""Servers forked from a process that has the library loaded already, which saves each its imports."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

from tests.studio.starting import ENDING, THREADS, Server, address_of

LOADED = ["tests.studio.preloaded"]
# A killed server leaves a lock of numba's behind; whoever clears it up need not tell.
SILENCE = {"PYTHONWARNINGS": "ignore:resource_tracker"}


@dataclass(frozen=True, eq=False)
class Forked(Server):
    """A studio in a process of its own, and what it prints."""

    process: BaseProcess
    printed: TextIO

    def kill(self) -> None:
        """As a crash: no handler runs."""
        self.process.kill()
        self.process.join(ENDING)
        self.printed.close()

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGINT)
        self.process.join(ENDING)
        assert self.process.exitcode is not None, "the server did not end"
        return self.process.exitcode


def forked(state: Path, *words: str) -> Forked:
    reader, writer = multiprocessing.Pipe(duplex=False)
    process = _nursery().Process(target=_serve, args=((*words, "--state", str(state)), writer), daemon=True)
    process.start()
    writer.close()
    printed = open(os.dup(reader.fileno()))  # noqa: SIM115 - as long as the server lives
    reader.close()
    return Forked(*address_of(printed.readline()), process, printed)


def _serve(words: tuple[str, ...], address: Connection) -> None:
    from tests.studio.preloaded import COMMAND

    sys.stdout = open(os.dup(address.fileno()), "w", buffering=1)  # noqa: SIM115 - as above
    address.close()
    COMMAND(["studio", "--no-browser", *words])


@cache
def _nursery() -> BaseContext:
    """Where the servers of this process come from; without fork, each loads the library itself."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    with patch.dict(os.environ, THREADS | SILENCE):
        forkserver.ensure_running()
    return context
