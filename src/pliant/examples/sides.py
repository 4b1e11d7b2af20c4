"""Which way round a limb turns: each part takes the side on which the half-way blend is most nearly a mesh.

A turn by the angle a about an axis is also one by a − 2π, the other way round. Where a tail leaves its body
in a sharp kink, no smooth way leads from the one to the other, and the branch that `branches.py` finds may
swing the tail up over the back on its way to a pose that has it tucked under. Both ways end in the example;
half-way they differ by half a turn, and only one of them fits the body.

A limb is a connected part of the elements that turns by more than some angle. It is turned the other way
round where that lowers the energy E(θ) = min over x of ‖G x − T(½, ½)‖² of the half-way blend, all triangles
counting by their area: a kink that is trusted less later has its full say here. Not in [Sumner2005].
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Protocol

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Array, Floats, Ints, Poses

# Angles above which a connected part is tried as a limb. A limb ends where its turn fades into the body's,
# which differs from limb to limb; the best of the cuts is taken.
LEVELS = (0.4 * math.pi, 0.6 * math.pi, 0.8 * math.pi)
# Share of the area below which a part is no limb but noise.
LEAST = 1e-3
# Rounds in which limbs are cut anew, and energies that are computed in each: most limbs need one of either.
ROUNDS = 3
MOST = 8
# Share by which the energy must fall, well above rounding, so that a turned model takes the same sides.
GAIN = 1e-3


class HalfWay(Protocol):
    """Blends half-way between an example and poses whose sides are chosen, as a function of its turns."""

    def energy(self, theta: Floats) -> float:
        """How far the half-way blends are from being meshes if the example has the vectors theta (m, 3)."""
        ...

    def changes(self, theta: Floats, other: Floats, label: Ints) -> Floats:
        """(c,) estimated change of the energy when each limb takes the vectors `other` instead of theta.

        theta: (m, 3) rotation vectors now; other: (m, 3) of the same rotations, the other way round
        label: (m,) the limb of each element, or −1
        Limbs whose change is not negative are not tried.
        """
        ...


def pose_tree(X: Poses) -> Iterator[tuple[int, int]]:
    """Each pose of X (k, n, 3) but the first, with the most similar one before it in this order.

    The order is that of a minimum spanning tree that grows from pose 0. Two poses that are alike are then
    compared with each other, and their limbs go the same way round.
    """
    flat = X.reshape(len(X), -1)
    square = (flat * flat).sum(axis=1)
    apart = square[:, None] + square - 2.0 * flat @ flat.T
    nearest, parent = apart[0].copy(), np.zeros(len(X), dtype=np.int64)
    nearest[0] = np.inf
    for _ in range(1, len(X)):
        i = int(np.argmin(nearest))
        yield i, int(parent[i])
        closer = (apart[i] < nearest) & np.isfinite(nearest)
        nearest[closer], parent[closer] = apart[i, closer], i
        nearest[i] = np.inf


def sided(theta: Floats, pairs: Ints, size: Floats, half_way: HalfWay) -> Floats:
    """(m, 3) rotation vectors of the same rotations, every limb the way round that a mesh can follow.

    theta: (m, 3) vectors on matching branches
    pairs: (p, 2) neighbouring elements
    size:  (m,) areas
    """
    now = None
    for _ in range(ROUNDS):
        limbs = list(_promising(theta, pairs, size, half_way))
        if not limbs:
            break
        now = half_way.energy(theta) if now is None else now
        theta, after = _turned(theta, limbs, now, half_way)
        if after == now:
            break
        now = after
    return theta


def other_way_round(theta: Floats) -> Floats:
    """(m, 3) the vectors (a − 2π)·axis of the rotations theta (m, 3) = a·axis; those of length 0 stay."""
    angle = np.linalg.norm(theta, axis=1, keepdims=True)
    return theta * (1.0 - 2.0 * math.pi / np.where(angle > 0.0, angle, 2.0 * math.pi))


def _turned(theta: Floats, limbs: list[Array], now: float, half_way: HalfWay) -> tuple[Floats, float]:
    """theta after the limbs (masks (m,)), in turn and none of them twice, were turned where it helps."""
    touched = np.zeros(len(theta), dtype=bool)
    for limb in limbs:
        if (touched & limb).any():
            continue
        turned = np.where(limb[:, None], other_way_round(theta), theta)
        energy = half_way.energy(turned)
        if energy < (1.0 - GAIN) * now:
            theta, now = turned, energy
            touched |= limb
    return theta, now


def _promising(theta: Floats, pairs: Ints, size: Floats, half_way: HalfWay) -> Iterator[Array]:
    """Masks (m,) of the limbs that may be the wrong way round, the most promising first."""
    other = other_way_round(theta)
    found: dict[bytes, tuple[float, Array]] = {}
    for level in LEVELS:
        label = limbs_beyond(level, theta, pairs, size)
        if label.max(initial=-1) < 0:
            break
        change = half_way.changes(theta, other, label)
        for limb in np.flatnonzero(change < 0.0):
            mask = label == limb
            found.setdefault(mask.tobytes(), (float(change[limb]), mask))
    ranked = sorted(found.values(), key=lambda each: each[0])
    yield from (mask for _, mask in ranked[:MOST])


def limbs_beyond(level: float, theta: Floats, pairs: Ints, size: Floats) -> Ints:
    """(m,) a number for each connected part that turns by more than `level`; −1 elsewhere and for specks.

    Neighbours more than half a turn apart are not connected.
    """
    inside = np.linalg.norm(theta, axis=1) > level
    apart = np.linalg.norm(theta[pairs[:, 0]] - theta[pairs[:, 1]], axis=1)
    joined = pairs[inside[pairs].all(axis=1) & (apart <= math.pi)]
    graph = coo_array((np.ones(len(joined), np.int8), (joined[:, 0], joined[:, 1])), shape=(len(theta),) * 2)
    _, part = connected_components(graph, directed=False)
    large = np.bincount(part, size * inside) >= LEAST * size.sum()
    number = np.where(large, np.cumsum(large) - 1, -1)
    return np.where(inside, number[part], -1)
