"""A motion written back into the file that its mesh came from."""

from __future__ import annotations

import copy
import json
import os
import shutil
import struct
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.clip import Clip
from pliant.errors import CorrespondenceError, OptionError, UnsupportedFormatError
from pliant.io import read_clip, read_mesh, write_clip
from pliant.io.gltf.accessors import accessor
from pliant.io.gltf.animation import animations_of_document
from pliant.io.gltf.document import document_of_gltf
from pliant.io.gltf.json_text import JsonText
from pliant.io.gltf.nodes import composed, rest_parts
from pliant.io.gltf.scene import scene_of_document
from pliant.io.into import Into, write_into
from pliant.io.usd import write_usd_skin
from pliant.samples.bar import bar, bent
from pliant.skin import Skin
from pliant.skin_clip import SkinClip
from tests.io.gltf_validator import MODULES, SCRIPT
from tests.io.samples import GltfBuilder
from tests.rigged_bar import rigged_bar

TURNS = np.random.default_rng(3).normal(scale=0.3, size=(4, 3, 3))


def saved(folder: Path, file: GltfBuilder) -> Path:
    path = folder / "asset.glb"
    path.write_bytes(file.glb())
    return path


def chunks(path: Path) -> tuple[dict, str, bytes]:
    data = path.read_bytes()
    size = struct.unpack("<I", data[12:16])[0]
    text = data[20 : 20 + size].decode()
    return json.loads(text), text, data[28 + size :]


def check_no_new_remarks(copy: Path, asset: Path) -> None:
    """What the Khronos validator says of the copy it says of the asset too, as often."""
    node = shutil.which("node")
    if node is None or not (MODULES / "gltf-validator").is_dir():
        pytest.skip(f"node or its package gltf-validator, looked for in {MODULES}, is not installed")
    command = [node, "-e", SCRIPT, str(copy), str(asset)]
    env = {**os.environ, "NODE_PATH": str(MODULES)}
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=True)
    new, old = (Counter(each["code"] for each in issues["messages"]) for issues in json.loads(run.stdout))
    # Values of weights that got wider stay in the file, and nothing uses them any more.
    assert set(new - old) <= {"UNUSED_OBJECT"}


def bends(path: Path, count: int = 5) -> Clip:
    """The mesh of a file, bent more and more."""
    mesh = read_mesh(path)
    return Clip.of(mesh, [bent(mesh.V, a) for a in np.linspace(0, 60, count)], 12.0, name="bend")


def stripped(root: dict, before: dict) -> dict:
    """The JSON without what may be added at the end of lists, and with the buffer's old length."""
    found = copy.deepcopy(root)
    for key in ("accessors", "bufferViews", "animations"):
        if key in before:
            found[key] = found[key][: len(before[key])]
        else:
            found.pop(key, None)
    found["buffers"][0]["byteLength"] = before["buffers"][0]["byteLength"]
    return found


@pytest.mark.parametrize("turns", [(), TURNS])
def test_bones_leave_everything_else_byte_for_byte(tmp_path, turns):
    asset = saved(tmp_path, rigged_bar(turns))
    report = write_into(tmp_path / "out.glb", bends(asset), Into(asset))
    before, old_text, old_bytes = chunks(asset)
    after, new_text, new_bytes = chunks(tmp_path / "out.glb")
    assert report.by == "bones"
    assert stripped(after, before) == before
    assert new_bytes.startswith(old_bytes)
    # Text as well as meaning: nothing before the first list that grows is spelled differently.
    assert new_text.startswith(old_text[: old_text.index('"accessors"') + 12])
    assert [each["name"] for each in after["animations"]] == (["own"] if len(turns) else []) + ["bend"]
    check_no_new_remarks(tmp_path / "out.glb", asset)


def test_the_copy_plays_the_motion_and_the_old_one(tmp_path):
    asset = saved(tmp_path, rigged_bar(TURNS))
    clip = bends(asset)
    report = write_into(tmp_path / "out.glb", clip, Into(asset))
    shown = read_clip(tmp_path / "out.glb", clip="bend")
    away = np.linalg.norm(shown.array() - clip.array(), axis=2) / clip.mesh.diagonal
    assert (shown.count, shown.fps) == (clip.count, clip.fps)
    np.testing.assert_allclose(np.sqrt((away**2).mean()), report.rms, rtol=1e-3)
    np.testing.assert_allclose(away.max(), report.largest, rtol=1e-3)
    assert report.rms < 0.02
    old = read_clip(asset, clip="own").array()
    np.testing.assert_array_equal(read_clip(tmp_path / "out.glb", clip="own").array(), old)


