"""Discs: the neighbourhoods that pins pull on, so that no vertex is drawn out to a spike.

Poses are found with forces on single vertices, and shown with forces on discs, which meet the anchors as
exactly. A force on a single vertex moves it against its surroundings by about log(size / edge), with a slope
that grows without bound as triangles shrink; one on a disc lifts the disc as a rounded cap, whatever the
triangles are. Not in [Sumner2005].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist

from pliant.anchors import Held
from pliant.arrays import Faces, Floats, Ints, Targets, Vertices
from pliant.geometry.geodesic_disc import Brush
from pliant.geometry.gradient import vertex_areas

# More firm anchors than these hold a surface rather than pull on it; they have no discs.
MOST = 64
# A disc of fewer vertices is no wider than the triangles at its anchor.
FEWEST = 8
# Points that hardly move apart from others are not held for themselves: the share of the largest that counts.
TOLD_APART = 1e-10


@dataclass(frozen=True, eq=False)
class Discs:
    """The surface that pins pull on, the areas (n,) around its vertices, and the radius of a disc."""

    brush: Brush
    area: Floats
    radius: float

    @staticmethod
    def of(V: Vertices, F: Faces, radius: float) -> Discs:
        """Discs of one radius on the surface V (n, 3), F (m, 3)."""
        return Discs(Brush.of(V, F), vertex_areas(V, F), radius)

    def loads(self, held: Held) -> csr_array:
        """(h, n) the shares of each anchor's force, which sum to one: most in the middle, none at the rim.

        Discs of near anchors are smaller, and a vertex on no triangle has none.
        """
        rows = held.matrix(len(self.area))
        loads = rows * np.maximum(rows @ self.area, np.finfo(float).tiny)[:, None]
        radii = _radii(held.on(self.brush.V), self.radius)
        caps = [_cap(held, anchor, self.brush, radius) for anchor, radius in enumerate(radii)]
        vertices, heights = (np.concatenate(each) for each in zip(*caps, strict=True))
        starts = np.cumsum([0, *(len(inside) for inside, _ in caps)])
        loads = csr_array(loads + csr_array((heights * self.area[vertices], vertices, starts), rows.shape))
        return csr_array(loads / loads.sum(axis=1)[:, None])


def _radii(places: Targets, radius: float) -> Floats:
    """(h,) the radius of each disc: at most half the way to the next of the anchors at places (h, 3)."""
    apart = cdist(places, places)
    np.fill_diagonal(apart, np.inf)
    return np.minimum(radius, apart.min(axis=1) / 2.0)


def _cap(held: Held, anchor: int, brush: Brush, radius: float) -> tuple[Ints, Floats]:
    """The vertices (d,) of a disc around an anchor, and the heights (d,) of a smooth cap over it."""
    used = held.corners[anchor][held.weights[anchor] != 0.0]
    first = int(used[0])
    fan = brush.around[brush.starts[first] : brush.starts[first + 1]]
    at = [face for face in fan if np.isin(used, brush.F[face]).all()]
    none = np.empty(0, dtype=np.int64), np.empty(0)
    if not at or radius == 0.0:
        return none
    shares = [held.weights[anchor][held.corners[anchor] == corner].sum() for corner in brush.F[at[0]]]
    inside, distance = brush.disc(int(at[0]), shares, radius)
    return (inside, (1.0 - (distance / radius) ** 2) ** 2) if len(inside) >= FEWEST else none


def kept_at(E: Any, Y: Floats, moves: Floats) -> Floats:
    """The moves (n, 3) with those taken out that move points of the rows E (p, n), at the least cost.

    Y: (n, p) how unit forces on the points move everything, the anchors held
    """
    S = np.asarray(E @ Y)
    forces = np.linalg.pinv((S + S.T) / 2, rcond=TOLD_APART, hermitian=True) @ (E @ moves)
    return moves - Y @ forces


def above(x: Floats, moved: Floats, point: Floats, normal: Floats) -> Floats:
    """(n, 3) the moved vertices, none lower than a floor that was not below it in x (n, 3)."""
    least = np.minimum((x - point) @ normal, 0.0)
    sunk = np.maximum(least - (moved - point) @ normal, 0.0)
    return moved + sunk[:, None] * normal
