"""FBX: materials, textures, normals, colours, texture coordinates and nodes of a file by hand."""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_clip, read_mesh
from pliant.io.vertex_values import linear_of_srgb
from pliant.mesh import Mesh
from tests.io.looks import png
from tests.io.test_fbx import CORNERS, V, numbers

pytest.importorskip("ufbx", reason="FBX is an extra: pip install pliant[fbx]")

UV = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
ROWS = [0, 1, 2, 3, 0, 1, 2, 3]
NORMALS = np.array([[0, 0, 1]] * 4 + [[0, 1, 0]] * 4, dtype=float)
COLOURS = np.linspace(0, 1, 32).reshape(8, 4)


def layer(kind: str, number: int, name: str, body: str) -> str:
    return f"""LayerElement{kind}: {number} {{ Version: 101
 Name: "{name}"
 MappingInformationType: "ByPolygonVertex"
 {body} }}
"""


def uv(number: int, name: str, values) -> str:
    rows = numbers("UV", values) + numbers("UVIndex", ROWS)
    return layer("UV", number, name, f'ReferenceInformationType: "IndexToDirect"\n{rows}')


def direct(kind: str, word: str, values) -> str:
    return layer(kind, 0, kind, f'ReferenceInformationType: "Direct"\n{numbers(word, values)}')


def texture(key: int, name: str, content: bytes = b"", extra: str = "") -> str:
    """A texture and its file, which is inside if it has content."""
    inside = f'Content: , "{base64.b64encode(content).decode()}"' if content else ""
    return f"""Texture: {key}, "Texture::{name}", "" {{ Type: "TextureVideoClip"
 FileName: "C:\\art\\{name}.png"
 RelativeFilename: "..\\art\\{name}.png"
 Properties70: {{ {extra} }} }}
Video: {key + 100}, "Video::{name}", "Clip" {{ Type: "Clip"
 FileName: "C:\\art\\{name}.png"
 RelativeFilename: "..\\art\\{name}.png"
 {inside} }}
"""


def fbx() -> str:
    """Two quads under a node in a node; the image of their colour is inside, that of normals beside."""
    parts = uv(0, "first", UV) + uv(1, "second", UV / 2) + direct("Normal", "Normals", NORMALS)
    parts += direct("Color", "Colors", COLOURS)
    kinds = [("UV", 0), ("Normal", 0), ("Color", 0)]
    first = "".join(
        f' LayerElement: {{ Type: "LayerElement{kind}"\n TypedIndex: {i} }}\n' for kind, i in kinds
    )
    objects = f"""Geometry: 1, "Geometry::quads", "Mesh" {{
{numbers("Vertices", V)}{numbers("PolygonVertexIndex", CORNERS)}GeometryVersion: 124
{parts}Layer: 0 {{ Version: 100
{first} }}
Layer: 1 {{ Version: 100
 LayerElement: {{ Type: "LayerElementUV"
 TypedIndex: 1 }} }} }}
Model: 2, "Model::body", "Mesh" {{ Properties70: {{
 P: "Lcl Translation", "Lcl Translation", "", "A",0,5,0 }} }}
Model: 3, "Model::stand", "Null" {{ Properties70: {{
 P: "Lcl Rotation", "Lcl Rotation", "", "A",90,0,0 }} }}
Material: 5, "Material::red", "" {{ ShadingModel: "phong"
 Properties70: {{ P: "DiffuseColor", "Color", "", "A",0.5,0.25,0.125
 P: "EmissiveColor", "Color", "", "A",0.25,0.5,1
 P: "EmissiveFactor", "Number", "", "A",0.5
 P: "ShininessExponent", "Number", "", "A",25 }} }}
{texture(30, "wood", png(9, 8, 7), 'P: "UVSet", "KString", "", "", "second"')}
{texture(31, "bumps", b"", 'P: "WrapModeU", "enum", "", "",1')}"""
    links = ["OO,3,0", "OO,2,3", "OO,1,2", "OO,5,2", "OO,130,30", "OO,131,31"]
    links += ['OP,30,5, "DiffuseColor"', 'OP,31,5, "NormalMap"']
    connections = "\n".join(f'C: "{link[:2]}",{link[3:]}' for link in links)
    return f"""; FBX 7.4.0 project file
FBXHeaderExtension: {{ FBXHeaderVersion: 1003
 FBXVersion: 7400 }}
GlobalSettings: {{ Version: 1000
 Properties70: {{ }} }}
Objects: {{
{objects} }}
Connections: {{
{connections} }}
"""


@pytest.fixture
def mesh(tmp_path: Path) -> Mesh:
    (tmp_path / "a.fbx").write_text(fbx())
    (tmp_path / "bumps.png").write_bytes(png(1, 2, 3))
    return read_mesh(tmp_path / "a.fbx")


def test_textures_are_read_from_inside_and_beside_with_their_coordinates(mesh):
    look = mesh.appearance
    material = look.material("red")
    assert set(material.uses) == {"colour", "normal"}
    found = {use: look.images[look.textures[given.texture].image] for use, given in material.uses.items()}
    assert found["colour"].data == png(9, 8, 7)
    assert found["colour"].kind == "image/png"
    assert found["normal"].data == png(1, 2, 3)
    assert [given.uv for given in material.uses.values()] == [1, 0]
    assert look.textures[material.uses["normal"].texture].wrap == ("clamp", "repeat")


def test_numbers_of_a_phong_material_are_translated(mesh):
    material = mesh.appearance.material("red")
    # A texture takes the place of the colour.
    assert material.colour == (1.0, 1.0, 1.0, 1.0)
    assert material.emission == (0.125, 0.25, 0.5)
    assert material.metallic == 0
    assert material.roughness == pytest.approx(0.5)
    assert mesh.materials["red"].tolist() == [0, 1]


def test_normals_turn_with_their_node_and_colours_become_linear(mesh):
    layers = mesh.appearance.layers
    # A quarter turn about x takes y to z and z to -y.
    turned = NORMALS[:, [0, 2, 1]] * [1, -1, 1]
    np.testing.assert_allclose(layers["normal"].at_corners(), turned, rtol=0, atol=1e-6)
    colours = layers["colour0"].at_corners()
    np.testing.assert_allclose(colours[:, :3], linear_of_srgb(COLOURS[:, :3]), rtol=0, atol=1e-6)
    np.testing.assert_allclose(colours[:, 3], COLOURS[:, 3], rtol=0, atol=1e-6)
    np.testing.assert_array_equal(layers["uv1"].at_corners(), UV[ROWS] / 2)
    assert mesh.uv is not None
    np.testing.assert_array_equal(mesh.uv[mesh.uv_corners], UV[ROWS])


def test_nodes_and_parts_are_those_of_the_file(mesh):
    look = mesh.appearance
    assert [(node.name, node.parent) for node in look.nodes] == [("stand", -1), ("body", 0)]
    assert [(part.name, part.node, part.vertices, part.polygons) for part in look.parts] == [
        ("quads", 1, (0, 7), (0, 2))
    ]
    local = np.column_stack([V, np.ones(7)]) @ look.world_matrices()[1].T
    np.testing.assert_allclose(mesh.V, local[:, :3], rtol=0, atol=1e-12)


def test_a_clip_has_the_look_too(tmp_path, mesh):
    found = read_clip(tmp_path / "a.fbx").mesh.appearance
    assert len(found.images) == 2
    assert [image.data for image in found.images] == [image.data for image in mesh.appearance.images]
    assert set(found.layers) == set(mesh.appearance.layers)
