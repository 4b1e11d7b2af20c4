"""What meshes look like, and their parts, in glTF files that we write."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant.appearance import Appearance, Layer, Node, Part
from pliant.arrays import frozen
from pliant.clip import Clip
from pliant.corner_normals import smooth_normals
from pliant.io import read_clip, read_mechanism, read_mesh, read_poses, write_clip, write_mesh, write_poses
from pliant.io.gltf import glb_of_mesh, glb_of_poses, mesh_of_gltf, poses_of_gltf, write_skinned
from pliant.io.gltf.attributes import attribute_values
from pliant.mesh import Mesh, PoseSet
from pliant.skin import Skin
from pliant.skin_clip import SkinClip
from tests.io.assets import assert_same_look, asset
from tests.io.gltf_validator import check_valid
from tests.io.samples import plain

HERE = Path()


def parsed(data: bytes) -> dict:
    (length,) = struct.unpack("<I", data[12:16])
    return json.loads(data[20 : 20 + length])


def written(mesh: Mesh) -> bytes:
    return b"".join(glb_of_mesh(mesh))


def again(mesh: Mesh) -> Mesh:
    return mesh_of_gltf(written(mesh), HERE)


def waved(V: np.ndarray, i: int) -> np.ndarray:
    return V + 0.4 * i * np.sin(V[:, ::-1] + i)


@pytest.mark.parametrize("seed", range(12))
def test_everything_that_is_told_comes_back(seed):
    mesh = asset(seed, 1 + seed % 4)
    back = again(mesh)
    np.testing.assert_allclose(back.V, mesh.V, rtol=0, atol=2e-6)
    np.testing.assert_array_equal(back.F, mesh.F)
    assert_same_look(mesh, back)


def test_writing_what_was_read_gives_the_same_description():
    """Nothing is added or lost on the second way."""
    once = written(again(asset(3)))
    twice = written(mesh_of_gltf(once, HERE))
    keys = set(parsed(once)) - {"accessors", "bufferViews", "buffers"}
    assert {key: parsed(once)[key] for key in keys} == {key: parsed(twice)[key] for key in keys}


@pytest.mark.parametrize("seed", range(4))
def test_poses_of_several_parts_come_back_with_their_names(seed):
    mesh = asset(seed)
    V = np.stack([waved(mesh.V, i) for i in range(4)])
    # The second part moves in no pose.
    V[:, 25:50] = mesh.V[25:50]
    back = poses_of_gltf(b"".join(glb_of_poses(PoseSet.of_positions(mesh, V, ["rest", "b", "a", "b"]))), HERE)
    assert back.names == ("rest", "b", "a", "b")
    np.testing.assert_allclose(back.V, V, rtol=0, atol=4e-6)
    assert_same_look(mesh, back.mesh)


def test_a_part_that_never_moves_has_no_morph_targets():
    mesh = asset(0)
    V = np.stack([waved(mesh.V, i) for i in range(3)])
    V[:, 25:50] = mesh.V[25:50]
    meshes = parsed(b"".join(glb_of_poses(PoseSet.of_positions(mesh, V))))["meshes"]
    assert ["targets" in each["primitives"][0] for each in meshes] == [True, False, True]


@pytest.mark.parametrize("suffix", [".glb", ".gltf"])
def test_clips_of_several_parts_come_back(suffix, tmp_path):
    mesh = asset(1)
    frames = [waved(mesh.V, i) for i in (0, 1, 2, 1)]
    write_clip(tmp_path / f"a{suffix}", Clip.of(mesh, frames, 24.0, first=7, name="wave"))
    back = read_clip(tmp_path / f"a{suffix}")
    assert (back.count, back.fps, back.first, back.name) == (4, 24.0, 7, "wave")
    np.testing.assert_allclose(back.array(), frames, rtol=0, atol=4e-6)
    assert_same_look(mesh, back.mesh)


def test_a_clip_that_rests_comes_back():
    mesh = asset(1)
    data = b"".join(glb_of_poses(PoseSet.of_positions(mesh, np.stack([mesh.V, mesh.V]), ["a", "b"])))
    assert poses_of_gltf(data, HERE).names == ("a", "b")


def test_skins_move_every_part(tmp_path):
    mesh, chance = without_oddities(asset(2)), np.random.default_rng(2)
    weights = chance.dirichlet(np.ones(3), mesh.n)
    skin = Skin.of(mesh.V, np.tile(np.arange(3), (mesh.n, 1)), weights, 3)
    palettes = np.tile(np.eye(3, 4), (4, 3, 1, 1))
    palettes[1:] += 0.2 * chance.normal(size=(3, 3, 3, 4))
    clip = SkinClip.of(mesh, skin, palettes, 12.0)
    write_skinned(tmp_path / "a.glb", clip)
    back = read_clip(tmp_path / "a.glb")
    np.testing.assert_allclose(back.array(), clip.clip().array(), rtol=0, atol=1e-4)
    assert [part.name for part in back.mesh.appearance.parts] == ["mesh 0", "mesh 1", "mesh 2"]
    assert back.mesh.appearance.images == mesh.appearance.images
    check_valid(tmp_path / "a.glb")


@pytest.mark.parametrize("seed", range(3))
def test_morph_targets_turn_the_normals_as_a_posed_mesh_has_them(seed):
    mesh = asset(seed)
    posed = mesh.moved(waved(mesh.V, 2))
    data = b"".join(glb_of_poses(PoseSet.of_positions(mesh, np.stack([mesh.V, posed.V]))))
    root = parsed(data)
    # The base of a file whose positions and normals have the displacements of the target added.
    blob = bytearray(data[data.index(b"BIN\0") + 4 :])
    for each in root["meshes"]:
        primitive = each["primitives"][0]
        for name in {"POSITION", "NORMAL"} & set(primitive["attributes"]):
            base = accessor(root, blob, primitive["attributes"][name])
            base += accessor(root, blob, primitive["targets"][0][name])
    head = data[: data.index(b"BIN\0") + 4]
    back = mesh_of_gltf(head + bytes(blob), HERE)
    np.testing.assert_allclose(back.V, posed.V, atol=5e-6)
    ours, theirs = (each.appearance.layers["normal"].at_corners() for each in (posed, back))
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=5e-4)


def accessor(root: dict, blob: bytearray, index: int) -> np.ndarray:
    """A view of the file's bytes, or the values of a sparse accessor."""
    item = root["accessors"][index]

    def stored(view: int, dtype: str, shape: tuple[int, ...]) -> np.ndarray:
        return np.ndarray(shape, dtype, blob, root["bufferViews"][view]["byteOffset"])

    if "sparse" not in item:
        return stored(item["bufferView"], "<f4", (item["count"], 3))
    sparse, values = item["sparse"], np.zeros((item["count"], 3), dtype="<f4")
    rows = stored(sparse["indices"]["bufferView"], "<u4", (sparse["count"],))
    values[rows] = stored(sparse["values"]["bufferView"], "<f4", (sparse["count"], 3))
    return values


