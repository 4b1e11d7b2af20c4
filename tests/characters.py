"""Small characters: the sample bar with its ends named, and a blocky beast on four legs, bare or dressed."""

from __future__ import annotations

import itertools

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.mesh import Mesh, Polygons, PoseSet
from pliant.samples.bar import bar, straight_bar

# How far the walls of shoes and hat stand off, in edges of the beast's blocks.
WALL = 0.04


def bar_poses(*poses: Vertices) -> PoseSet:
    """The straight sample bar as the reference, then these poses of it."""
    return PoseSet.of(np.stack([straight_bar(len(poses[0])), *poses]), bar(len(poses[0])).F)


def held_end(V: Vertices) -> Ints:
    """The vertices of the straight bar's first cap."""
    return np.flatnonzero(V[:, 0] < 1e-9)


def tip(V: Vertices) -> int:
    """The pole of the bar's other cap."""
    return len(V) - 1


def beast() -> PoseSet:
    """A quadruped of unit blocks: 4 poses of one mesh of quads (rest, stretched, gathered, looking up)."""
    return _posed(*_bare())


def dressed_beast() -> PoseSet:
    """The same poses of the beast in four shoes and a hat: six parts that touch and share no vertex."""
    V, quads = _bare()
    rng = np.random.default_rng(1)
    shoes = [(x, y, 0, x + 1, y + 1, 1) for x, y in itertools.product((0, 5), (0, 2))]
    for box in [*shoes, (7, 1, 5, 8, 2, 6)]:
        own, faces = _skin({(0, 0, 0)})
        low, high = np.array(box[:3]) - WALL, np.array(box[3:]) + WALL
        quads = np.concatenate([quads, faces + len(V)])
        V = np.concatenate([V, low + own * (high - low) + 0.2 * WALL * rng.normal(size=own.shape)])
    return _posed(V, quads)


def dressed_ends(V: Vertices) -> Ints:
    """One vertex of each shoe and one of the hat of the dressed beast."""
    first = len(_bare()[0])
    return np.arange(first, len(V), 8) + np.array([0, 3, 5, 6, 2])


def _bare() -> tuple[Vertices, Ints]:
    V, quads = _skin(_blocks())
    # No two distances are equal, as on any real character: ties would be decided by rounding.
    return V + 0.05 * np.random.default_rng(0).normal(size=V.shape), quads


def _posed(V: Vertices, quads: Ints) -> PoseSet:
    mesh = Mesh.of_polygons(V, Polygons.of(quads.tolist()))
    stretched = _legs(V, front=0.9, hind=-0.9)
    gathered = _legs(V, front=-0.7, hind=0.8)
    looking = _neck(_legs(V, front=0.3, hind=0.2), 0.8)
    return PoseSet.of_positions(mesh, np.stack([V, stretched, gathered, looking]))


def feet(V: Vertices) -> Ints:
    """One vertex of each foot of the beast, and one of its muzzle."""
    wanted = [[0, 0, 0], [6, 0, 0], [0, 3, 0], [6, 3, 0], [8, 1, 6]]
    return np.array([int(np.argmin(((V - point) ** 2).sum(axis=1))) for point in wanted])


def _blocks() -> set[tuple[int, int, int]]:
    body = set(itertools.product(range(6), range(3), range(3, 5)))
    legs = set(itertools.product((0, 5), (0, 2), range(3)))
    neck = set(itertools.product((6, 7), (1,), (4, 5)))
    return body | legs | neck


def _skin(blocks: set[tuple[int, int, int]]) -> tuple[Vertices, Ints]:
    """Vertices and quads of the surface of the blocks, facing outward."""
    number: dict[tuple[int, int, int], int] = {}
    quads = []
    for block, axis, side in itertools.product(sorted(blocks), range(3), (0, 1)):
        beyond = list(block)
        beyond[axis] += 2 * side - 1
        if tuple(beyond) in blocks:
            continue
        first, second = (axis + 1) % 3, (axis + 2) % 3
        ring = [(0, 0), (1, 0), (1, 1), (0, 1)] if side else [(0, 0), (0, 1), (1, 1), (1, 0)]
        quad = []
        for p, q in ring:
            corner = list(block)
            corner[axis] += side
            corner[first] += p
            corner[second] += q
            quad.append(number.setdefault((corner[0], corner[1], corner[2]), len(number)))
        quads.append(quad)
    return np.array(list(number), dtype=np.float64), np.array(quads)


def _legs(V: Vertices, front: float, hind: float) -> Vertices:
    """The legs swung about their hips at z = 3, the angle growing toward the foot so that knees stay soft."""
    x, _, z = V.T
    depth = np.clip((2.8 - z) / 2.8, 0.0, 1.0)
    angle = depth * np.where(x > 3.0, front, hind)
    hip = np.where(x > 3.0, 5.5, 0.5)
    return _swung(V, angle, hip, np.full(len(V), 3.0))


def _neck(V: Vertices, angle: float) -> Vertices:
    """The head raised about the withers."""
    share = np.clip((V[:, 0] - 6.2) / 2.0, 0.0, 1.0) * (V[:, 2] >= 3.5)
    return _swung(V, -angle * share, np.full(len(V), 6.0), np.full(len(V), 4.0))


def _swung(V: Vertices, angle: Floats, x0: Floats, z0: Floats) -> Vertices:
    """V turned in the xz-plane about (x0, z0), vertex by vertex; positive angles carry −z toward +x."""
    x, y, z = V.T
    dx, dz = x - x0, z - z0
    return np.column_stack(
        [x0 + np.cos(angle) * dx - np.sin(angle) * dz, y, z0 + np.sin(angle) * dx + np.cos(angle) * dz]
    )
