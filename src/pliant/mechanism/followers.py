"""Joints of a loop that follow another one at a constant ratio, as in a parallelogram.

A tree has no place for the joint that closes a loop. Where one value moves the whole loop, the others are
found for it over its range; straight lines through rest are fitted to them, and count if the loop stays
closed along these.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from pliant.arrays import Floats
from pliant.geometry.rotations import log
from pliant.mechanism.joint_motion import joint_motion
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.mechanism.spanning_tree import ROOT, Spanning

# Along the fitted lines a loop opens by at most this share of the model's diagonal.
OPEN = 1e-3
# The same where the values of the others are found one by one.
CLOSED = 1e-6
# Values of the leader on each side of rest; how far it goes where nothing stops it: radians, or a share of
# the diagonal. Fewer than a third of the values that can be reached say little about its range.
STEPS, TURN, SLIDE = 12, np.pi / 2, 0.25
REACHED = 1 / 3
# Digits of a ratio after the point.
DIGITS = 6
# Singular values of a loop below this share of the largest are motions.
LOOSE = 1e-6
# The leader moves at least so much while the fastest moves by one.
LEADS = 0.1


@dataclass(frozen=True)
class Follower:
    """A joint that makes `ratio` times what another one makes; both are named by the component they hold."""

    part: int
    leader: int
    ratio: float


@dataclass(frozen=True)
class Coupled:
    """Joints of a tree that keep its loops closed together.

    closed: numbers of the mechanism's joints that the tree leaves out, and that this makes up for
    gap:    by which the loops open at most, over the model's diagonal
    """

    followers: tuple[Follower, ...]
    closed: tuple[int, ...]
    gap: float


def coupled(mechanism: Mechanism, tree: Spanning) -> tuple[Coupled, ...]:
    """The loops of a tree whose joints follow one another at constant ratios; others are left out."""
    found = (_fitted(_Loops(mechanism, tree, closing)) for closing in _sharing(mechanism, tree))
    return tuple(each for each in found if each is not None)


def _sharing(mechanism: Mechanism, tree: Spanning) -> list[list[int]]:
    """The closing joints, those together whose loops have joints of the tree in common."""
    groups: list[tuple[list[int], set[int]]] = []
    for j in tree.closing:
        joint = mechanism.joints[j]
        own = ([j], set(_way(tree, joint.a)) ^ set(_way(tree, joint.b)))
        for group in [each for each in groups if each[1] & own[1]]:
            own = (group[0] + own[0], group[1] | own[1])
            groups.remove(group)
        groups.append(own)
    return [sorted(closing) for closing, _ in groups]


def _way(tree: Spanning, part: int) -> list[int]:
    """The components from one up to its root, which is left out."""
    found = []
    while tree.parents[part] != ROOT:
        found.append(part)
        part = tree.parents[part]
    return found


class _Loops:
    """Loops that move together.

    parts: the components whose joints to their parents lie on them and move, parents first
    """

    def __init__(self, mechanism: Mechanism, tree: Spanning, closing: list[int]) -> None:
        self.mechanism, self.closing = mechanism, closing
        self._tree, self.size = tree, mechanism.mesh.diagonal
        ends = [mechanism.joints[j] for j in closing]
        on = set().union(*(set(_way(tree, end.a)) ^ set(_way(tree, end.b)) for end in ends))
        self.parts = [i for i in tree.order if i in on and self.joint(i).freedoms]

    def joint(self, part: int) -> Joint:
        """The joint of a component to its parent."""
        return self.mechanism.joints[self._tree.joints[part]]

    @property
    def simple(self) -> bool:
        """Whether every joint has one freedom."""
        return all(len(self.joint(i).freedoms) == 1 for i in self.parts)

    def open(self, values: Floats) -> Floats:
        """(r,) how far the loops are open where the joints of the parts have values (p,)."""
        rows = []
        for joint in (self.mechanism.joints[j] for j in self.closing):
            (A, a), (B, b) = self._moved(joint.a, values), self._moved(joint.b, values)
            rows.append(_misses(joint, A.T @ B, A.T @ (b - a), self.size))
        return np.concatenate(rows)

    def _moved(self, part: int, values: Floats) -> tuple[Floats, Floats]:
        """R (3, 3), t (3,) of a component."""
        R, t = np.eye(3), np.zeros(3)
        for i in _way(self._tree, part):
            if i in self.parts:
                joint, value = self.joint(i), values[self.parts.index(i)]
                sign = 1.0 if joint.b == i else -1.0
                S, s = joint_motion(joint, joint.freedoms[0], sign * value)
                R, t = S @ R, S @ t + s
        return R, t


def _misses(joint: Joint, R: Floats, t: Floats, size: float) -> Floats:
    """What a joint does not allow of a motion x → R x + t of b against a; lengths over the model's size."""
    shift = (R @ joint.origin + t - joint.origin) / size
    across = joint.frame[1:] @ shift
    lean = joint.frame[1:] @ (R @ joint.axis)
    match joint.kind:
        case JointKind.BALL:
            return shift
        case JointKind.REVOLUTE:
            return np.concatenate([shift, lean])
        case JointKind.CYLINDER:
            return np.concatenate([across, lean])
        case JointKind.PLANE:
            return np.concatenate([[joint.axis @ shift], lean])
        case JointKind.PRISMATIC:
            return np.concatenate([across, log(R)])
        case _:
            return np.concatenate([shift, log(R)])


