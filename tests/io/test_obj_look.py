"""OBJ with MTL: materials, textures, normals, colours and objects, in and out."""

from __future__ import annotations

import os
from dataclasses import replace

import numpy as np
import pytest

from pliant.appearance import Material
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io import read_clip, read_mesh, write_clip, write_mesh
from pliant.io.obj.mtl_reader import shininess_of
from pliant.mesh import Mesh
from tests.io.looks import (
    IMAGES,
    assert_same_layers,
    assert_same_material,
    painted,
    png,
)
from tests.io.samples import assert_same_faces, assert_same_members

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n"


def writable() -> Mesh:
    """The painted mesh with what OBJ can hold: textures that are not turned, one UV set, no alpha."""
    mesh = painted()
    look = mesh.appearance
    materials = []
    for material in look.materials:
        uses = {
            name: replace(use, turn=0.0, uv=0) for name, use in material.uses.items() if name != "occlusion"
        }
        materials.append(
            replace(
                material, uses=uses, alpha="blend" if material.colour[3] < 1 else "opaque", double_sided=False
            )
        )
    textures = tuple(replace(texture, wrap=("repeat", "repeat")) for texture in look.textures)
    colours = look.layers["colour0"]
    layers = {"normal": look.layers["normal"], "colour0": replace(colours, values=colours.values[:, :3])}
    return mesh.with_appearance(replace(look, materials=tuple(materials), textures=textures, layers=layers))


def library(tmp_path, text: str, extra: str = "") -> Mesh:
    """A triangle with the material 'paint' of a library."""
    (tmp_path / "a.mtl").write_text(text)
    (tmp_path / "a.obj").write_text(f"mtllib a.mtl\n{TRIANGLE}{extra}usemtl paint\nf 1/1 2/2 3/3\n")
    return read_mesh(tmp_path / "a.obj")


def test_the_look_comes_back_and_positions_keep_their_bits(tmp_path):
    mesh = writable()
    files = write_mesh(tmp_path / "my box.obj", mesh)
    names = {"my box.obj", "my_box.mtl", "wood_grain.png", "rough.png", "bumps.png"}
    assert {file.name for file in tmp_path.iterdir()} == names == {file.name for file in files}
    found = read_mesh(tmp_path / "my box.obj")
    np.testing.assert_array_equal(found.V, mesh.V)
    assert_same_faces(mesh, found)
    assert_same_members(mesh.materials, found.materials)
    assert_same_layers(mesh, found, ["normal", "colour0"], atol=1e-12)
    np.testing.assert_array_equal(
        found.appearance.layers["normal"].at_corners(), mesh.appearance.layers["normal"].at_corners()
    )
    for material in mesh.appearance.materials:
        numbers = ("colour", "metallic", "roughness", "emission", "alpha")
        assert_same_material(mesh, found, material.name, numbers, material.uses)
    parts = [(part.name, part.vertices, part.polygons) for part in found.appearance.parts]
    assert parts == [("left box", (0, 8), (0, 6)), ("wheel", (8, 16), (6, 12))]


def test_foreign_files_stay_and_our_own_library_is_replaced(tmp_path):
    (tmp_path / "a.mtl").write_text("newmtl mine\n")
    (tmp_path / "rough.png").write_bytes(png(1, 2, 3))
    write_mesh(tmp_path / "a.obj", writable())
    assert (tmp_path / "a.mtl").read_text() == "newmtl mine\n"
    assert (tmp_path / "rough.png").read_bytes() == png(1, 2, 3)
    assert (tmp_path / "rough_1.png").read_bytes() == IMAGES[1].data
    before = {file.name for file in tmp_path.iterdir()}
    mesh = writable()
    look = replace(mesh.appearance, materials=(*mesh.appearance.materials[:2], Material("stone")))
    write_mesh(tmp_path / "a.obj", mesh.with_appearance(look))
    assert {file.name for file in tmp_path.iterdir()} == before
    assert read_mesh(tmp_path / "a.obj").appearance.material("stone").roughness == 1.0


