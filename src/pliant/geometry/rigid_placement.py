"""The rigid motion that brings points nearest to given places."""

from __future__ import annotations

from pliant.arrays import Floats
from pliant.geometry.rotations import closest_rotation


def placing_rotation(points: Floats, places: Floats) -> Floats:
    """(3, 3) the rotation that brings points (h, 3) nearest to places (h, 3), in the least squares sense.

    The motion is x -> R (x - points.mean(axis=0)) + places.mean(axis=0).
    """
    return closest_rotation((places - places.mean(axis=0)).T @ (points - points.mean(axis=0)))
