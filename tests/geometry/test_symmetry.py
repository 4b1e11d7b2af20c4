from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from pliant.errors import OptionError
from pliant.geometry.symmetry import Plane, _plane_between, mirror_map, symmetry_plane
from pliant.samples import sample
from pliant.samples.bar import bar
from tests.geometry.surfaces import pebble

MIRROR = np.array([-1.0, 1.0, 1.0])


@pytest.fixture(scope="module")
def person():
    poses = sample("humanoid", vertices=4_000)
    return np.array(poses.V[0]), np.array(poses.F)


@pytest.fixture(scope="module")
def fox():
    return sample("quadruped", vertices=2_000)


def angle_between(plane, normal):
    """In degrees, whichever way the normals point."""
    return float(np.degrees(np.arccos(min(1.0, abs(plane.normal @ normal)))))


def test_the_plane_of_an_exactly_symmetric_mesh_is_found_to_rounding(person):
    plane, residual = symmetry_plane(*person)
    np.testing.assert_allclose(plane.normal, [1.0, 0.0, 0.0], atol=1e-12)
    assert abs(plane.offset) < 1e-12
    assert residual < 5e-4


def test_the_plane_goes_with_the_mesh_wherever_it_is_turned_moved_and_scaled(person):
    V, F = person
    turn = Rotation.from_rotvec([0.4, 1.1, -0.3])
    moved = 250.0 * turn.apply(V) + [500.0, 100.0, -2000.0]
    plane, residual = symmetry_plane(moved, F)
    expected = turn.apply([1.0, 0.0, 0.0])
    assert angle_between(plane, expected) < 1e-5
    np.testing.assert_allclose(
        plane.reflected(moved[0] * 1.0),
        250.0 * turn.apply(V[0] * MIRROR) + [500.0, 100.0, -2000.0],
        atol=1e-6,
    )
    assert residual < 5e-4


def test_partners_on_an_exactly_symmetric_mesh_are_an_involution_of_mirror_images(person):
    V, F = person
    partner = mirror_map(V, F, Plane(np.array([1.0, 0.0, 0.0]), 0.0))
    assert np.array_equal(partner[partner], np.arange(len(V)))
    np.testing.assert_allclose(V[partner], V * MIRROR, atol=1e-12)


def test_a_mesh_whose_triangles_are_not_symmetric_has_the_plane_of_its_shape(fox):
    plane, residual = symmetry_plane(fox.V[0], fox.F)
    assert angle_between(plane, [0.0, 0.0, 1.0]) < 0.5
    assert abs(plane.offset) < 0.002
    assert residual < 0.002
    partner = mirror_map(fox.V[0], fox.F, plane)
    assert (partner >= 0).mean() > 0.99


@pytest.mark.parametrize("name", ["grazing", "lying", "walk 1"])
def test_limbs_out_of_place_do_not_turn_the_plane(fox, name):
    plane, _ = symmetry_plane(fox.V[fox.names.index(name)], fox.F)
    assert plane is not None
    assert angle_between(plane, [0.0, 0.0, 1.0]) < 2.0


def test_noise_and_a_raised_arm_leave_the_plane_and_most_partners(person):
    V, F = person
    partner = mirror_map(V, F, Plane(np.array([1.0, 0.0, 0.0]), 0.0))
    random = np.random.default_rng(0)
    X = V + 0.002 * random.normal(size=V.shape)
    arm = X[:, 0] > 0.2
    shoulder = np.array([0.19, 1.38, 0.0])
    X[arm] = shoulder + Rotation.from_rotvec([0.0, 0.0, 0.9]).apply(X[arm] - shoulder)
    plane, residual = symmetry_plane(X, F)
    assert angle_between(plane, [1.0, 0.0, 0.0]) < 0.5
    assert abs(plane.offset) < 0.003
    assert residual > 0.005
    found = mirror_map(X, F, plane)
    still = (np.abs(V[:, 0]) < 0.15) & (found >= 0)
    assert (found[np.abs(V[:, 0]) < 0.15] >= 0).mean() > 0.99
    gap = np.linalg.norm(V[found[still]] - V[partner[still]], axis=1)
    assert np.percentile(gap, 95) < 0.015
    left_hand, right_hand = V[:, 0] > 0.6, V[:, 0] < -0.6
    assert (found[left_hand | right_hand] == -1).all()


