"""The main joints of an armature in chains: trunk, neck, tail, arms and legs, told by the rest pose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.armature.armature import Armature
from pliant.arrays import Array, Floats, Ints
from pliant.geometry.bounding_box import box_diagonal

# In diagonals, root mean square over all vertices, per radian: joints that move less, such as fingers, stay.
_LEAST_EFFECT = 0.006
# A joint that carries more than this share of the mesh turns the whole character.
_WHOLE = 0.97
# A joint with more than this share of its vertices among its parent's own is inside it, such as a jaw.
_INSIDE = 0.8
# In diagonals: joints nearer than this to the middle plane are on it.
_MIDDLE = 0.015
# Chains with more joints than this curl, as tails do, unless the other side has one of as many joints.
_LIMB_JOINTS = 5
# Sides that differ by less than this share are mirror images.
_ALIKE = 0.2


@dataclass(frozen=True, eq=False)
class Body:
    """Directions of a character at rest, as unit vectors; lateral leads from one side to the other."""

    up: Floats
    lateral: Floats
    forward: Floats


@dataclass(frozen=True, eq=False)
class Chain:
    """Main joints in a row.

    joints: their numbers, from the trunk outward
    points: (joints + 1, 3) where they are at rest in the scene, and the far end of the last
    side:   how far to the lateral side of the middle plane they are, in diagonals; 0 for those on it
    hinge:  the place among the joints of the elbow or knee, None if there is none
    """

    joints: Ints
    points: Floats
    side: float
    hinge: int | None


@dataclass(frozen=True, eq=False)
class Carried:
    """What every node carries at rest.

    origins: (k, 3) where nodes are
    shares:  (k, n) weight of each node with all below it at each vertex
    own:     (k, n) weight of each node alone
    V:       (n, 3) the mesh at rest
    """

    origins: Floats
    shares: Floats
    own: Floats
    V: Floats

    @staticmethod
    def of(armature: Armature) -> Carried:
        """Of an armature at rest."""
        own = np.zeros((len(armature.parents), armature.V.shape[0]))
        W = armature.weights.tocoo()
        np.add.at(own, (armature.carriers[W.col], W.row), W.data)
        shares = own.copy()
        for i in range(len(shares) - 1, -1, -1):
            if armature.parents[i] >= 0:
                shares[armature.parents[i]] += shares[i]
        origins = armature.global_matrices(armature.rest)[:, :3, 3]
        return Carried(origins, shares, own, armature.posed(armature.rest))

    def end(self, node: int) -> Floats:
        """(3,) the far end of what a node carries: its middle, as far again."""
        share = self.shares[node]
        return 2 * (share @ self.V) / share.sum() - self.origins[node]


def main_joints(armature: Armature, carried: Carried) -> Array:
    """(k,) whether a joint is worth turning by itself: not the whole character, not fingers, not a face."""
    size = box_diagonal(carried.V)
    away = np.linalg.norm(carried.V - carried.origins[:, None], axis=2) / size
    effect = np.sqrt((carried.shares**2 * away**2).mean(axis=1))
    main = armature.movable & (effect > _LEAST_EFFECT) & (carried.shares.mean(axis=1) < _WHOLE)
    for i, parent in enumerate(armature.parents):
        # Below a joint that stays, all stay; the joints above all main ones are the root's.
        blocked = parent >= 0 and not main[parent] and carried.shares[parent].mean() < _WHOLE
        main[i] &= not blocked and not (parent >= 0 and _inside(carried, i, int(parent)))
    return main


def _inside(carried: Carried, node: int, parent: int) -> bool:
    """Whether most of what a node carries lies in the box of its parent's own vertices."""
    around = carried.V[carried.own[parent] > 0.5]
    mine = carried.V[carried.shares[node] > 0.5]
    if not len(around) or not len(mine):
        return not len(mine)
    within = (mine >= around.min(axis=0)) & (mine <= around.max(axis=0))
    return float(within.all(axis=1).mean()) > _INSIDE


def body_of(armature: Armature, carried: Carried, main: Array) -> Body:
    """The directions of a character; up is y, as in glTF.

    The character is symmetric from side to side, so that joints have mirror images; feet point forward.
    """
    up = np.array([0.0, 1.0, 0.0])
    points = carried.origins[main]
    middle = carried.origins[np.flatnonzero(armature.roots)[0]]
    sides = [np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])]
    lateral = min(sides, key=lambda side: _asymmetry(points - middle, side))
    forward = np.cross(lateral, up)
    ends = [i for i in np.flatnonzero(main) if not main[armature.parents == i].any()]
    low = carried.V[:, 1].min() + 0.25 * np.ptp(carried.V[:, 1])
    feet = [carried.end(int(i)) - carried.origins[i] for i in ends if carried.origins[i][1] < low]
    # Without feet, glTF says that things face along z.
    ahead = sum((foot @ forward for foot in feet), 0.0) or forward[2]
    return Body(up, lateral, forward if ahead >= 0 else -forward)


def _asymmetry(points: Floats, side: Floats) -> float:
    """Mean distance of points (p, 3) mirrored by a side from the nearest points."""
    if not len(points):
        return 0.0
    mirrored = points - 2 * np.outer(points @ side, side)
    return float(np.linalg.norm(mirrored[:, None] - points, axis=2).min(axis=1).mean())


def chains_of(armature: Armature, carried: Carried, main: Array, body: Body) -> list[Chain]:
    """The main joints in chains, which end where the armature branches."""
    children: dict[int, list[int]] = {}
    for i in np.flatnonzero(main):
        children.setdefault(int(armature.parents[i]), []).append(int(i))
    starts = [i for i in np.flatnonzero(main) if len(children[int(armature.parents[i])]) > 1]
    starts += [i for i in np.flatnonzero(main) if not main[armature.parents[i]] and i not in starts]
    middle = carried.origins[np.flatnonzero(armature.roots)[0]] @ body.lateral
    found = []
    for start in sorted(int(i) for i in starts):
        joints = [start]
        while len(children.get(joints[-1], [])) == 1:
            joints.append(children[joints[-1]][0])
        last = joints[-1]
        branches = children.get(last, [])
        end = carried.origins[branches].mean(axis=0) if branches else carried.end(last)
        points = np.vstack([carried.origins[joints], end])
        off = (points[:-1] @ body.lateral - middle) / box_diagonal(carried.V)
        side = 0.0 if np.abs(off).max() < _MIDDLE else float(off.mean())
        found.append(Chain(np.array(joints), points, side, None))
    return [replace(chain, hinge=_hinge(chain)) if _is_limb(chain, found) else chain for chain in found]


def _is_limb(chain: Chain, every: Sequence[Chain]) -> bool:
    """Whether a chain is an arm or a leg: beside the middle plane, and short or with a mirror image."""
    count = len(chain.joints)
    paired = any(
        len(other.joints) == count and abs(chain.side + other.side) < _ALIKE * abs(chain.side)
        for other in every
    )
    return chain.side != 0 and count >= 2 and (count <= _LIMB_JOINTS or paired)


def _hinge(chain: Chain) -> int:
    """The joint nearest to half the length of a limb, which ends in the middle of its hand or foot."""
    lengths = np.linalg.norm(np.diff(chain.points, axis=0), axis=1)
    along = np.cumsum(lengths)
    whole = along[-1] - 0.5 * lengths[-1]
    return 1 + int(np.argmin(np.abs(along[:-1] - 0.5 * whole)))
