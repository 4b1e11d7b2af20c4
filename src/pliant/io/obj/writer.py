"""Meshes as OBJ files, with a library of their materials and its images beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np

from pliant.arrays import Ints
from pliant.atomic import atomic_write
from pliant.io.companions import beside, place_images
from pliant.io.files import AnyPath, naming
from pliant.io.lines import LINES_AT_ONCE, lines_of_rows
from pliant.io.obj.mtl_writer import MARK, mtl_of_materials
from pliant.io.vertex_values import srgb_of_linear, vertex_values
from pliant.mesh import Mesh

# What a name cannot contain: a group's name has no spaces, a material's none at its ends,
# and a backslash at the end would join the next line to it.
_NOT_IN_GROUPS = re.compile(r"[\s\0]+|\\+$")
_NOT_IN_MATERIALS = re.compile(r"^\s+|[\s\\]+$|[\r\n\0]")


def write_obj(path: AnyPath, mesh: Mesh, library: str | None = None) -> tuple[Path, ...]:
    """Write an OBJ file, its materials and their images, all of them or none; returns the files.

    library: the name of the file of materials, by default that of the OBJ file with .mtl
    A file that is there is replaced only if it is such a library; other names get a number.
    """
    spelled = _spelled(mesh.materials, _NOT_IN_MATERIALS)
    known = {each.name: each for each in mesh.appearance.materials}
    names = dict(zip(mesh.materials, spelled, strict=True))
    shown = {spelling: known[name] for name, spelling in names.items() if name in known}
    with beside(path) as companions, atomic_write(path) as file, naming(path):
        placed = None
        if shown:
            images = place_images(mesh.appearance, companions)
            text = b"".join(mtl_of_materials(shown, mesh.appearance, images))
            wanted = library or f"{_plain(Path(path).stem)}.mtl"
            placed = companions.place(wanted, text, replaces=MARK)
        file.writelines(obj_of_mesh(mesh, placed))
        companions.write()
    return (Path(path), *companions.paths)


def obj_of_mesh(mesh: Mesh, library: str | None = None) -> Iterator[bytes]:
    """The text of an OBJ file, in pieces; reading it gives the same bits.

    library: the name of the file of its materials
    A polygon with several materials keeps the last. A space in the name of a group becomes an underscore,
    because `g a b` names two groups.
    """
    yield MARK
    if library is not None:
        yield f"mtllib {library}\n".encode()
    yield from _lines_of_vertices(mesh)
    if mesh.uv is not None:
        yield from lines_of_rows("vt %r %r\n", mesh.uv)
    normals = mesh.appearance.layers.get("normal")
    if normals is not None:
        yield from lines_of_rows("vn %r %r %r\n", normals.values)
    objects = _objects(mesh)
    groups = _changes(_spelled(mesh.groups, _NOT_IN_GROUPS))
    materials = _changes(_spelled(mesh.materials, _NOT_IN_MATERIALS))
    count = len(mesh.polygons)
    cuts = {0, *objects, *groups, *materials, *range(0, count, LINES_AT_ONCE)}
    bounds = [*sorted(cut for cut in cuts if cut < count), count]
    for begin, end in pairwise(bounds):
        if begin in objects:
            yield f"o {objects[begin]}\n".encode("utf-8", "replace")
        if begin in groups:
            yield " ".join(["g", *groups[begin]]).encode("utf-8", "replace") + b"\n"
        if begin in materials:
            yield " ".join(["usemtl", *materials[begin][-1:]]).encode("utf-8", "replace") + b"\n"
        yield _lines_of_faces(mesh, begin, end)


def _plain(name: str) -> str:
    """A name of a file that a line of text can hold, where blanks could be taken for ends of names."""
    return re.sub(r"[^\w.()-]+", "_", name) or "materials"


def _lines_of_vertices(mesh: Mesh) -> Iterator[bytes]:
    """The lines `v x y z`, with the colours of vertices after them if there are any."""
    colours = mesh.appearance.layers.get("colour0")
    if colours is None or not (colours.corners >= 0).any():
        yield from lines_of_rows("v %r %r %r\n", mesh.V)
        return
    values, _ = vertex_values(colours, mesh.polygons.corners, mesh.n)
    # A vertex without a colour is white, which changes no material.
    shown = srgb_of_linear(np.clip(np.nan_to_num(values[:, :3], nan=1.0), 0, 1))
    yield from lines_of_rows("v %r %r %r %r %r %r\n", np.hstack([mesh.V, shown]))


def _objects(mesh: Mesh) -> dict[int, str]:
    """polygon -> the name of the object that begins with it: that of the node of a part, or of the part."""
    nodes = mesh.appearance.nodes
    found: dict[int, str] = {}
    for part in mesh.appearance.parts:
        name = (nodes[part.node].name if part.node >= 0 else "") or part.name
        found[part.polygons[0]] = _NOT_IN_MATERIALS.sub("_", name) or "part"
    return found


def _spelled(members: Mapping[str, Ints], forbidden: re.Pattern[str]) -> dict[str, Ints]:
    """The same members under names that an OBJ file can hold, which stay different from each other."""
    spelled: dict[str, Ints] = {}
    for name, rows in members.items():
        spelling = forbidden.sub("_", name) or "_"
        while spelling in spelled:
            spelling += "_"
        spelled[spelling] = rows
    return spelled


def _changes(members: Mapping[str, Ints]) -> dict[int, list[str]]:
    """polygon -> the names that hold from it on, in the order of members, wherever they change."""
    order = {name: i for i, name in enumerate(members)}
    switched: dict[int, list[str]] = {}
    for name, rows in members.items():
        inner = np.unique(rows)
        ends = np.setdiff1d(inner + 1, inner)
        for polygon in [*np.setdiff1d(inner, inner + 1).tolist(), *ends.tolist()]:
            switched.setdefault(polygon, []).append(name)
    active: set[str] = set()
    changes: dict[int, list[str]] = {}
    for polygon in sorted(switched):
        active ^= set(switched[polygon])
        changes[polygon] = sorted(active, key=order.__getitem__)
    return changes


def _lines_of_faces(mesh: Mesh, begin: int, end: int) -> bytes:
    """The lines `f v/vt/vn …` of the polygons from begin up to, without, end."""
    starts = mesh.polygons.starts[begin : end + 1]
    corners = mesh.polygons.corners[starts[0] : starts[-1]]
    normals = mesh.appearance.layers.get("normal")
    rows = [
        np.full(len(corners), -1) if every is None else every[starts[0] : starts[-1]]
        for every in (mesh.uv_corners, None if normals is None else normals.corners)
    ]
    has_uv, has_normal = (some >= 0 for some in rows)
    pattern = np.where(
        has_normal, np.where(has_uv, " %d/%d/%d", " %d//%d"), np.where(has_uv, " %d/%d", " %d")
    )
    pattern = pattern.astype(object)
    pattern[starts[:-1] - starts[0]] = "\nf" + pattern[starts[:-1] - starts[0]]
    numbers = np.stack([corners, *rows], axis=1) + 1
    given = np.stack([np.ones(len(corners), dtype=bool), has_uv, has_normal], axis=1)
    text = "".join(pattern.tolist()) % tuple(numbers[given].tolist())
    return text.lstrip("\n").encode("ascii") + b"\n"
