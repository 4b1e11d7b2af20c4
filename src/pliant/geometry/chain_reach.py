"""A chain of rigid bones whose far end is led to a point: inverse kinematics by turns at its joints.

The chain follows the straight way from its end to the target by damped least squares over the turns of all
joints [Wampler1986], so that of two equally stiff joints the one with the longer arm turns more. What is left
of the distance is closed exactly: all bones bend by one factor more or less, and the chain turns as a whole.
A target that is too far away is pointed at by a straight chain, one that is too near by a folded one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import numpy as np
from scipy.optimize import brentq

from pliant.arrays import Floats
from pliant.geometry.rotations import cross_matrix, exp

# In lengths of the chain: how far the end is led at once, and how near each such step must come to its goal.
STRIDE, NEAR = 0.2, 1e-4
# The last step goes on until it is as near as rounding lets it come.
NEAREST = 1e-13
# The most that a joint turns in one iteration, in radians: beyond it the linear model says little.
LARGEST_TURN = 0.4
ITERATIONS, LAST_ITERATIONS = 12, 40
# Damping, in squared lengths of the chain: a share of the distance that is left, and a floor for solving.
DAMPING, FLOOR = 1e-2, 1e-12
# A chain is stuck where an iteration would go less than this share of the way: it is straight, and the target
# lies on its line. It is bent by this angle, in radians.
STUCK, KICK = 0.05, 0.1
# The bend of a chain is made stronger by at most this factor, in as many steps, to come nearer to its root.
BENDS = np.linspace(1.0, 2.0, 41)[1:]


def reach(P: Floats, target: Floats, stiffness: Floats | None = None) -> Floats:
    """(k, 3, 3) how each bone of a chain is turned when its end reaches a target (3,), or points to it.

    P: (k + 1, 3) the joints, the first of which stays, and the end; bone i leads from P[i] to P[i + 1]
    stiffness: (k,) what a turn of each joint costs, above 0; by default all joints are equal
    Bones without a length turn with the bone before.
    """
    bones = np.diff(P, axis=0)
    lengths = np.linalg.norm(bones, axis=1)
    total = float(lengths.sum())
    turns = np.broadcast_to(np.eye(3), (len(bones), 3, 3)).copy()
    long = lengths > 1e-12 * max(total, np.finfo(float).tiny)
    if not long.any() or total == 0.0:
        return turns
    cost = np.ones(len(bones)) if stiffness is None else stiffness
    ease = cost[long].min() / cost[long]
    turns[long] = _reached(bones[long], lengths[long], ease, target - P[0])
    for i in np.flatnonzero(~long):
        turns[i] = turns[i - 1] if i else np.eye(3)
    return turns


def joint_turns(turns: Floats) -> Floats:
    """(k, 3, 3) the turn at each joint, where bones turn by `turns` (k, 3, 3).

    Turned about the joints' first places, the last joint first and each with all bones after it, they have
    the same effect.
    """
    before = np.concatenate([np.eye(3)[None], turns[:-1]])
    return np.swapaxes(before, 1, 2) @ turns


def end_jacobian(P: Floats) -> Floats:
    """(3, 3k) the end's velocity where joint i turns, with all bones after it, at the velocity ω_i (3,)."""
    return np.concatenate(list(-cross_matrix(P[-1] - P[:-1])), axis=1)


def turn_between(a: Floats, b: Floats) -> Floats:
    """(3, 3) the least rotation that brings the direction of a (3,) to that of b (3,)."""
    u, v = a / np.linalg.norm(a), b / np.linalg.norm(b)
    axis = np.cross(u, v)
    sine, cosine = float(np.linalg.norm(axis)), float(u @ v)
    if sine < 1e-9:
        if cosine > 0.0:
            # To first order: what is left of the direction after rounding is turned, too.
            return exp(axis)
        return exp(np.pi * _across(u))
    return exp(axis * (np.arctan2(sine, cosine) / sine))


def _reached(bones: Floats, lengths: Floats, ease: Floats, goal: Floats) -> Floats:
    """(k, 3, 3) turns of bones (k, 3), none without a length, whose sum is to become the goal (3,).

    ease: (k,) how easily each joint turns, 1 for the one that does best
    """
    total, longest = float(lengths.sum()), int(np.argmax(lengths))
    hole = max(0.0, 2.0 * float(lengths[longest]) - total)
    distance = float(np.linalg.norm(goal))
    way = bones.sum(axis=0)
    heading = goal if distance > NEAREST * total else (way if np.any(way) else bones[longest])
    direction = heading / np.linalg.norm(heading)
    within = direction * np.clip(distance, hole, total)
    turns = _marched(bones, lengths, ease, within)
    if distance <= hole and len(bones) > 1:
        # Folded: the longest bone leads towards the target, all others back.
        signs = np.where(np.arange(len(bones)) == longest, 1.0, -1.0)
        return _laid(turns, bones, signs[:, None] * direction)
    if distance >= total:
        return _laid(turns, bones, np.broadcast_to(direction, bones.shape))
    return _closed(turns, bones, within)


