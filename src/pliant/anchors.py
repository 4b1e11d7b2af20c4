"""Held points: vertices, rigid groups of vertices, or points anywhere on the surface."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csr_array

from pliant.arrays import Array, Faces, Floats, Ints, Targets, Vertices, frozen
from pliant.errors import AnchorError, TargetError

# Barycentric coordinates may miss a sum of one by this much before they are refused.
SUM_TOLERANCE = 1e-6
# Rows whose singular values fall below this share of the largest count as dependent.
DEPENDENT = 1e-9

type_of_points = "vertex numbers, names of landmarks, lists of both (rigid groups) or Anchors"


@dataclass(frozen=True, eq=False)
class Anchors:
    """Points on the surface.

    faces:       (h,) the triangle of each point
    barycentric: (h, 3) its coordinates on that triangle; each row sums to one
    group:       (h,) the item that each point belongs to, counted from 0 without a gap; the points of one
                 item are a rigid group. By default every point is an item of its own.
    Raises AnchorError for arrays of other shapes or types.
    """

    faces: Ints
    barycentric: Floats
    group: Ints

    def __init__(self, faces: ArrayLike, barycentric: ArrayLike, group: ArrayLike | None = None) -> None:
        triangles, coordinates = _array(faces), _array(barycentric)
        if triangles is None or not (_are_integers(triangles) or triangles.size == 0):
            raise AnchorError(f"The faces of anchors are {faces!r}; triangle numbers are needed.")
        if coordinates is None or coordinates.dtype.kind not in "iuf":
            raise AnchorError(
                f"The barycentric coordinates of anchors are {barycentric!r}; numbers are needed."
            )
        if coordinates.size != 3 * triangles.size:
            raise AnchorError(
                f"{triangles.size} faces came with barycentric coordinates of the shape {coordinates.shape}; "
                "give three coordinates for each face."
            )
        items = np.arange(triangles.size) if group is None else _array(group)
        if items is None or items.shape != (triangles.size,) or not _are_numbered(items):
            raise AnchorError(
                f"The groups of anchors are {group!r}; each point needs a number, from 0 on without a gap."
            )
        object.__setattr__(self, "group", frozen(items, np.int64))
        object.__setattr__(self, "faces", frozen(triangles, np.int64).reshape(-1))
        object.__setattr__(self, "barycentric", frozen(coordinates, np.float64).reshape(-1, 3))


Numbers = Sequence[int | Sequence[int]] | Ints
Named = Sequence[int | str | Sequence[int | str]] | Ints
Points = Named | Anchors


@dataclass(frozen=True, eq=False)
class Held:
    """Anchors resolved on a mesh: anchor i is the weighted mean of three vertices.

    corners: (h, 3) vertices
    weights: (h, 3) their weights; each row sums to one
    group:   (h,) the item of the user's list that anchor i came from; equal for the points of a group
    rest:    (h, 3) positions of the anchors in the reference pose
    """

    corners: Ints
    weights: Floats
    group: Ints
    rest: Targets

    def __len__(self) -> int:
        return len(self.corners)

    def matrix(self, n: int) -> csr_array:
        """C (h, n) sparse; C x are the positions of the anchors for vertices x (n, 3)."""
        h = len(self)
        if (self.weights[:, 0] == 1.0).all():
            return csr_array((np.ones(h), self.corners[:, 0], np.arange(h + 1)), shape=(h, n))
        return csr_array(
            (self.weights.ravel(), self.corners.ravel(), np.arange(0, 3 * h + 1, 3)), shape=(h, n)
        )

    def and_also(self, other: Held, first: int = 0) -> Held:
        """These anchors and then others; `first` is added to the vertex numbers of the others."""
        return Held(
            np.concatenate([self.corners, first + other.corners]),
            np.concatenate([self.weights, other.weights]),
            np.concatenate([self.group, 1 + self.group.max() + other.group]),
            np.concatenate([self.rest, other.rest]),
        )

    def on(self, V: Vertices) -> Targets:
        """(h, 3) positions of the anchors on a mesh with the positions V (n, 3)."""
        return np.einsum("hi,hic->hc", self.weights, V[self.corners])

    def carried(self, transforms: ArrayLike) -> Targets:
        """(h, 3) targets: the rest positions of each group moved by its own rigid map.

        transforms: (g, 4, 4) or (g, 3, 4), one for each item of the user's list
        Raises TargetError for other shapes.
        """
        maps = np.asarray(transforms, dtype=np.float64)
        groups = int(self.group.max()) + 1
        if maps.ndim != 3 or maps.shape[0] != groups or maps.shape[1:] not in ((4, 4), (3, 4)):
            raise TargetError(
                f"Transformations of the shape {maps.shape} were given; ({groups}, 4, 4) is needed, "
                "one for each item that was grabbed."
            )
        own = maps[self.group]
        return np.einsum("hij,hj->hi", own[:, :3, :3], self.rest) + own[:, :3, 3]


def checked_vertices(vertices: ArrayLike, n: int, how: str) -> Ints:
    """Sorted vertex numbers, each once, from numbers or a mask (n,); raises AnchorError for others.

    how: what is done to them, for errors
    """
    chosen = np.asarray(vertices)
    if chosen.dtype == bool and chosen.shape == (n,):
        chosen = np.flatnonzero(chosen)
    if chosen.ndim != 1 or not (np.issubdtype(chosen.dtype, np.integer) or chosen.size == 0):
        raise AnchorError(
            f"The vertices {how} have the shape {chosen.shape} and type {chosen.dtype}; "
            f"vertex numbers, or a mask of {n} truth values, are needed."
        )
    chosen = np.unique(chosen.astype(np.int64))
    if len(chosen) and (chosen[0] < 0 or chosen[-1] >= n):
        raise AnchorError(f"Vertex {chosen[-1]} is {how}, but the mesh has the vertices 0 to {n - 1}.")
    return chosen


@overload
def numbered(points: Anchors, landmarks: Mapping[str, int]) -> Anchors: ...
@overload
def numbered(points: Named, landmarks: Mapping[str, int]) -> Numbers: ...
def numbered(points: Points, landmarks: Mapping[str, int]) -> Numbers | Anchors:
    """The points with numbers in place of the names of landmarks.

    Raises AnchorError for a name that is not among them.
    """
    return points if isinstance(points, Anchors | np.ndarray) else _without_names(points, landmarks)


def _without_names(item: Any, landmarks: Mapping[str, int]) -> Any:
    if isinstance(item, list | tuple):
        return [_without_names(each, landmarks) for each in item]
    if not isinstance(item, str):
        return item
    if item not in landmarks:
        known = ", ".join(landmarks) or "none"
        raise AnchorError(
            f"The mesh has no landmark '{item}'; it has {known}. Take one of these, or a vertex number."
        )
    return landmarks[item]


def held_points(points: Numbers | Anchors, V: Vertices, F: Faces) -> Held:
    """The anchors that the user names on the mesh V (n, 3), F (m, 3).

    Raises AnchorError where there is none, one is not on the mesh, or a vertex is named twice.
    """
    if isinstance(points, Anchors):
        corners, weights = _on_faces(points, F)
        group = points.group
    else:
        vertices, group = _vertices_and_groups(points, len(V))
        corners = np.repeat(vertices[:, None], 3, axis=1)
        weights = np.tile([1.0, 0.0, 0.0], (len(vertices), 1))
    if len(corners) == 0:
        raise AnchorError("No point was grabbed; name at least one vertex.")
    _check_no_repeats(corners, weights)
    rest = np.einsum("hi,hic->hc", weights, V[corners])
    return Held(frozen(corners, np.int64), frozen(weights, np.float64), group, frozen(rest, np.float64))


def check_independent(C: csr_array) -> None:
    """Raise AnchorError where the anchors C (h, n) depend on each other, as four points of a triangle do."""
    used = np.unique(C.indices)
    if len(used) == len(C.indices):
        return  # no vertex serves two anchors
    dense = C[:, used].toarray()
    if np.linalg.matrix_rank(dense, tol=DEPENDENT) < len(dense):
        for h in range(1, len(dense) + 1):
            if np.linalg.matrix_rank(dense[:h], tol=DEPENDENT) < h:
                raise AnchorError(
                    f"Anchor {h - 1} is determined by the anchors before it (they share the same points of "
                    "the surface), so both cannot be moved freely; grab fewer points there."
                )


def checked_targets(targets: ArrayLike, h: int) -> Targets:
    """(h, 3) targets as float64, copied; raises TargetError for other shapes and numbers not finite."""
    try:
        array = np.array(targets, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise TargetError(f"Targets must be numbers of the shape ({h}, 3): {problem}.") from problem
    if array.shape != (h, 3):
        raise TargetError(f"Targets of the shape {array.shape} were given; ({h}, 3) is needed.")
    bad = np.flatnonzero(~np.isfinite(array).all(axis=1))
    if len(bad):
        raise TargetError(f"Target {bad[0]} is {array[bad[0]].tolist()}; finite numbers are needed.")
    return array


def _vertices_and_groups(points: Numbers, n: int) -> tuple[Ints, Ints]:
    """(h,) vertices, and the item (h,) of the list that each is in."""
    vertices: list[int] = []
    group: list[int] = []
    if not isinstance(points, Iterable):
        raise AnchorError(f"The grabbed points are {points!r}; {type_of_points} are needed.")
    for i, item in enumerate(points):
        members = _array(item)
        if members is None or not _are_integers(members) or members.ndim > 1:
            raise AnchorError(f"Item {i} of the grabbed points is {item!r}; {type_of_points} are needed.")
        members = np.atleast_1d(members)
        vertices.extend(members.tolist())
        group.extend([i] * len(members))
    array = np.array(vertices, dtype=np.int64)
    bad = array[(array < 0) | (array >= n)]
    if len(bad):
        raise AnchorError(f"Vertex {bad[0]} was grabbed, but the mesh has the vertices 0 to {n - 1}.")
    return array, np.array(group, dtype=np.int64)


def _array(values: ArrayLike) -> Array | None:
    """Values as an array, or None where their rows differ in length."""
    try:
        return np.asarray(values)
    except ValueError:
        return None


def _are_integers(array: Array) -> bool:
    return np.issubdtype(array.dtype, np.integer)


def _are_numbered(items: Array) -> bool:
    """Whether items are whole numbers from 0 on, none left out."""
    return items.size == 0 or (_are_integers(items) and set(items.tolist()) == set(range(items.max() + 1)))


def _on_faces(anchors: Anchors, F: Faces) -> tuple[Ints, Floats]:
    """(h, 3) the vertices of the anchors' triangles, and their weights (h, 3)."""
    bad = anchors.faces[(anchors.faces < 0) | (anchors.faces >= len(F))]
    if len(bad):
        raise AnchorError(f"Face {bad[0]} was grabbed, but the mesh has the triangles 0 to {len(F) - 1}.")
    finite = np.asarray(np.isfinite(anchors.barycentric).all(axis=1))
    total = anchors.barycentric.sum(axis=1, where=finite[:, None])
    wrong = np.asarray(np.abs(total - 1.0) > SUM_TOLERANCE)
    if wrong.any():
        i = int(np.flatnonzero(wrong)[0])
        found = f"sum to {total[i]:g}" if finite[i] else "are not finite"
        raise AnchorError(
            f"The barycentric coordinates {anchors.barycentric[i].tolist()} of anchor {i} {found}; "
            "three numbers with a sum of 1 are needed."
        )
    return F[anchors.faces], anchors.barycentric


def _check_no_repeats(corners: Ints, weights: Floats) -> None:
    single = weights.max(axis=1) == 1.0
    vertex = corners[np.arange(len(corners)), weights.argmax(axis=1)][single]
    values, first, counts = np.unique(vertex, return_index=True, return_counts=True)
    if (counts > 1).any():
        repeated = values[counts > 1][np.argmin(first[counts > 1])]
        raise AnchorError(f"Vertex {repeated} is grabbed more than once; name each point once.")
