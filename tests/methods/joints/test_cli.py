from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant.figures import render
from pliant.io import read_mechanism, read_mesh, write_mechanism, write_mesh
from pliant.mechanism.mechanism import Joint, JointKind, Soft
from pliant.methods.joints.analysis import Analysis
from pliant.methods.joints.assembly import Rejected
from pliant.methods.joints.options import PRINTED
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.rig import MeshIK
from pliant.registry import open_rig
from pliant.samples import mechanism, names
from tests.mechanisms import cupboard


@pytest.fixture
def model(tmp_path) -> Path:
    path = tmp_path / "cupboard.npz"
    write_mechanism(path, cupboard())
    return path


@pytest.fixture
def rig_file(model, tmp_path) -> Path:
    path = tmp_path / "cupboard.pliant"
    mine = cupboard()
    JointIK(mine, mine.joints).save(path)
    return path


def joints_of(path: Path) -> tuple[Joint, ...]:
    rig = open_rig(path)
    assert isinstance(rig, JointIK)
    return rig.mechanism.joints


def test_the_joints_of_a_bare_mesh_are_found_and_make_a_rig(run, tmp_path):
    truth = mechanism("lamp", resolution=0.3)
    mesh, out = tmp_path / "lamp.ply", tmp_path / "lamp.pliant"
    write_mesh(mesh, truth.mesh)
    done = run("joints", mesh, "-o", out, "--json")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["found"]
    assert told["files"] == [str(out)]
    found = joints_of(out)
    assert [joint["kind"] for joint in told["joints"]] == ["revolute"] * 5 == [str(j.kind) for j in found]
    for joint, true in zip(found, truth.joints, strict=True):
        assert abs(joint.axis @ true.axis) > np.cos(np.radians(1.0))


def test_given_joints_are_kept_to_the_last_bit(run, model, tmp_path):
    out = tmp_path / "rig.pliant"
    assert run("joints", model, "--given", "-o", out).exit_code == 0
    for kept, true in zip(joints_of(out), cupboard().joints, strict=True):
        assert (kept.a, kept.b, kept.kind, kept.name) == (true.a, true.b, true.kind, true.name)
        for field in ("origin", "frame", "ranges"):
            assert np.array_equal(getattr(kept, field), getattr(true, field))


def test_a_rig_is_made_as_printed_and_stays_so(run, rig_file, tmp_path):
    printed, again = tmp_path / "printed.pliant", tmp_path / "again.pliant"
    assert run("joints", rig_file, "--as-printed", "-o", printed).exit_code == 0
    assert run("joints", printed, "-o", again).exit_code == 0
    for path in (printed, again):
        rig = open_rig(path)
        assert isinstance(rig, JointIK)
        assert rig.options == PRINTED


def test_a_rig_keeps_its_joints_unless_they_are_to_be_found(run, rig_file):
    kept = json.loads(run("joints", rig_file, "--json").stdout)
    assert (kept["found"], kept["joints"][0]["name"]) == (False, "hinge")
    anew = json.loads(run("joints", rig_file, "--find", "--json").stdout)
    assert anew["found"]
    assert all(joint["evidence"] for joint in anew["joints"])


def test_joints_are_corrected_by_number_name_or_parts(run, rig_file, tmp_path):
    out = tmp_path / "out.pliant"
    words = ["--set", "hinge:cylinder", "--range", "frame,door:-30..,..0.5", "--set", "1:ball"]
    assert run("joints", rig_file, *words, "-o", out).exit_code == 0
    hinge, bolt = joints_of(out)
    assert (hinge.kind, bolt.kind) == (JointKind.CYLINDER, JointKind.BALL)
    assert np.abs(hinge.ranges[0, 0] + np.pi / 6) < 1e-12
    assert hinge.ranges[0, 1] == np.inf
    assert hinge.ranges[1].tolist() == [-np.inf, 0.5]
    assert (hinge.confidence, dict(hinge.evidence)) == (1.0, {})


def test_joints_are_removed_by_the_numbers_of_the_table(run, rig_file, tmp_path):
    out = tmp_path / "out.pliant"
    assert run("joints", rig_file, "--remove", "0", "-o", out).exit_code == 0
    (left,) = joints_of(out)
    assert (left.a, left.b) == (1, 2)
    assert run("joints", rig_file, "--remove", "0", "--remove", "1", "-o", out).exit_code == 0
    assert joints_of(out) == ()


def test_parts_are_merged_softened_and_joined(run, rig_file, tmp_path):
    out = tmp_path / "out.pliant"
    words = ["--soft", "door:3", "--join", "frame,bolt:ball"]
    assert run("joints", rig_file, *words, "-o", out).exit_code == 0
    rig = open_rig(out)
    assert isinstance(rig, JointIK)
    assert rig.mechanism.components[1].soft == Soft(3)
    assert rig.mechanism.joints[2].kind is JointKind.BALL
    told = json.loads(run("joints", rig_file, "--merge", "door, bolt", "--json").stdout)
    assert [part["name"] for part in told["components"]] == ["frame", "door"]
    assert len(told["joints"]) == 1


