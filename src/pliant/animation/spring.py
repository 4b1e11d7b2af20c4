"""A damped spring that follows a value over time, integrated exactly between frames.

y + k₁ẏ + k₂ÿ = x + k₃ẋ, with k₁ = 2ζ/ω, k₂ = 1/ω², k₃ = r ζ/ω. Between frames x runs straight, and against
the straight line y swings freely: no step is too long, and what stands still stays, to the last bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm

from pliant.animation.follow_through import FollowThrough
from pliant.arrays import Floats

# A swing that has shrunk to this share of what it was is not seen any more.
SETTLED = 1e-8


@dataclass(frozen=True, eq=False)
class Swing:
    """State of springs, arrays of one shape: places y, speeds per second, and the values x followed last."""

    y: Floats
    speed: Floats
    x: Floats

    @staticmethod
    def at_rest(x: Floats) -> Swing:
        """Springs at rest at the values x that they follow."""
        return Swing(x, np.zeros_like(x), x)


@dataclass(frozen=True, eq=False)
class Spring:
    """The step of a spring over one frame.

    seconds: duration of a frame
    lag:     k₁ − k₃, seconds by which the spring is late in a steady motion
    free:    (2, 2) matrix that takes place and speed of a free swing to the next frame
    """

    seconds: float
    lag: float
    free: Floats

    @staticmethod
    def of(follow: FollowThrough, seconds: float) -> Spring:
        """The spring of a follow-through, for frames of so many seconds."""
        omega = 2.0 * np.pi * follow.springiness
        rates = np.array([[0.0, 1.0], [-(omega**2), -2.0 * follow.damping * omega]])
        lag = (2.0 - follow.response) * follow.damping / omega
        return Spring(seconds, lag, np.asarray(expm(seconds * rates), dtype=np.float64))

    @property
    def settling(self) -> int:
        """Number of frames after which a free swing has died down."""
        keeps = float(np.abs(np.linalg.eigvals(self.free)).max())
        return math.ceil(math.log(SETTLED) / math.log(keeps))

    def followed(self, swing: Swing, x: Floats) -> Swing:
        """The springs one frame later, when the values have gone straight to x."""
        speed = (x - swing.x) / self.seconds
        (a, b), (c, d) = self.free
        off, rate = swing.y - (swing.x - self.lag * speed), swing.speed - speed
        return Swing(x - self.lag * speed + a * off + b * rate, speed + c * off + d * rate, x)
