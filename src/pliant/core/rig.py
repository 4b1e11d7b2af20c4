"""Posing at three speeds, each a type: a rig (once per character), a grip (per held points), a drag."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.anchors import Held, Points
from pliant.core.arrays import Array, Ints, Vertices
from pliant.core.gauss_newton import Status
from pliant.core.mesh import Mesh


@dataclass(frozen=True, eq=False)
class Solved:
    """How a drag was solved.

    status:     how the solver ended; not converging is a status, not an exception
    iterations: accepted steps
    energy:     what was minimised, per unit of area, without dimension
    energies:   the energy before the first step and after each
    seconds:    wall time of the drag
    """

    status: Status
    iterations: int
    energy: float
    energies: tuple[float, ...]
    seconds: float


@dataclass(frozen=True, eq=False)
class Pose(Solved):
    """The result of a drag. Methods add their own parameters.

    V: (n, 3) positions in the user's order
    """

    V: Vertices


class Grip(ABC):
    """A rig with its held points chosen; frozen."""

    held: Held

    @abstractmethod
    def drag(self, targets: ArrayLike, start: Any = None) -> Pose:
        """The pose with the held points at targets (h, 3), from the pose `start` where one is given."""

    def carry(self, transforms: ArrayLike, start: Any = None) -> Pose:
        """The pose with each grabbed item moved rigidly from its rest place; transforms (g, 4, 4)."""
        return self.drag(self.held.carried(transforms), start)


class Rig(ABC):
    """A character ready to be grabbed; frozen. `method` is its name in rig files."""

    method: ClassVar[str]
    mesh: Mesh

    @abstractmethod
    def grab(self, points: Points) -> Grip:
        """Hold vertices (numbers, lists of numbers as rigid groups) or Anchors on the surface."""

    def regions(self) -> Mapping[str, Ints]:
        """Vertices under a name: the mesh's groups, and what else a method has names for."""
        mesh = self.mesh
        sizes = np.diff(mesh.polygons.starts)
        of_corner = np.repeat(np.arange(len(sizes)), sizes)
        return {
            name: np.unique(mesh.polygons.corners[np.isin(of_corner, polygons)])
            for name, polygons in mesh.groups.items()
        }

    @abstractmethod
    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """JSON-able settings and arrays from which `of_file` makes an equal rig."""

    @classmethod
    @abstractmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Rig:
        """The rig that `to_file` described."""

    def save(self, path: str | Path) -> None:
        """Write the rig to one file, whole or not at all; `pliant.open_rig` reads it."""
        from pliant.core.rig_file import write_rig_file

        write_rig_file(path, self)
