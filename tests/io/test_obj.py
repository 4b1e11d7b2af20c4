"""Wavefront OBJ."""

from __future__ import annotations

import time

import numpy as np
import pytest

from pliant.errors import FileFormatError, MeshError, PliantError
from pliant.io.obj import mesh_of_obj, obj_of_mesh
from pliant.mesh import Mesh
from tests.io.samples import assert_same_mesh, dressed, plain, textured, vertex_textured

TRIANGLE = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n"


def written(mesh: Mesh) -> bytes:
    return b"".join(obj_of_mesh(mesh))


@pytest.mark.parametrize("make", [plain, textured, vertex_textured, dressed])
def test_what_is_written_comes_back_bit_for_bit(make):
    assert_same_mesh(mesh_of_obj(written(make())), make())


@pytest.mark.parametrize(
    ("face", "rows"),
    [
        (b"f 1 2 3", [-1, -1, -1]),
        (b"f 1/3 2/2 3/1", [2, 1, 0]),
        (b"f 1//1 2//1 3//1", [-1, -1, -1]),
        (b"f 1/3/1 2/2/1 3/1/1", [2, 1, 0]),
        (b"f 1/ 2/ 3//", [-1, -1, -1]),
    ],
)
def test_all_corner_forms_name_the_same_vertices(face, rows):
    mesh = mesh_of_obj(TRIANGLE + b"vt 0 0\nvt 1 0\nvt 0 1\nvn 0 0 1\n" + face)
    assert mesh.F.tolist() == [[0, 1, 2]]
    assert mesh.uv_corners is not None
    assert mesh.uv_corners.tolist() == rows


def test_forms_may_mix_within_one_file_and_face():
    mesh = mesh_of_obj(TRIANGLE + b"vt 0 0\nvt 1 0.5\nf 1 2 3\nf 3/2 2//7 1/1/7\n")
    assert mesh.F.tolist() == [[0, 1, 2], [2, 1, 0]]
    assert mesh.uv_corners is not None
    assert mesh.uv_corners.tolist() == [-1, -1, -1, 1, -1, 0]


def test_negative_numbers_count_back_from_the_face():
    text = TRIANGLE + b"vt 0 0\nvt 1 0\nf -3/-1 -2/-2 -1\nv 5 5 5\nvt 9 9\nf -1/-1 -2 -3\n"
    mesh = mesh_of_obj(text)
    assert mesh.F.tolist() == [[0, 1, 2], [3, 2, 1]]
    assert mesh.uv_corners is not None
    assert mesh.uv_corners.tolist() == [1, 0, -1, 2, -1, -1]


def test_faces_may_come_before_their_vertices():
    assert mesh_of_obj(b"f 1 2 3\n" + TRIANGLE).F.tolist() == [[0, 1, 2]]


@pytest.mark.parametrize(
    "text",
    [
        TRIANGLE.replace(b"\n", b"\r\n") + b"f 1 2 3\r\n",
        TRIANGLE.replace(b"\n", b"\r") + b"f 1 2 3",
        b"\xef\xbb\xbf" + TRIANGLE + b"f 1 2 3",
        b"# v 9 9 9\n" + TRIANGLE.replace(b"\n", b" # here\n") + b"f 1 2 3 # f 1 2 3",
        TRIANGLE + b"f 1 \\\n2 \\\r\n 3",
        b"\n\n  \tv\t0 0 0 1.0\n v 1 0 0 0.5 0.5 0.5\nv 0 1e0 +0\n\n\ts off\nl 1 2\np 1\nf 1 2 3\nvp 1\n",
        TRIANGLE + b"mtllib a.mtl\nf 1 2 3",
    ],
    ids=["crlf", "cr", "mark", "comments", "continued", "spaces", "mtllib"],
)
def test_spelling_does_not_change_the_mesh(text):
    mesh = mesh_of_obj(text)
    assert mesh.V.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    assert mesh.F.tolist() == [[0, 1, 2]]
    assert mesh.uv is None


def test_groups_objects_and_materials_hold_until_the_next():
    text = (
        TRIANGLE
        + b"""
        f 1 2 3
        o Table Top
        g a b
        usemtl dark wood
        f 1 2 3
        g b
        f 1 2 3
        usemtl \xe4
        g
        f 1 2 3
        o
        f 1 2 3
        g unused
    """
    )
    mesh = mesh_of_obj(text)
    assert {name: rows.tolist() for name, rows in mesh.groups.items()} == {
        "a": [1],
        "b": [1, 2],
        "Table Top": [1, 2, 3],
    }
    assert {name: rows.tolist() for name, rows in mesh.materials.items()} == {
        "dark wood": [1, 2],
        "ä": [3, 4],
    }


