"""Turns of the joints of a chain that a body can do: swings toward a direction, bends of a hinge, twists.

Nothing is assumed about the axes of bones. A joint swings from where its bone points at rest toward up, down,
forward, back or a side; elbows and knees bend the way that they are bent at rest, or else as people's do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.armature.limbs import Body, Chain
from pliant.arrays import Floats

# All angles are in degrees. How far shoulders and hips swing: each way for limbs that hang, and for others.
_HANGING = {"forward": 70.0, "back": 30.0, "outward": 40.0, "inward": 10.0}
_SPREAD = {"down": 75.0, "up": 65.0, "forward": 75.0, "back": 25.0}
# Swings end so far before the direction that they lead toward.
_SHORT_OF = 10.0
_BENDS = (50.0, 100.0)
# Joints before the shoulder, and hands and feet.
_COLLAR, _END = 15.0, 30.0
# Of a whole neck, back or tail together; forward for those that stand.
_CURL, _BOW = 35.0, 50.0
_TWIST = 30.0
# A limb hangs if it points this far down, as a share of its length.
_DOWN = 0.6
# An elbow or knee bent less than this at rest does not tell which way it bends.
_STRAIGHT = 4.0
# Degrees between a bone and the direction it swings toward, at least, for a swing to mean anything.
_APART = 25.0


@dataclass(frozen=True, eq=False)
class Gesture:
    """Rotation vectors in radians, in the axes of the scene, for some joints by their numbers."""

    name: str
    turns: dict[int, Floats]

    def scaled(self, share: float) -> Gesture:
        """The same with all turns a share of it."""
        return Gesture(self.name, {joint: share * turn for joint, turn in self.turns.items()})


def gestures_of(chain: Chain, body: Body) -> list[Gesture]:
    """What a chain can do, the largest first."""
    return _trunk(chain, body) if chain.hinge is None else _limb(chain, body, chain.hinge)


def _trunk(chain: Chain, body: Body) -> list[Gesture]:
    """All joints together, toward every direction, and twists."""
    d = _unit(chain.points[-1] - chain.points[0])
    found = []
    sides = {"outward": "to a side", "inward": "to the other side"}
    for direction, g in _directions(body, body.lateral).items():
        name = sides.get(direction, direction)
        most = _BOW if name == "forward" and d @ body.up > _DOWN else _CURL
        turn = _swing(d, g, most)
        if turn is not None:
            found.append(_together(chain, name, turn))
    found += [_together(chain, f"twist {side:+d}", np.radians(side * _TWIST) * d) for side in (1, -1)]
    return found


def _limb(chain: Chain, body: Body, hinge: int) -> list[Gesture]:
    ball = hinge - 1
    upper = _unit(chain.points[hinge] - chain.points[ball])
    side = body.lateral * np.sign(chain.side)
    hangs = bool(upper @ body.up < -_DOWN)
    directions = _directions(body, side)
    bend = _bend(chain, hinge, body, hangs=hangs)
    swings = {}
    for name, most in (_HANGING if hangs else _SPREAD).items():
        turn = _swing(upper, directions[name], most)
        if turn is not None:
            swings[name] = turn
    joint = chain.joints
    alone = [Gesture(name, {int(joint[ball]): turn}) for name, turn in swings.items()]
    bends = [
        Gesture(f"bend {angle:.0f}", {int(joint[hinge]): np.radians(angle) * bend}) for angle in _BENDS[::-1]
    ]
    found = [*alone[:2], bends[0], *alone[2:], *bends[1:]]
    found += [
        Gesture(f"{name}, bent", {int(joint[ball]): turn, int(joint[hinge]): np.radians(80.0) * bend})
        for name, turn in swings.items()
    ]
    twists = [Gesture(f"twist {s:+d}", {int(joint[ball]): np.radians(s * _TWIST) * upper}) for s in (1, -1)]
    return [*found, *twists, *_small(chain, directions, hinge)]


def _small(chain: Chain, directions: dict[str, Floats], hinge: int) -> list[Gesture]:
    """Swings of the joints beyond the hinge, and of those before the shoulder or hip."""
    found = []
    for i in [*range(hinge + 1, len(chain.joints)), *range(hinge - 1)]:
        d = _unit(chain.points[i + 1] - chain.points[i])
        for name in ("up", "down", "forward", "back"):
            turn = _swing(d, directions[name], _END if i > hinge else _COLLAR)
            if turn is not None:
                word = "end" if i > hinge else "root"
                found.append(Gesture(f"{word} {name}", {int(chain.joints[i]): turn}))
    return found


def _bend(chain: Chain, hinge: int, body: Body, *, hangs: bool) -> Floats:
    """(3,) the axis about which an elbow or knee bends further."""
    upper = _unit(chain.points[hinge] - chain.points[hinge - 1])
    lower = _unit(chain.points[hinge + 1] - chain.points[hinge])
    axis = np.cross(upper, lower)
    if np.linalg.norm(axis) > np.sin(np.radians(_STRAIGHT)):
        return _unit(axis)
    # Knees of limbs that hang bend back, elbows forward.
    return _unit(np.cross(lower, -body.forward if hangs else body.forward))


def _directions(body: Body, side: Floats) -> dict[str, Floats]:
    return {
        "forward": body.forward,
        "back": -body.forward,
        "outward": side,
        "inward": -side,
        "up": body.up,
        "down": -body.up,
    }


def _swing(d: Floats, g: Floats, most: float) -> Floats | None:
    """(3,) the turn of a direction d toward another g by at most so many degrees; None if they are near."""
    between = float(np.degrees(np.arccos(np.clip(d @ g, -1, 1))))
    if not _APART < between < 180 - _APART:
        return None
    return np.radians(min(most, between - _SHORT_OF)) * _unit(np.cross(d, g))


def _together(chain: Chain, name: str, turn: Floats) -> Gesture:
    """All joints of a chain, which share a turn."""
    return Gesture(name, {int(joint): turn / len(chain.joints) for joint in chain.joints})


def _unit(v: Floats) -> Floats:
    length = float(np.linalg.norm(v))
    return v / length if length > 0 else v
