from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.examples.options import REGIONS
from pliant.io import read_mesh, write_poses
from pliant.mesh import PoseSet
from pliant.methods.reduced.cli.work import Lesson
from pliant.methods.reduced.left_out import mirrored_rig
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.registry import open_rig
from tests.characters import beast, feet
from tests.geometry.surfaces import symmetric_sheet

PARTS = 6


@pytest.fixture(scope="session")
def poses():
    return beast()


@pytest.fixture
def beast_file(poses, tmp_path) -> Path:
    path = tmp_path / "beast.npz"
    write_poses(path, poses)
    return path


@pytest.fixture
def learned(run, beast_file, tmp_path) -> Path:
    path = tmp_path / "beast.pliant"
    assert run("learn", beast_file, "-o", path, "--controls", PARTS, "-q").exit_code == 0
    return path


def same_rig(path: Path, rig: ReducedIK) -> bool:
    found = open_rig(path)
    assert isinstance(found, ReducedIK)
    return np.array_equal(found.t, rig.t) and np.array_equal(found.skin.weights, rig.skin.weights)


def test_the_file_holds_the_rig_that_python_learns(run, beast_file, poses, tmp_path):
    out = tmp_path / "out.pliant"
    done = run("learn", beast_file, "-o", out)
    assert done.exit_code == 0
    assert done.stderr == f"wrote {out}\n"
    assert same_rig(out, ReducedIK(poses))


def test_a_summary_in_words_names_what_was_learned(run, beast_file, poses, tmp_path):
    out = tmp_path / "out.pliant"
    words = run("learn", beast_file, "-o", out, "--controls", PARTS).stdout
    model = ReducedIK(poses, options=ReducedOptions(controls=PARTS)).model
    assert f"learned from 4 poses of {poses.n} vertices" in words
    assert f"{PARTS} affine controls, {len(model.proxies)} proxies" in words
    assert f"error E {model.error:.2f}%, from {model.errors[0]:.2f}% before" in words
    assert f"of the proxies {model.proxy_error:.2f}%" in words
    assert f"{out.stat().st_size / 1000:.3g} kB" in words


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--controls", "5"], ReducedOptions(controls=5)),
        (["--influences", "2"], ReducedOptions(influences=2)),
        (["--rigid", "--controls", "5"], ReducedOptions(kind="rigid", controls=5)),
        (["--local"], ReducedOptions(regions=REGIONS)),
        (["--as-printed"], PRINTED),
    ],
)
def test_every_option_reaches_the_method(run, beast_file, poses, tmp_path, words, options):
    out = tmp_path / "out.pliant"
    assert run("learn", beast_file, "-o", out, *words).exit_code == 0
    found = open_rig(out)
    assert isinstance(found, ReducedIK)
    assert found.options == options
    assert same_rig(out, ReducedIK(poses, options=options))


@pytest.fixture(scope="module")
def wings():
    """A sheet whose right is lifted far in one pose, and whose left a little in another."""
    V, F = symmetric_sheet()
    lifted = [
        V + np.outer(np.maximum(side * V[:, 0], 0.0) ** 2, [0.0, 0.0, h]) for side, h in ((1, 0.2), (-1, 0.1))
    ]
    return PoseSet.of(np.stack([V, *lifted]), F)


def test_mirror_images_are_learned_and_told(run, wings, tmp_path):
    source, out = tmp_path / "wings.npz", tmp_path / "out.pliant"
    write_poses(source, wings)
    found = mirrored_rig(wings)
    words = run("learn", source, "-o", out, "--mirror").stdout
    assert same_rig(out, found.rig)
    assert "learned from 5 poses" in words
    assert (
        f"2 mirror images among them: with images, poses left out are found with an error {found.gain:.0%}"
        in words
    )
    done = json.loads(run("learn", source, "--mirror", "--json").stdout)
    assert done["images"] == {"new": 2, "gain": found.gain, "kept": True}
    assert json.loads(run("learn", source, "--json").stdout)["images"] is None


def test_mirror_images_need_a_symmetric_reference_and_our_method(run, wings, tmp_path):
    source = tmp_path / "wings.npz"
    write_poses(source, wings.subset([1, 0, 2]))
    crooked = run("learn", source, "--mirror", "--json")
    assert crooked.exit_code != 0
    assert "Put a symmetric pose first" in crooked.stdout + crooked.stderr
    printed = run("learn", source, "--mirror", "--as-printed", "--json")
    assert printed.exit_code == 2


