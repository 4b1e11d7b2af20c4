from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.io import read_mesh, read_poses, write_mesh
from pliant.mesh import Mesh
from pliant.methods.handles.examples import sculpted_of, travel
from pliant.methods.handles.handle import Handle, Handles, ringed
from pliant.methods.handles.options import PRINTED
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose, read_sculpted
from pliant.registry import open_rig
from pliant.samples import sample, sample_handles
from pliant.samples.bar import bar

LEFT, RIGHT = "left=-1,-1,-1,0.2,1,1", "right=0.8,-1,-1,2,1,1"
SCRIPT = {
    "groups": {"both": ["left", "right"]},
    "poses": [
        {
            "name": "up",
            "steps": [
                {"handles": "right", "turn": 60, "axis": "z"},
                {"handles": ["right"], "move": [0, 0.1, 0]},
                {"handles": "both", "scale": 1.1, "centre": [0, 0, 0]},
            ],
        },
        {"name": "aside", "free": True, "steps": [{"handles": "both", "move": [0, 0, 1]}]},
    ],
}


@pytest.fixture(scope="session")
def mesh() -> Mesh:
    return bar(200).mesh


@pytest.fixture
def mesh_file(mesh, tmp_path) -> Path:
    path = tmp_path / "bar.obj"
    write_mesh(path, mesh)
    return path


@pytest.fixture
def script(tmp_path) -> Path:
    path = tmp_path / "script.json"
    path.write_text(json.dumps(SCRIPT))
    return path


@pytest.fixture
def rig_file(run, mesh_file, script, tmp_path) -> Path:
    path = tmp_path / "bar.pliant"
    done = run("handles", mesh_file, "--box", LEFT, "--box", RIGHT, "--script", script, "--rig", path, "-q")
    assert done.exit_code == 0, done.stderr
    return path


def opened(path: Path) -> HandleIK:
    rig = open_rig(path)
    assert isinstance(rig, HandleIK)
    return rig


def centre(handle: Handle) -> Floats:
    assert handle.centre is not None
    return handle.centre


def boxes(mesh: Mesh) -> Handles:
    x = mesh.V[:, 0]
    return Handles.of(mesh, [Handle.of("left", x <= 0.2), Handle.of("right", x >= 0.8)])


def sculpted_by_hand(handles: Handles) -> list[SculptedPose]:
    up = SculptedPose("up").turned(handles, "right", (0, 0, 1), 60).moved("right", (0, 0.1, 0))
    up = up.scaled(handles, ["left", "right"], 1.1, (0, 0, 0))
    return [up, SculptedPose("aside", free=True).moved(["left", "right"], (0, 0, 1))]


def same_handles(found: Handles, expected: Handles) -> bool:
    return found.names == expected.names and all(
        np.array_equal(a.vertices, b.vertices)
        and np.array_equal(a.rigidity, b.rigidity)
        and np.array_equal(centre(a), centre(b))
        for a, b in zip(found, expected, strict=True)
    )


def test_boxes_and_a_script_make_the_rig_that_python_makes(rig_file):
    rig = opened(rig_file)
    handles = boxes(rig.mesh)
    assert same_handles(rig.handles, handles)
    assert tuple(rig.sculpted) == tuple(sculpted_by_hand(handles))


def test_a_brush_paints_the_geodesic_disc_and_a_name_used_twice_is_one_handle(run, mesh_file, mesh, tmp_path):
    out = tmp_path / "out.pliant"
    last = mesh.n - 1
    words = ("--brush", "tips=0,0.2", "--brush", f"tips={last},0.2", "--box", "middle=0.4,-1,-1,0.6,1,1")
    assert run("handles", mesh_file, *words, "--rig", out).exit_code == 0
    tips = opened(out).handles[1]
    assert tips.name == "tips"
    V = read_mesh(mesh_file).V
    near = [np.linalg.norm(V[tips.vertices] - V[end], axis=1) for end in (0, last)]
    assert np.minimum(*near).max() <= 0.2
    assert {0, last} <= set(tips.vertices.tolist())
    # Nothing that a straight line of half the radius reaches is left out on so round an end.
    inside = np.flatnonzero(np.linalg.norm(V - V[0], axis=1) <= 0.1)
    assert set(inside.tolist()) <= set(tips.vertices.tolist())


