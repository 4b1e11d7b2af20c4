"""Meshes as binary PLY files."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.appearance import unit
from pliant.arrays import Array, Floats, Ints
from pliant.io.polygons import corner_uv, vertex_uv
from pliant.io.vertex_values import srgb_of_linear, vertex_values
from pliant.mesh import Mesh

# The longest list whose length fits into a byte, which is what most programs expect.
_LONGEST_SHORT_LIST = 255
# Colours this near to a byte, in bytes, are that byte: single precision has a little more.
_SAME_BYTE = 1e-3
_KINDS = {"<f8": "double", "<f4": "float", "|u1": "uchar"}


def ply_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a binary little-endian PLY file, in pieces.

    Positions have double precision. Texture coordinates are properties of vertices (`s t`), or of corners
    (`texcoord`) if a vertex has several or a corner has none. Normals (`nx ny nz`) and colours (`red green
    blue alpha`) are those of vertices, the mean where corners differ. Colours are bytes if these hold them
    exactly, else floats, in the encoding of screens. Groups, parts and materials are not written.
    """
    at_vertices = vertex_uv(mesh)
    at_corners = corner_uv(mesh) if at_vertices is None else None
    sizes = np.diff(mesh.polygons.starts)
    per_corner = 1 if at_corners is None else 2
    length = "uchar" if per_corner * sizes.max() <= _LONGEST_SHORT_LIST else "int"
    columns = _columns(mesh, at_vertices)
    yield "\n".join(
        [
            "ply",
            "format binary_little_endian 1.0",
            f"element vertex {mesh.n}",
            *(f"property {_KINDS[values.dtype.str]} {name}" for name, values in columns.items()),
            f"element face {len(mesh.polygons)}",
            f"property list {length} int vertex_indices",
            *([] if at_corners is None else [f"property list {length} double texcoord"]),
            "end_header\n",
        ]
    ).encode("ascii")
    rows = np.empty(mesh.n, dtype=[(name, values.dtype) for name, values in columns.items()])
    for name, values in columns.items():
        rows[name] = values
    yield rows.tobytes()
    yield _rows_of_faces(mesh, at_corners, "<u1" if length == "uchar" else "<i4")


def _columns(mesh: Mesh, uv: Floats | None) -> dict[str, Array]:
    """name -> (n,) the properties of vertices, in the types that they are written in."""
    found: dict[str, Array] = dict(zip("xyz", mesh.V.astype("<f8").T, strict=True))
    layers, corners = mesh.appearance.layers, mesh.polygons.corners
    if "normal" in layers:
        normals = unit(np.nan_to_num(vertex_values(layers["normal"], corners, mesh.n)[0]))
        found |= zip(("nx", "ny", "nz"), normals.astype("<f8").T, strict=True)
    if uv is not None:
        found |= zip("st", uv.astype("<f8").T, strict=True)
    if "colour0" in layers:
        values = np.clip(np.nan_to_num(vertex_values(layers["colour0"], corners, mesh.n)[0], nan=1.0), 0, 1)
        values[:, :3] = srgb_of_linear(values[:, :3])
        exact = np.abs(np.rint(255 * values) - 255 * values).max() < _SAME_BYTE
        shown = np.rint(255 * values).astype("u1") if exact else values.astype("<f4")
        found |= zip(("red", "green", "blue", "alpha"), shown.T, strict=False)
    return found


def _rows_of_faces(mesh: Mesh, at_corners: Floats | None, length: str) -> bytes:
    """The rows of all faces: the list of vertices and, if there are any, the list of texture coordinates."""
    sizes = np.diff(mesh.polygons.starts)
    lists: list[tuple[Ints, Array]] = [(sizes, mesh.polygons.corners.astype("<i4"))]
    if at_corners is not None:
        # Faces of which a corner has no texture coordinates have an empty list.
        whole = np.logical_and.reduceat(np.isfinite(at_corners).all(axis=1), mesh.polygons.starts[:-1])
        lists.append(
            (np.where(whole, 2 * sizes, 0), at_corners[np.repeat(whole, sizes)].astype("<f8").ravel())
        )
    head = np.dtype(length).itemsize
    widths = sum(head + counts * values.itemsize for counts, values in lists)
    here = np.cumsum(widths) - widths
    buffer = np.zeros(np.sum(widths), dtype=np.uint8)
    for counts, values in lists:
        _put(buffer, here, counts.astype(length))
        local = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)
        _put(buffer, np.repeat(here + head, counts) + local * values.itemsize, values)
        here = here + head + counts * values.itemsize
    return buffer.tobytes()


def _put(buffer: Array, at: Ints, values: Array) -> None:
    letters = values.view(np.uint8).reshape(len(values), values.itemsize)
    buffer[at[:, None] + np.arange(values.itemsize)] = letters