def test_the_table_tells_kinds_parts_ranges_and_why(run, rig_file):
    lines = run("joints", rig_file).stdout.splitlines()
    assert "3 parts, 2 joints" in lines[0]
    hinge, bolt = lines[2:4]
    for word in ("0", "hinge", "revolute", "frame – door", "-90° to 0°", "100%", "given, not found"):
        assert word in hinge
    for word in ("prismatic", "door – bolt", "0 to 0.1"):
        assert word in bolt


def test_with_a_file_to_write_the_table_waits_to_be_asked_for(run, rig_file, tmp_path):
    words = ("joints", rig_file, "-o", tmp_path / "out.pliant")
    assert "hinge" not in run(*words).stdout
    assert "hinge" in run(*words, "--table").stdout


def test_pairs_that_touch_without_a_joint_are_told_with_the_reason(run, model, monkeypatch):
    hinge, bolt = cupboard().joints
    said = Analysis((hinge,), (Rejected(bolt, "they only touch"),), (0,))
    monkeypatch.setattr("pliant.methods.joints.cli.work.analyse", lambda mechanism, progress: said)
    (pair,) = json.loads(run("joints", model, "--json").stdout)["rejected"]
    assert (pair["between"], pair["looked"]) == (["door", "bolt"], "prismatic")
    words = run("joints", model).stdout
    assert "no joint: door – bolt touch, they only touch (it looked prismatic)" in words
    assert "'frame' has no surface" in words


def test_what_is_weak_about_a_joint_is_told_in_words(run, model, monkeypatch):
    doubtful = replace(cupboard().joints[0], confidence=0.4, evidence={"samples": 0.2, "tangent": 1.0})
    monkeypatch.setattr(
        "pliant.methods.joints.cli.work.analyse", lambda *_, **__: Analysis((doubtful,), (), ())
    )
    words = run("joints", model).stdout
    assert "40%  there is little contact (20%)" in words
    assert "explained only in part" not in words


def test_a_model_without_joints_is_told_so_and_still_makes_a_rig(run, tmp_path):
    mesh, out = tmp_path / "one.obj", tmp_path / "one.pliant"
    write_mesh(mesh, cupboard().mesh.moved(cupboard().mesh.V * [1, 1, 1] + np.repeat([0, 5, 9], 8)[:, None]))
    done = run("joints", mesh, "-o", out, "--table")
    assert done.exit_code == 0
    assert "nothing here looks like a joint" in done.stdout
    assert joints_of(out) == ()


def test_exports_read_back_as_the_same_mechanism(run, rig_file, tmp_path):
    urdf, glb = tmp_path / "c.urdf", tmp_path / "c.glb"
    done = run("joints", rig_file, "--urdf", urdf, "--gltf", glb)
    assert done.exit_code == 0
    for path in (urdf, glb):
        back = read_mechanism(path)
        assert [joint.kind for joint in back.joints] == [JointKind.REVOLUTE, JointKind.PRISMATIC]
        assert np.abs(back.joints[0].ranges - cupboard().joints[0].ranges).max() < 1e-9


def test_pictures_are_written(run, rig_file, tmp_path, monkeypatch):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    small = {"size": (160, 120)}
    monkeypatch.setattr(
        "pliant.figures.mechanism.render", lambda shots, path, **words: render(shots, path, **words | small)
    )
    whole, apart = tmp_path / "whole.png", tmp_path / "apart.png"
    assert run("joints", rig_file, "--picture", whole, "--exploded", apart).exit_code == 0
    assert whole.read_bytes()[:4] == apart.read_bytes()[:4] == b"\x89PNG"
    assert whole.read_bytes() != apart.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["RIG", "--sample", "lamp"],
        ["RIG", "-o", "rig.obj"],
        ["RIG", "--gltf", "out.obj"],
        ["RIG", "--picture", "out.jpg"],
        ["RIG", "--set", "hinge"],
        ["RIG", "--set", "hinge:wobbly"],
        ["RIG", "--set", "7:ball"],
        ["RIG", "--set", "frame,bolt:ball"],
        ["RIG", "--range", "hinge:30"],
        ["RIG", "--range", "hinge:1..2,3..4"],
        ["RIG", "--range", "hinge:a..b"],
        ["RIG", "--merge", "frame,lid"],
        ["RIG", "--join", "frame,door,bolt:ball"],
        ["RIG", "--remove", "lid"],
        ["RIG", "-o", "RIG"],
    ],
)
def test_words_that_make_no_sense_are_a_matter_of_usage(run, rig_file, words):
    named = [rig_file if word == "RIG" else word for word in words]
    assert run("joints", *named).exit_code == 2


