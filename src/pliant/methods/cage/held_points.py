"""What a grip holds: points of the mesh, vertices of the cage, or both at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pliant.anchors import Held, Points, held_points, numbered
from pliant.arrays import Floats

if TYPE_CHECKING:
    from pliant.methods.cage.rig import CageIK


@dataclass(frozen=True, eq=False)
class Holding:
    """Held points, and what moves them.

    A: (h, c) how each cage vertex does; N: (h, t) how each cage face's stretched normal does, without columns
       where none does
    """

    held: Held
    A: Floats
    N: Floats


def on_mesh(rig: CageIK, held: Held) -> Holding:
    """Points of the mesh."""
    rows, normals = held.matrix(rig.mesh.n), rig.binding.normals
    N = np.zeros((len(held), 0)) if normals is None else rows @ normals
    return Holding(held, rows @ rig.binding.weights, N)


def on_cage(rig: CageIK, vertices: Points) -> Holding:
    """Vertices of the cage, or points of its faces; `held` counts the cage's vertices."""
    held = held_points(numbered(vertices, rig.cage.landmarks), rig.stance, rig.cage.F)
    return Holding(held, held.matrix(rig.cage.n).toarray(), np.zeros((len(held), 0)))


def together(mesh: Holding, cage: Holding, n: int) -> Holding:
    """The mesh's points, then the cage's; `held` counts the cage's vertices on from the mesh's n."""
    N = np.concatenate([mesh.N, np.zeros((len(cage.held), mesh.N.shape[1]))])
    return Holding(mesh.held.and_also(cage.held, n), np.concatenate([mesh.A, cage.A]), N)
