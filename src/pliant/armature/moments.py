"""Distances between an armature and posed meshes, as quadratic forms of the palette.

E(P) = 1/n Σᵢ |Σ_b w_ib P_b (xᵢ, 1) − vᵢ|² = tr(P G Pᵀ) − 2 tr(C Pᵀ) + c. G belongs to the armature, C and c
to a frame. They are small: a fit takes the same time however fine the mesh is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from pliant.armature.armature import Armature
from pliant.arrays import Floats, Vertices
from pliant.geometry.bounding_box import box_diagonal


@dataclass(frozen=True, eq=False)
class Binding:
    """The mesh of an armature, in coordinates whose origin is its middle and whose unit is its diagonal.

    world:  (4, 4) from the scene to these coordinates
    A:      (4b, n) sparse: column i holds w_ib (xᵢ, 1) of every bone
    G:      (4b, 4b) A Aᵀ / n
    """

    world: Floats
    A: sparse.csr_array
    G: Floats

    @staticmethod
    def of(armature: Armature) -> Binding:
        """The binding of an armature; its diagonal is that of the mesh at rest."""
        rest = armature.posed(armature.rest)
        size = box_diagonal(rest) or 1.0
        world = np.eye(4)
        world[:3, :3] /= size
        world[:3, 3] = -rest.mean(axis=0) / size
        W = armature.weights.tocoo()
        points = np.column_stack([armature.V, np.ones(len(armature.V))])
        rows = (4 * W.col[:, None] + np.arange(4)).ravel()
        entries = ((W.data[:, None] * points[W.row]).ravel(), (rows, np.repeat(W.row, 4)))
        A = sparse.csr_array(sparse.coo_array(entries, shape=(4 * len(armature.carriers), len(points))))
        return Binding(world, A, (A @ A.T).toarray() / len(points))

    @property
    def size(self) -> float:
        """The diagonal of the mesh at rest."""
        return float(1.0 / self.world[0, 0])


@dataclass(frozen=True, eq=False)
class Moments:
    """What a fit needs to know of a posed mesh.

    C: (4b, 3) moments of the positions with the rows of `Binding.A`, over n
    c: mean of the squared distances from the origin
    """

    C: Floats
    c: float

    @staticmethod
    def of(binding: Binding, V: Vertices) -> Moments:
        """The moments of a mesh with positions V (n, 3) in the scene."""
        v = V @ binding.world[:3, :3].T + binding.world[:3, 3]
        return Moments(np.asarray(binding.A @ v) / len(v), float((v**2).sum() / len(v)))


def columns(palette: Floats) -> Floats:
    """(…, 3, 4b) a palette (…, b, 3, 4) with all columns side by side."""
    wide = np.moveaxis(palette, -3, -2)
    return wide.reshape(*wide.shape[:-2], -1)
