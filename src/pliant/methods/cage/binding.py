"""Binds points to a cage by generalised barycentric coordinates, and checks them.

v = Σ_k g_k(v) c_k, and for Green coordinates v = Σ_k φ_k(v) c_k + Σ_t ψ_t(v) n_t: one row per point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from pliant.arrays import Floats, Vertices, frozen
from pliant.errors import CageError, OptionError
from pliant.geometry.bounding_box import box_diagonal
from pliant.mesh import Mesh, checked_positions
from pliant.methods.cage.cage_checks import check_cage, place
from pliant.methods.cage.green import green_weights, stretched_normals
from pliant.methods.cage.harmonic import harmonic_weights
from pliant.methods.cage.mean_value import mean_value_weights
from pliant.methods.cage.placement import Placement, placement
from pliant.methods.cage.triangles import CageTriangles, cage_triangles
from pliant.progress import Progress, silent

Kind = Literal["harmonic", "mean_value", "green"]

# What every binding must keep: row sums, positions (in diagonals of the cage), and harmonic weights ≥ 0.
ROW_SUM = 1e-9
REPRODUCTION = 1e-5
NEGATIVE = 1e-6


@dataclass(frozen=True, eq=False)
class Binding:
    """n points bound to the c vertices of a cage.

    kind:      which coordinates
    weights:   (n, c) the coordinate of each cage vertex, C-contiguous; every row sums to 1
    normals:   (n, t) for Green coordinates the part of each triangle's unit normal (a length), else None
    error:     largest distance of a point from where the rest cage carries it, in diagonals of the cage
    accuracy:  estimated largest error of a harmonic weight; 0 for the closed forms
    tolerance: the accuracy that was asked for
    """

    kind: Kind
    weights: Floats
    normals: Floats | None
    error: float
    accuracy: float = 0.0
    tolerance: float = np.inf

    @property
    def doubt(self) -> str | None:
        """A warning that the weights are less accurate than asked for; None where they are not."""
        if self.accuracy <= self.tolerance:
            return None
        return (
            f"The weights are true to {self.accuracy:.1g}, where {self.tolerance:.1g} was asked for: the "
            "cage is too fine or too thin to be refined further. Take a coarser one, or mean value weights."
        )


def bind(
    points: Vertices,
    cage: Mesh,
    kind: Kind = "harmonic",
    *,
    tolerance: float = 5e-3,
    progress: Progress | None = None,
) -> Binding:
    """Coordinates of points (n, 3) in a cage around them.

    tolerance: wanted error of a harmonic weight; the other kinds are exact
    Raises CageError for a bad cage or points outside, OptionError for an unknown kind or tolerance.
    """
    if kind not in get_args(Kind):
        raise OptionError(
            f"The kind of coordinates is {kind!r}; one of {', '.join(get_args(Kind))} is needed."
        )
    if not tolerance > 0.0:
        raise OptionError(
            f"The tolerance is {tolerance}; an error of weights above 0 is needed, such as 0.005."
        )
    tell = progress or silent
    given = checked_positions(points, "points to bind")
    check_cage(cage)
    middle, size = 0.5 * (cage.V.max(axis=0) + cage.V.min(axis=0)), box_diagonal(cage.V)
    V, x = (cage.V - middle) / size, (given - middle) / size
    triangles = cage_triangles(V, cage.F)
    tell(0.0, "finding the points in the cage")
    placed = placement(x, triangles)
    _check_inside(given, placed, size)
    weights, normals, accuracy = np.zeros((len(x), cage.n)), None, 0.0
    within = np.flatnonzero(~placed.on_surface)
    if kind == "green":
        weights, normals = green_weights(x, cage.F, triangles, cage.n)
    elif kind == "mean_value" and len(within):
        weights[within] = mean_value_weights(x[within], cage.F, triangles, cage.n)
    elif len(within):
        weights[within], accuracy = harmonic_weights(x[within], V, cage.F, triangles, tolerance, tell)
    _complete_with_hats(weights, cage, placed)
    tell(0.95, "checking the coordinates")
    error = _checked_error(kind, weights, normals, x, V, triangles)
    weights.flags.writeable = False
    normals = None if normals is None else frozen(size * normals, np.float64)
    return Binding(kind, weights, normals, error, accuracy, tolerance)


def green_deform(binding: Binding, cage_rest: Mesh, cage_posed_V: Floats) -> Floats:
    """(n, 3) positions of points bound by Green coordinates, in a cage with the vertices cage_posed_V (c, 3).

    Raises OptionError for other coordinates.
    """
    if binding.normals is None:
        raise OptionError(
            f"The points are bound by {binding.kind} coordinates, without normals; bind with kind='green'."
        )
    posed = cage_rest.moved(cage_posed_V).V
    return binding.weights @ posed + binding.normals @ stretched_normals(cage_rest, posed)


def _complete_with_hats(weights: Floats, cage: Mesh, placed: Placement) -> None:
    """Add the hat functions to the rows of points on the surface, by what each row lacks of 1.

    Empty rows become hat functions. Rows of Green coordinates get their limit from inside: the double layer
    of hat − hat(x) is continuous at x, and that of 1 is 1 inside.
    """
    on = np.flatnonzero(placed.on_surface)
    lacking = 1.0 - weights[on].sum(axis=1)
    np.add.at(weights, (on[:, None], cage.F[placed.triangle[on]]), lacking[:, None] * placed.barycentric[on])


def _check_inside(points: Vertices, placed: Placement, size: float) -> None:
    out = np.flatnonzero(placed.outside)
    if not len(out):
        return
    far = out[np.argmax(placed.distance[out])]
    first = ", ".join(str(row) for row in out[:5])
    raise CageError(
        f"{len(out)} of {len(points)} points lie outside the cage (the first are {first}), point {far} at "
        f"{place(points[far])} by {placed.distance[far] * size:.4g}, {placed.distance[far]:.2%} of the "
        "cage's diagonal; bind to grown(cage, points), or move the cage's faces outward by that much."
    )


def _checked_error(
    kind: Kind, weights: Floats, normals: Floats | None, x: Vertices, V: Floats, triangles: CageTriangles
) -> float:
    """The largest reproduction error, in the cage's diagonal; raises CageError for faulty coordinates."""
    rows = np.abs(weights.sum(axis=1) - 1.0)
    again = weights @ V if normals is None else weights @ V + normals @ triangles.normals
    errors = np.linalg.norm(again - x, axis=1)
    lowest = weights.min(axis=1) if kind == "harmonic" else np.zeros(len(x))
    for found, limit, what in (
        (rows, ROW_SUM, "the coordinates do not sum to 1, but miss it by"),
        (errors, REPRODUCTION, "the cage at rest does not return the point, but misses it by (in diagonals)"),
        (-lowest, NEGATIVE, "a harmonic coordinate is negative, by"),
    ):
        worst = int(np.argmax(found))
        if not found[worst] <= limit:
            raise CageError(
                f"At point {worst}, {what} {found[worst]:.2g}, where {limit:.0e} is allowed; "
                "the cage is too flat or too close to crossing itself there."
            )
    return float(errors.max())