def without_oddities(mesh: Mesh) -> Mesh:
    """Without pictures that are none or missing, tangents that nothing uses, and unknown attributes."""
    look = mesh.appearance
    uses = {key: use for key, use in look.materials[0].uses.items() if use.texture == 0}
    rich = replace(look.materials[0], uses=uses, other={"extras": {"note": 1}})
    layers = {key: each for key, each in look.layers.items() if key not in ("_HEAT", "tangent")}
    return mesh.with_appearance(
        replace(
            look,
            materials=(rich, *look.materials[1:]),
            textures=look.textures[:1],
            images=look.images[:1],
            layers=layers,
        )
    )


def test_the_validator_has_nothing_to_say_of_parts_and_materials(tmp_path):
    mesh = without_oddities(asset(4))
    write_mesh(tmp_path / "mesh.glb", mesh)
    frames = [waved(mesh.V, i) for i in range(3)]
    write_clip(tmp_path / "clip.glb", Clip.of(mesh, frames, 24.0))
    write_poses(tmp_path / "poses.glb", PoseSet.of_positions(mesh, np.stack(frames)))
    check_valid(*sorted(tmp_path.iterdir()))


def test_extensions_are_named_where_they_are_used_and_required():
    root = parsed(written(asset(0)))
    assert root["extensionsUsed"] == [
        "EXT_texture_webp",
        "KHR_materials_clearcoat",
        "KHR_materials_unlit",
        "KHR_texture_basisu",
        "KHR_texture_transform",
    ]
    # The WebP texture has another image for those who cannot read it.
    assert root["extensionsRequired"] == ["KHR_texture_basisu"]


