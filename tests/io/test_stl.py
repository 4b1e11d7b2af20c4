"""STL, binary and text."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import FileFormatError, MeshError, PliantError
from pliant.io.stl import mesh_of_stl, stl_of_mesh
from pliant.mesh import Mesh
from tests.io.samples import plain

TEXT = b"""solid Lamp Shade
 facet normal 0 0 1
  outer loop
   vertex 0 0 0
   vertex 1 0 0
   vertex 0 1e0 0
  endloop
 endfacet
endsolid Lamp Shade
SOLID
FACET NORMAL 0 0 1
OUTER LOOP
VERTEX 0 0 0
VERTEX 1 0 0
VERTEX 0.1 1 0
ENDLOOP
ENDFACET
ENDSOLID
"""


def test_a_binary_file_holds_the_triangles_corner_by_corner():
    mesh = plain()
    back = mesh_of_stl(b"".join(stl_of_mesh(mesh)))
    np.testing.assert_array_equal(back.V, mesh.V[mesh.F].astype(np.float32).reshape(-1, 3))
    np.testing.assert_array_equal(back.F, np.arange(3 * len(mesh.F)).reshape(-1, 3))


def test_equal_corners_are_never_merged_and_nothing_is_dropped():
    V, F = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 1, 2], [0, 0, 1]]
    assert mesh_of_stl(b"".join(stl_of_mesh(Mesh.of(V, F)))).n == 9


def test_normals_are_of_unit_length_or_zero():
    V, F = [[0, 0, 0], [9, 0, 0], [0, 9, 0]], [[0, 1, 2], [0, 0, 1]]
    data = b"".join(stl_of_mesh(Mesh.of(V, F)))
    assert np.frombuffer(data, "<f4", 3, 84).tolist() == [0, 0, 1]
    assert np.frombuffer(data, "<f4", 3, 134).tolist() == [0, 0, 0]


def test_a_text_file_keeps_order_and_names():
    mesh = mesh_of_stl(TEXT)
    assert mesh.V.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 0], [1, 0, 0], [0.1, 1, 0]]
    assert {name: rows.tolist() for name, rows in mesh.groups.items()} == {"Lamp Shade": [0]}
    assert mesh_of_stl(TEXT.replace(b"\n", b"\r\n")).V.tolist() == mesh.V.tolist()


def test_a_binary_file_may_begin_with_solid_and_end_with_more():
    data = b"".join(stl_of_mesh(plain()))
    named = b"solid facet" + data[11:]
    assert mesh_of_stl(named).n == mesh_of_stl(data).n
    assert mesh_of_stl(named + b"more").n == mesh_of_stl(data).n


@pytest.mark.parametrize("count", [0xFFFFFFFF, 7])
def test_a_lying_count_is_refused(count):
    data = b"".join(stl_of_mesh(plain()))
    with pytest.raises(FileFormatError, match="announces"):
        mesh_of_stl(data[:80] + np.array(count, "<u4").tobytes() + data[84:-1])


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"   vertex 0 0 0\n", b"", 2),
        (b"   vertex 0 0 0\n", b"   vertex 0 0 0\n   vertex 0 0 0\n", 2),
        (b"   vertex 0 0 0\n", b"   vertex 0 0\n", 4),
        (b"   vertex 0 0 0\n", b"   vertex 0 zero 0\n", 4),
        (b" facet normal 0 0 1\n", b"", 3),
    ],
)
def test_a_bad_facet_is_named(old, new, line):
    with pytest.raises(FileFormatError, match=f"Line {line} "):
        mesh_of_stl(TEXT.replace(old, new, 1))


@pytest.mark.parametrize("data", [b"", b"solid", b"solid x\nendsolid x\n", b"x" * 83, bytes(84)])
def test_a_file_without_triangles_is_refused(data):
    with pytest.raises(PliantError):
        mesh_of_stl(data)


def test_what_single_precision_cannot_hold_is_not_written():
    with pytest.raises(MeshError, match="too large"):
        b"".join(stl_of_mesh(Mesh.of([[0, 0, 1e300], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])))


def test_written_normals_are_those_of_the_triangles_wherever_they_lie():
    V = np.array([[5.0, 7.0, 2.0], [6.0, 7.0, 2.0], [5.0, 9.0, 2.0], [5.0, 7.0, 3.0]])
    data = b"".join(stl_of_mesh(Mesh.of(V, [[0, 1, 2], [0, 2, 3], [0, 3, 1]])))
    normals = [np.frombuffer(data, "<f4", 3, 84 + 50 * i) for i in range(3)]
    np.testing.assert_array_equal(normals, [[0, 0, 1], [1, 0, 0], [0, 1, 0]])