def test_a_clip_of_the_file_comes_back_by_its_bones(tmp_path):
    asset = saved(tmp_path, rigged_bar(TURNS))
    own = read_clip(asset, clip="own", fps=24)
    report = write_into(tmp_path / "out.glb", own, Into(asset))
    assert report.largest < 1e-5
    assert report.name == "own 2"


@pytest.mark.parametrize("by", ["shapes", "both"])
@pytest.mark.parametrize("morph", [False, True])
def test_shapes_show_what_bones_cannot(tmp_path, by, morph):
    asset = saved(tmp_path, rigged_bar(TURNS, morph=morph))
    clip = bends(asset)
    report = write_into(tmp_path / "out.glb", clip, Into(asset, by))
    shown = read_clip(tmp_path / "out.glb", clip="bend").array()
    assert np.abs(shown - clip.array()).max() <= 1.1e-4 * clip.mesh.diagonal
    assert report.largest <= 1e-4
    for name in ("own", *(["puff"] if morph else [])):
        old = read_clip(asset, clip=name).array()
        np.testing.assert_allclose(read_clip(tmp_path / "out.glb", clip=name).array(), old, atol=1e-12)
    np.testing.assert_array_equal(read_mesh(tmp_path / "out.glb").V, clip.mesh.V)
    check_no_new_remarks(tmp_path / "out.glb", asset)


@pytest.mark.parametrize("by", ["shapes", "both"])
def test_shapes_turn_normals_with_the_surface(tmp_path, by):
    file = rigged_bar()
    normals = np.random.default_rng(0).normal(size=(194, 3))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    attributes = file.root["meshes"][0]["primitives"][0]["attributes"]
    attributes["NORMAL"] = file.array(normals)
    file.root["nodes"][1]["rotation"] = [0.0, 0.6, 0.0, 0.8]
    asset = saved(tmp_path, file)
    mesh, R = read_mesh(asset), Rotation.from_rotvec([0.3, -0.9, 0.4])
    # Bones can turn as the mesh does, but pull out no single vertex.
    V = R.apply(mesh.V.copy())
    V[5] += [0.1, 0.2, 0.1]
    apart = np.setdiff1d(np.arange(mesh.n), mesh.F[(mesh.F == 5).any(axis=1)])
    write_into(tmp_path / "out.glb", Clip.of(mesh, [V], name="turn"), Into(asset, by))
    document = document_of_gltf((tmp_path / "out.glb").read_bytes(), tmp_path)
    (target,) = document.root.fields["meshes"][0]["primitives"][0]["targets"]
    shown = normals + accessor(document, target["NORMAL"], "VEC3")
    tree = scene_of_document(document)
    rest, posed = (part_blends(tree, name) for name in (None, "turn"))
    expected = R.apply(np.einsum("nij,nj->ni", rest, normals))
    found = np.einsum("nij,nj->ni", posed, shown)
    found, expected = (v / np.linalg.norm(v, axis=1, keepdims=True) for v in (found, expected))
    np.testing.assert_allclose(found[apart], expected[apart], atol=1e-4)


def part_blends(scene, name: str | None) -> np.ndarray:
    """(n, 3, 3) what carries directions of the only part, at rest or at the start of an animation."""
    local = scene.nodes.local_matrices()
    for animation in animations_of_document(scene.document):
        moved = {}
        for channel in animation.channels if animation.name == name else ():
            if channel.path != "weights":
                rest = rest_parts(scene.nodes.items[channel.node])
                moved.setdefault(channel.node, rest)[channel.path] = channel.at(np.zeros(1))[0]
        for node, parts in moved.items():
            local[node] = composed(**parts)
    return scene.parts[0].skin.blend(scene.nodes.global_matrices(local))[..., :3]


