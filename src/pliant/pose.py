"""What a drag gives back: how it was solved, the parameters that it found, and the posed vertices."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Self

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.immutable import freeze_arrays

NOTHING: Floats = np.empty(0)
NO_VERTICES: Ints = np.empty(0, dtype=np.int64)


class Status(Enum):
    """How a minimisation ended."""

    CONVERGED = "converged"
    OUT_OF_ITERATIONS = "out of iterations"
    STALLED = "no step lowers the energy"
    FLOWING = "on its way"
    OUT_OF_TIME = "out of time"

    @property
    def unfinished(self) -> bool:
        """Whether the same call, started from there, goes on."""
        return self in {Status.FLOWING, Status.OUT_OF_TIME}


@dataclass(frozen=True, eq=False, kw_only=True)
class Pulled:
    """The parameters that bring the held points to their targets. Methods add their own; all are frozen.

    status:     how the solver ended; not converging is a status, not an exception
    iterations: accepted steps
    energy:     the minimised energy, per unit of area, without dimension
    energies:   the energy before the first step and after each
    seconds:    wall time
    gaps:       (h,) distance of each held point from its target, in the user's units
    weights:    (k,) weights of the poses that the rig mixes; empty for a rig that mixes none
    regional:   (R, k) these weights in each region of a rig whose regions have their own; empty for others
    palette:    (c, 3, 4) transformations [F d] in the user's coordinates, for a rig with a skin
    points:     (p, 3) positions in the user's coordinates, for a rig whose points carry its vertices
    touching:   (t,) vertices that the floor holds up; empty where there is none
    targets:    (h, 3) where `Grip.flow` led the held points; None for what it did not make
    toward:     what the search found, where this is only on its way there
    """

    status: Status
    iterations: int
    energy: float
    energies: tuple[float, ...]
    seconds: float
    gaps: Floats
    weights: Floats = field(default_factory=lambda: NOTHING)
    regional: Floats = field(default_factory=lambda: NOTHING)
    palette: Floats | None = None
    points: Floats | None = None
    touching: Ints = field(default_factory=lambda: NO_VERTICES)
    targets: Floats | None = None
    toward: Pulled | None = None

    def __post_init__(self) -> None:
        freeze_arrays(self)

    def reweighted(self, weights: Floats) -> Self:
        """The same parameters with other weights (k,), as a start for a drag."""
        return replace(self, weights=weights)

    def led(self, targets: Floats, toward: Pulled | None) -> Self:
        """The same parameters with where the held points were led, and what they are on their way to."""
        return replace(self, targets=targets, toward=toward)


@dataclass(frozen=True, eq=False, kw_only=True)
class Pose(Pulled):
    """The result of a drag: the parameters with the vertices V (n, 3), in the user's order."""

    V: Vertices
