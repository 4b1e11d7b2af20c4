"""Poses kept as examples make a rig."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.errors import CorrespondenceError, FileFormatError
from pliant.samples.bar import bar
from tests.command_line import Run


def test_three_sculpted_poses_make_a_rig_that_brings_them_back(tmp_path: Path) -> None:
    mesh = bar(300).mesh
    tip = mesh.n - 1
    grip = pliant.ElasticIK(mesh).grab([0, 5, 10, tip])
    sculpted = []
    for way in ((-0.1, 0.4, 0.0), (-0.1, 0.0, 0.4), (-0.2, -0.3, 0.3)):
        targets = grip.held.rest.copy()
        targets[-1] += way
        sculpted.append(grip.drag(targets).V)
        kept = pliant.keep_example(tmp_path / "examples.npz", mesh, sculpted[-1])
    assert kept.names == ("rest", "pose 1", "pose 2", "pose 3")
    read = pliant.read_poses(tmp_path / "examples.npz")
    np.testing.assert_array_equal(read.V, [mesh.V, *sculpted])
    for make in (pliant.MeshIK, pliant.ReducedIK):
        rig = make(read)
        few = rig.grab([0, 5, 10, 150, tip])
        off = few.drag(few.held.on(sculpted[2])).V - sculpted[2]
        assert np.abs(off).max() < 0.02 * mesh.diagonal


def test_a_pose_of_the_same_name_takes_its_place(tmp_path: Path) -> None:
    mesh = bar(60).mesh
    pliant.keep_example(tmp_path / "poses.npz", mesh, mesh.V + 1.0, "up")
    kept = pliant.keep_example(tmp_path / "poses.npz", mesh, mesh.V + 2.0, "up")
    assert kept.names == ("rest", "up")
    np.testing.assert_array_equal(pliant.read_poses(tmp_path / "poses.npz").V[1], mesh.V + 2.0)


def test_poses_of_another_mesh_and_other_files_are_refused(tmp_path: Path) -> None:
    mesh, other = bar(60).mesh, bar(300).mesh
    pliant.keep_example(tmp_path / "poses.npz", mesh, mesh.V)
    with pytest.raises(CorrespondenceError, match="poses"):
        pliant.keep_example(tmp_path / "poses.npz", other, other.V)
    with pytest.raises(FileFormatError, match=r"\.npz"):
        pliant.keep_example(tmp_path / "poses.obj", mesh, mesh.V)
    assert len(pliant.read_poses(tmp_path / "poses.npz")) == 2


def test_the_command_line_keeps_what_it_posed(run: Run, tmp_path: Path) -> None:
    mesh = bar(60).mesh
    rest, kept = tmp_path / "bar.obj", tmp_path / "kept.npz"
    pliant.write_mesh(rest, mesh)
    for i, way in enumerate(("0,0.3,0", "0,0,0.3", "0,-0.3,0")):
        result = run(
            "pose", rest, "--method", "elastic", "--pin", "0", "--pin", "5", "--move", f"{mesh.n - 1}={way}",
            "--keep", kept,
        )  # fmt: skip
        assert result.exit_code == 0, result.output
        assert len(pliant.read_poses(kept)) == i + 2
    posed = run("pose", kept, "--pin", "0", "--move", f"{mesh.n - 1}=0,0.2,0.1", "-o", tmp_path / "pose.obj")
    assert posed.exit_code == 0, posed.output
