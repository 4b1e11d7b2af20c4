"""Mechanisms in MJCF files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError, MechanismError, PliantError, UnsupportedFormatError
from pliant.io import read_mechanism, write_mesh
from pliant.io.mjcf import mechanism_of_mjcf
from pliant.mechanism.mechanism import JointKind, Mechanism
from tests.io.mechanisms import row_of_boxes

# Every way to place a thing, defaults in classes, joints of every kind, and shapes in hidden groups.
ROBOT = """
<mujoco model="robot">
  <compiler angle="degree" meshdir="assets" eulerseq="zyx"/>
  <include file="parts/more.xml"/>
  <default>
    <geom size="0.1 0.2 0.3"/>
    <joint axis="0 1 0"/>
    <default class="visual">
      <geom type="mesh" group="2" contype="0"/>
      <mesh scale="0.5 0.5 2"/>
      <default class="slim"><geom type="capsule" size="0.05"/><joint range="-30 60"/></default>
    </default>
    <default class="collision"><geom type="box" group="3"/></default>
  </default>
  <asset>
    <mesh name="box" file="box.obj" class="visual" refpos="0.1 0.2 0.3" refquat="0.9 0.1 -0.2 0.3"/>
    <mesh file="mirrored.stl" scale="1 -1 1"/>
    <mesh name="tetrahedron" vertex="0 0 0  1 0 0  0 1 0  0 0 1" face="0 2 1  0 1 3  0 3 2  1 2 3"/>
  </asset>
  <worldbody>
    <geom type="plane" size="9 9 1"/>
    <light pos="0 0 3"/>
    <body name="base" pos="1 2 3" euler="30 -20 50">
      <geom class="visual" mesh="box" pos="0.3 0 0.1" axisangle="1 1 0 40"/>
      <geom class="collision"/>
      <body name="arm" pos="0 0 1" xyaxes="0 1 0.2 -1 0.1 0" childclass="slim">
        <joint name="shoulder" pos="0.1 0.2 0.3" ref="10"/>
        <geom fromto="0 0 0 0.5 0.6 0.7"/>
        <frame pos="0.1 0 0" euler="10 20 30">
          <geom type="box" class="visual" size="0.2 0.3 0.1" zaxis="1 2 3"/>
          <body name="finger" pos="0 0 2" quat="0.8 0.1 0.3 -0.2">
            <joint name="slider" type="slide" axis="1 2 2" range="-0.1 0.4" limited="true" ref="0.05"/>
            <geom type="mesh" mesh="mirrored" class="visual"/>
            <geom type="ellipsoid" size="0.3 0.2 0.1" pos="1 0 0"/>
          </body>
        </frame>
        <body name="head" pos="1 1 1">
          <joint name="neck" type="ball" pos="0 0 0.1" range="0 45"/>
          <geom type="cylinder" size="0.2 0.4" euler="0 90 0"/>
        </body>
      </body>
      <body name="bracket" pos="-1 0 0"><geom class="visual" mesh="tetrahedron"/></body>
    </body>
  </worldbody>
</mujoco>
"""
MORE = """
<mujocoinclude>
  <worldbody>
    <body name="wrist" pos="4 0 0">
      <freejoint/>
      <geom type="sphere" size="0.3"/>
      <body name="hand" pos="0.5 0 0">
        <joint name="roll" axis="1 0 0"/>
        <joint name="pitch" axis="0 1 0" range="-10 20"/>
        <geom type="box" size="0.1 0.2 0.3"/>
        <body name="hollow" pos="0 0 1">
          <joint name="yaw" axis="0 0 1"/>
          <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
          <body pos="0 0.5 0" name="rim">
            <joint name="lift" type="slide" axis="0 0 -1" range="-1 2"/>
            <geom type="capsule" size="0.1 0.2"/>
          </body>
          <body name="end"/>
        </body>
      </body>
    </body>
  </worldbody>
  <equality>
    <connect name="link" body1="head" body2="bracket" anchor="0.1 0.2 0.3"/>
    <connect body1="head" body2="arm" anchor="0 0 0" active="false"/>
    <weld name="clamp" body1="finger" body2="bracket"/>
  </equality>