def test_a_shape_without_symmetry_has_no_plane_and_says_how_far_it_is_from_one():
    V, F = pebble(400)
    X = V + 0.35 * np.sin(2.0 * V[:, [1, 2, 0]] + [0.3, 1.0, 2.0]) + 0.3 * V[:, [2, 0, 1]] * V[:, [1, 2, 0]]
    plane, residual = symmetry_plane(X, F, tolerance=0.005)
    assert plane is None
    assert residual > 0.005
    loose, same = symmetry_plane(X, F, tolerance=0.5)
    assert loose is not None
    assert same == residual


def test_of_several_planes_the_one_across_x_is_taken():
    poses = bar()
    plane, _ = symmetry_plane(poses.V[0], poses.F)
    np.testing.assert_allclose(plane.normal, [1.0, 0.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(plane.offset, 0.5, atol=1e-9)
    bent, _ = symmetry_plane(poses.V[1], poses.F)
    assert angle_between(bent, [0.0, 0.0, 1.0]) < 0.1


def test_partners_lie_on_the_side_that_faces_the_same_way():
    # A thin plate: the nearest vertex to an image may be on the other face of it.
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, 9), np.linspace(-1.0, 1.0, 9))
    at = np.arange(81).reshape(9, 9)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    F = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    top = np.column_stack([x.ravel(), y.ravel(), np.zeros(81)])
    V = np.concatenate([top, top - [-0.02, 0.0, 0.001]])
    faces = np.concatenate([F, F[:, ::-1] + 81])
    partner = mirror_map(V, faces, Plane(np.array([1.0, 0.0, 0.0]), 0.01), tolerance=0.1)
    assert (partner[:81] < 81).all()
    assert (partner[81:] >= 81).all()


def test_weights_are_carried_to_the_other_side_and_back(person):
    V, F = person
    partner = mirror_map(V, F, Plane(np.array([1.0, 0.0, 0.0]), 0.0))
    weights = np.exp(-(((V - [0.5, 1.1, 0.0]) / 0.1) ** 2).sum(axis=1))
    assert (partner >= 0).all()
    other = weights[partner]
    np.testing.assert_allclose(other, np.exp(-(((V - [-0.5, 1.1, 0.0]) / 0.1) ** 2).sum(axis=1)), atol=1e-12)
    assert np.array_equal(other[partner], weights)


def test_the_plane_between_pairs_is_the_least_squares_plane():
    random = np.random.default_rng(5)
    for _ in range(5):
        p, w = random.normal(size=(30, 3)) * [3.0, 2.0, 1.0], random.random(30)
        q = p * MIRROR + 0.4 * random.normal(size=(30, 3)) + 2.0 * random.normal(size=3)

        def energy(x, p=p, q=q, w=w):
            plane = Plane(x[:3] / np.linalg.norm(x[:3]), x[3])
            return w @ ((plane.reflected(p) - q) ** 2).sum(axis=1)

        starts = [[*n, 0.0] for n in random.normal(size=(12, 3))]
        least = min(minimize(energy, start, method="BFGS").fun for start in starts)
        plane = _plane_between(p, q, w)
        np.testing.assert_allclose(energy([*plane.normal, plane.offset]), least, rtol=1e-7)


def test_a_point_has_no_symmetry():
    with pytest.raises(OptionError, match="one point"):
        symmetry_plane(np.ones((3, 3)), np.array([[0, 1, 2]]))


@pytest.mark.parametrize(
    "name", ["khronos_cesiumman", "sumner_lion_poses", "sumner_horse_poses", "tosca_horse"]
)
def test_real_characters_in_their_reference_pose_are_symmetric_across_x(data, name):
    file = np.load(data / "poses" / f"{name}.npz")
    V, F = file["poses"][0].astype(np.float64), file["faces"].astype(np.int64)
    plane, residual = symmetry_plane(V, F)
    assert residual < 0.002
    assert angle_between(plane, [1.0, 0.0, 0.0]) < 0.2
    assert (mirror_map(V, F, plane) >= 0).mean() > 0.98