def test_a_face_is_in_a_group_once_however_often_it_is_named():
    mesh = mesh_of_obj(TRIANGLE + b"o a\ng a a\nf 1 2 3\ng a\nf 1 2 3\n")
    assert mesh.groups["a"].tolist() == [0, 1]


def test_a_polygon_in_several_materials_keeps_the_last():
    mesh = Mesh.of_polygons(plain().V, plain().polygons, materials={"a": [0, 1], "b": [1, 2]})
    back = mesh_of_obj(written(mesh))
    assert {name: rows.tolist() for name, rows in back.materials.items()} == {"a": [0], "b": [1, 2]}


def test_group_names_that_obj_cannot_hold_stay_apart():
    groups = {"a b": [0], "a_b": [1], "back\\": [2], "": [3]}
    mesh = Mesh.of_polygons(plain().V, plain().polygons, groups=groups, materials={" x\n": [0], "a  b": [1]})
    back = mesh_of_obj(written(mesh))
    assert [rows.tolist() for rows in back.groups.values()] == [[0], [1], [2], [3]]
    assert list(back.groups) == ["a_b", "a_b_", "back_", "_"]
    assert list(back.materials) == ["_x_", "a  b"]


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (TRIANGLE + b"f 1 2 4\n", 4, "4"),
        (TRIANGLE + b"f 1 2 0\n", 4, "0"),
        (TRIANGLE + b"f 1 2 0\nv 1 1 1\n", 4, "0"),
        (TRIANGLE + b"f 1 2 -4\n", 4, "-4"),
        (TRIANGLE + b"f 1 2 99999999999999999999\n", 4, "99999999999999999999"),
        (TRIANGLE + b"f 1/1 2/1 3/1\n", 4, "1/1"),
        (TRIANGLE + b"\n\nf 1 2\n", 6, "f"),
        (TRIANGLE + b"f 1 2 3x\n", 4, "3x"),
        (TRIANGLE + b"f 1 2 1/2/3/4\n", 4, "1/2/3/4"),
        (TRIANGLE + b"f 1 2 /3\n", 4, "/3"),
        (TRIANGLE + b"f 1 2 1.5\n", 4, "1.5"),
        (b"v 1 2\n", 1, "v"),
        (b"v 1 2 \\\n3\nv 1 2 1_0\n", 3, "1_0"),
        (b"v 1 2 0x10\n", 1, "0x10"),
        (b"v 1 2 3\nvt\n", 2, "vt"),
    ],
)
def test_a_bad_line_is_named(text, line, word):
    with pytest.raises(FileFormatError, match=f"Line {line} ") as caught:
        mesh_of_obj(text)
    assert f"'{word}'" in str(caught.value)


@pytest.mark.parametrize("number", [b"nan", b"inf", b"-1e999"])
def test_positions_that_are_not_finite_are_refused(number):
    with pytest.raises(MeshError, match="not finite"):
        mesh_of_obj(b"v 0 0 " + number + b"\n" + TRIANGLE + b"f 1 2 3")


@pytest.mark.parametrize("text", [b"", b"\n", b"hello", TRIANGLE, b"f 1 2 3", "v 0 0 0".encode("utf-16")])
def test_a_text_without_a_mesh_is_refused(text):
    with pytest.raises(PliantError):
        mesh_of_obj(text)


def test_many_hash_signs_do_not_take_quadratic_time():
    begin = time.perf_counter()
    mesh_of_obj(TRIANGLE + b"f 1 2 3 " + b"#" * 2_000_000)
    assert time.perf_counter() - begin < 5


def test_forty_thousand_vertices_take_less_than_a_second():
    n = 200
    i = np.arange(n * n).reshape(n, n)
    F = np.stack([i[:-1, :-1], i[:-1, 1:], i[1:, 1:]], axis=-1).reshape(-1, 3)
    rng = np.random.default_rng(0)
    text = written(Mesh.of(rng.standard_normal((n * n, 3)), F))
    begin = time.process_time()
    assert mesh_of_obj(text).n == 40_000
    assert time.process_time() - begin < 1
