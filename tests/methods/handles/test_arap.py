"""As-rigid-as-possible refinement: the energy falls, to where libigl's goes too."""

from __future__ import annotations

import igl
import numpy as np
import pytest

from pliant.immutable import freeze_arrays
from pliant.methods.handles.arap import Arap
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.transforms import Move, Turn, composed
from tests.methods.handles.shapes import carried, editor_of, ends, goal, some_motion

BENT = np.stack([np.eye(4), composed([Turn((0, 0, 1), 50, (0.5, 0, 0)), Move((0.1, 0, 0.05))])])


def begun(rigidity: float = 1.0):
    mesh, handles = ends(500, rigidity=rigidity)
    editor = editor_of(mesh, handles)
    arap = Arap(editor.shape, editor.hold)
    freeze_arrays(arap)
    return mesh, arap, editor.posed(BENT), goal(editor.shape, editor, BENT)


@pytest.mark.parametrize("rigidity", [1.0, 0.7])
def test_the_energy_never_rises(rigidity) -> None:
    _, arap, x, wanted = begun(rigidity)
    energies = [arap.energy(x, wanted)]
    for _ in range(30):
        x = arap.refined(x, wanted, rounds=1)
        energies.append(arap.energy(x, wanted))
    assert (np.diff(energies) <= 1e-13 * energies[0]).all()
    assert energies[-1] < 0.9 * energies[0]


def test_one_round_is_one_round_of_libigl() -> None:
    mesh, arap, x, wanted = begun()
    held = np.flatnonzero(arap.hold.rigid)
    data = igl.ARAPData()
    data.energy = igl.ARAP_ENERGY_TYPE_SPOKES_AND_RIMS
    data.max_iter = 1
    igl.arap_precomputation(mesh.V, mesh.F, 3, held, data)
    for _ in range(5):
        theirs = igl.arap_solve(wanted[held], data, x)
        x = arap.refined(x, wanted, rounds=1)
        # libigl's single-precision polar decompositions leave this much.
        np.testing.assert_allclose(x, theirs, rtol=0, atol=1e-5)
        assert arap.energy(x, wanted) == pytest.approx(arap.energy(theirs, wanted), rel=1e-4)


def test_a_motion_of_the_whole_costs_nothing_and_changes_nothing() -> None:
    mesh, arap, _, _ = begun()
    M = some_motion()
    moved = carried(M, mesh.V)
    assert arap.energy(moved, moved) < 1e-24
    np.testing.assert_allclose(arap.refined(moved, moved, rounds=3), moved, rtol=0, atol=1e-11)


def test_a_motion_after_a_pose_carries_the_refined_pose() -> None:
    _, arap, x, wanted = begun()
    M = some_motion()
    after = arap.refined(carried(M, x), carried(M, wanted), rounds=5)
    np.testing.assert_allclose(after, carried(M, arap.refined(x, wanted, rounds=5)), rtol=0, atol=1e-9)


def test_rigid_vertices_are_exactly_at_their_goal_and_inputs_stay() -> None:
    _, arap, x, wanted = begun()
    before = x.copy()
    refined = arap.refined(x, wanted, rounds=2)
    assert (refined[arap.hold.rigid] == wanted[arap.hold.rigid]).all()
    assert (x == before).all()


def test_refinement_stops_where_nothing_moves() -> None:
    _, arap, x, wanted = begun()
    settled = arap.refined(x, wanted, rounds=3000, tolerance=1e-9)
    again = arap.refined(settled, wanted, rounds=1)
    assert np.abs(again - settled).max() <= 2e-9 * arap.shape.size


def test_flat_triangles_do_not_break_it() -> None:
    from pliant.mesh import Mesh
    from pliant.methods.handles.handle import Handle, Handles
    from pliant.methods.handles.surface import surface

    V = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [3, 0, 0]], dtype=float)
    mesh = Mesh.of(V, [[0, 1, 3], [1, 2, 4]])
    shape = surface(mesh)
    handles = Handles.of(mesh, [Handle.of("a", [0, 1])])
    arap = Arap(shape, Hold.exact(*handles.on(shape)))
    np.testing.assert_allclose(arap.refined(V, V, rounds=3), V, rtol=0, atol=1e-12)
