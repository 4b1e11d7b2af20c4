"""Describes the shape of a pose by a few hundred numbers, whatever its size, place and attitude.

The surface is cut into cells. The moment C = ∫ (v − v̄)(x − x̄)ᵀ of a cell is split into a rotation and a
stretch, C = R S. With Q the turn of the whole, the features are Qᵀ R − I, and S less that of the reference.
Their squared length is about the mean square over the surface of the angle, in radians, by which it is bent.
Rotations are compared as matrices: logarithms jump at half a turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pliant.arrays import Faces, Floats, Poses, Vertices
from pliant.geometry.farthest_points import farthest_cells
from pliant.geometry.frame import Frame
from pliant.geometry.gradient import vertex_areas
from pliant.geometry.rotations import closest_rotation
from pliant.progress import Progress, silent

# Enough to tell hands and feet; more would weigh fingers and the noise of scans.
CELLS = 100
# Poses whose moments are taken at once, so that memory does not grow with their number.
AT_ONCE = 64
# Pull toward the turn of the whole, which decides the rotation that a cell on a line or a point leaves open.
UNTURNED = 1e-6
# The mass of a vertex without area, in mean masses.
LOOSE = 1e-9
# Cells with less than this share of the largest second moment count as points, which have no rotation.
POINT = 1e-12


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a reference.

    moment: (3c, n) sparse: times a pose (n, 3), the transposed moments Cᵀ; those at rest have trace 1
    share:  (c,) share of the area
    spread: (c,) second moment of each cell about its middle, as a share of all
    """

    moment: csr_array
    share: Floats
    spread: Floats

    @staticmethod
    def of(V: Vertices, F: Faces) -> Cells:
        """The cells of the vertices V (n, 3), of diagonal one, with the triangles F (m, 3)."""
        n = len(V)
        mass = vertex_areas(V, F)
        mass = mass / max(float(mass.sum()), np.finfo(float).tiny) + LOOSE / n
        cell, _ = farthest_cells(V[None], CELLS)
        total = np.bincount(cell, mass)
        middle = np.stack([np.bincount(cell, mass * V[:, a]) for a in range(3)], axis=1) / total[:, None]
        away = V - middle[cell]
        spread = np.bincount(cell, mass * (away**2).sum(axis=1))
        scale = np.divide(mass, spread[cell], out=np.zeros(n), where=spread[cell] > POINT * spread.max())
        rows = (3 * cell[:, None] + np.arange(3)).ravel()
        entries = ((scale[:, None] * away).ravel(), (rows, np.repeat(np.arange(n), 3)))
        moment = csr_array(entries, shape=(3 * len(total), n))
        return Cells(moment, total / total.sum(), spread / spread.sum())

    def features(self, V: Poses) -> Floats:
        """(k, 18c) the features of the poses V (k, n, 3), of which the first is the reference."""
        k, c = len(V), len(self.share)
        flat = self.moment @ V.transpose(1, 0, 2).reshape(V.shape[1], 3 * k)
        C = flat.reshape(c, 3, k, 3).transpose(2, 0, 3, 1)
        Q = closest_rotation(np.einsum("c,kcab->kab", self.spread, C))
        R = closest_rotation(C + UNTURNED * Q[:, None])
        bent = (np.swapaxes(Q, 1, 2)[:, None] @ R - np.eye(3)) / math.sqrt(2.0)
        stretched = np.swapaxes(R, 2, 3) @ C
        stretched = stretched - stretched[0]
        root = np.sqrt(self.share)[:, None, None]
        return np.concatenate([root * bent, root * stretched], axis=1).reshape(k, -1)


def shape_features(V: Poses, F: Faces, frame: Frame, progress: Progress = silent) -> Floats:
    """(k, d) features of the poses V (k, n, 3); those of the reference, the first, are zero.

    frame: coordinates in which the reference has the diagonal one
    """
    reference = frame.inward(V[0])
    cells = Cells.of(reference, F)
    found = []
    for first in range(0, len(V), AT_ONCE):
        progress(first / len(V), f"looking at pose {first + 1} of {len(V)}")
        some = frame.inward(V[first : first + AT_ONCE])
        some = some - some.mean(axis=1, keepdims=True)
        found.append(cells.features(np.concatenate([reference[None], some]))[1:])
    return np.concatenate(found)
