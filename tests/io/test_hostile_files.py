"""Whatever the bytes: a mesh whose parts fit together, or an error of ours; never anything else."""

from __future__ import annotations

import copy
import io
import json
import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pliant.errors import PliantError
from pliant.io import read_mechanism, read_mesh, read_poses
from pliant.io.gltf import glb_of_mesh, glb_of_poses
from pliant.io.npz import npz_of_poses
from pliant.io.obj import obj_of_mesh
from pliant.io.off import off_of_mesh
from pliant.io.ply import ply_of_mesh
from pliant.io.stl import stl_of_mesh
from pliant.mesh import Mesh
from tests.io.samples import GltfBuilder, dressed, plain, pose_set, textured
from tests.io.test_gltf_poses import bent_arm
from tests.io.test_ply import handmade
from tests.io.test_stl import TEXT

ARM = bent_arm([[0.5, 0.5, 0, 0]] * 3)

FILES = {
    "polygons.obj": b"".join(obj_of_mesh(dressed())),
    "relative.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\ng a b\nf -3/-1 \\\n -2//4 -1/1/1 # end\n",
    "mixed.ply": b"".join(ply_of_mesh(textured())),
    "text.ply": handmade("ascii", plain()),
    "little.ply": handmade("binary_little_endian", plain()),
    "big.ply": handmade("binary_big_endian", plain()),
    "polygons.off": b"".join(off_of_mesh(plain())),
    "texture.off": b"STOFF 3 1 0\n0 0 0 1 0\n1 0 0 0 1 # c\n0 1 0 1 1\n3 0 1 2 255 0 0\n",
    "binary.stl": b"".join(stl_of_mesh(plain())),
    "text.stl": TEXT,
    "set.npz": b"".join(npz_of_poses(pose_set(dressed()))),
    "mesh.glb": b"".join(glb_of_mesh(dressed())),
    "targets.glb": b"".join(glb_of_poses(pose_set(textured()))),
    "skin.glb": ARM.glb(),
}

ROBOTS = {
    "arm.urdf": b"""<robot name="r">
<link name="a"><visual><origin xyz="0 0 1" rpy="0 0.1 0"/>
<geometry><box size="2 4 6"/></geometry></visual></link>
<link name="b"><visual><geometry><cylinder radius="1" length="2"/></geometry></visual></link>
<link name="c"><visual><geometry><sphere radius="0.5"/></geometry></visual></link>
<joint name="hinge" type="revolute"><parent link="a"/><child link="b"/>
<origin xyz="3 0 0"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="0.5"/></joint>
<joint name="slide" type="prismatic"><parent link="b"/><child link="c"/><axis xyz="1 0 0"/>
<limit lower="0" upper="2"/></joint></robot>""",
    "arm.xml": b"""<mujoco><compiler angle="degree"/><default><geom size="0.1 0.2 0.3"/></default><asset>
<mesh name="m" vertex="0 0 0  1 0 0  0 1 0  0 0 1" face="0 2 1  0 1 3  0 3 2  1 2 3"/></asset><worldbody>
<body name="a" pos="1 2 3" euler="30 -20 50"><geom type="box"/>
<body name="b"><joint name="h" axis="0 1 0" range="-30 60"/><geom type="mesh" mesh="m"/>
<body name="c"><joint type="slide" axis="1 0 0"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.1"/></body>
</body></body></worldbody></mujoco>""",
}
MARKUP = (
    b'<robot>|</robot>|<mujoco>|</mujoco>|<link name="a">|</link>|<body>|</body>|<geom/>|<joint|/>|=|"'.split(
        b"|"
    )
)

WORDS = b"v|vt|f|g|o|usemtl|#|\\|1|2|3|-1|1/1|//|0.5|\n|\n|ply|OFF|solid|facet|vertex".split(b"|")

few_examples = settings(
    max_examples=40, deadline=10_000, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from([2**31, 2**40, 2**63, 10**400, -(10**20), 1e308, 1e-320, "", "VEC3", "SCALAR", [], {}]),
    st.floats(),
    st.text(max_size=3),
    st.lists(st.integers(-1, 4), max_size=4),
)


