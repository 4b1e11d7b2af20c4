"""Robots written to MJCF files, read back, and loaded by MuJoCo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.appearance import Appearance, Material
from pliant.io import read_mechanism, write_mechanism, write_robot
from pliant.io.linkage.legal_names import legal_names
from pliant.mechanism.inertia import inertias
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.mechanism.robot import RobotOptions, robot_of
from pliant.samples import mechanism as sample
from tests.io.mechanisms import assert_same_joint, joint, labels, moved, of_every_kind, row_of_boxes
from tests.mechanisms import cupboard

MUJOCO = "MuJoCo, which loads what was written, is not installed"


def four_bar() -> Mechanism:
    """A rocker over a base: four boxes in a loop of hinges about y, which can all turn by half a radian."""
    mesh = row_of_boxes(4)
    places = [[0.5, 0.5, 0.2], [1.7, 0.5, 2.0], [4.0, 0.5, 2.3], [4.5, 0.5, 0.2]]
    joints = [
        Joint.of(i, (i + 1) % 4, "revolute", place, [0, 1, 0], ranges=[[-0.5, 0.5]]).named(f"pin {i}")
        for i, place in enumerate(places)
    ]
    return Mechanism.of(mesh, labels(mesh), ["base", "crank", "coupler", "rocker"], joints)


def loaded(path):
    mujoco = pytest.importorskip("mujoco", reason=MUJOCO)
    model = mujoco.MjModel.from_xml_path(str(path))
    return mujoco, model, mujoco.MjData(model)


def test_a_mechanism_comes_back_with_its_names_joints_and_places(tmp_path):
    mechanism = of_every_kind()
    write_mechanism(tmp_path / "r.xml", mechanism)
    back = read_mechanism(tmp_path / "r.xml")
    assert sorted(part.name for part in back.components) == sorted(p.name for p in mechanism.components)
    place = {part.name: i for i, part in enumerate(back.components)}
    number = [place[part.name] for part in mechanism.components]
    found = {each.name: each for each in back.joints}
    for one in mechanism.joints:
        if one.kind is not JointKind.FIXED:
            assert_same_joint(replace(one, a=number[one.a], b=number[one.b]), found[one.name], 1e-12)
    for i, c in enumerate(number):
        box = np.sort(mechanism.mesh.V[mechanism.component == i], axis=0)
        found_box = back.mesh.V[back.component == c]
        np.testing.assert_allclose(found_box.min(axis=0), box[0], atol=1e-12)
        np.testing.assert_allclose(found_box.max(axis=0), box[-1], atol=1e-12)


def test_mujoco_weighs_and_moves_the_bodies_as_the_mechanism_does(tmp_path):
    mechanism = of_every_kind()
    write_mechanism(tmp_path / "r.xml", mechanism)
    mujoco, model, data = loaded(tmp_path / "r.xml")
    names = legal_names(part.name for part in mechanism.components)
    rng = np.random.default_rng(1)
    chosen = [rng.uniform(-0.1, 0.1, len(each.freedoms)) for each in mechanism.joints]
    for each, values in zip(mechanism.joints, chosen, strict=True):
        name = each.name.replace(" ", "_")
        for k, value in enumerate(values):
            data.joint(f"{name}_{k + 1}" if k else name).qpos[0] = value
    mujoco.mj_forward(model, data)
    for i, body in enumerate(inertias(mechanism)):
        assert model.body(names[i]).mass[0] == pytest.approx(body.mass, rel=1e-9)
        principal = np.sort(model.body(names[i]).inertia)
        np.testing.assert_allclose(principal, body.principal()[0], rtol=1e-6)
        X, here = body.centre[None], i
        while above := [k for k, each in enumerate(mechanism.joints) if each.b == here]:
            X = moved(mechanism.joints[above[0]], chosen[above[0]], X, here)
            here = mechanism.joints[above[0]].a
        np.testing.assert_allclose(data.body(names[i]).xipos, X[0], atol=1e-9)


def test_a_loop_stays_closed_while_it_falls(tmp_path):
    mechanism = four_bar()
    assert write_mechanism(tmp_path / "r.xml", mechanism) == ()
    mujoco, model, data = loaded(tmp_path / "r.xml")
    assert model.neq == 2
    worst = 0.0
    while data.time < 2.0:
        mujoco.mj_step(model, data)
        worst = max(worst, float(np.abs(data.efc_pos[: data.ne]).max()))
    assert worst < 1e-3 * mechanism.mesh.diagonal
    assert np.abs(data.qpos).max() > 0.05


def test_a_hinge_that_closes_a_loop_comes_back(tmp_path):
    write_mechanism(tmp_path / "r.xml", four_bar())
    back = read_mechanism(tmp_path / "r.xml")
    assert len(back.joints) == 4
    closing = back.joints[-1]
    true = four_bar().joints[3]
    assert closing.kind is JointKind.REVOLUTE
    assert abs(closing.axis @ true.axis) == pytest.approx(1.0)
    np.testing.assert_allclose(np.cross(closing.origin - true.origin, true.axis), 0, atol=1e-9)


def test_parts_that_touch_at_rest_make_no_contact(tmp_path):
    chair = sample("chair", resolution=0.25)
    write_mechanism(tmp_path / "r.xml", chair, RobotOptions(up="y"))
    mujoco, model, data = loaded(tmp_path / "r.xml")
    mujoco.mj_forward(model, data)
    assert data.ncon == 0
    assert (model.geom_contype > 0).sum() >= len(chair.components)
    # Without these the parts of the chair meet.
    assert model.nexclude > 0


def test_parts_apart_still_collide(tmp_path):
    """The bolt of a cupboard, 10 cm from its frame, is pushed into it when its joint allows that."""
    plain = cupboard()
    loose = replace(plain.joints[1], ranges=np.array([[-2.0, 0.1]]))
    write_mechanism(tmp_path / "r.xml", replace(plain, joints=(plain.joints[0], loose)))
    mujoco, model, data = loaded(tmp_path / "r.xml")
    mujoco.mj_forward(model, data)
    assert data.ncon == 0
    data.qpos[1] = -1.2
    mujoco.mj_forward(model, data)
    assert data.ncon > 0


def test_millimetres_with_y_up_become_metres_with_z_up(tmp_path):
    mechanism = cupboard()
    robot = robot_of(mechanism, RobotOptions(metres_per_unit=1e-3, up="y"))
    V = mechanism.mesh.V * 1e-3
    np.testing.assert_allclose(robot.mechanism.mesh.V, np.stack([V[:, 0], -V[:, 2], V[:, 1]], axis=1))
    np.testing.assert_allclose(robot.mechanism.joints[0].axis, [0, 0, 1], atol=1e-15)
    np.testing.assert_allclose(robot.mechanism.joints[0].ranges, mechanism.joints[0].ranges)
    np.testing.assert_allclose(robot.mechanism.joints[1].ranges, 1e-3 * mechanism.joints[1].ranges)
    assert robot.mass == pytest.approx(1e-9 * robot_of(mechanism).mass)
    assert "0.001 for each unit" in robot.assumed[0]


def test_a_range_without_rest_is_widened_and_reported(tmp_path):
    mechanism = of_every_kind()
    off = replace(mechanism.joints[0], ranges=np.array([[0.3, 0.9]]))
    robot = robot_of(replace(mechanism, joints=(off, *mechanism.joints[1:])))
    np.testing.assert_array_equal(robot.mechanism.joints[0].ranges, [[0.0, 0.9]])
    assert any("revolute 1" in text and "widened" in text for text in robot.changed)


def test_each_material_has_its_colour(tmp_path):
    plain = row_of_boxes(2)
    look = Appearance(materials=(Material("steel", (1.0, 0, 0, 1)), Material("wood", (0, 1.0, 0, 1))))
    mesh = plain.with_appearance(look)
    write_mechanism(tmp_path / "r.xml", Mechanism.of(mesh, labels(mesh), ["a", "b"]))
    _, model, _ = loaded(tmp_path / "r.xml")
    colours = {tuple(model.mat_rgba[i].round(3)) for i in model.geom_matid if i >= 0}
    assert colours == {(1, 0, 0, 1), (0, 1, 0, 1)}


def test_a_joint_walked_from_b_to_a_allows_the_same_motion(tmp_path):
    mesh = row_of_boxes(3)
    tested = joint(2, 0, JointKind.REVOLUTE, [-0.5, 1.25], 1)
    joints = [tested, joint(1, 0, JointKind.FIXED, [])]
    write_mechanism(tmp_path / "r.xml", Mechanism.of(mesh, labels(mesh), ["held", "root", "child"], joints))
    found = next(each for each in read_mechanism(tmp_path / "r.xml").joints if each.kind != "fixed")
    X = np.random.default_rng(0).normal(size=(5, 3))
    np.testing.assert_allclose(
        moved(found, np.array([0.3]), X, found.b), moved(tested, np.array([0.3]), X, 2), atol=1e-9
    )


def test_one_robot_is_written_twice_with_folders_of_their_own(tmp_path):
    robot = robot_of(four_bar())
    write_robot(tmp_path / "r.xml", robot)
    notes = write_robot(tmp_path / "r.urdf", robot)
    assert "closes a loop" in notes[0]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.urdf", "r.xml", "r_assets", "r_meshes"]
    write_robot(tmp_path / "r.xml", robot)