def test_regions_are_told_and_are_not_in_the_printed_method(run, beast_file, tmp_path):
    words = run("learn", beast_file, "--local", "-o", tmp_path / "out.pliant").stdout
    assert f"{REGIONS} regions follow examples of their own" in words
    assert json.loads(run("learn", beast_file, "--local", "--json").stdout)["regions"] == REGIONS
    assert json.loads(run("learn", beast_file, "--json").stdout)["regions"] == 1
    assert run("learn", beast_file, "--local", "--as-printed", "--json").exit_code == 2


def test_json_is_the_only_word_on_stdout(run, beast_file, poses, tmp_path):
    out = tmp_path / "out.pliant"
    facts = json.loads(run("learn", beast_file, "-o", out, "--json", "--controls", PARTS).stdout)
    rig = ReducedIK(poses, options=ReducedOptions(controls=PARTS))
    assert (facts["verb"], facts["method"], facts["examples"]) == ("learn", "reduced", 4)
    assert (facts["controls"], facts["proxies"]) == (PARTS, len(rig.model.proxies))
    assert facts["errors"] == list(rig.model.errors)
    assert facts["error"] <= facts["error_before_refinement"]
    assert (facts["bytes"], facts["files"]) == (out.stat().st_size, [str(out)])
    off = np.stack([rig.example(i) for i in range(4)]) - poses.V
    diagonal = np.linalg.norm(np.ptp(poses.V[0], axis=0))
    assert facts["rms"] == pytest.approx(100 * np.sqrt((off**2).sum(axis=2).mean()) / diagonal, rel=1e-9)
    assert np.sum(facts["carried"]) == pytest.approx(1.0, abs=1e-12)
    assert sum(facts["influences"]["vertices"]) == poses.n


def test_of_very_many_poses_it_says_how_many_were_kept(run, poses, tmp_path):
    source, out = tmp_path / "many.npz", tmp_path / "many.pliant"
    write_poses(source, PoseSet.of_positions(poses.mesh, np.concatenate([poses.V] * 30)))
    words = "4 of 120 poses kept: the others are near mixes of them"
    assert words in run("learn", source, "-o", out, "--controls", PARTS).stdout
    assert words in run("info", out).stdout
    facts = json.loads(run("learn", source, "--json", "--controls", PARTS).stdout)
    assert (facts["given"], facts["examples"]) == (120, 4)
    assert facts["names"] == ["pose 0", "pose 1", "pose 2", "pose 3"]


