"""Meshes in glTF files, against files made by hand."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError, MeshError, PliantError, UnsupportedFormatError
from pliant.io.gltf import mesh_of_gltf, poses_of_gltf
from pliant.mesh import Mesh
from tests.io.samples import TRIANGLE, GltfBuilder

HERE = Path()


def read(file: GltfBuilder, folder: Path = HERE) -> Mesh:
    return mesh_of_gltf(file.glb(), folder)


def one_triangle(**fields) -> GltfBuilder:
    file = GltfBuilder()
    file.mesh(file.triangle(), **fields)
    return file


def test_nodes_are_placed_by_their_ancestors_and_joined_in_scene_order():
    file = one_triangle()
    turn = [0, 0, np.sin(np.pi / 4), np.cos(np.pi / 4)]
    # x' = 2·x, moved by 5 along y; then a quarter turn about z and 1 along x.
    moved = np.diag([2.0, 2.0, 2.0, 1.0])
    moved[1, 3] = 5
    file.root["nodes"] = [
        {"children": [2, 1], "rotation": turn, "translation": [1, 0, 0]},
        {"mesh": 0, "name": "second"},
        {"mesh": 0, "name": "first", "matrix": moved.T.ravel().tolist()},
        {"mesh": 0, "name": "outside the scene"},
    ]
    mesh = read(file)
    first = [[1 - 5, 0, 0], [1 - 5, 2, 0], [1 - 7, 0, 0]]
    second = [[1, 0, 0], [1, 1, 0], [0, 0, 0]]
    np.testing.assert_allclose(mesh.V, first + second, atol=1e-14)
    assert mesh.F.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert {name: rows.tolist() for name, rows in mesh.groups.items()} == {"first": [0], "second": [1]}


def test_scale_comes_before_rotation_and_translation():
    file = one_triangle()
    half = np.sqrt(0.5)
    file.root["nodes"] = [
        {"mesh": 0, "scale": [1, 3, 1], "rotation": [half, 0, 0, half], "translation": [0, 0, 7]}
    ]
    np.testing.assert_allclose(read(file).V, [[0, 0, 7], [1, 0, 7], [0, 0, 10]], atol=1e-15)


def test_a_mirroring_node_does_not_turn_triangles_inside_out():
    file = one_triangle()
    file.root["nodes"] = [{"mesh": 0, "scale": [-1, 1, 1]}]
    mesh = read(file)
    a, b, c = mesh.V[mesh.F[0]]
    assert np.cross(b - a, c - a)[2] > 0


def test_primitives_on_the_same_positions_share_their_vertices():
    file = GltfBuilder()
    positions = file.array(np.vstack([TRIANGLE, [[1, 1, 0]]]))
    other = file.array(TRIANGLE + 5)
    first = {"attributes": {"POSITION": positions}, "indices": file.array([2, 1, 3], "u2"), "material": 1}
    second = {"attributes": {"POSITION": other}, "material": 2}
    third = {"attributes": {"POSITION": positions}, "indices": file.array([0, 1, 2], "u1"), "material": 0}
    file.mesh(first, second, third, name="door")
    file.root["materials"] = [{"name": "wood"}, {"name": "wood"}, {}]
    mesh = read(file)
    assert mesh.n == 7
    assert mesh.F.tolist() == [[2, 1, 3], [4, 5, 6], [0, 1, 2]]
    assert {name: rows.tolist() for name, rows in mesh.groups.items()} == {
        "door.0": [0],
        "door.1": [1],
        "door.2": [2],
    }
    assert {name: rows.tolist() for name, rows in mesh.materials.items()} == {
        "wood 1": [0],
        "material 2": [1],
        "wood": [2],
    }


def test_texture_coordinates_are_turned_over_and_may_be_normalised_integers():
    file = GltfBuilder()
    primitives = []
    for values, kind in (([[0, 0], [1, 0.25], [0, 1]], "f4"), ([[0, 0], [255, 51], [0, 255]], "u1")):
        primitive = file.triangle()
        primitive["attributes"]["TEXCOORD_0"] = file.array(
            values, kind, **({"normalized": True} if kind == "u1" else {})
        )
        primitives.append(primitive)
    file.mesh(*primitives, file.triangle())
    mesh = read(file)
    assert mesh.uv is not None
    assert mesh.uv_corners is not None
    np.testing.assert_allclose(
        mesh.uv, [[0, 1], [1, 0.75], [0, 0], [0, 1], [1, 0.8], [0, 0]], rtol=0, atol=1e-15
    )
    assert mesh.uv_corners.tolist() == [0, 1, 2, 3, 4, 5, -1, -1, -1]


def test_strips_and_fans_have_the_order_of_the_specification():
    file = GltfBuilder()
    positions = file.array(np.vstack([TRIANGLE, [[1, 1, 0], [2, 1, 0]]]))
    file.mesh(
        {"attributes": {"POSITION": positions}, "mode": 5},
        {"attributes": {"POSITION": positions}, "mode": 6},
        {"attributes": {"POSITION": positions}, "mode": 4},
        {"attributes": {"POSITION": positions}, "mode": 1},
    )
    strip, fan, rest = [[0, 1, 2], [1, 3, 2], [2, 3, 4]], [[1, 2, 0], [2, 3, 0], [3, 4, 0]], [[0, 1, 2]]
    assert read(file).F.tolist() == strip + fan + rest


def test_interleaved_and_sparse_arrays_are_put_together():
    file = GltfBuilder()
    rows = np.zeros(3, dtype=[("V", "<f4", 3), ("colour", "u1", 4)])
    rows["V"] = TRIANGLE
    view = file.view(rows.tobytes(), byteStride=rows.itemsize)
    sparse = {
        "count": 2,
        "indices": {"bufferView": file.view(np.array([0, 2], "<u2").tobytes()), "componentType": 5123},
        "values": {"bufferView": file.view(np.array([[9, 9, 9], [8, 8, 8]], "<f4").tobytes())},
    }
    vec3 = {"componentType": 5126, "count": 3, "type": "VEC3"}
    file.root["accessors"] = [
        {"bufferView": view, **vec3},
        {"bufferView": view, "sparse": sparse, **vec3},
        {"sparse": sparse, **vec3},
    ]
    file.mesh(*({"attributes": {"POSITION": i}} for i in range(3)))
    expected = [TRIANGLE, [[9, 9, 9], [1, 0, 0], [8, 8, 8]], [[9, 9, 9], [0, 0, 0], [8, 8, 8]]]
    np.testing.assert_array_equal(read(file).V, np.concatenate(expected))


def test_sparse_entries_beyond_the_array_are_refused():
    file = one_triangle()
    file.root["accessors"][0]["sparse"] = {
        "count": 1,
        "indices": {"bufferView": file.view(b"\3"), "componentType": 5121},
        "values": {"bufferView": file.view(bytes(12))},
    }
    with pytest.raises(FileFormatError, match="beyond the 3"):
        read(file)


def test_texture_coordinates_are_one_per_vertex():
    file = GltfBuilder()
    primitive = file.triangle()
    primitive["attributes"]["TEXCOORD_0"] = file.array([[0, 0], [1, 0]])
    file.mesh(primitive)
    with pytest.raises(FileFormatError, match="2 texture coordinates"):
        read(file)


@pytest.mark.parametrize(("kind", "scale"), [("i1", 127), ("i2", 32767), ("u1", 255), ("u2", 65535)])
def test_normalised_integers_span_one(kind, scale):
    file = GltfBuilder()
    least = -scale - 1 if kind[0] == "i" else 0
    file.mesh(
        {
            "attributes": {
                "POSITION": file.array([[0, 0, least], [scale, 0, 0], [0, 1, 0]], kind, normalized=True)
            }
        }
    )
    expected = [[0, 0, -1.0 if least else 0], [1, 0, 0], [0, 1 / scale, 0]]
    np.testing.assert_array_equal(read(file).V, expected)


def test_the_weights_of_the_node_win_over_those_of_the_mesh():
    file = GltfBuilder()
    up, right = file.array(TRIANGLE * 0 + [0, 0, 1]), file.array(TRIANGLE * 0 + [1, 0, 0])
    file.mesh(
        file.triangle(targets=[{"POSITION": up}, {"NORMAL": 0}, {"POSITION": right}]), weights=[0.5, 1, 0.25]
    )
    np.testing.assert_array_equal(read(file).V, TRIANGLE + np.array([0.25, 0, 0.5]))
    file.root["nodes"][0]["weights"] = [0, 0, 2]
    np.testing.assert_array_equal(read(file).V, TRIANGLE + np.array([2, 0, 0]))


def test_side_files_and_data_uris_give_the_same_mesh(tmp_path):
    file = one_triangle()
    mesh = read(file)
    (tmp_path / "a b.bin").write_bytes(file.blob)
    encoded = "data:application/octet-stream;base64," + base64.b64encode(file.blob).decode()
    quoted = "data:," + "".join(f"%{byte:02x}" for byte in file.blob)
    for uri in ("a%20b.bin", encoded, quoted):
        file.root["buffers"] = [{"byteLength": len(file.blob), "uri": uri}]
        text = json.dumps(file.root).encode()
        for data in (text, b"\xef\xbb\xbf" + text):
            np.testing.assert_array_equal(mesh_of_gltf(data, tmp_path).V, mesh.V)


@pytest.mark.parametrize(
    "uri", ["../secret.bin", "/etc/hostname", "file:///etc/hostname", "http://a.b/c", "none.bin"]
)
def test_buffers_outside_the_folder_or_missing_are_refused(uri, tmp_path):
    (tmp_path / "secret.bin").write_bytes(bytes(100))
    (tmp_path / "in").mkdir()
    file = one_triangle()
    file.root["buffers"] = [{"byteLength": 36, "uri": uri}]
    with pytest.raises(FileFormatError, match=r"outside|does not exist"):
        mesh_of_gltf(json.dumps(file.root).encode(), tmp_path / "in")


def broken(change) -> GltfBuilder:
    file = one_triangle()
    change(file.root)
    return file


@pytest.mark.parametrize(
    "change",
    [
        lambda root: root["accessors"][0].update(count=10**12),
        lambda root: root["accessors"][0].update(count=4),
        lambda root: root["accessors"][0].update(count=-1),
        lambda root: root["accessors"][0].update(count=2.5),
        lambda root: root["accessors"][0].update(count="3"),
        lambda root: root["accessors"][0].update(byteOffset=10**15),
        lambda root: root["accessors"][0].update(byteOffset=2**70),
        lambda root: root["accessors"][0].update(componentType=5124),
        lambda root: root["accessors"][0].update(type="VEC2"),
        lambda root: root["accessors"][0].pop("type"),
        lambda root: root["accessors"][0].update(bufferView=7),
        lambda root: (root["accessors"][0].pop("bufferView"), root["accessors"][0].update(count=10**12)),
        lambda root: root["accessors"].clear(),
        lambda root: root["bufferViews"][0].update(buffer=3),
        lambda root: root["bufferViews"][0].update(byteStride=4),
        lambda root: root["bufferViews"][0].update(byteStride=1000),
        lambda root: root["bufferViews"][0].update(byteLength=10**9),
        lambda root: root["bufferViews"][0].pop("byteLength"),
        lambda root: root["nodes"][0].update(children=[0]),
        lambda root: root["nodes"][0].update(children=[5]),
        lambda root: root["nodes"][0].update(children=7),
        lambda root: root.update(nodes=[{"mesh": 0, "children": [2]}, {"children": [2]}, {}]),
        lambda root: root.update(nodes=[{"mesh": 0}, {"children": [2]}, {"children": [1]}]),
        lambda root: root["nodes"][0].update(mesh=1),
        lambda root: root["nodes"][0].update(mesh=None),
        lambda root: root["nodes"][0].update(matrix=[1, 2, 3]),
        lambda root: root["nodes"][0].update(translation=[1, 2, "x"]),
        lambda root: root["nodes"][0].update(translation=[1, 2, 3, "x"]),
        lambda root: root["nodes"][0].update(translation=[1, 2, 10**400]),
        lambda root: root["nodes"][0].update(rotation=[0, 0, 0, 0]),
        lambda root: root["nodes"][0].update(scale=[float("nan"), 1, 1]),
        lambda root: root["nodes"][0].update(skin=0),
        lambda root: root["scenes"][0].update(nodes=[0, 0]),
        lambda root: root["scenes"][0].update(nodes=[9]),
        lambda root: root.update(scene=4),
        lambda root: root.update(scenes="all"),
        lambda root: root.update(meshes={}),
        lambda root: root["meshes"][0].update(primitives=[]),
        lambda root: root["meshes"][0].update(primitives=[3]),
        lambda root: root["meshes"][0]["primitives"][0].update(material=0),
        lambda root: root["meshes"][0]["primitives"][0].update(indices=0),
        lambda root: root["meshes"][0]["primitives"][0].update(mode=1),
        lambda root: root["meshes"][0]["primitives"][0].update(attributes={}),
        lambda root: root["meshes"][0]["primitives"][0]["attributes"].update(TEXCOORD_0=0),
        lambda root: root.update(asset={"version": "1.0"}),
        lambda root: root.update(extensionsRequired=["EXT_mesh_gpu_instancing"]),
    ],
)
def test_a_damaged_file_is_refused(change):
    assert read(one_triangle()).n == 3
    with pytest.raises(PliantError), np.errstate(all="ignore"):
        read(broken(change))


@pytest.mark.parametrize(("weight", "reader"), [(1, mesh_of_gltf), (0, poses_of_gltf)])
def test_a_target_named_very_often_is_refused_before_it_is_built(weight, reader):
    file = one_triangle()
    file.root["accessors"][0]["count"] = 10_000
    file.root["bufferViews"][0]["byteLength"] = 120_000
    file.blob += bytes(120_000)
    file.root["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 0}] * 20_000
    file.root["meshes"][0]["weights"] = [weight] * 20_000
    with pytest.raises(FileFormatError, match="asks for more than"):
        reader(file.glb(), HERE)


def test_a_million_primitives_are_refused_soon():
    file = one_triangle()
    file.root["meshes"][0]["primitives"] *= 1000
    file.root["nodes"] *= 1000
    file.root["scenes"][0]["nodes"] = list(range(1000))
    with pytest.raises(FileFormatError, match="primitives"):
        read(file)


def test_zeros_that_are_not_stored_are_few():
    file = one_triangle()
    file.root["accessors"][0] |= {"bufferView": None, "count": 10**7}
    with pytest.raises(FileFormatError, match="more than the file has bytes"):
        read(file)


def test_lying_lengths_are_named():
    data = one_triangle().glb()
    chunk = data.index(b"BIN\0") - 4
    longer = data[:chunk] + (40).to_bytes(4, "little") + data[chunk + 4 :]
    with pytest.raises(FileFormatError, match=f"chunk at byte {chunk + 8} announces 40"):
        mesh_of_gltf(longer, HERE)
    shorter = data[:8] + (len(data) - 4).to_bytes(4, "little") + data[12:chunk]
    shorter += (32).to_bytes(4, "little") + data[chunk + 4 : -4]
    with pytest.raises(FileFormatError, match=r"buffers\[0\] announces 36 bytes and has 32"):
        mesh_of_gltf(shorter, HERE)


def test_indices_beyond_the_primitive_are_refused_even_if_the_scene_has_so_many():
    file = GltfBuilder()
    file.mesh(file.triangle(indices=file.array([0, 1, 3], "u1")), file.triangle())
    with pytest.raises(FileFormatError, match="beyond its 3"):
        read(file)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"glTF", FileFormatError),
        (b"glTF" + (1).to_bytes(4, "little") + (12).to_bytes(4, "little"), UnsupportedFormatError),
        (b"glTF" + (2).to_bytes(4, "little") + (12).to_bytes(4, "little"), FileFormatError),
        (b"glTF" + (2).to_bytes(4, "little") + (9999).to_bytes(4, "little"), FileFormatError),
        (b"{", FileFormatError),
        (b"[]", FileFormatError),
        (b"[" * 100_000, FileFormatError),
        (b'{"a": ' * 100_000, FileFormatError),
        (b"\xff\xfe{}", FileFormatError),
        (b'{"asset": {"version": "2.0"}}', FileFormatError),
        (b'{"asset": 7}', FileFormatError),
    ],
)
def test_what_is_no_gltf_file_is_refused(data, error):
    with pytest.raises(error):
        mesh_of_gltf(data, HERE)


def test_positions_that_are_not_finite_are_refused():
    file = GltfBuilder()
    file.mesh({"attributes": {"POSITION": file.array([[0, 0, 0], [1, 0, np.inf], [0, 1, 0]])}})
    with pytest.raises(MeshError), np.errstate(all="ignore"):
        read(file)
