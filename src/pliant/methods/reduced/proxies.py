"""Proxy vertices: one point for all vertices with the same influences [Der2006, sec. 3.2].

D v = Σᵢ Fᵢ(αᵢ I + x Dαᵢ) + dᵢ Dαᵢ  (eq. 2) is linear in the controls: the matrix G.
Departures from the paper: vertices count by their area, so that the triangulation makes no difference; groups
of very few vertices join a neighbour, since the solver's cost is proportional to the proxies; slopes of the
weights are fitted to the gradients of the triangles around, where the paper takes differences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from pliant.arrays import Array, Faces, Floats, Ints, Poses, Vertices, frozen
from pliant.methods.reduced.groups import influence_groups, merged, vertex_masses
from pliant.methods.reduced.influences import NOBODY, Candidates
from pliant.methods.reduced.learn import Learned
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.slopes import weight_slopes
from pliant.methods.reduced.weights import Sparsity, WeightPrior, weighted

# Below this share of its mass a group has no vertex that several controls carry.
ALONE = 1e-6


@dataclass(frozen=True, eq=False)
class Proxies:
    """p points that stand for all vertices.

    rest:       (p, 3), V: (k, p, 3): their places in the reference and in every example
    influences: (p, q) int32, weights: (p, q): as for the vertices of a skin
    slopes:     (p, q, 3) derivatives Dαᵢ of the weights; they sum to zero over the influences
    group:      (n,) the proxy of each vertex
    sizes:      (p,) share of the area that each stands for; they sum to one
    count:      how many controls there are
    """

    rest: Vertices
    V: Poses
    influences: NDArray[np.int32]
    weights: Floats
    slopes: Floats
    group: Ints
    sizes: Floats
    count: int

    def __len__(self) -> int:
        return len(self.rest)

    def gradient_blocks(self) -> Floats:
        """(p, 3, q, 4) three rows of G for each proxy, by influence: G t is (D v)ᵀ there [Der2006, eq. 2]."""
        p, q = self.weights.shape
        block = np.zeros((p, 3, q, 4))
        block[..., :3] = self.slopes.transpose(0, 2, 1)[..., None] * self.rest[:, None, None, :]
        block[..., :3] += self.weights[:, None, :, None] * np.eye(3)[:, None, :]
        block[..., 3] = self.slopes.transpose(0, 2, 1)
        return block


def proxies(learned: Learned, V: Poses, F: Faces, options: ReducedOptions) -> Proxies:
    """The proxies of a learned model for its poses V (k, n, 3) and triangles F (m, 3)."""
    skin = learned.skin
    mass = vertex_masses(V[0], F)
    group = merged(influence_groups(skin), skin, mass, F, options.smallest_group)
    mean = group_means(group, mass, 1.0 - skin.weights.max(axis=1))
    positions = np.stack([mean @ pose for pose in V])
    influences, weights = _own_weights(learned, V, positions, mean, options)
    slopes = weight_slopes(skin, F, mean, influences)
    sizes = np.bincount(group, mass)
    return Proxies(
        frozen(positions[0], np.float64),
        frozen(positions, np.float64),
        frozen(influences, np.int32),
        frozen(weights, np.float64),
        frozen(slopes, np.float64),
        frozen(group, np.int64),
        frozen(sizes / sizes.sum(), np.float64),
        skin.count,
    )


def group_means(group: Ints, mass: Floats, uniform: Floats) -> csr_array:
    """(p, n) the averages of [Der2006, eq. 4]: vertices with uniform weights count most.

    group, mass: (n,) the group and the mass of each vertex
    uniform:     (n,) 1 − ᾱ, large where controls meet; where one control carries a whole group, mass counts
    """
    count = int(group.max()) + 1
    pull = mass * uniform
    alone = np.bincount(group, pull, count) <= ALONE * np.bincount(group, mass, count)
    pull = np.where(alone[group], mass, pull)
    pull /= np.bincount(group, pull, count)[group]
    return csr_array((pull, (group, np.arange(len(group)))), shape=(count, len(group)))


def _own_weights(
    learned: Learned, V: Poses, positions: Floats, mean: csr_array, options: ReducedOptions
) -> tuple[Array, Floats]:
    """Influences and weights of the proxies, fitted like those of vertices, near the mean of their group."""
    q = options.influences
    dense = csr_array(mean @ learned.skin.weight_matrix()).toarray()
    order = np.argsort(-dense, axis=1, kind="stable")[:, :q].astype(np.int32)
    share = np.take_along_axis(dense, order.astype(np.int64), axis=1)
    share = np.where(share >= 0.5 * options.small, share, 0.0)
    share /= share.sum(axis=1, keepdims=True)
    rows = np.arange(len(dense))
    own = Candidates(rows, np.where(share > 0, order, np.int32(NOBODY)), np.zeros(order.shape))
    strength = float(((V - learned.reconstructed()) ** 2).sum() / V.shape[1])
    prior = WeightPrior(np.arange(len(dense) + 1), rows, order, share, strength, 0.0)
    influences, weights = weighted(positions[0], positions, learned.t, own, Sparsity(q, 0.0), prior)
    # A control that the fit leaves out everywhere keeps its mean weight where it weighs most.
    for control in np.setdiff1d(np.arange(learned.skin.count), influences[weights > 0]):
        j = int(np.argmax(dense[:, control]))
        others = order[j][order[j] != control][: q - 1]
        kept = np.append(others[dense[j, others] > 0], control)
        influences[j] = np.append(kept, np.full(influences.shape[1] - len(kept), kept[0]))
        weights[j] = 0.0
        weights[j, : len(kept)] = dense[j, kept] / dense[j, kept].sum()
    return influences, weights
