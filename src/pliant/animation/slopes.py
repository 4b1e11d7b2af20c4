"""Slopes at keys for curves without overshoot: monotone cubics [Fritsch1980, Fritsch1984].

The slope at an inner key is a weighted harmonic mean of its neighbours' chords, or zero where they turn. Here
for vectors, such as angular velocities, so that no axis is special; along one line it is the usual rule.
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats

# The slope at an end may be at most so many times its chord where the curve turns at the next key.
STEEPEST_END = 3.0


def monotone_slopes(gaps: Floats, chords: Floats) -> Floats:
    """(k, d) slopes at k keys from the gaps (k-1,) between them and chords (k-1, d), number by number."""
    # A component is a vector of one number.
    return vector_slopes(gaps, chords[:, :, None])[:, :, 0]


def vector_slopes(gaps: Floats, chords: Floats) -> Floats:
    """(k, …, v) slopes at k keys from the gaps (k-1,) and chords (k-1, …, v) whose last axis is a vector."""
    if len(gaps) == 1:
        return np.concatenate([chords, chords])
    ends = (chords.ndim - 1) * (None,)
    gaps = gaps[(slice(None), *ends)]
    return np.concatenate(
        [
            _end(gaps[:1], gaps[1:2], chords[:1], chords[1:2]),
            inner_slopes(gaps[:-1], gaps[1:], chords[:-1], chords[1:]),
            _end(gaps[-1:], gaps[-2:-1], chords[-1:], chords[-2:-1]),
        ]
    )


def inner_slopes(h0: Floats, h1: Floats, before: Floats, after: Floats) -> Floats:
    """(…, v) slopes between the chords `before` (…, v) over gaps h0 and `after` over gaps h1."""
    a, b = _length(before), _length(after)
    turned = (a == 0.0) | (b == 0.0)
    a, b = np.where(turned, 1.0, a), np.where(turned, 1.0, b)
    u, v = before / a, after / b
    along = (u * v).sum(axis=-1, keepdims=True)
    w0, w1 = h0 + 2.0 * h1, 2.0 * h0 + h1
    speed = (w0 + w1) / (w0 / a + w1 / b)
    middle = u + v
    norm = _length(middle)
    # Along one line `along` is one; chords across each other leave the key at rest.
    slope = speed * np.maximum(along, 0.0) * middle / np.where(norm == 0.0, 1.0, norm)
    return np.where(turned | (along <= 0.0), 0.0, slope)


def _end(h0: Floats, h1: Floats, near: Floats, far: Floats) -> Floats:
    """Slope at the first of three keys of the parabola through them, cut where it would overshoot."""
    slope = ((2.0 * h0 + h1) * near - h0 * far) / (h0 + h1)
    steep = ((near * far).sum(axis=-1, keepdims=True) < 0.0) & (_length(slope) > STEEPEST_END * _length(near))
    slope = np.where(steep, STEEPEST_END * near, slope)
    return np.where((slope * near).sum(axis=-1, keepdims=True) <= 0.0, 0.0, slope)


def _length(v: Floats) -> Floats:
    return np.linalg.norm(v, axis=-1, keepdims=True)
