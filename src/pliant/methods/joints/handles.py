"""Held points as the solver sees them: what carries each, how firmly it is held, and where its blocks are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held
from pliant.arrays import Array, Floats, Ints
from pliant.errors import AnchorError
from pliant.methods.joints.block_cholesky import BlockPattern
from pliant.methods.joints.model import JointModel
from pliant.methods.joints.system import HandleTerms
from pliant.methods.joints.tree import JointTree
from pliant.skin import Skin

# The weight of a firm point, per unit of a soft one's: what it gives way by, a pull is that many times off.
FIRM = 1e5
# Firm points of one rigid body stand for points about so far from their middle, in diagonals.
LEVER = 0.5
# Points of one body nearer together than this, in diagonals, do not tell how it is turned.
TOGETHER = 1e-9


@dataclass(frozen=True, eq=False)
class JointHandles:
    """Held points as the solver sees them: h points, each carried by at most q bodies.

    bodies: (h, q) the bodies that carry each point, −1 behind the last
    shares: (h, q) the share of each of them
    rest:   (h, 3) the points at rest
    weight: (h,) weights of their squared distances from the targets
    firm:   (h,) points that are met first
    spread: (h, h) rows that give, from the places of all points, those that the solver holds: the point
            itself, or for firm points of one rigid body places farther apart that would hold it as well. So
            a pull by a long arm does not turn what is held by points close together
    slots:  (h, q, q) the blocks of their pairs of bodies in the pattern
    of_joints, of_strain: the blocks of the joints' and of the neighbours' pairs
    tree:   the joints, their forest grown from what is held firmly, so that this moves least by their turns
    """

    bodies: Ints
    shares: Floats
    rest: Floats
    weight: Floats
    firm: Array
    spread: Floats
    slots: Ints
    of_joints: Ints
    of_strain: Ints
    pattern: BlockPattern
    tree: JointTree

    @staticmethod
    def of(model: JointModel, held: Held, firm: Array, weight: Floats) -> JointHandles:
        """From the points that a user holds on a mechanism.

        firm:   (h,) which of them come first
        weight: (h,) how much each counts, beside others that are as firm
        """
        bodies, shares = _carriers(model.skin, held)
        own = [row[row >= 0] for row in bodies]
        coupled = [np.stack(np.meshgrid(row, row), axis=-1).reshape(-1, 2) for row in own]
        pattern = BlockPattern.of(len(model.centre), np.concatenate([model.pairs, model.tree.ends, *coupled]))
        h, q = bodies.shape
        both = np.broadcast_arrays(bodies[:, :, None], bodies[:, None, :])
        known = (both[0] >= 0) & (both[1] >= 0)
        pairs = np.where(known[..., None], np.stack(both, axis=-1), 0)
        rest = model.frame.inward(held.rest)
        return JointHandles(
            bodies,
            shares,
            rest,
            model.options.handles * np.where(firm, FIRM, 1.0) * weight,
            firm,
            _spread(rest, np.where(firm & (shares[:, 0] == 1.0), bodies[:, 0], -1)),
            np.where(known, pattern.slots(pairs).reshape(h, q, q), -1),
            pattern.slots(model.tree.ends),
            pattern.slots(model.pairs),
            pattern,
            _rooted(model, bodies[firm], shares[firm]),
        )

    @property
    def terms(self) -> HandleTerms:
        """The points that the solver holds, for the compiled kernels."""
        return HandleTerms(self.bodies, self.shares, self.spread @ self.rest, self.weight, self.slots)

    def true_gaps(self, gap: Floats) -> Floats:
        """(h, 3) the gaps of the held points themselves, from those of what the solver holds."""
        return np.linalg.solve(self.spread, gap).astype(np.float64)


def checked_firm(firm: ArrayLike | None, held: Held) -> Array:
    """(h,) which held points are firm, from an answer for each grabbed item; none where all are.

    Raises AnchorError for another number of answers, and for answers other than true and false.
    """
    count = int(held.group.max()) + 1
    if firm is None:
        return np.zeros(len(held), dtype=bool)
    said = np.asarray(firm)
    if said.shape != (count,) or said.dtype != np.bool_:
        raise AnchorError(
            f"firm is {firm!r}; {count} items were grabbed, and a true or false for each of them is needed."
        )
    return said[held.group] & ~said.all()


def _carriers(skin: Skin, held: Held) -> tuple[Ints, Floats]:
    """bodies (h, q) that carry each held point, −1 behind the last, and their shares (h, q)."""
    shares = np.zeros((len(held), skin.count))
    for corner in range(3):
        rows = held.corners[:, corner]
        for column in range(skin.influences.shape[1]):
            amount = held.weights[:, corner] * skin.weights[rows, column]
            np.add.at(shares, (np.arange(len(held)), skin.influences[rows, column]), amount)
    most = int((shares > 0).sum(axis=1).max())
    order = np.argsort(-shares, axis=1, kind="stable")[:, :most]
    share = np.take_along_axis(shares, order, axis=1)
    return np.where(share > 0, order, -1).astype(np.int64), share


def _rooted(model: JointModel, bodies: Ints, shares: Floats) -> JointTree:
    """The tree of a model, grown from the bodies (f, q) that carry firm points; without any as it is."""
    if not len(bodies):
        return model.tree
    firm = np.zeros(len(model.centre))
    np.add.at(firm, np.maximum(bodies, 0), shares)
    return model.tree.grown_from(firm * (1.0 + model.sizes.sum()) + model.sizes)


def _spread(rest: Floats, body: Ints) -> Floats:
    """(h, h) rows that move points of one body apart from their middle; body (h,): −1 for none."""
    spread = np.eye(len(rest))
    for one in np.unique(body[body >= 0]):
        own = np.flatnonzero(body == one)
        radius = float(np.sqrt(((rest[own] - rest[own].mean(axis=0)) ** 2).sum(axis=1).mean()))
        if radius > TOGETHER:
            scale = max(LEVER / radius, 1.0)
            spread[np.ix_(own, own)] = scale * np.eye(len(own)) + (1.0 - scale) / len(own)
    return spread
