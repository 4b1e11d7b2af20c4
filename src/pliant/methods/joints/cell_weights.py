"""The weights with which bodies carry vertices: moving least squares over a component's cells, at rest."""

from __future__ import annotations

import numpy as np
from scipy.spatial import KDTree

from pliant.arrays import Floats, Ints
from pliant.mechanism.mechanism import Mechanism
from pliant.methods.joints.bodies import Bodies
from pliant.methods.joints.cells import Cells
from pliant.skin import Skin

# Cells that carry a vertex at most: what a graphics card takes in two attributes.
MOST = 8
# How far a cell carries, in its longest sides: as far as its neighbours' neighbours.
REACH = 1.75
# Of the moment matrix: decides along directions in which the cells do not differ.
RIDGE = 1e-6


def blended(mechanism: Mechanism, cells: Cells, bodies: Bodies) -> Skin:
    """The skin of the whole mechanism; vertices of a rigid component follow its one body."""
    n = mechanism.mesh.n
    influences, weights = np.zeros((n, MOST), dtype=np.int64), np.zeros((n, MOST))
    for number in range(len(mechanism.components)):
        own = np.flatnonzero(cells.component == number)
        rows = np.flatnonzero(mechanism.component == number)
        if len(own) == 1:
            influences[rows, 0], weights[rows, 0] = bodies.of_cell[own[0]], 1.0
        else:
            side = 2.0 * cells.half[own].max(axis=1)
            near, share = moving_least_squares(mechanism.mesh.V[rows], cells.centre[own], side)
            influences[rows, : near.shape[1]] = bodies.of_cell[own[near]]
            weights[rows, : near.shape[1]] = share
    influences, weights = _joined(influences, weights)
    used = int((weights > 0).sum(axis=1).max())
    return Skin.of(mechanism.mesh.V, influences[:, :used], weights[:, :used], bodies.count)


def moving_least_squares(points: Floats, centres: Floats, sides: Floats) -> tuple[Ints, Floats]:
    """near (n, q), the centres nearest to each point, and their weights (n, q) ≥ 0, which sum to one.

    points:  (n, 3)
    centres: (k, 3) of the cells
    sides:   (k,) their longest sides, which tell how far they carry
    Linear fields are reproduced where a point lies among its centres; negative weights are cut.
    """
    q = min(MOST, len(centres))
    distance, near = KDTree(centres).query(points, k=min(q + 1, len(centres)))
    distance, near = distance.reshape(len(points), -1), near.reshape(len(points), -1)
    # Beyond its nearest by as much, so that a point outside of all cells is carried too.
    reach = distance[:, :1] + REACH * sides[near[:, :1]]
    reach = np.minimum(reach, 1.0001 * distance[:, -1:]) if len(centres) > q else reach
    distance, near = distance[:, :q], near[:, :q]
    kernel = np.maximum(1 - (distance / reach) ** 2, 0.0) ** 2
    offset = (centres[near] - points[:, None]) / reach[:, :, None]
    basis = np.concatenate([np.ones((*near.shape, 1)), offset], axis=2)
    moments = np.einsum("nq,nqi,nqj->nij", kernel, basis, basis)
    moments[:, 1:, 1:] += RIDGE * np.trace(moments, axis1=1, axis2=2)[:, None, None] * np.eye(3)
    at_point = np.linalg.solve(moments, np.broadcast_to(np.eye(4)[:1].T, (len(points), 4, 1)))[:, :, 0]
    weights = np.maximum(kernel * np.einsum("nqi,ni->nq", basis, at_point), 0.0)
    return near, weights / weights.sum(axis=1, keepdims=True)


def _joined(influences: Ints, weights: Floats) -> tuple[Ints, Floats]:
    """The same influences, with all weights of one body added up in its first column."""
    weights = weights.copy()
    for later in range(1, influences.shape[1]):
        for first in range(later):
            same = (influences[:, later] == influences[:, first]) & (weights[:, later] > 0)
            weights[same, first] += weights[same, later]
            weights[same, later] = 0.0
    return influences, weights
