from __future__ import annotations

import json

import pytest

from pliant.io import read_poses
from pliant.samples import names


def test_every_sample_is_listed_with_a_description(run):
    lines = run("samples").stdout.splitlines()
    everything = [*names("examples"), *names("joints")]
    assert [line.split()[0] for line in lines] == everything
    listed = json.loads(run("samples", "--json").stdout)["samples"]
    assert [item["name"] for item in listed] == everything
    assert all(item["description"] for item in listed)


def test_a_sample_is_written_with_all_its_poses(run, tmp_path):
    out = tmp_path / "bar.npz"
    done = run("samples", "bar", "--vertices", "200", "-o", out, "--json")
    assert done.exit_code == 0
    facts = json.loads(done.stdout)
    poses = read_poses(out)
    assert (facts["vertices"], facts["poses"], facts["files"]) == (poses.n, list(poses.names), [str(out)])
    assert 150 < poses.n < 260


def test_a_sample_can_be_posed_from_its_file(run, tmp_path):
    run("samples", "bar", "-o", tmp_path / "bar.npz")
    last = read_poses(tmp_path / "bar.npz").n - 1
    done = run(
        "pose", tmp_path / "bar.npz", "--pin", "0", "--move", f"{last}=-0.2,0.4,0", "-o", tmp_path / "out.obj"
    )
    assert done.exit_code == 0


@pytest.mark.parametrize(
    "words", [["bar"], ["-o", "bar.npz"], ["--vertices", "100"], ["bar", "-o", "bar.obj"], ["bar", "-n", "0"]]
)
def test_words_that_make_no_sense_are_a_matter_of_usage(run, words):
    assert run("samples", *words).exit_code == 2


def test_samples_that_do_not_exist_are_refused_with_those_that_do(run, tmp_path):
    done = run("samples", "unicorn", "-o", tmp_path / "out.npz")
    assert done.exit_code == 1
    assert "quadruped" in done.stderr
    assert run("samples", "quadruped", "-n", "10", "-o", tmp_path / "out.npz").exit_code == 1
