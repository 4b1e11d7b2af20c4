"""Joints that no contact implies: between loose components, or inside one [Xu2009, section 3.5]."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import KDTree

from pliant.core.arrays import Floats
from pliant.core.mechanism import Joint, JointKind, Mechanism
from pliant.core.topology import edges
from pliant.methods.joints.editing import (
    checked_kind,
    checked_point,
    members,
    part_of_one,
    split,
    with_joint,
)


def virtual_joint(
    mechanism: Mechanism,
    a: int,
    b: int,
    kind: JointKind | str = JointKind.BALL,
    *,
    origin: ArrayLike | None = None,
    axis: ArrayLike | None = None,
    ranges: ArrayLike | None = None,
) -> Mechanism:
    """A joint between two components that no contact implies, such as the loose segments of a snake.

    By default its origin lies between their nearest vertices, and its axis points from a to b.
    """
    V_a, V_b = (mechanism.mesh.V[members(mechanism, component)] for component in (a, b))
    if origin is None:
        origin = _between(V_a, V_b)
    if axis is None:
        axis = _direction(V_b.mean(axis=0) - V_a.mean(axis=0))
    return with_joint(
        mechanism, Joint.of(a, b, checked_kind(kind), checked_point(origin), axis, ranges=ranges)
    )


def virtual_joint_inside(
    mechanism: Mechanism,
    vertices: ArrayLike,
    kind: JointKind | str = JointKind.REVOLUTE,
    *,
    origin: ArrayLike | None = None,
    axis: ArrayLike | None = None,
    ranges: ArrayLike | None = None,
    name: str | None = None,
) -> Mechanism:
    """Some vertices of one component split off and joined to the rest, such as the ears of a bunny.

    By default the origin is the middle of the seam and the axis the direction in which the seam is longest.
    """
    _, old = part_of_one(mechanism, vertices)
    parted = split(mechanism, vertices, name)
    new = len(mechanism.components)
    seam = _seam(parted, old, new)
    centre = seam.mean(axis=0) if origin is None else checked_point(origin)
    direction = _longest_direction(seam) if axis is None else axis
    return with_joint(parted, Joint.of(old, new, checked_kind(kind), centre, direction, ranges=ranges))


def _direction(v: Floats) -> Floats:
    """The vector, or x where it is zero."""
    return v if v.any() else np.array([1.0, 0.0, 0.0])


def _longest_direction(points: Floats) -> Floats:
    """(3,) along which the points spread most, towards the one that lies farthest out."""
    spread = points - points.mean(axis=0)
    direction = np.linalg.svd(spread, full_matrices=False)[2][0]
    along = spread @ direction
    return _direction(direction * along[np.argmax(np.abs(along))])


def _between(V_a: Floats, V_b: Floats) -> Floats:
    """(3,) half-way between the nearest points of two sets."""
    distance, nearest = KDTree(V_a).query(V_b)
    i = int(np.argmin(distance))
    return (V_b[i] + V_a[np.asarray(nearest)[i]]) / 2


def _seam(mechanism: Mechanism, old: int, new: int) -> Floats:
    """(…, 3) the middles of the edges between two components; without any, their nearest points."""
    V, component = mechanism.mesh.V, mechanism.component
    ends = edges(mechanism.mesh.F)
    crossing = ends[(np.sort(component[ends], axis=1) == sorted((old, new))).all(axis=1)]
    if len(crossing):
        return V[crossing].mean(axis=1)
    return _between(V[component == old], V[component == new])[None]
