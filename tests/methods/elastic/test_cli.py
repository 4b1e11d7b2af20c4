"""The reach of pulls and painted stiffness on the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.io import read_mesh, write_mesh
from pliant.methods.elastic.rig import ElasticIK
from tests.command_line import Run
from tests.methods.elastic.test_cells import cylinder


def posed(run: Run, tmp_path: Path, *more: str, method: str = "elastic") -> np.ndarray | str:
    """The positions of a pulled cylinder, or what is said instead."""
    mesh = cylinder(12, 20)
    write_mesh(tmp_path / "rest.obj", mesh)
    last = mesh.n - 1
    result = run(
        "pose", tmp_path / "rest.obj", "--method", method, "--pin", "0", "--pin", "4", "--pin", "8",
        "--move", f"{last}=-1,1,0", "-o", tmp_path / "pose.obj", *more,
    )  # fmt: skip
    return read_mesh(tmp_path / "pose.obj").V if result.exit_code == 0 else result.output


def test_a_reach_and_stiff_vertices_are_those_of_the_library(run: Run, tmp_path: Path) -> None:
    found = posed(run, tmp_path, "--reach", "0.2", "--stiffness", "100-180=50", "--stiffness", "0-9=2")
    assert isinstance(found, np.ndarray)
    mesh = cylinder(12, 20)
    stiffness = np.ones(mesh.n)
    stiffness[100:181], stiffness[:10] = 50.0, 2.0
    grip = ElasticIK(mesh, stiffness=stiffness).reaching(0.2).grab([0, 4, 8, mesh.n - 1])
    targets = grip.held.rest.copy()
    targets[-1] += [-1.0, 1.0, 0.0]
    np.testing.assert_allclose(found, grip.drag(targets).V, rtol=0, atol=1e-5)


def test_what_is_no_reach_and_no_stiffness_is_refused(run: Run, tmp_path: Path) -> None:
    assert "reach=2" in posed(run, tmp_path, "--reach", "2")
    assert "VERTICES=VALUE" in posed(run, tmp_path, "--stiffness", "0-9")
    assert "999" in posed(run, tmp_path, "--stiffness", "999=2")
    assert "--stiffness" in posed(run, tmp_path, "--stiffness", "horn=2")
