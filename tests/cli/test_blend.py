from __future__ import annotations

import json

import numpy as np
import pytest

from pliant.io import read_mesh, read_poses
from pliant.methods.meshik.rig import MeshIK


def test_the_weights_of_one_example_give_that_example(run, bar_file, bar_set, tmp_path):
    for words in ("0,1,0", "up=1", "1=1"):
        done = run("blend", bar_file, "--weights", words, "-o", tmp_path / "out.npz")
        assert done.exit_code == 0
        assert np.abs(read_mesh(tmp_path / "out.npz").V - bar_set.V[1]).max() <= 1e-9


def test_a_morph_runs_evenly_through_its_weights(run, bar_file, bar_set, tmp_path):
    out = tmp_path / "out.npz"
    done = run(
        "blend", bar_file, "-w", "1,0,0", "-w", "up=1", "-w", "aside=1", "--frames", "5", "-o", out, "--json"
    )
    rows = [[item["weight"] for item in frame["weights"]] for frame in json.loads(done.stdout)["frames"]]
    expected = [[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0], [0, 0.5, 0.5], [0, 0, 1]]
    assert rows == expected
    made = read_poses(out)
    assert np.array_equal(made.V, MeshIK(bar_set).blends(expected))


def test_rows_without_a_count_are_the_frames_themselves(run, bar_file, tmp_path):
    run("blend", bar_file, "-w", "1,0,0", "-w", "0,1,0", "-o", tmp_path / "out.npz")
    assert len(read_poses(tmp_path / "out.npz")) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["-w", "1,0"],
        ["-w", "1,0,x"],
        ["-w", "sideways=1"],
        ["-w", "3=1"],
        ["-w", "up="],
        ["-w", "1,0,0", "--frames", "5"],
        ["-w", "1,0,0", "-w", "0,1,0", "--frames", "1"],
        [],
    ],
)
def test_weights_that_make_no_sense_are_a_matter_of_usage(run, bar_file, tmp_path, words):
    done = run("blend", bar_file, *words, "-o", tmp_path / "out.npz")
    assert (done.exit_code, done.stdout) == (2, "")
    assert not (tmp_path / "out.npz").exists()


def test_weights_that_are_not_finite_are_refused(run, bar_file, tmp_path):
    assert run("blend", bar_file, "-w", "nan,0,0", "-o", tmp_path / "out.npz").exit_code == 1


def test_a_blend_must_go_somewhere(run, bar_file):
    assert run("blend", bar_file, "-w", "1,0,0").exit_code == 2


def test_a_morph_can_be_drawn(run, bar_file, tmp_path):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    words = ("-w", "1,0,0", "-w", "0,1,0", "--frames", "3", "--picture", tmp_path / "out.png", "--up", "z")
    assert run("blend", bar_file, *words).exit_code == 0
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
