"""Frozen regions: vertices that stay in place, whose triangles do not count [Sumner2005, fig. 6 C–D]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, checked_vertices
from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import AnchorError
from pliant.mesh import checked_positions


@dataclass(frozen=True, eq=False)
class Frozen:
    """The user's vertices (f,) that stay, and where: positions (f, 3)."""

    vertices: Ints
    positions: Floats

    @staticmethod
    def of(vertices: ArrayLike, at: ArrayLike | None, rest: Vertices) -> Frozen:
        """From vertex numbers or a mask (n,); `at` (n, 3) defaults to the rest pose."""
        chosen = checked_vertices(vertices, len(rest), "frozen")
        places = rest if at is None else checked_positions(at, "frozen positions")
        if places.shape != rest.shape:
            raise AnchorError(f"Frozen positions have the shape {places.shape}; {rest.shape} is needed.")
        return Frozen(chosen, places[chosen])

    def check_not_grabbed(self, held: Held, of_user: Ints) -> None:
        """Raise AnchorError where a held point needs a frozen vertex; of_user as in `Solvable`."""
        still = np.isin(of_user[held.corners], of_user[self.vertices]) & (held.weights != 0.0)
        if still.any():
            vertex = held.corners[np.nonzero(still)[0][0], np.nonzero(still)[1][0]]
            raise AnchorError(f"Vertex {vertex} is both grabbed and frozen; leave it out of one of the two.")
