"""Muscles swell when the joints that they move bend."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.samples.fox.skeleton import SIDES, BoneMotion


@dataclass(frozen=True)
class Muscle:
    """A muscle of the right side, which swells when a bone bends.

    bone:  the bone whose pitch against its parent makes it swell
    way:   1 where a positive pitch makes it swell, -1 where a negative one does
    belly: its centre at rest; reach: its extent from there
    swell: rise of the skin there at 90 degrees
    """

    bone: str
    way: float
    belly: tuple[float, float, float]
    reach: float
    swell: float


MUSCLES = {
    "hamstrings": Muscle("tibia", -1.0, (-0.285, 0.410, 0.115), 0.075, 0.014),
    "quadriceps": Muscle("femur", 1.0, (-0.185, 0.440, 0.120), 0.070, 0.008),
    "gluteus": Muscle("femur", -1.0, (-0.310, 0.575, 0.090), 0.075, 0.014),
    "calf": Muscle("tibia", -1.0, (-0.270, 0.290, 0.115), 0.045, 0.008),
    "deltoid": Muscle("humerus", 1.0, (0.285, 0.500, 0.110), 0.060, 0.008),
    "triceps": Muscle("humerus", -1.0, (0.195, 0.420, 0.115), 0.060, 0.010),
    "biceps": Muscle("radius", 1.0, (0.275, 0.390, 0.110), 0.050, 0.012),
    "forearm": Muscle("radius", 1.0, (0.235, 0.290, 0.110), 0.045, 0.006),
}


def swelling(V: Vertices, side: str) -> Floats:
    """(n, muscles) lift of the skin at V (n, 3) by each muscle of a side, at 90 degrees."""
    mirror = [1.0, 1.0, SIDES[side]]
    lift = [
        muscle.swell * np.exp(-(((V - np.multiply(muscle.belly, mirror)) / muscle.reach) ** 2).sum(axis=1))
        for muscle in MUSCLES.values()
    ]
    return np.stack(lift, axis=1)


def effort(motion: BoneMotion, side: str) -> Floats:
    """(muscles,) effort of each muscle of a side: 0 at rest, 1 at 90 degrees and more."""
    bends = [muscle.way * motion.bend(f"{side} {muscle.bone}") for muscle in MUSCLES.values()]
    return np.sin(np.clip(bends, 0.0, np.pi / 2.0))
