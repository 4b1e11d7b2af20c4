"""Rotations over time: unit quaternions that never go the long way round.

Smooth ones are cumulative cubic Béziers in the group [Kim1995], q₀ exp(β₁ω₁) exp(β₂ω₂) exp(β₃ω₃), with the
monotone slopes of vectors as angular velocities. Unlike squad they meet a given velocity at every key also
where the keys are not evenly spaced, and about a fixed axis the angle is the monotone cubic of numbers.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pliant.animation.keys import Channel
from pliant.animation.quaternions import exp, inverse, log, product
from pliant.animation.slopes import inner_slopes, vector_slopes
from pliant.arrays import Floats, Ints
from pliant.errors import TrackError

# Deviation from length one that a quaternion may have: files with few decimals round.
UNIT = 1e-3


class Turns(Channel):
    """A channel of quaternions (k, 4), w first, with the eases step, linear (slerp) and smooth.

    Beyond the keys, offset goes on turning by the same turn, seen from outside.
    Raises TrackError for quaternions that are not of length one, and for bezier eases.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.values.shape[1] != 4:
            raise TrackError(
                f"A rotation has {self.values.shape[1]} numbers; a quaternion w, x, y, z is needed."
            )
        length = np.linalg.norm(self.values, axis=1)
        bad = np.flatnonzero(np.abs(length - 1.0) > UNIT)
        if len(bad):
            raise TrackError(
                f"The rotation of key {bad[0]} is {self.values[bad[0]].tolist()}, of length "
                f"{length[bad[0]]:.4g}; a quaternion of length 1 is needed."
            )
        if "bezier" in self.eases:
            raise TrackError(
                "A rotation eases by bezier, but quaternions have no handles; use step, linear or smooth."
            )

    @cached_property
    def _unit(self) -> Floats:
        """(k, 4) keys scaled to length one, each with the sign that is nearer to the one before."""
        q = self.values / np.linalg.norm(self.values, axis=1, keepdims=True)
        flips = np.where((q[1:] * q[:-1]).sum(axis=1) < 0.0, -1.0, 1.0)
        return q * np.concatenate([[1.0], np.cumprod(flips)])[:, None]

    @cached_property
    def _steps(self) -> Floats:
        """(k-1, 3) rotation vectors from each key to the next, in the frame of the key."""
        return log(product(inverse(self._unit[:-1]), self._unit[1:]))

    def _inside(self, t: Floats) -> Floats:
        out = super()._inside(t)
        # Keys that are waited at or hit are the unit quaternions, like those between.
        i = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self) - 1)
        still = (self._is("step") | (np.arange(len(self)) == len(self) - 1))[i]
        out[still] = self._unit[i[still]]
        return out

    def _continued(self, values: Floats, cycles: Ints) -> Floats:
        once = log(product(self._unit[-1], inverse(self._unit[0])))
        return product(exp(cycles[:, None] * once), values)

    def _linear(self, i: Ints, s: Floats, gap: Floats) -> Floats:
        return product(self._unit[i], exp(s * self._steps[i]))

    def _smooth(self, i: Ints, s: Floats, gap: Floats) -> Floats:
        first, last = exp(gap * self._slopes[i] / 3.0), exp(gap * self._slopes[i + 1] / 3.0)
        start, end = self._unit[i], self._unit[i + 1]
        middle = product(product(inverse(first), product(inverse(start), end)), inverse(last))
        b3 = s**3
        b2 = b3 + 3.0 * s**2 * (1.0 - s)
        b1 = b2 + 3.0 * s * (1.0 - s) ** 2
        turned = product(start, exp(b1 * gap * self._slopes[i] / 3.0))
        return product(product(turned, exp(b2 * log(middle))), exp(b3 * gap * self._slopes[i + 1] / 3.0))

    @cached_property
    def _slopes(self) -> Floats:
        """(k, 3) angular velocities at the keys, per frame, in the frame of the key."""
        gaps = np.diff(self.times)
        chords = self._steps / gaps[:, None]
        slopes = np.zeros((len(self), 3))
        for first, last in self._smooth_runs():
            slopes[first : last + 1] = vector_slopes(gaps[first:last], chords[first:last])
        seam = self._seam()
        if seam == "around":
            slopes[0] = slopes[-1] = inner_slopes(gaps[-1:], gaps[:1], chords[-1:], chords[:1])[0]
        elif seam == "back":
            slopes[0] = slopes[-1] = 0.0
        return slopes
