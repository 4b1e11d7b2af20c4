"""Which of several examples each vertex follows, as colours: the hue of the one that leads there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.figures.colours import colour, encoded, linear
from pliant.figures.hues import HUES
from pliant.geometry.gradient import vertex_areas
from pliant.mesh import Mesh

# Where two examples count alike, the colour is this far from the clay to the hue of the one that leads.
PALE = 0.5
# The hues of examples; grey would look like clay.
CODES = tuple(code for name, code in HUES.items() if name != "grey")


@dataclass(frozen=True, eq=False)
class Leaders:
    """The examples that lead somewhere on a mesh.

    first: (n,) the example with the largest weight at each vertex
    lead:  (n,) how far it is ahead of the next, in shares of its own weight: 0 to 1
    share: (k,) share of the surface that each example leads; they sum to one
    """

    first: Ints
    lead: Floats
    share: Floats

    @staticmethod
    def of(mesh: Mesh, weights: Floats) -> Leaders:
        """Those of weights (n, k), k at least 2, at the vertices of a mesh."""
        order = np.argsort(-weights, axis=1, kind="stable")[:, :2]
        best, next_best = np.take_along_axis(np.maximum(weights, 0.0), order, axis=1).T
        lead = np.where(best > 0.0, (best - next_best) / np.where(best > 0.0, best, 1.0), 0.0)
        around = vertex_areas(mesh.V, mesh.F)
        share = np.bincount(order[:, 0], around, weights.shape[1]) / around.sum()
        return Leaders(order[:, 0], lead, share)

    @property
    def order(self) -> Ints:
        """The examples that lead somewhere, those that lead most first."""
        order = np.argsort(-self.share, kind="stable")
        return order[self.share[order] > 0.0]

    @property
    def hue(self) -> Ints:
        """(k,) the hue of each example, as a number of CODES: its own, or the next that no larger leader has.

        Of many examples few lead, and these keep their hues from pose to pose as far as possible.
        """
        hue, count = np.arange(len(self.share)) % len(CODES), len(CODES)
        taken: set[int] = set()
        for i in self.order[:count].tolist():
            hue[i] = next(h % count for h in range(hue[i], hue[i] + count) if h % count not in taken)
            taken.add(int(hue[i]))
        return hue

    def colours(self) -> Floats:
        """(n, 3) sRGB: the hue of what leads at each vertex, the paler the less it is ahead."""
        own = linear(np.stack([colour(code) for code in CODES]))[self.hue[self.first]]
        strength = (PALE + (1.0 - PALE) * self.lead)[:, None]
        return encoded(strength * own + (1.0 - strength) * linear(colour("clay")))
