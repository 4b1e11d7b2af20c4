"""Mechanisms made of others: several in one scene, with more joints, or with soft parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import frozen
from pliant.mechanism.mechanism import Mechanism, Soft
from pliant.mesh import Mesh
from pliant.samples.mechanisms.assembly import Link, joints_between


@dataclass(frozen=True, eq=False)
class Placed:
    """A mechanism in a scene: it is turned by degrees about y, then moved to a place.

    name: put before the names of its parts
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
    joints = joints_between([part.name for part in mechanism.components], links)
    return replace(mechanism, joints=(*mechanism.joints, *joints))


def softened(mechanism: Mechanism, soft: Mapping[str, Soft]) -> Mechanism:
    """The mechanism with some parts, by name, that bend."""
    parts = tuple(replace(part, soft=soft.get(part.name)) for part in mechanism.components)
    return replace(mechanism, components=parts)
