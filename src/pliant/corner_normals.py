"""Normals of a posed mesh: split normals turn with their faces, and smooth ones stay smooth.

Corners with the same rest position and the same rest normal form a smoothing group, so that vertices which a
file doubles along the seam of a texture share their normal. With the deformation gradient F_t of triangle t,
whose stretch along its normal is the root of its change of area, and its angle a_t at the corner, the normal
becomes Σ a_t cof(F_t) n, and a tangent Σ a_t F_t u, without its part along the normal. Turning and scaling
the mesh evenly turns both, exactly; at rest they are the ones that were given, bit for bit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numba import njit

from pliant.appearance import Appearance, Layer, unit
from pliant.arrays import Array, Faces, Floats, Ints, Vertices, read_only

# Steps per unit in which the components of normals are compared: normals 0.01 degrees apart are the same.
_STEPS = 4096


@dataclass(frozen=True, eq=False)
class _Rows:
    """The different values of a layer of directions that move apart.

    group:   (r,) the smoothing group of each
    row:     (r,) its row in the layer at rest
    above:   (r,) its normal among the rows of the normals
    corners: (c,) the row here of every corner of the mesh, -1 where there is none
    """

    group: Ints
    row: Ints
    above: Ints
    corners: Ints


class CornerNormals:
    """The normals and tangents of one mesh in any pose."""

    def __init__(self, V: Vertices, F: Faces, triangle_corners: Ints, vertices: Ints, look: Appearance):
        """The mesh at rest.

        V: (n, 3) positions
        F: (m, 3) triangles
        triangle_corners: (m, 3) the polygon's corner for each corner of a triangle
        vertices: (c,) the vertex of each polygon's corner
        look: an appearance with the layer "normal", and maybe "tangent"
        """
        self._V, self._F = read_only(V), read_only(F)
        self._normals = look.layers["normal"]
        self._tangents = look.layers.get("tangent")
        group, self._count = _groups(V, vertices, self._normals)
        self._triangle_groups = np.ascontiguousarray(group[triangle_corners])
        self._angles = triangle_angles(V, F)
        given = self._normals.corners
        self._normal_rows = _rows(group, given, given)
        if self._tangents is not None:
            above = self._normal_rows.corners
            self._tangent_rows = _rows(group, self._tangents.corners, above)

    @property
    def normal_corners(self) -> Ints:
        """(c,) the row of every corner among the posed normals, the same in every pose; -1 for none."""
        return self._normal_rows.corners

    def posed(self, V: Vertices) -> dict[str, Layer]:
        """The layers "normal", and "tangent" if there is one, for positions V (n, 3)."""
        sizes = (self._count, 3, 3)
        turned, carried = np.zeros(sizes), np.zeros(sizes)
        moved = np.zeros(self._count, dtype=np.bool_)
        triangles = (self._F, self._triangle_groups, self._angles)
        with np.errstate(all="ignore"):
            _gather(self._V, read_only(np.ascontiguousarray(V)), triangles, turned, carried, moved)
            rows = self._normal_rows
            normals = _turned(self._normals.values[rows.row], turned[rows.group], moved[rows.group])
            found = {"normal": Layer.of(normals, rows.corners)}
            if self._tangents is not None:
                rows = self._tangent_rows
                values = self._tangents.values[rows.row].copy()
                above = normals[np.maximum(rows.above, 0)]
                values[:, :3] = _flat(values[:, :3], carried[rows.group], above, moved[rows.group])
                found["tangent"] = Layer.of(values, rows.corners)
        return found


def smooth_normals(V: Vertices, F: Faces) -> Floats:
    """(n, 3) unit normals, the mean of the triangles about each place weighted by their angles there.

    Vertices at one place share their normal. A vertex of no area has the normal (0, 0, 1).
    """
    with np.errstate(all="ignore"):
        faces = unit(np.nan_to_num(np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])))
    place, count = places(V)
    angles = np.nan_to_num(triangle_angles(V, F))
    where = place[F].ravel()
    sums = [np.bincount(where, (angles * faces[:, None, i]).ravel(), count) for i in range(3)]
    normals = unit(np.stack(sums, axis=1).astype(np.float64))
    normals[~normals.any(axis=1)] = (0.0, 0.0, 1.0)
    return normals[place]


def places(V: Array) -> tuple[Ints, int]:
    """(n,) a number for each row of V (n, width), the same for equal rows, and how many there are."""
    order = np.lexsort(V.T)
    # Not by bytes: -0 and 0 are the same place.
    new = (V[order[1:]] != V[order[:-1]]).any(axis=1)
    place = np.empty(len(V), dtype=np.int64)
    place[order] = np.cumsum(np.append(0, new))
    return place, int(place.max(initial=-1)) + 1


def triangle_angles(V: Vertices, F: Faces) -> Floats:
    """(m, 3) the angle of every triangle at each of its corners, in radians; 0 beside a side of length 0."""
    with np.errstate(all="ignore"):
        sides = [unit(V[F[:, (i + 1) % 3]] - V[F[:, i]]) for i in range(3)]
        cosines = [-(sides[i] * sides[i - 1]).sum(axis=1) for i in range(3)]
        angles = np.arccos(np.clip(np.stack(cosines, axis=1), -1, 1))
    short = np.stack([~(sides[i].any(axis=1) & sides[i - 1].any(axis=1)) for i in range(3)], axis=1)
    return np.ascontiguousarray(np.where(short, 0.0, angles))


def _groups(V: Vertices, vertices: Ints, normals: Layer) -> tuple[Ints, int]:
    """(c,) the smoothing group of every corner, -1 for corners without a normal, and how many there are."""
    # Positions that differ by rounding in double precision come from one position in a file.
    with np.errstate(over="ignore"):
        place, _ = places(V.astype(np.float32))
    direction, count = places(np.rint(normals.values * _STEPS))
    given = normals.corners >= 0
    keys = place[vertices[given]] * count + direction[normals.corners[given]]
    known, index = np.unique(keys, return_inverse=True)
    group = np.full(len(vertices), -1, dtype=np.int64)
    group[given] = index
    return group, len(known)


def _rows(group: Ints, row: Ints, above: Ints) -> _Rows:
    """The different pairs of a group and a row in the layer, for corners (c,) that have both.

    above: (c,) the row of the normal of each corner; normals of one group hardly differ
    """
    given = (group >= 0) & (row >= 0)
    keys = group[given] * (row.max(initial=-1) + 1) + row[given]
    _, first, index = np.unique(keys, return_index=True, return_inverse=True)
    chosen = np.flatnonzero(given)[first]
    corners = np.full(len(group), -1, dtype=np.int64)
    corners[given] = index
    return _Rows(group[chosen], row[chosen], above[chosen], corners)


def _turned(n: Floats, A: Floats, moved: Array) -> Floats:
    """(r, 3) unit directions of A n; n where nothing moved or nothing is left of its triangles."""
    found = unit(np.einsum("rij,rj->ri", A, n))
    kept = ~moved | ~np.isfinite(found).all(axis=1) | ~found.any(axis=1)
    return np.where(kept[:, None], n, found)


def _flat(u: Floats, A: Floats, n: Floats, moved: Array) -> Floats:
    """(r, 3) unit directions of A u without their parts along n; u where nothing moved or nothing is left."""
    carried = unit(np.einsum("rij,rj->ri", A, u))
    found = unit(carried - (carried * n).sum(axis=1, keepdims=True) * n)
    kept = ~moved | ~np.isfinite(found).all(axis=1) | ~found.any(axis=1)
    return np.where(kept[:, None], u, found)


@njit(cache=True, inline="always")
def _cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@njit(cache=True, inline="always")
def _side(V, i, j):
    return V[j, 0] - V[i, 0], V[j, 1] - V[i, 1], V[j, 2] - V[i, 2]


@njit(cache=True)
def _gather(rest, V, triangles, turned, carried, moved):
    """Add cof(F_t) to turned (g, 3, 3) and F_t to carried (g, 3, 3), times the angle at each corner.

    triangles: F (m, 3), the smoothing group (m, 3) of each corner, -1 for none, and its angle (m, 3)
    moved:     (g,) set where a triangle has other sides than at rest
    """
    F, groups, angles = triangles
    for t in range(len(F)):
        i, j, k = F[t, 0], F[t, 1], F[t, 2]
        e1, e2 = _side(rest, i, j), _side(rest, i, k)
        f1, f2 = _side(V, i, j), _side(V, i, k)
        n, m = _cross(e1, e2), _cross(f1, f2)
        area = math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2])
        if not area > 0.0:
            continue
        posed = math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2])
        # The stretch along the normal, over the posed area, which makes m of that length.
        s = math.sqrt(posed / area) / posed if posed > 0.0 else 0.0
        n = n[0] / area, n[1] / area, n[2] / area
        d1, d2 = _cross(e2, n), _cross(n, e1)
        c1, c2 = _cross(f2, m), _cross(m, f1)
        same = f1 == e1 and f2 == e2
        for c in range(3):
            g = groups[t, c]
            if g < 0:
                continue
            a = angles[t, c] / area
            moved[g] |= not same
            for x in range(3):
                for y in range(3):
                    turned[g, x, y] += a * (s * (c1[x] * e1[y] + c2[x] * e2[y]) + m[x] * n[y])
                    carried[g, x, y] += a * (f1[x] * d1[y] + f2[x] * d2[y] + area * s * m[x] * n[y])