def test_groups_of_a_file_are_handles_by_themselves_or_by_name(run, tmp_path):
    mesh = bar(200).mesh
    middle = mesh.V[mesh.F].mean(axis=1)[:, 0]
    groups = {"left": np.flatnonzero(middle < 0.2), "right": np.flatnonzero(middle > 0.8)}
    source = tmp_path / "grouped.obj"
    write_mesh(source, replace(mesh, groups=groups))
    assert run("handles", source, "--rig", tmp_path / "all.pliant").exit_code == 0
    assert same_handles(opened(tmp_path / "all.pliant").handles, Handles.of_groups(read_mesh(source)))
    assert run("handles", source, "--group", "right", "--rig", tmp_path / "one.pliant").exit_code == 0
    assert opened(tmp_path / "one.pliant").handles.names == ("right",)
    done = run("handles", source, "--group", "tail")
    assert (done.exit_code, "left, right" in done.stderr) == (1, True)


def test_rings_and_centres_reach_the_handles(run, mesh_file, tmp_path):
    out = tmp_path / "out.pliant"
    words = ("--box", LEFT, "--box", RIGHT, "--rings", 2, "--centre", "right=0.5,0,0")
    assert run("handles", mesh_file, *words, "--rig", out).exit_code == 0
    mesh = read_mesh(mesh_file)
    expected = ringed(boxes(mesh)[1], mesh, (1 / 3, 2 / 3))
    found = opened(out).handles[1]
    assert np.array_equal(found.rigidity, expected.rigidity)
    assert centre(found).tolist() == [0.5, 0.0, 0.0]


def test_what_was_saved_is_read_back_as_handles_and_as_a_script(run, mesh_file, rig_file, tmp_path):
    saved, again = tmp_path / "saved.json", tmp_path / "again.pliant"
    assert run("handles", rig_file, "--save", saved).exit_code == 0
    rig = opened(rig_file)
    read = read_sculpted(saved, rig.mesh)
    assert same_handles(read.handles, rig.handles)
    assert tuple(read) == tuple(rig.sculpted)
    done = run("handles", mesh_file, "--handles", saved, "--script", saved, "--rig", again)
    assert done.exit_code == 0
    assert same_handles(opened(again).handles, rig.handles)
    assert tuple(opened(again).sculpted) == tuple(rig.sculpted)


def test_a_plain_list_of_handles_is_enough(run, mesh_file, tmp_path):
    (tmp_path / "list.json").write_text(json.dumps([{"name": "a", "vertices": [0, 1, 2], "rigidity": 0.5}]))
    facts = json.loads(run("handles", mesh_file, "--handles", tmp_path / "list.json", "--json").stdout)
    assert [(item["name"], item["vertices"], item["rigid"]) for item in facts["handles"]] == [("a", 3, 0)]


def test_a_sample_has_its_own_handles_and_takes_its_examples_over(run, tmp_path):
    out = tmp_path / "fox.pliant"
    done = run("handles", "--sample", "quadruped", "-n", 2000, "--examples", "--travel", "--rig", out)
    assert done.exit_code == 0
    rig, poses = opened(out), sample("quadruped", vertices=2000)
    own = sample_handles("quadruped", poses)
    assert rig.handles.names == tuple(one.name for one in own)
    assert [centre(handle).tolist() for handle in rig.handles] == [one.centre.tolist() for one in own]
    assert rig.sculpted.names[:16] == poses.names[1:]
    diagonal = float(np.linalg.norm(np.ptp(poses.V[0], axis=0)))
    expected = (*sculpted_of(rig.handles, poses), *travel(rig.handles, diagonal))
    assert [pose.name for pose in rig.sculpted] == [pose.name for pose in expected]
    assert all(pose.free for pose in rig.sculpted[-3:])


def test_poses_are_written_as_examples_for_other_methods(run, rig_file, tmp_path):
    out = tmp_path / "poses.npz"
    done = run("handles", rig_file, "-o", out)
    assert (done.exit_code, done.stderr) == (0, f"wrote {out}\n")
    poses, rig = read_poses(out), opened(rig_file)
    assert poses.names == ("rest", "up", "aside")
    assert np.array_equal(poses.V, rig.poses().V)
    assert run("info", out).exit_code == 0


