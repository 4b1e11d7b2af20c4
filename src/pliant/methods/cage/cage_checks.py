"""Checks whether a mesh is a cage (closed, with an inside, not crossing itself) and encloses another mesh."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import CageError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.topology import vertex_components
from pliant.mesh import Mesh
from pliant.methods.cage.crossings import crossing_faces, meeting_point, self_crossings
from pliant.methods.cage.placement import placement, winding_numbers
from pliant.methods.cage.triangles import cage_triangles

# Relative to the cage's diagonal: triangles of a lesser height have no usable normal.
FLAT = 1e-9


def check_cage(cage: Mesh) -> None:
    """Raise CageError, which says where, for a cage that is flat, open, non-manifold, twisted, crossed or
    inside out."""
    _check_shape(cage)
    _check_edges(cage)
    _check_crossings(cage)
    _check_sides(cage)


def encloses(cage: Mesh, inner: Mesh | Vertices) -> bool:
    """Whether all points are strictly inside the cage and, for a mesh, its faces do not meet the cage's."""
    points = inner.V if isinstance(inner, Mesh) else np.ascontiguousarray(inner, dtype=np.float64)
    if not placement(points, cage_triangles(cage.V, cage.F)).inside.all():
        return False
    return not (isinstance(inner, Mesh) and len(crossing_faces(inner.V, inner.F, cage.V, cage.F)))


def _check_shape(cage: Mesh) -> None:
    unused = np.setdiff1d(np.arange(cage.n), cage.F)
    if len(unused):
        raise CageError(
            f"{len(unused)} vertices of the cage belong to no face, the first is vertex {unused[0]}; "
            "delete them, since nothing would follow them."
        )
    corners = cage.V[cage.F]
    edges = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    twice = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    flat = np.flatnonzero(twice <= FLAT * box_diagonal(cage.V) * edges)
    if len(flat):
        raise CageError(
            f"{len(flat)} triangles of the cage have no area, the first in face {cage.owner[flat[0]]} near "
            f"{place(corners[flat[0]].mean(axis=0))}; merge or move its corners {cage.F[flat[0]].tolist()}."
        )


def _check_edges(cage: Mesh) -> None:
    """Check that the faces run through every edge once in each direction."""
    runs = np.concatenate([cage.F[:, [0, 1]], cage.F[:, [1, 2]], cage.F[:, [2, 0]]])
    edge, of_run, count = np.unique(np.sort(runs, axis=1), axis=0, return_inverse=True, return_counts=True)
    balance = np.bincount(of_run.ravel(), np.where(runs[:, 0] < runs[:, 1], 1, -1), len(edge))
    border, crowded = edge[count == 1], edge[count > 2]
    twisted = edge[(count == 2) & (balance != 0)]
    if len(border):
        raise CageError(
            f"The cage is open: {len(border)} edges have a face on one side only, {_named(cage, border)}. "
            "Close the holes, and merge vertices that lie on each other."
        )
    if len(crowded):
        raise CageError(
            f"{len(crowded)} edges of the cage join more than two faces, {_named(cage, crowded)}. "
            "Split the cage there, or delete the inner faces."
        )
    if len(twisted):
        raise CageError(
            f"The faces on the two sides of {len(twisted)} edges of the cage are turned against each other, "
            f"{_named(cage, twisted)}. Make the normals consistent, all outward."
        )


def _check_crossings(cage: Mesh) -> None:
    pairs = self_crossings(cage.V, cage.F)
    if not len(pairs):
        return
    first, second = pairs[0]
    where = meeting_point(cage.V[cage.F[first]], cage.V[cage.F[second]])
    raise CageError(
        f"The cage crosses or touches itself: {len(pairs)} faces meet others, the first are the faces "
        f"{cage.owner[first]} and {cage.owner[second]} near {place(where)}. Move their vertices apart."
    )


def _check_sides(cage: Mesh) -> None:
    """Check that the inside lies behind every face: on it the winding number, a mean of both sides, is ½."""
    component = vertex_components(cage.F, cage.n)[cage.F[:, 0]]
    first = np.unique(component, return_index=True)[1]
    triangles = cage_triangles(cage.V, cage.F)
    winding = winding_numbers(triangles.corners[first].mean(axis=1), triangles, first)
    for face, number in zip(first, winding, strict=True):
        if abs(number + 0.5) < 0.25:
            raise CageError(
                f"The cage is inside out: the normals of face {cage.owner[face]} and its neighbours, near "
                f"{place(triangles.corners[face].mean(axis=0))}, point inward. Flip the faces."
            )
        if abs(number - 0.5) >= 0.25:
            raise CageError(
                f"Parts of the cage lie within each other: beside face {cage.owner[face]} the winding "
                f"numbers are {number - 0.5:.0f} and {number + 0.5:.0f}, where 0 and 1 are needed. "
                "Keep one closed surface, or turn the inner one inside out if it is to be a cavity."
            )


def place(point: Floats) -> str:
    """A position in words, such as "(1, 0.5, 2)"."""
    return "(" + ", ".join(f"{value:.6g}" for value in point) + ")"


def _named(cage: Mesh, found: Ints) -> str:
    ends = ", ".join(f"{a}–{b}" for a, b in found[:3].tolist())
    where = place(cage.V[found[0]].mean(axis=0))
    return f"{'among them ' if len(found) > 3 else ''}{ends} (vertices; the first near {where})"
