"""Cubic Bézier curves through keys whose handles lie at (frame, value), as Blender and Maya draw them.

Between two keys time is itself a cubic, x(s) = 3a s(1−s)² + 3(1−b) s²(1−s) + s³ in gaps between the keys;
s is found from the frame, and the value follows from s.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats

# Newton's steps fall back to halving the bracket; a triple root, the worst that handles can make, gains a
# third each.
MOST_STEPS = 80
# Step that ends the search, in gaps between keys.
FOUND = 1e-16


def bezier(x: Floats, a: Floats, b: Floats, values: tuple[Floats, Floats, Floats]) -> Floats:
    """(f, d) rise of the curve over the first key's value at times x (f, 1), 0 at one key and 1 at the next.

    a, b:   (f, d) reach of the handle after the first key, and of the handle before the second, in gaps
    values: (f, d) of the first handle, of the second handle, and of the second key, above the first key
    """
    (a, shorter), (b, sooner) = reach(a), reach(b)
    up, down, rise = values
    s = _parameter(np.broadcast_to(x, a.shape), a, b)
    first, second = shorter * up, rise - sooner * (rise - down)
    return s * (3.0 * first * (1.0 - s) ** 2 + s * (3.0 * second * (1.0 - s) + rise * s))


def reach(a: Floats) -> tuple[Floats, Floats]:
    """Reach of a handle in gaps, shortened so that time never runs back, and the factor that does so.

    A handle never points backwards, and one that reaches beyond the next key is shortened along its own
    direction to end there, as Blender does.
    """
    a = np.maximum(a, 0.0)
    shorter = 1.0 / np.maximum(a, 1.0)
    return a * shorter, shorter


def _parameter(x: Floats, a: Floats, b: Floats) -> Floats:
    """(f, d) parameters s with x(s) = x; x rises, so that a bracket always holds the only root."""
    low, high, s = np.zeros_like(x), np.ones_like(x), x.copy()
    for _ in range(MOST_STEPS):
        off = s * (3.0 * a * (1.0 - s) ** 2 + s * (3.0 * (1.0 - b) * (1.0 - s) + s)) - x
        rate = 3.0 * (a * (1.0 - s) ** 2 + 2.0 * (1.0 - b - a) * s * (1.0 - s) + b * s**2)
        low, high = np.where(off <= 0.0, s, low), np.where(off >= 0.0, s, high)
        step = s - off / np.where(rate > 0.0, rate, 1.0)
        new = np.where((rate > 0.0) & (step >= low) & (step <= high), step, 0.5 * (low + high))
        moved, s = np.abs(new - s), new
        if (moved <= FOUND).all():
            break
    return s
