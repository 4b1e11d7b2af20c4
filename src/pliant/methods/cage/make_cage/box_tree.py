"""Finds triangles by place: a full binary tree of boxes over their Morton order.

Node i has the children 2i and 2i + 1; leaf j is node L + j and holds at most one triangle. Boxes can be
changed leaf by leaf, so the same kind of tree serves a fixed mesh and a cage that is being edited.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.methods.cage.make_cage.contact import closer
from pliant.methods.cage.vectors import dot, normal, row, unit
from pliant.solve.kernels import inner

# Steps of the Morton order along each axis, as a power of two; three of them fit into 63 bits.
BITS = 20


class BoxTree(NamedTuple):
    """A full binary tree of boxes over m triangles, with L leaves.

    low, high: (2L, 3) the box of each node; empty where low > high
    item:      (L,) the triangle of each leaf, or -1
    leaf:      (m,) the node of each triangle
    """

    low: Array
    high: Array
    item: Array
    leaf: Array


def box_tree(corners: Floats) -> BoxTree:
    """The tree of triangles (m, 3, 3)."""
    m = len(corners)
    leaves = 1 << max(m - 1, 0).bit_length()
    order = np.argsort(_morton(corners.mean(axis=1)), kind="stable")
    low, high = np.full((2 * leaves, 3), np.inf), np.full((2 * leaves, 3), -np.inf)
    low[leaves : leaves + m] = corners[order].min(axis=1)
    high[leaves : leaves + m] = corners[order].max(axis=1)
    start = leaves
    while start > 1:
        low[start // 2 : start] = low[start : 2 * start].reshape(-1, 2, 3).min(axis=1)
        high[start // 2 : start] = high[start : 2 * start].reshape(-1, 2, 3).max(axis=1)
        start //= 2
    item, leaf = np.full(leaves, -1), np.empty(m, dtype=np.int64)
    item[:m], leaf[order] = order, leaves + np.arange(m)
    return BoxTree(low, high, item, leaf)


def _morton(P: Floats) -> Ints:
    """(m,) places of points (m, 3) along a curve that fills their box."""
    span = float(np.ptp(P, axis=0).max()) or 1.0
    cell = np.minimum((P - P.min(axis=0)) / span * 2**BITS, 2**BITS - 1).astype(np.int64)
    code = np.zeros(len(P), dtype=np.int64)
    for bit in range(BITS):
        for axis in range(3):
            code |= ((cell[:, axis] >> bit) & 1) << (3 * bit + axis)
    return code


@inner
def place(boxes, item, T):
    """Give an item's leaf the box of the triangle T."""
    node = boxes.leaf[item]
    for c in range(3):
        boxes.low[node, c] = min(T[0, c], T[1, c], T[2, c])
        boxes.high[node, c] = max(T[0, c], T[1, c], T[2, c])
    _refit(boxes, node // 2)


@inner
def remove(boxes, item):
    """Empty an item's leaf."""
    node = boxes.leaf[item]
    for c in range(3):
        boxes.low[node, c], boxes.high[node, c] = np.inf, -np.inf
    _refit(boxes, node // 2)


@inner
def _refit(boxes, node):
    """Renew the boxes from a node to the root from those of their children."""
    while node >= 1:
        for c in range(3):
            boxes.low[node, c] = min(boxes.low[2 * node, c], boxes.low[2 * node + 1, c])
            boxes.high[node, c] = max(boxes.high[2 * node, c], boxes.high[2 * node + 1, c])
        node //= 2


@inner
def touches(boxes, corners, T, gap):
    """Whether one of the triangles corners (m, 3, 3) of the tree comes nearer to T than the gap."""
    probe, stack = _probe(T, gap), np.empty(64, dtype=np.int64)
    stack[0], top = 1, 1
    while True:
        item, top = _next_item(boxes, probe, stack, top)
        if item < 0:
            return False
        if closer(T, corners[item], gap):
            return True


@inner
def near(boxes, T, gap, found):
    """How many boxes come within the gap of the triangle T; their items go into found, which has room."""
    probe, stack = _probe(T, gap), np.empty(64, dtype=np.int64)
    stack[0], top, count = 1, 1, 0
    while True:
        item, top = _next_item(boxes, probe, stack, top)
        if item < 0:
            return count
        found[count] = item
        count += 1


class Probe(NamedTuple):
    """A triangle T (3, 3) whose neighbours within the gap are looked for, and its plane n·x = at."""

    T: Array
    n: tuple[float, float, float]
    at: float
    gap: float


@inner
def _probe(T, gap):
    n = unit(normal(T))
    return Probe(T, n, dot(n, row(T, 0)), gap)


@inner
def _next_item(boxes, probe, stack, top):
    """The next item whose box the probe meets, or -1, and the new top of the stack of nodes to visit."""
    leaves = len(boxes.item)
    while top > 0:
        top -= 1
        node = stack[top]
        if not _meets(boxes, node, probe):
            continue
        if node >= leaves:
            return boxes.item[node - leaves], top
        stack[top], stack[top + 1] = 2 * node + 1, 2 * node
        top += 2
    return -1, top


@inner
def _meets(boxes, node, probe):
    """Whether a box comes within the gap of the box of T and, seen from its middle, of the plane of T."""
    T, n, gap = probe.T, probe.n, probe.gap
    side, reach = -probe.at, gap
    for c in range(3):
        low, high = boxes.low[node, c], boxes.high[node, c]
        if low > max(T[0, c], T[1, c], T[2, c]) + gap or high < min(T[0, c], T[1, c], T[2, c]) - gap:
            return False
        across = n[0] if c == 0 else n[1] if c == 1 else n[2]
        side += across * 0.5 * (low + high)
        reach += abs(across) * 0.5 * (high - low)
    return abs(side) <= reach
