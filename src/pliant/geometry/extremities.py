"""The ends of a body: hands, feet, head and tail, as the far ends of what branches off its middle.

The distance along the surface from the body's middle has a maximum at each end. An end counts by how far it
lies beyond the place where its limb meets a longer one, its prominence.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import dijkstra

from pliant.arrays import Floats
from pliant.geometry.surface_graph import SurfaceGraph

# Shares of the longest limb: an end lies so far beyond its limb's root. Fingers of a hand do not, ears may.
PROMINENT = 0.15
MOST = 12
# Spread nodes among which the middle is sought: the one from which the others are nearest.
CANDIDATES = 24


@dataclass(frozen=True)
class Extremity:
    """An end of a body.

    node:       the farthest node of its limb
    root:       the node where the limb meets a longer one, or the body's middle
    prominence: how far the end lies beyond the root, along the surface
    """

    node: int
    root: int
    prominence: float


def extremities(graph: SurfaceGraph) -> list[Extremity]:
    """The ends of the body, the most prominent first."""
    middle, distance = _middle(graph)
    farthest, *others = _maxima(graph, distance, middle)
    least = PROMINENT * farthest.prominence
    others = [each for each in others if each.prominence >= least]
    found = [_limb(graph, distance, farthest, others), *others]
    return sorted(found, key=lambda each: -each.prominence)[:MOST]


def _limb(graph: SurfaceGraph, distance: Floats, farthest: Extremity, others: list[Extremity]) -> Extremity:
    """The farthest end with a root of its own: its limb begins where the last of the others has its root."""
    level = max((float(distance[each.root]) for each in others), default=0.0)
    body = np.flatnonzero(distance <= level)
    root = int(body[np.argmin(np.linalg.norm(graph.P[body] - graph.P[farthest.node], axis=1))])
    return Extremity(farthest.node, root, float(distance[farthest.node]) - level)


def _middle(graph: SurfaceGraph) -> tuple[int, Floats]:
    """The node whose mean distance from the surface is least among some, and the distances (c,) from it."""
    spread = [int(np.argmax(np.linalg.norm(graph.P - graph.P.mean(axis=0), axis=1)))]
    rows: list[Floats] = []
    for _ in range(min(CANDIDATES, graph.count)):
        rows.append(dijkstra(graph.lengths, directed=False, indices=spread[-1]))
        spread.append(int(np.argmax(np.minimum.reduce(rows))))
    # The distance from a node to the spread ones stands for that to the whole surface.
    middle = int(np.argmin(np.mean(rows, axis=0)))
    return middle, dijkstra(graph.lengths, directed=False, indices=middle)


def _maxima(graph: SurfaceGraph, distance: Floats, middle: int) -> list[Extremity]:
    """The maxima of the distance, with the node where each limb meets a longer one: by falling distance."""
    starts, ring = graph.lengths.indptr, graph.lengths.indices
    top, parent = np.full(graph.count, -1), np.arange(graph.count)

    def root_of(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = int(parent[node])
        return node

    found: list[Extremity] = []
    for node in np.argsort(-distance, kind="stable").tolist():
        top[node] = node
        for other in ring[starts[node] : starts[node + 1]]:
            if top[other] < 0:
                continue
            a, b = root_of(node), root_of(int(other))
            if a == b:
                continue
            longer, shorter = (a, b) if distance[top[a]] >= distance[top[b]] else (b, a)
            end = int(top[shorter])
            if end != node:
                found.append(Extremity(end, node, float(distance[end] - distance[node])))
            parent[shorter] = longer
    end = int(top[root_of(middle)])
    found.append(Extremity(end, middle, float(distance[end])))
    return sorted(found, key=lambda each: -each.prominence)
