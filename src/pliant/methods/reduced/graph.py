"""The graph of neighbouring proxies, with the borders of their groups on the surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.examples.corrections import NOMINAL_TRIANGLES, RotationField, covered
from pliant.geometry.farthest_points import farthest_cells
from pliant.geometry.gradient import areas
from pliant.geometry.topology import half_edges

# On an even mesh, Σ ‖R_j − R_k‖² over pairs of triangles times this is Σ (border / distance) ‖R_j − R_k‖².
BORDER_OVER_DISTANCE = np.sqrt(3.0)


@dataclass(frozen=True, eq=False)
class ProxyGraph:
    """Pairs (g, 2) of proxies whose groups touch, and the lengths (g,) of their borders."""

    pairs: Ints
    borders: Floats

    @staticmethod
    def of(V: Vertices, F: Faces, group: Ints, count: int) -> ProxyGraph:
        """The graph of `count` groups; group (n,) says to which each of the vertices V (n, 3) belongs."""
        ends, area, length2 = half_edge_measures(V, F)
        # Across an edge runs the border of its ends' cells, two thirds of a triangle's height on each side.
        across = area / np.sqrt(length2)
        sides = np.sort(group[ends], axis=1)
        apart = sides[:, 0] != sides[:, 1]
        table = coo_array((across[apart], (sides[apart, 0], sides[apart, 1])), shape=(count, count)).tocsr()
        table.sum_duplicates()
        entries = table.tocoo()
        pairs = np.column_stack([entries.row, entries.col]).astype(np.int64)
        return ProxyGraph(pairs, np.asarray(entries.data, dtype=np.float64))

    def conductances(self, V: Vertices) -> Floats:
        """(g,) length of each border over the distance of its proxies, which lie at V (p, 3)."""
        between = V[self.pairs[:, 0]] - V[self.pairs[:, 1]]
        distance = np.linalg.norm(between, axis=1)
        # Proxies of interlocking groups may nearly coincide; they are as far apart as their border is long.
        return self.borders / np.maximum(distance, 0.1 * self.borders + np.finfo(float).tiny)


def half_edge_measures(V: Vertices, F: Faces) -> tuple[Ints, Floats, Floats]:
    """For each half-edge its ends (3m, 2), two thirds of its triangle's area (3m,), its squared length (3m,).

    Area over squared length is the half-edge's conductance in an equilateral triangle; it is never negative.
    """
    ends, face = half_edges(F)
    return ends, 2.0 / 3.0 * areas(V, F)[face], ((V[ends[:, 0]] - V[ends[:, 1]]) ** 2).sum(axis=1)


def proxy_bumps(graph: ProxyGraph, V: Poses, masses: Floats, count: int) -> Floats:
    """(p, B) smooth functions on the proxies V (k, p, 3) that sum to one: cells diffused by their size.

    masses: (p,) the areas that the proxies stand for
    count:  wanted number B of functions
    """
    p = V.shape[1]
    cell, radius = farthest_cells(V, count)
    conductance = graph.conductances(V[0])
    i, j = graph.pairs.T
    L = np.zeros((p, p))
    np.add.at(L, (i, i), conductance)
    np.add.at(L, (j, j), conductance)
    L[i, j] = L[j, i] = -conductance
    indicator = np.zeros((p, cell.max() + 1))
    indicator[np.arange(p), cell] = masses
    bumps = np.linalg.solve(radius * radius * L + np.diag(masses), indicator)
    return bumps / bumps.sum(axis=1, keepdims=True)


def correction_field(graph: ProxyGraph, V: Vertices, basis: Floats, sizes: Floats) -> RotationField:
    """A field of rotations with stiffness 1 over the elements, the first of which are the proxies V (p, 3).

    It couples neighbours as strongly as MeshIK's field does over the triangles themselves.
    basis: (e, B) the functions that the field is made of, at each element
    sizes: (p,) the share of the area that each proxy stands for
    """
    c = graph.conductances(V) / (BORDER_OVER_DISTANCE * NOMINAL_TRIANGLES)
    difference = basis[graph.pairs[:, 0]] - basis[graph.pairs[:, 1]]
    hessian = 2.0 * difference.T @ (c[:, None] * difference)
    share = covered(basis[: len(sizes)], sizes)
    return RotationField(np.ascontiguousarray(basis), graph.pairs, c, hessian, share)