</mujocoinclude>
"""


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """The robot's file, with its meshes and the file that it includes."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "assets").mkdir()
    write_mesh(tmp_path / "assets" / "box.obj", row_of_boxes(2))
    write_mesh(tmp_path / "assets" / "mirrored.stl", row_of_boxes(1))
    (tmp_path / "parts" / "more.xml").write_text(MORE)
    path = tmp_path / "robot.xml"
    path.write_text(ROBOT)
    return path


def read(body: str, before: str = "") -> Mechanism:
    text = f"<mujoco>{before}<worldbody>{body}</worldbody></mujoco>"
    return mechanism_of_mjcf(text.encode(), Path())


def names(mechanism: Mechanism) -> list[str]:
    return [part.name for part in mechanism.components]


BALL = '<geom size="1"/>'


def test_bodies_with_shapes_are_components_in_the_files_order(robot):
    found = read_mechanism(robot)
    assert names(found) == ["wrist", "hand", "rim", "base", "arm", "finger", "head", "bracket"]


def test_joints_have_the_kinds_that_their_bodies_allow(robot):
    found = read_mechanism(robot)
    assert [(j.name, j.a, j.b, str(j.kind)) for j in found.joints] == [
        ("roll", 0, 1, "ball"),
        ("yaw", 1, 2, "cylinder"),
        ("shoulder", 3, 4, "revolute"),
        ("slider", 4, 5, "prismatic"),
        ("neck", 4, 6, "ball"),
        ("", 3, 7, "fixed"),
        ("link", 6, 7, "ball"),
        ("clamp", 5, 7, "fixed"),
    ]


def test_ranges_are_in_radians_from_the_default_configuration(robot):
    by_name = {joint.name: joint for joint in read_mechanism(robot).joints}
    np.testing.assert_allclose(by_name["shoulder"].ranges, np.radians([[-40, 50]]))
    np.testing.assert_allclose(by_name["slider"].ranges, [[-0.15, 0.35]])
    np.testing.assert_allclose(by_name["neck"].ranges, np.radians([[-45, 45]] * 3))
    np.testing.assert_allclose(by_name["roll"].ranges, [[-np.inf, np.inf], np.radians([-10, 20]), [0, 0]])
    # The slide points against the hinge.
    np.testing.assert_allclose(by_name["yaw"].ranges, [[-np.inf, np.inf], [-2, 1]])


def test_mujoco_places_bodies_joints_and_shapes_alike(robot):
    mujoco = pytest.importorskip("mujoco", reason="the peer that this test compares with is not installed")
    found = read_mechanism(robot)
    model = mujoco.MjModel.from_xml_path(str(robot))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    for joint in found.joints:
        if joint.kind in (JointKind.REVOLUTE, JointKind.PRISMATIC, JointKind.CYLINDER):
            row = model.joint(joint.name).id
            np.testing.assert_allclose(joint.axis, data.xaxis[row], atol=1e-12)
            apart = np.cross(joint.origin - data.xanchor[row], joint.axis)
            np.testing.assert_allclose(apart, 0, atol=1e-12)
            assert (
                model.joint(joint.name).bodyid == model.body(names(found)[joint.b]).id or joint.name == "yaw"
            )
    np.testing.assert_allclose(
        next(joint for joint in found.joints if joint.name == "neck").origin,
        data.xanchor[model.joint("neck").id],
        atol=1e-12,
    )
    for name, i in zip(names(found), range(99), strict=False):
        assert_covers(model, data, name, found.mesh.V[found.component == i])


