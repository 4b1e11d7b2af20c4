"""Mechanisms in glTF files, archives and plain meshes."""

from __future__ import annotations

import io
import json
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh

from pliant.errors import FileFormatError, MechanismError, PliantError, UnsupportedFormatError
from pliant.io import read_mechanism, read_mesh, write_mechanism, write_mesh
from pliant.io.gltf import gltf_of_mechanism
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.mechanism.spanning_tree import ROOT, spanning
from pliant.mesh import Mesh
from pliant.methods.joints.virtual import virtual_joint_inside
from tests.io.mechanisms import assert_same_joint, joint, labels, of_every_kind, row_of_boxes
from tests.io.samples import assert_same_mesh, dressed

SUFFIXES = (".glb", ".gltf", ".npz")


def looped() -> Mechanism:
    """Three boxes in a ring, whose vertices are shuffled."""
    mesh = row_of_boxes(3, mixed=True)
    joints = [joint(i, (i + 1) % 3, JointKind.REVOLUTE, [-1, 1], i) for i in range(3)]
    return Mechanism.of(mesh, labels(mesh), ["a", "b", "c"], joints)


def with_ears() -> Mechanism:
    """Boxes with corners split off, so that polygons lie between components."""
    mechanism = of_every_kind(mixed=True)
    corner = np.flatnonzero((mechanism.component == 3) & (mechanism.mesh.V[:, 0] > 4.5))
    return virtual_joint_inside(mechanism, corner, name="ear")


def triangles(mesh: Mesh) -> set[tuple[int, ...]]:
    """The triangles, whichever corner they begin with."""
    first = mesh.F.argmin(axis=1)
    return {tuple(np.roll(face, -k).tolist()) for face, k in zip(mesh.F, first, strict=True)}


def parsed(data: bytes) -> dict:
    (length,) = struct.unpack("<I", data[12:16])
    return json.loads(data[20 : 20 + length])


def rewritten(data: bytes, change) -> bytes:
    """The .glb with its JSON changed."""
    (length,) = struct.unpack("<I", data[12:16])
    document = parsed(data)
    change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    body = struct.pack("<I4s", len(text), b"JSON") + text + rest
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("make", [of_every_kind, lambda: of_every_kind(mixed=True), looped, with_ears])
def test_a_mechanism_comes_back_in_its_own_vertex_order(tmp_path, suffix, make):
    mechanism = make()
    assert write_mechanism(tmp_path / f"m{suffix}", mechanism) == ()
    back = read_mechanism(tmp_path / f"m{suffix}")
    assert back.components == mechanism.components
    np.testing.assert_array_equal(back.component, mechanism.component)
    size = np.abs(mechanism.mesh.V).max()
    np.testing.assert_allclose(back.mesh.V, mechanism.mesh.V, rtol=0, atol=1e-7 * size)
    assert triangles(back.mesh) == triangles(mechanism.mesh)
    assert len(back.joints) == len(mechanism.joints)
    for one, other in zip(mechanism.joints, back.joints, strict=True):
        assert_same_joint(one, other, 1e-12)
        assert (one.name, one.confidence) == (other.name, other.confidence)
        np.testing.assert_allclose(one.frame, other.frame, atol=1e-12)
        np.testing.assert_allclose(one.origin, other.origin, atol=1e-12)


def test_an_archive_gives_the_same_bits_and_is_still_a_mesh(tmp_path):
    mechanism = of_every_kind(mixed=True)
    sure = replace(mechanism.joints[0], confidence=0.25, evidence={"points": 7.5})
    mechanism = replace(mechanism, joints=(sure, *mechanism.joints[1:]))
    write_mechanism(tmp_path / "m.npz", mechanism)
    back = read_mechanism(tmp_path / "m.npz")
    assert_same_mesh(back.mesh, mechanism.mesh)
    assert_same_mesh(read_mesh(tmp_path / "m.npz"), mechanism.mesh)
    for one, other in zip(mechanism.joints, back.joints, strict=True):
        np.testing.assert_array_equal(one.frame, other.frame)
        np.testing.assert_array_equal(one.origin, other.origin)
        np.testing.assert_array_equal(one.ranges, other.ranges)
        assert dict(one.evidence) == dict(other.evidence)
        assert one.confidence == other.confidence


def test_the_same_mechanism_gives_the_same_bytes():
    assert b"".join(gltf_of_mechanism(of_every_kind())) == b"".join(gltf_of_mechanism(of_every_kind()))