def test_a_webp_image_that_its_file_named_directly_is_written_by_its_extension():
    mesh = asset(0)
    look = mesh.appearance
    textures = (*look.textures[:2], replace(look.textures[2], other={"source": 2}), look.textures[3])
    root = parsed(written(mesh.with_appearance(replace(look, textures=textures))))
    assert root["textures"][2] == {"extensions": {"EXT_texture_webp": {"source": 2}}}
    assert "EXT_texture_webp" in root["extensionsRequired"]


def test_a_mesh_that_cannot_tell_normals_is_written_with_smooth_ones():
    back = again(plain())
    n = back.appearance.layers["normal"].at_corners()
    np.testing.assert_allclose(np.linalg.norm(n, axis=1), 1, atol=1e-6)
    # Vertices 1 and 7 lie at one place.
    corners = back.polygons.corners
    np.testing.assert_array_equal(n[corners == 1][0], n[corners == 7][0])


def test_a_mesh_of_a_file_without_normals_stays_flat():
    mesh = plain()
    part = Part("", 0, (0, mesh.n), (0, len(mesh.polygons)))
    flat = mesh.with_appearance(Appearance(nodes=(Node("a"),), parts=(part,)))
    assert "normal" not in again(flat).appearance.layers
    root = parsed(b"".join(glb_of_poses(PoseSet.of_positions(flat, np.stack([flat.V, flat.V + 1])))))
    assert set(root["meshes"][0]["primitives"][0]["targets"][0]) == {"POSITION"}


@pytest.mark.parametrize("flaw", ["flattens", "shears", "is not finite", "bends"])
def test_a_matrix_that_no_node_can_have_becomes_the_identity_and_nothing_moves(flaw):
    M = np.eye(4)
    M[0, 0] = 0.0 if flaw == "flattens" else 1.0
    M[0, 1] = 0.5 if flaw == "shears" else 0.0
    M[2, 3] = np.nan if flaw == "is not finite" else 0.0
    M[3, 0] = 0.5 if flaw == "bends" else 0.0
    mesh = asset(5)
    nodes = (replace(mesh.appearance.nodes[0], matrix=frozen(M, np.float64)), *mesh.appearance.nodes[1:])
    back = again(mesh.with_appearance(replace(mesh.appearance, nodes=nodes)))
    np.testing.assert_allclose(back.V, mesh.V, rtol=0, atol=2e-6)
    np.testing.assert_array_equal(back.appearance.nodes[0].matrix, np.eye(4))
    assert [node.name for node in back.appearance.nodes] == [node.name for node in nodes]


def test_parts_in_an_order_that_no_tree_has_keep_it():
    """The first part lies below the node of the second."""
    mesh = asset(6, 2)
    look = mesh.appearance
    nodes = (Node("above"), Node("below", 0))
    parts = (replace(look.parts[0], node=1), replace(look.parts[1], node=0))
    swapped = mesh.with_appearance(replace(look, nodes=nodes, parts=parts))
    back = again(swapped)
    np.testing.assert_allclose(back.V, mesh.V, rtol=0, atol=2e-6)
    assert_same_look(swapped, back)


def test_parts_that_do_not_fit_the_mesh_are_written_as_one():
    mesh = asset(7)
    parts = mesh.appearance.parts[:-1]
    back = again(mesh.with_appearance(replace(mesh.appearance, parts=parts)))
    assert len(back.appearance.parts) == 1
    np.testing.assert_array_equal(back.F, mesh.F)