def test_options_reach_the_method(run, mesh_file, tmp_path):
    words = ("handles", mesh_file, "--box", LEFT, "--box", RIGHT)
    assert run(*words, "--as-printed", "--rig", tmp_path / "printed.pliant").exit_code == 0
    assert opened(tmp_path / "printed.pliant").options == PRINTED
    assert run(*words, "--refine", 3, "--rig", tmp_path / "refined.pliant").exit_code == 0
    assert opened(tmp_path / "refined.pliant").options.refinement == 3


def test_the_table_names_every_handle_with_its_vertices_and_centre(run, rig_file):
    lines = run("handles", rig_file).stdout.splitlines()
    rig = opened(rig_file)
    assert lines[0] == f"2 handles on {rig.mesh.n} vertices"
    assert lines[1].split() == ["handle", "vertices", "rigid", "centre"]
    for line, handle in zip(lines[2:], rig.handles, strict=False):
        name, vertices, rigid, *at = line.split()
        assert (name, int(vertices)) == (handle.name, len(handle.vertices))
        assert int(rigid) == (handle.rigidity == 1).sum()
        assert np.allclose([float(word.strip(",")) for word in at], centre(handle), atol=1e-4)
    assert lines[4:] == ["  pose 'up': 3 steps of 2 handles", "  pose 'aside': 1 step of 2 handles, free"]


def test_json_is_the_only_word_on_stdout(run, rig_file, tmp_path):
    saved = tmp_path / "saved.json"
    facts = json.loads(run("handles", rig_file, "--json", "--save", saved).stdout)
    assert (facts["verb"], facts["method"], facts["files"]) == ("handles", "handles", [str(saved)])
    assert [item["name"] for item in facts["handles"]] == ["left", "right"]
    assert facts["sculpted"][1] == {"name": "aside", "steps": 1, "handles": ["left", "right"], "free": True}


def test_a_rig_of_handles_is_posed_like_any_other(run, rig_file, tmp_path):
    rig, out = opened(rig_file), tmp_path / "out.obj"
    last = rig.mesh.n - 1
    goal = rig.blend([0.5, 0.0])[last]
    drag = f"{last}={','.join(str(number) for number in goal.tolist())}"
    done = run("pose", rig_file, "--drag", drag, "-o", out, "--json", "-q")
    summary = json.loads(done.stdout)
    assert (done.exit_code, summary["method"]) == (0, "handles")
    assert [item["pose"] for item in summary["frames"][0]["weights"]] == ["up", "aside"]
    expected = rig.grab([last]).drag([goal])
    assert np.abs(read_mesh(out).V - expected.V).max() < 1e-6
    frozen = run("pose", rig_file, "--drag", drag, "-o", out, "--freeze", "0-3")
    assert (frozen.exit_code, "--freeze" in frozen.stderr) == (2, True)


def test_frames_of_a_rig_of_handles_start_from_the_one_before(run, rig_file, tmp_path):
    rig = opened(rig_file)
    last = rig.mesh.n - 1
    shifts = [[0, 0.1, 0], [0, 0.2, 0.3]]
    (tmp_path / "pins.json").write_text(json.dumps({"pins": [{"vertex": last, "move": shifts}]}))
    done = run("pose", rig_file, "--pins", tmp_path / "pins.json", "--coherence", "0.01", "--json", "-q")
    grip = rig.grab([last])
    first = grip.drag(grip.held.rest + np.array([shifts[0]]))
    second = grip.drag(grip.held.rest + np.array([shifts[1]]), first, coherence=0.01)
    told = [item["weight"] for item in json.loads(done.stdout)["frames"][1]["weights"]]
    assert told == second.weights.tolist()


def test_a_rig_of_handles_blends_by_the_names_of_its_poses(run, rig_file, tmp_path):
    out = tmp_path / "out.npz"
    assert run("blend", rig_file, "-w", "up=0.5", "-o", out).exit_code == 0
    assert np.array_equal(read_mesh(out).V, opened(rig_file).blend([0.5, 0.0]))


def test_info_tells_the_handles_and_poses_of_a_rig(run, rig_file):
    words = run("info", rig_file).stdout
    assert "a rig made by handles" in words
    assert "handle  vertices  rigid  centre" in words
    assert "pose 'up': 3 steps" in words
    facts = json.loads(run("info", rig_file, "--json").stdout)
    assert (facts["method"], facts["names"]) == ("handles", ["up", "aside"])
    assert [item["name"] for item in facts["handles"]] == ["left", "right"]


