"""Links in a tree as a mechanism: one component per link with a shape, and the joints between them.

A link without a shape cannot be a component. If it is fixed to its parent, it becomes part of it. Otherwise,
if a link with a shape is fixed to it, it becomes part of that link. Otherwise its motions and those of its
only child become one joint, if there is such a joint. Links without a shape at the ends of the tree, and
above all shapes, are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from pliant.errors import FileFormatError, MechanismError
from pliant.geometry.bounding_box import box_diagonal
from pliant.io.concatenation import grouped
from pliant.io.linkage.motions import LinkMotion, joint_of_motions
from pliant.io.names import distinct
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mesh import Mesh

# The number of the world, which is above all links.
WORLD = -1


@dataclass(frozen=True, eq=False)
class RobotLink:
    """A rigid body.

    parent:  the number of its parent, or WORLD
    meshes:  its shapes, in the world at the default configuration
    motions: its motions against its parent, the parent's first; none if it is fixed
    joint:   the name of the joint to its parent
    """

    name: str
    parent: int
    meshes: tuple[Mesh, ...]
    motions: tuple[LinkMotion, ...]
    joint: str = ""


@dataclass(frozen=True, eq=False)
class Closure:
    """A joint that closes a loop: it connects links a and b that are not parent and child."""

    a: int
    b: int
    motions: tuple[LinkMotion, ...]
    name: str = ""


class _Connection(NamedTuple):
    """The link with a shape above another, the motions between them, parent first, and their name."""

    parent: int
    motions: list[LinkMotion]
    name: str


def mechanism_of_links(links: Sequence[RobotLink], closures: Sequence[Closure] = ()) -> Mechanism:
    """The mechanism of all links; its mesh has their shapes one after the other, and a group per link."""
    solid = [i for i, link in enumerate(links) if link.meshes]
    if not solid:
        raise FileFormatError("No link has a shape; a mechanism needs at least one.")
    meshes = [mesh for i in solid for mesh in links[i].meshes]
    owners = [c for c, i in enumerate(solid) for _ in links[i].meshes]
    names = distinct([links[i].name or f"link {c + 1}" for c, i in enumerate(solid)], first=1)
    # The groups of a link's own meshes are left out, because a group is a link here.
    mesh = grouped([replace(mesh, groups={}) for mesh in meshes], [names[c] for c in owners])
    component = np.repeat(owners, [part.n for part in meshes])
    size = box_diagonal(mesh.V)
    joints = _joints(links, {i: c for c, i in enumerate(solid)}, closures, size)
    return Mechanism.of(mesh, component, names, joints)


def downwards(parents: Sequence[int]) -> list[int]:
    """The numbers of all links, parents before children; links that are above themselves are left out."""
    children: dict[int, list[int]] = {}
    for i, parent in enumerate(parents):
        children.setdefault(parent, []).append(i)
    order = list(children.get(WORLD, []))
    for i in order:
        order += children.get(i, [])
    return order


def _joints(
    links: Sequence[RobotLink], number: dict[int, int], closures: Sequence[Closure], size: float
) -> list[Joint]:
    """The joints between links with a shape, in their order; number maps these links to components."""
    carrier, took = _carriers(links)
    found = []
    for i in number:
        above = _connection(links, carrier, took, i)
        if above is not None:
            found.append((joint_of_motions(number[above.parent], number[i], above.motions, size), above.name))
    for closure in closures:
        a, b = carrier.get(closure.a), carrier.get(closure.b)
        if a is not None and b is not None and a != b:
            found.append((joint_of_motions(number[a], number[b], closure.motions, size), closure.name))
    return [replace(joint, name=name or joint.name) for joint, name in found if joint is not None]


def _carriers(links: Sequence[RobotLink]) -> tuple[dict[int, int], dict[int, int]]:
    """link -> the link with a shape that it is part of; link with a shape -> the first link it stands for."""
    carrier = {i: i for i, link in enumerate(links) if link.meshes}
    took: dict[int, int] = {}
    fixed: dict[int, list[int]] = {}
    for i, link in enumerate(links):
        if not link.motions:
            fixed.setdefault(link.parent, []).append(i)
    for i in [WORLD, *downwards([link.parent for link in links])]:
        if i in carrier:
            continue
        parent = links[i].parent if i != WORLD else None
        if parent is not None and not links[i].motions and parent in carrier:
            carrier[i] = carrier[parent]
            continue
        heir = _first_solid(links, fixed, i)
        if heir is not None:
            carrier[i] = heir
            took.setdefault(heir, i)
    return carrier, took


def _first_solid(links: Sequence[RobotLink], fixed: dict[int, list[int]], i: int) -> int | None:
    """The first link with a shape that is fixed to link i, directly or through links without a shape."""
    waiting = fixed.get(i, [])[::-1]
    while waiting:
        j = waiting.pop()
        if links[j].meshes:
            return j
        waiting += fixed.get(j, [])[::-1]
    return None


def _connection(
    links: Sequence[RobotLink], carrier: dict[int, int], took: dict[int, int], i: int
) -> _Connection | None:
    """How link i hangs on the link with a shape above it; None if there is none."""
    here = took.get(i, i)
    motions: list[LinkMotion] = []
    name = ""
    while here != WORLD:
        motions = [*links[here].motions, *motions]
        name = links[here].joint or name
        above = links[here].parent
        if carrier.get(above) == i:
            return None
        if above in carrier:
            return _Connection(carrier[above], motions, name)
        _check_single(links, above)
        here = above
    return None


def _check_single(links: Sequence[RobotLink], i: int) -> None:
    """Refuse a link without a shape that moves several links, because their common motion would be lost."""
    if i == WORLD:
        return
    children = [j for j, link in enumerate(links) if link.parent == i and _leads_to_shape(links, j)]
    if len(children) > 1:
        raise MechanismError(
            f"The link '{links[i].name}' has no shape, moves, and carries {len(children)} moving links; it "
            "would have to be a component. Give it a shape."
        )


def _leads_to_shape(links: Sequence[RobotLink], i: int) -> bool:
    inside = {i}
    for j in downwards([link.parent for link in links]):
        if links[j].parent in inside:
            inside.add(j)
    return any(links[j].meshes for j in inside)
