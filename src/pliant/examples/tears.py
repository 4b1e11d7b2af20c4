"""Tears: where neighbours turn more than half a turn apart in an example, so that blends with it come apart.

Matching branches and the choice of sides leave such places where a part turns so far in so sharp a kink that
no way round is smooth. Trust in the triangles there is low, which keeps them from disturbing others; a tear
that is long enough to be seen is told all the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Array, Floats, Ints
from pliant.words import Facts

# Length of a tear that is noticed, in diagonals of the reference…
NOTICED = 0.1
# …and number of edges, where elements are triangles: fewer are those of one bad triangle.
FEWEST = 4
# Tears told in words, the longest first; JSON has all of them.
MOST = 3


@dataclass(frozen=True)
class Tear:
    """The longest tear of an example.

    pose:   number of the example
    vertex: a vertex of the user's mesh in its middle
    edges:  how many edges, or borders between parts, it runs along
    length: together, in diagonals of the reference
    """

    pose: int
    vertex: int
    edges: int
    length: float


def torn(theta: Floats, pairs: Ints) -> Array:
    """(p,) whether neighbours, pairs (p, 2), turn more than half a turn apart by the vectors theta (m, 3)."""
    return ((theta[pairs[:, 0]] - theta[pairs[:, 1]]) ** 2).sum(axis=1) > math.pi**2


def longest_tear(edges: Ints, lengths: Floats) -> Ints:
    """Numbers of the torn edges (e, 2) that form the longest connected tear, the longest edge first."""
    count = int(edges.max()) + 1
    graph = coo_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(count, count))
    _, label = connected_components(graph, directed=False)
    part = label[edges[:, 0]]
    whole = np.flatnonzero(part == np.argmax(np.bincount(part, lengths)))
    return whole[np.argsort(-lengths[whole], kind="stable")]


def tears(
    logs: Floats, pairs: Ints, edges: Ints, lengths: Floats, vertices: Ints, *, fewest: int = FEWEST
) -> Iterator[Tear]:
    """The noticeable tears of the examples, at most one for each; their vertex is that of the longest edge.

    logs:    (m, 3, k) rotation vectors, the reference's first
    pairs:   (p, 2) neighbouring elements
    edges:   (p, 2) the ends of the edge between them; tears run along edges that share an end
    lengths: (p,) lengths of the edges, in diagonals of the reference
    vertices: (p,) a vertex of the user's mesh at each edge
    fewest:  edges that make a tear
    """
    for i in range(1, logs.shape[2]):
        open_ = np.flatnonzero(torn(logs[:, :, i], pairs))
        if not len(open_):
            continue
        whole = open_[longest_tear(edges[open_], lengths[open_])]
        length = float(lengths[whole].sum())
        if length > NOTICED and len(whole) >= fewest:
            yield Tear(i, int(vertices[whole[0]]), len(whole), length)


def tear_facts(found: Sequence[Tear], names: Sequence[str]) -> list[Facts]:
    """The tears ready for JSON, with the names (k,) of the poses."""
    return [{**asdict(tear), "pose": names[tear.pose]} for tear in found]


def tear_words(found: Sequence[Facts]) -> list[str]:
    """The facts of `tear_facts` for people, a line for each of the longest."""
    ranked = sorted(found, key=lambda tear: -tear["length"])
    lines = [
        f"half-way to '{tear['pose']}' the surface tears near vertex {tear['vertex']}, "
        f"over {tear['length']:.0%} of the diagonal: the example turns a part there by more than half a "
        "turn; add a pose in between"
        for tear in ranked[:MOST]
    ]
    if len(ranked) > MOST:
        lines.append(f"examples that tear so, in all: {len(ranked)}")
    return lines
