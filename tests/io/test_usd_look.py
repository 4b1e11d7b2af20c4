"""USD: materials, textures, normals, colours, texture coordinates, nodes and parts come back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io import read_clip, read_mesh, write_clip
from pliant.mesh import Mesh
from pliant.skin import Skin
from pliant.skin_clip import SkinClip
from tests.io.looks import (
    IMAGES,
    MATERIALS,
    assert_same_layers,
    assert_same_material,
    assert_same_tree,
    painted,
    png,
)
from tests.io.samples import assert_same_members

pytest.importorskip("pxr", reason="USD is an extra: pip install pliant[usd]")
from pxr import Gf, Sdf, Usd, UsdGeom, UsdShade

from pliant.io.usd import write_usd_skin
from tests.io.test_usd import complaints, triangle

NUMBERS = ("colour", "metallic", "roughness", "emission", "alpha", "cutoff", "double_sided")


def still(mesh: Mesh) -> Clip:
    return Clip.of(mesh, mesh.V[None])


def assert_same_look(a: Mesh, b: Mesh) -> None:
    np.testing.assert_array_equal(b.polygons.corners, a.polygons.corners)
    np.testing.assert_allclose(b.V, a.V, rtol=0, atol=1e-6)
    assert_same_layers(a, b, ["normal", "colour0", "uv1"])
    assert_same_members(a.materials, b.materials)
    for material in MATERIALS:
        assert_same_material(a, b, material.name, NUMBERS, material.uses)
    assert_same_tree(a, b)


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usdz"])
def test_the_look_comes_back_whole_and_the_checker_has_nothing_to_say(tmp_path, suffix):
    mesh = painted()
    write_clip(tmp_path / f"a{suffix}", still(mesh))
    assert_same_look(mesh, read_mesh(tmp_path / f"a{suffix}"))
    assert complaints(tmp_path / f"a{suffix}") == []
    beside = {"wood_grain.png", "rough.png", "bumps.png"} if suffix != ".usdz" else set()
    assert {file.name for file in tmp_path.iterdir()} == {f"a{suffix}", *beside}


def test_a_file_that_is_read_and_written_again_says_the_same(tmp_path):
    write_clip(tmp_path / "a.usda", still(painted()))
    write_clip(tmp_path / "b.usda", still(read_mesh(tmp_path / "a.usda")))
    assert_same_tree(painted(), read_mesh(tmp_path / "b.usda"))
    assert (tmp_path / "a.usda").read_text().count("def Xform") == (tmp_path / "b.usda").read_text().count(
        "def Xform"
    )


def test_a_skin_keeps_the_look_and_each_part_is_bound_to_its_own_vertices(tmp_path):
    mesh = painted()
    skin = Skin.of(mesh.V, (np.arange(16) // 8)[:, None], np.ones((16, 1)), 2)
    palettes = np.tile(np.eye(3, 4), (3, 2, 1, 1))
    palettes[:, 1, 1, 3] = [0, 1, 2]
    clip = SkinClip.of(mesh, skin, palettes, name="lift")
    write_usd_skin(tmp_path / "a.usdc", clip)
    found = read_clip(tmp_path / "a.usdc")
    np.testing.assert_allclose(found.array(), clip.clip().array(), rtol=0, atol=1e-5)
    assert_same_layers(mesh, found.mesh, ["normal", "colour0", "uv1"])
    assert [part.name for part in found.mesh.appearance.parts] == ["box", "wheel"]
    for material in MATERIALS:
        assert_same_material(mesh, found.mesh, material.name, NUMBERS, material.uses)
    assert complaints(tmp_path / "a.usdc") == []


def normals_at(file: Path, time: float) -> np.ndarray:
    """(c, 3) the normals of the painted mesh in the scene, at its corners."""
    stage, found = Usd.Stage.Open(str(file)), []
    for path in ("/clip/stand/left_box/box", "/clip/stand/right/wheel"):
        prim = UsdGeom.Mesh.Get(stage, path)
        normals = np.array(UsdGeom.PrimvarsAPI(prim).GetPrimvar("normals").ComputeFlattened(time))
        found.append(normals @ np.array(prim.ComputeLocalToWorldTransform(time))[:3, :3])
    return np.concatenate(found)


def test_every_frame_of_a_clip_has_its_own_normals(tmp_path):
    mesh = painted()
    V = np.stack([mesh.V, mesh.V + 0.5 * np.sin(mesh.V[:, ::-1])])
    write_clip(tmp_path / "a.usdc", Clip.of(mesh, V))
    wanted = mesh.moved(V[1]).appearance.layers["normal"].at_corners()
    np.testing.assert_allclose(normals_at(tmp_path / "a.usdc", 2), wanted, rtol=0, atol=1e-6)
    assert_same_layers(mesh, read_clip(tmp_path / "a.usdc").mesh, ["normal", "colour0", "uv1"])


def test_flat_faces_are_written_as_normals_because_programs_disagree_without(tmp_path):
    look = painted().appearance
    layers = {name: layer for name, layer in look.layers.items() if name not in ("normal", "tangent")}
    mesh = painted().with_appearance(replace(look, layers=layers))
    V = mesh.V @ np.array([[1.0, 0.4, 0.0], [0.0, 2.0, 0.3], [0.2, 0.0, 0.7]])
    write_clip(tmp_path / "a.usdc", Clip.of(mesh, V[None]))
    sides = V[mesh.F[:, 1:]] - V[mesh.F[:, :1]]
    wanted = np.cross(sides[:, 0], sides[:, 1])
    wanted /= np.linalg.norm(wanted, axis=1, keepdims=True)
    found = normals_at(tmp_path / "a.usdc", 1)[mesh.triangle_corners]
    np.testing.assert_allclose(found, np.repeat(wanted[:, None], 3, axis=1), rtol=0, atol=1e-6)


def test_a_texture_that_is_there_is_not_overwritten_and_a_failure_leaves_none(tmp_path):
    foreign = png(1, 2, 3)
    (tmp_path / "rough.png").write_bytes(foreign)
    write_clip(tmp_path / "a.usdc", still(painted()))
    assert (tmp_path / "rough.png").read_bytes() == foreign
    assert (tmp_path / "rough_1.png").read_bytes() == IMAGES[1].data
    assert_same_look(painted(), read_mesh(tmp_path / "a.usdc"))
    before = set(tmp_path.iterdir())
    write_clip(tmp_path / "a.usdc", still(painted()))
    assert set(tmp_path.iterdir()) == before
    (tmp_path / "new").mkdir()
    broken = Clip(painted(), 2, 24.0, lambda: iter([painted().V]))
    with pytest.raises(Exception, match="ended early"):
        write_clip(tmp_path / "new" / "a.usdc", broken)
    assert list((tmp_path / "new").iterdir()) == []


def surface(stage: Usd.Stage, prim: UsdGeom.Mesh, image: str) -> UsdShade.Shader:
    """A material on a mesh whose colour is an image, as other programs write it."""
    material = UsdShade.Material.Define(stage, "/look")
    shader = UsdShade.Shader.Define(stage, "/look/shader")
    shader.CreateIdAttr("UsdPreviewSurface")
    texture = UsdShade.Shader.Define(stage, "/look/texture")
    texture.CreateIdAttr("UsdUVTexture")
    texture.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(image)
    goal = shader.CreateInput("diffuseColor", Sdf.ValueTypeNames.Color3f)
    goal.ConnectToSource(texture.ConnectableAPI(), "rgb")
    material.CreateSurfaceOutput().ConnectToSource(shader.ConnectableAPI(), "surface")
    UsdShade.MaterialBindingAPI.Apply(prim.GetPrim()).Bind(material)
    return shader


def test_images_outside_of_the_folder_are_not_read(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.png").write_bytes(png(9, 9, 9))
    (inside / "own.png").write_bytes(png(7, 7, 7))
    (inside / "link.png").symlink_to(tmp_path / "secret.png")
    wanted = {"../secret.png": b"", str(tmp_path / "secret.png"): b"", "./link.png": b"", "none.png": b""}
    for address, data in {**wanted, "./own.png": png(7, 7, 7)}.items():
        (inside / "a.usda").unlink(missing_ok=True)
        stage = Usd.Stage.CreateInMemory()
        surface(stage, triangle(stage, "/one"), address)
        stage.GetRootLayer().Export(str(inside / "a.usda"))
        images = read_mesh(inside / "a.usda").appearance.images
        assert [image.data for image in images] == [data], address


def test_normals_and_colours_of_other_programs_are_read_by_their_interpolation(tmp_path):
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    prim = triangle(stage, "/one")
    prim.CreateNormalsAttr([Gf.Vec3f(0, 0, 1), Gf.Vec3f(0, 1, 0), Gf.Vec3f(1, 0, 0)])
    prim.SetNormalsInterpolation("vertex")
    prim.AddScaleOp().Set(Gf.Vec3f(2, 1, 1))
    prim.CreateDisplayColorPrimvar("uniform").Set([Gf.Vec3f(0.5, 0.25, 1)])
    uv = UsdGeom.PrimvarsAPI(prim).CreatePrimvar("UVMap", Sdf.ValueTypeNames.Float2Array, "vertex")
    uv.Set([Gf.Vec2f(0, 0), Gf.Vec2f(1, 0), Gf.Vec2f(0, 1)])
    stage.Save()
    mesh = read_mesh(tmp_path / "a.usda")
    layers = mesh.appearance.layers
    np.testing.assert_array_equal(layers["normal"].at_corners(), [[0, 0, 1], [0, 1, 0], [1, 0, 0]])
    np.testing.assert_array_equal(layers["colour0"].at_corners(), [[0.5, 0.25, 1]] * 3)
    np.testing.assert_array_equal(mesh.uv, [[0, 0], [1, 0], [0, 1]])


@pytest.mark.parametrize("unauthored", [0, 1, 2])
def test_corners_whose_index_is_the_unauthored_one_have_no_value(tmp_path, unauthored):
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    prim = triangle(stage, "/one")
    colour = UsdGeom.PrimvarsAPI(prim).CreatePrimvar("tint", Sdf.ValueTypeNames.Color3fArray, "vertex")
    values = np.array([[0.25, 0, 0], [0, 0.5, 0], [0, 0, 0.75]])
    colour.Set([Gf.Vec3f(*row) for row in values.tolist()])
    colour.SetIndices([2, 0, 1])
    colour.SetUnauthoredValuesIndex(unauthored)
    stage.Save()
    layer = read_mesh(tmp_path / "a.usda").appearance.layers["colour0"]
    rows = np.array([2, 0, 1])
    np.testing.assert_array_equal(layer.corners < 0, rows == unauthored)
    # The last value is a placeholder then, as USD advises.
    assert len(layer.values) == (2 if unauthored == 2 else 3)
    there = layer.corners >= 0
    np.testing.assert_array_equal(layer.values[layer.corners[there]], values[rows[there]])


def shader_at(stage: Usd.Stage, name: str) -> UsdShade.Shader:
    """The only shader of a name in the scene."""
    (found,) = (prim for prim in stage.Traverse() if prim.GetName() == name)
    return UsdShade.Shader(found)


def test_only_moved_coordinates_have_a_transform_and_its_angle_is_in_degrees(tmp_path):
    write_clip(tmp_path / "a.usda", still(painted()))
    stage = Usd.Stage.Open(str(tmp_path / "a.usda"))
    names = [prim.GetName() for prim in stage.Traverse() if prim.GetName().endswith("_transform")]
    assert names == ["colour_transform"]
    moved = shader_at(stage, "colour_transform")
    assert abs(moved.GetInput("rotation").Get()) == pytest.approx(np.degrees(0.5))
    assert moved.GetInput("scale").Get() == Gf.Vec2f(2.0, 3.0)
    readers = {"colour": "colour_transform", "emission": "st_reader", "metallic_roughness": "st1_reader"}
    for use, reader in readers.items():
        (source,), _ = shader_at(stage, f"{use}_texture").GetInput("st").GetConnectedSources()
        assert source.source.GetPrim().GetName() == reader
    assert shader_at(stage, "st1_reader").GetInput("varname").Get() == "st1"


def test_roughness_and_metal_of_two_images_are_packed_into_one(tmp_path):
    pillow = pytest.importorskip("PIL.Image")
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    shader = surface(stage, triangle(stage, "/one"), "./colour.png")
    for name, value in (("roughness", 60), ("metallic", 220)):
        (tmp_path / f"{name}.png").write_bytes(png(value, 1, 2))
        texture = UsdShade.Shader.Define(stage, f"/look/{name}")
        texture.CreateIdAttr("UsdUVTexture")
        texture.CreateInput("file", Sdf.ValueTypeNames.Asset).Set(f"./{name}.png")
        goal = shader.CreateInput(name, Sdf.ValueTypeNames.Float)
        goal.ConnectToSource(texture.ConnectableAPI(), "r")
    stage.Save()
    look = read_mesh(tmp_path / "a.usda").appearance
    material = look.materials[0]
    assert (material.metallic, material.roughness) == (1.0, 1.0)
    image = look.images[look.textures[material.uses["metallic_roughness"].texture].image]
    (tmp_path / "packed.png").write_bytes(image.data)
    with pillow.open(tmp_path / "packed.png") as picture:
        assert picture.getpixel((0, 0)) == (255, 60, 220)


def test_damaged_values_at_corners_are_refused_by_name(tmp_path):
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    prim = triangle(stage, "/one")
    prim.CreateNormalsAttr([Gf.Vec3f(0, 0, 1)])
    prim.SetNormalsInterpolation("vertex")
    stage.Save()
    with pytest.raises(FileFormatError, match=r"a\.usda.*one\.normals has 1 values"):
        read_mesh(tmp_path / "a.usda")


def test_parts_keep_the_order_of_vertices_whatever_the_hierarchy(tmp_path):
    mesh = painted()
    parts = tuple(
        part.__class__(part.name, node, part.vertices, part.polygons)
        for part, node in zip(mesh.appearance.parts, (3, 1), strict=True)
    )
    swapped = mesh.with_appearance(mesh.appearance.__class__(**{**vars(mesh.appearance), "parts": parts}))
    write_clip(tmp_path / "a.usdc", still(swapped))
    assert_same_tree(swapped, read_mesh(tmp_path / "a.usdc"))
    assert Path(tmp_path / "a.usdc").exists()
