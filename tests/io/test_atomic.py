"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat

import pytest

from pliant.atomic import atomic_write
from pliant.errors import FileFormatError, MeshError
from pliant.io import write_mesh
from pliant.mesh import Mesh


def write_half(path, error) -> None:
    with atomic_write(path) as file:
        file.write(b"half")
        raise error


def test_the_file_appears_when_the_block_ends(tmp_path):
    path = tmp_path / "a.bin"
    with atomic_write(path) as file:
        file.write(b"whole")
        assert not path.exists()
    assert path.read_bytes() == b"whole"
    assert os.listdir(tmp_path) == ["a.bin"]


def test_an_exception_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "a.bin"
    path.write_bytes(b"old")
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error):
            write_half(path, error)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.bin"]


def test_rights_and_links_are_kept(tmp_path):
    path, link = tmp_path / "a.bin", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    with atomic_write(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_rights(tmp_path):
    (tmp_path / "usual").write_bytes(b"")
    with atomic_write(tmp_path / "a.bin"):
        pass
    assert (tmp_path / "a.bin").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_folders_and_missing_folders_are_refused(tmp_path):
    for path in (tmp_path, tmp_path / "none" / "a.bin"):
        with pytest.raises(FileFormatError, match="folder"), atomic_write(path):
            pass


def test_a_mesh_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    mesh = Mesh.of([[0, 0, 1e300], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    for suffix in (".stl", ".glb"):
        with pytest.raises(MeshError, match=f"big{suffix}: "):
            write_mesh(tmp_path / f"big{suffix}", mesh)
    assert os.listdir(tmp_path) == []
