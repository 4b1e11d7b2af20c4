"""A damped spring that follows a value over time, integrated exactly between frames.

y + k₁ẏ + k₂ÿ = x + k₃ẋ, with k₁ = 2ζ/ω, k₂ = 1/ω², k₃ = r ζ/ω. Between frames x runs straight, and against
the straight line y swings freely: no step is too long, and what stands still stays, to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm

from pliant.animation.follow import FollowThrough
from pliant.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Swing:
    """Where the spring is, how fast it moves per second, and what it followed last; equal shapes."""

    y: Floats
    speed: Floats
    x: Floats

    @staticmethod
    def at_rest(x: Floats) -> Swing:
        """At the value that it follows."""
        return Swing(x, np.zeros_like(x), x)


@dataclass(frozen=True, eq=False)
class Spring:
    """The step of one frame.

    seconds: of a frame
    lag:     k₁ − k₃, seconds by which a steady motion is late
    free:    (2, 2) how place and speed of a free swing change
    """

    seconds: float
    lag: float
    free: Floats

    @staticmethod
    def of(follow: FollowThrough, seconds: float) -> Spring:
        """For frames of so many seconds."""
        omega = 2.0 * np.pi * follow.springiness
        rates = np.array([[0.0, 1.0], [-(omega**2), -2.0 * follow.damping * omega]])
        lag = (2.0 - follow.response) * follow.damping / omega
        return Spring(seconds, lag, np.asarray(expm(seconds * rates), dtype=np.float64))

    def followed(self, swing: Swing, x: Floats) -> Swing:
        """One frame on, with the value having gone straight to x."""
        speed = (x - swing.x) / self.seconds
        (a, b), (c, d) = self.free
        off, rate = swing.y - (swing.x - self.lag * speed), swing.speed - speed
        return Swing(x - self.lag * speed + a * off + b * rate, speed + c * off + d * rate, x)
