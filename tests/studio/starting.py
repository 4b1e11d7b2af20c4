"""A studio in a process of its own, started from the command line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.studio.client import Page, page

# Seconds for a server to end; it starts when it prints its address.
ENDING = 20.0
# Several servers run at once; threads of theirs would only wait for each other.
THREADS = {"NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True, eq=False)
class Server:
    """Where it listens, and its process."""

    port: int
    token: str
    process: Any

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


def started(state: Path, *words: str) -> Server:
    studio = [sys.executable, "-m", "pliant.cli.app", "studio", "--no-browser", "--state", str(state)]
    process = subprocess.Popen(
        [*studio, *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **THREADS, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    return Server(*address_of(process.stdout.readline()), process)


def address_of(line: str) -> tuple[int, str]:
    """Port and token of what a server prints first."""
    found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)\n", line)
    assert found is not None, line
    return int(found[1]), found[2]
