"""As printed against libigl's as-rigid-as-possible with spokes, on real meshes."""

from __future__ import annotations

from pathlib import Path

import igl
import numpy as np
import pytest

from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.rotations import exp
from pliant.io import read_mesh
from pliant.methods.elastic.loose_pins import Standing
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.printed import PrintedGrip, Solver, _energy, _rotations
from pliant.methods.elastic.rig import ElasticIK
from pliant.samples.bar import bar

# Enough for these meshes to come to rest.
ITERATIONS = 400


@pytest.mark.parametrize(
    "name", ["common_spot.obj", "libigl_decimated-knight.off", "libigl_horse_quad.obj", "libigl_snail.obj"]
)
def test_as_many_steps_reach_the_energy_of_libigl(data: Path, name: str) -> None:
    mesh = read_mesh(data / "static" / name)
    options = ElasticOptions(energy="vertices", tolerance=1e-300, iterations=ITERATIONS)
    rig = ElasticIK.as_printed(mesh, options=options)
    p, F = rig.shape.V[0], rig.shape.F
    points = np.flatnonzero(np.isin(rig.shape.of_user, farthest_points(p, 6)))[:6]
    grip = rig.grab(points.tolist())
    assert isinstance(grip, PrintedGrip)
    goal = grip.held.rest.copy()
    goal[0] += 0.2 * mesh.diagonal * np.array([0.48, 0.6, 0.64])
    goal[1] -= 0.1 * mesh.diagonal * np.array([0.6, -0.64, 0.48])
    pose = grip.pull(goal)
    held = rig.shape.frame.inward(goal)
    # One rotation for all brings the points near, as our search begins; then the same steps.
    pull = grip.points.pull(goal, 0.0, None)
    began, _ = Solver(grip, pull, Standing.none()).solved(grip.points.turns(pull, None, len(p)))
    data_of = igl.ARAPData()
    data_of.energy, data_of.max_iter = igl.ARAP_ENERGY_TYPE_SPOKES, ITERATIONS
    igl.arap_precomputation(p.copy(), F.copy(), 3, rig.shape.of_user[points].astype(np.int32), data_of)
    theirs = np.asarray(igl.arap_solve(held, data_of, began))
    R = np.empty((len(p), 3, 3))
    _rotations(grip.p, theirs, *rig.edge_weights, R)
    energy = _energy(grip.p, theirs, R, *rig.edge_weights) / rig.area
    # libigl's rotations have single precision, which costs it a little.
    assert pose.energy <= energy + 1e-6 * abs(energy)
    assert pose.energy == pytest.approx(energy, rel=1e-4)
    assert pose.energy < 0.9 * pose.energies[0]


def test_a_turned_mesh_has_exactly_the_rotation_at_every_vertex() -> None:
    mesh = bar(120).mesh
    rig = ElasticIK.as_printed(mesh)
    R = exp(np.array([[0.3, -0.8, 0.5]]))[0]
    pose = rig.grab([0, 20, 51]).drag(mesh.V[[0, 20, 51]] @ R.T)
    np.testing.assert_allclose(pose.turns, np.broadcast_to(R, pose.turns.shape), rtol=0, atol=1e-9)
    np.testing.assert_allclose(pose.V, mesh.V @ R.T, rtol=0, atol=1e-9)
