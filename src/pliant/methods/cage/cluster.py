"""The cages of a sequence, found by the workers of a cluster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

from numpy.typing import ArrayLike

from pliant.methods.cage.recovery import RecoveredFrame, Recoverer, in_order
from pliant.methods.cage.rig import CageIK
from pliant.registry import open_rig

# Batches of frames sent to each worker: one to work on, and one to go on with.
AHEAD = 2


def recovered_on(client: Any, rig: str | Path, frames: Iterable[ArrayLike]) -> Iterator[RecoveredFrame]:
    """The cage of each frame (n, 3), in order, found by workers of a dask client, who open the rig's file.

    Frames are read as workers become free, so that memory does not grow with their number; those of a lost
    worker go to another.
    """
    solver = client.submit(_recoverer, str(Path(rig).absolute()), pure=False)
    yield from in_order(
        frames,
        lambda batch: client.submit(Recoverer.recovered, solver, batch, pure=False),
        lambda: AHEAD * max(1, len(client.nthreads())),
    )


def _recoverer(path: str) -> Recoverer:
    return Recoverer(cast(CageIK, open_rig(path)))