def check(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    refused = ""
    try:
        assert_fitting(read_mesh(path))
    except PliantError as error:
        refused = str(error)
    assert not refused or path.name in refused
    if path.suffix in (".npz", ".glb"):
        try:
            poses = read_poses(path)
        except PliantError:
            return
        assert_fitting(poses.mesh)
        assert poses.V.shape == (len(poses.names), poses.n, 3)
        assert np.isfinite(poses.V).all()


def assert_fitting(mesh: Mesh) -> None:
    assert np.isfinite(mesh.V).all()
    corners, starts = mesh.polygons.corners, mesh.polygons.starts
    assert corners.min() >= 0
    assert corners.max() < mesh.n
    assert starts[-1] == len(corners)
    assert (np.diff(starts) >= 3).all()
    assert len(mesh.F) == len(mesh.owner) == (np.diff(starts) - 2).sum()
    if mesh.uv is not None:
        assert mesh.uv_corners is not None
        assert mesh.uv.shape == (len(mesh.uv), 2)
        assert len(mesh.uv_corners) == len(corners)
        assert mesh.uv_corners.min() >= -1
        assert mesh.uv_corners.max() < len(mesh.uv)
    for rows in (*mesh.groups.values(), *mesh.materials.values()):
        assert len(rows)
        assert 0 <= rows.min() <= rows.max() < len(mesh.polygons)


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_good_before_they_are_spoilt(name, tmp_path):
    (tmp_path / name).write_bytes(FILES[name])
    assert_fitting(read_mesh(tmp_path / name))


@pytest.mark.parametrize("name", FILES)
@few_examples
@given(draw=st.data())
def test_files_cut_off(name, tmp_path, draw):
    data = FILES[name]
    check(tmp_path / name, data[: draw.draw(st.integers(1, len(data) - 1))])


@pytest.mark.parametrize("name", FILES)
@few_examples
@given(draw=st.data())
def test_files_with_other_bytes(name, tmp_path, draw):
    data = bytearray(FILES[name])
    for _ in range(draw.draw(st.integers(1, 4))):
        place = draw.draw(st.integers(0, len(data) - 1))
        data[place] = draw.draw(st.one_of(st.integers(0, 255), st.sampled_from(list(b" \n-/0919.#\\ne"))))
    check(tmp_path / name, bytes(data))


@pytest.mark.parametrize("name", FILES)
@few_examples
@given(draw=st.data())
def test_files_with_parts_missing_and_repeated(name, tmp_path, draw):
    data = FILES[name]
    a, b, c = sorted(draw.draw(st.integers(0, len(data))) for _ in range(3))
    check(
        tmp_path / name,
        draw.draw(st.sampled_from([data[:a] + data[b:], data[:b] + data[a:], data[b:c] + data[:c]])),
    )


@settings(few_examples, max_examples=150)
@given(draw=st.data())
def test_archives_with_other_bytes_behind_good_checksums(tmp_path, draw):
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(FILES["set.npz"])) as old, zipfile.ZipFile(packed, "w") as new:
        chosen = draw.draw(st.sampled_from(old.namelist()))
        for name in old.namelist():
            data = bytearray(old.read(name))
            for _ in range(draw.draw(st.integers(1, 3)) if name == chosen else 0):
                data[draw.draw(st.integers(0, len(data) - 1))] = draw.draw(st.integers(0, 255))
            new.writestr(name, bytes(data))
    check(tmp_path / "changed.npz", packed.getvalue())


@pytest.mark.parametrize("suffix", [".obj", ".ply", ".off", ".stl", ".npz", ".glb", ".gltf"])
@few_examples
@given(data=st.binary(min_size=1, max_size=300))
def test_files_of_noise(suffix, tmp_path, data):
    check(tmp_path / f"noise{suffix}", data)


@pytest.mark.parametrize("suffix", [".obj", ".ply", ".off", ".stl"])
@few_examples
@given(words=st.lists(st.sampled_from(WORDS)))
def test_texts_of_the_right_words_in_the_wrong_order(suffix, tmp_path, words):
    check(tmp_path / f"words{suffix}", b" " + b" ".join(words))


