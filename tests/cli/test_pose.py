from __future__ import annotations

import json

import numpy as np
import pytest

from pliant.geometry.patch import patch
from pliant.io import read_mesh, read_poses, write_poses
from pliant.methods.cage.rig import CageIK
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast, feet
from tests.examples.test_rival import bow
from tests.methods.cage.box_cage import box_cage


def diagonal(V):
    return np.linalg.norm(V.max(axis=0) - V.min(axis=0))


def test_pins_stay_and_dragged_vertices_arrive(run, bar_file, bar_set, last, tmp_path):
    out = tmp_path / "out.npz"
    goal = bar_set.V[1, last] * 0.9
    done = run("pose", bar_file, "--pin", "0-3", "--drag", f"{last}={','.join(map(str, goal))}", "-o", out)
    assert done.exit_code == 0
    assert done.stdout == ""
    assert "converged" in done.stderr
    assert f"wrote {out}" in done.stderr
    V = read_mesh(out).V
    tolerance = 1e-9 * diagonal(bar_set.V[0])
    assert np.abs(V[:4] - bar_set.V[0, :4]).max() <= tolerance
    assert np.abs(V[last] - goal).max() <= tolerance


def test_a_move_is_relative_to_the_reference(run, bar_file, bar_set, last, tmp_path):
    goal = bar_set.V[0, last] + [-0.06, 0.0, 0.15]
    done = run(
        "pose", bar_file, "--pin", "0,1", "--move", f"{last}=-0.06,0,0.15", "-o", tmp_path / "out.npz", "-q"
    )
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert np.abs(read_mesh(tmp_path / "out.npz").V[last] - goal).max() <= 1e-9 * diagonal(bar_set.V[0])


def test_json_is_the_only_word_on_stdout(run, bar_file, last, tmp_path):
    out = tmp_path / "out.obj"
    done = run("pose", bar_file, "--pin", "0", "--move", f"{last}=0,0,0.15", "-o", out, "--json")
    summary = json.loads(done.stdout)
    assert (summary["verb"], summary["method"], summary["examples"]) == ("pose", "meshik", 3)
    assert (summary["vertices"], summary["anchors"], summary["converged"]) == (last + 1, 2, True)
    assert summary["files"] == [str(out)]
    (frame,) = summary["frames"]
    assert frame["status"] == "converged"
    assert frame["anchor_error"] <= 1e-9
    assert [item["pose"] for item in frame["weights"]] == ["straight", "up", "aside"]
    assert all(isinstance(frame[key], float) for key in ("energy", "seconds"))


def test_without_an_output_the_summary_is_enough(run, bar_file, last):
    done = run("pose", bar_file, "--move", f"{last}=0,0,0.15", "--json", "--quiet")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["files"] == []
    assert run("pose", bar_file, "--move", f"{last}=0,0,0.15").exit_code == 2


def test_polygons_and_vertex_order_survive(run, tmp_path):
    poses = beast()
    write_poses(tmp_path / "beast.npz", poses)
    foot = int(feet(poses.V[0])[1])
    out = tmp_path / "out.obj"
    assert (
        run("pose", tmp_path / "beast.npz", "--pin", "0", "--move", f"{foot}=0.5,0,0.5", "-o", out).exit_code
        == 0
    )
    mesh = read_mesh(out)
    assert np.array_equal(mesh.polygons.corners, poses.mesh.polygons.corners)
    assert np.abs(mesh.V[foot] - poses.V[0, foot] - [0.5, 0, 0.5]).max() < 1e-6


def test_frames_of_a_file_become_poses_in_their_order(run, bar_file, bar_set, last, tmp_path):
    shifts = [[0, 0, 0.02], [0, 0, 0.08], [0, 0, 0.14]]
    pins = {"pins": [{"vertex": 0}, {"vertex": last, "move": shifts}], "frames": ["a", "b", "c"]}
    (tmp_path / "pins.json").write_text(json.dumps(pins))
    out = tmp_path / "out.npz"
    done = run("pose", bar_file, "--pins", tmp_path / "pins.json", "--pin", "2", "-o", out, "--json")
    assert [frame["name"] for frame in json.loads(done.stdout)["frames"]] == ["a", "b", "c"]
    made = read_poses(out)
    assert made.names == ("a", "b", "c")
    goals = bar_set.V[0, last] + np.array(shifts)
    assert np.abs(made.V[:, last] - goals).max() <= 1e-9 * diagonal(bar_set.V[0])
    assert np.abs(made.V[:, [0, 2]] - bar_set.V[0, [0, 2]]).max() <= 1e-9 * diagonal(bar_set.V[0])


