"""Links in a tree as a mechanism: one component per link with a shape, and the joints between these.

A link without a shape cannot be a component. If it is fixed to its parent, it counts as part of it; else, if
a link with a shape is fixed to it, as part of that link; else its motions are joined with those of its one
child, where a single kind of joint can be both. Links without a shape at the ends of the tree, and above
all shapes, go: what is above everything stands for the world, and nothing there can be a component.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pliant.core.mechanism import Joint, Mechanism
from pliant.core.mesh import Mesh
from pliant.errors import FileFormatError, MechanismError
from pliant.io.linkage.joined import joined
from pliant.io.linkage.motions import Motion, joint_of_motions

WORLD = -1


@dataclass(frozen=True, eq=False)
class Link:
    """A rigid body.

    parent:  the number of its parent, or WORLD
    meshes:  its shapes, in the world at the default configuration
    motions: how it moves against its parent, one after the other; none if it is fixed
    joint:   the name of that connection
    """

    name: str
    parent: int
    meshes: tuple[Mesh, ...]
    motions: tuple[Motion, ...]
    joint: str = ""


@dataclass(frozen=True, eq=False)
class Closure:
    """A joint between two links that are not parent and child, which closes a loop."""

    a: int
    b: int
    motions: tuple[Motion, ...]
    name: str = ""


def mechanism_of_links(links: Sequence[Link], closures: Sequence[Closure] = ()) -> Mechanism:
    """The mechanism: its mesh has the links' shapes one after the other, each link a group."""
    solid = [i for i, link in enumerate(links) if link.meshes]
    if not solid:
        raise FileFormatError("No link has a shape; a mechanism needs at least one.")
    meshes = [mesh for i in solid for mesh in links[i].meshes]
    owners = [c for c, i in enumerate(solid) for _ in links[i].meshes]
    names = _distinct([links[i].name for i in solid])
    mesh = joined(meshes, [names[c] for c in owners])
    component = np.repeat(owners, [part.n for part in meshes])
    size = float(np.linalg.norm(np.ptp(mesh.V, axis=0)))
    joints = _joints(links, {i: c for c, i in enumerate(solid)}, closures, size)
    return Mechanism.of(mesh, component, names, joints)


def downwards(parents: Sequence[int]) -> list[int]:
    """All numbers that are not above themselves, parents before children."""
    children: dict[int, list[int]] = {}
    for i, parent in enumerate(parents):
        children.setdefault(parent, []).append(i)
    order = list(children.get(WORLD, []))
    for i in order:
        order += children.get(i, [])
    return order


def _joints(
    links: Sequence[Link], number: dict[int, int], closures: Sequence[Closure], size: float
) -> list[Joint]:
    """The joints between the links with a shape, which have component numbers, in the links' order."""
    carrier, took = _carriers(links)
    found = []
    for i in number:
        parent, motions, name = _connection(links, carrier, took, i)
        if parent is not None:
            joint = joint_of_motions(number[parent], number[i], motions, size)
            found += [] if joint is None else [_named(joint, name)]
    for closure in closures:
        a, b = carrier.get(closure.a), carrier.get(closure.b)
        if a is not None and b is not None and a != b:
            joint = joint_of_motions(number[a], number[b], closure.motions, size)
            found += [] if joint is None else [_named(joint, closure.name)]
    return found


def _carriers(links: Sequence[Link]) -> tuple[dict[int, int], dict[int, int]]:
    """link -> the link with a shape that it is part of; link with a shape -> the link that it took over."""
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


def _first_solid(links: Sequence[Link], fixed: dict[int, list[int]], i: int) -> int | None:
    """The first link with a shape that is fixed to a link, directly or through others without."""
    waiting = fixed.get(i, [])[::-1]
    while waiting:
        j = waiting.pop()
        if links[j].meshes:
            return j
        waiting += fixed.get(j, [])[::-1]
    return None


def _connection(
    links: Sequence[Link], carrier: dict[int, int], took: dict[int, int], i: int
) -> tuple[int | None, list[Motion], str]:
    """The link with a shape above link i, the motions between them, parent first, and their name."""
    here = took.get(i, i)
    motions: list[Motion] = []
    name = ""
    while here != WORLD:
        motions = [*links[here].motions, *motions]
        name = links[here].joint or name
        above = links[here].parent
        if carrier.get(above) == i:
            return None, [], ""
        if above in carrier:
            return carrier[above], motions, name
        _check_single(links, above)
        here = above
    return None, [], ""


def _check_single(links: Sequence[Link], i: int) -> None:
    """Refuses a link without a shape that moves several others: their common motion would be lost."""
    if i == WORLD:
        return
    children = [j for j, link in enumerate(links) if link.parent == i and _leads_to_shape(links, j)]
    if len(children) > 1:
        raise MechanismError(
            f"The link '{links[i].name}' has no shape, moves, and carries {len(children)} moving links; it "
            "would have to be a component. Give it a shape."
        )


def _leads_to_shape(links: Sequence[Link], i: int) -> bool:
    inside = {i}
    for j in downwards([link.parent for link in links]):
        if links[j].parent in inside:
            inside.add(j)
    return any(links[j].meshes for j in inside)


def _named(joint: Joint, name: str) -> Joint:
    return replace(joint, name=name or joint.name)


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with numbers after those that came before."""
    seen: dict[str, None] = {}
    for i, name in enumerate(names):
        title = name or f"link {i + 1}"
        while title in seen:
            title += f" {i + 1}"
        seen[title] = None
    return list(seen)
