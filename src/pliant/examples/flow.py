"""Poses between two others of one rig: weights and turns go straight, the whole along the shortest turn.

The features of the blend of both are natural in-betweens, and positions follow from them by one solve with
the pins held, so that a pose on the way costs less than one step of a search.
"""

from __future__ import annotations

from typing import NamedTuple

from pliant.arrays import Floats
from pliant.examples.problem import Fit
from pliant.examples.search import Blend, ExampleSearch
from pliant.geometry.rotations import exp, log


class Between(NamedTuple):
    """A pose on the way.

    x, T:   positions (n, 3), and the features (m, 3, d) that they follow
    u:      (…, 3) what the fit's `solved` makes of the features
    energy: their distance, without that of the weights from their prior and of the corrective rotations
    blend:  the parameters
    """

    x: Floats
    T: Floats
    u: Floats
    energy: float
    blend: Blend


def between(search: ExampleSearch, fit: Fit, W: Floats, ends: tuple[Blend, Blend], share: float) -> Between:
    """The pose at a share (0 … 1) of the way from the first of two to the second.

    fit: holds the pins at their targets
    W:   (m,) weights of the elements
    """
    blend = between_blends(*ends, share)
    T = search.features(blend)
    u = fit.solved(fit.spread(T, W[:, None]))[:, :, 0]
    x = fit.positions(u)
    energy = float(W @ (fit.differences(x, T) ** 2).sum(axis=(1, 2)))
    return Between(x, T, u, energy, blend)


def between_blends(a: Blend, b: Blend, share: float) -> Blend:
    """The parameters at a share (0 … 1) of the way from a to b.

    The whole turns by itself and its elements against it, so that all of them go the same way round.
    """

    def straight(A: Floats, B: Floats) -> Floats:
        return (1.0 - share) * A + share * B

    return Blend(
        straight(a.weights, b.weights),
        between_turns(a.attitude, b.attitude, share),
        straight(a.turns, b.turns),
        a.elements,
        (straight(a.spanned[0], b.spanned[0]), between_turns(a.spanned[1], b.spanned[1], share)),
        regional=straight(a.regional, b.regional),
    )


def between_turns(A: Floats, B: Floats, share: float) -> Floats:
    """(3, 3) the rotation at a share of the shortest turn from A to B."""
    return exp(share * log(B @ A.T)) @ A