def test_a_rig_must_go_somewhere_unless_its_figures_are_enough(run, beast_file):
    assert run("learn", beast_file).exit_code == 2
    done = run("learn", beast_file, "--json", "--controls", "3")
    assert (done.exit_code, json.loads(done.stdout)["bytes"]) == (0, None)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["-o", "out.zip"], 2),
        (["-o", "out.pliant", "--report", "out.pdf"], 2),
        (["-o", "out.pliant", "--picture", "out.jpg"], 2),
        (["-o", "out.pliant", "--controls", "0"], 2),
        (["-o", "out.pliant", "--influences", "9"], 2),
        (["-o", "out.pliant", "--up", "w"], 2),
        (["-o", "out.pliant", "--view", "sideways"], 1),
        (["-o", "missing/out.pliant"], 1),
    ],
)
def test_what_makes_no_sense_is_refused_before_the_work(run, beast_file, tmp_path, monkeypatch, words, code):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pliant.methods.reduced.cli.work.ReducedIK", None)
    done = run("learn", beast_file, *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beast.npz"]


def test_files_that_are_read_are_never_replaced(run, beast_file, tmp_path):
    (tmp_path / "poses").mkdir()
    page = tmp_path / "poses" / "page.html"
    page.write_text("mine")
    assert run("learn", tmp_path / "poses", "--report", page).exit_code == 2
    assert page.read_text() == "mine"
    same = tmp_path / "same.pliant"
    assert run("learn", same, "-o", tmp_path / "other.pliant").exit_code == 2


def test_a_single_pose_teaches_nothing_and_is_refused(run, poses, tmp_path):
    write_poses(tmp_path / "one.npz", poses.subset([0]))
    done = run("learn", tmp_path / "one.npz", "-o", tmp_path / "out.pliant", "--json")
    assert done.exit_code == 1
    assert "two poses" in json.loads(done.stdout)["error"]["message"]
    assert not (tmp_path / "out.pliant").exists()


@pytest.mark.parametrize("form", ["file", "poses"])
def test_a_learned_rig_is_posed_like_any_other(run, learned, beast_file, poses, tmp_path, form):
    still, foot = (int(v) for v in feet(poses.V[0])[:2])
    out = tmp_path / "out.obj"
    source = [learned] if form == "file" else [beast_file, "--method", "reduced"]
    done = run("pose", *source, "--pin", still, "--move", f"{foot}=0.5,0,0.5", "-o", out, "--json")
    summary = json.loads(done.stdout)
    assert (done.exit_code, summary["method"], summary["examples"]) == (0, "reduced", 4)
    assert [item["pose"] for item in summary["frames"][0]["weights"]] == list(poses.names)
    V = read_mesh(out).V
    assert np.abs(V[still] - poses.V[0, still]).max() < 1e-6
    assert np.abs(V[foot] - poses.V[0, foot] - [0.5, 0, 0.5]).max() < 1e-6


def test_frames_of_a_learned_rig_start_from_the_one_before(run, learned, poses, tmp_path):
    still, foot = (int(v) for v in feet(poses.V[0])[:2])
    shifts = [[0.1, 0, 0.1], [0.3, 0, 0.3]]
    (tmp_path / "pins.json").write_text(
        json.dumps({"pins": [{"vertex": still}, {"vertex": foot, "move": shifts}]})
    )
    done = run("pose", learned, "--pins", tmp_path / "pins.json", "--coherence", "0.01", "--json", "-q")
    rig = open_rig(learned)
    assert isinstance(rig, ReducedIK)
    grip = rig.grab([still, foot])
    goals = [grip.held.rest + np.array([[0, 0, 0], shift]) for shift in shifts]
    second = grip.drag(goals[1], grip.drag(goals[0]), coherence=0.01)
    told = [item["weight"] for item in json.loads(done.stdout)["frames"][1]["weights"]]
    assert told == second.weights.tolist()


def test_a_learned_rig_cannot_freeze_vertices_and_says_so(run, learned, tmp_path):
    done = run("pose", learned, "--move", "5=0,0,1", "--freeze", "0-3", "-o", tmp_path / "out.obj")
    assert done.exit_code == 2
    assert "--freeze" in done.stderr


@pytest.mark.parametrize("form", ["file", "poses"])
def test_a_learned_rig_blends(run, learned, beast_file, tmp_path, form):
    out = tmp_path / "out.npz"
    source = [learned] if form == "file" else [beast_file, "--method", "reduced"]
    assert run("blend", *source, "-w", "1=0.75,2=0.25", "-o", out).exit_code == 0
    rig = open_rig(learned) if form == "file" else ReducedIK(beast())
    assert isinstance(rig, ReducedIK)
    assert np.array_equal(read_mesh(out).V, rig.blend([0, 0.75, 0.25, 0]))


def test_methods_are_chosen_for_poses_only_and_by_their_names(run, learned, beast_file, tmp_path):
    words = ("--move", "5=0,0,1", "-o", tmp_path / "out.obj", "--method")
    assert run("pose", learned, *words, "meshik").exit_code == 2
    unknown = run("pose", beast_file, *words, "magic")
    assert (unknown.exit_code, "meshik, reduced" in unknown.stderr) == (2, True)


@pytest.mark.parametrize(
    ("source", "title"),
    [("lion.npz", "lion"), ("beasts/lion", "lion"), ("lions/*.obj", "lions"), ("lion-*.obj", "lion")],
)
def test_a_character_has_the_name_of_its_file(poses, source, title):
    assert Lesson([source], poses, ReducedIK.__new__(ReducedIK), 0.0).title == title


def test_a_picture_and_a_report_are_written_when_asked_for(run, beast_file, tmp_path, monkeypatch):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    monkeypatch.setattr("pliant.methods.reduced.report.sections.LARGE", (80, 60))
    monkeypatch.setattr("pliant.methods.reduced.report.sections.ROW", (150, 60))
    picture, report = tmp_path / "out.png", tmp_path / "out.html"
    words = ("--controls", PARTS, "--picture", picture, "--report", report, "--up", "z")
    assert run("learn", beast_file, *words).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "<h1>beast: what Pliant learned</h1>" in report.read_text()
