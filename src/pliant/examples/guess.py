"""What the pins alone suggest: how much each example has of where the held points should be.

The cost Dᵢ of an example is the energy that moves its held points to their targets. Shares go with Dᵢ⁻², so
that an example whose held points are at their targets has all of it [Shepard1968]. They are the centre of
the prior: at rest the reference itself, and at an example's pins that example.

An example counts only as far as the pins tell it from others. Two poses that differ where no pin is would
else change places with a breath of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Targets
from pliant.geometry.rotations import closest_rotation

# Costs below this share of the largest between two examples are rounding.
ROUNDING = 1e-14
# An example counts half where the pins see this share of what it costs to make another example of it.
SEEN = 0.05


@dataclass(frozen=True, eq=False)
class Guess:
    """The examples as the held points see them.

    anchors:   (k, h, 3) held points in each example, in the solver's coordinates
    stiffness: Λ (h, h); a gap r (h, 3) costs rᵀΛr
    base:      (k,) cost of each example before its held points are moved, where a region is frozen
    may_turn:  whether examples are turned as a whole
    trust:     (k,) how far the pins tell each example from the others, 0 to 1; the reference has 1
    scale:     the largest cost between two examples
    """

    anchors: Floats
    stiffness: Floats
    base: Floats
    may_turn: bool
    trust: Floats
    scale: float

    @staticmethod
    def of(anchors: Floats, stiffness: Floats, base: Floats, apart: Floats, *, may_turn: bool) -> Guess:
        """The guess of held points; apart (k, k): what it costs to make one example of another."""
        between = np.stack([_turned(anchors, each, stiffness, may_turn=may_turn)[1] for each in anchors])
        scale = max(float(between.max()), float(base.max()))
        differ = apart > ROUNDING * max(float(apart.max()), np.finfo(float).tiny)
        seen = np.divide(between, apart, out=np.full_like(apart, np.inf), where=differ).min(axis=1)
        with np.errstate(divide="ignore"):
            trust = 1.0 / (1.0 + (SEEN / seen) ** 2)
        trust[0] = 1.0
        return Guess(anchors, stiffness, base, may_turn, trust, scale)

    def at(self, targets: Targets) -> Guessed:
        """The guess for the targets (h, 3)."""
        turns, costs = _turned(self.anchors, targets, self.stiffness, may_turn=self.may_turn)
        costs = costs + self.base
        if self.scale == 0.0:
            return Guessed(np.eye(len(costs))[0], turns, costs)
        floored = np.maximum(costs, ROUNDING * self.scale)
        shares = self.trust * (floored.min() / floored) ** 2
        return Guessed(shares / shares.sum(), turns, costs)


@dataclass(frozen=True, eq=False)
class Guessed:
    """A guess.

    shares: (k,) of the examples; they sum to one
    turns:  (k, 3, 3) how each example is turned as a whole to fit the pins best
    costs:  (k,) energy that moves its held points to their targets from there
    """

    shares: Floats
    turns: Floats
    costs: Floats


def _turned(anchors: Floats, targets: Targets, stiffness: Floats, *, may_turn: bool) -> tuple[Floats, Floats]:
    """turns (k, 3, 3) that bring each example's anchors nearest to the targets, and what is left (k,)."""
    turns = np.broadcast_to(np.eye(3), (len(anchors), 3, 3))
    if may_turn:
        turns = closest_rotation((targets.T @ stiffness) @ anchors)
    gap = targets - anchors @ np.swapaxes(turns, 1, 2)
    return turns, np.maximum(((stiffness @ gap) * gap).sum(axis=(1, 2)), 0.0)
