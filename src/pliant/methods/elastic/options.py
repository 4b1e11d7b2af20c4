"""The options of an Elastic IK rig: our defaults, and plain ARAP."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from pliant.errors import OptionError
from pliant.option_checks import check_fields


@dataclass(frozen=True)
class ElasticOptions:
    """The options of an Elastic IK rig. Defaults are our best method; PRINTED is [Sorkine2007].

    ARAP has the energy of PRINTED, and reaches a minimum of it in far fewer steps.

    energy:     'cells': overlapping cells turn rigidly, as `body.py` says; 'vertices': a rotation for each
                vertex and its edges, the paper's energy
    cells:      how many cells turn; fewer are stiffer
    bending:    resistance against bending: the length, in extents of the mesh, below which it bends little
    solidity:   how firmly opposite sides of a closed body keep their distance; 0 for a hollow one
    reach:      how far a pull reaches, in extents of the mesh: 1 moves everything that is not held, and below
                the body is tied to its rest place, so that pulls fade out over about this length
    settles:    whether poses end at full resolution; without, they end in the controls of the skin
    finest:     meshes with more vertices are posed on a coarser surface with 0.6 times so many, which carries
                their details; a larger number is exact, and costs as much as the mesh is large
    tolerance:  largest turn of a cell in the last step, in radians; for 'vertices' the largest movement of a
                vertex, in diagonals
    iterations: steps at most
    search:     how 'vertices' finds its least energy: 'quasi-newton', or the paper's 'alternating' steps over
                rotations and positions; cells have Newton's method
    Raises OptionError for values that are no choice or out of range.
    """

    energy: Literal["cells", "vertices"] = "cells"
    cells: int = 150
    bending: float = 0.05
    solidity: float = 1.0
    reach: float = field(
        default=1.0,
        metadata={
            "words": "How far a pull reaches: near the handle, or everywhere",
            "low": 0.02,
            "high": 1.0,
        },
    )
    settles: bool = True
    finest: int = 100_000
    tolerance: float = 1e-6
    iterations: int = 200
    search: Literal["quasi-newton", "alternating"] = "quasi-newton"

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0 < self.tolerance < math.inf:
            raise OptionError(f"tolerance={self.tolerance!r}; a positive number is needed.")
        for name in ("bending", "solidity"):
            if not 0 <= vars(self)[name] < math.inf:
                raise OptionError(f"{name}={vars(self)[name]!r}; a number of at least 0 is needed.")
        if not 0 < self.reach <= 1:
            raise OptionError(f"reach={self.reach!r}; above 0 and up to 1, which is everywhere, is needed.")
        if self.reach < 1 and self.energy == "vertices":
            raise OptionError(f"reach={self.reach!r}, but as printed pulls reach everywhere; leave it at 1.")
        for name in ("cells", "iterations", "finest"):
            if not vars(self)[name] >= 1:
                raise OptionError(f"{name}={vars(self)[name]!r}; a number of at least 1 is needed.")

    def to_json(self) -> dict[str, Any]:
        """The options as a dictionary, ready for JSON."""
        return asdict(self)

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> ElasticOptions:
        """The options that `to_json` described."""
        if values.get("energy") == "vertices":
            # Files of before had only the paper's search.
            values = {"search": "alternating", **values}
        return ElasticOptions(**values)


# The end of a search is near where quasi-Newton steps are this short.
ARAP = ElasticOptions(energy="vertices", tolerance=1e-7, iterations=2_000)
# Alternating steps move vertices less and less: a hundred times as far as the last step is left to go.
PRINTED = replace(ARAP, search="alternating", tolerance=1e-9, iterations=20_000)
