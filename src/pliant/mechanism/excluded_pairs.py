"""Pairs of parts between which a simulator looks for no collision.

Joints hold their parts together and have ranges, so that their parts never collide. Parts that touch at rest
would push each other apart. Convex pieces fill holes: parts whose pieces meet while a joint moves, though
their surfaces do not, are excluded too, so that the swept space of every joint is free.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.extras import load
from pliant.mechanism.convex_pieces import Hull, hulls_meet
from pliant.mechanism.joint_motion import joint_motion
from pliant.mechanism.mechanism import Freedom, JointKind, Mechanism
from pliant.mechanism.piece import pieces
from pliant.mechanism.spanning_tree import Spanning
from pliant.mesh import Mesh

# Pieces nearer than this share of the model's diagonal touch at rest.
TOUCHING = 1e-3
# Places that a freedom is tried at on each side of rest.
STEPS = 6

Pair = tuple[int, int]


def excluded_pairs(mechanism: Mechanism, tree: Spanning, hulls: Sequence[Sequence[Hull]]) -> tuple[Pair, ...]:
    """Pairs of components a < b that should never collide, sorted."""
    groups = rigid_groups(mechanism)
    apart = _apart(mechanism, groups)
    gap = TOUCHING * mechanism.mesh.diagonal
    for a, b in _near(hulls, gap, apart):
        apart[a, b] = not _meet(hulls[a], hulls[b], gap)
    surfaces = _Surfaces(mechanism)
    for R, t, moving in _sweeps(mechanism, tree):
        moved = [
            [hull.moved(R, t) for hull in hulls[i]] if moving[i] else hulls[i] for i in range(len(groups))
        ]
        for a, b in _near(moved, 0.0, apart & (moving[:, None] != moving)):
            still, mover = (a, b) if moving[b] else (b, a)
            if _meet(moved[a], moved[b], 0.0) and not surfaces.meet(still, mover, R, t):
                apart[a, b] = False
    return tuple((int(a), int(b)) for a, b in np.argwhere(np.triu(~apart, 1)))


def compares_surfaces() -> bool:
    """Whether collisions of surfaces, not only of their convex pieces, can be found here."""
    return importlib.util.find_spec("fcl") is not None


def rigid_groups(mechanism: Mechanism) -> Ints:
    """(components,) a number for each component; those that fixed joints hold together have the same."""
    group = np.arange(len(mechanism.components))
    for joint in mechanism.joints:
        if joint.kind is JointKind.FIXED:
            group[group == group[joint.b]] = group[joint.a]
    return group


def _apart(mechanism: Mechanism, groups: Ints) -> Array:
    """(c, c) whether neither a joint nor what is fixed to them holds a pair together; only for a < b."""
    apart = np.triu(groups[:, None] != groups, 1)
    for joint in mechanism.joints:
        a, b = groups == groups[joint.a], groups == groups[joint.b]
        apart &= ~(np.outer(a, b) | np.outer(b, a))
    return apart


def _near(hulls: Sequence[Sequence[Hull]], gap: float, among: Array) -> Ints:
    """(k, 2) pairs among those of a mask (c, c) whose boxes come nearer to each other than a gap."""
    boxes = np.array([_box(part) for part in hulls])
    near = (boxes[:, None, 0] <= boxes[None, :, 1] + gap) & (boxes[None, :, 0] <= boxes[:, None, 1] + gap)
    return np.argwhere(among & near.all(axis=2))


def _box(part: Sequence[Hull]) -> Floats:
    """(2, 3) the lowest and highest corner of the box around some hulls."""
    corners = np.concatenate([hull.V for hull in part])
    return np.stack([corners.min(axis=0), corners.max(axis=0)])


def _meet(first: Sequence[Hull], second: Sequence[Hull], gap: float) -> bool:
    boxes = [np.stack([hull.box for hull in hulls]) for hulls in (first, second)]
    near = (boxes[0][:, None, 0] <= boxes[1][None, :, 1] + gap) & (
        boxes[1][None, :, 0] <= boxes[0][:, None, 1] + gap
    )
    rows = np.argwhere(near.all(axis=2))
    return any(hulls_meet(first[i], second[j], gap) for i, j in rows)


def _sweeps(mechanism: Mechanism, tree: Spanning) -> Iterator[tuple[Floats, Floats, Array]]:
    """The motion x → R x + t of a joint, and (c,) what it moves, at places over every range."""
    for i, j in enumerate(tree.joints):
        if j < 0:
            continue
        joint = mechanism.joints[j]
        moving = _below(tree, i)
        sign = 1.0 if joint.b == i else -1.0
        for freedom, limits in zip(joint.freedoms, joint.ranges, strict=True):
            for value in _places(freedom, limits, mechanism.mesh.diagonal):
                yield *joint_motion(joint, freedom, sign * value), moving


def _below(tree: Spanning, i: int) -> Array:
    """(components,) whether each hangs on component i, which is among them."""
    moving = np.zeros(len(tree.parents), dtype=bool)
    moving[i] = True
    for child in tree.order:
        if tree.parents[child] >= 0 and moving[tree.parents[child]]:
            moving[child] = True
    return moving


def _places(freedom: Freedom, limits: Floats, size: float) -> list[float]:
    """Values over a range, to both sides of rest; half a turn or half the model's size without a limit."""
    far = np.pi if freedom.turns else size / 2
    low, high = np.clip(limits, -far, far)
    shares = np.linspace(0.0, 1.0, STEPS + 1)[1:]
    return [float(end * share) for end in (low, high) if end != 0.0 for share in shares]


class _Surfaces:
    """The surfaces of all parts, made ready for collisions when they are first asked for.

    Without the library for that, surfaces never meet: a pair is excluded whenever its pieces meet.
    """

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self._meshes: list[Mesh] | None = None
        self._made: dict[int, Any] = {}

    def meet(self, still: int, mover: int, R: Floats, t: Floats) -> bool:
        """Whether a part that moves by x → R x + t runs into another one."""
        if not compares_surfaces():
            return False
        fcl = load("fcl", "joints", "Collisions of surfaces")
        a, b = self._object(still), self._object(mover)
        a.setTransform(fcl.Transform())
        b.setTransform(fcl.Transform(R, t))
        return bool(fcl.collide(a, b, fcl.CollisionRequest(), fcl.CollisionResult()))

    def _object(self, i: int) -> Any:
        if self._meshes is None:
            self._meshes = [piece.mesh for piece in pieces(self._mechanism)]
        if i not in self._made:
            fcl, mesh = load("fcl", "joints", "Collisions of surfaces"), self._meshes[i]
            model = fcl.BVHModel()
            model.beginModel(mesh.n, len(mesh.F))
            model.addSubModel(mesh.V, mesh.F)
            model.endModel()
            self._made[i] = fcl.CollisionObject(model, fcl.Transform())
        return self._made[i]