def _laid(turns: Floats, bones: Floats, directions: Floats) -> Floats:
    """Turns after which each bone has a direction (k, 3), by the least turn from where `turns` bring it."""
    now = np.einsum("kij,kj->ki", turns, bones)
    return np.stack([turn_between(a, b) for a, b in zip(now, directions, strict=True)]) @ turns


def _marched(bones: Floats, lengths: Floats, ease: Floats, goal: Floats) -> Floats:
    """Turns that lead the end along the straight way to the goal, as near as least squares come."""
    total = float(lengths.sum())
    turns = np.broadcast_to(np.eye(3), (len(bones), 3, 3)).copy()
    start = bones.sum(axis=0)
    strides = max(1, int(np.ceil(np.linalg.norm(goal - start) / (STRIDE * total))))
    for stride in range(1, strides + 1):
        last = stride == strides
        to = start + (goal - start) * (stride / strides)
        for _ in range(LAST_ITERATIONS if last else ITERATIONS):
            now = np.einsum("kij,kj->ki", turns, bones)
            gap = to - now.sum(axis=0)
            if np.linalg.norm(gap) <= (NEAREST if last else NEAR) * total:
                break
            turns = _accumulated(_turning(now, ease, gap, total)) @ turns
    return turns


def _turning(now: Floats, ease: Floats, gap: Floats, total: float) -> Floats:
    """(k, 3) rotation vectors of the joints that lead the end of the bones (k, 3) across the gap (3,)."""
    arms = np.cumsum(now[::-1], axis=0)[::-1]
    eased = ease[:, None] * arms
    JJ = float((eased * arms).sum()) * np.eye(3) - eased.T @ arms
    left = float(np.linalg.norm(gap))
    damping = (DAMPING * left * total + FLOOR * total**2) * np.eye(3)
    y = np.asarray(np.linalg.solve(JJ + damping, gap), dtype=np.float64)
    if np.linalg.norm(JJ @ y) < STUCK * left and len(now) > 1 and gap @ now.sum(axis=0) < 0.0:
        return _bent(now)
    turning = np.cross(eased, y)
    largest = float(np.linalg.norm(turning, axis=1).max())
    return turning * min(1.0, LARGEST_TURN / max(largest, np.finfo(float).tiny))


def _bent(now: Floats) -> Floats:
    """(k, 3) rotation vectors that bend a straight chain in its middle."""
    axis = _across(now.sum(axis=0) / np.linalg.norm(now, axis=1).sum())
    turning = np.zeros_like(now)
    turning[0], turning[len(now) // 2] = KICK * axis, -2.0 * KICK * axis
    return turning


def _accumulated(turning: Floats) -> Floats:
    """(k, 3, 3) what each bone turns by where the joints turn by (k, 3), the last one first."""
    out = exp(turning)
    for i in range(1, len(out)):
        out[i] = out[i - 1] @ out[i]
    return out


def _closed(turns: Floats, bones: Floats, goal: Floats) -> Floats:
    """Turns after which the bones add up to the goal, which they nearly do."""
    now = np.einsum("kij,kj->ki", turns, bones)
    way, distance = now.sum(axis=0), float(np.linalg.norm(goal))
    size = float(np.linalg.norm(way))
    if distance == 0.0 or size == 0.0:
        return turns
    along = way / size
    axes = np.cross(along, now)
    sines, cosines = np.linalg.norm(axes, axis=1), now @ along
    angles = np.arctan2(sines, cosines)
    axes = axes / np.maximum(sines, np.finfo(float).tiny)[:, None]

    def bent(factor: float) -> Floats:
        return np.einsum("kij,kj->ki", exp((factor - 1.0) * angles[:, None] * axes), now)

    def excess(factor: float) -> float:
        return float(np.linalg.norm(bent(factor).sum(axis=0))) - distance

    factor = _factor(excess)
    turns = exp((factor - 1.0) * angles[:, None] * axes) @ turns
    return turn_between(bent(factor).sum(axis=0), goal) @ turns


def _factor(excess: Callable[[float], float]) -> float:
    """The root of `excess`, which is not negative at 0, nearest to 1; 1 where none is near."""
    here = excess(1.0)
    if here == 0.0:
        return 1.0
    if here < 0.0:
        return cast("float", brentq(excess, 0.0, 1.0, xtol=1e-15)) if excess(0.0) > 0.0 else 0.0
    before = 1.0
    for factor in BENDS.tolist():
        if excess(factor) <= 0.0:
            return cast("float", brentq(excess, before, factor, xtol=1e-15))
        before = factor
    return 1.0


def _across(u: Floats) -> Floats:
    """(3,) a unit vector across u: along the model's axis that is most so."""
    axis = np.eye(3)[int(np.argmin(np.abs(u)))]
    across = axis - u * (u @ axis) / (u @ u)
    return across / np.linalg.norm(across)