def test_frames_go_to_a_new_folder_and_never_to_a_single_mesh(run, bar_file, last, tmp_path):
    (tmp_path / "pins.csv").write_text(
        f"frame,vertex,dx,dy,dz\n,0,,,\n1,{last},0,0,0.02\n2,{last},0,0,0.05\n"
    )
    source = ("pose", bar_file, "--pins", tmp_path / "pins.csv", "-o")
    refused = run(*source, tmp_path / "out.obj")
    assert refused.exit_code == 2
    assert "Several poses do not fit" in refused.stderr
    assert run(*source, tmp_path / "frames").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "frames").iterdir()) == ["1.obj", "2.obj"]
    assert run(*source, tmp_path / "frames").exit_code == 2


def test_a_point_on_a_triangle_meets_its_target(run, bar_file, bar_set, tmp_path):
    t = len(bar_set.F) - 5
    weights = np.array([0.2, 0.3, 0.5])
    goal = weights @ bar_set.V[1, bar_set.F[t]]
    pins = {
        "pins": [
            {"vertex": 0},
            {"vertex": 2},
            {"triangle": t, "barycentric": weights.tolist(), "drag": goal.tolist()},
        ]
    }
    (tmp_path / "pins.json").write_text(json.dumps(pins))
    done = run("pose", bar_file, "--pins", tmp_path / "pins.json", "-o", tmp_path / "out.npz", "--json")
    V = read_mesh(tmp_path / "out.npz").V
    assert np.abs(weights @ V[bar_set.F[t]] - goal).max() <= 1e-9 * diagonal(bar_set.V[0])
    assert np.abs(V[0] - bar_set.V[0, 0]).max() <= 1e-9 * diagonal(bar_set.V[0])
    assert json.loads(done.stdout)["anchors"] == 3


@pytest.mark.parametrize("form", ["words", "file", "list"])
def test_frozen_vertices_stay(run, bar_file, bar_set, last, tmp_path, form):
    text = {"words": "0-11", "file": "0-7 8\n9,10,11\n", "list": "[0,1,2,3,4,5,6,7,8,9,10,11]"}[form]
    if form != "words":
        (tmp_path / "still.txt").write_text(text)
        text = tmp_path / "still.txt"
    out = tmp_path / "out.npz"
    done = run("pose", bar_file, "--freeze", text, "--move", f"{last}=-0.06,0,0.2", "-o", out)
    assert done.exit_code == 0
    V = read_mesh(out).V
    assert np.abs(V[:12] - bar_set.V[0, :12]).max() <= 1e-9 * diagonal(bar_set.V[0])
    assert np.abs(V[12:] - bar_set.V[0, 12:]).max() > 0.1


def test_the_printed_method_is_the_printed_method(run, bar_file, bar_set, last, tmp_path):
    words = ("--pin", "0-3", "--move", f"{last}=-0.06,0,0.2", "-o")
    run("pose", bar_file, "--as-printed", *words, tmp_path / "printed.npz")
    goal = [*bar_set.V[0, :4], bar_set.V[0, last] + [-0.06, 0, 0.2]]
    expected = MeshIK.as_printed(bar_set).grab([0, 1, 2, 3, last]).drag(goal).V
    assert np.array_equal(read_mesh(tmp_path / "printed.npz").V, expected)


def test_a_saved_rig_gives_the_same_pose(run, bar_file, last, tmp_path):
    words = ("--pin", "0-3", "--move", f"{last}=-0.06,0,0.2", "-o")
    rig = tmp_path / "bar.pliant"
    assert run("pose", bar_file, *words, tmp_path / "a.npz", "--rig", rig).exit_code == 0
    assert run("pose", rig, *words, tmp_path / "b.npz").exit_code == 0
    assert np.array_equal(read_mesh(tmp_path / "a.npz").V, read_mesh(tmp_path / "b.npz").V)
    assert run("pose", rig, "--as-printed", *words, tmp_path / "c.npz").exit_code == 2


def test_a_rig_can_be_made_without_posing(run, bar_file, tmp_path):
    assert run("pose", bar_file, "--rig", tmp_path / "bar.pliant").exit_code == 0
    assert (tmp_path / "bar.pliant").exists()


def test_a_pose_that_did_not_converge_is_written_and_ends_with_3(run, bar_set, last, tmp_path):
    MeshIK(bar_set, options=MeshIKOptions(iterations=1)).save(tmp_path / "hasty.pliant")
    out = tmp_path / "out.npz"
    done = run(
        "pose",
        tmp_path / "hasty.pliant",
        "--pin",
        "0-3",
        "--move",
        f"{last}=-0.6,0.2,0.5",
        "-o",
        out,
        "--json",
    )
    assert done.exit_code == 3
    summary = json.loads(done.stdout)
    assert summary["converged"] is False
    assert summary["frames"][0]["status"] == "out of iterations"
    assert read_mesh(out).n == bar_set.n


