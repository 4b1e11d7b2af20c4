"""The subject of the doctor's checks: the poses at unit size, welded as the solver welds them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pliant.arrays import Faces, Ints, Poses
from pliant.geometry.frame import Frame
from pliant.geometry.solvable import welded
from pliant.geometry.topology import half_edges, vertex_components
from pliant.mesh import PoseSet


@dataclass(frozen=True, eq=False)
class Edges:
    """Undirected edges with their half-edges; half-edge 3j + i leads from corner i of face j to the next.

    ends:    (e, 2) vertices of each edge, the smaller first
    count:   (e,) number of its half-edges; opener: (e,) the first of them
    of_half: (3m,) edge of each half-edge
    forward: (3m,) whether the half-edge leads from the smaller to the larger vertex
    """

    ends: Ints
    count: Ints
    of_half: Ints
    opener: Ints
    forward: np.ndarray

    @staticmethod
    def of(F: Faces, n: int) -> Edges:
        """The edges of triangles F (m, 3) without repeated corners, on n vertices."""
        ends = half_edges(F)[0]
        _, opener, of_half, count = np.unique(
            ends[:, 0] * n + ends[:, 1], return_index=True, return_inverse=True, return_counts=True
        )
        return Edges(ends[opener], count, of_half, opener, F.ravel() == ends[:, 0])


@dataclass(frozen=True, eq=False)
class Case:
    """A pose set prepared for the checks.

    poses:   the user's poses
    W:       (k, n', 3) positions of the welded vertices, in the frame's coordinates
    F:       (m, 3) the user's triangles on welded vertices
    of_user: (n,) the welded vertex of each of the user's
    first:   (n',) the first of the user's vertices in each welded one
    frame:   unit and origin of W, those of the reference
    """

    poses: PoseSet
    W: Poses
    F: Faces
    of_user: Ints
    first: Ints
    frame: Frame

    @staticmethod
    def of(poses: PoseSet) -> Case:
        """The case of poses whose reference has a finite size."""
        frame = Frame.of(poses.V[0])
        of_user, first = welded(poses.V)
        return Case(poses, frame.inward(poses.V[:, first]), of_user[poses.F], of_user, first, frame)

    @cached_property
    def whole(self) -> Ints:
        """(w,) the triangles that still have three corners after welding."""
        a, b, c = self.F.T
        return np.flatnonzero((a != b) & (b != c) & (c != a))

    @cached_property
    def edges(self) -> Edges:
        """The edges of the whole triangles."""
        return Edges.of(self.F[self.whole], len(self.first))

    @cached_property
    def rim(self) -> Ints:
        """(r, 2) welded vertices of the edges with one triangle."""
        return self.edges.ends[self.edges.count == 1]

    @cached_property
    def parts(self) -> Ints:
        """(p,) the first of the user's vertices in each part of the surface; unused vertices are in none."""
        used = np.zeros(len(self.first), dtype=bool)
        used[self.F] = True
        vertices = np.flatnonzero(used)
        component = vertex_components(self.F, len(self.first))[vertices]
        return np.sort(self.first[vertices[np.unique(component, return_index=True)[1]]])