def _fitted(loops: _Loops) -> Coupled | None:
    """The followers of loops that one value moves; None for others, and where they do not go straight."""
    lead = _leader(loops) if loops.simple else None
    if lead is None:
        return None
    leading, ways = _followed(loops, lead)
    if len(leading) < 2 * STEPS * REACHED:
        return None
    ratios = leading @ ways / (leading @ leading)
    gap = max(float(np.abs(loops.open(value * ratios)).max()) for value in leading)
    if gap > OPEN:
        return None
    followers = tuple(
        Follower(part, loops.parts[lead], round(float(ratio), DIGITS))
        for k, (part, ratio) in enumerate(zip(loops.parts, ratios, strict=True))
        if k != lead
    )
    return Coupled(followers, tuple(loops.closing), gap)


def _leader(loops: _Loops) -> int | None:
    """The first of the joints that moves when the loops do; None unless they move in one way."""
    step, count = 1e-6, len(loops.parts)
    units = np.array([1.0 if loops.joint(i).freedoms[0].turns else loops.size for i in loops.parts])
    J = np.stack([(loops.open(x) - loops.open(-x)) / (2 * step) for x in step * np.diag(units)], axis=1)
    _, found, basis = np.linalg.svd(J)
    if count == 0 or (found > LOOSE * max(found.max(), 1.0)).sum() != count - 1:
        return None
    moves = np.abs(basis[-1])
    return int(np.argmax(moves >= LEADS * moves.max()))


def _followed(loops: _Loops, lead: int) -> tuple[Floats, Floats]:
    """(s,) values of the leader, and (s, p) those of all joints that keep the loops closed."""
    others = [k for k in range(len(loops.parts)) if k != lead]
    joint = loops.joint(loops.parts[lead])
    far = TURN if joint.freedoms[0].turns else SLIDE * loops.size
    found: list[Floats] = []
    for end in np.clip(joint.ranges[0], -far, far):
        values = np.zeros(len(loops.parts))
        for value in end * np.arange(1, STEPS + 1) / STEPS if end != 0.0 else ():
            values = values.copy()
            values[lead] = value

            def rest(x: Floats, values: Floats = values) -> Floats:
                values[others] = x
                return loops.open(values)

            values[others] = least_squares(rest, values[others], x_scale="jac", xtol=1e-12).x
            if np.abs(loops.open(values)).max() > CLOSED:
                break
            found.append(values)
    ways = np.array(found).reshape(-1, len(loops.parts))
    return ways[:, lead], ways
