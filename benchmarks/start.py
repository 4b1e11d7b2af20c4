"""How long does a user wait at first? Import, help, and the first rig with cold and warm kernels."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np

from benchmarks.results import Cell, Column, Table

REPEATS = 5
ROOT = Path(__file__).parents[1]
FIRST_DRAG = [sys.executable, "-m", "benchmarks.first_drag"]


COLUMNS = [
    Column("what", "fresh process"),
    Column("seconds", "s", ".2f"),
    Column("processor", "processor s", ".2f"),
    Column("wanted", "wanted s", ".1f"),
]
NOTE = "Wall and processor time, the interpreter's own start included. Cold: with an empty cache of kernels."


def tables(*, quick: bool = False) -> list[Table]:
    """Seconds of fresh processes."""
    table = Table("Starting", COLUMNS, note=NOTE)
    repeats = 1 if quick else REPEATS
    table.add(_row("python alone", [sys.executable, "-c", "pass"], repeats))
    table.add(_row("import pliant", [sys.executable, "-c", "import pliant"], repeats, wanted=0.5))
    command = str(Path(sys.executable).with_name("pliant"))
    table.add(_row("pliant --help", [command, "--help"], repeats, wanted=0.5))
    with tempfile.TemporaryDirectory() as cache:
        own_cache = {"NUMBA_CACHE_DIR": cache}
        table.add(_row("first drag, cold", FIRST_DRAG, 1, environment=own_cache))
        table.add(_row("first drag, warm", FIRST_DRAG, repeats, environment=own_cache))
    return [table]


def _row(
    what: str,
    command: Sequence[str],
    repeats: int,
    *,
    wanted: float | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Cell]:
    """Medians of wall and processor seconds over fresh processes."""
    times = np.median([_process(command, {**os.environ, **environment}) for _ in range(repeats)], axis=0)
    return {"what": what, "seconds": times[0], "processor": times[1], "wanted": wanted}


def _process(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Wall and processor seconds of one process."""
    before = os.times()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    after = os.times()
    if done.returncode:
        raise RuntimeError(f"'{' '.join(command)}' ended with the code {done.returncode}:\n{done.stderr}")
    own = after.children_user - before.children_user + after.children_system - before.children_system
    return after.elapsed - before.elapsed, own
