"""Corrections by hand: each takes a mechanism and returns another one [Xu2009, section 3.5].

A joint that a person changed has the confidence 1 and no evidence of the analysis. Joints are named by their
place in `mechanism.joints`, components by their number; MechanismError is raised for one that does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Ints, frozen
from pliant.errors import MechanismError
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import FREEDOMS, Component, Joint, JointKind, Mechanism, Soft, axis_frame

# Rows of a frame that differ from orthonormal by more than this are refused.
ORTHONORMAL = 1e-6


def merged(mechanism: Mechanism, components: Sequence[int], name: str | None = None) -> Mechanism:
    """The mechanism with several components merged into one, which has the place and softness of the first.

    name: of the merged component; by default the first one's
    Joints among them are removed; joints to other components are kept.
    """
    chosen = sorted({_known(mechanism, component) for component in components})
    if len(chosen) < 2:
        raise MechanismError(f"{len(chosen)} component was given to merge. Give at least two different ones.")
    keep = chosen[0]
    number = np.arange(len(mechanism.components))
    number[chosen] = keep
    used, number = np.unique(number, return_inverse=True)
    parts = [mechanism.components[i] for i in used]
    # The mass of one of them says nothing about the whole.
    parts[keep] = replace(parts[keep], mass=None)
    if name is not None:
        parts[keep] = replace(parts[keep], name=name)
    joints = [
        replace(joint, a=int(number[joint.a]), b=int(number[joint.b]))
        for joint in mechanism.joints
        if number[joint.a] != number[joint.b]
    ]
    return Mechanism.of(mechanism.mesh, number[mechanism.component], parts, joints)


def split(mechanism: Mechanism, vertices: ArrayLike, name: str | None = None) -> Mechanism:
    """The mechanism with some vertices of one component as a new one, which comes last and is as soft.

    A joint of the old component moves to the new one if its origin is nearest to one of the vertices.
    """
    chosen, old = part_of_one(mechanism, vertices)
    new = len(mechanism.components)
    component = np.array(mechanism.component)
    component[chosen] = new
    title = name if name is not None else _fresh_name(mechanism, mechanism.components[old].name)
    parts = [*mechanism.components, replace(mechanism.components[old], name=title)]
    V = mechanism.mesh.V
    taken, left = V[chosen], V[component == old]
    joints = [
        _moved_end(joint, old, new) if _nearer(joint.origin, taken, left) else joint
        for joint in mechanism.joints
    ]
    return Mechanism.of(mechanism.mesh, component, parts, joints)


def renamed(mechanism: Mechanism, component: int, name: str) -> Mechanism:
    """The mechanism with a component under another name."""
    number = _known(mechanism, component)
    return _with_component(mechanism, number, replace(mechanism.components[number], name=name))


def weighed(
    mechanism: Mechanism, component: int, *, density: float | None = None, mass: float | None = None
) -> Mechanism:
    """The mechanism with a component of another density (kg/m³) or mass (kg); None takes both back."""
    for what, value in (("density", density), ("mass", mass)):
        if value is not None and not 0.0 < value < np.inf:
            raise MechanismError(f"The {what} {value} was given for a component. Give a positive number.")
    number = _known(mechanism, component)
    part = replace(mechanism.components[number], density=density, mass=mass)
    return _with_component(mechanism, number, part)


def softened(mechanism: Mechanism, component: int, soft: Soft | None = None) -> Mechanism:
    """The mechanism with a component that bends, cut into cells as `soft` says."""
    soft = Soft() if soft is None else soft
    if soft.cells < 1:
        raise MechanismError(f"{soft.cells} cells were given for a soft component. Give at least 1.")
    number = _known(mechanism, component)
    return _with_component(mechanism, number, replace(mechanism.components[number], soft=soft))


def hardened(mechanism: Mechanism, component: int) -> Mechanism:
    """The mechanism with a component that no longer bends."""
    number = _known(mechanism, component)
    return _with_component(mechanism, number, replace(mechanism.components[number], soft=None))


def with_joint(mechanism: Mechanism, joint: Joint) -> Mechanism:
    """The mechanism with one more joint, which comes last.

    Raises MechanismError where its components already have a joint.
    """
    ends = {joint.a, joint.b}
    for i, other in enumerate(mechanism.joints):
        if {other.a, other.b} == ends:
            raise MechanismError(
                f"The components {joint.a} and {joint.b} already have the {other.kind} joint {i}. "
                "Change it, or remove it first."
            )
    return Mechanism.of(mechanism.mesh, mechanism.component, mechanism.components, [*mechanism.joints, joint])


def without_joint(mechanism: Mechanism, joint: int) -> Mechanism:
    """The mechanism without one of its joints; those after it move up by a place."""
    _joint(mechanism, joint)
    return replace(mechanism, joints=mechanism.joints[:joint] + mechanism.joints[joint + 1 :])


def with_kind(mechanism: Mechanism, joint: int, kind: JointKind | str) -> Mechanism:
    """The mechanism with a joint of another kind.

    Motions that both kinds allow keep their range; new ones have no limits.
    """
    old = _joint(mechanism, joint)
    kind = checked_kind(kind)
    known = dict(zip(old.freedoms, old.ranges.tolist(), strict=True))
    ranges = [known.get(freedom, [-np.inf, np.inf]) for freedom in FREEDOMS[kind]]
    limits = frozen(np.array(ranges).reshape(-1, 2), np.float64)
    return _with_edited(mechanism, joint, replace(old, kind=kind, ranges=limits))


def with_axis(
    mechanism: Mechanism, joint: int, axis: ArrayLike, *, origin: ArrayLike | None = None
) -> Mechanism:
    """The mechanism with another axis (3,) of a joint, and another origin (3,) if one is given.

    The joint's frame turns no further than the axis does.
    """
    old = _joint(mechanism, joint)
    new = axis_frame(axis)[0]
    frame = frozen(old.frame @ _shortest_turn(old.axis, new).T, np.float64)
    edited = replace(old, frame=frame)
    return _with_edited(
        mechanism, joint, edited if origin is None else replace(edited, origin=checked_point(origin))
    )


def with_origin(mechanism: Mechanism, joint: int, origin: ArrayLike) -> Mechanism:
    """The mechanism with another origin (3,) of a joint."""
    return _with_edited(mechanism, joint, replace(_joint(mechanism, joint), origin=checked_point(origin)))


def with_ranges(mechanism: Mechanism, joint: int, ranges: ArrayLike) -> Mechanism:
    """The mechanism with other ranges (f, 2) of a joint: lowest and highest value of each motion."""
    old = _joint(mechanism, joint)
    checked = Joint.of(old.a, old.b, old.kind, old.origin, old.axis, ranges=ranges)
    return _with_edited(mechanism, joint, replace(old, ranges=checked.ranges))


def replaced(
    mechanism: Mechanism,
    joint: int,
    kind: JointKind | str,
    *,
    origin: ArrayLike,
    frame: ArrayLike,
    ranges: ArrayLike,
) -> Mechanism:
    """The mechanism with another joint between the same parts, under the name of the old one.

    origin: (3,) a point on its axis
    frame:  (3, 3) orthonormal rows, right-handed, or those nine numbers one after another; the axis first
    ranges: (f, 2) lowest and highest value of each free motion
    """
    old = _joint(mechanism, joint)
    rows = np.asarray(frame, np.float64)
    if rows.size != 9 or not np.isfinite(rows).all():
        raise MechanismError(f"The frame of a joint has {rows.size} numbers; 9 finite ones are needed.")
    rows = rows.reshape(3, 3)
    if np.abs(rows @ rows.T - np.eye(3)).max() > ORTHONORMAL or np.linalg.det(rows) < 0:
        raise MechanismError(
            f"The frame {rows.tolist()} of a joint is not orthonormal and right-handed. Give three such rows."
        )
    new = Joint.of(old.a, old.b, checked_kind(kind), checked_point(origin), rows[0], ranges=ranges)
    return _with_edited(mechanism, joint, replace(new, frame=frozen(rows, np.float64), name=old.name))


def _known(mechanism: Mechanism, component: int) -> int:
    count = len(mechanism.components)
    if not 0 <= component < count:
        raise MechanismError(
            f"There is no component {component}; the model has {count}. Give a number from 0 to {count - 1}."
        )
    return int(component)


def _joint(mechanism: Mechanism, joint: int) -> Joint:
    count = len(mechanism.joints)
    if not 0 <= joint < count:
        raise MechanismError(
            f"There is no joint {joint}; the model has {count} joints, numbered from 0. Choose one of them."
        )
    return mechanism.joints[joint]


def checked_kind(kind: JointKind | str) -> JointKind:
    """The kind of joint of a name; raises MechanismError, which lists the kinds, for another word."""
    if kind not in list(JointKind):
        raise MechanismError(f"'{kind}' is no kind of joint. Give one of {', '.join(JointKind)}.")
    return JointKind(kind)


def members(mechanism: Mechanism, component: int) -> Ints:
    """(…,) the vertices of a component, ascending."""
    return np.flatnonzero(mechanism.component == _known(mechanism, component))


def part_of_one(mechanism: Mechanism, vertices: ArrayLike) -> tuple[Ints, int]:
    """The vertices, ascending, and their component.

    Raises MechanismError for vertices of several components, for a whole component, and for none.
    """
    chosen, n = np.unique(np.asarray(vertices).ravel()), mechanism.mesh.n
    if not len(chosen) or chosen.dtype.kind not in "iu" or chosen[0] < 0 or chosen[-1] >= n:
        raise MechanismError(
            f"The vertices to split off are not numbers from 0 to {n - 1}, or none. Give some of the model's."
        )
    owners = np.unique(mechanism.component[chosen])
    if len(owners) > 1:
        names = ", ".join(f"'{mechanism.components[i].name}'" for i in owners[:4])
        raise MechanismError(
            f"The vertices belong to {len(owners)} components ({names}). Split one component at a time."
        )
    old = int(owners[0])
    if len(chosen) == len(members(mechanism, old)):
        raise MechanismError(
            f"The vertices are the whole component '{mechanism.components[old].name}'. Leave some of it."
        )
    return chosen.astype(np.int64), old


def _with_component(mechanism: Mechanism, number: int, part: Component) -> Mechanism:
    parts = (*mechanism.components[:number], part, *mechanism.components[number + 1 :])
    return replace(mechanism, components=parts)


def _with_edited(mechanism: Mechanism, joint: int, edited: Joint) -> Mechanism:
    said = replace(edited, confidence=1.0, evidence=MappingProxyType({}))
    joints = (*mechanism.joints[:joint], said, *mechanism.joints[joint + 1 :])
    return replace(mechanism, joints=joints)


def _fresh_name(mechanism: Mechanism, stem: str) -> str:
    names = {part.name for part in mechanism.components}
    return next(name for i in range(2, len(names) + 3) if (name := f"{stem} {i}") not in names)


def _moved_end(joint: Joint, old: int, new: int) -> Joint:
    return replace(joint, a=new if joint.a == old else joint.a, b=new if joint.b == old else joint.b)


def _nearer(point: Floats, taken: Floats, left: Floats) -> bool:
    near, far = (((V - point) ** 2).sum(axis=1).min() for V in (taken, left))
    return bool(near < far)


def checked_point(origin: ArrayLike) -> Floats:
    """(3,) finite numbers, the origin of a joint; raises MechanismError for others."""
    point = np.asarray(origin, np.float64)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise MechanismError(f"The origin {np.asarray(origin).tolist()} of a joint is not 3 finite numbers.")
    return frozen(point, np.float64)


def _shortest_turn(a: Floats, b: Floats) -> Floats:
    """(3, 3) the smallest rotation that takes the unit vector a to b."""
    normal = np.cross(a, b)
    sine, cosine = np.linalg.norm(normal), a @ b
    if sine > 0:
        return exp(normal / sine * np.arctan2(sine, cosine))
    # Half a turn about any normal, or no turn at all.
    return np.eye(3) if cosine > 0 else exp(axis_frame(a)[1] * np.pi)
