"""Elastic IK: a bare mesh dropped on the page is pulled at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant
from pliant.io import write_mesh
from pliant.mesh import Mesh
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


def test_painted_stiffness_is_undone_and_posed_as_in_the_library(tab: Tab, tmp_path: Path) -> None:
    mesh = cylinder(16, 30)
    V = mesh.V @ np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    high = np.flatnonzero((V[mesh.F, 1] > np.median(V[:, 1])).all(axis=1))
    low = np.setdiff1d(np.arange(len(mesh.F)), high)
    mesh = Mesh.of_polygons(V, mesh.polygons, groups={"high": high, "low": low})
    write_mesh(tmp_path / "bare.obj", mesh)
    tab.page.locator("input[type=file]").set_input_files(tmp_path / "bare.obj")
    tab.until("s.pose !== null && s.progress === null")
    tab.idle()
    handles = tab.state("s.document.handles.length")
    tab.drag(tab.handle_at(handles - 1), (-110.0, 40.0), steps=10)
    tab.until("s.pose.status === 'converged'")
    tab.idle()
    before = tab.positions()
    tab.page.get_by_label("Stiffen a material or group").select_option("high")
    tab.page.get_by_label("Stiffness of high").select_option("Hard")
    tab.until("s.document.slices.elastic.patches[0].stiffness === 100 && s.pose.status === 'converged'")
    tab.idle()
    posed = tab.positions()
    assert np.abs(posed - before).max() > 0.01 * mesh.diagonal
    points = [mesh.F[face] for face in tab.state("s.document.handles.map((h) => h.face)")]
    weights = tab.state("s.document.handles.map((h) => h.barycentric)")
    held = [int(f[int(np.argmax(w))]) for f, w in zip(points, weights, strict=True)]
    rig = pliant.ElasticIK(mesh, stiffness={"high": 100.0})
    pose = rig.grab(held).drag(tab.state("s.document.handles.map((h) => h.target)"))
    assert np.abs(posed - pose.V).max() < 2e-4 * mesh.diagonal
    # The brush makes a second patch, which undo takes away again, and then the first one.
    tab.page.get_by_role("button", name="New patch").click()
    tab.drag(tab.vertex_at(mesh.n // 4), (20.0, 0.0), steps=4)
    tab.until("s.document.slices.elastic.patches.length === 2")
    assert tab.state("s.document.slices.elastic.patches[1].stiffness") == 10
    tab.keys("Control+z", "Control+z", "Control+z")
    tab.until("s.document.slices.elastic.patches.length === 0 && s.pose.status === 'converged'")
    tab.idle()
    np.testing.assert_allclose(tab.positions(), before, rtol=0, atol=2e-4 * mesh.diagonal)
