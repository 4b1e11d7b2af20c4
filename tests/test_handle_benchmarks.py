"""The benchmarks of Handle IK measure what they say, and name the peers that are missing."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, which the benchmarks compare with, is not installed")

from benchmarks import blender
from benchmarks.arap_peers import Libigl
from benchmarks.bending import folded, lengths, volume
from benchmarks.bent_shapes import bars
from benchmarks.handle_cases import goals, held, sampled, seeded, turned

from pliant.methods.handles.arap import Arap
from pliant.methods.handles.rig import HandleIK
from pliant.samples.bar import bar

TETRAHEDRON = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def test_the_volume_of_a_tetrahedron_is_a_sixth_wherever_it_is():
    assert volume(FACES, TETRAHEDRON) == pytest.approx(1 / 6, abs=1e-14)
    assert volume(FACES, 2.0 * TETRAHEDRON + [5.0, 6.0, 7.0]) == pytest.approx(8 / 6, abs=1e-13)


def test_only_an_edge_whose_triangles_face_away_from_each_other_is_folded():
    F = np.array([[0, 1, 2], [1, 0, 3]])
    flat = np.array([[0.0, 0, 0], [1, 0, 0], [0.5, 1, 0], [0.5, -1, 0]])
    upright, closed = flat.copy(), flat.copy()
    upright[3] = 0.5, 0.0, 1.0
    closed[3] = 0.5, 0.9, 0.1
    assert [bool(folded(F, V)[0]) for V in (flat, upright, closed)] == [False, False, True]


def test_edges_grow_with_the_mesh():
    np.testing.assert_allclose(lengths(FACES, 3.0 * TETRAHEDRON), 3.0 * lengths(FACES, TETRAHEDRON))


def test_the_bars_handles_are_where_their_exact_pose_has_them():
    for shape in bars():
        for handle, M in zip(shape.handles, shape.matrices, strict=True):
            placed = shape.mesh.V[handle.vertices] @ M[:3, :3].T + M[:3, 3]
            np.testing.assert_allclose(placed, shape.exact[handle.vertices], atol=1e-12)
        HandleIK(shape.mesh, shape.handles).deform(shape.matrices)


def test_seeded_handles_share_no_vertex_and_leave_some_free():
    case = seeded("bar", bar(600).mesh, 5)
    owned = np.concatenate([handle.vertices for handle in case.handles])
    assert len(case.handles) == 5
    assert len(np.unique(owned)) == len(owned) < case.mesh.n


def test_a_samples_handle_carries_itself_first_and_the_root_carries_all():
    case = sampled("quadruped", 2_000)
    names = case.handles.names
    assert tuple(carried[0] for carried in case.carries) == names
    assert max(len(carried) for carried in case.carries) == len(names)


def test_libigl_minimises_the_energy_that_ours_is_measured_by():
    case = seeded("bar", bar(600).mesh, 4)
    rig = HandleIK(case.mesh, case.handles)
    goal = goals(rig, turned(case).matrices(case.handles))
    arap, libigl = Arap(rig.shape, rig.editor.hold), Libigl(rig.shape, held(rig))
    ours, its = (
        arap.energy(x, goal)
        for x in (arap.refined(goal, goal, rounds=10), libigl.iterated(goal, goal.copy(), 10))
    )
    assert ours == pytest.approx(its, rel=1e-3)
    assert ours < 0.9 * arap.energy(goal, goal)


def test_a_python_without_blender_is_named_with_what_to_do(monkeypatch):
    for program in ("/nowhere/python", "true"):
        monkeypatch.setenv(blender.VARIABLE, program)
        blender.missing.cache_clear()
        assert (blender.VARIABLE in blender.missing()) == (program != "true")
    blender.missing.cache_clear()