def test_normals_of_length_zero_become_unit_ones():
    mesh = plain()
    bad = Layer.of(np.zeros((1, 3)), np.zeros(len(mesh.polygons.corners), dtype=np.int64))
    n = again(mesh.with_appearance(Appearance(layers={"normal": bad}))).appearance.layers["normal"].values
    np.testing.assert_allclose(np.linalg.norm(n, axis=1), 1, atol=1e-6)


def test_a_moved_mesh_is_written_with_the_normals_of_its_new_shape():
    mesh = asset(8, 1)
    moved = mesh.moved(waved(mesh.V, 2))
    n = again(moved).appearance.layers["normal"].at_corners()
    np.testing.assert_allclose(n, moved.appearance.layers["normal"].at_corners(), atol=2e-6)
    assert np.nanmax(np.abs(n - mesh.appearance.layers["normal"].at_corners())) > 0.1


def test_numbers_that_json_cannot_hold_become_null():
    mesh = asset(9, 1)
    look = replace(mesh.appearance, other={"extras": {"a": [float("nan"), 1.5]}})
    assert parsed(written(mesh.with_appearance(look)))["extras"] == {"a": [None, 1.5]}


@pytest.mark.parametrize("name", ["three_Soldier.glb", "th_brunette-t.glb", "three_RobotExpressive.glb"])
def test_real_characters_keep_their_look(name, data, tmp_path):
    mesh = read_mesh(data / "characters" / name)
    write_mesh(tmp_path / "a.glb", mesh)
    back = read_mesh(tmp_path / "a.glb")
    np.testing.assert_allclose(back.V, mesh.V, rtol=0, atol=1e-6 * mesh.diagonal)
    assert_same_look(mesh, back)


def test_real_poses_of_many_parts_keep_their_names(data, tmp_path):
    poses = read_poses(data / "characters" / "th_brunette-t.glb").subset(range(6))
    write_poses(tmp_path / "a.glb", poses)
    back = read_poses(tmp_path / "a.glb")
    assert back.names == poses.names
    np.testing.assert_allclose(back.V, poses.V, rtol=0, atol=1e-6 * poses.mesh.diagonal)


def test_a_vrm_is_read_as_the_glb_that_it_is(tmp_path):
    mesh = asset(3)
    frames = [waved(mesh.V, i) for i in range(3)]
    write_clip(tmp_path / "clip.glb", Clip.of(mesh, frames, 24.0))
    (tmp_path / "clip.glb").rename(tmp_path / "clip.VRM")
    np.testing.assert_array_equal(read_mesh(tmp_path / "clip.VRM").F, mesh.F)
    assert len(read_poses(tmp_path / "clip.VRM")) == 4
    assert read_clip(tmp_path / "clip.VRM").count == 3
    assert read_mechanism(tmp_path / "clip.VRM").mesh.n == mesh.n


def test_images_outside_the_folder_are_not_read_through_links_either(tmp_path: Path) -> None:
    (tmp_path / "asset").mkdir()
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\n secret")
    (tmp_path / "asset" / "link.png").symlink_to(tmp_path / "secret.png")
    root = parsed(written(plain()))
    root["buffers"][0]["uri"] = "arrays.bin"
    root["images"] = [{"uri": "link.png"}, {"uri": "../secret.png"}]
    data = written(plain())
    (length,) = struct.unpack("<I", data[12:16])
    (tmp_path / "asset" / "arrays.bin").write_bytes(data[28 + length :])
    (tmp_path / "asset" / "mesh.gltf").write_text(json.dumps(root))
    images = read_mesh(tmp_path / "asset" / "mesh.gltf").appearance.images
    assert [(image.name, image.data) for image in images] == [("link.png", b""), ("../secret.png", b"")]


def test_corners_without_a_normal_are_written_with_that_of_the_smooth_surface():
    mesh = Mesh.of(np.eye(4, 3), [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    corner = np.arange(len(mesh.polygons.corners))
    given = Layer.of(np.array([[0.0, 0.0, 2.0]]), np.where(corner == 5, 0, -1))
    found = attribute_values("NORMAL", given, corner, mesh)
    expected = smooth_normals(mesh.V, mesh.F)[mesh.polygons.corners]
    expected[5] = [0.0, 0.0, 1.0]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)