def test_contradictions_are_refused_with_what_to_do(run, rig_file):
    done = run("joints", rig_file, "--range", "hinge:30..-30")
    assert done.exit_code == 1
    assert "from low to high" in done.stderr
    assert run("joints", rig_file, "--join", "frame,door:ball").exit_code == 1


def test_joints_that_are_not_there_cannot_be_kept(run, tmp_path):
    mesh = tmp_path / "mesh.obj"
    write_mesh(mesh, cupboard().mesh)
    done = run("joints", mesh, "--given")
    assert done.exit_code == 2
    assert "no joints to keep" in done.stderr


def test_a_rig_without_joints_is_a_matter_of_usage(run, bar_set, tmp_path):
    other = tmp_path / "bar.pliant"
    MeshIK(bar_set).save(other)
    assert run("joints", other).exit_code == 2


def test_info_tells_the_parts_and_joints_of_a_rig(run, rig_file):
    told = json.loads(run("info", rig_file, "--json").stdout)
    assert told["method"] == "joints"
    assert [part["name"] for part in told["components"]] == ["frame", "door", "bolt"]
    assert told["joints"][0]["motions"] == [{"motion": "turn", "low": -90.0, "high": 0.0}]
    words = run("info", rig_file).stdout
    assert "hinge" in words
    assert "separate parts" not in words


def test_a_pull_opens_the_door_while_its_frame_is_held(run, rig_file, tmp_path):
    corner = int(np.argmax(cupboard().mesh.V[:16] @ [1, 1, 1]))
    out = tmp_path / "open.obj"
    done = run("pose", rig_file, "--freeze", "frame", "--drag", f"{corner}=-0.05,1,1", "-o", out, "--json")
    assert done.exit_code == 0
    told = json.loads(done.stdout)["frames"][0]["joints"]
    assert [joint["joint"] for joint in told] == ["hinge", "door – bolt"]
    assert abs(told[0]["turns"][0] + 90.0) < 0.1
    V, rest = read_mesh(out).V, cupboard().mesh.V
    assert np.abs(V[:8] - rest[:8]).max() < 1e-3
    # The door stays as it is, and on its axis.
    assert (
        np.abs(np.linalg.norm(V[8:16, [0, 2]], axis=1) - np.linalg.norm(rest[8:16, [0, 2]], axis=1)).max()
        < 1e-3
    )


@pytest.mark.parametrize("words", [["--freeze", "lid"], ["--coherence", "1"]])
def test_what_a_rig_of_joints_cannot_do_is_a_matter_of_usage(run, rig_file, tmp_path, words):
    done = run("pose", rig_file, "--drag", "9=1,1,1", *words, "-o", tmp_path / "out.obj")
    assert done.exit_code == 2


def test_vertices_that_are_not_there_cannot_be_frozen(run, rig_file, tmp_path):
    done = run("pose", rig_file, "--drag", "9=1,1,1", "--freeze", "99", "-o", tmp_path / "out.obj")
    assert (done.exit_code, "the vertices 0 to" in done.stderr) == (1, True)


def test_a_rig_of_joints_has_nothing_to_blend(run, rig_file, tmp_path):
    done = run("blend", rig_file, "--weights", "a=1", "-o", tmp_path / "out.obj")
    assert done.exit_code == 2
    assert "pliant pose" in done.stderr


def test_mechanism_samples_are_written_with_their_joints_or_their_parts(run, tmp_path):
    for name in ("lamp.npz", "lamp.glb", "lamp.obj"):
        assert run("samples", "lamp", "--resolution", "0.25", "-o", tmp_path / name).exit_code == 0
    assert len(read_mechanism(tmp_path / "lamp.npz").joints) == 5
    assert len(read_mechanism(tmp_path / "lamp.glb").joints) == 5
    bare = read_mechanism(tmp_path / "lamp.obj")
    assert (len(bare.components), bare.components[0].name, bare.joints) == (6, "base", ())


@pytest.mark.parametrize(
    "words",
    [
        ["lamp", "-n", "100", "-o", "x.npz"],
        ["bar", "--resolution", "1", "-o", "x.npz"],
        ["lamp", "-o", "x.stl"],
    ],
)
def test_a_mechanism_sample_has_a_resolution_and_a_character_vertices(run, words):
    assert run("samples", *words).exit_code == 2


def test_every_mechanism_is_listed_among_the_samples(run):
    listed = [line.split()[0] for line in run("samples").stdout.splitlines()]
    assert listed[-len(names("joints")) :] == list(names("joints"))
