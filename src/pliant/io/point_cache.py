"""What point caches of either kind have to fit: a mesh, and an even rate."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.mesh import Mesh
from pliant.errors import CorrespondenceError, FileFormatError

USUAL_RATE = 24.0
# Times are rounded to single precision and often to whole milliseconds; frames stray less than this share.
_UNEVEN = 0.05


def check_points(n: int, count: int, mesh: Mesh) -> None:
    """Refuses a cache of no frames, or of another number of points than the mesh has."""
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
    """Frames per second of frames at the times (k,) in seconds; 24 for a single one."""
    if len(times) == 1:
        return USUAL_RATE
    steps = np.diff(times)
    mean = (times[-1] - times[0]) / len(steps)
    if not np.isfinite(times).all() or not mean > 0 or (np.abs(steps - mean) > _UNEVEN * mean).any():
        raise FileFormatError(
            "The frames' times do not ascend in even steps; give fps to set a rate of your own."
        )
    return rounded_rate(1 / mean)


def rounded_rate(rate: float) -> float:
    """The rate that single precision made of a short decimal, such as 24 or 29.97; else the rate itself."""
    short = round(rate, 3)
    return short if abs(short - rate) <= 1e-5 * rate else rate
