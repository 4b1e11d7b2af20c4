"""Reading and writing meshes by file name, and real files."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
import trimesh

from pliant.errors import FileFormatError, MeshError, UnsupportedFormatError
from pliant.io import read_mesh, write_mesh
from pliant.mesh import Mesh
from tests.io.samples import assert_same_faces, assert_same_mesh, dressed, plain

STATIC = (
    "libigl_arm.obj",
    "libigl_armadillo.obj",
    "libigl_camelhead.off",
    "libigl_decimated-knight.off",
    "libigl_horse_quad.obj",
    "sumner_camel_reference.obj",
)


@pytest.mark.parametrize("suffix", [".obj", ".ply", ".off", ".npz", ".OBJ", ".Ply"])
def test_a_mesh_comes_back_from_a_file(tmp_path, suffix):
    path = tmp_path / f"mesh{suffix}"
    write_mesh(path, plain())
    assert_same_mesh(read_mesh(path), plain())
    assert_same_mesh(read_mesh(str(path)), plain())


@pytest.mark.parametrize("suffix", [".obj", ".npz"])
def test_everything_comes_back_from_formats_that_hold_everything(tmp_path, suffix):
    write_mesh(tmp_path / f"mesh{suffix}", dressed())
    assert_same_mesh(read_mesh(tmp_path / f"mesh{suffix}"), dressed())


@pytest.mark.parametrize("suffix", [".stl", ".glb"])
def test_formats_of_triangles_keep_the_triangles(tmp_path, suffix):
    write_mesh(tmp_path / f"mesh{suffix}", plain())
    back = read_mesh(tmp_path / f"mesh{suffix}")
    np.testing.assert_array_equal(back.V[back.F], plain().V[plain().F].astype(np.float32))


def test_the_same_mesh_gives_the_same_bytes(tmp_path):
    for suffix in (".obj", ".ply", ".off", ".stl", ".glb", ".npz"):
        write_mesh(tmp_path / f"a{suffix}", dressed())
        write_mesh(tmp_path / f"b{suffix}", dressed())
        assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_a_missing_file_is_named(tmp_path):
    for name in ("none.obj", "none", "nu\0ll.obj"):
        with pytest.raises(FileFormatError, match="does not exist"):
            read_mesh(tmp_path / name)


def test_folders_empty_files_and_unknown_suffixes_are_refused_by_name(tmp_path):
    (tmp_path / "folder.obj").mkdir()
    (tmp_path / "empty.obj").touch()
    (tmp_path / "mesh.blend").write_bytes(b"BLENDER")
    (tmp_path / "mesh").write_bytes(b"v 0 0 0")
    for name, error, words in (
        ("folder.obj", FileFormatError, "is a folder"),
        ("empty.obj", FileFormatError, "is empty"),
        ("mesh.blend", UnsupportedFormatError, "cannot read"),
        ("mesh", UnsupportedFormatError, "cannot read"),
    ):
        with pytest.raises(error, match=words) as caught:
            read_mesh(tmp_path / name)
        assert name in str(caught.value)
    with pytest.raises(UnsupportedFormatError, match="cannot write"):
        write_mesh(tmp_path / "mesh.gltf", plain())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe.obj")
    with pytest.raises(FileFormatError, match="not a regular file"):
        read_mesh(tmp_path / "pipe.obj")


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root reads everything")
def test_a_file_closed_to_us_is_refused(tmp_path):
    path = tmp_path / "closed.obj"
    path.write_bytes(b"v 0 0 0")
    path.chmod(0)
    with pytest.raises(FileFormatError, match="permissions"):
        read_mesh(path)


def test_errors_within_a_file_name_it(tmp_path):
    path = tmp_path / "bad.obj"
    path.write_bytes(b"v 0 0 0\nv 1 0 0\nv 0 1 nan\nf 1 2 3\n")
    with pytest.raises(MeshError, match=r"bad\.obj: .*vertex 2"):
        read_mesh(path)
    path.write_bytes(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
    with pytest.raises(FileFormatError, match=r"bad\.obj: Line 4"):
        read_mesh(path)


def test_numbers_that_overflow_do_not_warn(tmp_path):
    path = tmp_path / "huge.obj"
    path.write_bytes(b"v 0 0 0\nv 1e200 0 0\nv 1e200 1e200 0\nv 0 1e200 0\nf 1 2 3 4\n")
    assert read_mesh(path).F.shape == (2, 3)


@pytest.mark.parametrize("name", STATIC)
def test_real_files_have_the_order_that_trimesh_finds(data, name):
    """trimesh reads quads as two triangles, so those are compared as vertices only."""
    mesh = read_mesh(data / "static" / name)
    seen = trimesh.load(data / "static" / name, process=False, maintain_order=True, force="mesh")
    assert isinstance(seen, trimesh.Trimesh)
    np.testing.assert_allclose(mesh.V, seen.vertices, rtol=0, atol=1e-12 * np.abs(mesh.V).max())
    if len(mesh.polygons) == len(mesh.F):
        np.testing.assert_array_equal(mesh.F, seen.faces)
    else:
        assert len(mesh.F) == len(seen.faces) == 2 * len(mesh.polygons)


@pytest.mark.parametrize("suffix", [".obj", ".ply", ".off"])
def test_real_files_survive_every_format_bit_for_bit(data, tmp_path, suffix):
    for name in ("libigl_arm.obj", "libigl_decimated-knight.off", "libigl_horse_quad.obj"):
        mesh = read_mesh(data / "static" / name)
        write_mesh(tmp_path / f"mesh{suffix}", mesh)
        back = read_mesh(tmp_path / f"mesh{suffix}")
        np.testing.assert_array_equal(back.V, mesh.V)
        assert_same_faces(back, mesh)


@pytest.mark.parametrize("suffix", [".ply", ".off", ".stl", ".obj"])
def test_trimesh_reads_what_we_write(tmp_path, suffix):
    """Triangles, because trimesh reads no PLY of mixed polygons and no OFF with pentagons."""
    mesh = Mesh.of(plain().V, plain().F)
    write_mesh(tmp_path / f"mesh{suffix}", mesh)
    seen = trimesh.load(tmp_path / f"mesh{suffix}", process=False, maintain_order=True, force="mesh")
    assert isinstance(seen, trimesh.Trimesh)
    np.testing.assert_allclose(seen.vertices[seen.faces], mesh.V[mesh.F], rtol=1e-6)
    if suffix in (".ply", ".off"):
        np.testing.assert_array_equal(seen.vertices, mesh.V)
        np.testing.assert_array_equal(seen.faces, mesh.F)


@pytest.mark.parametrize("kind", ["ply", "stl", "off", "glb", "obj"])
def test_we_read_what_trimesh_writes(tmp_path, kind):
    shape = trimesh.creation.icosphere(subdivisions=1)
    shape.export(tmp_path / f"ball.{kind}")
    mesh = read_mesh(tmp_path / f"ball.{kind}")
    np.testing.assert_allclose(mesh.V[mesh.F], shape.vertices[shape.faces], atol=1e-6)


def test_importing_readers_is_light():
    code = "import sys, pliant.io; print([m for m in ('pygltflib', 'scipy', 'numba') if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert found.stdout.strip() == "[]"
