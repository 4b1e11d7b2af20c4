"""Object File Format."""

from __future__ import annotations

import pytest

from pliant.errors import FileFormatError, MeshError, PliantError, UnsupportedFormatError
from pliant.io.off import mesh_of_off, off_of_mesh
from tests.io.samples import assert_same_mesh, plain

BODY = b"0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n3 0 1 2\n"


def test_what_is_written_comes_back_bit_for_bit():
    assert_same_mesh(mesh_of_off(b"".join(off_of_mesh(plain()))), plain())


@pytest.mark.parametrize(
    "text",
    [
        b"OFF\n4 2 0\n" + BODY,
        b"OFF 4 2 0\n" + BODY,
        b"OFF 4 2\n" + BODY,
        b"4 2 0\n" + BODY,
        b"\xef\xbb\xbfOFF\r\n4 2 0\r\n" + BODY.replace(b"\n", b"\r\n"),
        b"# first\nOFF # keyword\n\n# counts\n4 2 0 # many\n\n" + BODY.replace(b"\n", b" # row\n\n"),
        b"COFF\n4 2 0\n0 0 0 9 0 0 9\n1 0 0 1 1 1 1\n1 1 0 0 0 0 0\n0 1 0 9 9 9\n4 0 1 2 3 .5 .5\n3 0 1 2 7",
        b"NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n4 0 1 2 3\n3 0 1 2\n",
        b"CNOFF\n4 2 0\n" + BODY,
    ],
)
def test_variants_give_the_same_mesh(text):
    assert_same_mesh(mesh_of_off(text), mesh_of_off(b"OFF\n4 2 0\n" + BODY))


def test_texture_coordinates_are_the_last_numbers_of_a_vertex():
    text = b"STOFF\n3 1 0\n0 0 0 0.5 0\n1 0 0 0.25 0\n0 1 0 0 1\n3 2 1 0\n"
    mesh = mesh_of_off(text)
    assert mesh.uv is not None
    assert mesh.uv_corners is not None
    assert mesh.uv[mesh.uv_corners].tolist() == [[0, 1], [0.25, 0], [0.5, 0]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b"OFF\n4 9 0\n" + BODY, 2),
        (b"OFF\n999999999999 2 0\n" + BODY, 2),
        (b"OFF\n99999999999999999999 99999999999999999999 0\n" + BODY, 2),
        (b"OFF\n4 x 0\n" + BODY, 2),
        (b"OFF\n4 2 0\n" + BODY.replace(b"1 1 0", b"1 1"), 5),
        (b"OFF\n4 2 0\n" + BODY.replace(b"1 1 0", b"1 1 y"), 5),
        (b"OFF\n4 2 0\n" + BODY.replace(b"4 0 1 2 3", b"5 0 1 2 3"), 7),
        (b"OFF\n4 2 0\n" + BODY.replace(b"4 0 1 2 3", b"2 0 1 2 3"), 7),
        (b"OFF\n4 2 0\n" + BODY.replace(b"4 0 1 2 3", b"9223372036854775807 0 1 2 3"), 7),
        (b"OFF\n4 2 0\n" + BODY.replace(b"4 0 1 2 3", b"-1 0 1 2 3"), 7),
        (b"OFF\n4 2 0\n" + BODY.replace(b"4 0 1 2 3", b"4 0 1 2 3.5"), 7),
    ],
)
def test_a_bad_line_is_named(text, line):
    with pytest.raises(FileFormatError, match=f"Line {line} "):
        mesh_of_off(text)


def test_indices_out_of_range_are_refused():
    for bad in (b"3 0 1 4", b"3 0 1 -1", b"3 0 1 99999999999999999999"):
        with pytest.raises(MeshError, match="names vertex"):
            mesh_of_off(b"OFF\n4 2 0\n" + BODY.replace(b"3 0 1 2\n", bad + b"\n"))


@pytest.mark.parametrize("text", [b"OFF BINARY\n\0\0", b"4OFF\n4 2 0\n", b"nOFF\n4\n4 2 0\n"])
def test_other_dimensions_and_binary_files_are_unsupported(text):
    with pytest.raises(UnsupportedFormatError):
        mesh_of_off(text)


@pytest.mark.parametrize("text", [b"", b"OFF", b"OFF\n3", b"OFF\n0 0 0\n", b"OFF\n-1 2 0\n", b"hello\n"])
def test_a_text_without_a_mesh_is_refused(text):
    with pytest.raises(PliantError):
        mesh_of_off(text)