@settings(few_examples, max_examples=200)
@given(draw=st.data())
def test_gltf_with_any_field_changed(tmp_path, draw):
    file = GltfBuilder()
    file.blob, file.root = ARM.blob, copy.deepcopy(ARM.root)
    for _ in range(draw.draw(st.integers(1, 2))):
        owner, key = draw.draw(st.sampled_from(list(fields(file.root))))
        if draw.draw(st.booleans()):
            del owner[key]
        else:
            owner[key] = draw.draw(anything)
    check(tmp_path / "changed.glb", file.glb())


def fields(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON document: the object or list, and the key or number in it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from fields(value[key])


@settings(few_examples, max_examples=100)
@given(numbers=st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4), where=st.integers(0, 30))
def test_glb_chunks_with_lying_lengths(tmp_path, numbers, where):
    data = FILES["mesh.glb"]
    check(tmp_path / "lying.glb", data[:where] + struct.pack("<I", numbers[0]) + data[where + 4 :])
    header = struct.pack("<4sII", b"glTF", 2, numbers[1]) + struct.pack("<I4s", numbers[2], b"JSON")
    check(tmp_path / "lying.glb", header + json.dumps({"asset": {"version": "2.0"}}).encode())


def check_robot(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    refused, found = "", None
    try:
        found = read_mechanism(path)
    except PliantError as error:
        refused = str(error)
    if found is None:
        assert path.name in refused
        return
    assert_fitting(found.mesh)
    assert len(found.component) == found.mesh.n
    assert 0 <= found.component.min() <= found.component.max() < len(found.components)
    for joint in found.joints:
        assert 0 <= joint.a < len(found.components) > joint.b >= 0
        assert np.isfinite(joint.origin).all()
        np.testing.assert_allclose(joint.frame @ joint.frame.T, np.eye(3), atol=1e-9)
        assert (joint.ranges[:, 0] <= joint.ranges[:, 1]).all()


@pytest.mark.parametrize("name", ROBOTS)
def test_the_robots_are_good_before_they_are_spoilt(name, tmp_path):
    (tmp_path / name).write_bytes(ROBOTS[name])
    assert len(read_mechanism(tmp_path / name).joints) == 2
    check_robot(tmp_path / name, ROBOTS[name])


@pytest.mark.parametrize("name", ROBOTS)
@few_examples
@given(draw=st.data())
def test_robots_with_other_bytes_parts_missing_and_repeated(name, tmp_path, draw):
    data = bytearray(ROBOTS[name])
    for _ in range(draw.draw(st.integers(0, 3))):
        place = draw.draw(st.integers(0, len(data) - 1))
        data[place] = draw.draw(st.one_of(st.integers(0, 255), st.sampled_from(list(b' 09-.e<>/"='))))
    a, b = sorted(draw.draw(st.integers(0, len(data))) for _ in range(2))
    check_robot(
        tmp_path / name,
        bytes(draw.draw(st.sampled_from([data, data[:b], data[:a] + data[b:], data[:b] + data[a:]]))),
    )


@pytest.mark.parametrize("name", ROBOTS)
@few_examples
@given(draw=st.data())
def test_robots_with_any_value_changed(name, tmp_path, draw):
    parts = ROBOTS[name].split(b'"')
    for _ in range(draw.draw(st.integers(1, 2))):
        values = [b"", b"-1", b"nan", b"1e400", b"0 0 0", b"1 2", b"x", b"a", b"mesh", b"ball", b"floating"]
        parts[2 * draw.draw(st.integers(0, len(parts) // 2 - 1)) + 1] = draw.draw(st.sampled_from(values))
    check_robot(tmp_path / name, b'"'.join(parts))


@pytest.mark.parametrize("name", ROBOTS)
@few_examples
@given(pieces=st.lists(st.sampled_from(MARKUP), max_size=12))
def test_markup_of_the_right_pieces_in_the_wrong_order(name, tmp_path, pieces):
    check_robot(tmp_path / name, b" ".join([b" ", *pieces]))
