"""Learns a reduced model from examples: clusters, controls, influences, weights [Der2006, sec. 4].

The paper makes one pass; here controls and weights are then fitted in turn until the error stops falling.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Faces, Floats, Poses, frozen
from pliant.geometry.contacts import Contacts
from pliant.geometry.topology import Rings
from pliant.methods.reduced.clusters import clustered
from pliant.methods.reduced.controls import NormalEquations, refitted
from pliant.methods.reduced.influences import Candidates, candidates
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.patches import patches
from pliant.methods.reduced.weights import Sparsity, WeightPrior, weighted
from pliant.progress import Progress, silent, within
from pliant.skin import Skin, resting
from pliant.solve.threads import with_one_blas_thread

# Refinement ends when a round lowers the error by less than this share.
STEADY = 5e-3
# Least error, in diagonals, by which smoothness and nearness are weighted even where the fit is exact.
EXACT = 1e-5


@dataclass(frozen=True, eq=False)
class Learned:
    """A reduced model and the examples in it.

    skin:   the vertices' controls and weights
    t:      (k, 4c, 3) the controls of each example; pose 0 has identities
    errors: percent distortion after the first pass and after each round
    """

    skin: Skin
    t: Floats
    errors: tuple[float, ...]

    def reconstructed(self) -> Poses:
        """(k, n, 3) the examples as the model reproduces them."""
        return _posed(self.skin, self.t)


@with_one_blas_thread
def learned(
    V: Poses,
    F: Faces,
    options: ReducedOptions,
    progress: Progress = silent,
    *,
    contacts: Contacts | None = None,
) -> Learned:
    """The reduced model of the poses V (k, n, 3) with the triangles F (m, 3).

    Poses are in units of the reference's diagonal and aligned to it; F has no flat triangles and no bridges
    between components. Vertices that no triangle uses follow whatever controls fit them.
    contacts: where parts touch, so that controls of one may carry the other
    """
    progress(0.0, "cutting patches")
    small = patches(V, F)
    progress(0.1, "finding near-rigid parts")
    clusters = clustered(small, options, within(progress, 0.1, 0.3))
    t = np.ascontiguousarray(clusters.controls().transpose(1, 0, 2, 3)).reshape(len(V), -1, 3)
    t[0] = resting(clusters.count)
    fit = _Fit(V, candidates(clusters, F, V.shape[1], contacts), Rings.of(F, V.shape[1]), options)
    progress(0.3, "weighting vertices")
    skin = fit.first(t)
    errors = [percent_distortion(V, _posed(skin, t))]
    for i in range(options.rounds):
        progress(0.4 + 0.6 * i / options.rounds, f"refining, error {errors[-1]:.2f}%")
        nearer = fit.again(skin, t)
        better = refitted(NormalEquations.of(nearer, V), t, options.kind, options.stiffness)
        error = percent_distortion(V, _posed(nearer, better))
        if error > errors[-1]:
            break
        skin, t = nearer, better
        errors.append(error)
        if errors[-1] > (1.0 - STEADY) * errors[-2]:
            break
    progress(1.0, "learned")
    return Learned(skin, frozen(t, np.float64), tuple(errors))


def percent_distortion(V: Poses, reconstructed: Poses) -> float:
    """E = 100 ‖A − Â‖ / ‖A − mean‖, each pose's mean being its own centroid [Karni2004]."""
    moved = ((V - V.mean(axis=1, keepdims=True)) ** 2).sum()
    return float(100.0 * np.sqrt(((V - reconstructed) ** 2).sum() / moved)) if moved > 0 else 0.0


@dataclass(frozen=True, eq=False)
class _Fit:
    """Fits the weights of a skin; holds what stays the same from round to round."""

    V: Poses
    candidates: Candidates
    rings: Rings
    options: ReducedOptions

    def first(self, t: Floats) -> Skin:
        """The first skin, without any prior."""
        nothing = np.zeros((self.V.shape[1], 1))
        return self._skin(t, nothing.astype(np.int32), nothing, 0.0)

    def again(self, skin: Skin, t: Floats) -> Skin:
        """The skin that fits the controls t (k, 4c, 3), near the skin before."""
        squared = ((self.V - _posed(skin, t)) ** 2).sum() / self.V.shape[1]
        strength = self.options.smoothness * max(squared, len(self.V) * EXACT**2)
        return self._skin(t, skin.influences, skin.weights, strength)

    def _skin(self, t: Floats, influences: Array, weights: Floats, strength: float) -> Skin:
        prior = WeightPrior(self.rings.starts, self.rings.ring, influences, weights, strength, strength)
        sparsity = Sparsity(self.options.influences, self.options.small)
        found = weighted(self.V[0], self.V, t, self.candidates, sparsity, prior)
        return Skin.of(self.V[0], *found, t.shape[1] // 4)


def _posed(skin: Skin, t: Floats) -> Poses:
    """(k, n, 3) the skin's vertices for the controls t (k, 4c, 3) of each pose."""
    return np.stack([skin.posed(each) for each in t])
