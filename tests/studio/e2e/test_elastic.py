"""Elastic IK: a bare mesh dropped on the page is pulled at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.io import write_mesh
from tests.methods.elastic.test_cells import cylinder
from tests.studio.e2e.conftest import Tab


@pytest.mark.parametrize("size", [(16, 30), (60, 110)], ids=["small", "live on the skin"])
def test_a_bare_mesh_is_pulled_as_the_library_poses_it(
    tab: Tab, tmp_path: Path, size: tuple[int, int]
) -> None:
    mesh = cylinder(*size)
    # It stands, so that several points of its foot are held: two alone leave a turn open.
    mesh = mesh.moved(mesh.V @ np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))
    write_mesh(tmp_path / "bare.obj", mesh)
    tab.page.locator("input[type=file]").set_input_files(tmp_path / "bare.obj")
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    assert tab.state("s.document.method") == "elastic"
    handles = tab.state("s.document.handles.length")
    assert tab.state("s.document.handles.filter((h) => h.pinned).length") == handles - 1
    before = tab.positions()
    tab.drag(tab.handle_at(handles - 1), (-50.0, -60.0), steps=20)
    tab.until("s.pose.status === 'converged'")
    tab.idle()
    posed = tab.positions()
    assert np.abs(posed - before).max() > 0.05 * mesh.diagonal
    points = [mesh.F[face] for face in tab.state("s.document.handles.map((h) => h.face)")]
    weights = tab.state("s.document.handles.map((h) => h.barycentric)")
    held = [int(f[int(np.argmax(w))]) for f, w in zip(points, weights, strict=True)]
    pose = pliant.ElasticIK(mesh).grab(held).drag(tab.state("s.document.handles.map((h) => h.target)"))
    assert np.abs(posed - pose.V).max() < 2e-4 * mesh.diagonal
