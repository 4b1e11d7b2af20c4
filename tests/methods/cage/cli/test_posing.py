from __future__ import annotations

import json

import numpy as np
import pytest

from pliant.io import read_mesh, read_poses
from pliant.methods.meshik.rig import MeshIK


def test_pulling_on_the_mesh_brings_it_there_by_the_cage_that_is_written(run, files, rig, last):
    goal = rig.mesh.V[last] + [0.0, 0.2, 0.1]
    drag = f"{last}={','.join(map(str, goal))}"
    words = ["--pin", 0, "--drag", drag, "-o", files / "posed.npz", "--cage", files / "posed-cage.npz"]
    done = run("cage", "pose", files / "bar.pliant", *words, "--json")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["held"], told["anchors"], told["converged"]) == ("mesh", 2, True)
    V, cage = read_mesh(files / "posed.npz").V, read_mesh(files / "posed-cage.npz")
    assert np.abs(V[[0, last]] - [rig.mesh.V[0], goal]).max() < 1e-9
    assert np.array_equal(V, rig.posed(cage.V))
    assert len(cage.polygons) == 24
    # The verb of all rigs does the same.
    usual = ("pose", files / "bar.pliant", "--pin", 0, "--drag", drag, "-o", files / "same.npz")
    assert run(*usual).exit_code == 0
    assert np.array_equal(read_mesh(files / "same.npz").V, V)


def test_pulling_on_the_cage_moves_its_own_vertices(run, files, rig):
    words = ["--cage-pin", "0-3", "--cage-move", "9=0,0.2,0", "--cage", files / "posed.npz"]
    assert run("cage", "pose", files / "bar.pliant", *words).exit_code == 0
    moved = read_mesh(files / "posed.npz").V - rig.cage.V
    assert np.abs(moved[:4]).max() < 1e-9
    assert np.abs(moved[9] - [0.0, 0.2, 0.0]).max() < 1e-9


def test_points_of_the_mesh_and_vertices_of_the_cage_are_held_at_once(run, files, rig, last):
    words = ["--pin", 0, "--move", f"{last}=0,0.1,0", "--cage-move", "9=0,0.2,0", "--cage", files / "c.npz"]
    done = run("cage", "pose", files / "bar.pliant", *words, "-o", files / "m.npz", "--json")
    assert done.exit_code == 0
    assert (json.loads(done.stdout)["held"], json.loads(done.stdout)["anchors"]) == ("both", 3)
    assert np.abs(read_mesh(files / "c.npz").V[9] - rig.cage.V[9] - [0, 0.2, 0]).max() < 1e-9
    moved = read_mesh(files / "m.npz").V[[0, last]] - rig.mesh.V[[0, last]]
    assert np.abs(moved - [[0, 0, 0], [0, 0.1, 0]]).max() < 1e-9


def test_several_frames_of_pins_make_several_poses(run, files, rig, last):
    pins = {"pins": [{"vertex": 0}, {"vertex": last, "move": [[0, 0, 0], [0, 0.1, 0]]}], "frames": ["a", "b"]}
    (files / "pins.json").write_text(json.dumps(pins))
    words = ["--pins", files / "pins.json", "-o", files / "posed.npz", "--cage", files / "cages2"]
    assert run("cage", "pose", files / "bar.pliant", *words).exit_code == 0
    posed = read_poses(files / "posed.npz")
    assert posed.names == ("a", "b")
    assert np.abs(posed.V[0] - rig.mesh.V).max() < 1e-9
    assert np.abs(posed.V[1, last] - rig.mesh.V[last] - [0, 0.1, 0]).max() < 1e-9
    assert sorted(path.name for path in (files / "cages2").iterdir()) == ["a.obj", "b.obj"]


@pytest.mark.parametrize(
    "words",
    [
        ("bar.pliant", "-o", "x.obj"),
        ("bar.pliant", "--pin", "0"),
        ("bar.obj", "--pin", "0", "-o", "x.obj"),
        ("meshik.pliant", "--pin", "0", "-o", "x.obj"),
        ("bar.pliant", "--pin", "0", "--cage", "x.txt"),
    ],
)
def test_poses_that_make_no_sense_are_matters_of_usage(run, files, bar_set, words, monkeypatch):
    monkeypatch.chdir(files)
    if words[0] == "meshik.pliant":
        MeshIK(bar_set).save(files / "meshik.pliant")
    assert run("cage", "pose", *words).exit_code == 2


def test_rigs_of_a_cage_are_described_and_cannot_be_blended(run, files):
    told = json.loads(run("info", files / "bar.pliant", "--json").stdout)
    assert (told["method"], told["coordinates"], told["cage"]) == (
        "cage",
        "mean_value",
        {"vertices": 26, "faces": 24},
    )
    assert "26 vertices, 24 faces" in run("info", files / "bar.pliant").stdout
    assert run("blend", files / "bar.pliant", "--weights", "1", "-o", files / "x.obj").exit_code == 2
    pose = ("pose", files / "bar.pliant", "--pin", 0, "-o", files / "x.obj")
    assert run(*pose, "--coherence", 1).exit_code == 2
    assert run(*pose, "--freeze", "0-3").exit_code == 2
