"""What each format keeps: the table is true, and what is lost is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pliant.appearance import Image
from pliant.clip import Clip
from pliant.io import read_mesh, write_clip, write_mesh
from pliant.io.clips import WRITABLE_CLIPS
from pliant.io.kept import KEPT, lost, lost_line, not_found
from pliant.io.meshes import WRITABLE
from pliant.mesh import Mesh
from tests.io.looks import painted, smooth
from tests.io.samples import plain, textured


def test_every_format_that_is_written_is_in_the_table():
    assert set(KEPT) == {*WRITABLE, *WRITABLE_CLIPS}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("a.pc2", "not kept in PC2: materials, UVs, normals, colours, polygons, parts"),
        ("a.stl", "not kept in STL: materials, UVs, normals, colours, polygons, parts"),
        ("a.off", "not kept in OFF: materials, UVs, normals, colours, parts"),
        ("a.ply", "not kept in PLY: materials, further UVs, split normals, parts"),
        ("a.glb", "not kept in GLB: polygons"),
        ("a.npz", ""),
        ("a.usdz", ""),
        ("a.mp4", ""),
        (
            "walk",
            "not kept in OBJ: occlusion maps, turned textures, alpha cut-offs, double sides, further UVs, "
            "alpha of colours, hierarchy",
        ),
    ],
)
def test_one_line_says_what_a_painted_mesh_loses(name, line):
    assert lost_line(painted(), name) == line


def test_nothing_is_said_where_nothing_is_lost():
    for suffix in {*KEPT} - {".glb", ".gltf", ".vrm", ".stl", ".pc2", ".mdd"}:
        assert lost(plain(), f"a{suffix}") == [], suffix
    assert lost(textured(), "a.mdd") == ["UVs", "polygons"]
    assert lost(Mesh.of(plain().V, plain().F), "a.stl") == []


# What can be seen again in a file that was read.
SEEN = ("materials", "UVs", "further UVs", "normals", "split normals", "colours", "alpha of colours", "parts")


@pytest.mark.parametrize("suffix", [".obj", ".ply", ".off", ".stl", ".glb", ".npz", ".usda", ".usdz", ".abc"])
@pytest.mark.parametrize("make", [painted, smooth])
def test_the_table_is_true(tmp_path: Path, suffix, make):
    pytest.importorskip({"u": "pxr", "a": "alembic3d"}.get(suffix[1], "numpy"))
    mesh = make()
    if suffix in WRITABLE:
        write_mesh(tmp_path / f"a{suffix}", mesh)
    else:
        write_clip(tmp_path / f"a{suffix}", Clip.of(mesh, mesh.V[None]))
    there = {word for word in SEEN if _has(read_mesh(tmp_path / f"a{suffix}"), word)}
    assert there == {word for word in SEEN if _has(mesh, word)} & KEPT[suffix]


def _has(mesh: Mesh, word: str) -> bool:
    from pliant.io.kept import _FEATURES

    return _FEATURES[word](mesh)


def test_images_that_were_not_found_are_named():
    mesh = painted()
    look = mesh.appearance
    gone = (Image("wood.png", "", b""), *look.images[1:])
    assert not_found(mesh) == []
    assert not_found(mesh.with_appearance(replace(look, images=gone))) == ["wood.png"]
    fewer = replace(look, materials=look.materials[:2])
    assert not_found(mesh.with_appearance(fewer)) == ["material stone"]