@pytest.mark.parametrize("make", [of_every_kind, lambda: of_every_kind(mixed=True)])
def test_trimesh_sees_a_node_per_component_with_its_origin_at_the_joint(make):
    mechanism = make()
    scene = trimesh.load(io.BytesIO(b"".join(gltf_of_mechanism(mechanism))), file_type="glb", process=False)
    assert isinstance(scene, trimesh.Scene)
    for i, part in enumerate(mechanism.components):
        M = scene.graph.get(part.name)[0]
        above = [joint.origin for joint in mechanism.joints if joint.b == i]
        np.testing.assert_allclose(M[:3, 3], above[0] if above else np.zeros(3), atol=1e-6)
        np.testing.assert_array_equal(M[:3, :3], np.eye(3))
        drawn = [
            n for n in scene.graph.nodes_geometry if part.name in (n, scene.graph.transforms.parents.get(n))
        ]
        assert drawn
        for name in drawn:
            placed, geometry = scene.graph.get(name)
            V = trimesh.transform_points(scene.geometry[geometry].vertices, placed)
            np.testing.assert_allclose(V, mechanism.mesh.V[mechanism.component == i], rtol=0, atol=1e-6)


def test_turning_a_node_turns_what_hangs_on_it_about_the_joint():
    """What an engine does with the file: rotate the lid's node, and see where the rod goes."""
    mechanism = of_every_kind()
    hinge = mechanism.joints[0]
    half = np.append(hinge.axis * np.sin(0.35), np.cos(0.35))

    def turn(document):
        next(node for node in document["nodes"] if node["name"] == "lid")["rotation"] = half.tolist()

    from pliant.io.gltf import mechanism_of_gltf
    from tests.io.mechanisms import moved

    turned = mechanism_of_gltf(rewritten(b"".join(gltf_of_mechanism(mechanism)), turn), Path())
    assert turned is not None
    for i in (1, 2, 3):
        rest = mechanism.mesh.V[mechanism.component == i]
        np.testing.assert_allclose(
            turned.mesh.V[mechanism.component == i], moved(hinge, np.array([0.7]), rest, 1), atol=1e-6
        )
    np.testing.assert_allclose(
        turned.mesh.V[mechanism.component == 4], mechanism.mesh.V[mechanism.component == 4], atol=1e-6
    )
    # The joints stand where their nodes stand now.
    np.testing.assert_allclose(
        turned.joints[1].origin,
        moved(hinge, np.array([0.7]), mechanism.joints[1].origin[None], 1)[0],
        atol=1e-6,
    )
    tip = moved(hinge, np.array([0.7]), (mechanism.joints[1].origin + mechanism.joints[1].axis)[None], 1)[0]
    np.testing.assert_allclose(turned.joints[1].origin + turned.joints[1].axis, tip, atol=1e-6)


def test_lengths_of_a_joint_grow_with_its_node():
    mechanism = of_every_kind()

    def grow(document):
        document["nodes"].append({"scale": [2, 2, 2], "children": document["scenes"][0]["nodes"]})
        document["scenes"][0]["nodes"] = [len(document["nodes"]) - 1]

    from pliant.io.gltf import mechanism_of_gltf

    grown = mechanism_of_gltf(rewritten(b"".join(gltf_of_mechanism(mechanism)), grow), Path())
    assert grown is not None
    np.testing.assert_allclose(grown.mesh.V, 2 * mechanism.mesh.V, atol=1e-6)
    np.testing.assert_allclose(grown.joints[1].ranges, [[-np.inf, 0.6]])
    np.testing.assert_allclose(grown.joints[2].ranges, [[-np.inf, np.inf], [-0.2, 0.4]])
    np.testing.assert_allclose(grown.joints[0].origin, 2 * mechanism.joints[0].origin)


def test_a_list_of_vertices_that_is_no_longer_true_is_not_believed():
    mechanism = of_every_kind(mixed=True)

    def forget(document):
        document["nodes"][3]["extras"]["pliant"]["vertices"][0] = 0

    from pliant.io.gltf import mechanism_of_gltf

    back = mechanism_of_gltf(rewritten(b"".join(gltf_of_mechanism(mechanism)), forget), Path())
    assert back is not None
    assert back.mesh.n == mechanism.mesh.n
    for i in range(9):
        np.testing.assert_allclose(
            back.mesh.V[back.component == i], mechanism.mesh.V[mechanism.component == i], atol=1e-6
        )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"kind": "screw"}, "screw"),
        ({"frame": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}, "right-handed"),
        ({"frame": [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}, "orthonormal"),
        ({"origin": [1, 2]}, "origin"),
        ({"origin": "here"}, "origin"),
        ({"ranges": [[1, -1]]}, "low to high"),
        ({"ranges": [["a", "b"]]}, "low to high"),
        ({"ranges": []}, "1 pairs"),
        ({"a": 99}, "two different components"),
        ({"a": -1}, "number of a component"),
        ({"a": 1}, "two different components"),
        ({"confidence": "very"}, "confidence"),
    ],
)
def test_damaged_joints_are_refused(tmp_path, change, said):
    def damage(document):
        document["nodes"][1]["extras"]["pliant"]["joints"][0].update(change)

    path = tmp_path / "m.glb"
    path.write_bytes(rewritten(b"".join(gltf_of_mechanism(of_every_kind())), damage))
    with pytest.raises(PliantError, match=rf"m\.glb.*{said}"):
        read_mechanism(path)


