"""Mechanisms in URDF files, read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError, MechanismError, PliantError, UnsupportedFormatError
from pliant.io import write_mesh
from pliant.io.linkage.rotations import rotation_of_fixed_angles
from pliant.io.urdf import mechanism_of_urdf
from pliant.mechanism.mechanism import Mechanism
from tests.io.mechanisms import row_of_boxes

SPHERE = '<visual><geometry><sphere radius="1"/></geometry></visual>'


def link(name: str, inside: str = SPHERE) -> str:
    return f'<link name="{name}">{inside}</link>'


def connection(kind: str, parent: str, child: str, inside: str = "") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{parent}-{child}" type="{kind}">{ends}{inside}</joint>'


def read(*items: str, folder: Path = Path()) -> Mechanism:
    return mechanism_of_urdf(f'<robot name="r">{"".join(items)}</robot>'.encode(), folder)


def summary(mechanism: Mechanism) -> list[tuple[str, str, str]]:
    name = [part.name for part in mechanism.components]
    return [(name[j.a], name[j.b], str(j.kind)) for j in mechanism.joints]


def test_links_are_placed_by_their_joints_and_shapes_by_their_origins():
    box = '<visual><origin xyz="0 0 1" rpy="0 0 0"/><geometry><box size="2 4 6"/></geometry></visual>'
    place = '<origin xyz="10 0 0" rpy="0 0 1.5707963267948966"/><axis xyz="1 0 0"/>'
    found = read(link("a"), link("b", box), connection("revolute", "a", "b", place))
    V = found.mesh.V[found.component == 1]
    np.testing.assert_allclose(V.min(axis=0), [8, -1, -2], atol=1e-12)
    np.testing.assert_allclose(V.max(axis=0), [12, 1, 4], atol=1e-12)
    np.testing.assert_allclose(found.joints[0].axis, [0, 1, 0], atol=1e-12)
    np.testing.assert_allclose(found.joints[0].origin, [10, 0, 0], atol=1e-12)


def test_shapes_have_their_sizes_and_are_closed_and_outward():
    shapes = {
        '<cylinder radius="2" length="6"/>': ([2, 2, 3], np.pi * 4 * 6),
        '<sphere radius="2"/>': ([2, 2, 2], 4 / 3 * np.pi * 8),
        '<capsule radius="1" length="4"/>': ([1, 1, 3], np.pi * 4 + 4 / 3 * np.pi),
        '<box size="2 4 6"/>': ([1, 2, 3], 48),
    }
    for shape, (half, volume) in shapes.items():
        mesh = read(link("a", f"<visual><geometry>{shape}</geometry></visual>")).mesh
        np.testing.assert_allclose(mesh.V.max(axis=0), half, atol=1e-12)
        np.testing.assert_allclose(mesh.V.min(axis=0), -np.array(half), atol=1e-12)
        a, b, c = (mesh.V[mesh.F[:, i]] for i in range(3))
        assert 0.97 * volume < (a * np.cross(b, c)).sum() / 6 <= volume * (1 + 1e-12)
        edges = mesh.F[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
        assert {tuple(edge) for edge in edges.tolist()} == {tuple(edge[::-1]) for edge in edges.tolist()}
        assert len({tuple(edge) for edge in edges.tolist()}) == len(edges)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("revolute", "revolute"),
        ("continuous", "revolute"),
        ("prismatic", "prismatic"),
        ("fixed", "fixed"),
        ("planar", "plane"),
    ],
)
def test_joint_types_are_ours(kind, expected):
    found = read(link("a"), link("b"), connection(kind, "a", "b"))
    assert summary(found) == [("a", "b", expected)]


def test_a_floating_link_is_free():
    assert not read(link("a"), link("b"), connection("floating", "a", "b")).joints


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        ('<limit lower="-1" upper="2" effort="1"/>', [-1, 2]),
        ('<limit upper="2"/>', [0, 2]),
        ('<limit effort="1" velocity="1"/>', [-np.inf, np.inf]),
        ("", [-np.inf, np.inf]),
        ('<limit lower="-1e30" upper="1"/>', [-np.inf, 1]),
    ],
)
def test_limits_are_ranges_from_the_default_configuration(limit, expected):
    found = read(link("a"), link("b"), connection("prismatic", "a", "b", limit))
    np.testing.assert_array_equal(found.joints[0].ranges, [expected])


def test_links_without_a_shape_go_to_the_links_that_they_are_fixed_to():
    """root - (fixed) base - (turns) frame - (fixed) arm, plate; arm - (fixed) tip frame - (slides) tool."""
    found = read(
        link("root", ""),
        link("base"),
        link("frame", ""),
        link("arm"),
        link("plate"),
        link("flange", ""),
        link("tool"),
        link("camera frame", ""),
        connection("fixed", "root", "base"),
        connection("revolute", "base", "frame", '<origin xyz="0 0 5"/><axis xyz="0 0 1"/>'),
        connection("fixed", "frame", "arm", '<origin xyz="1 0 0"/>'),
        connection("fixed", "frame", "plate"),
        connection("fixed", "arm", "flange"),
        connection("prismatic", "flange", "tool"),
        connection("revolute", "tool", "camera frame"),
    )
    assert summary(found) == [
        ("base", "arm", "revolute"),
        ("arm", "plate", "fixed"),
        ("arm", "tool", "prismatic"),
    ]
    np.testing.assert_allclose(found.joints[0].origin, [0, 0, 5])
    assert found.joints[0].name == "base-frame"


def test_links_come_in_the_files_order_whatever_the_order_of_the_tree():
    found = read(link("b"), link("a"), connection("revolute", "a", "b"))
    assert [part.name for part in found.components] == ["b", "a"]
    assert (found.joints[0].a, found.joints[0].b) == (1, 0)


def test_collision_shapes_count_only_where_nothing_is_visible():
    hidden = SPHERE.replace("visual", "collision")
    assert [part.name for part in read(link("a", hidden)).components] == ["a"]
    both = read(link("a"), link("b", hidden), connection("fixed", "a", "b"))
    assert [part.name for part in both.components] == ["a"]


def mesh_link(name: str, scale: str = "1 1 1") -> str:
    inside = f'<visual><geometry><mesh filename="{name}" scale="{scale}"/></geometry></visual>'
    return link("a", inside)


@pytest.mark.parametrize(
    "name",
    [
        "package://my_robot/meshes/a.stl",
        "../meshes/a.stl",
        "model://my_robot/meshes/a.stl",
        "..\\meshes\\a.stl",
        "package://other_name/meshes/a.stl",
    ],
)
def test_meshes_are_found_in_the_package_around_the_file(tmp_path, name):
    for folder in ("urdf", "meshes"):
        (tmp_path / "my_robot" / folder).mkdir(parents=True)
    write_mesh(tmp_path / "my_robot" / "meshes" / "a.stl", row_of_boxes(1))
    found = read(mesh_link(name, "1 1 -2"), folder=tmp_path / "my_robot" / "urdf")
    assert found.mesh.n == 36
    np.testing.assert_allclose(found.mesh.V[:, 2].min(), -2 / 3, atol=1e-6)
    a, b, c = (found.mesh.V[found.mesh.F[:, i]] for i in range(3))
    assert (a * np.cross(b, c)).sum() > 0, "a mirrored mesh is still outward"


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("meshes/none.obj", FileFormatError, r"meshes/none\.obj was not found; it was looked for as"),
        ("../../../outside.obj", FileFormatError, "lies outside"),
        ("/etc/passwd", FileFormatError, "lies outside"),
        ("file:///etc/passwd", FileFormatError, "lies outside"),
        ("part.dae", UnsupportedFormatError, r"part\.dae has the suffix '\.dae'.*\.obj"),
    ],
)
def test_a_mesh_that_cannot_be_read_is_named(tmp_path, name, error, said):
    folder = tmp_path / "deep" / "robot"
    folder.mkdir(parents=True)
    (folder / "part.dae").write_text("<COLLADA/>")
    write_mesh(tmp_path / "outside.obj", row_of_boxes(1))
    with pytest.raises(error, match=said):
        read(mesh_link(name), folder=folder)


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([], "at least one link"),
        ([link("a"), link("a")], "'a' has no name of its own"),
        ([link("a", "")], "No link has a shape"),
        ([link("a"), connection("fixed", "a", "b")], "child 'b'"),
        ([link("a"), link("b"), connection("screw", "a", "b")], "'screw'"),
        (
            [link("a"), link("b"), connection("fixed", "a", "b"), connection("fixed", "b", "a")],
            "above itself",
        ),
        ([link("a"), link("b"), *[connection("fixed", "a", "b")] * 2], "child of two joints"),
        ([link("a"), link("b"), connection("prismatic", "a", "b", '<limit lower="2" upper="1"/>')], "swap"),
        ([link("a", "<visual><geometry/></visual>")], "no geometry"),
        ([link("a", "<visual><geometry><cone/></geometry></visual>")], "<cone>"),
        ([link("a", '<visual><geometry><box size="1 2"/></geometry></visual>')], "3 numbers"),
        ([link("a", '<visual><geometry><sphere radius="inf"/></geometry></visual>')], "1 numbers"),
        (["<xacro:macro/>", link("a")], "xacro"),
    ],
)
def test_what_makes_no_sense_is_refused(items, said):
    with pytest.raises(PliantError, match=said):
        read(*items)


def test_an_axis_without_direction_is_refused():
    with pytest.raises(MechanismError, match="no direction"):
        read(link("a"), link("b"), connection("revolute", "a", "b", '<axis xyz="0 0 0"/>'))


BOMB = """<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><robot name="&b;"/>"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "document type"),
        ('<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot/>', "document type"),
        ("<robot>", "well-formed"),
        ("<sdf/>", "<sdf>"),
        ("<robot>" + "<a>" * 3000 + "</a>" * 3000 + "</robot>", "levels"),
        ('<?xml version="1.0" encoding="klingon"?><robot/>', "well-formed"),
    ],
)
def test_harmful_or_broken_xml_is_refused(text, said):
    with pytest.raises(FileFormatError, match=said):
        mechanism_of_urdf(text.encode(), Path())


def test_the_size_of_a_file_is_bounded(monkeypatch):
    from pliant.io.linkage import markup

    monkeypatch.setattr(markup, "MOST_BYTES", 100)
    with pytest.raises(FileFormatError, match="at most 100"):
        mechanism_of_urdf(b"<robot/>" + b" " * 100, Path())


def test_roll_comes_before_pitch_and_yaw():
    R = rotation_of_fixed_angles(np.array([np.pi / 2, 0, np.pi / 2]))
    np.testing.assert_allclose(R @ [0, 1, 0], [0, 0, 1], atol=1e-15)
    np.testing.assert_allclose(R @ [1, 0, 0], [0, 1, 0], atol=1e-15)
