"""From solids and their joints to a mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Floats, frozen
from pliant.core.mechanism import Component, Joint, JointKind, Mechanism, Soft
from pliant.core.mesh import Mesh
from pliant.errors import OptionError
from pliant.samples.mechanisms.solids import Solid, arrays


@dataclass(frozen=True)
class Detail:
    """How finely round things are cut: 1 is usual, 2 has twice as many sides."""

    resolution: float = 1.0

    def __post_init__(self) -> None:
        if not (np.isfinite(self.resolution) and 0.25 <= self.resolution <= 8):
            raise OptionError(
                f"The resolution is {self.resolution!r}; a number from 0.25 (coarse) to 8 is needed."
            )

    def sides(self, usual: int) -> int:
        """The sides of a circle that usually has so many: a multiple of 4, at least 12."""
        return max(12, 4 * round(self.resolution * usual / 4))

    def steps(self, usual: int) -> int:
        """The pieces of a line that usually has so many, at least 2."""
        return max(2, round(self.resolution * usual))

    def length(self, usual: float) -> float:
        """The edges of a surface that usually has edges of this length."""
        return usual / self.resolution


@dataclass(frozen=True, eq=False)
class Link:
    """A joint between two named parts; b moves against a."""

    a: str
    b: str
    kind: JointKind
    origin: ArrayLike
    axis: ArrayLike = (1.0, 0.0, 0.0)
    ranges: ArrayLike | None = None


def degrees(low: float, high: float) -> Floats:
    """(1, 2) the range of a turn, given in degrees."""
    return np.radians([[low, high]])


def assembled(
    parts: Mapping[str, Solid], links: Sequence[Link], soft: Mapping[str, Soft] | None = None
) -> Mechanism:
    """The mechanism of named solids, in their order, and the joints between them."""
    soft = soft or {}
    surfaces = [arrays(solid) for solid in parts.values()]
    sizes = [len(V) for V, _ in surfaces]
    starts = np.cumsum([0, *sizes[:-1]])
    V = np.concatenate([V for V, _ in surfaces])
    F = np.concatenate([F + start for (_, F), start in zip(surfaces, starts, strict=True)])
    components = [Component(name, soft.get(name)) for name in parts]
    joints = _joints(links, list(parts))
    return Mechanism.of(Mesh.of(V, F), np.repeat(np.arange(len(sizes)), sizes), components, joints)


@dataclass(frozen=True, eq=False)
class Placed:
    """A mechanism in a scene, turned by degrees about y, then moved to a place.

    name: what the names of its parts begin with
    """

    mechanism: Mechanism
    place: ArrayLike
    name: str = ""
    turn: float = 0.0


def scene(things: Sequence[Placed]) -> Mechanism:
    """Several mechanisms as one, in their order, with the joints that each has."""
    vertices, faces, labels, components, joints = [], [], [], [], []
    for thing in things:
        own, first = thing.mechanism, len(components)
        c, s = np.cos(np.radians(thing.turn)), np.sin(np.radians(thing.turn))
        R = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
        place = np.asarray(thing.place, np.float64)
        faces.append(own.mesh.F + sum(map(len, vertices)))
        vertices.append(own.mesh.V @ R.T + place)
        labels.append(own.component + first)
        named = [replace(part, name=f"{thing.name} {part.name}".strip()) for part in own.components]
        components += named
        joints += [
            replace(
                joint,
                a=joint.a + first,
                b=joint.b + first,
                origin=frozen(joint.origin @ R.T + place, np.float64),
                frame=frozen(joint.frame @ R.T, np.float64),
                name=f"{named[joint.a].name} – {named[joint.b].name}",
            )
            for joint in own.joints
        ]
    mesh = Mesh.of(np.concatenate(vertices), np.concatenate(faces))
    return Mechanism.of(mesh, np.concatenate(labels), components, joints)


def joined(mechanism: Mechanism, links: Sequence[Link]) -> Mechanism:
    """The mechanism with more joints."""
    joints = _joints(links, [part.name for part in mechanism.components])
    return replace(mechanism, joints=(*mechanism.joints, *joints))


def _joints(links: Sequence[Link], names: Sequence[str]) -> list[Joint]:
    number = {name: i for i, name in enumerate(names)}
    return [
        Joint.of(
            number[link.a],
            number[link.b],
            link.kind,
            link.origin,
            link.axis,
            ranges=link.ranges,
            name=f"{link.a} – {link.b}",
        )
        for link in links
    ]
