"""Tubes with elliptic cross-sections along a curved centre line, and distances to them.

At a point p whose closest point on the centre line is c, with d the offset p − c in the tube's frame and
r the radii there, the distance is k₀ (k₀ − 1) / k₁ with k₀ = |d / r|, k₁ = |d / r²|: exact on the axes of
the ellipse, and right to first order at the surface.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.interpolate import Akima1DInterpolator

from pliant.arrays import Floats, Ints
from pliant.solve.kernels import inner

SAMPLES_PER_STATION = 8


@dataclass(frozen=True, eq=False)
class Tube:
    """A tube, sampled along its centre line.

    C:      (q, 3) points of the centre line
    frames: (q, 3, 3) rows: along the tube, up (for a leg that points down: forwards), sideways
    radii:  (q, 3) half heights above and below the centre line, half width
    """

    name: str
    C: Floats
    frames: Floats
    radii: Floats


def tube(name: str, stations: ArrayLike, side: ArrayLike = (0.0, 0.0, 1.0)) -> Tube:
    """A smooth tube through stations (s, 6): position x y z, radius above, below and sideways.

    `side` is the direction of its width; "above" is side × the direction of travel.
    """
    rows = np.asarray(stations, dtype=np.float64)
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(rows[:, :3], axis=0), axis=1))])
    samples = np.linspace(0.0, len(rows) - 1.0, SAMPLES_PER_STATION * (len(rows) - 1) + 1)
    at = np.interp(samples, np.arange(len(rows)), arc)
    smooth = Akima1DInterpolator(arc, rows, method="makima")(at)
    C, radii = smooth[:, :3], smooth[:, 3:]
    along = np.gradient(C, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    across = np.asarray(side) - along * (along @ np.asarray(side))[:, None]
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    return Tube(name, C, np.stack([along, np.cross(across, along), across], axis=1), radii)


def mirror_image(stations: ArrayLike, side: ArrayLike) -> tuple[Floats, Floats]:
    """Stations (s, 6) and direction of width (3,) of a tube's mirror image in x = 0."""
    rows, across = np.array(stations, dtype=np.float64), np.array(side, dtype=np.float64)
    rows[:, 0] *= -1.0
    # "Above" is a product of directions: mirrored, it would turn over if the width were only mirrored.
    across[1:] *= -1.0
    return rows, across


class TubeSamples(NamedTuple):
    """The samples of several tubes in common arrays, for compiled code.

    C, frames, radii: (q, 3), (q, 3, 3), (q, 3) as in Tube
    starts:           (t+1,) first sample of each tube; tube k has the samples starts[k] … starts[k+1] − 1
    boxes:            (t, 2, 3) lowest and highest coordinates of each tube
    """

    C: Floats
    frames: Floats
    radii: Floats
    starts: Ints
    boxes: Floats

    @staticmethod
    def of(tubes: Sequence[Tube]) -> TubeSamples:
        """Samples of the tubes, in order."""
        widest = [tube.radii.max(axis=1, keepdims=True) for tube in tubes]
        boxes = [
            [(tube.C - wide).min(axis=0), (tube.C + wide).max(axis=0)]
            for tube, wide in zip(tubes, widest, strict=True)
        ]
        return TubeSamples(
            np.concatenate([tube.C for tube in tubes]),
            np.concatenate([tube.frames for tube in tubes]),
            np.concatenate([tube.radii for tube in tubes]),
            np.cumsum([0, *(len(tube.C) for tube in tubes)]),
            np.array(boxes),
        )


@inner
def distance_to_box(p, box):
    """Distance of p (3,) from an axis-aligned box (2, 3); 0 inside it."""
    gap = 0.0
    for c in range(3):
        gap += max(0.0, box[0, c] - p[c], p[c] - box[1, c]) ** 2
    return math.sqrt(gap)


@inner
def distance_to_tube(p, tubes, k, gradient):
    """Signed distance of p (3,) to tube k, and where along it the closest point lies.

    The place counts samples from the tube's start. gradient (3,) receives the distance's gradient.
    The cross-section planes turn from one sample's to the next's, so that no wedge between two segments
    is left out or counted twice: the surface is smooth around bends.
    """
    first, last = tubes.starts[k], tubes.starts[k + 1]
    best, place = math.inf, 0.0
    earlier, before = math.inf, -1.0
    for j in range(first, last + 1):
        # Where the tube ends, p counts as behind the last plane and in front of the first.
        after = _ahead(p, tubes.C[j], tubes.frames[j]) if j < last else -1.0
        at = -1.0
        if after <= 0.0 and j == first:
            at = first
        elif after <= 0.0 and before > 0.0:
            at = j - 1 + before / (before - after) if j < last else last - 1
        elif (before <= 0.0 and earlier < before >= after) or (before > 0.0 and earlier > before <= after):
            # Inside a narrow bend a section through p appears here next: without it the distance would jump.
            at = j - 1
        if at >= 0.0:
            low = min(int(at), last - 2)
            f, x, y, z = _distance_to_section(p, tubes, low, at - low)
            if f < best:
                best, place = f, at - first
                gradient[0], gradient[1], gradient[2] = x, y, z
        earlier, before = before, after
    return best, place


@inner
def _ahead(p, c, frame):
    """Distance of p in front of the plane through c across the tube."""
    return frame[0, 0] * (p[0] - c[0]) + frame[0, 1] * (p[1] - c[1]) + frame[0, 2] * (p[2] - c[2])


@inner
def _distance_to_section(p, tubes, j, t):
    """Signed distance of p to the cross-section a fraction t after sample j, and its gradient."""
    C, frames, radii = tubes.C, tubes.frames, tubes.radii
    s = 1.0 - t
    d0, d1, d2 = 0.0, 0.0, 0.0
    for c in range(3):
        offset = p[c] - s * C[j, c] - t * C[j + 1, c]
        d0 += offset * (s * frames[j, 0, c] + t * frames[j + 1, 0, c])
        d1 += offset * (s * frames[j, 1, c] + t * frames[j + 1, 1, c])
        d2 += offset * (s * frames[j, 2, c] + t * frames[j + 1, 2, c])
    above, below = s * radii[j, 0] + t * radii[j + 1, 0], s * radii[j, 1] + t * radii[j + 1, 1]
    high = above if d1 > 0.0 else below
    wide = s * radii[j, 2] + t * radii[j + 1, 2]
    end = min(above, below, wide)
    q0, q1, q2 = d0 / end**2, d1 / high**2, d2 / wide**2
    k0 = math.sqrt(d0 * q0 + d1 * q1 + d2 * q2)
    k1 = math.sqrt(q0**2 + q1**2 + q2**2)
    if k1 == 0.0:
        return -end, 0.0, 0.0, 0.0
    a, b, c = q0 / k1, q1 / k1, q2 / k1
    P, Q = frames[j], frames[j + 1]
    x = s * (a * P[0, 0] + b * P[1, 0] + c * P[2, 0]) + t * (a * Q[0, 0] + b * Q[1, 0] + c * Q[2, 0])
    y = s * (a * P[0, 1] + b * P[1, 1] + c * P[2, 1]) + t * (a * Q[0, 1] + b * Q[1, 1] + c * Q[2, 1])
    z = s * (a * P[0, 2] + b * P[1, 2] + c * P[2, 2]) + t * (a * Q[0, 2] + b * Q[1, 2] + c * Q[2, 2])
    return k0 * (k0 - 1.0) / k1, x, y, z