def test_a_file_without_a_skin_gets_shapes(tmp_path):
    file = rigged_bar()
    del file.root["nodes"][0]["skin"]
    for name in ("JOINTS_0", "WEIGHTS_0"):
        del file.root["meshes"][0]["primitives"][0]["attributes"][name]
    file.root["nodes"][0] |= {"rotation": [0.6, 0, 0, 0.8], "scale": [1, 2, 3]}
    asset = saved(tmp_path, file)
    clip = bends(asset)
    assert write_into(tmp_path / "out.glb", clip, Into(asset)).by == "shapes"
    shown = read_clip(tmp_path / "out.glb").array()
    assert np.abs(shown - clip.array()).max() <= 1.1e-4 * clip.mesh.diagonal


def test_one_pose_is_an_animation_that_stands_still(tmp_path):
    asset = saved(tmp_path, rigged_bar())
    mesh = read_mesh(asset)
    write_into(tmp_path / "out.glb", Clip.of(mesh, [bent(mesh.V, 40)], name="bow"), Into(asset))
    V = read_clip(tmp_path / "out.glb", clip="bow").array()
    assert len(V) == 2
    np.testing.assert_array_equal(V[0], V[1])


def test_a_gltf_with_files_beside_it_takes_them_along(tmp_path):
    file = rigged_bar()
    file.glb()
    folder = tmp_path / "asset"
    folder.mkdir()
    file.root["buffers"][0]["uri"] = "arrays.bin"
    (folder / "arrays.bin").write_bytes(file.blob)
    (folder / "asset.gltf").write_text(json.dumps(file.root, indent=1))
    clip = bends(folder / "asset.gltf")
    write_into(tmp_path / "out.gltf", clip, Into(folder / "asset.gltf"))
    assert (tmp_path / "arrays.bin").read_bytes() == bytes(file.blob)
    assert read_clip(tmp_path / "out.gltf", clip="bend").count == clip.count
    after = json.loads((tmp_path / "out.gltf").read_text())
    assert after["buffers"][0] == file.root["buffers"][0]
    assert (tmp_path / "out.gltf").read_text().startswith('{\n "asset": {')


@pytest.mark.parametrize("uri", ["../secret.png", "%2e%2e/secret.png"])
def test_a_copy_takes_nothing_along_from_outside_the_folder_of_the_asset(tmp_path, uri):
    file = rigged_bar()
    file.root["images"] = [{"uri": uri}]
    folder, there = tmp_path / "asset", tmp_path / "far" / "there"
    folder.mkdir()
    there.mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(b"secret")
    (folder / "asset.glb").write_bytes(file.glb())
    write_into(there / "out.glb", bends(folder / "asset.glb"), Into(folder / "asset.glb"))
    assert [path.name for path in (tmp_path / "far").rglob("*") if path.is_file()] == ["out.glb"]


def test_a_mesh_of_another_file_is_refused(tmp_path):
    asset = saved(tmp_path, rigged_bar())
    mesh = read_mesh(asset)
    out = tmp_path / "out.glb"
    with pytest.raises(CorrespondenceError, match="194 vertices where the posed mesh has 3"):
        write_into(out, Clip.of(triangle := type(mesh).of(np.eye(3), [[0, 1, 2]]), [triangle.V]), Into(asset))
    moved = mesh.moved(mesh.V + 1)
    with pytest.raises(CorrespondenceError, match="Vertex"):
        write_into(out, Clip.of(moved, [moved.V]), Into(asset))
    with pytest.raises(OptionError, match="never overwritten"):
        write_into(asset, Clip.of(mesh, [mesh.V]), Into(asset))
    with pytest.raises(OptionError, match="same kind"):
        write_into(tmp_path / "out.gltf", Clip.of(mesh, [mesh.V]), Into(asset))
    assert not out.exists()


def test_shapes_of_meshes_that_several_nodes_show_are_refused(tmp_path):
    file = rigged_bar()
    file.root["nodes"].append({"mesh": 0})
    file.root["scenes"][0]["nodes"].append(len(file.root["nodes"]) - 1)
    asset = saved(tmp_path, file)
    mesh = read_mesh(asset)
    clip = Clip.of(mesh, [mesh.V])
    with pytest.raises(UnsupportedFormatError, match="several nodes"):
        write_into(tmp_path / "out.glb", clip, Into(asset, "shapes"))
    write_into(tmp_path / "out.glb", clip, Into(asset, "bones"))


