from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.io import read_mesh, read_poses, write_mesh, write_poses
from pliant.mesh import PoseSet
from pliant.methods.cage.cli import source
from pliant.methods.cage.rig import CageIK
from pliant.samples.bar import bar
from tests.methods.cage.cli.conftest import FRAMES

SEQUENCE = "frames/bend*.ply"


def test_the_cages_that_made_a_sequence_are_recovered(run, files, rig, cages, monkeypatch):
    monkeypatch.chdir(files)
    told = json.loads(run("cage", "recover", "bar.pliant", SEQUENCE, "-o", "found.npz", "--json").stdout)
    found = read_poses(files / "found.npz")
    # In natural order: bend2 before bend10.
    assert found.names == tuple(f"bend{i}" for i in range(FRAMES))
    assert len(found.mesh.polygons) == len(rig.cage.polygons)
    assert np.abs(found.V - cages).max() < 1e-3
    assert told["worst_rms"] < 1e-4
    assert max(abs(frame["volume"]) for frame in told["frames"]) < 1e-3
    assert [frame["name"] for frame in told["frames"]] == list(found.names)


def test_files_of_a_sequence_are_read_one_by_one_when_their_turn_comes(files, rig, monkeypatch):
    read: list[Path] = []
    monkeypatch.setattr(source, "read_mesh", lambda path: read.append(path) or read_mesh(path))
    frames = source.frames_of([str(files / SEQUENCE)], (None, None), rig.mesh, "the mesh")
    assert (len(frames), read) == (FRAMES, [])
    ahead = iter(frames)
    next(ahead)
    next(ahead)
    assert [path.name for path in read] == ["bend0.ply", "bend1.ply"]


def test_a_set_of_poses_is_a_sequence_too_and_the_table_lists_it(run, files, rig, cages):
    frames = np.stack([rig.posed(cage) for cage in cages[:3]])
    write_poses(files / "set.npz", PoseSet.of_positions(rig.mesh, frames, ["one", "two", "three"]))
    lines = run("cage", "recover", files / "bar.pliant", files / "set.npz").stdout.splitlines()
    assert lines[0].startswith("3 cages of 26 vertices")
    assert [line.split()[0] for line in lines[2:]] == ["one", "two", "three"]
    quiet = run("cage", "recover", files / "bar.pliant", files / "set.npz", "-o", files / "x.npz")
    assert len(quiet.stdout.splitlines()) == 1


def test_an_error_above_what_is_allowed_fails_with_everything_written(run, files, rig):
    rough = np.random.default_rng(0).normal(size=(2, *rig.mesh.V.shape))
    write_poses(files / "rough.npz", PoseSet.of_positions(rig.mesh, rig.mesh.V + 0.02 * rough))
    words = ("cage", "recover", files / "bar.pliant", files / "rough.npz", "-o", files / "found.npz")
    done = run(*words, "--error", "0.1")
    assert done.exit_code == 1
    assert "2 of 2 frames miss their shape by more than 0.1%" in done.stderr
    assert len(read_poses(files / "found.npz")) == 2
    assert run(*words, "--error", "50").exit_code == 0


def test_a_frame_of_another_mesh_is_named_and_no_frames_are_refused(run, files):
    write_mesh(files / "frames" / "bend3.ply", bar(100).mesh)
    done = run("cage", "recover", files / "bar.pliant", files / SEQUENCE)
    assert done.exit_code == 1
    assert "'bend3' has" in done.stderr
    assert "where 'the bound mesh' has" in done.stderr
    none = run("cage", "recover", files / "bar.pliant", files / "nothing*.obj")
    assert none.exit_code == 1
    assert "No file matches" in none.stderr


def test_a_rig_takes_the_motion_of_its_cages(run, files, rig, cages):
    done = run("cage", "reskin", files / "bar.pliant", files / "cages.npz", "-o", files / "moving.npz")
    assert done.exit_code == 0
    moving = read_poses(files / "moving.npz")
    assert np.array_equal(moving.V, np.stack([rig.posed(cage) for cage in cages]))


def test_another_mesh_bound_to_the_rest_cage_moves_alike(run, files, rig, cages):
    other = bar(132).mesh
    inside = rig.mesh.V.mean(axis=0) + 0.7 * (other.V - other.V.mean(axis=0))
    write_mesh(files / "other.obj", other.moved(inside))
    words = ("cage", "reskin", files / "other.obj", files / "cages.npz")
    assert run(*words, "--rest", files / "bar.pliant", "-o", files / "folder").exit_code == 0
    again = ("--rest", files / "cage.obj", "--coordinates", "mean_value", "-o", files / "set.npz")
    assert run(*words, *again).exit_code == 0
    moving, folder = read_poses(files / "set.npz"), read_poses(files / "folder")
    bound = CageIK(other.moved(inside), rig.cage, options=rig.options)
    expected = np.stack([bound.posed(cage) for cage in cages])
    assert np.abs(moving.V - expected).max() < 1e-12
    assert np.abs(folder.V - expected).max() < 1e-9
    assert len(folder) == FRAMES


def test_an_edit_moves_its_frame_there_and_fades_with_time(run, files, rig, cages, last):
    place = rig.posed(cages[6])[last] + [0.0, 0.0, 0.2]
    edit = ["--edit", 6, "--pin", 0, "--move", f"{last}=0,0,0.2", "--reach", 4]
    words = [*edit, "-o", files / "edited.npz", "--cages", files / "new.npz"]
    done = run("cage", "reskin", files / "bar.pliant", files / "cages.npz", *words, "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["edit"]["frames_moved"] == 7
    V, new = read_poses(files / "edited.npz").V, read_poses(files / "new.npz").V
    assert np.abs(V[6, last] - place).max() < 1e-9
    assert np.abs(V[6, 0] - rig.posed(cages[6])[0]).max() < 1e-9
    moved = np.abs(new - cages).max(axis=(1, 2))
    assert (moved[[0, 1, 2, 10, 11]] == 0.0).all()
    assert (np.diff(moved[2:7]) > 0).all()
    assert (np.diff(moved[6:11]) < 0).all()


@pytest.mark.parametrize(
    "words",
    [
        ("bar.obj", "cages.npz", "-o", "x.npz"),
        ("bar.pliant", "cages.npz", "--rest", "cage.obj", "-o", "x.npz"),
        ("bar.pliant", "cages.npz"),
        ("bar.pliant", "cages.npz", "-o", "x.obj"),
        ("bar.pliant", "cages.npz", "-o", "cages.npz"),
        ("bar.pliant", "cages.npz", "-o", "x.npz", "--pin", "0"),
        ("bar.pliant", "cages.npz", "-o", "x.npz", "--edit", "3"),
        ("bar.pliant", "cages.npz", "-o", "x.npz", "--edit", "99", "--pin", "0"),
        ("bar.pliant", "cages.npz", "-o", "x.npz", "--edit", "3", "--pin", "0", "--reach", "0"),
    ],
)
def test_reskinning_that_makes_no_sense_is_a_matter_of_usage(run, files, words, monkeypatch):
    monkeypatch.chdir(files)
    assert run("cage", "reskin", *words).exit_code == 2


def test_cages_of_another_cage_are_refused(run, files):
    done = run("cage", "reskin", files / "bar.pliant", files / "bar.obj", "-o", files / "x.obj")
    assert done.exit_code == 1
    assert "'the rest cage' has 26" in done.stderr
