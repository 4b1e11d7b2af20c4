"""Turns that keep joints joined: a limb that is led to a point, and a pose as one turn for each joint.

Turns act from the far end of a limb inwards, each about its joint's place at the beginning and with all that
hangs there. So any fraction of them leaves every joint joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.geometry.chain_reach import joint_turns, reach
from pliant.geometry.rotations import log
from pliant.methods.handles.transforms import Move, Transformation, Turn, composed

# Turns smaller than this, in radians, are rounding.
LEAST_TURN = 1e-12
# Joints that are apart by less than this share of the distances between them are joined: the studio's page
# knows places to 24 bits.
JOINED = 1e-5
# A point nearer to the last joint than this share of the limb's length is led by the joints before: a hand
# that is pulled at its wrist does not turn over.
AT_JOINT = 0.15


@dataclass(frozen=True)
class Link:
    """A joint of a limb.

    handles:   those that turn about it, by their names
    centre:    where it is
    stiffness: what turning it costs
    """

    handles: tuple[str, ...]
    centre: tuple[float, float, float]
    stiffness: float = 1.0


def reaching(links: Sequence[Link], grip: Floats, target: Floats) -> list[tuple[tuple[str, ...], Turn]]:
    """The turns that lead a point of a limb to a target, or point it there; with the handles of each.

    links: from the root outwards; the first joint stays where it is
    grip:  (3,) where the point is, on what the last joint carries; target: (3,)
    """
    if not links:
        return []
    P = np.array([*(link.centre for link in links), grip], dtype=np.float64)
    lengths = np.linalg.norm(np.diff(P, axis=0), axis=1)
    if len(links) > 1 and lengths[-1] < AT_JOINT * lengths.sum():
        return reaching(links[:-1], grip, target)
    stiffness = np.array([link.stiffness for link in links])
    angles = log(joint_turns(reach(P, np.asarray(target, dtype=np.float64), stiffness)))
    turns = [
        (link.handles, _turn(angle, np.array(link.centre)))
        for link, angle in zip(links, angles, strict=True)
        if np.linalg.norm(angle) > LEAST_TURN
    ]
    return turns[::-1]


def planted(
    links: Sequence[Link], own: tuple[str, ...], joint: Floats, place: Floats
) -> list[tuple[tuple[str, ...], Turn]]:
    """The turns that lead the last joint of a limb to a place, while what hangs there keeps its direction.

    links: from the root outwards, without the joint that is led
    own:   the handles beyond that joint
    joint: (3,) where it is; place: (3,)
    Within reach, what hangs there is only moved, by the way between the two.
    """
    turns = reaching(links, joint, place)
    M = composed([turn for _, turn in turns])
    back = -log(M[:3, :3])
    if np.linalg.norm(back) <= LEAST_TURN:
        return turns
    return [*turns, (own, _turn(back, M[:3, :3] @ joint + M[:3, 3]))]


@dataclass(frozen=True, eq=False)
class Tree:
    """Handles as joints see them: names, parents (H,) with −1 for none, and centres (H, 3) at rest."""

    names: Sequence[str]
    parents: Ints
    centres: Floats

    def limb(self, place: int) -> tuple[str, ...]:
        """A handle and all that it carries."""
        found = [place]
        for each in found:
            found += np.flatnonzero(self.parents == each).tolist()
        return tuple(self.names[each] for each in found)

    def inwards(self) -> list[int]:
        """All places, children before their parents."""
        order = [int(root) for root in np.flatnonzero(self.parents < 0)]
        for each in order:
            order += np.flatnonzero(self.parents == each).tolist()
        return order[::-1]


Steps = Sequence[tuple[tuple[str, ...], Transformation]]


def jointed(tree: Tree, steps: Steps) -> list[tuple[tuple[str, ...], Transformation]] | None:
    """The same pose as one turn for each joint about its place at rest, far ends first; then roots.

    steps: handles, by their names, and how they are moved
    None where the steps tear joints apart or change sizes: then there are no such turns.
    """
    count = len(tree.names)
    moved = [[change for own, change in steps if name in own] for name in tree.names]
    M = np.stack([composed(changes) for changes in moved])
    scale = float(np.ptp(tree.centres, axis=0).max()) if count > 1 else 1.0
    found: list[tuple[tuple[str, ...], Transformation]] = []
    for place in tree.inwards():
        parent, centre = int(tree.parents[place]), tree.centres[place]
        X = M[place] if parent < 0 else np.linalg.inv(M[parent]) @ M[place]
        if np.abs(X[:3, :3] @ X[:3, :3].T - np.eye(3)).max() > JOINED:
            return None
        away = X[:3, :3] @ centre + X[:3, 3] - centre
        if parent >= 0 and np.linalg.norm(away) > JOINED * scale:
            return None
        angle = _wound(log(X[:3, :3]), _told(tree, steps, place))
        if np.linalg.norm(angle) > LEAST_TURN:
            found.append((tree.limb(place), _turn(angle, centre)))
        if parent < 0 and np.any(away):
            found.append((tree.limb(place), Move(away)))
    return found


def _told(tree: Tree, steps: Steps, place: int) -> Floats:
    """(3,) a handle's turns against its parent, added up as rotation vectors in the parent's frame."""
    name, parent = tree.names[place], int(tree.parents[place])
    above, total = np.eye(3), np.zeros(3)
    for own, change in steps:
        carried = parent >= 0 and tree.names[parent] in own
        if isinstance(change, Turn):
            axis = np.array(change.axis)
            angle = np.radians(change.degrees) * axis / np.linalg.norm(axis)
            if name in own and not carried:
                total += above.T @ angle
        if carried:
            above = composed([change])[:3, :3] @ above
    return total


def _wound(angle: Floats, told: Floats) -> Floats:
    """(3,) the rotation vector of the same rotation, whole rounds more or less, nearest to another one."""
    size = float(np.linalg.norm(angle))
    axis = angle / size if size > LEAST_TURN else told / max(float(np.linalg.norm(told)), LEAST_TURN)
    rounds = np.round((float(axis @ told) - size) / (2.0 * np.pi))
    return angle + 2.0 * np.pi * rounds * axis


def _turn(angle: Floats, centre: Floats) -> Turn:
    return Turn(angle, float(np.degrees(np.linalg.norm(angle))), centre)
