"""The mesh in a PLY file."""

from __future__ import annotations

from typing import cast

import numpy as np

from pliant.appearance import Appearance, Layer
from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError
from pliant.io.ply.binary_body import binary_columns
from pliant.io.ply.header import Columns, Lists, header_of_ply
from pliant.io.ply.text_body import text_columns
from pliant.io.polygons import polygons_of_sizes
from pliant.io.vertex_values import linear_of_srgb
from pliant.mesh import Mesh

_UV_NAMES = (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))
_FACE_NAMES = ("vertex_indices", "vertex_index")
_CORNER_UV = "texcoord"
_NORMAL = ("nx", "ny", "nz")
_COLOUR, _ALPHA = ("red", "green", "blue"), "alpha"
_OTHER_COLOURS = (("r", "g", "b"), ("diffuse_red", "diffuse_green", "diffuse_blue"))
_WANTED = {
    "vertex": {
        "x", "y", "z", *_NORMAL, *_COLOUR, _ALPHA, "a",
        *(name for names in (*_UV_NAMES, *_OTHER_COLOURS) for name in names),
    },
    "face": {*_FACE_NAMES, _CORNER_UV},
}  # fmt: skip

# The largest byte, and the bytes of the whole numbers that are no colours by themselves.
_BYTE, _WIDE = 255, 4


def mesh_of_ply(data: bytes) -> Mesh:
    """The mesh in a PLY file, with vertices and faces in the order of the file.

    Texture coordinates are properties of vertices (`s t`, `u v` or `texture_u texture_v`) or of the corners
    of a face (the list `texcoord`). Normals are the properties `nx ny nz`, colours `red green blue alpha`, as
    whole numbers up to the largest of their type or as numbers from 0 to 1, in the encoding of screens. All
    other properties and elements are skipped.
    """
    header = header_of_ply(data)
    elements = (binary_columns if header.order else text_columns)(data, header, _WANTED)
    vertex, face = elements.get("vertex", {}), elements.get("face", {})
    V = _numbers(vertex, ("x", "y", "z"))
    if V is None:
        raise FileFormatError(
            "The vertices have no x, y and z; a PLY mesh needs 'element vertex' with these."
        )
    lists = next((face[name] for name in _FACE_NAMES if name in face), None)
    if not isinstance(lists, Lists) or lists.values.dtype.kind not in "iu":
        raise FileFormatError(
            "The faces have no list of whole numbers 'vertex_indices'; a mesh needs 'element face' with it."
        )
    corners = lists.values.astype(np.int64)
    uv, uv_corners = _texture_coordinates(vertex, face, lists.sizes, corners)
    mesh = Mesh.of_polygons(V, polygons_of_sizes(corners, lists.sizes), uv=uv, uv_corners=uv_corners)
    return mesh.with_appearance(Appearance(layers=_layers(vertex, mesh.polygons.corners)))


def _layers(vertex: Columns, corners: Ints) -> dict[str, Layer]:
    """Normals and colours of vertices, at corners (c,); those that are not finite are none."""
    found = {"normal": _numbers(vertex, _NORMAL)}
    for names in (_COLOUR, *_OTHER_COLOURS):
        colours = [_shares(vertex.get(name)) for name in names]
        if all(column is not None for column in colours):
            alpha = _shares(vertex.get(_ALPHA, vertex.get("a")))
            shown = linear_of_srgb(np.stack(cast("list[Array]", colours), axis=1))
            found["colour0"] = shown if alpha is None else np.column_stack([shown, alpha])
            break
    layers = {}
    for name, values in found.items():
        if values is not None:
            damaged = np.flatnonzero(~np.isfinite(values).all(axis=1))
            layers[name] = Layer.of(values, np.where(np.isin(corners, damaged), -1, corners))
    return {name: layer for name, layer in layers.items() if (layer.corners >= 0).any()}


def _shares(column: Array | Lists | None) -> Array | None:
    """(r,) a column of colours from 0 to 1; None unless it is of single numbers."""
    if not isinstance(column, np.ndarray):
        return None
    if column.dtype.kind == "f":
        return column.astype(np.float64)
    # Text is read as wide whole numbers, which mean bytes there too.
    most = np.iinfo(column.dtype).max if column.dtype.itemsize < _WIDE else _BYTE
    return np.clip(column.astype(np.float64) / most, 0, 1)


def _numbers(columns: Columns, names: tuple[str, ...]) -> Array | None:
    """(r, len(names)) float64 values of the named columns; None unless all of them are single numbers."""
    found = [column for column in (columns.get(name) for name in names) if isinstance(column, np.ndarray)]
    return np.stack(found, axis=1).astype(np.float64) if len(found) == len(names) else None


def _texture_coordinates(
    vertex: Columns, face: Columns, sizes: Ints, corners: Ints
) -> tuple[Array | None, Ints | None]:
    """(t, 2) texture coordinates, of corners or else of vertices, and (c,) the row of each corner."""
    at_corners = face.get(_CORNER_UV)
    if isinstance(at_corners, Lists):
        # A face's list holds u and v of each of its corners; faces without texture have an empty one.
        given = at_corners.sizes == 2 * sizes
        if (given | (at_corners.sizes == 0)).all():
            has_uv = np.repeat(given, sizes)
            rows = np.where(has_uv, np.cumsum(has_uv) - 1, -1)
            return at_corners.values.astype(np.float64).reshape(-1, 2), rows
    for names in _UV_NAMES:
        at_vertices = _numbers(vertex, names)
        if at_vertices is not None:
            return at_vertices, corners
    return None, None
