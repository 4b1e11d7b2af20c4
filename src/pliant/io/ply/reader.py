"""The mesh in a PLY file."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array, Ints
from pliant.errors import FileFormatError
from pliant.io.ply.binary_body import binary_columns
from pliant.io.ply.header import Columns, Lists, header_of_ply
from pliant.io.ply.text_body import text_columns
from pliant.io.polygons import polygons_of_sizes
from pliant.mesh import Mesh

_UV_NAMES = (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))
_FACE_NAMES = ("vertex_indices", "vertex_index")
_CORNER_UV = "texcoord"
_WANTED = {
    "vertex": {"x", "y", "z", *(name for names in _UV_NAMES for name in names)},
    "face": {*_FACE_NAMES, _CORNER_UV},
}


def mesh_of_ply(data: bytes) -> Mesh:
    """The mesh in a PLY file, with vertices and faces in the order of the file.

    Texture coordinates are properties of vertices (`s t`, `u v` or `texture_u texture_v`) or of the corners
    of a face (the list `texcoord`). All other properties and elements are skipped.
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
    return Mesh.of_polygons(V, polygons_of_sizes(corners, lists.sizes), uv=uv, uv_corners=uv_corners)


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
