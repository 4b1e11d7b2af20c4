"""One body from many tubes, joined and carved with smooth transitions, standing on the floor y = 0."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import njit

from pliant.arrays import Floats, Vertices
from pliant.samples.implicit.tubes import Tube, TubeSamples, distance_to_box, distance_to_tube

FLOOR_FILLET = 0.008


@dataclass(frozen=True, eq=False)
class BodyPart:
    """A tube, and how it is joined to the parts before it.

    fillet: width of the smooth transition
    bones:  names of the bones that move it, from the start of its tube on
    carves: whether the tube is cut out instead of added
    detail: factor on the wanted edge lengths there
    """

    tube: Tube
    fillet: float
    bones: tuple[str, ...]
    carves: bool = False
    detail: float = 1.0


class ImplicitBody:
    """A solid made of parts, which are added or cut out in their order, above the floor."""

    def __init__(self, parts: Sequence[BodyPart]) -> None:
        self.parts = tuple(parts)
        self._tubes = TubeSamples.of([part.tube for part in parts])
        self._fillet = np.array([part.fillet for part in parts])
        self._sign = np.array([-1.0 if part.carves else 1.0 for part in parts])

    def box(self) -> tuple[Floats, Floats]:
        """Lowest and highest coordinates (3,) of all parts."""
        return self._tubes.boxes[:, 0].min(axis=0), self._tubes.boxes[:, 1].max(axis=0)

    def level(self, P: Vertices) -> tuple[Floats, Floats]:
        """Signed distances (p,) of the points P (p, 3), negative inside, and their gradients (p, 3)."""
        points = np.ascontiguousarray(P, dtype=np.float64)
        value, normal = np.empty(len(P)), np.empty((len(P), 3))
        _levels(points, self._tubes, self._fillet, self._sign, value, normal)
        return value, normal

    def projected(self, P: Vertices) -> Vertices:
        """Points near the surface (p, 3), moved onto it by one Newton step."""
        value, normal = self.level(P)
        return P - value[:, None] * normal

    def distances(self, P: Vertices, reach: float) -> tuple[Floats, Floats]:
        """Signed distances (p, t) to each part alone, and where along it the closest points lie (p, t).

        The place is in samples of the part's tube. For a part farther than reach, the distance is a lower
        bound and the place 0.
        """
        points = np.ascontiguousarray(P, dtype=np.float64)
        value, place = np.empty((len(P), len(self.parts))), np.zeros((len(P), len(self.parts)))
        _distances(points, self._tubes, reach, value, place)
        return value, place


@njit(cache=True)
def _levels(P, tubes, fillet, sign, value, normal):
    g = np.empty(3)
    for i in range(len(P)):
        f = math.inf
        x, y, z = 0.0, 0.0, 0.0
        for k in range(len(tubes.boxes)):
            if distance_to_box(P[i], tubes.boxes[k]) >= sign[k] * f + fillet[k]:
                continue
            d, _ = distance_to_tube(P[i], tubes, k, g)
            t = _share(sign[k] * f, d, fillet[k])
            s = sign[k] * (1.0 - t)
            f = (t * f if t > 0.0 else 0.0) + s * d - sign[k] * fillet[k] * t * (1.0 - t)
            x, y, z = t * x + s * g[0], t * y + s * g[1], t * z + s * g[2]
        t = _share(-f, P[i, 1], FLOOR_FILLET)
        value[i] = t * f - (1.0 - t) * P[i, 1] + FLOOR_FILLET * t * (1.0 - t)
        normal[i, 0], normal[i, 1], normal[i, 2] = t * x, t * y - (1.0 - t), t * z


@njit(cache=True)
def _share(f, g, width):
    """Share t of f in the rounded minimum t f + (1 − t) g − width t (1 − t) of f and g."""
    return min(1.0, max(0.0, 0.5 + 0.5 * (g - f) / width))


@njit(cache=True)
def _distances(P, tubes, reach, value, place):
    g = np.empty(3)
    for i in range(len(P)):
        for k in range(len(tubes.boxes)):
            value[i, k] = distance_to_box(P[i], tubes.boxes[k])
            if value[i, k] <= reach:
                value[i, k], place[i, k] = distance_to_tube(P[i], tubes, k, g)
