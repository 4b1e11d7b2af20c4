"""Mechanisms written to URDF files, and read back."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from pliant.errors import FileFormatError
from pliant.geometry.rotations import exp
from pliant.io import read_mechanism, write_mechanism
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from tests.io.mechanisms import assert_same_joint, joint, labels, moved, of_every_kind, row_of_boxes

# Names that every tool of ROS accepts.
ROS = re.compile("[A-Za-z][A-Za-z0-9_]*")


@pytest.mark.parametrize("mixed", [False, True])
def test_a_mechanism_comes_back_with_its_joints_and_places(tmp_path, mixed):
    mechanism = of_every_kind(mixed=mixed)
    write_mechanism(tmp_path / "robot.urdf", mechanism)
    back = read_mechanism(tmp_path / "robot.urdf")
    assert [part.name for part in back.components] == [part.name for part in mechanism.components]
    for one, other in zip(mechanism.joints, back.joints, strict=True):
        assert_same_joint(one, other, 1e-14)
        assert one.name == other.name
    for i in range(len(mechanism.components)):
        places = mechanism.mesh.V[mechanism.component == i]
        np.testing.assert_allclose(back.mesh.V[back.component == i], places, rtol=0, atol=1e-14)
    assert set(back.mesh.materials) == {"steel", "wood"}
    assert len(back.mesh.polygons) == len(mechanism.mesh.polygons)


@pytest.mark.parametrize("number", range(7))
def test_a_joint_walked_from_b_to_a_allows_the_same_motion(tmp_path, number):
    """Component 1 is the root and holds 0, which is b of the joint: the file has 2, its a, as the child."""
    mesh = row_of_boxes(3)
    tested = replace(of_every_kind().joints[number], a=2, b=0)
    joints = [tested, joint(1, 0, JointKind.FIXED, [])]
    write_mechanism(tmp_path / "r.urdf", Mechanism.of(mesh, labels(mesh), ["held", "root", "child"], joints))
    found = next(j for j in read_mechanism(tmp_path / "r.urdf").joints if {j.a, j.b} == {0, 2})
    assert (found.a, found.b, found.kind) == (0, 2, tested.kind)
    X = np.random.default_rng(0).normal(size=(5, 3))
    values = np.array([0.11, -0.23, 0.31])[: len(tested.freedoms)]
    # Reading sorts the motions of cylinders and planes by kind; a ball keeps the order of the file.
    order = {"ball": [2, 1, 0], "plane": [1, 0, 2]}.get(str(tested.kind), [*range(len(values))])
    np.testing.assert_allclose(found.ranges, tested.ranges[order])
    if tested.kind is JointKind.PLANE:
        # First the turn, then the slides, and not as the mechanism has them, first the slides.
        turned = moved(replace(found, kind=JointKind.REVOLUTE), values[2:], np.eye(3), 2) - moved(
            replace(found, kind=JointKind.REVOLUTE), values[2:], np.zeros((1, 3)), 2
        )
        np.testing.assert_allclose(turned.T, exp(-tested.axis * values[2]), atol=1e-12)
        return
    np.testing.assert_allclose(moved(found, values[order], X, 2), moved(tested, values, X, 2), atol=1e-12)


def test_loops_and_softness_are_reported_and_written_as_comments(tmp_path):
    mesh = row_of_boxes(3)
    joints = [
        joint(0, 1, JointKind.REVOLUTE, [-1, 1]),
        joint(1, 2, JointKind.REVOLUTE, [-1, 1]),
        replace(joint(2, 0, JointKind.BALL, [[-1, 1]] * 3), name="closing -- one"),
    ]
    notes = write_mechanism(tmp_path / "r.urdf", Mechanism.of(mesh, labels(mesh), ["a", "b", "c"], joints))
    assert len(notes) == 1
    assert "ball joint 'closing -- one' between 'c' and 'a' closes a loop" in notes[0]
    assert "closing - - one" in (tmp_path / "r.urdf").read_text()
    assert len(read_mechanism(tmp_path / "r.urdf").joints) == 2
    assert "Soft in the model" in write_mechanism(tmp_path / "s.urdf", of_every_kind())[0]


def test_every_joint_has_what_strict_readers_insist_on(tmp_path):
    write_mechanism(tmp_path / "r.urdf", of_every_kind())
    root = ET.parse(tmp_path / "r.urdf").getroot()
    names = [item.get("name", "") for item in root.findall("link")]
    assert len(set(names)) == len(names)
    assert all(ROS.fullmatch(name) for name in names)
    for item in root.findall("link"):
        assert float(item.find("inertial/mass").get("value")) > 0
    titles = [item.get("name") for item in root.findall("joint")]
    assert len(set(titles)) == len(titles) == len(names) - 1
    for item in root.findall("joint"):
        limit = item.find("limit")
        assert ROS.fullmatch(item.get("name", ""))
        if item.get("type") in ("revolute", "prismatic"):
            assert limit is not None
            assert set(limit.attrib) == {"lower", "upper", "effort", "velocity"}
            assert np.isfinite([float(value) for value in limit.attrib.values()]).all()
        else:
            assert item.get("type") in ("continuous", "fixed", "floating")
    for mesh in root.iter("mesh"):
        assert (tmp_path / mesh.get("filename", "")).is_file()


def test_yourdfpy_moves_the_links_as_the_mechanism_does(tmp_path):
    yourdfpy = pytest.importorskip(
        "yourdfpy", reason="the peer that this test compares with is not installed"
    )
    mechanism = of_every_kind()
    write_mechanism(tmp_path / "r.urdf", mechanism)
    robot = yourdfpy.URDF.load(str(tmp_path / "r.urdf"), load_meshes=False)
    rng, values = np.random.default_rng(2), {}
    chosen = [rng.uniform(-0.3, 0.3, len(joint.freedoms)) for joint in mechanism.joints]
    for joint_, value in zip(mechanism.joints, chosen, strict=True):
        name = joint_.name.replace(" ", "_")
        titles = [name, *(f"{name}_{k}" for k in range(2, 4))]
        values |= dict(zip(titles, value.tolist(), strict=False))
    robot.update_cfg(values)
    for i, part in enumerate(mechanism.components):
        X, here = mechanism.mesh.V[mechanism.component == i], i
        while above := [k for k, joint in enumerate(mechanism.joints) if joint.b == here]:
            X = moved(mechanism.joints[above[0]], chosen[above[0]], X, here)
            here = mechanism.joints[above[0]].a
        rest = read_mechanism(tmp_path / "r.urdf")
        local = rest.mesh.V[rest.component == i] - robot_origin(mechanism, i)
        M = robot.get_transform("loose_o" if part.name == "loose/ö<&>" else part.name)
        np.testing.assert_allclose(local @ M[:3, :3].T + M[:3, 3], X, atol=1e-12)


def robot_origin(mechanism: Mechanism, i: int) -> np.ndarray:
    return next((joint.origin for joint in mechanism.joints if joint.b == i), np.zeros(3))


def test_an_export_replaces_an_earlier_one_and_nothing_else(tmp_path):
    mesh = row_of_boxes(2)
    first = Mechanism.of(mesh, labels(mesh), ["a", "b"])
    write_mechanism(tmp_path / "r.urdf", first)
    write_mechanism(tmp_path / "r.urdf", Mechanism.of(mesh, labels(mesh), ["a", "c"]))
    assert sorted(path.name for path in (tmp_path / "r_meshes").iterdir()) == ["a.obj", "c.obj"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.urdf", "r_meshes"]
    (tmp_path / "r_meshes" / "mine.txt").write_text("dear")
    with pytest.raises(FileFormatError, match="holds other things"):
        write_mechanism(tmp_path / "r.urdf", first)
    (tmp_path / "other_meshes").mkdir()
    with pytest.raises(FileFormatError, match="holds other things"):
        write_mechanism(tmp_path / "other.urdf", first)
    assert (tmp_path / "r_meshes" / "mine.txt").read_text() == "dear"


@pytest.mark.parametrize("earlier", [False, True])
def test_a_failed_export_leaves_everything_as_it_was(tmp_path, monkeypatch, earlier):
    mesh = row_of_boxes(2)
    if earlier:
        write_mechanism(tmp_path / "r.urdf", Mechanism.of(mesh, labels(mesh), ["old", "b"]))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    # The last step of all fails: the description takes its place after the meshes took theirs.
    from pliant import atomic

    real = atomic.os.replace

    def failing(source, target):
        if str(target).endswith(".urdf"):
            raise OSError("no space")
        real(source, target)

    monkeypatch.setattr(atomic.os, "replace", failing)
    with pytest.raises(OSError, match="no space"):
        write_mechanism(tmp_path / "r.urdf", Mechanism.of(mesh, labels(mesh), ["new", "b"]))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert not any(path.name.startswith(".pliant") for path in tmp_path.iterdir())


def test_real_mechanisms_survive_the_way_there_and_back(data, tmp_path):
    """A robot arm of 37,000 vertices with its published joints."""
    source = json.loads((data / "joints" / "iiwa14.json").read_text())
    arrays = np.load(data / "joints" / "iiwa14.npz")
    from pliant.mesh import Mesh

    mesh = Mesh.of(arrays["vertices"], arrays["faces"].astype(np.int64))
    component = np.zeros(mesh.n, dtype=int)
    component[mesh.F] = arrays["component"][:, None]
    joints = [
        Joint.of(j["a"], j["b"], j["type"], j["origin"], j["axis"], ranges=[[j["lower"], j["upper"]]])
        for j in source["joints"]
    ]
    mechanism = Mechanism.of(mesh, component, [part["name"] for part in source["components"]], joints)
    write_mechanism(tmp_path / "arm.urdf", mechanism)
    back = read_mechanism(tmp_path / "arm.urdf")
    for one, other in zip(joints, back.joints, strict=True):
        assert_same_joint(one, other, 1e-14)
    order = np.argsort(component, kind="stable")
    np.testing.assert_allclose(back.mesh.V, mesh.V[order], rtol=0, atol=1e-14)
