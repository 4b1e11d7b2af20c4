"""The pins of a grip that are not met exactly, and what stands on its floor, for the solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array, eye_array, vstack

from pliant.arrays import Array, Floats, Ints
from pliant.examples.yielding import anchoring_rows, compliances, pin_rows
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.solvable import Solvable
from pliant.methods.elastic.held_system import HeldSystem, LooseSystem
from pliant.methods.elastic.pin_rows import PinRows
from pliant.methods.elastic.proxy import Proxy
from pliant.pins import Floor, PinnedPoints
from pliant.pose import NO_VERTICES

# In diagonals: what is less deep below the floor counts as on it.
SUNK = 1e-4
# Low vertices that join in one round; more of them are thinned out to spread ones.
MOST_LOW = 80
# How far what only slides gives way where nothing else holds it, per what a point gives way.
LOOSE = 1e4


@dataclass(frozen=True, eq=False)
class Standing:
    """Vertices (c,) of the solver that a floor may hold up; which (c,) keep their place, and it (c, 3)."""

    vertices: Ints
    kept: Array
    places: Floats

    @staticmethod
    def none() -> Standing:
        """Nothing stands anywhere."""
        return Standing(NO_VERTICES, np.empty(0, dtype=bool), np.empty((0, 3)))

    def and_also(self, low: Ints) -> Standing:
        """These and others, which do not keep their place."""
        return Standing(
            np.concatenate([self.vertices, low]),
            np.concatenate([self.kept, np.zeros(len(low), dtype=bool)]),
            np.concatenate([self.places, np.zeros((len(low), 3))]),
        )

    def letting_go(self, risen: Array) -> Standing:
        """The same with some (c,) free to leave their places."""
        return Standing(self.vertices, self.kept & ~risen, self.places)


@dataclass(frozen=True, eq=False)
class LoosePins:
    """Pins that yield or slide, and the floor, in the solver's coordinates.

    loose:  (h,) the held points that they are
    C:      (e, n) sparse: their positions
    rest:   (n, 3) positions of all vertices at rest
    weight, group, across: of these points, as in `PinnedPoints`
    point:  (3,) a point of the floor; None without one
    normal: (3,) where up is
    grips:  whether what stands on the floor keeps its place
    """

    loose: Array
    C: csr_array
    rest: Floats
    weight: Floats
    group: Ints
    across: Floats
    point: Floats | None
    normal: Floats
    grips: bool

    @staticmethod
    def of(hold: PinnedPoints, C: csr_array, shape: Solvable) -> LoosePins:
        """Those of a hold whose points have the rows C (h, n)."""
        loose = ~hold.plain
        floor: Floor | None = hold.floor
        return LoosePins(
            loose,
            csr_array(C[np.flatnonzero(loose)]),
            shape.V[0],
            hold.weight[loose],
            hold.held.group[loose],
            hold.across[loose],
            None if floor is None else shape.frame.inward(np.array(floor.point)),
            np.array((0.0, 1.0, 0.0) if floor is None else floor.normal),
            floor is not None and floor.grip,
        )

    def has_rows(self, standing: Standing) -> bool:
        """Whether anything is held loosely."""
        return bool(self.loose.any()) or len(standing.vertices) > 0

    def points(self, standing: Standing) -> csr_array:
        """(e + c, n) sparse: the positions of the pins, and of what may stand."""
        if not len(standing.vertices):
            return self.C
        unit = csr_array(eye_array(len(self.rest), format="csr"))
        return csr_array(vstack([self.C, unit[standing.vertices]]))

    def rows(self, W: Floats, standing: Standing, *, floats: bool) -> PinRows:
        """The rows on these points, W (e + c, e + c) being as in `RowSystem`."""
        e, c = len(self.weight), len(standing.vertices)
        D, point = pin_rows(self.across) if e else (np.zeros((0, 0, 3)), NO_VERTICES)
        sigma = compliances(W[:e, :e], self.weight, self.group, floating=floats) if e else np.empty(0)
        along, own = pin_rows(np.eye(3) - np.tile(np.outer(self.normal, self.normal), (c, 1, 1)))
        kept = standing.kept[own]
        blocks = [
            (_padded(D, e + c, 0), sigma[point], False),
            (_padded(along[kept], e + c, e), np.zeros(int(kept.sum())), False),
            (_padded(np.eye(c)[:, :, None] * self.normal, e + c, e), np.zeros(c), True),
        ]
        if floats:
            held = np.concatenate([blocks[0][0], blocks[1][0]])
            anchoring = anchoring_rows(held, e)
            weak = np.full(len(anchoring), LOOSE * float(np.diag(W).mean()))
            blocks.insert(0, (anchoring, weak, False))
        return PinRows(
            np.concatenate([rows for rows, _, _ in blocks]),
            np.concatenate([own for _, own, _ in blocks]),
            np.concatenate([np.full(len(rows), one_sided) for rows, _, one_sided in blocks]),
        )

    def targets(self, shift: Floats, standing: Standing) -> Floats:
        """(e + c, 3) where the points go, from the displacements of all held points (h, 3)."""
        own = shift[self.loose]
        if self.point is None or not len(standing.vertices):
            return own
        rest = self.rest[standing.vertices]
        up = np.outer((self.point - rest) @ self.normal, self.normal)
        away = np.where(standing.kept[:, None], standing.places - rest, 0.0)
        return np.concatenate([own, up + away - np.outer(away @ self.normal, self.normal)])

    def low(self, x: Floats, standing: Standing) -> Ints:
        """Vertices that have sunk below the floor at x (n, 3), less those that are known; some of many."""
        if self.point is None:
            return NO_VERTICES
        heights = (x - self.point) @ self.normal
        low = np.setdiff1d(np.flatnonzero(heights < -SUNK), standing.vertices)
        if len(low) <= MOST_LOW:
            return low
        return np.union1d(low[farthest_points(x[low], MOST_LOW - 1)], low[np.argmin(heights[low])])

    def system(
        self, held: HeldSystem, shift: Floats, standing: Standing, proxy: Proxy | None = None
    ) -> LooseSystem | None:
        """The rows at full resolution, the held points displaced by shift (h, 3); None without any.

        proxy: the coarser surface that is solved for; None for the mesh itself
        """
        if not self.has_rows(standing):
            return None
        P = self.points(standing)
        if proxy is not None:
            P = csr_array(P @ proxy.matrix)
        Y = held.responses(P)
        rows = self.rows(P @ Y, standing, floats=held.floats)
        return LooseSystem(held, P, Y, rows, rows.at(self.targets(shift, standing)))

    def stands(self, x: Floats, acting: Array | None, standing: Standing) -> Standing | None:
        """What may stand after a search that ended at x (n, 3); None where it is the same."""
        low = self.low(x, standing)
        if acting is None or not len(standing.vertices):
            return standing.and_also(low) if len(low) else None
        risen = standing.kept & ~acting[-len(standing.vertices) :]
        return standing.letting_go(risen).and_also(low) if len(low) or risen.any() else None

    def begun(self, vertices: Ints, places: Any) -> Standing:
        """What stood in an earlier pose (c,), at places (c, 3)."""
        return Standing(vertices, np.full(len(vertices), self.grips), np.asarray(places).reshape(-1, 3))


def _padded(D: Floats, points: int, first: int) -> Floats:
    """Rows D (r, e, 3) on points that come at `first` among more."""
    out = np.zeros((len(D), points, 3))
    out[:, first : first + D.shape[1]] = D
    return out
