"""Meshes of a body's surface at rest, with a wanted number of vertices."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Vertices
from pliant.geometry.clip_triangles import clipped
from pliant.geometry.topology import edges
from pliant.samples.implicit.body import ImplicitBody
from pliant.samples.implicit.level_set import level_set_mesh
from pliant.samples.implicit.remesh import polished, remeshed

# The first grid catches ears, which are 0.03 thick, and fingers, whatever the wanted number of vertices.
GRID = 0.010
# Edge lengths go with the square root of the radius; away from a finer part they grow at this rate,
# in the same units: square roots of lengths per length.
GRADATION = 3.5
# A part farther than this makes nothing finer.
REACH = 0.08
# Newton steps that bring all but a few vertices in creases onto the surface to 1e-5.
LANDINGS = 4
# Vertices closer to the plane than this share of their mean edge are moved onto it: no triangle is cut thin.
NEAR = 0.45
MIRROR = np.array([-1.0, 1.0, 1.0])


def surface_mesh(body: ImplicitBody, count: int) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3): a closed mesh of about `count` well-shaped vertices on the body's surface."""
    low, high = body.box()
    margin = 4.0 * GRID
    V, F = level_set_mesh(lambda P: body.level(P)[0], low - margin, high + margin, GRID)
    V, F = remeshed(V, F, _edge_sizes(V, body), count, body.projected)
    return _landed(V, body), F


def symmetric_surface_mesh(body: ImplicitBody, count: int) -> tuple[Vertices, Faces]:
    """V (n, 3), F (m, 3) of a body that is its own mirror image in x = 0: so is the mesh, to the last bit."""
    V, F = _mirrored_half(*surface_mesh(body, count))
    # Flips mend the triangles that the cut left; they know no symmetry, so the half is taken once more.
    V, F = _mirrored_half(*polished(V, F, lambda P: _edge_sizes(P, body), body.projected))
    partner = _partners(V)
    V = _landed(V, body)
    return 0.5 * (V + V[partner] * MIRROR), F


def _edge_sizes(P: Vertices, body: ImplicitBody) -> Floats:
    """(p,) wanted edge lengths at P, up to a common factor: finer on thin and detailed parts."""
    distance, place = body.distances(P, REACH)
    size = np.full(len(P), np.inf)
    for k, part in enumerate(body.parts):
        thin = np.sqrt(part.tube.radii.min(axis=1))
        here = part.detail * np.interp(place[:, k], np.arange(len(thin)), thin)
        size = np.minimum(size, here + GRADATION * np.abs(distance[:, k]))
    return size


def _landed(V: Vertices, body: ImplicitBody) -> Vertices:
    for _ in range(LANDINGS):
        V = body.projected(V)
    return V


def _mirrored_half(V: Vertices, F: Faces) -> tuple[Vertices, Faces]:
    """The half at x > 0 and its reflection: vertices on the plane, then those at x > 0, then their images."""
    V = V.copy()
    V[np.abs(V[:, 0]) < NEAR * _mean_edges(V, F), 0] = 0.0
    cut = clipped(F, V[:, 0])
    X = cut.extended(V)
    X[len(V) :, 0] = 0.0
    used = np.unique(cut.F)
    on_plane = X[used, 0] == 0.0
    order = np.concatenate([used[on_plane], used[~on_plane]])
    index = np.empty(len(X), dtype=np.int64)
    index[order] = np.arange(len(order))
    half, middle = index[cut.F], int(on_plane.sum())
    image = np.concatenate([np.arange(middle), np.arange(len(order), 2 * len(order) - middle)])
    positions = np.concatenate([X[order], X[order[middle:]] * MIRROR])
    return positions, np.concatenate([half, image[half][:, ::-1]])


def _partners(V: Vertices) -> Ints:
    """(n,) the mirror image of each vertex of a mesh made by `_mirrored_half`."""
    middle = int((V[:, 0] == 0.0).sum())
    right = middle + (len(V) - middle) // 2
    return np.concatenate([np.arange(middle), np.arange(right, len(V)), np.arange(middle, right)])


def _mean_edges(V: Vertices, F: Faces) -> Floats:
    """(n,) mean length of the edges at each vertex."""
    ends = edges(F)
    length = np.linalg.norm(V[ends[:, 0]] - V[ends[:, 1]], axis=1)
    both = ends.T.ravel()
    total = np.bincount(both, np.tile(length, 2), len(V))
    return total / np.maximum(np.bincount(both, minlength=len(V)), 1)
