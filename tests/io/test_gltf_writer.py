"""Writing .glb files."""

from __future__ import annotations

import io
import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from trimesh.visual import TextureVisuals

from pliant.errors import MeshError
from pliant.io.gltf import glb_of_mesh, glb_of_poses, mesh_of_gltf, poses_of_gltf
from pliant.io.polygons import corner_uv
from pliant.mesh import Mesh, PoseSet
from tests.io.samples import dressed, plain, pose_set, textured, vertex_textured

HERE = Path()


def triangle_uv(mesh: Mesh) -> np.ndarray:
    """(m, 3, 2) texture coordinates of the triangles' corners."""
    values = corner_uv(mesh)
    assert values is not None
    found = np.zeros((*mesh.F.shape, 2))
    for t, q in enumerate(mesh.owner):
        start = mesh.polygons.starts[q]
        local = mesh.polygons[q].tolist()
        found[t] = [values[start + local.index(v)] for v in mesh.F[t]]
    return found


def shown(data: bytes) -> trimesh.Trimesh:
    seen = trimesh.load(io.BytesIO(data), file_type="glb", process=False, force="mesh")
    assert isinstance(seen, trimesh.Trimesh)
    return seen


def parsed(data: bytes) -> dict:
    (length,) = struct.unpack("<I", data[12:16])
    return json.loads(data[20 : 20 + length])


@pytest.mark.parametrize("make", [plain, vertex_textured, textured])
def test_a_mesh_comes_back_in_single_precision_with_its_vertices_in_order(make):
    mesh = make()
    back = mesh_of_gltf(b"".join(glb_of_mesh(mesh)), HERE)
    np.testing.assert_array_equal(back.V, mesh.V.astype(np.float32))
    np.testing.assert_array_equal(back.F, mesh.F)
    if mesh.uv is None:
        assert back.uv is None
    else:
        np.testing.assert_allclose(triangle_uv(back), triangle_uv(mesh), rtol=0, atol=1e-7)


def test_materials_keep_their_triangles_and_lose_only_their_order():
    mesh = dressed()
    back = mesh_of_gltf(b"".join(glb_of_mesh(mesh)), HERE)
    assert back.n == mesh.n
    assert set(back.materials) == set(mesh.materials)
    for name, rows in mesh.materials.items():
        triangles = mesh.F[np.isin(mesh.owner, rows)]
        np.testing.assert_array_equal(back.F[back.materials[name]], triangles)


@pytest.mark.parametrize("make", [plain, textured])
def test_poses_come_back_as_morph_targets(make):
    poses = pose_set(make(), 4)
    back = poses_of_gltf(b"".join(glb_of_poses(poses)), HERE)
    assert back.names == poses.names
    np.testing.assert_array_equal(back.F, poses.F)
    size = np.abs(poses.V).max(axis=(0, 1))
    assert (np.abs(back.V - poses.V).max(axis=(0, 1)) <= 1e-7 * size).all()


def test_rounding_the_base_does_not_move_the_targets():
    far = plain().V * 0 + 1e6 + 0.03
    poses = PoseSet.of_positions(plain(), np.stack([far, far + 0.001]))
    back = poses_of_gltf(b"".join(glb_of_poses(poses)), HERE)
    assert np.abs(back.V[0] - poses.V[0]).max() > 0.01
    np.testing.assert_allclose(back.V[1], poses.V[1], rtol=0, atol=1e-8)


def test_poses_of_one_name_are_kept_apart():
    mesh = plain()
    poses = PoseSet.of_positions(mesh, np.stack([mesh.V, mesh.V + 1, mesh.V + 2]), ["a", "b", "b"])
    back = poses_of_gltf(b"".join(glb_of_poses(poses)), HERE)
    assert back.names == ("a", "b", "b")
    np.testing.assert_allclose(back.V[2, 0], [2, 2, 2])


def test_seams_are_copies_after_the_mesh_that_name_their_vertex():
    mesh = textured()
    data = b"".join(glb_of_mesh(mesh))
    copies = parsed(data)["meshes"][0]["extras"]["copies"]
    # Vertex 2 has three texture coordinates, 4 and 5 have two.
    assert copies == [2, 2, 4, 5]
    seen = shown(data)
    np.testing.assert_array_equal(seen.vertices[: mesh.n], mesh.V.astype(np.float32))
    np.testing.assert_array_equal(seen.vertices[mesh.n :], mesh.V[copies].astype(np.float32))
    source = np.concatenate([np.arange(mesh.n), copies])
    np.testing.assert_array_equal(source[seen.faces], mesh.F)


def test_a_vertex_keeps_the_texture_coordinates_of_its_first_corner():
    mesh = textured()
    back = mesh_of_gltf(b"".join(glb_of_mesh(mesh)), HERE)
    values = corner_uv(mesh)
    assert back.uv is not None
    assert values is not None
    used, first = np.unique(mesh.polygons.corners, return_index=True)
    np.testing.assert_allclose(back.uv[used], values[first], rtol=0, atol=1e-7)


def test_copies_are_not_believed_when_their_positions_differ():
    mesh = textured()
    data = b"".join(glb_of_mesh(mesh))
    document = parsed(data)
    count = document["accessors"][0]["count"]
    assert mesh_of_gltf(data, HERE).n == mesh.n < count
    blob = data.rindex(b"BIN\0") + 4
    last = blob + 12 * (count - 1)
    moved = data[:last] + struct.pack("<f", 123.0) + data[last + 4 :]
    assert mesh_of_gltf(moved, HERE).n == count


def test_trimesh_reads_what_we_write_as_we_meant_it():
    """It shows texture coordinates only where there is a material."""
    mesh = replace(textured(), materials={"paper": np.arange(4)})
    seen = shown(b"".join(glb_of_mesh(mesh)))
    assert isinstance(seen.visual, TextureVisuals)
    np.testing.assert_allclose(np.asarray(seen.visual.uv)[seen.faces], triangle_uv(mesh), atol=1e-7)


def test_the_file_obeys_the_specification_where_programs_check_it():
    poses = pose_set(dressed())
    data = b"".join(glb_of_poses(poses))
    assert len(data) == struct.unpack("<I", data[8:12])[0]
    assert len(data) % 4 == 0
    document = parsed(data)
    for view in document["bufferViews"]:
        assert view["byteOffset"] % 4 == 0
    for primitive in document["meshes"][0]["primitives"]:
        targets = [target["POSITION"] for target in primitive["targets"]]
        for index in (primitive["attributes"]["POSITION"], *targets):
            accessor = document["accessors"][index]
            assert len(accessor["min"]) == len(accessor["max"]) == 3
        assert len(document["meshes"][0]["weights"]) == len(targets) == len(poses) - 1


def test_what_single_precision_cannot_hold_is_not_written():
    mesh = Mesh.of([[0, 0, 1e300], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    with pytest.raises(MeshError, match="too large"):
        b"".join(glb_of_mesh(mesh))


def test_real_poses_survive_the_way_there_and_back(data):
    from pliant.io import read_poses

    poses = read_poses(data / "files" / "Horse.glb")
    back = poses_of_gltf(b"".join(glb_of_poses(poses)), HERE)
    assert back.names == poses.names
    np.testing.assert_array_equal(back.V, poses.V)
    np.testing.assert_array_equal(back.F, poses.F)
    np.testing.assert_array_equal(triangle_uv(back.mesh), triangle_uv(poses.mesh))
