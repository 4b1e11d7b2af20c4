"""Handles from words: a mesh's groups, a file, boxes, and brushes that reach along the surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Floats, Ints, frozen
from pliant.cli.console import usage
from pliant.errors import FileFormatError, HandleError
from pliant.geometry.geodesic_disc import geodesic_disc
from pliant.io.files import naming
from pliant.mesh import Mesh
from pliant.methods.handles.cli.script import json_of
from pliant.methods.handles.figures import spread_colours
from pliant.methods.handles.handle import Handle, Handles, ringed
from pliant.methods.handles.surface import surface


@dataclass(frozen=True)
class Paint:
    """What the command line says about handles.

    groups:  groups of the mesh; file: a JSON file of handles
    boxes:   'NAME=x,y,z,x,y,z', two opposite corners; brushes: 'NAME=VERTEX,RADIUS'
    centres: 'NAME=x,y,z'
    rings:   how many rings of each handle's border are softened
    """

    groups: Sequence[str] = ()
    file: Path | None = None
    boxes: Sequence[str] = ()
    brushes: Sequence[str] = ()
    centres: Sequence[str] = ()
    rings: int = 0

    @property
    def chooses(self) -> bool:
        """Whether any option names handles."""
        return bool(self.groups or self.file or self.boxes or self.brushes)


def painted(mesh: Mesh, given: Sequence[Handle], paint: Paint) -> Handles:
    """The given handles and those painted; a name used twice is one handle of all these vertices.

    Where nothing chooses, every group of the mesh becomes a handle.
    """
    handles = {handle.name: handle for handle in given}
    if not (handles or paint.chooses or mesh.groups):
        raise usage(
            "Nothing says which handles there are, and the mesh has no groups; give --box, --brush …",
            "SOURCE",
        )
    for handle in _chosen(mesh, paint) if paint.chooses or handles else Handles.of_groups(mesh):
        handles[handle.name] = _joined(handles.get(handle.name), handle)
    for text in paint.centres:
        name, centre = _named_numbers(text, "--centre", 3, "NAME=x,y,z")
        if name not in handles:
            raise usage(f"There is no handle '{name}'; there are {', '.join(handles)}.", "--centre")
        handles[name] = replace(handles[name], centre=frozen(centre, np.float64))
    steps = [(i + 1) / (paint.rings + 1) for i in range(paint.rings)]
    found = Handles.of(mesh, [ringed(handle, mesh, steps) for handle in handles.values()])
    return _coloured(found, mesh)


def handles_of_file(path: Path) -> list[Handle]:
    """The handles in a JSON file: a list of them, or a document with "handles", as Pliant writes it."""
    with naming(path):
        values = json_of(path)
        items: Any = values.get("handles") if isinstance(values, dict) else values
        if not isinstance(items, list) or not items or not all(isinstance(item, dict) for item in items):
            raise FileFormatError(
                'A list of handles is needed: [{"name": "hand", "vertices": [0, 1, 2]}, …], or the same '
                'under "handles".'
            )
        try:
            return [Handle.of_json(item) for item in items]
        except (TypeError, ValueError) as problem:
            raise FileFormatError(f"A handle cannot be read ({problem}).") from problem


def _chosen(mesh: Mesh, paint: Paint) -> list[Handle]:
    found = handles_of_file(paint.file) if paint.file else []
    if paint.groups:
        found += Handles.of_groups(mesh, paint.groups)
    return found + [_box(mesh, text) for text in paint.boxes] + [_brush(mesh, text) for text in paint.brushes]


def _box(mesh: Mesh, text: str) -> Handle:
    name, corners = _named_numbers(text, "--box", 6, "NAME=x,y,z,x,y,z")
    low, high = corners.reshape(2, 3).min(axis=0), corners.reshape(2, 3).max(axis=0)
    inside = np.flatnonzero(((low <= mesh.V) & (high >= mesh.V)).all(axis=1))
    if not len(inside):
        raise HandleError(
            f"The box of handle '{name}' holds no vertex; the mesh reaches from {_point(mesh.V.min(axis=0))} "
            f"to {_point(mesh.V.max(axis=0))}."
        )
    return Handle.of(name, inside)


def _brush(mesh: Mesh, text: str) -> Handle:
    name, (number, radius) = _named_numbers(text, "--brush", 2, "NAME=VERTEX,RADIUS")
    vertex = int(number)
    if vertex != number or not 0 <= vertex < mesh.n or not radius > 0.0:
        raise usage(
            f"'{text}' needs a vertex from 0 to {mesh.n - 1} and a radius above 0.",
            "--brush",
        )
    # Copies of a vertex along seams are one on the solver's surface: the brush paints across.
    shape = surface(mesh)
    middle = shape.of_user[vertex]
    faces = np.flatnonzero((middle == shape.F).any(axis=1))
    if not len(faces):
        raise HandleError(f"Vertex {vertex} lies on no triangle, so no brush starts there; choose another.")
    corner = (shape.F[faces[0]] == middle).astype(np.float64)
    reached, _ = geodesic_disc(shape.V, shape.F, int(faces[0]), corner, float(radius))
    return Handle.of(name, np.flatnonzero(np.isin(shape.of_user, reached)))


def _joined(before: Handle | None, handle: Handle) -> Handle:
    """One handle of both; where they overlap, the more rigid counts."""
    if before is None:
        return handle
    vertices = np.union1d(before.vertices, handle.vertices)
    rigidity = np.maximum(_spread(vertices, before), _spread(vertices, handle))
    return Handle.of(before.name, vertices, rigidity=rigidity, centre=before.centre, colour=before.colour)


def _spread(vertices: Ints, handle: Handle) -> Floats:
    """(v,) the handle's rigidity at vertices that hold its own; 0 at the others."""
    found = np.zeros(len(vertices))
    found[np.searchsorted(vertices, handle.vertices)] = handle.rigidity
    return found


def _coloured(handles: Handles, mesh: Mesh) -> Handles:
    """The handles as they are painted; where all have one colour, with colours of their own."""
    if len({handle.colour for handle in handles}) > 1:
        return handles
    colours = spread_colours(handles, surface(mesh)).tolist()
    items = tuple(replace(handle, colour=hue) for handle, hue in zip(handles, colours, strict=True))
    return replace(handles, items=items)


def _named_numbers(text: str, option: str, count: int, form: str) -> tuple[str, Floats]:
    name, _, words = text.rpartition("=")
    try:
        numbers = np.array([float(word) for word in words.split(",")])
    except ValueError:
        numbers = np.empty(0)
    if not name.strip() or len(numbers) != count or not np.isfinite(numbers).all():
        raise usage(f"'{text}' is not of the form {form}.", option)
    return name.strip(), numbers


def _point(at: Floats) -> str:
    return f"({', '.join(f'{number:.4g}' for number in at)})"
