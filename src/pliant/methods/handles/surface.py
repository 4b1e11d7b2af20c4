"""The surface that handles bend: the user's mesh with its seams closed.

Vertices that coincide on open borders (seams of texture coordinates, the corners of an STL) become one.
Those inside a surface stay apart: closed lips touch, but must be able to open.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Ints, Vertices, frozen
from pliant.errors import MeshError
from pliant.geometry.solvable import flat_triangles, welded
from pliant.geometry.topology import counted_edges, edges, vertex_components
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class WeldedSurface:
    """A mesh of n vertices for the solver.

    V:         (n, 3) positions, in the user's units
    F:         (m, 3) triangles with three different corners
    of_user:   (u,) the vertex for each of the user's
    component: (n,) connected component of each vertex
    edges:     (e, 2) undirected edges
    size:      diameter of the sphere about its middle that holds it; every length is relative to it
    """

    V: Vertices
    F: Faces
    of_user: Ints
    component: Ints
    edges: Ints
    size: float

    @property
    def n(self) -> int:
        """The number of vertices."""
        return len(self.V)

    def adjacency(self, values: Floats) -> csr_array:
        """(n, n) symmetric sparse matrix with one value (e,) for each edge."""
        a, b = self.edges.T
        entries = np.concatenate([values, values])
        return csr_array((entries, (np.concatenate([a, b]), np.concatenate([b, a]))), shape=(self.n, self.n))

    def lengths(self) -> Floats:
        """(e,) lengths of the edges."""
        return np.linalg.norm(self.V[self.edges[:, 0]] - self.V[self.edges[:, 1]], axis=1)


def surface(mesh: Mesh) -> WeldedSurface:
    """The solver's surface for a mesh; raises MeshError for one without a size or an area."""
    V, F = mesh.V, mesh.F
    middle = V.mean(axis=0)
    size = 2.0 * float(np.linalg.norm(V - middle, axis=1).max())
    if not 0.0 < size < np.inf:
        raise MeshError(f"The mesh has the size {size:g}; a mesh with a finite size is needed.")
    if flat_triangles((V - middle) / size, F).all():
        raise MeshError("Every triangle of the mesh is flat; at least one with an area is needed.")
    # Welding looks at every pose: a second one, in which inner vertices differ, keeps them apart.
    apart = np.zeros_like(V)
    inside = ~_on_border(F, mesh.n)
    apart[inside, 0] = 1.0 + np.flatnonzero(inside)
    of_user, first = welded(np.stack([V, apart]))
    faces = of_user[F]
    distinct = (faces != np.roll(faces, 1, axis=1)).all(axis=1)
    faces = frozen(faces[distinct], np.int64)
    return WeldedSurface(
        frozen(V[first], np.float64),
        faces,
        frozen(of_user, np.int64),
        vertex_components(faces, len(first)),
        edges(faces),
        size,
    )


def _on_border(F: Faces, n: int) -> np.ndarray:
    """(n,) whether a vertex lies on an edge of one triangle only."""
    ends, counts = counted_edges(F)
    border = np.zeros(n, dtype=bool)
    border[ends[counts == 1].ravel()] = True
    return border
