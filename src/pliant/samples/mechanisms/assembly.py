"""Mechanisms assembled from solids and the joints between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats
from pliant.errors import OptionError
from pliant.mechanism.mechanism import Component, Joint, JointKind, Mechanism
from pliant.mesh import Mesh
from pliant.samples.mechanisms.bearings import Socket
from pliant.samples.mechanisms.solids import Solid, arrays


@dataclass(frozen=True)
class Detail:
    """How finely round things are cut: 1 is usual, 2 has twice as many sides.

    Raises OptionError for a resolution outside of 0.25 to 8.
    """

    resolution: float = 1.0

    def __post_init__(self) -> None:
        if not (np.isfinite(self.resolution) and 0.25 <= self.resolution <= 8):
            raise OptionError(
                f"The resolution is {self.resolution!r}; a number from 0.25 (coarse) to 8 is needed."
            )

    def sides(self, usual: int) -> int:
        """Number of sides of a circle that usually has so many: a multiple of 4, at least 12."""
        return max(12, 4 * round(self.resolution * usual / 4))

    def steps(self, usual: int) -> int:
        """Number of pieces of a line that usually has so many; at least 2."""
        return max(2, round(self.resolution * usual))


@dataclass(frozen=True, eq=False)
class Link:
    """A joint between two named parts; b moves against a.

    ranges: of the joint's coordinates, as in `Joint.of`; without any, it moves freely
    """

    a: str
    b: str
    kind: JointKind
    origin: ArrayLike
    axis: ArrayLike = (1.0, 0.0, 0.0)
    ranges: ArrayLike | None = None


def degrees(low: float, high: float) -> Floats:
    """(1, 2) range of a turn in radians, from one in degrees."""
    return np.radians([[low, high]])


def ball_link(a: str, b: str, socket: Socket, mirror: Floats | float = 1.0, *, reach: float = 0.98) -> Link:
    """The ball joint of a socket between two named parts: it turns freely about the neck, and leans.

    mirror: factors that take the socket's side of the body to the wanted one
    reach:  share of the angle up to the rim that it may lean
    """
    swing = reach * socket.swing
    ranges = [(-np.inf, np.inf), (-swing, swing), (-swing, swing)]
    return Link(a, b, JointKind.BALL, mirror * socket.centre, mirror * socket.out, ranges)


def assembled(parts: Mapping[str, Solid], links: Sequence[Link]) -> Mechanism:
    """The mechanism of named solids, in their order, and the joints between them."""
    surfaces = [arrays(solid) for solid in parts.values()]
    sizes = [len(V) for V, _ in surfaces]
    starts = np.cumsum([0, *sizes[:-1]])
    V = np.concatenate([V for V, _ in surfaces])
    F = np.concatenate([F + start for (_, F), start in zip(surfaces, starts, strict=True)])
    components = [Component(name) for name in parts]
    joints = joints_between(list(parts), links)
    return Mechanism.of(Mesh.of(V, F), np.repeat(np.arange(len(sizes)), sizes), components, joints)


def joints_between(names: Sequence[str], links: Sequence[Link]) -> list[Joint]:
    """The joints of links; names: all parts, in the order of their numbers."""
    number = {name: i for i, name in enumerate(names)}
    return [
        Joint.of(number[link.a], number[link.b], link.kind, link.origin, link.axis, ranges=link.ranges).named(
            f"{link.a} – {link.b}"
        )
        for link in links
    ]