def test_existing_files_are_replaced_but_never_those_that_are_read(run, bar_file, last, tmp_path):
    before = bar_file.read_bytes()
    for option in ("-o", "--rig", "--picture"):
        done = run("pose", bar_file, "--move", f"{last}=0,0,0.15", option, bar_file)
        assert done.exit_code == 2
        assert "files that are read" in done.stderr
    assert bar_file.read_bytes() == before
    out = tmp_path / "out.npz"
    out.write_text("old")
    assert run("pose", bar_file, "--move", f"{last}=0,0,0.15", "-o", out).exit_code == 0
    assert read_mesh(out).n == last + 1


def test_files_of_a_folder_that_is_read_are_never_replaced(run, bar_set, last, tmp_path):
    write_poses(tmp_path / "bars", bar_set)
    target = next((tmp_path / "bars").iterdir())
    for source in (tmp_path / "bars", f"{tmp_path}/bars/*.obj"):
        assert run("pose", source, "--move", f"{last}=0,0,0.15", "-o", target).exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ["--drag", "1=0,0"],
        ["--drag", "1:0,0,0"],
        ["--drag", "one=0,0,0"],
        ["--move", "-1=0,0,0"],
        ["--pin", "a"],
        ["--pin", "9-3"],
        ["--pin", "0-999999999999"],
        ["--pin", "0", "--freeze", "nothing"],
        ["--pin", "0", "--picture", "out.jpg"],
        ["--pin", "0", "--rig", "out.zip"],
        ["--pin", "0", "--coherence", "-1"],
        [],
    ],
)
def test_words_that_make_no_sense_are_a_matter_of_usage(run, bar_file, tmp_path, words):
    done = run("pose", bar_file, *words, "-o", tmp_path / "out.obj")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert not (tmp_path / "out.obj").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--pin", "10000"], "the vertices 0 to"),
        (["--pin", "3", "--drag", "3=0,0,0"], "more than once"),
        (["--drag", "3=nan,0,0"], "finite"),
        (["--pin", "3", "--freeze", "0-5"], "frozen"),
        (["--pin", "0", "--freeze", "10000"], "the vertices 0 to"),
        (["--pins", "missing.json"], "missing.json"),
    ],
)
def test_pins_that_cannot_be_are_refused_by_name(run, bar_file, tmp_path, words, reason):
    done = run("pose", bar_file, *words, "-o", tmp_path / "out.obj")
    assert done.exit_code == 1
    assert reason in done.stderr
    assert not (tmp_path / "out.obj").exists()


def test_places_that_cannot_be_written_are_refused_before_the_work(run, bar_file, tmp_path, monkeypatch):
    monkeypatch.setattr("pliant.cli.source.poses_of", None)
    strange = run("pose", bar_file, "--pin", "0", "-o", tmp_path / "out.xyz")
    assert (strange.exit_code, ".obj, .ply" in strange.stderr) == (2, True)
    nowhere = run("pose", bar_file, "--pin", "0", "-o", tmp_path / "missing" / "out.obj")
    assert (nowhere.exit_code, "does not exist" in nowhere.stderr) == (1, True)
    same = tmp_path / "same.pliant"
    twice = run("pose", bar_file, "--pin", "0", "-o", same, "--rig", same)
    assert (twice.exit_code, "Two results" in twice.stderr) == (2, True)


def test_a_single_pose_teaches_nothing_and_is_refused(run, bar_set, tmp_path):
    write_poses(tmp_path / "one.npz", bar_set.subset([0]))
    done = run("pose", tmp_path / "one.npz", "--pin", "0", "-o", tmp_path / "out.obj")
    assert done.exit_code == 1
    assert "two poses" in done.stderr


def test_a_picture_is_drawn_when_asked_for(run, bar_file, last, tmp_path):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    picture = tmp_path / "out.png"
    done = run(
        "pose", bar_file, "--pin", "0-3", "--move", f"{last}=-0.2,0,0.4", "--picture", picture, "--up", "z"
    )
    assert done.exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    for words in (["--up", "w"], ["--view", "1,x,0"]):
        assert run("pose", bar_file, "--pin", "0", "--picture", picture, *words).exit_code == 2


