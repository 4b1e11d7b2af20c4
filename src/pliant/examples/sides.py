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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numba import njit

from pliant.arrays import Array, Floats, Ints, Poses
from pliant.solve.kernels import inner

# How limbs are cut from the body, each way tried: parts that turn by more than the first angle, connected
# where neighbours differ by at most the second. A limb ends where its turn fades into the body's, or where a
# kink sets it apart; which of them, and where, differs from limb to limb.
CUTS = (
    *((0.0, share * math.pi) for share in (0.5, 0.75, 1.0)),
    *((share * math.pi, math.pi) for share in (0.2, 0.4, 0.6, 0.8)),
)
# Share of the area below which a part is no limb but noise.
LEAST = 1e-3
# Share above which a part is the body, which stays: all else would turn about it.
MOST_OF_ALL = 0.6
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

    def changes(self, theta: Floats, other: Floats) -> Changes:
        """Estimates how the energy changes when a limb takes the vectors `other` instead of theta (m, 3)."""
        ...


# From the limb (m,) of each element, or −1, to the change (c,) when each of the limbs is turned by itself.
Changes = Callable[[Ints], Floats]


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
    """theta after limbs (masks (m,)) were turned, the best first and none of them twice, where it helps."""
    other = other_way_round(theta)
    energies = [half_way.energy(np.where(limb[:, None], other, theta)) for limb in limbs]
    touched = np.zeros(len(theta), dtype=bool)
    for best in np.argsort(energies, kind="stable"):
        limb = limbs[best]
        if energies[best] >= (1.0 - GAIN) * now or (touched & limb).any():
            continue
        turned = np.where(limb[:, None], other, theta)
        energy = half_way.energy(turned) if touched.any() else energies[best]
        if energy < (1.0 - GAIN) * now:
            theta, now = turned, energy
            touched |= limb
    return theta, now


def _promising(theta: Floats, pairs: Ints, size: Floats, half_way: HalfWay) -> Iterator[Array]:
    """Masks (m,) of the largest limbs that may be the wrong way round.

    Turning them would lower the estimated energy, or mend tears. The estimate looks at neighbours alone and
    may take a kink for worse that is better on the whole.
    """
    if not theta.any():
        return
    other = other_way_round(theta)
    change, mended = half_way.changes(theta, other), _torn_changes(theta, other, pairs)
    found: dict[bytes, tuple[float, Array]] = {}
    turned = Turned.of(theta, pairs, size)
    for level, gap in CUTS:
        label = turned.limbs(level, gap)
        if label.max(initial=-1) < 0:
            continue
        cost = change(label)
        for limb in np.flatnonzero((cost < 0.0) | (mended(label) < 0.0)):
            mask = label == limb
            found.setdefault(mask.tobytes(), (-float(size @ mask), mask))
    ranked = sorted(found.values(), key=lambda each: each[0])
    yield from (mask for _, mask in ranked[:MOST])


def pair_changes(pairs: Ints, costs: Floats) -> Changes:
    """Changes of a cost that is a sum over pairs (p, 2).

    costs: (4, p) of a pair as it is, with both turned, with the first turned, and with the second
    """

    def change(label: Ints) -> Floats:
        total = np.zeros(int(label.max()) + 2)
        _add_changes(label, pairs, costs, total)
        return total[1:]

    return change


def _torn_changes(theta: Floats, other: Floats, pairs: Ints) -> Changes:
    """Changes of the number of neighbours more than half a turn apart."""
    costs = np.empty((4, len(pairs)))
    _write_torn(theta, other, pairs, costs)
    return pair_changes(pairs, costs)


@dataclass(frozen=True, eq=False)
class Turned:
    """How far elements turn, for cutting limbs from a body.

    pairs: (p, 2) neighbours
    size:  (m,) areas
    angle: (m,) how far each element turns
    apart: (p,) how far neighbours differ
    """

    pairs: Ints
    size: Floats
    angle: Floats
    apart: Floats

    @staticmethod
    def of(theta: Floats, pairs: Ints, size: Floats) -> Turned:
        """Elements with the rotation vectors theta (m, 3)."""
        return Turned(pairs, size, _lengths(theta), _lengths(theta[pairs[:, 0]] - theta[pairs[:, 1]]))

    def limbs(self, level: float, gap: float) -> Ints:
        """(m,) a number for each connected part that turns by more than `level`; −1 elsewhere.

        Neighbours are connected where they differ by at most `gap`. Specks, and what is more than half of
        everything, are no limbs.
        """
        inside = self.angle > level
        part = _parts(self.pairs, inside, self.apart, gap)
        share = np.bincount(part, self.size * inside) / self.size.sum()
        limb = (share >= LEAST) & (share <= MOST_OF_ALL)
        number = np.where(limb, np.cumsum(limb) - 1, -1)
        return np.where(inside, number[part], -1)


@njit(cache=True)
def _add_changes(label, pairs, costs, out):
    """Add changes of costs (4, p) to out (c + 1,), of no limb first, for the limbs label (m,) of elements."""
    for p in range(len(pairs)):
        j, k = label[pairs[p, 0]], label[pairs[p, 1]]
        if j == k:
            out[j + 1] += costs[1, p] - costs[0, p]
        else:
            out[j + 1] += costs[2, p] - costs[0, p]
            out[k + 1] += costs[3, p] - costs[0, p]


@inner
def _torn(a, b):
    """Whether the rotation vectors a (3,) and b (3,) are more than half a turn apart."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 > math.pi * math.pi


@njit(cache=True)
def _write_torn(theta, other, pairs, out):
    """Write to out (4, p) whether pairs (p, 2) tear: as they are, both turned, the first, the second."""
    for p in range(len(pairs)):
        j, k = pairs[p, 0], pairs[p, 1]
        out[0, p] = _torn(theta[j], theta[k])
        out[1, p] = _torn(other[j], other[k])
        out[2, p] = _torn(other[j], theta[k])
        out[3, p] = _torn(theta[j], other[k])


@njit(cache=True)
def _parts(pairs, inside, apart, gap):
    """(m,) a number for each part, connected by the pairs (p, 2) inside that differ by at most `gap`.

    Elements outside are parts of their own; parts are numbered by their first elements.
    """
    first = np.arange(len(inside))
    for p in range(len(pairs)):
        j, k = pairs[p, 0], pairs[p, 1]
        if inside[j] and inside[k] and apart[p] <= gap:
            while first[j] != j:
                first[j] = first[first[j]]
                j = first[j]
            while first[k] != k:
                first[k] = first[first[k]]
                k = first[k]
            first[max(j, k)] = min(j, k)
    number = np.empty(len(inside), np.int64)
    count = 0
    # Links lead to smaller numbers, whose own part is known before.
    for j in range(len(inside)):
        if first[j] == j:
            number[j] = count
            count += 1
        else:
            number[j] = number[first[j]]
    return number


def _lengths(v: Floats) -> Floats:
    """(…,) lengths of the vectors v (…, 3)."""
    return np.sqrt(np.einsum("...a,...a->...", v, v))
