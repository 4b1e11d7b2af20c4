"""What a mechanism stands on: pins for the parts that the others hang on, and a handle at the far end."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components, shortest_path

from pliant.arrays import Array, Floats, Ints
from pliant.geometry.gradient import areas
from pliant.mechanism.mechanism import Mechanism
from pliant.studio.opening.first_handles import handle_at
from pliant.studio.wire.messages import Handle

# Mechanisms of one model that get pins; a room full of furniture has a few.
MOST_HELD = 8
# A part whose lowest point is this near to the floor, in heights of the model, stands on it.
STANDING = 0.02
# A part with less than this share of the largest part's surface is too small to carry a model.
CARRIES = 0.1
# y.
UP = np.array([0.0, 1.0, 0.0])


def first_pins(mechanism: Mechanism, up: Floats = UP) -> tuple[Handle, ...]:
    """Three pins on each part that is held, as a group, and a free handle on what moves farthest from it.

    up: (3,) unit vector
    """
    piece, size = _pieces(mechanism), _surface(mechanism)
    held = _held(mechanism, piece, size, up)
    V, F = mechanism.mesh.V, mechanism.mesh.F
    handles: list[Handle] = []
    for group, part in enumerate(held, start=1):
        for vertex in _spread(mechanism, part):
            pin = handle_at(len(handles) + 1, vertex, V, F, pinned=True)
            handles.append(replace(pin, group=group))
    free = _farthest(mechanism, piece, held)
    if free is not None:
        handles.append(handle_at(len(handles) + 1, free, V, F, pinned=False))
    return tuple(handles)


def _pieces(mechanism: Mechanism) -> Ints:
    """(c,) which parts hang together by joints; all do where no joint is known yet."""
    count = len(mechanism.components)
    if not mechanism.joints:
        return np.zeros(count, dtype=np.int64)
    a, b = np.array([(joint.a, joint.b) for joint in mechanism.joints]).T
    graph = csr_array((np.ones(len(a)), (a, b)), shape=(count, count))
    return connected_components(graph, directed=False)[1].astype(np.int64)


def _surface(mechanism: Mechanism) -> Floats:
    """(c,) the area of each part."""
    F = mechanism.mesh.F
    area = areas(mechanism.mesh.V, F)
    return np.bincount(mechanism.component[F[:, 0]], area, len(mechanism.components)).astype(np.float64)


def _held(mechanism: Mechanism, piece: Ints, size: Floats, up: Floats) -> list[int]:
    """The part of each piece that carries the others: the first of its joints, else what it stands on."""
    if not mechanism.joints:
        return [_base(mechanism, size, up)]
    carried = {joint.b for joint in mechanism.joints}
    found = []
    for number in np.unique(piece):
        parts = np.flatnonzero(piece == number)
        if len(parts) < 2:
            continue
        roots = [part for part in parts if part not in carried] or list(parts)
        found.append(int(max(roots, key=lambda part: size[part])))
    most = np.bincount(piece)
    return sorted(found, key=lambda part: -most[piece[part]])[:MOST_HELD]


def _base(mechanism: Mechanism, size: Floats, up: Floats) -> int:
    """The largest part that stands on the floor and could carry the model, or else the largest."""
    height = mechanism.mesh.V @ up
    low = np.full(len(size), np.inf)
    np.minimum.at(low, mechanism.component, height)
    stands = (low <= height.min() + STANDING * np.ptp(height)) & (size >= CARRIES * size.max())
    return int(np.argmax(np.where(stands, size, -1.0) if stands.any() else size))


def _spread(mechanism: Mechanism, part: int) -> list[int]:
    """Three vertices of a part far from each other and from one line; fewer where it has no more."""
    own = _used(mechanism, mechanism.component == part)
    if not len(own):
        return []
    V = mechanism.mesh.V[own]
    first = int(np.argmax(np.linalg.norm(V - V.mean(axis=0), axis=1)))
    arm = V - V[first]
    second = int(np.argmax(np.linalg.norm(arm, axis=1)))
    along = arm[second] / max(float(np.linalg.norm(arm[second])), np.finfo(np.float64).tiny)
    third = int(np.argmax(np.linalg.norm(arm - np.outer(arm @ along, along), axis=1)))
    return [int(own[i]) for i in dict.fromkeys((first, second, third))]


def _farthest(mechanism: Mechanism, piece: Ints, held: list[int]) -> int | None:
    """A vertex at the other end of the first held part's piece, over most joints; None for a single part."""
    if not held:
        return None
    part = held[0]
    steps = _steps(mechanism, part)
    others = (piece == piece[part]) & (np.arange(len(piece)) != part)
    if not others.any():
        return None
    own = _used(mechanism, (others & (steps == steps[others].max()))[mechanism.component])
    if not len(own):
        return None
    middle = mechanism.mesh.V[mechanism.component == part].mean(axis=0)
    return int(own[np.argmax(np.linalg.norm(mechanism.mesh.V[own] - middle, axis=1))])


def _steps(mechanism: Mechanism, part: int) -> Floats:
    """(c,) how many joints lie between a part and each of the others."""
    count = len(mechanism.components)
    a, b = np.array([(joint.a, joint.b) for joint in mechanism.joints], dtype=np.int64).reshape(-1, 2).T
    graph = csr_array((np.ones(len(a)), (a, b)), shape=(count, count))
    return shortest_path(graph, directed=False, unweighted=True, indices=part)


def _used(mechanism: Mechanism, chosen: Array) -> Ints:
    """The chosen vertices that a triangle has."""
    used = np.zeros(mechanism.mesh.n, dtype=bool)
    used[mechanism.mesh.F] = True
    return np.flatnonzero(used & chosen)
