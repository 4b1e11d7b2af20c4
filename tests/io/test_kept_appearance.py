"""The appearance of meshes in files of Pliant: rigs, pose sets and clips."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest

from pliant.appearance import Appearance
from pliant.appearance_file import appearance_of_file, appearance_to_file
from pliant.clip import Clip
from pliant.errors import FileFormatError
from pliant.io import read_clip, read_mesh, read_poses, write_clip, write_mesh, write_poses
from pliant.mesh import Mesh, PoseSet
from pliant.methods.meshik.rig import MeshIK
from pliant.registry import open_rig
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.samples import sample
from tests.io.assets import assert_same_look, asset
from tests.io.samples import plain


def assert_same(a: Mesh, b: Mesh) -> None:
    """Bit for bit."""
    assert_same_look(a, b, digits=0.0)
    assert a.appearance.materials == b.appearance.materials
    for name, layer in a.appearance.layers.items():
        np.testing.assert_array_equal(layer.values, b.appearance.layers[name].values)
        np.testing.assert_array_equal(layer.corners, b.appearance.layers[name].corners)


@pytest.mark.parametrize("seed", range(3))
def test_settings_and_arrays_of_a_rig_keep_the_look_through_json(seed):
    mesh = asset(seed)
    settings, arrays = mesh_to_file(mesh)
    assert_same(mesh, mesh_of_file(mesh.V, json.loads(json.dumps(settings)), arrays))


def test_a_saved_rig_keeps_the_look(tmp_path):
    told = asset(0, 1).appearance
    look = Appearance(told.materials, told.textures, told.images)
    poses = sample("bar")
    rig = MeshIK(PoseSet.of_positions(poses.mesh.with_appearance(look), poses.V, poses.names))
    rig.save(tmp_path / "a.pliant")
    back = open_rig(tmp_path / "a.pliant").mesh.appearance
    assert (back.materials, back.textures, back.images) == (look.materials, look.textures, look.images)


def test_archives_keep_the_look(tmp_path):
    mesh = asset(1)
    frames = np.stack([mesh.V, mesh.V + 1])
    write_mesh(tmp_path / "mesh.npz", mesh)
    write_poses(tmp_path / "poses.npz", PoseSet.of_positions(mesh, frames))
    write_clip(tmp_path / "clip.npz", Clip.of(mesh, frames, 24.0))
    assert_same(mesh, read_mesh(tmp_path / "mesh.npz"))
    assert_same(mesh, read_poses(tmp_path / "poses.npz").mesh)
    assert_same(mesh, read_clip(tmp_path / "clip.npz").mesh)


def test_a_bare_mesh_is_kept_as_before():
    settings, arrays = mesh_to_file(plain())
    assert set(settings) == {"groups", "materials"}
    assert set(arrays) == {"corners", "starts"}


CHANGES: list[Any] = [
    lambda record: record.update(materials=3),
    lambda record: record["materials"].append(record["materials"][0]),
    lambda record: record["materials"][0].update(name=None),
    lambda record: record["materials"][0].update(colour=[1, 2, 3]),
    lambda record: record["materials"][0].update(roughness=float("inf")),
    lambda record: record["materials"][0].update(alpha="ghost"),
    lambda record: record["materials"][0].update(double_sided=1),
    lambda record: record["materials"][0]["uses"].update(smell={}),
    lambda record: record["materials"][0]["uses"]["colour"].update(texture=99),
    lambda record: record["materials"][0]["uses"]["colour"].update(uv=-1),
    lambda record: record["textures"][0].update(image=99),
    lambda record: record["textures"][0].update(wrap=["repeat"]),
    lambda record: record["images"].append({"name": "", "kind": ""}),
    lambda record: record["layers"].append("more"),
    lambda record: record.update(layers=["normal", "normal"]),
    lambda record: record["nodes"][0].update(parent=0),
    lambda record: record["nodes"][0].update(matrix=[1.0]),
    lambda record: record["parts"][0].update(node=77),
    lambda record: record["parts"][0].update(vertices=[-1, 3]),
    lambda record: record.update(other=[]),
]


@pytest.mark.parametrize("change", CHANGES)
def test_hostile_records_are_refused(change):
    mesh = asset(2)
    record, arrays = appearance_to_file(mesh.appearance)
    corners = len(mesh.polygons.corners)
    appearance_of_file(record, arrays, corners)
    bad = copy.deepcopy(record)
    change(bad)
    with pytest.raises(FileFormatError):
        appearance_of_file(bad, arrays, corners)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("look_0_values", np.zeros((3, 2))),
        ("look_0_values", np.full((3, 3), np.nan)),
        ("look_0_values", np.zeros(3)),
        ("look_0_corners", np.zeros(4, dtype=np.int64)),
        ("look_image_0", np.zeros((2, 2), dtype=np.uint8)),
        ("look_image_0", np.zeros(3)),
    ],
)
def test_hostile_arrays_are_refused(name, values):
    mesh = asset(2)
    record, arrays = appearance_to_file(mesh.appearance)
    with pytest.raises(FileFormatError):
        appearance_of_file(record, arrays | {name: values}, len(mesh.polygons.corners))
    rows = arrays["look_0_corners"].copy()
    rows[0] = 10**9
    with pytest.raises(FileFormatError):
        appearance_of_file(record, arrays | {"look_0_corners": rows}, len(mesh.polygons.corners))
