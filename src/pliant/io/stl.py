"""STL, binary and text: triangles that share no vertices."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.errors import FileFormatError, MeshError
from pliant.io.polygons import polygons_of_sizes
from pliant.io.words import Words, decoded_name
from pliant.mesh import Mesh

_HEADER = 80
_COUNT = np.dtype("<u4")
_TRIANGLE = np.dtype([("normal", "<f4", 3), ("V", "<f4", (3, 3)), ("attribute", "<u2")])
_BODY = _HEADER + _COUNT.itemsize


def mesh_of_stl(data: bytes) -> Mesh:
    """The triangles of an STL file in their order; triangle t has the vertices 3t, 3t+1 and 3t+2.

    The named solids of a text file become groups.
    """
    if _is_text(data):
        return _mesh_of_text(data)
    count = _announced(data)
    if count is None or _BODY + count * _TRIANGLE.itemsize > len(data):
        raise FileFormatError(
            f"The file has {len(data)} bytes, but its header announces {count or 0} triangles; "
            "it was cut off, or is not an STL file."
        )
    triangles = np.frombuffer(data, dtype=_TRIANGLE, count=count, offset=_BODY)
    return _mesh_of_triangles(triangles["V"].reshape(-1, 3), {})


def stl_of_mesh(mesh: Mesh) -> Iterator[bytes]:
    """The bytes of a binary STL file, in pieces: triangles that share no vertices, in single precision."""
    # A spread beyond single precision becomes infinite, which the check below names.
    with np.errstate(over="ignore"):
        V = mesh.V[mesh.F].astype("<f4")
    if not np.isfinite(V).all():
        raise MeshError("A coordinate is too large for STL's single precision; scale the mesh down.")
    triangles = np.zeros(len(mesh.F), dtype=_TRIANGLE)
    triangles["V"] = V
    triangles["normal"] = _normals(V.astype(np.float64))
    yield b"Pliant".ljust(_HEADER)
    yield np.array(len(mesh.F), dtype=_COUNT).tobytes()
    yield triangles.tobytes()


def _announced(data: bytes) -> int | None:
    """The number of triangles that a binary header announces; None if the file is shorter than a header."""
    if len(data) < _BODY:
        return None
    return int(np.frombuffer(data, dtype=_COUNT, count=1, offset=_HEADER)[0])


def _is_text(data: bytes) -> bool:
    """Whether a file is text; binary files may begin with 'solid' too, but contain zero bytes."""
    return data.lstrip()[:5].lower() == b"solid" and b"\0" not in data


def _mesh_of_text(data: bytes) -> Mesh:
    # Keywords come in both cases, names keep theirs.
    words = Words.of(data.lower())
    facets, vertices = words.lines_led_by(b"facet"), words.lines_led_by(b"vertex")
    first = words.first[vertices] + 1
    short = np.flatnonzero(words.first[vertices + 1] - first < 3)
    if len(short):
        raise words.refuse(int(first[short[0]]) - 1, "a vertex needs x, y and z.")
    _check_facets(words, facets, vertices)
    V = words.floats((first[:, None] + np.arange(3)).ravel()).reshape(-1, 3)
    return _mesh_of_triangles(V, _solids(Words.of(data), words.lines_led_by(b"solid"), facets))


def _check_facets(words: Words, facets: Ints, vertices: Ints) -> None:
    """Refuse facets that do not have 3 vertices, and vertices outside facets."""
    found = np.bincount(np.searchsorted(facets, vertices), minlength=len(facets) + 1)
    if found[0]:
        raise words.refuse(int(words.first[vertices[0]]), "'facet' is needed before it.")
    bad = np.flatnonzero(found[1:] != 3)
    if len(bad):
        word = int(words.first[facets[bad[0]]])
        raise words.refuse(word, f"3 vertices are needed in it, and {found[1:][bad[0]]} were found.")


def _solids(words: Words, lines: Ints, facets: Ints) -> dict[str, Ints]:
    """name -> (…,) triangles of the solids with this name."""
    bounds = np.append(np.searchsorted(facets, lines), len(facets))
    solids: dict[str, list[Ints]] = {}
    for line, begin, end in zip(lines.tolist(), bounds[:-1], bounds[1:], strict=True):
        name = decoded_name(words.rest_of_line(line))
        if name and begin < end:
            solids.setdefault(name, []).append(np.arange(begin, end))
    return {name: np.concatenate(rows) for name, rows in solids.items()}


def _mesh_of_triangles(V: Array, groups: dict[str, Ints]) -> Mesh:
    corners = np.arange(len(V))
    return Mesh.of_polygons(V, polygons_of_sizes(corners, np.full(len(V) // 3, 3)), groups=groups)


def _normals(V: Floats) -> Floats:
    """(m, 3) unit normals of triangles (m, 3, 3), zero for triangles without area as STL prescribes."""
    normals = np.cross(V[:, 1] - V[:, 0], V[:, 2] - V[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
