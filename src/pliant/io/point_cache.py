"""Checks of point caches of both kinds: they must fit a mesh and have an even rate."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.errors import CorrespondenceError, FileFormatError
from pliant.io.frames import USUAL_RATE
from pliant.mesh import Mesh

# Times are rounded to single precision and often to milliseconds, which moves frames less than this share.
_UNEVEN = 0.05
# Numbers of frames beyond this are mistakes.
_LAST_FRAME = 1e9


def check_points(n: int, count: int, mesh: Mesh) -> None:
    """Refuse a cache without frames, or with a number of points n that differs from the mesh."""
    if n < 1 or count < 1:
        raise FileFormatError(
            f"The cache announces {count} frames of {n} points; it is damaged, or another kind of file."
        )
    if n != mesh.n:
        raise CorrespondenceError(
            f"The cache has {n} points per frame where the mesh has {mesh.n} vertices; give the mesh that "
            "the cache was exported from, with its vertex order kept."
        )


def even_rate(times: Floats) -> float:
    """Frames per second of frames at times (k,) in seconds, 24 for a single one; refuses uneven times."""
    if len(times) == 1:
        return USUAL_RATE
    steps = np.diff(times)
    mean = (times[-1] - times[0]) / len(steps)
    if not np.isfinite(times).all() or not mean > 0 or (np.abs(steps - mean) > _UNEVEN * mean).any():
        raise FileFormatError(
            "The frames' times do not ascend in even steps; give fps to set a rate of your own."
        )
    return rounded_rate(1 / mean)


def first_frame(time: float) -> int:
    """The number of the first frame at a time in frames; 1 if the time makes no sense."""
    return round(time) if abs(time) < _LAST_FRAME else 1


def rounded_rate(rate: float) -> float:
    """The rate rounded to three decimals, such as 29.97, if it is that near; else the rate itself."""
    short = round(rate, 3)
    return short if abs(short - rate) <= 1e-5 * rate else rate
