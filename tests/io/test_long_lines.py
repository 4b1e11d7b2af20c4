"""Files of one endless line: they are refused, or read in memory that their size explains."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from pliant.errors import FileFormatError
from pliant.io import read_mesh

# Bytes of the files below.
SIZE = 2_000_000
# Bytes of memory for each byte of a file; a file of short lines takes about thirty.
RATIO = 60
V, F = b"v 0 0 0\nv 1 0 0\nv 0 1 0\n", b"f 1 2 3\n"
REFUSED = {
    "face.obj": V + b"f" + b" 1" * (SIZE // 2) + b"\n",
    "groups.obj": V + b"g" + b" a" * (SIZE // 2) + b"\n" + F,
    "object.obj": V + b"o " + b"a" * SIZE + b"\n" + F,
    "face.off": b"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n%d" % (SIZE // 2) + b" 1" * (SIZE // 2) + b"\n",
}
READ = {
    "vertex.obj": V + b"v" + b" 1" * (SIZE // 2) + b"\n" + F,
    "comments.obj": V + b"#\n" * (SIZE // 2) + F,
    "statements.obj": V + b"g a\n" * (SIZE // 4) + F,
    "libraries.obj": V + b"mtllib a\n" * (SIZE // 9) + F,
}


def memory_to_read(path: Path) -> int:
    """Bytes that reading takes at most, refused or not."""
    tracemalloc.start()
    try:
        read_mesh(path)
    except FileFormatError:
        pass
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


@pytest.mark.parametrize("name", [*REFUSED, *READ])
def test_memory_is_bounded_by_the_size_of_the_file(name, tmp_path):
    path = tmp_path / name
    path.write_bytes((REFUSED | READ)[name])
    assert memory_to_read(path) < RATIO * SIZE


@pytest.mark.parametrize("name", REFUSED)
def test_lines_that_no_file_has_are_refused_by_their_number(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(REFUSED[name])
    with pytest.raises(FileFormatError, match=r"Line (4|6) has"):
        read_mesh(path)


@pytest.mark.parametrize("name", READ)
def test_long_lines_that_say_nothing_of_the_shape_change_nothing(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(READ[name])
    assert len(read_mesh(path).polygons) == 1


def test_a_face_may_have_more_corners_than_the_file_has_vertices(tmp_path):
    """A hole is cut into a face along a seam, whose ends are corners twice."""
    path = tmp_path / "hole.obj"
    ring = b"v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 1 2 0\nv 2 2 0\nv 2 1 0\n"
    path.write_bytes(ring + b"f 1 2 3 4 1 5 6 7 8 5\n")
    assert len(read_mesh(path).polygons.corners) == 10
