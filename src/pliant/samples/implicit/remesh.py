"""Well-shaped triangles of a wanted size on a closed surface: split, collapse, flip, relax, project.

Incremental remeshing [Botsch2004] with a size that varies over the surface.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array
from scipy.spatial import KDTree

from pliant.arrays import Faces, Floats, Vertices
from pliant.geometry.gradient import areas, double_area_normals
from pliant.samples.implicit import half_edges as edit

Project = Callable[[Vertices], Vertices]
Size = Callable[[Vertices], Floats]

# Rounds of editing, and of flipping and relaxing at the end: what it takes until angles stop improving.
EDITS = 10
POLISHINGS = 5
# Equilateral triangles of edge length s take s²√3/2 of area per vertex; splitting above 4/3 s and
# collapsing below 4/5 s leaves the edges 2.5 % longer than s on average, as measured.
AREA_PER_VERTEX = 1.05 * np.sqrt(3.0) / 2.0


def remeshed(V: Vertices, F: Faces, size: Floats, count: int, project: Project) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3): a mesh of the same closed surface with about `count` vertices.

    size:    (n,) wanted edge lengths at V, up to a common factor
    project: positions (p, 3) -> points of the surface nearby
    """
    nearest = KDTree(V)

    def size_at(P: Vertices) -> Floats:
        return size[nearest.query(P)[1]]

    for _ in range(EDITS):
        wanted = size_at(V)
        wanted *= np.sqrt(_elements(V, F, wanted).sum() / count)
        V, F = _edited(V, F, wanted, capacity=3 * count)
        V = project(_relaxed(V, F, size_at(V)))
    return polished(V, F, size_at, project)


def polished(V: Vertices, F: Faces, size_at: Size, project: Project) -> tuple[Vertices, Faces]:
    """The same vertices, with edges flipped and vertices relaxed until the triangles are well shaped.

    size_at: positions (p, 3) -> wanted edge lengths (p,), up to a common factor
    """
    for _ in range(POLISHINGS):
        tail = F.flatten()
        edit.flip_obtuse(V, tail, edit.twins(F), edit.outgoing(F, len(V)), len(F))
        F = tail.reshape(-1, 3)
        V = project(_relaxed(V, F, size_at(V)))
    return V, F


def _elements(V: Vertices, F: Faces, size: Floats) -> Floats:
    """(m,) number of vertices that each triangle should have on it."""
    return areas(V, F) / (AREA_PER_VERTEX * size[F].mean(axis=1) ** 2)


def _edited(V: Vertices, F: Faces, size: Floats, capacity: int) -> tuple[Vertices, Faces]:
    """The mesh with edges split, collapsed and flipped, in arrays with room for `capacity` vertices."""
    n, m = len(V), len(F)
    room = max(0, capacity - n)
    tail = np.concatenate([F.ravel(), np.full(6 * room, -1)])
    twin = np.concatenate([edit.twins(F), np.full(6 * room, -1)])
    out = np.concatenate([edit.outgoing(F, n), np.full(room, -1)])
    V = np.concatenate([V, np.zeros((room, 3))])
    size = np.concatenate([size, np.zeros(room)])
    n, m = edit.split_long(V, tail, twin, out, size, (n, m))
    edit.collapse_short(V, tail, twin, out, size, m)
    edit.flip_obtuse(V, tail, twin, out, m)
    kept = np.flatnonzero(out[:n] >= 0)
    index = np.full(n, -1)
    index[kept] = np.arange(len(kept))
    F = tail[: 3 * m].reshape(-1, 3)
    return V[kept], index[F[F[:, 0] >= 0]]


def _relaxed(V: Vertices, F: Faces, size: Floats) -> Vertices:
    """(n, 3) vertices moved in their tangent planes to the centroids of the elements around them."""
    weight = _elements(V, F, size)
    ring = csr_array((np.ones(F.size), (F.ravel(), np.repeat(np.arange(len(F)), 3))), shape=(len(V), len(F)))
    step = (ring @ (weight[:, None] * V[F].mean(axis=1))) / (ring @ weight)[:, None] - V
    normal = ring @ double_area_normals(V, F)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return V + step - (step * normal).sum(axis=1, keepdims=True) * normal
