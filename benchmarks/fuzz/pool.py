"""A process that reads hostile files, watched: it is ended where it hangs, and replaced where it died."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

# Address space of a reader, in MiB: the packages that it loads take the most of it.
MEMORY = 6144
# Seconds that one file may take; compiled kernels are loaded within them, beside other work on the machine.
PATIENCE = 60.0
# Seconds for the start, in which everything is imported.
START = 300.0


class Reader:
    """A process that reads one file after the other."""

    def __init__(self, memory: int = MEMORY, patience: float = PATIENCE) -> None:
        """memory: its address space in MiB; patience: seconds that one file may take."""
        self._memory, self._patience = memory, patience
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def read(self, path: Path) -> dict[str, Any]:
        """What became of a file: 'read', 'refused', 'uncaught', 'not finite', 'crash', 'hang', and why."""
        process = self._running()
        stdin = process.stdin
        if stdin is None:
            raise RuntimeError("The reader has no input.")
        try:
            stdin.write(f"{path}\n".encode())
            stdin.flush()
        except BrokenPipeError:
            return self._died()
        return self._answer(self._patience)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.fuzz.reading", str(self._memory)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONFAULTHANDLER": "0"},
            )
            ready = self._answer(START)
            if "ready" not in ready:
                raise RuntimeError(f"The reader did not start: {ready}")
        return self._process

    def _answer(self, seconds: float) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdout is None:
            raise RuntimeError("There is no reader to ask.")
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            if not waiting.select(seconds):
                self._end()
                return {"outcome": "hang", "why": f"no answer within {seconds:g} s", "peak": 0}
        line = process.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else self._died()

    def _died(self) -> dict[str, Any]:
        code = self._process.wait() if self._process else 0
        self._end()
        return {"outcome": "crash", "why": f"the process ended with {code}", "peak": 0}

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
