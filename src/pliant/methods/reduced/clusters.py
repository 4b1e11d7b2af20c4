"""Near-rigid clusters: parts of the surface that turn alike in all examples [Der2006, sec. 4, step 1].

Mean shift on the patches' sequences of rotations finds how many there are. Then clusters are joined or
divided until the wanted number or accuracy is reached, and patches go to the neighbouring cluster whose map
carries them best: k-means with maps instead of means, which is not in the paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Floats, Ints
from pliant.methods.reduced.controls import cluster_controls, squared_errors
from pliant.methods.reduced.mean_shift import mean_shift, spread
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.patches import Moments, Patches
from pliant.progress import Progress, silent

# The bandwidth, as a share of the rotations' spread, where none is given.
BANDWIDTH = 0.35
# Rotations closer than this (radians) are equal.
SAME_TURN = 2e-3
# A piece below this share of the area joins a neighbour.
TINY = 2e-3
# Rounds at most in which patches change their cluster.
SETTLING = 10
# With fewer controls than these, pins could hardly move one part without the others.
HANDFUL = 12


@dataclass(frozen=True, eq=False)
class Clusters:
    """The clusters of p patches.

    labels:  (p,) cluster of each patch, 0 … count − 1
    options: decide the kind and stiffness of the clusters' maps
    """

    patches: Patches
    labels: Ints
    options: ReducedOptions

    @property
    def count(self) -> int:
        """The number of clusters."""
        return int(self.labels.max()) + 1

    def moments(self) -> Moments:
        """The moments of each cluster."""
        return self.patches.moments.grouped(self.labels, self.count)

    def controls(self) -> Floats:
        """(c, k, 4, 3) the map of each cluster."""
        return cluster_controls(self.moments(), self.options.kind, self.options.stiffness)

    def errors(self) -> Floats:
        """(c,) squared error of each cluster under its own map."""
        return own_errors(self.moments(), self.options.kind, self.options.stiffness)

    def relabelled(self, labels: Ints) -> Clusters:
        """The clusters of other labels (p,), numbered in the order of their first patch."""
        _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
        rank = np.empty(len(first), dtype=np.int64)
        rank[np.argsort(first)] = np.arange(len(first))
        return replace(self, labels=rank[inverse])


def clustered(patches: Patches, options: ReducedOptions, progress: Progress = silent) -> Clusters:
    """The near-rigid clusters of the patches."""
    features = rotation_features(patches)
    weights = patches.moments.S[:, 3, 3]
    bandwidth = options.bandwidth or max(BANDWIDTH * spread(features, weights), SAME_TURN)
    labels = mean_shift(features, weights, bandwidth)
    clusters = in_pieces(Clusters(patches, labels, options))
    most = min(options.controls or options.most_controls, len(patches))
    first = clusters.count
    while clusters.count > most:
        progress((first - clusters.count) / (first - most), f"joining {clusters.count} parts")
        clusters = joined(clusters)
    noise = noise_floor(patches)
    while clusters.count < most and (options.controls or _too_coarse(clusters, noise)):
        progress(clusters.count / most, f"dividing {clusters.count} parts")
        clusters = split(clusters, features)
    return settled(clusters) if options.rounds else clusters


def _too_coarse(clusters: Clusters, noise: float) -> bool:
    """Whether the clusters miss more of the movement than wanted; less than HANDFUL may miss very little."""
    accuracy = clusters.options.accuracy
    return lost_motion(clusters, noise) > (accuracy if clusters.count >= HANDFUL else accuracy / HANDFUL)


def rotation_features(patches: Patches) -> Floats:
    """(p, d) a point for each patch; their distances are the angles between the rotations, RMS over poses."""
    R = patches.rotations()
    k = R.shape[1]
    return R.reshape(len(R), -1) / math.sqrt(2.0 * k)


def own_errors(moments: Moments, kind: str, stiffness: float) -> Floats:
    """(c,) the squared error of each piece under its own best map."""
    t = cluster_controls(moments, kind, stiffness)
    quadratic = np.einsum("ckax,cab,ckbx->c", t, moments.S, t)
    linear = np.einsum("ckax,ckax->c", t, moments.B)
    return np.maximum(quadratic - 2.0 * linear + moments.square, 0.0)


def noise_floor(patches: Patches) -> float:
    """The squared error that is left when each patch moves with its neighbours, by affine maps.

    It measures the noise of scans, which more clusters would not follow.
    """
    around = patches.with_neighbours()
    size = patches.moments.S[:, 3, 3] / around.S[:, 3, 3]
    return float(size @ own_errors(around, "affine", 0.0))


def lost_motion(clusters: Clusters, noise: float = 0.0) -> float:
    """Percent of the movement from pose to pose, by area, that the clusters' maps miss beyond the noise."""
    whole = clusters.patches.moments.grouped(np.zeros_like(clusters.labels), 1)
    still = np.broadcast_to(np.eye(4, 3), whole.B.shape)
    motion = float(squared_errors(whole, still)[0, 0])
    excess = max(clusters.errors().sum() - noise, 0.0)
    return 100.0 * math.sqrt(excess / motion) if motion > 0 else 0.0


def in_pieces(clusters: Clusters) -> Clusters:
    """The clusters cut into connected pieces; tiny pieces join the neighbour that carries them best."""
    return absorbed(clusters.relabelled(connected_pieces(clusters)))


