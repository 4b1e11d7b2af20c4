"""The weights of a skin as glTF stores them: sets of four controls per vertex, at most two sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.skin import Skin

# The number of controls in a set, such as JOINTS_0 and WEIGHTS_0.
SET = 4


@dataclass(frozen=True, eq=False)
class SkinWeights:
    """The controls of each vertex and their weights, the largest first.

    influences: (n, 4 or 8) controls, 0 where the weight is 0
    weights:    (n, 4 or 8) float32 weights that sum to one
    dropped:    (n,) sum of the weights that were left out at each vertex and given to the others
    """

    influences: Array
    weights: Array
    dropped: Floats

    def skin(self, rest: Floats, count: int, rows: Ints) -> Skin:
        """The skin of the vertices rows (r,), from rest positions (n, 3) and the number of controls."""
        return Skin.of(rest[rows], self.influences[rows], self.weights[rows], count)


def skin_weights(skin: Skin, most: int) -> SkinWeights:
    """The controls of every vertex with the largest weights, at most so many, normalised to sum to one."""
    W = skin.weight_matrix().tocoo()
    order = np.lexsort([W.col, -np.asarray(W.data, dtype=np.float64), W.row])
    row, column, weight = W.row[order], W.col[order], W.data[order]
    rank = np.arange(len(row)) - np.searchsorted(row, row)
    kept = rank < most
    width = SET * -(-int(rank[kept].max() + 1) // SET)
    influences = np.zeros((len(skin.rest), width), dtype=np.int64)
    weights = np.zeros(influences.shape)
    influences[row[kept], rank[kept]] = column[kept]
    weights[row[kept], rank[kept]] = weight[kept]
    total = weights.sum(axis=1)
    dropped = np.where(np.bincount(row[~kept], minlength=len(total)) > 0, 1 - total, 0.0)
    shares = (weights / total[:, None]).astype("<f4")
    # The rounding error is added to the largest weight, so that the sum is one to the last digit.
    shares[:, 0] += (1 - shares.sum(axis=1, dtype=np.float64)).astype("<f4")
    return SkinWeights(np.where(shares > 0, influences, 0), shares, dropped)
