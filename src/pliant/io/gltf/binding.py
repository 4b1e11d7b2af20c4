"""The weights of a skin as glTF has them: four controls to a vertex, or eight in two sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.core.arrays import Array, Floats, Ints
from pliant.core.skin import Skin

SET = 4


@dataclass(frozen=True, eq=False)
class Binding:
    """The controls of each vertex, the heaviest first.

    influences: (n, 4 or 8) controls, 0 where the weight is 0
    weights:    (n, 4 or 8) float32 shares that sum to one
    dropped:    (n,) the weight that was left out at each vertex, and given to the others
    """

    influences: Ints
    weights: Array
    dropped: Floats

    def skin(self, rest: Floats, count: int, rows: Ints) -> Skin:
        """The skin of some vertices as the file has it."""
        return Skin.of(rest[rows], self.influences[rows], self.weights[rows], count)


def bound(skin: Skin, most: int) -> Binding:
    """The most heaviest controls of every vertex, their weights made to sum to one."""
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
    # What rounding took goes to the heaviest, so that the sum is one to the last digit.
    shares[:, 0] += (1 - shares.sum(axis=1, dtype=np.float64)).astype("<f4")
    return Binding(np.where(shares > 0, influences, 0), shares, dropped)
