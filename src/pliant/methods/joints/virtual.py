"""Joints that no contact implies: between loose components, or inside one [Xu2009, section 3.5]."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import KDTree

from pliant.arrays import Floats
from pliant.geometry.topology import edges
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints.edits import (
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
) -> Mechanism:
    """The mechanism with one more joint, for components that do not touch, such as segments of a snake.

    a, b:   the components; refused where they have a joint already
    kind:   of the joint, which has no limits; `with_ranges` gives it some
    origin: by default the middle between their nearest vertices
    axis:   by default from the middle of a to that of b
    """
    V_a, V_b = (mechanism.mesh.V[members(mechanism, component)] for component in (a, b))
    if origin is None:
        origin = _between(V_a, V_b)
    if axis is None:
        axis = _direction(V_b.mean(axis=0) - V_a.mean(axis=0))
    return with_joint(mechanism, Joint.of(a, b, checked_kind(kind), checked_point(origin), axis))


def virtual_joint_inside(
    mechanism: Mechanism,
    vertices: ArrayLike,
    kind: JointKind | str = JointKind.REVOLUTE,
    *,
    origin: ArrayLike | None = None,
    axis: ArrayLike | None = None,
    name: str | None = None,
) -> Mechanism:
    """The mechanism with some vertices split off and joined to the rest, such as the ears of a bunny.

    vertices: some of one component, but not all
    kind:     of the joint, which has no limits; `with_ranges` gives it some
    origin:   by default the middle of the seam
    axis:     by default the direction in which the seam is longest
    name:     of the new component, which comes last
    """
    _, old = part_of_one(mechanism, vertices)
    parted = split(mechanism, vertices, name)
    new = len(mechanism.components)
    seam = _seam(parted, old, new)
    centre = seam.mean(axis=0) if origin is None else checked_point(origin)
    direction = _longest_direction(seam) if axis is None else axis
    return with_joint(parted, Joint.of(old, new, checked_kind(kind), centre, direction))


def _direction(v: Floats) -> Floats:
    """The vector, or x where it is zero."""
    return v if v.any() else np.array([1.0, 0.0, 0.0])


def _longest_direction(points: Floats) -> Floats:
    """(3,) the direction in which points (…, 3) spread most, towards the one that lies farthest out."""
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