def test_other_gltf_files_and_meshes_give_their_parts_without_joints(tmp_path):
    mesh = row_of_boxes(3)
    for suffix in (".glb", ".obj", ".npz", ".stl", ".ply", ".off"):
        write_mesh(tmp_path / f"m{suffix}", mesh)
        found = read_mechanism(tmp_path / f"m{suffix}")
        assert [part.name for part in found.components] == ["part 1", "part 2", "part 3"], suffix
        assert not found.joints


def test_groups_of_an_obj_are_its_parts(tmp_path):
    mesh = replace(row_of_boxes(3), groups={"lid": np.arange(12, 18), "body": np.arange(12)})
    write_mesh(tmp_path / "m.obj", mesh)
    found = read_mechanism(tmp_path / "m.obj")
    assert {part.name for part in found.components} == {"lid", "body"}
    assert_same_mesh(found.mesh, read_mesh(tmp_path / "m.obj"))


def test_a_mechanisms_nodes_are_the_groups_of_the_mesh_in_its_file(tmp_path):
    write_mechanism(tmp_path / "m.glb", looped())
    mesh = read_mesh(tmp_path / "m.glb")
    assert mesh.n == 24
    assert {name.split(".")[0] for name in mesh.groups} == {"a", "b", "c"}


def test_texture_coordinates_and_materials_come_along(tmp_path):
    mesh = dressed()
    mechanism = Mechanism.of(mesh, [0, 0, 0, 0, 1, 1, 1, 1], ["a", "b"])
    write_mechanism(tmp_path / "m.glb", mechanism)
    back = read_mechanism(tmp_path / "m.glb")
    assert triangles(back.mesh) == triangles(mesh)
    assert set(back.mesh.materials) == set(mesh.materials)
    assert back.mesh.uv is not None


def test_a_component_without_polygons_is_refused_and_nothing_is_written(tmp_path):
    V = np.concatenate([row_of_boxes(1).V, [[9, 9, 9]]])
    mesh = Mesh.of_polygons(V, row_of_boxes(1).polygons)
    mechanism = Mechanism.of(mesh, [0] * 8 + [1], ["box", "dust"])
    for suffix in (".urdf", ".xml", ".glb", ".gltf"):
        with pytest.raises(MechanismError, match=rf"m{suffix}.*'dust' has no polygon"):
            write_mechanism(tmp_path / f"m{suffix}", mechanism)
    assert not list(tmp_path.iterdir())
    write_mechanism(tmp_path / "m.npz", mechanism)
    np.testing.assert_array_equal(read_mechanism(tmp_path / "m.npz").component, mechanism.component)


@pytest.mark.parametrize("name", ["m.obj", "m.stl", "m", "m.abc"])
def test_formats_that_hold_no_mechanism_are_not_written(tmp_path, name):
    with pytest.raises(UnsupportedFormatError, match=r"\.urdf, \.glb"):
        write_mechanism(tmp_path / name, looped())


def test_an_archive_whose_record_is_damaged_is_refused(tmp_path):
    write_mechanism(tmp_path / "m.npz", looped())
    arrays = dict(np.load(tmp_path / "m.npz"))
    for text, said in (
        ("{", "no JSON"),
        ("[]", "no lists"),
        ('{"components": [1], "joints": []}', "no lists"),
    ):
        np.savez(tmp_path / "bad.npz", **{**arrays, "mechanism": np.array(text)})
        with pytest.raises(FileFormatError, match=said):
            read_mechanism(tmp_path / "bad.npz")
    np.savez(tmp_path / "bad.npz", **{**arrays, "component": arrays["component"] * 0.5})
    with pytest.raises(FileFormatError, match="whole numbers"):
        read_mechanism(tmp_path / "bad.npz")


def test_a_tree_follows_the_joints_and_cuts_loops_at_the_freest_joint():
    mesh = row_of_boxes(4)
    ranges = np.tile([-1.0, 1.0], (3, 1))
    joints = [
        Joint.of(3, 2, "ball", [0, 0, 0], [1, 0, 0], ranges=ranges),
        Joint.of(3, 1, "revolute", [0, 0, 0], [1, 0, 0]),
        Joint.of(1, 2, "revolute", [0, 0, 0], [1, 0, 0]),
        Joint.of(0, 2, "fixed", [0, 0, 0], [1, 0, 0]),
    ]
    tree = spanning(Mechanism.of(mesh, labels(mesh), list("abcd"), joints))
    assert tree.closing == (0,)
    assert tree.parents == (ROOT, 2, 0, 1)
    assert tree.order == (0, 2, 1, 3)
    assert tree.joints == (ROOT, 2, 3, 1)
