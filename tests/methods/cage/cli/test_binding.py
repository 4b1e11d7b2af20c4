from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_mesh, write_mesh
from pliant.mesh import Mesh
from pliant.methods.cage.options import PRINTED, CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.registry import open_rig


def opened(path: Path) -> CageIK:
    found = open_rig(path)
    assert isinstance(found, CageIK)
    return found


def test_a_cage_is_made_around_a_mesh_and_every_pose_of_it(run, bar_file, bar_set, tmp_path):
    from pliant.methods.cage.cage_checks import encloses

    out = tmp_path / "cage.ply"
    told = json.loads(run("cage", "make", bar_file, "--poses", "-n", 30, "-o", out, "--json").stdout)
    cage = read_mesh(out)
    assert told["cage"]["vertices"] == cage.n <= 36
    assert told["poses"] == 3
    assert all(encloses(cage, bar_set.mesh.moved(V)) for V in bar_set.V)


def test_every_pose_needs_several_and_a_cage_a_place(run, files):
    assert run("cage", "make", files / "bar.obj", "--poses", "-o", files / "x.obj").exit_code == 2
    assert run("cage", "make", files / "bar.obj").exit_code == 2
    assert run("cage", "make", files / "bar.pliant", "-o", files / "x.obj").exit_code == 2


def test_binding_writes_a_rig_and_tells_what_it_keeps(run, files):
    out = files / "new.pliant"
    words = ("cage", "bind", files / "bar.obj", files / "cage.obj", "--coordinates", "mean_value", "-o", out)
    told = json.loads(run(*words, "--beta", 3, "--json").stdout)
    made = opened(out)
    assert made.options == CageOptions(coordinates="mean_value", beta=3.0)
    assert len(made.cage.polygons) == 24  # quads are kept
    W = made.binding.weights
    assert told["least_weight"] == W.min()
    assert told["row_sum_error"] == np.abs(W.sum(axis=1) - 1).max() < 1e-12
    assert told["reproduction_error"] < 1e-12
    plain = run(*words)
    assert "rows sum" not in plain.stdout
    table = run(*words, "--table").stdout
    for word in (
        "26 vertices, 24 faces",
        "mean value",
        "rows sum",
        "reproduction",
        "least weight",
        "seconds",
    ):
        assert word in table


def test_a_binding_is_as_printed_if_asked_for(run, files):
    out = files / "printed.pliant"
    words = ["--as-printed", "--coordinates", "green", "-o", out]
    assert run("cage", "bind", files / "bar.obj", files / "cage.obj", *words).exit_code == 0
    made = opened(out)
    assert (made.options.regularity, made.options.anchors) == (PRINTED.regularity, PRINTED.anchors)
    assert made.binding.normals is not None


def test_an_open_cage_is_refused_in_the_librarys_words(run, files, rig):
    write_mesh(files / "open.obj", Mesh.of(rig.cage.V, rig.cage.F[1:]))
    words = ("cage", "bind", files / "bar.obj", files / "open.obj", "--coordinates", "mean_value")
    done = run(*words)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("pliant: The cage is open: 3 edges")
    assert json.loads(run(*words, "--json").stdout)["error"]["kind"] == "CageError"


def test_a_cage_that_is_too_small_is_refused_or_grows(run, files, rig):
    middle = rig.cage.V.mean(axis=0)
    write_mesh(files / "small.obj", rig.cage.moved(middle + 0.8 * (rig.cage.V - middle)))
    words = ["--coordinates", "mean_value", "-o", files / "grown.pliant"]
    refused = run("cage", "bind", files / "bar.obj", files / "small.obj", *words)
    assert refused.exit_code == 1
    assert "outside the cage" in refused.stderr
    grown = run("cage", "bind", files / "bar.obj", files / "small.obj", *words, "--grow")
    assert grown.exit_code == 0
    assert "grown" in grown.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("bar.obj", "cage.obj", "--coordinates", "magic"),
        ("bar.obj", "cage.obj", "--vertices", "30"),
        ("bar.obj", "--grow"),
        ("bar.obj", "cage.obj", "--weight", "3"),
        ("bar.pliant", "cage.obj"),
        ("bar.obj", "cage.obj", "-o", "cage.obj"),
    ],
)
def test_bindings_that_make_no_sense_are_matters_of_usage(run, files, words, monkeypatch):
    monkeypatch.chdir(files)
    assert run("cage", "bind", *words).exit_code == 2
