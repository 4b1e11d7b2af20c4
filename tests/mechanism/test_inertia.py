"""Mass, centre and inertia of parts, against analytic solids and trimesh."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import trimesh

from pliant.errors import FileFormatError, MechanismError
from pliant.geometry.rotations import exp
from pliant.io.linkage.shapes import box, cylinder, ellipsoid
from pliant.mechanism.inertia import DENSITY, WALL, Form, inertias, part_moments
from pliant.mechanism.mechanism import Component, Mechanism
from pliant.mechanism.record import component_of_record, record_of_component
from pliant.mesh import Mesh
from pliant.methods.joints.edits import weighed
from pliant.samples import mechanism as sample

SIDES = np.array([2.0, 3.0, 5.0])


def alone(mesh: Mesh, part: Component | str = "part") -> Mechanism:
    return Mechanism.of(mesh, np.zeros(mesh.n, dtype=int), [part])


def box_tensor(sides: np.ndarray, mass: float) -> np.ndarray:
    squares = sides**2
    return np.diag(squares.sum() - squares) * mass / 12


def turned(mesh: Mesh, R: np.ndarray, t: np.ndarray) -> Mesh:
    return mesh.moved(mesh.V @ R.T + t)


@pytest.mark.parametrize("away", [0.0, 1e3])
def test_a_box_has_its_analytic_inertia_wherever_it_is(away):
    R, t = exp(np.array([0.3, -0.8, 0.5])), np.array([away, 2 * away, -away])
    found = inertias(alone(turned(box(SIDES / 2), R, t)))[0]
    mass = DENSITY * SIDES.prod()
    assert found.form is Form.SOLID
    assert found.mass == pytest.approx(mass, rel=1e-12)
    np.testing.assert_allclose(found.centre, t, atol=1e-10)
    np.testing.assert_allclose(found.tensor, R @ box_tensor(SIDES, mass) @ R.T, atol=1e-9 * mass)


def test_principal_moments_and_axes_make_the_tensor():
    R = exp(np.array([1.2, 0.1, -0.7]))
    found = inertias(alone(turned(box(SIDES / 2), R, np.zeros(3))))[0]
    moments, axes = found.principal()
    assert np.linalg.det(axes) == pytest.approx(1.0)
    np.testing.assert_allclose(axes @ np.diag(moments) @ axes.T, found.tensor, atol=1e-9)


def test_round_solids_approach_their_analytic_inertia():
    """The shapes have 32 corners around, which lie on the circle: 0.6% of a cylinder's volume is missing."""
    found = inertias(alone(cylinder(0.5, 1.0)), density=1.0)[0]
    assert found.mass == pytest.approx(np.pi * 0.25 * 2, rel=0.007)
    axial, across = 0.5 * 0.25, (3 * 0.25 + 4) / 12
    np.testing.assert_allclose(
        found.tensor / found.mass, np.diag([across, across, axial]), rtol=0.007, atol=1e-12
    )
    radii = np.array([1.0, 2.0, 3.0])
    found = inertias(alone(ellipsoid(radii)), density=1.0)[0]
    assert found.mass == pytest.approx(4 / 3 * np.pi * 6, rel=0.02)
    expected = np.diag((radii**2).sum() - radii**2) / 5
    np.testing.assert_allclose(found.tensor / found.mass, expected, rtol=0.015, atol=1e-9)


@pytest.mark.parametrize("name", ["lamp", "robot"])
def test_closed_parts_agree_with_trimesh(name):
    mechanism = sample(name, resolution=0.5)
    for i, found in enumerate(inertias(mechanism)):
        F = mechanism.mesh.F[mechanism.faces(i)]
        peer = trimesh.Trimesh(mechanism.mesh.V, F, process=False)
        if not peer.is_watertight or peer.body_count > 1:
            continue
        peer.density = DENSITY
        assert found.form is Form.SOLID
        assert found.mass == pytest.approx(peer.mass, rel=1e-9)
        np.testing.assert_allclose(found.centre, peer.center_mass, atol=1e-9)
        scale = np.abs(peer.moment_inertia).max()
        np.testing.assert_allclose(found.tensor, peer.moment_inertia, atol=1e-8 * scale)


def test_a_soup_of_triangles_and_one_that_faces_inward_weigh_as_much():
    whole = box(SIDES / 2)
    soup = Mesh.of(whole.V[whole.F].reshape(-1, 3), np.arange(3 * len(whole.F)).reshape(-1, 3))
    inward = Mesh.of(whole.V, whole.F[:, ::-1])
    expected = inertias(alone(whole))[0]
    for other in (soup, inward):
        found = inertias(alone(other))[0]
        assert found.form is Form.SOLID
        assert found.mass == pytest.approx(expected.mass, rel=1e-12)
        np.testing.assert_allclose(found.tensor, expected.tensor, rtol=1e-9, atol=1e-6)


