"""Joint values in and out: the angles and slides of a pose, the pose of given ones, and the Jacobian.

Each free motion of a joint has one value, measured from rest: radians, or lengths of the model. The turns of
a ball are those about x, y′ and z″ of its frame, as its ranges are. The largest body of each connected piece
stays where it is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held
from pliant.arrays import Array, Floats
from pliant.errors import MechanismError
from pliant.geometry.rotations import exp, log
from pliant.mechanism.mechanism import FREEDOMS, Mechanism
from pliant.methods.joints.model import JointModel
from pliant.methods.joints.tree import JointTree, Posture, euler, grown, placed
from pliant.skin import stacked

if TYPE_CHECKING:
    from pliant.methods.joints.rig import JointIK


@dataclass(frozen=True)
class JointValue:
    """One value: its name, the row of its joint and its column in a posture, and what it may be.

    limits: lowest and highest, in radians or lengths of the model
    turns:  whether it is an angle
    """

    name: str
    row: int
    column: int
    limits: tuple[float, float]
    turns: bool


def joint_values(mechanism: Mechanism, model: JointModel) -> tuple[JointValue, ...]:
    """The values of all joints that move, in the order of the mechanism's joints and of their freedoms.

    A joint of one freedom gives its name; others add which it is, such as "sleeve turn" and "sleeve slide".
    """
    parts, found = mechanism.components, []
    for joint, row in zip(mechanism.joints, model.rows.tolist(), strict=True):
        if row < 0:
            continue
        title = joint.name or f"{parts[joint.a].name} to {parts[joint.b].name}"
        freedoms = FREEDOMS[joint.kind]
        for freedom, (low, high) in zip(freedoms, joint.ranges.tolist(), strict=True):
            word = "turn" if freedom.turns else "slide"
            many = sum(other.turns == freedom.turns for other in freedoms) > 1
            full = f"{title} {word}{f' {freedom.row + 1}' if many else ''}" if len(freedoms) > 1 else title
            column = freedom.row + (0 if freedom.turns else 3)
            found.append(JointValue(full, row, column, (low, high), freedom.turns))
    return tuple(found)


def values_of(model: JointModel, values: tuple[JointValue, ...], posture: Posture) -> Floats:
    """(k,) the values of a posture."""
    found = np.array(posture.value)
    for row in np.flatnonzero(model.tree.ball):
        found[row, :3] = euler(posture.spin[row])
    found[:, 3:] *= model.frame.diagonal
    return np.array([found[value.row, value.column] for value in values])


def given_values(
    values: tuple[JointValue, ...], given: ArrayLike | Mapping[str, float], now: Floats
) -> Floats:
    """(k,) values from an array (k,), or from names for some of them; the others stay as they are now."""
    if not isinstance(given, Mapping):
        found = np.asarray(given, dtype=np.float64)
        if found.shape != (len(values),) or not np.isfinite(found).all():
            raise MechanismError(
                f"Values of the shape {found.shape} were given for {len(values)} free motions; give a finite "
                "number for each, or a name and a number for some."
            )
        return found
    place = {value.name: i for i, value in enumerate(values)}
    found = np.array(now)
    for name, number in given.items():
        if name not in place:
            raise MechanismError(f"No free motion is called '{name}'; there are {', '.join(place)}.")
        found[place[name]] = float(number)
    return found


def posture_of_values(
    model: JointModel, values: tuple[JointValue, ...], given: Floats, first: Collection[int] = ()
) -> Posture:
    """The posture of given values (k,), brought inside their ranges; joints that close loops may open.

    first: rows of joints whose values count before those of others where joints form loops
    """
    bodies, joints = len(model.centre), len(model.tree.ends)
    posture = Posture.resting(bodies, joints)
    low, high = (np.array([value.limits[i] for value in values]) for i in range(2))
    for value, number in zip(values, np.clip(given, low, high), strict=True):
        length = 1.0 if value.turns else model.frame.diagonal
        posture.value[value.row, value.column] = number / length
    for row in range(joints):
        posture.spin[row] = _turn(posture.value[row, :3])
    posture.value[model.tree.ball, :3] = log(posture.spin)[model.tree.ball]
    if not len(model.tree.loops):
        return placed(model.tree, posture)
    put = placed(_tree_through(model, first), posture)
    return Posture.of_motions(model.tree, put.R, put.t)


def _tree_through(model: JointModel, first: Collection[int]) -> JointTree:
    """The joints with a forest that uses some rows of them before all others."""
    tree = model.tree
    group = np.arange(len(model.centre))
    kept = []
    for row in sorted(range(len(tree.ends)), key=lambda row: (row not in first, row)):
        a, b = group[tree.ends[row]]
        if a != b:
            group[group == b] = a
            kept.append(row)
    rows = np.array(sorted(kept), dtype=np.int64)
    order, forward, _, roots = grown(tree.ends[rows], model.sizes)
    loops = np.setdiff1d(np.arange(len(tree.ends)), rows)
    return tree._replace(order=rows[order], forward=forward, loops=loops, roots=roots)


def jacobian(rig: JointIK, values: tuple[JointValue, ...], posture: Posture, held: Held) -> Floats:
    """(3h, k) how held points move with the values; rows 3i…3i+2 hold x, y, z of point i.

    Raises MechanismError for mechanisms with loops, whose values depend on each other, and with soft parts.
    """
    model, tree = rig.model, rig.model.tree
    check_determined(rig)
    body = rig.skin.influences[:, 0]
    V = rig.skin.posed(_stacked(model, posture))
    corners = V[held.corners]
    found = np.zeros((len(held), 3, len(values)))
    column = {(value.row, value.column): i for i, value in enumerate(values)}
    for place, row in enumerate(tree.order.tolist()):
        moving = _moved_bodies(model, place)[body[held.corners]]
        share = np.where(moving, held.weights, 0.0)
        for k, axis, centre, turns in _rates(model, posture, row):
            if (row, k) not in column:
                continue
            sign = 1.0 if tree.forward[place] else -1.0
            rate = np.cross(axis, corners - centre) if turns else np.broadcast_to(axis, corners.shape)
            found[:, :, column[row, k]] = sign * np.einsum("hi,hic->hc", share, rate)
    return found.reshape(3 * len(held), len(values))


def check_determined(rig: JointIK) -> None:
    """Refuse mechanisms whose pose does not follow from the values of a tree of joints."""
    if len(rig.model.tree.loops):
        raise MechanismError(
            f"{len(rig.model.tree.loops)} joints close loops, so that values depend on each other "
            "and have no rates of their own. Remove a joint of each loop."
        )
    soft = [part.name for part in rig.mechanism.components if part.soft]
    if soft:
        raise MechanismError(
            f"The part '{soft[0]}' is soft, so that values do not tell its shape. Make it rigid."
        )


def _rates(model: JointModel, posture: Posture, row: int) -> list[tuple[int, Floats, Floats, bool]]:
    """For each column of a joint: the axis (3,) in the world, a point on it, and whether it turns."""
    tree = model.tree
    a, o, F = int(tree.ends[row, 0]), tree.origin[row], tree.frame[row]
    R, t, value = posture.R[a], posture.t[a], posture.value[row]
    centre = model.frame.outward((R @ (o + F.T @ value[3:]) + t)[None])[0]
    axes = R @ F.T
    turns = axes
    if tree.ball[row]:
        x, y, _ = euler(posture.spin[row])
        X = exp(np.array([x, 0.0, 0.0]))
        turns = np.stack([axes[:, 0], axes @ X[:, 1], axes @ X @ exp(np.array([0.0, y, 0.0]))[:, 2]], axis=1)
    both = [(k, turns[:, k], centre, True) for k in range(3)]
    return both + [(3 + k, axes[:, k], centre, False) for k in range(3)]


def _moved_bodies(model: JointModel, place: int) -> Array:
    """(b,) the bodies below the joint at a place of the tree's order."""
    tree = model.tree
    moved = np.zeros(len(model.centre), dtype=bool)
    for k in range(place, len(tree.order)):
        a, b = tree.ends[tree.order[k]].tolist()
        parent, child = (a, b) if tree.forward[k] else (b, a)
        moved[child] |= k == place or moved[parent]
    return moved


def _turn(value: Floats) -> Floats:
    """(3, 3) the turn of a joint by turns (3,) about x, y′ and z″; only balls have several."""
    x, y, z = exp(np.diag(value))
    return x @ y @ z


def _stacked(model: JointModel, posture: Posture) -> Floats:
    """(4b, 3) the motions of the bodies in the user's coordinates, as controls of the skin."""
    controls = np.concatenate([np.swapaxes(posture.R, 1, 2), posture.t[:, None]], axis=1).reshape(-1, 3)
    return stacked(model.frame.palette(controls))
