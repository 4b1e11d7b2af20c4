"""Ties between neighbouring controls, which should carry the point between them to the same place.

The energy of all vertices, Σ‖D v − …‖², holds Σ_ij κ_ij ‖(Fᵢ x + dᵢ) − (Fⱼ x + dⱼ)‖² with
κ_ij = −∫ ∇αᵢ·∇αⱼ: what it costs to tear two controls apart where their weights meet. A single proxy for
the whole seam sees little of it, and none where weights are sharp; then a bar of many controls bends and
shears for nothing. Ties give back what the proxies miss.

They also hold parts that no triangle joins, an eye in its head, where GᵀG of [Der2006] is singular: where two
parts touch, the blends Σᵢ αᵢ (Fᵢ x + dᵢ) of both sides should carry the point x between them to the same
place, or as far apart as the examples have it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import cdist

from pliant.arrays import Faces, Floats, Ints
from pliant.geometry.contacts import Contacts, spread
from pliant.geometry.gradient import areas
from pliant.methods.reduced.graph import half_edge_measures
from pliant.methods.reduced.groups import vertex_masses
from pliant.methods.reduced.proxies import Proxies
from pliant.skin import Skin

# Stiffness of a tie that makes a loose part follow, as a share of that of all seams together.
LOOSE = 1e-2
# Weight of all contacts together, beside the proxies' 1. It is small, since means over all elements should be
# those of the surface; their shares are as much larger.
TOGETHER = 1e-3
# Contacts of the same controls are this far from each other, in extents: between them blends change little.
SPACING = 0.03
# Two sides of a contact whose weights differ by less than this share move as one and need no tie.
ALIKE = 1e-2
# Least share of a seam's stiffness that its tie gets, however much of it the proxies see.
LEAST = 0.05
# Controls whose seam has less than this stiffness, relative to the largest, are no neighbours.
NONE = 1e-9


@dataclass(frozen=True, eq=False)
class ControlTies:
    """Ties Σᵢ βᵢ (Fᵢ x + dᵢ), which are zero in the reference.

    influences: (g, w) controls of each tie; padding repeats the last
    shares:     (g, w) their shares βᵢ, which sum to zero: 1 and −1 between two controls
    points:     (g, 3) the point x
    stiffness:  (g,) weight of its square in the energy
    """

    influences: Ints
    shares: Floats
    points: Floats
    stiffness: Floats

    @staticmethod
    def of_pairs(pairs: Ints, points: Floats, stiffness: Floats) -> ControlTies:
        """Ties between the two controls of each of the pairs (g, 2)."""
        return ControlTies(pairs, np.tile([1.0, -1.0], (len(pairs), 1)), points, stiffness)

    def __len__(self) -> int:
        return len(self.stiffness)

    def __add__(self, other: ControlTies) -> ControlTies:
        width = max(self.influences.shape[1], other.influences.shape[1])
        both = vars(self.widened(width)), vars(other.widened(width))
        return ControlTies(*(np.concatenate([each[name] for each in both]) for name in vars(self)))

    def widened(self, width: int) -> ControlTies:
        """The same ties with room for `width` controls."""
        more = ((0, 0), (0, width - self.influences.shape[1]))
        influences = np.pad(self.influences, more, "edge")
        return replace(self, influences=influences, shares=np.pad(self.shares, more))

    def links(self, count: int) -> csr_array:
        """(g, count) whether each tie holds each of the controls."""
        tie, slot = np.nonzero(self.shares)
        entries = (np.ones(len(tie)), (tie, self.influences[tie, slot]))
        return csr_array(entries, shape=(len(self), count))


def ties(skin: Skin, F: Faces, proxies: Proxies, contacts: ControlTies | None = None) -> ControlTies:
    """The ties of a skin, with the stiffness that its proxies do not see; they join all controls.

    contacts: ties where parts touch
    """
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
    seams = ControlTies.of_pairs(pairs, points, missing)
    return _joining(seams if contacts is None else seams + contacts, centres, LOOSE * missing.sum())


def seen_by(proxies: Proxies) -> Floats:
    """(c, c) stiffness of each seam as the proxies see it: −Σ ∇αᵢ·∇αⱼ, weighted by their sizes."""
    p = len(proxies)
    slopes = np.zeros((p, proxies.count, 3))
    np.add.at(slopes, (np.arange(p)[:, None], proxies.influences), proxies.slopes)
    return -np.einsum("p,pia,pja->ij", proxies.sizes, slopes, slopes, optimize=True)


def _weighted_product(D: csr_array, weights: Floats) -> Floats:
    """(c, c) Dᵀ diag(weights) D."""
    return (D.T @ csr_array(D.multiply(weights[:, None]))).toarray()


def contact_ties(skin: Skin, contacts: Contacts, stiffness: float) -> ControlTies:
    """Ties between the two sides of contacts, a few for each two controls that mainly meet there.

    stiffness: what it costs to open a contact by the mesh's extent; to strain the whole surface by 1 costs 1
    """
    shares = csr_array(contacts.difference @ skin.weight_matrix()).toarray()
    unlike = np.flatnonzero(np.abs(shares).sum(axis=1) > 2.0 * ALIKE)
    points = contacts.middle @ skin.rest
    leading = np.sort(np.column_stack([shares.argmax(axis=1), shares.argmin(axis=1)]), axis=1)
    kept = unlike[spread(points[unlike], leading[unlike], SPACING * contacts.extent)]
    weight = TOGETHER / max(len(kept), 1)
    scale = np.sqrt(stiffness * contacts.firmness[kept] / weight) / contacts.extent
    shares = shares[kept] * scale[:, None]
    width = max(int((shares != 0).sum(axis=1).max(initial=0)), 2)
    largest = np.argsort(-np.abs(shares), axis=1, kind="stable")[:, :width]
    own = np.take_along_axis(shares, largest, axis=1)
    return ControlTies(largest, own, points[kept], np.full(len(kept), weight))


def _joining(found: ControlTies, centres: Floats, loose: float) -> ControlTies:
    """The ties, with more of stiffness `loose` between the nearest controls of parts that nothing joins.

    centres: (c, 3) of the controls
    """
    loose = float(loose) or LOOSE
    distance = cdist(centres, centres)
    while True:
        links = found.links(len(centres))
        parts, label = connected_components(links.T @ links, directed=False)
        if parts == 1:
            return found
        apart = np.where(label[:, None] == label[None], np.inf, distance)
        i, j = np.unravel_index(np.argmin(apart), apart.shape)
        pair = np.array([[min(i, j), max(i, j)]])
        middle = (centres[i] + centres[j])[None] / 2.0
        found = found + ControlTies.of_pairs(pair, middle, np.array([loose]))
