"""PLY, text and binary."""

from __future__ import annotations

import time

import numpy as np
import pytest

from pliant.errors import FileFormatError, MeshError, PliantError, UnsupportedFormatError
from pliant.io.ply import mesh_of_ply, ply_of_mesh
from pliant.mesh import Mesh
from tests.io.samples import (
    assert_same_faces,
    assert_same_mesh,
    assert_same_uv,
    dressed,
    plain,
    textured,
    vertex_textured,
)

ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}


def handmade(encoding: str, mesh: Mesh) -> bytes:
    """A file with properties and elements that nobody asked for around the needed ones."""
    header = f"""ply
format {encoding} 1.0
comment made by hand
obj_info nothing
element camera 2
property list uchar short numbers
property float focus
element vertex {mesh.n}
property uchar red
property double x
property double y
property list uchar char nothing
property double z
property float s
property float t
element edge 1
property int vertex1
property int vertex2
element face {len(mesh.polygons)}
property short flags
property list int ushort vertex_index
property list uchar double quality
element end 0
property float x
end_header
"""
    rows = [("u1", 2), ("i2", 7), ("i2", -7), ("f4", 0.5), ("u1", 0), ("f4", 0.25)]
    body = b"".join(_coded(encoding, value, kind) for kind, value in rows[:4])
    body += (
        _end(encoding) + b"".join(_coded(encoding, value, kind) for kind, value in rows[4:]) + _end(encoding)
    )
    for x, y, z in mesh.V:
        row = [("u1", 255), ("f8", x), ("f8", y), ("u1", 1), ("i1", -1), ("f8", z), ("f4", 0.5), ("f4", 0.25)]
        body += b"".join(_coded(encoding, value, kind) for kind, value in row) + _end(encoding)
    body += _coded(encoding, 1, "i4") + _coded(encoding, 2, "i4") + _end(encoding)
    for q in range(len(mesh.polygons)):
        corners = mesh.polygons[q]
        row = [("i2", -3), ("i4", len(corners)), *(("u2", c) for c in corners), ("u1", 1), ("f8", 0.125)]
        body += b"".join(_coded(encoding, value, kind) for kind, value in row) + _end(encoding)
    return header.encode() + body


def _coded(encoding: str, value: float, kind: str) -> bytes:
    if encoding == "ascii":
        return (
            f"{value!r} ".encode()
            if kind[0] == "f" and not isinstance(value, np.float64)
            else f"{value} ".encode()
        )
    return np.array(value).astype(ORDERS[encoding] + kind).tobytes()


def _end(encoding: str) -> bytes:
    return b"\n" if encoding == "ascii" else b""


@pytest.mark.parametrize("make", [plain, textured, vertex_textured])
def test_what_is_written_comes_back_bit_for_bit(make):
    mesh = make()
    back = mesh_of_ply(b"".join(ply_of_mesh(mesh)))
    np.testing.assert_array_equal(back.V, mesh.V)
    assert_same_faces(back, mesh)
    assert_same_uv(back, mesh)


def test_faces_of_which_a_corner_has_no_texture_have_none():
    back = mesh_of_ply(b"".join(ply_of_mesh(dressed())))
    assert_same_uv(back, dressed())


def test_long_polygons_come_back():
    n = 300
    angle = np.linspace(0, 6, n)
    V = np.column_stack([np.cos(angle), np.sin(angle), angle * 0])
    text = b"OFF\n%d 2 0\n" % n + b"".join(b"%r %r %r\n" % tuple(row) for row in V.tolist())
    from pliant.io.off import mesh_of_off

    mesh = mesh_of_off(text + (f"{n} " + " ".join(map(str, range(n))) + "\n3 0 1 2\n").encode())
    assert_same_mesh(mesh_of_ply(b"".join(ply_of_mesh(mesh))), mesh)


@pytest.mark.parametrize("encoding", ORDERS)
def test_all_encodings_give_the_same_mesh(encoding):
    mesh = mesh_of_ply(handmade(encoding, plain()))
    np.testing.assert_array_equal(mesh.V, plain().V)
    assert_same_faces(mesh, plain())
    assert mesh.uv is not None
    assert mesh.uv.tolist() == [[0.5, 0.25]] * mesh.n
    np.testing.assert_array_equal(mesh.uv_corners, mesh.polygons.corners)


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_line_ends_do_not_matter(end):
    text = b"ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    text += (
        b"element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    )
    assert_same_mesh(mesh_of_ply(text.replace(b"\n", end)), mesh_of_ply(text))


def test_a_binary_body_begins_after_the_header_s_last_line_end():
    header, end, body = b"".join(ply_of_mesh(plain())).partition(b"end_header\n")
    text = (header + end).replace(b"\n", b"\r\n")
    assert_same_mesh(mesh_of_ply(text + body), plain())


