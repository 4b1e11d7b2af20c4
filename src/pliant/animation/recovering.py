"""The cages of a sequence, found by the workers of a cluster."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, cast

from numpy.typing import ArrayLike

from pliant.methods.cage.recovery import TOGETHER, RecoveredFrame, Recoverer
from pliant.methods.cage.rig import CageIK
from pliant.registry import open_rig

# Batches of frames per worker that are on their way: one in work, one to go on with.
AHEAD = 2


def recovered_on(client: Any, rig: str | Path, frames: Iterable[ArrayLike]) -> Iterator[RecoveredFrame]:
    """The cage of each frame (n, 3), in order, by the workers of a dask client, who open the rig's file.

    Frames are read as workers become free, so that memory does not grow with their number; those of a lost
    worker go to another.
    """
    solver = client.submit(_recoverer, str(Path(rig).absolute()), pure=False)
    rest = iter(frames)
    waiting: deque[Any] = deque()
    while batch := tuple(islice(rest, TOGETHER)):
        waiting.append(client.submit(Recoverer.recovered, solver, batch, pure=False))
        if len(waiting) > AHEAD * max(1, len(client.nthreads())):
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _recoverer(path: str) -> Recoverer:
    return Recoverer(cast(CageIK, open_rig(path)))
