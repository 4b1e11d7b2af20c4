"""Where Handle IK begins: the painted parts and the sculpted poses that a model brings along."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.mesh import Mesh
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.studio.wire import Part, SculptStep, Sculpture
from pliant.methods.handles.transforms import Move, Transformation, Turn
from pliant.samples.handles import PaintedHandle
from pliant.studio.opening.first_handles import triple
from pliant.studio.session.regions import region_of
from pliant.studio.wire.messages import Region

# Colours of the page's palette.
COLOURS = 12


def first_parts(handles: Sequence[Handle], mesh: Mesh) -> tuple[tuple[Part, ...], tuple[Region, ...]]:
    """Handles as painted parts of a mesh, each in its colour, and their regions.

    Parts from which several limbs go out are pinned: a pulled hand moves the arm, and the trunk stays.
    """
    parts, regions, n = [], [], mesh.n
    number = {handle.name: i + 1 for i, handle in enumerate(handles)}
    carried = np.zeros(0) if not handles else Handles.of(mesh, handles).parents
    for i, (handle, colour) in enumerate(zip(handles, _colours(handles), strict=True)):
        region = region_of(f"part {i + 1}", handle.vertices, handle.rigidity, n)
        centre = None if handle.centre is None else triple(handle.centre)
        parent = None if handle.parent is None else number.get(handle.parent, 0)
        pinned = int((carried == i).sum()) > 1
        parts.append(Part(i + 1, handle.name, colour, region.name, centre, parent, pinned))
        regions.append(region)
    return tuple(parts), tuple(regions)


def _colours(handles: Sequence[Handle]) -> list[int]:
    """Their own colours; where all have the first one, as code leaves them, the palette in turn."""
    own = [handle.colour % COLOURS for handle in handles]
    return own if any(own) else [i % COLOURS for i in range(len(handles))]


def sample_parts(painted: Sequence[PaintedHandle]) -> list[Handle]:
    """The painted handles of a sample as handles of a rig."""
    return [
        Handle.of(each.name, each.vertices, rigidity=each.rigidity, centre=each.centre, parent=each.parent)
        for each in painted
    ]


def group_handles(mesh: Mesh) -> list[Handle]:
    """The groups of a file as handles, where there are several that do not cover everything alone."""
    taken = np.zeros(mesh.n, dtype=bool)
    found: list[Handle] = []
    for name, polygons in mesh.groups.items():
        inside = np.zeros(len(mesh.polygons), dtype=bool)
        inside[polygons] = True
        vertices = np.unique(mesh.F[inside[mesh.owner]])
        vertices = vertices[~taken[vertices]]
        taken[vertices] = True
        if len(vertices):
            found.append(Handle.of(name, vertices))
    return found if len(found) > 1 else []


def sculptures_of(rig: HandleIK) -> tuple[Sculpture, ...]:
    """The poses of a rig as the shelf has them; its handles are the parts 1, 2, …"""
    shelf = []
    for i, pose in enumerate(rig.sculpted):
        steps = []
        for step in pose.steps:
            moved = tuple(1 + rig.handles.index(name) for name in step.handles)
            steps.append(_step(moved, step.transformation))
        shelf.append(Sculpture(i + 1, pose.name, tuple(steps)))
    return tuple(shelf)


def _step(parts: tuple[int, ...], change: Transformation) -> SculptStep:
    if isinstance(change, Move):
        return SculptStep(parts, "move", change.vector)
    if isinstance(change, Turn):
        return SculptStep(parts, "turn", change.axis, change.degrees, change.centre)
    return SculptStep(parts, "scale", amount=change.factor, centre=change.centre)