def connected_pieces(clusters: Clusters) -> Ints:
    """(p,) a number for each connected piece of each cluster."""
    labels, graph = clusters.labels, clusters.patches.graph.tocoo()
    inside = labels[graph.row] == labels[graph.col]
    same = csr_array((np.ones(inside.sum()), (graph.row[inside], graph.col[inside])), shape=graph.shape)
    return connected_components(same, directed=False)[1].astype(np.int64)


def gathered(clusters: Clusters) -> Clusters:
    """The clusters, with all but the largest piece of each given to the neighbour that carries it best.

    Pieces without a neighbour, such as whole components of the mesh, stay.
    """
    pieces = clusters.relabelled(connected_pieces(clusters))
    size = pieces.moments().S[:, 3, 3]
    owner = np.empty(pieces.count, dtype=np.int64)
    owner[pieces.labels] = clusters.labels
    by_size = np.lexsort((-size, owner))
    splinters = np.setdiff1d(by_size, by_size[np.unique(owner[by_size], return_index=True)[1]])
    errors = squared_errors(pieces.moments(), clusters.controls())
    touching = adjacent(pieces)
    for piece in splinters[np.argsort(size[splinters], kind="stable")]:
        homes = np.setdiff1d(owner[touching[piece]], owner[piece])
        if len(homes):
            owner[piece] = homes[np.argmin(errors[piece, homes])]
    return replace(clusters, labels=owner[pieces.labels])


def absorbed(clusters: Clusters) -> Clusters:
    """The clusters, with tiny ones joined, smallest first, to the neighbour that carries them best."""
    while clusters.count > 1:
        moments = clusters.moments()
        size = moments.S[:, 3, 3]
        smallest = int(np.argmin(size))
        if size[smallest] >= TINY * size.sum():
            break
        others = adjacent(clusters)[smallest]
        others = others if len(others) else np.delete(np.arange(clusters.count), smallest)
        error = squared_errors(moments[[smallest]], clusters.controls()[others])[0]
        labels = clusters.labels.copy()
        labels[labels == smallest] = others[np.argmin(error)]
        clusters = clusters.relabelled(labels)
    return clusters


def adjacent(clusters: Clusters) -> list[Ints]:
    """For each cluster the clusters that touch it."""
    graph = clusters.patches.graph.tocoo()
    pairs = np.unique(np.column_stack([clusters.labels[graph.row], clusters.labels[graph.col]]), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    return [pairs[pairs[:, 0] == i, 1] for i in range(clusters.count)]


def joined(clusters: Clusters) -> Clusters:
    """The clusters with those two joined whose union costs least.

    They touch, or lie in different components, as an eye in its head; two legs that swing alike stay apart.
    """
    count = clusters.count
    _, component = connected_components(clusters.patches.graph, directed=False)
    held = np.zeros((count, int(component.max()) + 1), dtype=np.int64)
    held[clusters.labels, component] = 1
    allowed = held @ held.T == 0
    for i, near in enumerate(adjacent(clusters)):
        allowed[i, near] = True
    pairs = np.argwhere(np.triu(allowed, 1))
    moments, own = clusters.moments(), clusters.errors()
    unions = moments[pairs[:, 0]] + moments[pairs[:, 1]]
    together = own_errors(unions, clusters.options.kind, clusters.options.stiffness)
    i, j = pairs[np.argmin(together - own[pairs[:, 0]] - own[pairs[:, 1]])]
    return clusters.relabelled(np.where(clusters.labels == j, i, clusters.labels))


def split(clusters: Clusters, features: Floats) -> Clusters:
    """The clusters with the worst one cut in two, across the direction in which it turns most unevenly.

    features: (p, d) as of `rotation_features`
    """
    divisible = np.bincount(clusters.labels) > 1
    # Between the sum of a cluster's errors and their mean, so that small parts (hooves, ears) are seen.
    error = clusters.errors() / np.sqrt(clusters.moments().S[:, 3, 3])
    worst = int(np.argmax(np.where(divisible, error, -1.0)))
    rows = np.flatnonzero(clusters.labels == worst)
    moments = clusters.patches.moments[rows]
    weight = moments.S[:, 3, 3]
    centred = features[rows] - np.average(features[rows], axis=0, weights=weight)
    axis = np.linalg.svd(np.sqrt(weight)[:, None] * centred, full_matrices=False)[2][0]
    half = (centred @ axis > 0).astype(np.int64)
    for _ in range(SETTLING):
        if half.min() == half.max():
            half = (np.arange(len(rows)) == 0).astype(np.int64)
            break
        t = cluster_controls(moments.grouped(half, 2), clusters.options.kind, clusters.options.stiffness)
        half = np.argmin(squared_errors(moments, t), axis=1)
    labels = clusters.labels.copy()
    labels[rows[half == 1]] = clusters.count
    return clusters.relabelled(labels)


def settled(clusters: Clusters) -> Clusters:
    """The clusters after patches at their borders moved to the neighbour that carries them best."""
    graph = clusters.patches.graph.tocoo()
    for _ in range(SETTLING):
        count = clusters.count
        errors = squared_errors(clusters.patches.moments, clusters.controls())
        allowed = np.full((len(clusters.labels), count), np.inf)
        allowed[np.arange(len(allowed)), clusters.labels] = 0.0
        allowed[graph.row, clusters.labels[graph.col]] = 0.0
        labels = np.argmin(errors + allowed, axis=1)
        if (np.bincount(labels, minlength=count) == 0).any() or (labels == clusters.labels).all():
            break
        clusters = replace(clusters, labels=labels)
    return gathered(clusters)