def test_all_files_appear_or_none(tmp_path, monkeypatch):
    write_mesh(tmp_path / "a.obj", writable())
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    mesh = writable()
    changed = replace(
        mesh.appearance, materials=(Material("stone", roughness=0.125),), textures=(), images=()
    )
    move = os.replace

    def refusing(source, target):
        if str(target).endswith(".obj"):
            raise OSError(28, "No space left on device")
        move(source, target)

    monkeypatch.setattr(os, "replace", refusing)
    with pytest.raises(OSError, match="No space"):
        write_mesh(tmp_path / "a.obj", mesh.with_appearance(changed))
    (tmp_path / "other").mkdir()
    with pytest.raises(OSError, match="No space"):
        write_mesh(tmp_path / "other" / "a.obj", mesh)
    assert list((tmp_path / "other").iterdir()) == []
    (tmp_path / "other").rmdir()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_a_sequence_has_one_library_and_its_normals_follow(tmp_path):
    mesh = writable()
    V = np.stack([mesh.V, mesh.V + np.sin(mesh.V[:, ::-1])])
    write_clip(tmp_path / "walk", Clip.of(mesh, V))
    assert {file.suffix for file in (tmp_path / "walk").iterdir()} == {".obj", ".mtl", ".png"}
    assert len(list((tmp_path / "walk").glob("*.mtl"))) == 1
    clip = read_clip(tmp_path / "walk")
    np.testing.assert_array_equal(clip.array(), V)
    second = read_mesh(tmp_path / "walk" / "frame_0002.obj").appearance.layers["normal"]
    wanted = mesh.moved(V[1]).appearance.layers["normal"]
    np.testing.assert_array_equal(second.at_corners(), wanted.at_corners())


def test_statements_of_other_programs_are_understood(tmp_path):
    (tmp_path / "my wood.png").write_bytes(png(9, 8, 7))
    mesh = library(
        tmp_path,
        "newmtl paint\nKd 0 0 0\nTr 0.25\nNs 225\nKe 0.5 0.25 0.125\n"
        "map_Kd -s 2 4 1 -o 0.5 0.25 -clamp on C:\\art\\my wood.png\nmap_Bump -bm 0.5 my wood.png\n",
    )
    material = mesh.appearance.material("paint")
    assert material.colour == (1.0, 1.0, 1.0, 0.75)
    assert material.alpha == "blend"
    assert material.roughness == 0.5
    assert shininess_of(0.5) == 225
    assert material.emission == (0.5, 0.25, 0.125)
    use = material.uses["colour"]
    assert (use.scale, use.offset) == ((2.0, 4.0), (0.5, -3.25))
    texture = mesh.appearance.textures[use.texture]
    assert texture.wrap == ("clamp", "clamp")
    assert mesh.appearance.images[texture.image].data == png(9, 8, 7)
    assert material.uses["normal"].amount == 0.5


def test_libraries_and_images_that_are_missing_or_outside_are_not_read(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "up.mtl").write_text("newmtl paint\nKd 1 0 0\n")
    (tmp_path / "secret.png").write_bytes(png(1, 1, 1))
    (inside / "a.obj").write_text(f"mtllib ../up.mtl none.mtl\n{TRIANGLE}usemtl paint\nf 1 2 3\n")
    mesh = read_mesh(inside / "a.obj")
    assert list(mesh.materials) == ["paint"]
    assert mesh.appearance.materials == ()
    found = library(inside, "newmtl paint\nmap_Kd ../secret.png\n")
    assert [(image.name, image.data) for image in found.appearance.images] == [("../secret.png", b"")]


@pytest.mark.parametrize("value", ["Kd", "Kd red", "Ns nan", "d x", "map_Kd", "map_Kd -s", "Ke inf 0 0"])
def test_damaged_libraries_are_read_as_far_as_they_go(tmp_path, value):
    material = library(tmp_path, f"{value}\nnewmtl paint\n{value}\nPr 0.25\n").appearance.material("paint")
    assert material.roughness == 0.25
    assert np.isfinite([*material.colour, *material.emission]).all()


def test_normals_and_colours_are_by_corner_and_vertex(tmp_path):
    (tmp_path / "a.obj").write_text(
        "v 0 0 0 1 0 0\nv 1 0 0 0 0.5 0\nv 0 1 0\nvn 0 0 1\nvn 0 1 0\nf 1//1 2//-1 3\n"
    )
    layers = read_mesh(tmp_path / "a.obj").appearance.layers
    np.testing.assert_array_equal(layers["normal"].at_corners(), [[0, 0, 1], [0, 1, 0], [np.nan] * 3])
    colours = layers["colour0"].at_corners()
    np.testing.assert_allclose(colours[:2], [[1, 0, 0], [0, 0.2140411, 0]], rtol=0, atol=1e-7)
    assert np.isnan(colours[2]).all()


def test_objects_whose_vertices_mix_are_no_parts(tmp_path):
    mixed = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no a\nf 1 2 3\no b\nf 1 2 4\n"
    (tmp_path / "a.obj").write_text(mixed)
    mesh = read_mesh(tmp_path / "a.obj")
    assert mesh.appearance.parts == ()
    assert list(mesh.groups) == ["a", "b"]


def test_a_line_that_is_no_normal_is_refused_where_it_is_one_to_be(tmp_path):
    (tmp_path / "a.obj").write_text(f"{TRIANGLE}vn 0 x 0\nf 1//1 2//1 3//1\n")
    with pytest.raises(FileFormatError, match="Line 7"):
        read_mesh(tmp_path / "a.obj")