def test_bones_with_a_matrix_get_its_factors_and_play(tmp_path):
    file = rigged_bar()
    for node in file.root["nodes"][2:]:
        node["matrix"] = np.vstack([np.eye(4)[:3], [*node.pop("translation"), 1]]).ravel().tolist()
    asset = saved(tmp_path, file)
    clip = bends(asset)
    report = write_into(tmp_path / "out.glb", clip, Into(asset))
    np.testing.assert_array_equal(read_mesh(tmp_path / "out.glb").V, clip.mesh.V)
    away = np.linalg.norm(read_clip(tmp_path / "out.glb").array() - clip.array(), axis=2).max()
    np.testing.assert_allclose(away / clip.mesh.diagonal, report.largest, rtol=1e-3)
    assert report.joints == 4


def test_an_armature_beyond_reason_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("pliant.io.gltf.into._MOST_JOINTS", 3)
    asset = saved(tmp_path, rigged_bar())
    with pytest.raises(UnsupportedFormatError, match="4 joints; up to 3"):
        write_into(tmp_path / "out.glb", bends(asset), Into(asset))
    write_into(tmp_path / "out.glb", bends(asset), Into(asset, "shapes"))


def test_json_keeps_its_text_but_for_what_is_added():
    text = JsonText('{ "a" : [ 1.50e-3 , {"b":[]} ],\n "s": "]}\\"{" ,"n": null}\n')
    longer = text.extended(("a",), [7, "x"]).extended(("a", 1, "b"), [1]).extended(("new",), [2])
    assert longer.text == '{ "a" : [ 1.50e-3 , {"b":[1]},7,"x" ],\n "s": "]}\\"{" ,"n": null,"new":[2]}\n'
    changed = text.with_fields(("a", 1), {"b": 3, "c": True}).text
    assert changed == '{ "a" : [ 1.50e-3 , {"b":3,"c":true} ],\n "s": "]}\\"{" ,"n": null}\n'
    assert text.extended(("a",), []) is text
    assert text.without((), "a").text == '{"s": "]}\\"{" ,"n": null}\n'
    assert text.without((), "n").text == '{ "a" : [ 1.50e-3 , {"b":[]} ],\n "s": "]}\\"{"}\n'
    assert text.without(("a", 1), "b").text.startswith('{ "a" : [ 1.50e-3 , {} ]')


def test_a_layer_of_points_lies_over_a_usd_asset(tmp_path):
    pytest.importorskip("pxr")
    mesh = bar(100).mesh
    still, moving = tmp_path / "deep" / "asset.usda", Clip.of(mesh, [bent(mesh.V, a) for a in (0, 20, 50)])
    still.parent.mkdir()
    write_clip(still, Clip.of(mesh, [mesh.V]))
    before = still.read_bytes()
    report = write_into(tmp_path / "shot.usda", moving, Into(still))
    shown = read_clip(tmp_path / "shot.usda")
    np.testing.assert_allclose(shown.array(), moving.array(), atol=1e-6)
    assert (shown.first, shown.fps, report.by) == (1, 24.0, "points over time")
    text = (tmp_path / "shot.usda").read_text()
    assert "deep/asset.usda" in text
    assert "faceVertexIndices" not in text
    assert still.read_bytes() == before


def test_points_over_a_skinned_usd_asset_replace_its_skeleton(tmp_path):
    pytest.importorskip("pxr")
    mesh = bar(100).mesh
    weights = np.clip(mesh.V[:, :1] / np.ptp(mesh.V[:, 0]), 0, 1)
    skin = Skin.of(mesh.V, np.tile([0, 1], (mesh.n, 1)), np.hstack([1 - weights, weights]), 2)
    palettes = np.tile(np.eye(3, 4), (3, 2, 1, 1))
    palettes[1:, 1, 2, 3] = 0.2
    write_usd_skin(tmp_path / "asset.usda", SkinClip.of(mesh, skin, palettes))
    clip = Clip.of(read_mesh(tmp_path / "asset.usda"), [bent(mesh.V, a) for a in (0, 20, 50)])
    write_into(tmp_path / "shot.usda", clip, Into(tmp_path / "asset.usda"))
    np.testing.assert_allclose(read_clip(tmp_path / "shot.usda").array(), clip.array(), atol=1e-6)
    with pytest.raises(UnsupportedFormatError, match="holds points"):
        write_into(tmp_path / "shot.usda", clip, Into(tmp_path / "asset.usda", "bones"))
