"""The reality check: robots run in MuJoCo, as functions and on the command line."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from pliant import extras
from pliant.errors import MissingExtraError, OptionError
from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.mechanism.robot import RobotOptions, robot_of
from pliant.methods.joints import simulation
from pliant.methods.joints.cli.corrections import JointEdits
from pliant.methods.joints.cli.robots import sliding_notes
from pliant.methods.joints.simulation import simulate, simulated_clip
from tests.io.mechanisms import joint, labels, row_of_boxes
from tests.io.test_mjcf_writing import four_bar
from tests.mechanisms import cupboard

HULLS = RobotOptions(collision="hulls")


@pytest.fixture
def mujoco():
    return pytest.importorskip("mujoco", reason="MuJoCo, which simulates, is not installed")


@pytest.mark.usefixtures("mujoco")
def test_a_loop_falls_and_stays_closed():
    found = simulate(robot_of(four_bar(), HULLS), 2.0)
    assert found.passed
    assert 0 < found.loop_gap < 1e-3
    assert found.moved > 0.01
    assert not found.exploded
    assert not found.touching


@pytest.mark.usefixtures("mujoco")
def test_parts_that_overlap_are_reported_where_nothing_excludes_them():
    robot = robot_of(four_bar(), HULLS)
    grown = [
        replace(hull, V=hull.V.mean(axis=0) + 2.0 * (hull.V - hull.V.mean(axis=0))) for (hull,) in robot.hulls
    ]
    found = simulate(replace(robot, hulls=tuple((hull,) for hull in grown), excluded=()), 0.2)
    assert found.touching
    assert not found.passed
    assert "contact at rest: " in found.words()[1]


@pytest.mark.usefixtures("mujoco")
def test_the_clip_moves_parts_rigidly_from_rest():
    robot = robot_of(four_bar(), HULLS)
    clip = simulated_clip(robot, simulate(robot, 0.5))
    frames = clip.array()
    np.testing.assert_allclose(frames[0], robot.mechanism.mesh.V, atol=1e-9)
    for i in range(4):
        rows = robot.mechanism.component == i
        lengths = [np.linalg.norm(V[rows] - V[rows][0], axis=1) for V in (frames[0], frames[-1])]
        np.testing.assert_allclose(*lengths, atol=1e-9)


def test_no_time_is_refused():
    with pytest.raises(OptionError, match="more than 0"):
        simulate(robot_of(cupboard(), HULLS), 0.0)


def test_without_mujoco_the_error_says_how_to_get_it(monkeypatch):
    def missing(module):
        raise ImportError(f"No module named '{module}'")

    monkeypatch.setattr(extras.importlib, "import_module", missing)
    with pytest.raises(MissingExtraError, match=r"pliant\[simulate\]"):
        simulation.simulate(robot_of(cupboard(), RobotOptions(collision="none")), 1.0)


@pytest.mark.usefixtures("mujoco")
def test_the_command_line_writes_simulates_and_tells(run, tmp_path):
    found = run(
        *("joints", "--sample", "lamp", "--given", "--collision", "hulls", "--mass", "base:2.5"),
        *("-o", tmp_path / "lamp.xml", "--simulate", "0.3", "--json"),
    )
    facts = json.loads(found.stdout)["simulation"]
    assert facts["passed"]
    assert (tmp_path / "lamp.xml").is_file()
    assert 'mass="2.5"' in (tmp_path / "lamp.xml").read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--film", "f.mp4"], "--simulate SECONDS"),
        (["--unit", "furlong"], "no positive number"),
        (["--density", "-3"], "no positive number"),
        (["--collision", "foam"], "pieces, hulls, none"),
        (["--mass", "base"], "PART:KG"),
    ],
)
def test_options_that_make_no_sense_are_refused(run, options, said):
    found = run("joints", "--sample", "lamp", "--given", *options)
    assert found.exit_code != 0
    assert said in " ".join(found.output.split())


def test_flat_contacts_are_told_of_with_the_words_that_fix_them():
    mesh = row_of_boxes(3)
    joints = [joint(0, 1, JointKind.PRISMATIC, [-1, 1]), joint(1, 2, JointKind.PLANE, [[-1, 1]] * 3)]
    desk = Mechanism.of(mesh, labels(mesh), ["case", "tray", "knob"], joints)
    (note,) = sliding_notes(desk)
    assert "tray and knob touch in a plane" in note
    option = note.split('--set "')[1].split('"')[0]
    fixed = JointEdits(kinds=[option]).on(desk)
    assert [each.kind for each in fixed.joints] == [JointKind.PRISMATIC, JointKind.FIXED]
    assert sliding_notes(fixed) == []
