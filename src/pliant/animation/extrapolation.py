"""Extrapolation of keys: what a channel does before its first key and after its last."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np

from pliant.arrays import Floats, Ints

Beyond = Literal["hold", "loop", "ping-pong", "offset"]
BEYONDS: tuple[str, ...] = get_args(Beyond)


def folded(frames: Floats, span: tuple[float, float], before: Beyond, after: Beyond) -> tuple[Floats, Ints]:
    """inside (f,), the frames moved into the span of the keys, and cycles (f,), the spans to add.

    span:          times of the first and the last key
    before, after: hold stays at the nearest key; loop begins again; ping-pong goes back and forth; offset
                   begins again from where it ended, as a walk goes on, and only there cycles are not 0
    """
    first, last = span
    inside, cycles = np.clip(frames, first, last), np.zeros(len(frames), dtype=np.int64)
    period = last - first
    if period == 0.0:
        return inside, cycles
    for way, rows in ((before, frames < first), (after, frames > last)):
        if way == "hold" or not rows.any():
            continue
        since = frames[rows] - first
        passed = np.floor(since / period)
        # A frame that lies on a key stays on it: rounding may not carry it past an end.
        phase = np.clip(since - passed * period, 0.0, period)
        if way == "ping-pong":
            phase = np.where(passed % 2 == 0, phase, period - phase)
        inside[rows] = first + phase
        if way == "offset":
            cycles[rows] = passed
    return inside, cycles
