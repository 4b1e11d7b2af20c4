"""`pliant pick` and names in place of vertex numbers."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_poses
from pliant.registry import open_rig


@pytest.fixture
def named(run, bar_file, last, tmp_path) -> Path:
    """The bar with two landmarks."""
    path = tmp_path / "named.npz"
    words = ("pick", bar_file, "--name", "foot=0", "--name", f"tip={last}", "-o", path, "-q")
    assert run(*words).exit_code == 0
    return path


def test_ends_of_a_model_are_found(run, bar_file, bar_set):
    done = run("pick", bar_file, "--place", "top", "--place", "left", "--json")
    V = bar_set.V[0]
    found = {each["what"]: each["vertex"] for each in json.loads(done.stdout)["vertices"]}
    assert V[found["top"], 1] == V[:, 1].max()
    assert V[found["left"], 0] == V[:, 0].max()


def test_with_z_up_the_top_is_along_z(run, bar_file, bar_set):
    done = run("pick", bar_file, "--place", "top", "--place", "front", "--up", "z", "--json")
    V = bar_set.V[0]
    found = {each["what"]: each["vertex"] for each in json.loads(done.stdout)["vertices"]}
    assert V[found["top"], 2] == V[:, 2].max()
    assert V[found["front"], 1] == V[:, 1].min()


def test_names_are_kept_in_the_file_and_serve_as_vertices(run, named, bar_file, last, tmp_path):
    assert read_poses(named).mesh.landmarks == {"foot": 0, "tip": last}
    by_name = ("pose", named, "--pin", "foot", "--move", "tip=0,0,0.15", "--slide", "foot=plane:0,1,0")
    assert run(*by_name, "-o", tmp_path / "name.npz", "-q").exit_code == 0
    by_number = ("pose", bar_file, "--pin", "0", "--move", f"{last}=0,0,0.15", "--slide", "0=plane:0,1,0")
    assert run(*by_number, "-o", tmp_path / "number.npz", "-q").exit_code == 0
    V = [read_poses(tmp_path / f"{kind}.npz").V[0] for kind in ("name", "number")]
    assert V[0].tobytes() == V[1].tobytes()


def test_a_file_of_pins_may_name_landmarks(run, named, last, tmp_path):
    pins = {"pins": [{"vertex": "foot"}, {"vertex": "tip", "move": [0, 0, 0.15]}]}
    (tmp_path / "pins.json").write_text(json.dumps(pins))
    done = run("pose", named, "--pins", tmp_path / "pins.json", "-o", tmp_path / "out.npz", "-q")
    assert done.exit_code == 0
    moved = read_poses(tmp_path / "out.npz").V[0][last] - read_poses(named).V[0, last]
    np.testing.assert_allclose(moved, [0, 0, 0.15], atol=1e-9)


def test_rigs_made_from_the_file_know_its_names(run, named, last, tmp_path):
    rig = tmp_path / "bar.pliant"
    assert run("learn", named, "-o", rig, "-q").exit_code == 0
    assert open_rig(rig).mesh.landmarks == {"foot": 0, "tip": last}
    assert "tip" in run("pick", rig).stdout


def test_a_name_that_is_not_there_is_told_with_those_that_are(run, named, tmp_path):
    done = run("pose", named, "--pin", "foot", "--move", "tail=0,0,1", "-o", tmp_path / "out.npz")
    assert done.exit_code == 2
    assert "no landmark 'tail'; it has foot, tip" in done.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--place", "nowhere"), "no place 'nowhere'; there are top, bottom"),
        (("--name", "nose"), "give --output"),
        (("--name", "nose", "-o", "x.npz"), "NAME=VERTEX"),
        (("--name", "nose=99999", "-o", "x.npz"), "vertices 0 to"),
        (("--at", "1"), "no pixel such as 800,450"),
        (("--at", "0,0"), "shows no part"),
        (("--at", "5000,0"), "outside a picture"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(run, bar_file, words, reason, tmp_path, monkeypatch):
    pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')
    monkeypatch.chdir(tmp_path)
    done = run("pick", bar_file, *words)
    assert done.exit_code in (1, 2)
    assert reason in " ".join(done.stderr.split())


def test_a_picture_shows_the_numbers(run, bar_file, tmp_path):
    pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')
    assert run("pick", bar_file, "--picture", tmp_path / "bar.png", "-q").exit_code == 0
    assert (tmp_path / "bar.png").stat().st_size > 10_000
