"""Frozen regions: vertices that stay in place, whose triangles do not count [Sumner2005, fig. 6 C–D]."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Floats, Ints, Vertices
from pliant.core.mesh import checked_positions
from pliant.errors import AnchorError


@dataclass(frozen=True, eq=False)
class Frozen:
    """The user's vertices (f,) that stay, and where: positions (f, 3)."""

    vertices: Ints
    positions: Floats

    @staticmethod
    def of(vertices: ArrayLike, at: ArrayLike | None, rest: Vertices) -> Frozen:
        """From vertex numbers or a mask (n,); `at` (n, 3) defaults to the rest pose."""
        chosen = np.asarray(vertices)
        if chosen.dtype == bool and chosen.shape == (len(rest),):
            chosen = np.flatnonzero(chosen)
        if chosen.ndim != 1 or not (np.issubdtype(chosen.dtype, np.integer) or chosen.size == 0):
            raise AnchorError(
                f"Frozen vertices have the shape {chosen.shape} and type {chosen.dtype}; "
                f"vertex numbers, or a mask of {len(rest)} truth values, are needed."
            )
        chosen = np.unique(chosen.astype(np.int64))
        if len(chosen) and (chosen[0] < 0 or chosen[-1] >= len(rest)):
            raise AnchorError(
                f"Vertex {chosen[-1]} is frozen, but the mesh has the vertices 0 to {len(rest) - 1}."
            )
        places = rest if at is None else checked_positions(at, "frozen positions")
        if places.shape != rest.shape:
            raise AnchorError(f"Frozen positions have the shape {places.shape}; {rest.shape} is needed.")
        return Frozen(chosen, places[chosen])
