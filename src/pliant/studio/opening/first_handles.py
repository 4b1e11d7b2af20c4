"""Where to begin: pins under the feet, a free handle at the end where pulling looks best, and other ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import dijkstra

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.geometry.extremities import Extremity
from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.surface_graph import SurfaceGraph, surface_graph
from pliant.studio.opening.body import Body
from pliant.studio.opening.first_pull import first_pull
from pliant.studio.wire.messages import Handle

# Points of each foot where there are one or two, so that the whole does not turn about them.
SEVERAL = {1: 3, 2: 2}
# Ends below this share of the body's height are feet: they are pinned, and not pulled first.
LOW = 0.15
# Suggested ends at most, and how far apart they are, in diagonals of the model.
MOST_SUGGESTED, APART = 6, 0.12
# What an end counts that lies behind the middle, half hidden from the front.
BEHIND = 0.5
# What stands nowhere and has so many ends, such as a bird in flight, is held at points of its trunk, no
# farther from its middle than this, in diagonals.
LIMBED, TRUNK = 3, 0.08
# The end of what lies is this near to it, in lengths of the whole.
AT_THE_END = 0.15


@dataclass(frozen=True, eq=False)
class Beginning:
    """What a newcomer finds.

    handles:   pins, and last a free handle
    suggested: vertices at the other ends, to pull next
    toward:    (3,) a place to pull the free handle to that looks good
    """

    handles: tuple[Handle, ...]
    suggested: tuple[int, ...]
    toward: tuple[float, float, float]


def beginning(body: Body) -> Beginning:
    """Where to begin with a body: standing on its feet, or held at one end."""
    graph, V = body.graph, body.V[0]
    if body.feet:
        pins, free, first = _pins(body), _best(body), 1
    elif len(body.ends) >= LIMBED:
        pins, free, first = _trunk(body), _best(body), 1
    else:
        pins, free = _pair(body)
        first = 0
    handles = [handle_at(i, int(graph.vertex[p]), V, body.F, pinned=True) for i, p in enumerate(pins, first)]
    handles.append(handle_at(first + len(handles), int(graph.vertex[free.node]), V, body.F, pinned=False))
    others = tuple(int(graph.vertex[node]) for node in _others(body, [*pins.tolist(), free.node]))
    toward = first_pull(body, free, graph.vertex[pins])
    return Beginning(tuple(handles), others, triple(toward))


def first_handles(V: Poses, F: Faces) -> tuple[Handle, ...]:
    """The handles to begin with of poses V (k, n, 3) of the triangles F (m, 3): pins, and last a free one."""
    return beginning(Body(V, F)).handles


def triple(values: Floats) -> tuple[float, float, float]:
    """Three numbers as plain ones."""
    x, y, z = (float(value) for value in values)
    return x, y, z


def handle_at(number: int, vertex: int, V: Vertices, F: Faces, *, pinned: bool) -> Handle:
    """A handle that holds a vertex where it is: a corner of the first triangle that has it."""
    face, corner = (int(i) for i in np.argwhere(vertex == F)[0])
    one_hot: list[float] = [float(i == corner) for i in range(3)]
    return Handle(number, face, (one_hot[0], one_hot[1], one_hot[2]), triple(V[vertex]), pinned)


def _pins(body: Body) -> Ints:
    """Nodes of the feet: the middle of each, or several where there are few feet."""
    P, feet = body.graph.P, body.feet
    if len(feet) in SEVERAL:
        return np.concatenate([foot[farthest_points(P[foot], SEVERAL[len(feet)])] for foot in feet])
    middle = [int(np.argmin(((P[foot] - P[foot].mean(axis=0)) ** 2).sum(axis=1))) for foot in feet]
    return np.array([foot[i] for foot, i in zip(feet, middle, strict=True)])


def _trunk(body: Body) -> Ints:
    """Three nodes around the middle of the body."""
    P = body.graph.P
    near = np.linalg.norm(P - np.average(P, axis=0, weights=body.graph.area), axis=1)
    close = np.flatnonzero(near <= near.min() + TRUNK * float(np.linalg.norm(np.ptp(P, axis=0))))
    return close[farthest_points(P[close], SEVERAL[1])]


def _best(body: Body) -> Extremity:
    """The end to pull first: it stands out, high and in front; of a post the farthest place from its foot."""
    raised = [end for end in body.ends if body.height[end.node] > LOW]
    if len(raised) < 2:
        return _farthest(body)
    P = body.graph.P
    middle = np.average(P, axis=0, weights=body.graph.area)
    # A sheet that is seen from its flat side has nothing in front.
    reach = float(np.abs((P - middle) @ body.front).max()) or 1.0

    def looks(end: Extremity) -> float:
        ahead = float((P[end.node] - middle) @ body.front) / reach
        return end.prominence * (1.0 + body.height[end.node]) * (BEHIND if ahead < -BEHIND else 1.0)

    return max(raised, key=looks)


def _farthest(body: Body) -> Extremity:
    """The node farthest from the feet, along the surface."""
    held = np.concatenate(body.feet)
    distance: Floats = dijkstra(body.graph.lengths, directed=False, indices=held, min_only=True)
    end = int(np.argmax(distance))
    return Extremity(end, int(held[0]), float(distance[end]))


def farthest_pair(V: Vertices, F: Faces) -> tuple[int, int]:
    """Two vertices of the largest part that are far apart along its edges."""
    graph = surface_graph(V, F)
    a, b, _ = _ends_of(graph)
    return int(graph.vertex[a]), int(graph.vertex[b])


def _pair(body: Body) -> tuple[Ints, Extremity]:
    """The two ends of what lies: the one that the poses move less, or the thicker one, is held.

    Without poses, which tell how it bends, it is held at several points, so that the whole does not turn.
    """
    graph = body.graph
    *ends, distance = _ends_of(graph)
    length = float(distance.max())
    if len(body.V) > 1:
        moved = body.V[:, graph.vertex[ends]] - body.V[0, graph.vertex[ends]]
        held = int(np.argmin(np.linalg.norm(moved, axis=2).max(axis=0)))
        pins = np.array([ends[held]])
    else:
        near = (distance >= 0.0) & (np.abs(distance - [[0.0], [length]]) <= AT_THE_END * length)
        held = int(np.argmax(near @ graph.area))
        end = np.flatnonzero(near[held])
        pins = end[farthest_points(graph.P[end], SEVERAL[1])]
    return pins, Extremity(ends[1 - held], ends[held], length)


def _ends_of(graph: SurfaceGraph) -> tuple[int, int, Floats]:
    """The nodes at the ends of the largest part, and the distances (c,) of its nodes from the first."""
    largest = graph.part == np.argmax(np.bincount(graph.part))

    def distances(node: int) -> Floats:
        return np.where(largest, dijkstra(graph.lengths, directed=False, indices=node), -1.0)

    first = int(np.argmax(distances(int(np.flatnonzero(largest)[0]))))
    distance = distances(first)
    return first, int(np.argmax(distance)), distance


def _others(body: Body, taken: list[int]) -> list[int]:
    """Nodes of further ends, each apart from those before and from the handles."""
    P, apart = body.graph.P, APART * float(np.linalg.norm(np.ptp(body.graph.P, axis=0)))
    chosen: list[int] = []
    for end in body.ends:
        near = np.linalg.norm(P[[*taken, *chosen]] - P[end.node], axis=1).min() < apart
        if not near and len(chosen) < MOST_SUGGESTED:
            chosen.append(end.node)
    return chosen
