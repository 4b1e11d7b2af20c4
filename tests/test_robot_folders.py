"""Robots in folders of a stranger: which are taken, and which joints geometry tells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")

from benchmarks import robot_folders
from benchmarks.__main__ import main
from benchmarks.answers import detectable, read
from benchmarks.mechanisms import joints_folder
from benchmarks.mechanisms import mechanism as real
from benchmarks.pose_sets import MissingDataError
from benchmarks.robot_folders import robots_in, welded
from benchmarks.sliding_share import told

from pliant.io import write_mechanism
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.mechanism.robot import RobotOptions
from pliant.samples import mechanism as sample

# Models whose files tell what is detectable by the same measure, with joints of either sort.
BESIDE = ("robotiq_140", "schunk_svh", "abb_irb2400")


@pytest.fixture(autouse=True)
def known_models(monkeypatch):
    try:
        joints_folder()
    except MissingDataError as missing:
        pytest.skip(str(missing))
    # To read them all takes long.
    monkeypatch.setattr(robot_folders, "names", lambda: ["velodyne"])


def _written(folder, name, mechanism):
    folder.mkdir(parents=True, exist_ok=True)
    write_mechanism(folder / name, mechanism, RobotOptions(up="y", collision="none"))


def test_a_robot_that_stands_in_two_packages_counts_once(tmp_path):
    _written(tmp_path / "one", "lamp.urdf", sample("lamp", resolution=0.5))
    _written(tmp_path / "two", "lamp.xml", sample("lamp", resolution=0.5))
    _written(tmp_path / "two", "chair.urdf", sample("chair", resolution=0.5))
    found = robots_in([tmp_path])
    assert [robot.name for robot in found.robots] == ["one/lamp", "two/chair"]
    assert found.left_out == {"known already": 1}
    assert found.refused == {}


def test_a_robot_among_our_own_models_is_left_out(tmp_path):
    _written(tmp_path / "other", "renamed.urdf", real("velodyne"))
    assert robots_in([tmp_path]).left_out == {"known already": 1}


def test_a_file_that_cannot_be_read_is_counted_with_its_reason(tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "arm.urdf").write_text('<robot name="arm"><mesh filename="none.stl"/>')
    found = robots_in([tmp_path])
    assert found.left_out == {"not read": 1}
    assert "XML" in found.refused["broken/arm"]


def test_welded_parts_are_one():
    lamp = sample("lamp", resolution=0.5)
    fixed = Joint.of(lamp.joints[0].a, lamp.joints[0].b, JointKind.FIXED, (0, 0, 0), (1, 0, 0))
    stiff = replace(lamp, joints=(fixed, *lamp.joints[1:]))
    found = welded(stiff)
    assert len(found.components) == len(lamp.components) - 1
    assert [joint.kind for joint in found.joints] == [joint.kind for joint in lamp.joints[1:]]
    for joint, old in zip(found.joints, lamp.joints[1:], strict=True):
        vertex = np.flatnonzero(lamp.component == old.b)
        assert (found.component[vertex] == joint.b).all()


@pytest.mark.parametrize("name", BESIDE)
def test_geometry_tells_the_joints_that_the_files_beside_the_models_say(name):
    flags = detectable(name)
    assert any(flags)
    assert told(real(name)) == flags


def test_a_wrong_axis_is_not_told_by_geometry():
    found = real("robotiq_140")
    turned = [replace(joint, frame=np.roll(joint.frame, 1, axis=0)) for joint in found.joints]
    assert not any(told(replace(found, joints=tuple(turned))))


def test_of_the_closed_half_no_model_is_shown(tmp_path):
    _written(tmp_path / "one", "lamp.urdf", sample("lamp", resolution=0.5))
    _written(tmp_path / "two", "chair.urdf", sample("chair", resolution=0.5))
    assert main(["published-joints", "--from", str(tmp_path), "--results", str(tmp_path)]) == 0
    record = tmp_path / "published-joints-elsewhere.json"
    assert {each.model for each in read(record)} == {"one/lamp"}
    assert "two/chair" not in record.read_text(encoding="utf-8")