def assert_covers(model, data, name: str, V: np.ndarray) -> None:
    """The vertices of a body are those of MuJoCo's meshes, or lie on its primitives."""
    import mujoco

    body = model.body(name).id
    rest = np.ones(len(V), dtype=bool)
    for g in range(model.ngeom):
        if model.geom_bodyid[g] != body or model.geom_group[g] > 2:
            continue
        R, t = data.geom_xmat[g].reshape(3, 3), data.geom_xpos[g]
        if model.geom_type[g] == mujoco.mjtGeom.mjGEOM_MESH:
            mesh = model.geom_dataid[g]
            first, count = model.mesh_vertadr[mesh], model.mesh_vertnum[mesh]
            placed = model.mesh_vert[first : first + count] @ R.T + t
            gap = np.linalg.norm(V[:, None] - placed, axis=2)
            assert gap.min(axis=0).max() < 1e-6
            rest &= gap.min(axis=1) > 1e-6
            continue
        local = (V - t) @ R
        size = model.geom_size[g]
        match model.geom_type[g]:
            case mujoco.mjtGeom.mjGEOM_BOX:
                on = np.abs(np.abs(local) - size).max(axis=1) < 1e-9
            case mujoco.mjtGeom.mjGEOM_SPHERE:
                on = np.abs(np.linalg.norm(local, axis=1) - size[0]) < 1e-9
            case mujoco.mjtGeom.mjGEOM_ELLIPSOID:
                on = np.abs(np.linalg.norm(local / size, axis=1) - 1) < 1e-9
            case mujoco.mjtGeom.mjGEOM_CAPSULE:
                end = np.clip(local[:, 2], -size[1], size[1])
                on = np.abs(np.linalg.norm(local - end[:, None] * [0, 0, 1], axis=1) - size[0]) < 1e-9
            case _:
                on = np.abs(np.linalg.norm(local[:, :2], axis=1) - size[0]) < 1e-9
                on &= np.abs(np.abs(local[:, 2]) - size[1]) < 1e-9
        assert on.any()
        rest &= ~on
    assert not rest.any()


@pytest.mark.parametrize(("sequence", "x"), [("xyz", [0, 0, 1]), ("XYZ", [0, 1, 0])])
def test_euler_angles_turn_about_own_axes_in_small_letters_and_fixed_ones_in_capitals(sequence, x):
    """About x, which leaves x, and then about z, which is by now -y, or still z."""
    child = f'<body pos="1 0 0">{BALL}<joint/></body>'
    found = read(f'<body euler="90 0 90">{BALL}{child}</body>', f'<compiler eulerseq="{sequence}"/>')
    np.testing.assert_allclose(found.joints[0].origin, x, atol=1e-12)


def test_a_z_axis_that_points_down_is_half_a_turn_about_x():
    found = read(f'<body zaxis="0 0 -2">{BALL}<body pos="1 2 3">{BALL}<joint/></body></body>')
    np.testing.assert_allclose(found.joints[0].origin, [1, -2, -3], atol=1e-15)


def test_angles_may_be_radians():
    joint = f'<geom type="box" size="1 1 1"/><body>{BALL}<joint range="-1 0.5"/></body>'
    np.testing.assert_allclose(read(joint, '<compiler angle="radian"/>').joints[0].ranges, [[-1, 0.5]])
    np.testing.assert_allclose(read(joint).joints[0].ranges, np.radians([[-1, 0.5]]))


@pytest.mark.parametrize(
    ("attributes", "limited"),
    [
        ('range="-1 1"', True),
        ('range="-1 1" limited="false"', False),
        ("", False),
    ],
)
def test_a_range_limits_unless_the_joint_says_otherwise(attributes, limited):
    found = read(f"{BALL}<body>{BALL}<joint {attributes}/></body>")
    assert np.isfinite(found.joints[0].ranges).all() == limited


def test_without_automatic_limits_a_range_alone_limits_nothing():
    found = read(f'{BALL}<body>{BALL}<joint range="-1 1"/></body>', '<compiler autolimits="false"/>')
    assert np.isinf(found.joints[0].ranges).all()


def test_hidden_groups_count_only_where_nothing_is_shown():
    shown = f'<body name="a">{BALL}<geom group="3" size="2"/></body>'
    assert np.linalg.norm(read(shown).mesh.V, axis=1).max() == pytest.approx(1)
    assert np.linalg.norm(read('<geom group="3" size="2"/>').mesh.V, axis=1).max() == pytest.approx(2)


def test_bodies_fixed_to_an_empty_world_are_fixed_to_each_other():
    found = read(
        f'<body name="a">{BALL}</body><body name="b">{BALL}</body><body name="c">{BALL}<joint/></body>'
    )
    assert [(j.a, j.b, str(j.kind)) for j in found.joints] == [(0, 1, "fixed"), (0, 2, "revolute")]


def test_a_free_body_has_no_joint():
    assert not read(f'{BALL}<body>{BALL}<freejoint/></body><body mocap="true">{BALL}</body>').joints