def test_a_picture_is_drawn_when_asked_for(run, rig_file, tmp_path):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    for verb in ("handles", "info"):
        out = tmp_path / f"{verb}.png"
        assert run(verb, rig_file, "--picture", out).exit_code == 0
        assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ([], 2),
        (["bar.obj", "--sample", "quadruped"], 2),
        (["bar.obj"], 2),
        (["bar.obj", "--box", LEFT, "-n", "100"], 2),
        (["bar.obj", "--box", "left=1,2,3"], 2),
        (["bar.obj", "--box", "0,0,0,1,1,1"], 2),
        (["bar.obj", "--box", "far=8,8,8,9,9,9"], 1),
        (["bar.obj", "--brush", "a=0,-1"], 2),
        (["bar.obj", "--brush", "a=0.5,1"], 2),
        (["bar.obj", "--brush", "a=100000,1"], 2),
        (["bar.obj", "--box", LEFT, "--centre", "tail=0,0,0"], 2),
        (["bar.obj", "--box", LEFT, "--examples"], 2),
        (["bar.obj", "--box", LEFT, "-o", "out.npz"], 2),
        (["bar.obj", "--box", LEFT, "-o", "out.obj"], 2),
        (["bar.obj", "--box", LEFT, "--save", "out.txt"], 2),
        (["bar.obj", "--box", LEFT, "--rig", "out.zip"], 2),
        (["bar.obj", "--box", LEFT, "--rig", "missing/out.pliant"], 1),
        (["bar.obj", "--box", LEFT, "--picture", "out.png", "--view", "sideways"], 1),
        (["bar.obj", "--box", LEFT, "--handles", "bar.obj"], 1),
        (["bar.obj", "--box", LEFT, "--script", "none.json"], 1),
        (["--sample", "unicorn"], 1),
        (["--sample", "bar"], 1),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(
    run, mesh_file, tmp_path, monkeypatch, words, code
):
    monkeypatch.chdir(tmp_path)
    done = run("handles", *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert [path.name for path in tmp_path.iterdir()] == ["bar.obj"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"poses": 3}, "list of poses"),
        ({"poses": [{"name": "up"}]}, "'steps'"),
        ({"poses": [{"name": "up", "steps": [{"handles": "left"}]}]}, "one of turn"),
        (
            {"poses": [{"name": "up", "steps": [{"handles": "left", "turn": 3, "move": [0, 0, 1]}]}]},
            "one of turn",
        ),
        ({"poses": [{"name": "up", "steps": [{"handles": "left", "turn": 3, "axis": "w"}]}]}, "axis"),
        ({"poses": [{"name": "up", "steps": [{"handles": "left", "turn": 3}]}]}, "axis"),
        ({"poses": [{"name": "up", "steps": [{"handles": [], "move": [0, 0, 1]}]}]}, "list of names"),
        ({"poses": [{"name": "up", "steps": [{"handles": "tail", "move": [0, 0, 1]}]}]}, "no handle 'tail'"),
        ({"poses": [{"name": "up", "steps": [{"handles": "left", "move": [0, 1]}]}]}, "three"),
        ({"groups": {"left": ["right"]}}, "name of a handle"),
        ({"groups": {"all": "left"}}, "names of handles"),
    ],
)
def test_a_script_that_makes_no_sense_is_refused_with_its_place(run, mesh_file, tmp_path, change, words):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({**SCRIPT, **change}))
    done = run("handles", mesh_file, "--box", LEFT, "--box", RIGHT, "--script", path)
    assert done.exit_code == 1
    assert str(path) in done.stderr
    assert words in done.stderr


def test_files_that_are_read_are_never_replaced(run, mesh_file, script):
    before = script.read_text()
    words = ("--box", LEFT, "--box", RIGHT, "--script", script)
    assert run("handles", mesh_file, *words, "--save", script).exit_code == 2
    assert script.read_text() == before


def test_handles_are_not_learned_from_poses(run, bar_file, tmp_path):
    done = run("pose", bar_file, "--method", "handles", "--pin", "0", "-o", tmp_path / "out.obj")
    assert (done.exit_code, "pliant handles" in done.stderr) == (2, True)


def test_a_rig_without_handles_is_refused(run, bar_file, tmp_path):
    rig = tmp_path / "meshik.pliant"
    assert run("blend", bar_file, "-w", "up=1", "-o", tmp_path / "up.obj", "--rig", rig).exit_code == 0
    done = run("handles", rig)
    assert (done.exit_code, "meshik" in done.stderr) == (2, True)
