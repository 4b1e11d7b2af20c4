"""Proxy vertices: one point for all vertices with the same influences [Der2006, sec. 3.2].

D v = Σᵢ Fᵢ(αᵢ I + x Dαᵢ) + dᵢ Dαᵢ  (eq. 2) is linear in the controls: the matrix G.
Departures: vertices count by their area, so that the triangulation does not; groups of very few vertices
join a neighbour, for the solver's cost is proportional to the proxies; slopes of the weights are fitted to
the gradients of the triangles around, where the paper takes differences.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from pliant.core.arrays import Array, Faces, Floats, Ints, Poses, Vertices, frozen
from pliant.core.topology import Rings
from pliant.methods.reduced.groups import influence_groups, merged, vertex_masses
from pliant.methods.reduced.influences import NOBODY, Candidates
from pliant.methods.reduced.learning import Learned
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.slopes import weight_slopes
from pliant.methods.reduced.weights import Prior, Sparsity, weighted

# Below this share of its mass a group has no vertex that several controls carry.
ALONE = 1e-6


@dataclass(frozen=True, eq=False)
class Proxies:
    """p points that stand for all vertices.

    rest: (p, 3), V: (k, p, 3) where they lie in the reference and in every example
    influences: (p, q) int32, weights: (p, q): as of a skin's vertices
    slopes: (p, q, 3) derivatives Dαᵢ of the weights; they sum to zero over the influences
    group:  (n,) the proxy of each vertex
    sizes:  (p,) share of the area that each stands for; they sum to one
    count:  how many controls there are
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

    def gradient_matrix(self) -> csr_array:
        """G (3p, 4c): rows 3j…3j+2 of G t hold (D v)ᵀ at proxy j [Der2006, eq. 2]."""
        p, q = self.weights.shape
        block = np.zeros((p, 3, q, 4))
        block[..., :3] = self.slopes.transpose(0, 2, 1)[..., None] * self.rest[:, None, None, :]
        block[..., :3] += self.weights[:, None, :, None] * np.eye(3)[:, None, :]
        block[..., 3] = self.slopes.transpose(0, 2, 1)
        columns = np.broadcast_to(4 * self.influences[:, None, :, None] + np.arange(4), block.shape)
        starts = 4 * q * np.arange(3 * p + 1)
        G = csr_array((block.ravel(), columns.ravel(), starts), shape=(3 * p, 4 * self.count))
        G.sum_duplicates()
        G.eliminate_zeros()
        return G


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
    """(p, n) the averages of eq. 4: vertices with uniform weights count most, as there the controls meet.

    uniform (n,) is 1 − ᾱ. Where one control carries a whole group, every vertex counts by its mass.
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
    """Influences and weights of the proxies: fitted as a vertex's, near the mean of those they stand for."""
    q = options.influences
    dense = csr_array(mean @ learned.skin.weight_matrix()).toarray()
    order = np.argsort(-dense, axis=1, kind="stable")[:, :q].astype(np.int32)
    share = np.take_along_axis(dense, order.astype(np.int64), axis=1)
    share = np.where(share >= 0.5 * options.small, share, 0.0)
    share /= share.sum(axis=1, keepdims=True)
    rows = np.arange(len(dense))
    own = Candidates(rows, np.where(share > 0, order, np.int32(NOBODY)), np.zeros(order.shape))
    strength = float(((V - learned.reconstructed()) ** 2).sum() / V.shape[1])
    prior = Prior(Rings(np.arange(len(dense) + 1), rows), order, share, strength, 0.0)
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