def test_a_shell_that_faces_inward_inside_another_is_a_cavity():
    outer, inner = box(SIDES / 2), box(SIDES / 4)
    V = np.concatenate([outer.V, inner.V])
    hollow = Mesh.of(V, np.concatenate([outer.F, 8 + inner.F[:, ::-1]]))
    found = inertias(alone(hollow), density=1.0)[0]
    full = SIDES.prod()
    assert found.mass == pytest.approx(full * (1 - 1 / 8))
    expected = box_tensor(SIDES, full) - box_tensor(SIDES / 2, full / 8)
    np.testing.assert_allclose(found.tensor, expected, atol=1e-12 * full)


def test_an_open_square_is_a_thin_wall():
    square = Mesh.of([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    found = inertias(alone(square), density=10.0)[0]
    mass = 10.0 * 2.0 * WALL * np.sqrt(5.0)
    assert found.form is Form.WALL
    assert found.mass == pytest.approx(mass)
    np.testing.assert_allclose(found.centre, [1, 0.5, 0], atol=1e-12)
    np.testing.assert_allclose(found.tensor, np.diag([1, 4, 5]) * mass / 12, atol=1e-12)


def test_a_sheet_with_two_sides_is_a_thin_wall():
    F = [[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]]
    found = inertias(alone(Mesh.of([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], F)))[0]
    assert found.form is Form.WALL
    assert found.mass > 0


def test_small_holes_change_little():
    ball = ellipsoid(np.ones(3))
    holed = Mesh.of(ball.V, ball.F[3:])
    found, whole = inertias(alone(holed))[0], inertias(alone(ball))[0]
    assert found.form is Form.NEARLY_CLOSED
    assert found.mass == pytest.approx(whole.mass, rel=0.02)
    np.testing.assert_allclose(found.tensor, whole.tensor, rtol=0.05, atol=0.02 * whole.tensor.max())


def test_masses_and_densities_of_parts_overrule_that_of_the_model():
    plain = inertias(alone(box(SIDES / 2)))[0]
    heavy = inertias(alone(box(SIDES / 2), Component("part", density=3 * DENSITY)))[0]
    given = inertias(alone(box(SIDES / 2), Component("part", density=3 * DENSITY, mass=7.0)))[0]
    assert heavy.mass == pytest.approx(3 * plain.mass)
    assert given.mass == 7.0
    np.testing.assert_allclose(given.tensor / 7.0, plain.tensor / plain.mass, rtol=1e-12, atol=1e-12)


def test_the_unit_scales_lengths_and_nothing_else():
    small = inertias(alone(box(SIDES / 2)), metres_per_unit=1e-3)[0]
    metres = inertias(alone(box(SIDES / 2e3)))[0]
    assert small.mass == pytest.approx(metres.mass, rel=1e-12)
    np.testing.assert_allclose(small.tensor, metres.tensor, rtol=1e-9, atol=1e-18)


def test_what_weighs_nothing_is_refused():
    line = Mesh.of([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]])
    with pytest.raises(MechanismError, match="'part' has no area"):
        inertias(alone(line))
    with pytest.raises(MechanismError, match="density is -1"):
        inertias(alone(box(SIDES)), density=-1)
    with pytest.raises(MechanismError, match="mass of the part 'part' is 0"):
        inertias(alone(box(SIDES), Component("part", mass=0.0)))


def test_weights_are_kept_in_records():
    part = Component("arm", density=2700.0, mass=1.5)
    assert component_of_record(record_of_component(part)) == part
    assert set(record_of_component(replace(part, density=None, mass=None))) == {"name", "soft"}
    with pytest.raises(FileFormatError, match="mass -1"):
        component_of_record({"name": "arm", "mass": -1})


def test_moments_add_up():
    mesh = box(SIDES / 2)
    shifted = mesh.V + np.array([10.0, 0, 0])
    both = Mesh.of(np.concatenate([mesh.V, shifted]), np.concatenate([mesh.F, 8 + mesh.F]))
    one = part_moments(mesh.V, mesh.F)[0] + part_moments(shifted, mesh.F)[0]
    two = part_moments(both.V, both.F)[0]
    np.testing.assert_allclose(two.second, one.second, rtol=1e-12, atol=1e-9)


def test_a_part_is_weighed_by_hand():
    mechanism = sample("lamp", resolution=0.5)
    plain = inertias(mechanism)
    heavier = inertias(weighed(weighed(mechanism, 0, mass=3.0), 1, density=2 * DENSITY))
    assert heavier[0].mass == 3.0
    assert heavier[1].mass == pytest.approx(2 * plain[1].mass)
    assert [each.mass for each in heavier[2:]] == [each.mass for each in plain[2:]]
    with pytest.raises(MechanismError, match="mass -1"):
        weighed(mechanism, 0, mass=-1)