@pytest.mark.parametrize("encoding", ORDERS)
@pytest.mark.parametrize("element", ["camera", "vertex", "edge", "face", "end"])
def test_a_lying_count_is_refused_at_once(encoding, element):
    data = handmade(encoding, plain())
    begin = data.index(f"element {element}".encode())
    line = data[begin : data.index(b"\n", begin)]
    for count in (b"999999999999", b"9" * 5000, b"-1", b"1e3", b""):
        start = time.perf_counter()
        with pytest.raises(FileFormatError):
            mesh_of_ply(data.replace(line, line.rpartition(b" ")[0] + b" " + count))
        assert time.perf_counter() - start < 1


@pytest.mark.parametrize("encoding", ORDERS)
@pytest.mark.parametrize("length", [-1, -(2**31), 2**31 - 1])
@pytest.mark.parametrize("row", [0, 1, 3])
def test_a_lying_list_length_is_refused(encoding, length, row):
    data = handmade(encoding, plain())
    flags = _coded(encoding, -3, "i2")
    begin = data.index(b"end_header")
    for q in range(row + 1):
        begin = data.index(flags + _coded(encoding, len(plain().polygons[q]), "i4"), begin + 1)
    begin += len(flags)
    old = _coded(encoding, len(plain().polygons[row]), "i4")
    with pytest.raises(FileFormatError):
        mesh_of_ply(data[:begin] + _coded(encoding, length, "i4") + data[begin + len(old) :])


def test_a_list_longer_than_memory_is_refused():
    header = b"ply\nformat binary_little_endian 1.0\nelement face 1\n"
    header += b"property list uint double vertex_indices\nend_header\n"
    with pytest.raises(FileFormatError, match="do not fit"):
        mesh_of_ply(header + b"\xff\xff\xff\xff" + bytes(64))


@pytest.mark.parametrize("encoding", ORDERS)
def test_a_file_cut_off_anywhere_is_refused(encoding):
    data = handmade(encoding, plain()).rstrip()
    # The last row's last number may lose digits of its text without a trace.
    for end in range(0, len(data) - 6, 7):
        with pytest.raises(PliantError):
            mesh_of_ply(data[:end])


def test_a_bad_number_in_a_text_is_named_with_its_line():
    text = handmade("ascii", plain()).replace(b"1 2 \n", b"1 two \n")
    good = handmade("ascii", plain())
    assert mesh_of_ply(text).n == mesh_of_ply(good).n, "edges are skipped unread"
    lines = good.split(b"\n")
    row = lines.index(b"end_header") + 3
    lines[row] = lines[row].replace(b"255 0.0", b"255 zero")
    with pytest.raises(FileFormatError, match=f"Line {row + 1} has 'zero'"):
        mesh_of_ply(b"\n".join(lines))


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (b"format binary_little_endian 1.0", b"format middle_endian 1.0", UnsupportedFormatError),
        (b"format binary_little_endian 1.0\n", b"", FileFormatError),
        (b"property double z", b"property double w", FileFormatError),
        (b"property double z", b"property double x", FileFormatError),
        (b"property double z", b"property double z\nproperty double z", FileFormatError),
        (b"property double z", b"property quadruple z", FileFormatError),
        (
            b"property list uchar int vertex_indices",
            b"property list float int vertex_indices",
            FileFormatError,
        ),
        (
            b"property list uchar int vertex_indices",
            b"property list uchar float vertex_indices",
            FileFormatError,
        ),
        (b"vertex_indices", b"corner_indices", FileFormatError),
        (b"element face", b"element faces", FileFormatError),
        (b"end_header", b"end_of_head", FileFormatError),
        (b"ply", b"PLY", FileFormatError),
        (b"element vertex", b"property int a\nelement vertex", FileFormatError),
    ],
)
def test_a_header_that_makes_no_mesh_is_refused(old, new, error):
    data = b"".join(ply_of_mesh(plain()))
    assert old in data
    with pytest.raises(error):
        mesh_of_ply(data.replace(old, new))


def test_vertices_beside_lists_of_several_lengths_are_refused_by_name():
    header = b"ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty list uchar uchar a\n"
    header += b"property uchar x\nproperty uchar y\nproperty uchar z\nend_header\n"
    with pytest.raises(UnsupportedFormatError, match="several lengths beside 'x'"):
        mesh_of_ply(header + b"\0abc" + b"\1_abc")


def test_indices_out_of_range_are_refused():
    data = b"".join(ply_of_mesh(plain()))
    with pytest.raises(MeshError, match="names vertex"):
        mesh_of_ply(data[:-4] + np.array(99, "<i4").tobytes())


def test_half_a_million_mixed_polygons_are_read_in_seconds():
    rng = np.random.default_rng(0)
    sizes = rng.integers(3, 5, 500_000)
    from pliant.io.polygons import polygons_of_sizes

    corners = rng.integers(0, 1000, sizes.sum())
    mesh = Mesh.of_polygons(rng.standard_normal((1000, 3)), polygons_of_sizes(corners, sizes))
    data = b"".join(ply_of_mesh(mesh))
    begin = time.process_time()
    assert_same_faces(mesh_of_ply(data), mesh)
    assert time.process_time() - begin < 5
