"""Where to begin: a newcomer's first two handles, and the parts that a model brings along."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from pliant.core.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.core.mesh import Mesh
from pliant.core.topology import vertex_components
from pliant.methods.handles.handle import Handle
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.transforms import Move, Transformation, Turn
from pliant.studio.messages import Handle as PullHandle
from pliant.studio.messages import Part, Region, SculptStep, Sculpture
from pliant.studio.regions import region_of

# Vertices beyond which a mesh is swept by the cells of a grid, and the cells of its longest side.
FINE = 50_000
GRID = 100
# Of the palette.
COLOURS = 12


def first_handles(V: Poses, F: Faces) -> tuple[PullHandle, ...]:
    """Two handles at the vertices farthest apart along the edges; the one that the poses move less is pinned.

    V: (k, n, 3) poses of the triangles F (m, 3)
    """
    ends = farthest_pair(V[0], F)
    moves = [float(np.linalg.norm(V[:, v] - V[0, v], axis=1).max()) for v in ends]
    calm = int(np.argmin(moves))
    pair = (ends[calm], ends[1 - calm])
    return tuple(handle_at(i, v, V[0], F, pinned=i == 0) for i, v in enumerate(pair))


class Painted(Protocol):
    """A handle of the library or of a sample."""

    @property
    def name(self) -> str:
        """For people."""
        ...

    @property
    def vertices(self) -> Ints:
        """(v,) of the mesh."""
        ...

    @property
    def rigidity(self) -> Floats:
        """(v,) in (0, 1]."""
        ...

    @property
    def centre(self) -> Floats | None:
        """(3,) what it turns about."""
        ...


def first_parts(handles: Sequence[Painted], n: int) -> tuple[tuple[Part, ...], tuple[Region, ...]]:
    """Handles as painted parts of a mesh of n vertices, each in its colour, and their regions."""
    parts, regions = [], []
    for i, (handle, colour) in enumerate(zip(handles, _colours(handles), strict=True)):
        region = region_of(f"part {i + 1}", handle.vertices, handle.rigidity, n)
        centre = None if handle.centre is None else _triple(handle.centre)
        parts.append(Part(i + 1, handle.name, colour, region.name, centre))
        regions.append(region)
    return tuple(parts), tuple(regions)


def _colours(handles: Sequence[Painted]) -> list[int]:
    """Those of painted handles; where all have the first one, as code leaves them, the palette in turn."""
    own = [handle.colour % COLOURS if isinstance(handle, Handle) else 0 for handle in handles]
    return own if any(own) else [i % COLOURS for i in range(len(handles))]


def group_handles(mesh: Mesh) -> list[Painted]:
    """The groups of a file as handles, where there are several that do not cover everything alone."""
    taken = np.zeros(mesh.n, dtype=bool)
    found: list[Painted] = []
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


def _triple(values: Floats) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return x, y, z


def handle_at(number: int, vertex: int, V: Vertices, F: Faces, *, pinned: bool) -> PullHandle:
    """A handle that holds a vertex where it is: a corner of the first triangle that has it."""
    face, corner = (int(i) for i in np.argwhere(vertex == F)[0])
    one_hot: list[float] = [float(i == corner) for i in range(3)]
    return PullHandle(number, face, (one_hot[0], one_hot[1], one_hot[2]), _triple(V[vertex]), pinned)


def farthest_pair(V: Vertices, F: Faces) -> tuple[int, int]:
    """Two vertices of the largest part that are far apart along its edges: the ends of two sweeps.

    A fine mesh is swept cell by cell of a coarse grid: it is the ends of the character that count.
    """
    cell, vertex = _cells(V)
    part = vertex_components(F, len(V))
    largest = np.zeros(len(vertex), dtype=bool)
    largest[cell[part == np.bincount(part).argmax()]] = True
    a, b = cell[F].T, cell[np.roll(F, 1, axis=1)].T
    pairs = np.unique((np.minimum(a, b) * len(vertex) + np.maximum(a, b))[a != b])
    a, b = np.divmod(pairs, len(vertex))
    length = np.linalg.norm(V[vertex[a]] - V[vertex[b]], axis=1)
    # Vertices that coincide are neighbours, and csgraph takes a length of zero for no edge.
    length = np.maximum(length, np.finfo(np.float64).tiny)
    graph = csr_array((length, (a, b)), shape=(len(vertex), len(vertex)))
    first = _farthest(graph, int(np.flatnonzero(largest)[0]), largest)
    return int(vertex[first]), int(vertex[_farthest(graph, first, largest)])


def _cells(V: Vertices) -> tuple[Ints, Ints]:
    """(n,) the cell of each vertex, and (c,) a vertex of each cell; in a coarse mesh each has its own."""
    if len(V) <= FINE:
        return np.arange(len(V)), np.arange(len(V))
    low, extent = V.min(axis=0), np.ptp(V, axis=0)
    place = ((V - low) * (GRID / max(float(extent.max()), np.finfo(np.float64).tiny))).astype(np.int64)
    _, vertex, cell = np.unique(
        place @ [(GRID + 1) ** 2, GRID + 1, 1], return_index=True, return_inverse=True
    )
    return cell, vertex


def _farthest(graph: csr_array, origin: int, among: Floats) -> int:
    distance = dijkstra(graph, directed=False, indices=origin)
    return int(np.argmax(np.where(among & np.isfinite(distance), distance, -1.0)))
