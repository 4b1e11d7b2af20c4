"""A mechanism: the components of a model and the joints between them [Xu2009, section 3].

A joint lets component b move against component a. Its frame has the axis of motion as its first row: a hinge
turns about it, a slider moves along it, a plane joint has it as its normal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Array, Floats, Ints, frozen
from pliant.errors import MechanismError
from pliant.mesh import Mesh


class JointKind(StrEnum):
    """The six joints of the paper."""

    FIXED = "fixed"
    REVOLUTE = "revolute"
    PRISMATIC = "prismatic"
    CYLINDER = "cylinder"
    PLANE = "plane"
    BALL = "ball"


class Freedom(NamedTuple):
    """One free motion of a joint: a turn about a row of its frame, or a slide along it."""

    turns: bool
    row: int


FREEDOMS: Mapping[JointKind, tuple[Freedom, ...]] = MappingProxyType(
    {
        JointKind.FIXED: (),
        JointKind.REVOLUTE: (Freedom(True, 0),),
        JointKind.PRISMATIC: (Freedom(False, 0),),
        JointKind.CYLINDER: (Freedom(True, 0), Freedom(False, 0)),
        JointKind.PLANE: (Freedom(False, 1), Freedom(False, 2), Freedom(True, 0)),
        JointKind.BALL: (Freedom(True, 0), Freedom(True, 1), Freedom(True, 2)),
    }
)


@dataclass(frozen=True, eq=False)
class Joint:
    """How component b may move against component a.

    origin:     (3,) a point of the axis, or the centre of a ball
    frame:      (3, 3) orthonormal rows, right-handed; the first is the axis (a plane's normal)
    ranges:     (f, 2) lowest and highest value of each freedom, in the order of FREEDOMS, measured from the
                rest pose: radians by the right hand, or lengths of the model; ±inf where nothing stops it
    confidence: 0 to 1, how sure the analysis was; 1 for joints from a person or a file
    evidence:   the measurements behind the confidence, by name
    """

    a: int
    b: int
    kind: JointKind
    origin: Floats
    frame: Floats
    ranges: Floats
    name: str = ""
    confidence: float = 1.0
    evidence: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    @staticmethod
    def of(
        a: int,
        b: int,
        kind: JointKind | str,
        origin: ArrayLike,
        axis: ArrayLike,
        *,
        ranges: ArrayLike | None = None,
    ) -> Joint:
        """The joint of a kind at a point and along a direction.

        axis:   (3,) of any length
        ranges: (f, 2) as in `Joint`; without them, nothing stops the joint
        Raises MechanismError for an axis of length zero or ranges that do not fit the kind.
        """
        kind = JointKind(kind)
        free = len(FREEDOMS[kind])
        limits = np.tile([-np.inf, np.inf], (free, 1)) if ranges is None else np.asarray(ranges, np.float64)
        limits = limits.reshape(-1, 2)
        if len(limits) != free:
            raise MechanismError(
                f"{len(limits)} ranges were given for a {kind} joint, which has {free} free motions. "
                "Give a lowest and a highest value for each."
            )
        if np.isnan(limits).any() or (limits[:, 0] > limits[:, 1]).any():
            raise MechanismError(
                f"The ranges {limits.tolist()} of a {kind} joint do not run from low to high. Swap them."
            )
        point = np.asarray(origin, np.float64).reshape(3)
        frame = axis_frame(axis)
        return Joint(int(a), int(b), kind, frozen(point, np.float64), frame, frozen(limits, np.float64))

    def named(self, name: str) -> Joint:
        """The same joint with another name."""
        return replace(self, name=name)

    @property
    def axis(self) -> Floats:
        """(3,) the direction about which the joint turns or along which it slides; a plane's normal."""
        return self.frame[0]

    @property
    def freedoms(self) -> tuple[Freedom, ...]:
        """The free motions, in the order of the ranges."""
        return FREEDOMS[self.kind]


@dataclass(frozen=True)
class Soft:
    """How a component bends: its box is cut into cells.

    cells:    number of cells along the longest side of the box
    adaptive: whether cells are only as fine as the surface needs (an octree), instead of equal
    """

    cells: int = 6
    adaptive: bool = False


@dataclass(frozen=True)
class Component:
    """One part of a mechanism; rigid unless it is marked soft.

    density: kg/m³, None for that of the whole model; simulators need it
    mass:    kg, None for what shape and density give
    """

    name: str
    soft: Soft | None = None
    density: float | None = None
    mass: float | None = None


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A model, its parts, and the joints between them.

    mesh:       the whole model, in the user's vertex order
    component:  (n,) the component of every vertex
    components: their names, and which are soft
    joints:     between components; none means that every part is free
    """

    mesh: Mesh
    component: Ints
    components: tuple[Component, ...]
    joints: tuple[Joint, ...] = ()

    @staticmethod
    def of(
        mesh: Mesh,
        component: ArrayLike,
        components: Sequence[Component | str],
        joints: Sequence[Joint] = (),
    ) -> Mechanism:
        """A mechanism from its parts, checked.

        component:  (n,) the number of each vertex's component
        components: one for each number, or its name for a rigid one
        Raises MechanismError where labels, components and joints do not fit each other.
        """
        labels = np.asarray(component)
        parts = tuple(Component(part) if isinstance(part, str) else part for part in components)
        if labels.shape != (len(mesh.V),):
            raise MechanismError(
                f"The components were given for {labels.shape} vertices; the mesh has {len(mesh.V)}. "
                "Give one component per vertex."
            )
        if not np.array_equal(np.unique(labels), np.arange(len(parts))):
            raise MechanismError(
                f"{len(parts)} components are named, but the vertices belong to the numbers "
                f"{np.unique(labels)[:8].tolist()}. Number them from 0 and give each a vertex."
            )
        for joint in joints:
            if joint.a == joint.b or not (0 <= joint.a < len(parts) and 0 <= joint.b < len(parts)):
                raise MechanismError(
                    f"A {joint.kind} joint connects the components {joint.a} and {joint.b} of {len(parts)}. "
                    "A joint needs two different components of the model."
                )
        return Mechanism(mesh, frozen(labels, np.int64), parts, tuple(joints))

    def boxes(self) -> Floats:
        """(c, 2, 3) the lowest and highest corner of the bounding box of each component."""
        boxes = np.tile([[[np.inf], [-np.inf]]], (len(self.components), 1, 3))
        np.minimum.at(boxes[:, 0], self.component, self.mesh.V)
        np.maximum.at(boxes[:, 1], self.component, self.mesh.V)
        return boxes

    def faces(self, component: int) -> Ints:
        """(c,) the triangles whose three corners belong to a component."""
        return np.flatnonzero((self.component[self.mesh.F] == component).all(axis=1))


def axis_frame(axis: ArrayLike) -> Array:
    """(3, 3) right-handed orthonormal rows, the first along the axis (3,), which may not be zero."""
    x = np.asarray(axis, np.float64).reshape(3)
    length = np.linalg.norm(x)
    if not np.isfinite(length) or length == 0:
        raise MechanismError(
            f"The axis {x.tolist()} of a joint has no direction. Give a vector that is not zero."
        )
    x = x / length
    y = cross(x, np.eye(3)[np.argmin(np.abs(x))])
    y /= np.linalg.norm(y)
    return frozen(np.stack([x, y, cross(x, y)]), np.float64)


def cross(a: Array, b: Array) -> Array:
    """(3,) the cross product of two vectors (3,): for so few numbers NumPy's takes ten times as long."""
    (a0, a1, a2), (b0, b1, b2) = a.tolist(), b.tolist()
    return np.array([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0])
