"""Mass, centre and inertia of each part of a mechanism, from its shape and its density.

A part is made of connected shells. A closed shell is a solid, or a cavity if it faces inward inside another
one. A shell whose holes are small counts as closed. An open shell is a thin wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pliant.arrays import Array, Faces, Floats, Vertices, frozen
from pliant.errors import MechanismError
from pliant.geometry.topology import vertex_components
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.moments import NOTHING, Moments, solid_moments, wall_moments
from pliant.mechanism.piece import pieces

# kg/m³, of water: robots of metal and plastic, with motors and cavities, come to about this as a whole.
DENSITY = 1000.0
# A wall's thickness over the diagonal of its part: 2 mm for a cover of 20 cm.
WALL = 0.01
# Holes are small if circles with their rims would be at most this share of the shell's area.
HOLES = 0.01
# A closed shell thinner than this share of its size, on average, is a sheet with two sides.
SHEET = 1e-6
# Vertices nearer than this share of the diagonal are one: files round coordinates, and double them at seams.
_SAME = 1e-7


class Form(StrEnum):
    """What the shells of a part were taken for."""

    SOLID = "solid"
    NEARLY_CLOSED = "solid with small holes"
    WALL = "thin wall"
    MIXED = "solids and thin walls"


@dataclass(frozen=True, eq=False)
class Inertia:
    """How a part resists being moved, in kilograms and metres.

    mass:    kg
    centre:  (3,) the centre of mass, m, in the frame of the model
    tensor:  (3, 3) about the centre, along the axes of the model, kg m²
    form:    what the shape was taken for
    """

    mass: float
    centre: Floats
    tensor: Floats
    form: Form

    def principal(self) -> tuple[Floats, Floats]:
        """Moments (3,), ascending, and a right-handed rotation (3, 3) whose columns are their axes."""
        values, axes = np.linalg.eigh(self.tensor)
        if np.linalg.det(axes) < 0:
            axes = axes * [1.0, 1.0, -1.0]
        return np.maximum(values, 0.0), axes


def inertias(
    mechanism: Mechanism, *, density: float = DENSITY, metres_per_unit: float = 1.0
) -> tuple[Inertia, ...]:
    """The inertia of every part.

    density:         kg/m³ of parts that have no density of their own
    metres_per_unit: length of the mesh's unit
    A part with a mass of its own has this mass, spread over its shape evenly.
    Raises MechanismError for a part without area, and for numbers that are not positive.
    """
    _check_positive("density", density)
    _check_positive("length of the unit in metres", metres_per_unit)
    found = []
    for part, piece in zip(mechanism.components, pieces(mechanism), strict=True):
        moments, form = part_moments(piece.mesh.V, piece.mesh.F)
        if not moments.volume > 0.0:
            raise MechanismError(
                f"The part '{part.name}' has no area, so that it has no mass. Remove it, or merge it with "
                "another."
            )
        own = part.density if part.density is not None else density
        mass = part.mass if part.mass is not None else own * moments.volume * metres_per_unit**3
        for what, value in (("density", own), ("mass", mass)):
            _check_positive(f"{what} of the part '{part.name}'", value)
        tensor = moments.inertia * (mass / moments.volume * metres_per_unit**2)
        centre = moments.centre * metres_per_unit
        found.append(Inertia(mass, frozen(centre, np.float64), frozen(tensor, np.float64), form))
    return tuple(found)


def part_moments(V: Vertices, F: Faces) -> tuple[Moments, Form]:
    """The moments of a surface of several shells, and what they were taken for."""
    V, F = _welded(V, F)
    wall = WALL * float(np.linalg.norm(np.ptp(V, axis=0))) if len(V) else 0.0
    shells = _shells(F, len(V))
    holes = [_holes(V, shell) for shell in shells]
    closed = [shell for shell, share in zip(shells, holes, strict=True) if share <= HOLES]
    solids = [solid_moments(V, shell) for shell in closed]
    sheets = [_is_sheet(V, shell, solid) for shell, solid in zip(closed, solids, strict=True)]
    total, walls = NOTHING, [shell for shell, share in zip(shells, holes, strict=True) if share > HOLES]
    walls += [shell for shell, sheet in zip(closed, sheets, strict=True) if sheet]
    boxes = [_box(V, shell) for shell in closed]
    for i, solid in enumerate(solids):
        if not sheets[i]:
            hollow = solid.volume < 0 and _inside_another(i, boxes, solids)
            total = total + solid.times(1.0 if solid.volume > 0 or hollow else -1.0)
    for shell in walls:
        total = total + wall_moments(V, shell, wall)
    if not walls:
        return total, Form.SOLID if max(holes, default=0.0) == 0.0 else Form.NEARLY_CLOSED
    return total, Form.WALL if len(walls) == len(shells) else Form.MIXED


def _inside_another(i: int, boxes: Sequence[Floats], solids: Sequence[Moments]) -> bool:
    """Whether the box of shell i lies in that of a shell that faces outward and is larger."""
    low, high = boxes[i]
    return any(
        solid.volume > -solids[i].volume and (box[0] <= low).all() and (box[1] >= high).all()
        for box, solid in zip(boxes, solids, strict=True)
    )


def _is_sheet(V: Vertices, F: Faces, solid: Moments) -> bool:
    low, high = _box(V, F)
    area = wall_moments(V, F, 1.0).volume
    return abs(solid.volume) <= SHEET * area * float(np.linalg.norm(high - low))


def _holes(V: Vertices, F: Faces) -> float:
    """The area of circles whose rims are as long as the edges that have no match, over the shell's area."""
    edges = np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]])
    forward = edges[:, 0] < edges[:, 1]
    pairs, of_edge = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    balance = np.bincount(of_edge.ravel(), weights=np.where(forward, 1.0, -1.0), minlength=len(pairs))
    length = np.linalg.norm(V[pairs[:, 0]] - V[pairs[:, 1]], axis=1)
    rim = float((length * np.abs(balance)).sum())
    area = wall_moments(V, F, 1.0).volume
    return rim**2 / (4 * np.pi * area) if area > 0 else 0.0


def _shells(F: Faces, n: int) -> list[Faces]:
    if not len(F):
        return []
    label = vertex_components(F, n)[F[:, 0]]
    order = np.argsort(label, kind="stable")
    return np.split(F[order], np.flatnonzero(np.diff(label[order])) + 1)


def _welded(V: Vertices, F: Faces) -> tuple[Vertices, Faces]:
    """The surface with vertices at one place made one, and without triangles that lose a corner by that."""
    if not len(F):
        return V[:0], F
    used, F = np.unique(F, return_inverse=True)
    V, F = V[used], F.reshape(-1, 3)
    size = float(np.linalg.norm(np.ptp(V, axis=0)))
    grid = np.round((V - V.min(axis=0)) / (_SAME * size)) if size > 0 else np.zeros_like(V)
    _, first, number = np.unique(grid, axis=0, return_index=True, return_inverse=True)
    F = number.ravel()[F]
    whole = (F[:, 0] != F[:, 1]) & (F[:, 1] != F[:, 2]) & (F[:, 2] != F[:, 0])
    return V[first], F[whole]


def _box(V: Vertices, F: Faces) -> Array:
    """(2, 3) the lowest and highest corner of a shell."""
    corners = V[F].reshape(-1, 3)
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


def _check_positive(what: str, value: float) -> None:
    if not 0.0 < value < np.inf:
        raise MechanismError(f"The {what} is {value}; a positive number is needed.")
