"""Bake many shots on a cluster; dask.distributed gives the shots of a lost worker to another one.

Every file of a shot appears when it is whole, so a batch can be ended and begun again at any time: shots
whose files are newer than what they are made from are done.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pliant.animation.animate import Played, play
from pliant.animation.shot import Shot, read_shot
from pliant.errors import FileFormatError, OptionError, PliantError
from pliant.extras import load
from pliant.registry import open_rig

# A worker solves one shot at a time, with one thread: shots are many, and threads would only get in each
# other's way.
LIBRARIES = ("OMP", "OPENBLAS", "MKL", "NUMBA")
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in LIBRARIES}
# Seconds to wait for a scheduler to answer.
PATIENCE = 15


@dataclass(frozen=True)
class ShotOutcome:
    """How a shot of a batch ended.

    shot:   path of the shot file
    state:  baked, skipped (it was done already) or failed
    played: how baking went; None unless it was baked
    reason: why it failed
    """

    shot: str
    state: Literal["baked", "skipped", "failed"]
    played: Played | None = None
    reason: str = ""


def bake_shots(
    shots: Sequence[str | Path],
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    again: bool = False,
) -> Iterator[ShotOutcome]:
    """Bake shot files on a cluster; outcomes come as shots end, in any order.

    scheduler: address of a dask scheduler whose workers see the same files; by default a cluster on this
               machine
    workers:   number of workers on this machine; by default one per core
    again:     whether shots that are done are baked again
    Raises FileFormatError where two shots would write one file, and OptionError where no scheduler answers.
    """
    paths = [str(Path(shot).absolute()) for shot in shots]
    _check_outputs(paths)
    with cluster(scheduler, workers or min(os.cpu_count() or 1, max(1, len(paths)))) as client:
        distributed = load("distributed", "cluster", "Batches on a cluster")
        futures = {client.submit(bake_shot, path, again=again, pure=False): path for path in paths}
        for future in distributed.as_completed(list(futures)):
            yield _outcome(future, futures[future])


def bake_shot(path: str, *, again: bool = False) -> ShotOutcome:
    """Bake one shot in this process; errors are told in the outcome."""
    try:
        shot = read_shot(path)
        if not again and done(shot):
            return ShotOutcome(path, "skipped")
        for output in shot.outputs:
            output.parent.mkdir(parents=True, exist_ok=True)
        played = play(
            open_rig(shot.rig),
            shot.track,
            shot.files,
            follow=shot.follow,
            coherence=shot.coherence,
        )
        return ShotOutcome(path, "baked", played)
    except (PliantError, OSError) as problem:
        return ShotOutcome(path, "failed", reason=str(problem))


def done(shot: Shot) -> bool:
    """Whether every file of a shot is there, holds something, and is newer than all its sources."""
    if not all(_holds_something(output) for output in shot.outputs):
        return False
    newest = max(source.stat().st_mtime_ns for source in shot.sources)
    return all(output.stat().st_mtime_ns > newest for output in shot.outputs)


@contextmanager
def cluster(scheduler: str | None, workers: int) -> Iterator[Any]:
    """A client of a scheduler or, without one, of a cluster on this machine that ends with the block."""
    distributed = load("distributed", "cluster", "Batches on a cluster")
    if scheduler is not None:
        try:
            client = distributed.Client(scheduler, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as problem:
            raise OptionError(
                f"No scheduler answers at '{scheduler}' ({problem}); start one by 'dask scheduler', and give "
                "the address that it prints, such as tcp://10.0.0.1:8786."
            ) from problem
        with client:
            yield client
        return
    local = distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        dashboard_address=":0",  # any port: several batches may run on one machine
        env=ONE_THREAD,
        silence_logs=50,  # logging.CRITICAL: a lost worker is replaced, and needs no alarm
    )
    with local, distributed.Client(local) as client:
        yield client


def _check_outputs(paths: Sequence[str]) -> None:
    """Refuse two shots that would write one file: the last to end would win."""
    owner: dict[Path, str] = {}
    for path in paths:
        try:
            outputs = read_shot(path).outputs
        except PliantError:
            continue  # told when its turn comes, and the others go on
        for output in outputs:
            if owner.setdefault(output, path) != path:
                raise FileFormatError(
                    f"{path} and {owner[output]} would both write {output}; give each a file of its own."
                )


def _outcome(future: Any, path: str) -> ShotOutcome:
    """The outcome of a shot that has ended, whatever happened to its workers."""
    problem = future.exception()
    if problem is None:
        return future.result()
    if type(problem).__name__ == "KilledWorker":
        reason = "its worker died again and again; it may need more memory than a worker has"
        return ShotOutcome(path, "failed", reason=reason)
    return ShotOutcome(path, "failed", reason=f"{type(problem).__name__}: {problem}")


def _holds_something(output: Path) -> bool:
    """Whether a file has bytes, or a folder files; a disk that is full leaves empty ones."""
    if output.is_dir():
        return any(each.stat().st_size > 0 for each in output.iterdir())
    return output.is_file() and output.stat().st_size > 0
