"""Every command that writes says what is not kept, and which files it wrote."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pliant.appearance import Appearance, Image, Material, Texture, TextureUse
from pliant.io import read_mesh, write_mesh
from pliant.mesh import Mesh
from tests.io.looks import png


@pytest.fixture
def model(bar_set, tmp_path):
    """The bar with a textured material, as an OBJ file."""
    mesh = bar_set.mesh
    uv = np.zeros((1, 2))
    whole = Mesh.of_polygons(
        mesh.V,
        mesh.polygons,
        uv=uv,
        uv_corners=np.zeros(len(mesh.polygons.corners), dtype=int),
        materials={"wood": np.arange(len(mesh.polygons))},
    )
    wood = Material("wood", uses={"colour": TextureUse(0)})
    look = Appearance((wood,), (Texture(0),), (Image("wood.png", "image/png", png(1, 2, 3)),))
    (tmp_path / "in").mkdir()
    write_mesh(tmp_path / "in" / "bar.obj", whole.with_appearance(look))
    return tmp_path / "in" / "bar.obj"


def test_convert_says_what_a_point_cache_loses(run, model, tmp_path):
    done = run("convert", model, "-o", tmp_path / "a.pc2")
    assert done.exit_code == 0, done.stderr
    assert "not kept in PC2: materials, UVs\n" in done.stderr


def test_convert_names_the_files_beside_and_loses_nothing(run, model, tmp_path):
    done = run("convert", model, "-o", tmp_path / "b.obj", "--json")
    assert "not kept" not in done.stderr
    files = [str(tmp_path / name) for name in ("b.obj", "wood.png", "b.mtl")]
    assert json.loads(done.stdout)["files"] == files
    for file in files:
        assert f"wrote {file}" in done.stderr
    assert read_mesh(tmp_path / "b.obj").appearance.images[0].data == png(1, 2, 3)


def test_a_texture_that_is_missing_is_told_and_not_refused(run, model, tmp_path):
    (model.parent / "wood.png").unlink()
    done = run("convert", model, "-o", tmp_path / "b.obj")
    assert done.exit_code == 0
    assert "not found: wood.png\n" in done.stderr


def test_pose_says_what_is_lost(run, model, last, tmp_path):
    mesh = read_mesh(model)
    write_mesh(model.with_name("bent.obj"), mesh.moved(mesh.V + 0.1 * np.sin(3 * mesh.V[:, ::-1])))
    pull = ("--pin", "0", "--move", f"{last}=0.01,0,0")
    done = run("pose", model, model.with_name("bent.obj"), *pull, "-o", tmp_path / "a.stl")
    assert done.exit_code in (0, 3), done.stderr
    assert "not kept in STL: materials, UVs" in done.stderr