def test_pins_yield_slide_and_turn(run, bar_file, bar_set, last, tmp_path):
    out, V = tmp_path / "out.npz", bar_set.V[0]
    pulled = ["--pin", "0-3", "--move", f"{last}@0.01=0,0,0.3", "-o", out, "-q"]
    assert run("pose", bar_file, *pulled).exit_code == 0
    soft = np.linalg.norm(read_mesh(out).V[last] - V[last] - [0, 0, 0.3])
    assert soft > 1e-3
    pulled[3] = f"{last}=0.1,0,0.3"
    assert run("pose", bar_file, *pulled, "--slide", f"{last}=plane:0,0,1").exit_code == 0
    slid = read_mesh(out).V[last] - V[last]
    assert abs(slid[2] - 0.3) < 1e-9
    assert abs(slid[0] - 0.1) > 1e-3
    assert run("pose", bar_file, *pulled, "--turn", f"{last}=0,0,0").exit_code == 0
    own = patch(bar_set.mesh, last)
    np.testing.assert_allclose(
        read_mesh(out).V[own] - V[own], np.tile([0.1, 0, 0.3], (len(own), 1)), atol=1e-9
    )


def test_nothing_sinks_through_the_floor(run, bar_file, bar_set, last, tmp_path):
    out, low = tmp_path / "out.npz", bar_set.V[0, :, 2].min()
    pulled = ["--pin", "0-3", "--move", f"{last}=0,0,-0.3", "--up", "z", "-o", out]
    assert run("pose", bar_file, *pulled, "-q").exit_code == 0
    assert read_mesh(out).V[:, 2].min() < low - 0.1
    done = run("pose", bar_file, *pulled, "--floor", str(low))
    assert done.exit_code == 0
    assert "a pin misses its target" in done.stderr
    assert read_mesh(out).V[:, 2].min() > low - 1e-3 * diagonal(bar_set.V[0])


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("--pin", "3@2"), "--pin"),
        (("--move", "3@x=0,0,1"), "--move"),
        (("--pin", "3", "--slide", "4=plane:0,1,0"), "--slide"),
        (("--pin", "3", "--slide", "3=sphere:0,1,0"), "--slide"),
        (("--pin", "3", "--slide", "3=plane:0,0,0"), "--slide"),
        (("--pin", "3", "--turn", "3=1,2"), "--turn"),
        (("--pin", "3", "--floor-grips"), "--floor-grips"),
    ],
    ids=str,
)
def test_pins_that_say_nonsense_name_their_option(run, bar_file, words, option):
    done = run("pose", bar_file, *words, "--json")
    assert done.exit_code == 2
    assert option in done.stderr


def test_a_rig_that_cannot_says_so(run, tmp_path):
    CageIK(beast().mesh, box_cage(beast().mesh)).save(tmp_path / "rig.pliant")
    done = run("pose", tmp_path / "rig.pliant", "--pin", "3@0.5", "--json")
    assert done.exit_code == 1
    assert "does not know weights below 1" in done.stderr


def bow_file(folder):
    """A bar bent to either side, and the arguments that bring its ends together."""
    poses, ends = bow()
    write_poses(folder / "bow.npz", poses)
    shift = 0.06 * diagonal(poses.V[0])
    return [folder / "bow.npz", "--move", f"{ends[0]}={shift},0,0", "--move", f"{ends[1]}={-shift},0,0"]


def test_another_pose_that_fits_as_well_is_told_and_written(run, tmp_path):
    out, other = tmp_path / "out.npz", tmp_path / "other.npz"
    asked = bow_file(tmp_path)
    done = run("pose", *asked, "-o", out, "--other", other)
    assert "another pose fits the pins as well" in done.stderr
    done = run("pose", *asked, "-o", out, "--other", other, "--json")
    summary = json.loads(done.stdout)
    assert summary["files"] == [str(out), str(other)]
    a, b = read_mesh(out).V, read_mesh(other).V
    size = diagonal(a)
    assert a[:, 1].mean() * b[:, 1].mean() < 0
    assert summary["other"]["distance"] == pytest.approx(np.linalg.norm(a - b, axis=1).max() / size, rel=0.2)
    assert [item["pose"] for item in summary["other"]["weights"]] == ["pose 0", "pose 1", "pose 2"]


def test_without_another_pose_nothing_is_written(run, bar_file, last, tmp_path):
    out, other = tmp_path / "out.npz", tmp_path / "other.npz"
    done = run("pose", bar_file, "--pin", "0-3", "--pin", last, "-o", out, "--other", other, "--json")
    assert json.loads(done.stdout)["other"] is None
    assert json.loads(done.stdout)["files"] == [str(out)]
    assert f"{other} is not written" in done.stderr
    assert not other.exists()


def test_another_pose_of_several_frames_is_refused(run, bar_file, tmp_path):
    pins = tmp_path / "pins.json"
    pins.write_text('{"pins": [{"vertex": 0, "move": [[0, 0, 0], [0, 0, 0.1]]}]}')
    done = run("pose", bar_file, "--pins", pins, "-o", tmp_path / "out.npz", "--other", tmp_path / "b.npz")
    assert done.exit_code == 2
    assert "--other" in done.stderr
