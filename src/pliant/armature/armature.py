"""An armature: a tree of bones that carries a mesh, x → Σ_b w_b M_b B_b (x, 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from pliant.armature.bone_pose import BonePose
from pliant.arrays import Array, Floats, Ints, Vertices


@dataclass(frozen=True, eq=False)
class Armature:
    """A tree of k nodes, some of which move, and the b bones that they carry a mesh with.

    names:    names of the nodes
    parents:  (k,) the node above each, which comes earlier; -1 for none
    rest:     where the nodes are at rest, for those that may move
    fixed:    (k, 4, 4) from each node to its parent at rest, for those that may not
    movable:  (k,) whether a node may move
    carriers: (b,) the node of each bone; a node has several if skins bind it differently
    binds:    (b, 4, 4) from the mesh to the node of each bone
    weights:  (n, b) sparse; each row sums to 1
    V:        (n, 3) positions that the bones carry
    """

    names: Sequence[str]
    parents: Ints
    rest: BonePose
    fixed: Floats
    movable: Array
    carriers: Ints
    binds: Floats
    weights: sparse.csr_array
    V: Vertices

    @property
    def roots(self) -> Array:
        """(k,) whether a node may move and no node above it may."""
        above = np.zeros(len(self.parents), dtype=bool)
        for i, parent in enumerate(self.parents):
            above[i] = parent >= 0 and (above[parent] or self.movable[parent])
        return self.movable & ~above

    def local_matrices(self, pose: BonePose) -> Floats:
        """(k, 4, 4) from each node to its parent in a pose."""
        return np.where(self.movable[:, None, None], pose.matrices(), self.fixed)

    def global_matrices(self, pose: BonePose) -> Floats:
        """(k, 4, 4) from each node to the scene in a pose."""
        found = self.local_matrices(pose)
        for i, parent in enumerate(self.parents):
            if parent >= 0:
                found[i] = found[parent] @ found[i]
        return found

    def blends(self, pose: BonePose) -> Floats:
        """(n, 3, 4) what carries each vertex in a pose."""
        palette = self.global_matrices(pose)[self.carriers] @ self.binds
        return (self.weights @ palette[:, :3].reshape(-1, 12)).reshape(-1, 3, 4)

    def posed(self, pose: BonePose) -> Vertices:
        """(n, 3) the mesh in a pose."""
        blends = self.blends(pose)
        return np.einsum("nij,nj->ni", blends[..., :3], self.V) + blends[..., 3]
