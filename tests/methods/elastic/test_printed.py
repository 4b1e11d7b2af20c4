"""As printed against libigl's as-rigid-as-possible with spokes, on real meshes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import igl
import numpy as np
import pytest

from pliant.geometry.farthest_points import farthest_points
from pliant.geometry.rotations import exp
from pliant.io import read_mesh
from pliant.methods.elastic.grip import ElasticPose
from pliant.methods.elastic.loose_pins import Standing
from pliant.methods.elastic.options import ARAP, PRINTED, ElasticOptions
from pliant.methods.elastic.printed import PrintedGrip, Solver
from pliant.methods.elastic.rig import ElasticIK
from pliant.pins import Floor, Pin
from pliant.pose import Status
from pliant.samples.bar import bar

# Enough for these meshes to come to rest.
ITERATIONS = 400


@pytest.mark.parametrize(
    "name", ["common_spot.obj", "libigl_decimated-knight.off", "libigl_horse_quad.obj", "libigl_snail.obj"]
)
def test_as_many_steps_reach_the_energy_of_libigl(data: Path, name: str) -> None:
    mesh = read_mesh(data / "static" / name)
    options = replace(PRINTED, tolerance=1e-300, iterations=ITERATIONS)
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
    energy = Solver(grip, pull, Standing.none()).energy(theirs, np.empty((len(p), 3, 3)), None)
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


def pulled(search: str, degrees: float) -> ElasticPose:
    """A bar whose caps are held, one of them turned about the first axis by an angle and moved a little."""
    mesh = bar(300).mesh
    options = replace(ARAP, search=search, tolerance=1e-11, iterations=20_000)
    x = mesh.V[:, 0]
    held = np.flatnonzero((x < 1e-9) | (x > 1.0 - 1e-9))
    goal = mesh.V[held].copy()
    far = goal[:, 0] > 0.5
    goal[far] = goal[far] @ exp(np.array([[np.radians(degrees), 0.0, 0.0]]))[0].T + [-0.1, 0.2, 0.0]
    return ElasticIK(mesh, options=options).grab(held.tolist()).drag(goal)


@pytest.mark.parametrize("degrees", [0.0, 60.0])
def test_both_searches_end_in_the_same_pose(degrees: float) -> None:
    quick, printed = pulled("quasi-newton", degrees), pulled("alternating", degrees)
    assert quick.status is Status.CONVERGED
    assert quick.energy == pytest.approx(printed.energy, rel=1e-12)
    np.testing.assert_allclose(quick.V, printed.V, rtol=0, atol=1e-7)


def test_quasi_newton_steps_are_a_quarter_of_the_printed_ones() -> None:
    quick, printed = pulled("quasi-newton", 130.0), pulled("alternating", 130.0)
    enough = min(quick.energy, printed.energy) * (1 + 1e-6)
    counts = [int(np.argmax(np.array(each.energies) <= enough)) for each in (quick, printed)]
    assert counts[0] <= counts[1] / 4


@pytest.mark.parametrize("degrees", [60.0, 170.0, 180.0])
def test_no_quasi_newton_step_raises_the_energy(degrees: float) -> None:
    pose = pulled("quasi-newton", degrees)
    # Up to rounding.
    assert (np.diff(pose.energies) <= 1e-12 * pose.energies[0]).all()
    assert pose.energies[-1] < 0.7 * pose.energies[0]


def test_contacts_take_the_printed_steps() -> None:
    """A bar whose far cap is turned upwards in its place sags, and lies on the floor."""
    mesh, poses = bar(300).mesh, []
    x = mesh.V[:, 0]
    held = np.flatnonzero((x < 1e-9) | (x > 1.0 - 1e-9))
    goal, far = mesh.V[held].copy(), mesh.V[held, 0] > 0.5
    goal[far] = (goal[far] - [1, 0, 0]) @ exp(np.array([[0.0, 0.0, 1.2]]))[0].T + [0.9, 0.0, 0.0]
    for search in ("quasi-newton", "alternating"):
        rig = ElasticIK(mesh, options=replace(ARAP, search=search, tolerance=1e-10, iterations=20_000))
        poses.append(rig.grab(held.tolist(), floor=Floor.at(-0.126)).drag(goal))
    assert len(poses[0].touching)
    assert min(pose.V[:, 1].min() for pose in poses) > -0.127
    assert poses[0].energy == pytest.approx(poses[1].energy, rel=1e-8)


@pytest.mark.parametrize("weight", [None, 0.5])
def test_the_slope_is_the_derivative_of_the_energy(weight: float | None) -> None:
    mesh = bar(120).mesh
    grip = ElasticIK(mesh, options=ARAP).grab([0, 20, 51], pins=[None, None, weight and Pin(weight=weight)])
    assert isinstance(grip, PrintedGrip)
    pull = grip.points.pull(mesh.V[[0, 20, 51]] + [[0, 0, 0], [0, 0.1, 0], [0.1, 0, 0.2]], 0.0, None)
    solver, R = Solver(grip, pull, Standing.none()), np.tile(np.eye(3), (len(grip.p), 1, 1))
    random = np.random.default_rng(0)
    x, answer = solver.solved(R)
    acting = None if answer is None else answer.acting
    x, way, h = x + 0.01 * random.normal(size=x.shape), random.normal(size=x.shape), 1e-5
    ahead, behind = (solver.energy(x + side * h * way, R, acting) for side in (1, -1))
    solver.energy(x, R, acting)
    slope = solver.slope(x, R, acting)
    assert float((slope * way).sum()) == pytest.approx((ahead - behind) / (2 * h), rel=1e-6)


def test_rigs_of_before_keep_the_printed_search() -> None:
    stored = {key: value for key, value in PRINTED.to_json().items() if key != "search"}
    assert ElasticOptions.of_json(stored) == PRINTED
    assert ElasticOptions.of_json(ARAP.to_json()) == ARAP
