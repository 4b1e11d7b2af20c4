"""Ties between neighbouring controls, which should carry the point between them to the same place.

The energy of all vertices, Σ‖D v − …‖², holds Σ_ij κ_ij ‖(Fᵢ x + dᵢ) − (Fⱼ x + dⱼ)‖² with
κ_ij = −∫ ∇αᵢ·∇αⱼ: what it costs to tear two controls apart where their weights meet. A single proxy for
the whole seam sees little of it, and none where weights are sharp; then a bar of many controls bends and
shears for nothing. Ties give back what the proxies miss. They also hold parts that nothing joins, an eye in
its head, where GᵀG of [Der2006] is singular.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist

from pliant.arrays import Faces, Floats, Ints
from pliant.geometry.gradient import areas
from pliant.methods.reduced.graph import half_edge_measures
from pliant.methods.reduced.groups import vertex_masses
from pliant.methods.reduced.proxies import Proxies
from pliant.skin import Skin

# Stiffness of a tie that makes a loose part follow, as a share of that of all seams together.
LOOSE = 1e-2
# Least share of a seam's stiffness that its tie gets, however much of it the proxies see.
LEAST = 0.05
# Controls whose seam has less than this stiffness, relative to the largest, are no neighbours.
NONE = 1e-9


@dataclass(frozen=True, eq=False)
class ControlTies:
    """Ties: pairs (g, 2) of controls, the points (g, 3) between them, and the stiffness (g,) of each."""

    pairs: Ints
    points: Floats
    stiffness: Floats


def ties(skin: Skin, F: Faces, proxies: Proxies) -> ControlTies:
    """The ties of a skin, with the stiffness that its proxies do not see; they join all controls."""
    V = skin.rest
    alpha = skin.weight_matrix()
    ends, area, length2 = half_edge_measures(V, F)
    share = area / length2 / areas(V, F).sum()
    across = csr_array(alpha[ends[:, 0]] - alpha[ends[:, 1]])
    middle = (V[ends[:, 0]] + V[ends[:, 1]]) / 2.0
    kappa = -_weighted_product(across, share)
    pairs = np.argwhere(np.triu(kappa, 1) > NONE * max(float(kappa.max()), np.finfo(float).tiny))
    stiffness = kappa[pairs[:, 0], pairs[:, 1]]
    missing = np.maximum(stiffness - seen_by(proxies)[pairs[:, 0], pairs[:, 1]], LEAST * stiffness)
    moments = [-_weighted_product(across, share * middle[:, a])[pairs[:, 0], pairs[:, 1]] for a in range(3)]
    points = np.stack(moments, axis=1) / stiffness[:, None]
    mass = vertex_masses(V, F)
    total = np.asarray(mass @ alpha)
    centres = np.asarray(alpha.T @ (mass[:, None] * V)) / np.maximum(total, np.finfo(float).tiny)[:, None]
    return _joining(ControlTies(pairs, points, missing), centres)


def seen_by(proxies: Proxies) -> Floats:
    """(c, c) stiffness of each seam as the proxies see it: −Σ ∇αᵢ·∇αⱼ, weighted by their sizes."""
    p = len(proxies)
    slopes = np.zeros((p, proxies.count, 3))
    np.add.at(slopes, (np.arange(p)[:, None], proxies.influences), proxies.slopes)
    return -np.einsum("p,pia,pja->ij", proxies.sizes, slopes, slopes, optimize=True)


def _weighted_product(D: csr_array, weights: Floats) -> Floats:
    """(c, c) Dᵀ diag(weights) D."""
    return (D.T @ csr_array(D.multiply(weights[:, None]))).toarray()


def _joining(found: ControlTies, centres: Floats) -> ControlTies:
    """The ties, with more between the nearest controls, by centres (c, 3), of parts that nothing joins."""
    pairs, points, stiffness = found.pairs, found.points, found.stiffness
    loose = LOOSE * (float(stiffness.sum()) or 1.0)
    distance = cdist(centres, centres)
    while True:
        graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=distance.shape)
        parts, label = connected_components(graph, directed=False)
        if parts == 1:
            return ControlTies(pairs, points, stiffness)
        apart = np.where(label[:, None] == label[None], np.inf, distance)
        i, j = np.unravel_index(np.argmin(apart), apart.shape)
        pairs = np.concatenate([pairs, [[min(i, j), max(i, j)]]])
        points = np.concatenate([points, [(centres[i] + centres[j]) / 2.0]])
        stiffness = np.append(stiffness, loose)