@pytest.mark.parametrize(
    ("joints", "kind"),
    [
        (
            '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint axis="0 0 1"/>',
            "plane",
        ),
        ('<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>', "plane"),
        ('<joint type="slide" axis="1 0 0"/><joint axis="0 0 1"/>', "plane"),
        ('<joint axis="1 0 0"/><joint axis="0 1 0"/><joint axis="0 0 1"/>', "ball"),
        ('<joint axis="1 0 0"/><joint type="slide" axis="1 0 0"/>', "cylinder"),
    ],
)
def test_several_joints_of_a_body_are_one_of_ours(joints, kind):
    assert str(read(f"{BALL}<body>{BALL}{joints}</body>").joints[0].kind) == kind


def test_hinges_that_pass_near_each_other_are_a_ball_that_is_less_sure():
    """As in the ankles of humanoids; the model is a sphere about the origin, of diagonal 2√3."""
    for gap, sure in ((0.0, 1.0), (0.1, 1 - 0.05 / 12**0.5 / 0.05)):
        pair = f'<joint axis="1 0 0"/><joint axis="0 1 0" pos="0 0 {gap}"/>'
        found = read(f"{BALL}<body>{BALL}{pair}</body>").joints[0]
        assert found.kind is JointKind.BALL
        np.testing.assert_allclose(found.origin, [0, 0, gap / 2], atol=1e-12)
        assert found.confidence == pytest.approx(sure)


def test_joints_that_are_none_of_ours_together_are_refused():
    skew = '<joint name="one" axis="1 0 0"/><joint name="two" axis="0 1 0" pos="0 0 1.5"/>'
    with pytest.raises(MechanismError, match=r"'one', 'two'.*none of fixed, revolute"):
        read(f"{BALL}<body>{BALL}{skew}</body>")


def test_a_hollow_body_that_carries_several_is_refused():
    inside = f"<body>{BALL}<joint/></body><body>{BALL}<joint/></body>"
    with pytest.raises(MechanismError, match="'fork' has no shape"):
        read(f'{BALL}<body name="fork"><joint axis="1 0 0"/>{inside}</body>')


@pytest.mark.parametrize(
    ("body", "error", "said"),
    [
        ('<geom type="mesh" mesh="m"/>', FileFormatError, "mesh 'm'"),
        ('<geom type="box" size="1 1"/>', FileFormatError, "3 numbers"),
        ('<geom type="box" size="1 1 -1"/>', FileFormatError, "positive"),
        ('<geom type="sdf" size="1"/>', UnsupportedFormatError, "'sdf'"),
        ('<geom size="1" class="none"/>', FileFormatError, "class 'none'"),
        (f'{BALL}<body>{BALL}<joint type="screw"/></body>', FileFormatError, "'screw'"),
        (f'{BALL}<body>{BALL}<joint axis="0 0 0"/></body>', MechanismError, "no direction"),
        (f'{BALL}<body>{BALL}<joint range="2 1"/></body>', FileFormatError, "swap"),
        ('<geom size="1" quat="0 0 0 0"/>', FileFormatError, "quat"),
        ('<geom size="1" pos="1 2 nan"/>', FileFormatError, "3 numbers"),
        ('<replicate count="3"/>', UnsupportedFormatError, "replicate"),
        ("", FileFormatError, "No link has a shape"),
        ('<include file="missing.xml"/>', FileFormatError, "not found"),
        ('<include file="/etc/passwd"/>', FileFormatError, "outside"),
    ],
)
def test_what_cannot_be_read_is_named(body, error, said):
    with pytest.raises(error, match=said):
        read(body)


def test_a_file_that_includes_itself_is_refused(tmp_path):
    path = tmp_path / "loop.xml"
    path.write_text('<mujoco><include file="loop.xml"/></mujoco>')
    with pytest.raises(FileFormatError, match="included twice"):
        read_mechanism(path)


def test_a_long_chain_of_bodies_is_read():
    count = 400
    text = "".join(f'<body name="b{i}" pos="0 0 1">{BALL}<joint/>' for i in range(count)) + "</body>" * count
    found = read(BALL + text)
    assert len(found.joints) == count
    np.testing.assert_allclose(found.joints[-1].origin, [0, 0, count])


def test_errors_name_the_file(tmp_path):
    path = tmp_path / "bad.xml"
    path.write_text("<robot/>")
    with pytest.raises(PliantError, match=r"bad\.xml.*mujoco"):
        read_mechanism(path)
