from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import KDTree
from scipy.spatial.transform import Rotation

from pliant.errors import MeshError
from pliant.examples.mirrored import Mirror, mirrored
from pliant.geometry.symmetry import Plane
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
from tests.geometry.surfaces import pebble, symmetric_sheet

MIRROR = np.array([-1.0, 1.0, 1.0])
ACROSS_X = Plane(np.array([1.0, 0.0, 0.0]), 0.0)


def bent(V, angle):
    """V with its right half turned by an angle about y, growing with x; its left half stays."""
    turn = Rotation.from_rotvec(np.outer(angle / 5.0 * np.maximum(V[:, 0], 0.0), [0.0, 1.0, 0.0]))
    return turn.apply(V)


def nodding(V, angle):
    """V bent about x, its left and right alike."""
    return Rotation.from_rotvec(np.outer(angle / 5.0 * V[:, 1], [1.0, 0.0, 0.0])).apply(V)


def reflection(V, pose):
    """The exact mirror image of a pose of the exactly symmetric mesh V."""
    return pose[KDTree(V).query(V * MIRROR)[1]] * MIRROR


@pytest.fixture(scope="module")
def poses():
    V, F = symmetric_sheet()
    return PoseSet.of(np.stack([V, bent(V, 0.9), nodding(V, 0.5)]), F, ["rest", "bent", "nodding"])


def test_the_image_on_a_symmetric_mesh_is_the_reflection_of_the_pose(poses):
    V, F = np.array(poses.V[0]), np.array(poses.F)
    image = Mirror.of(V, F, ACROSS_X).image(np.array(poses.V[1]))
    np.testing.assert_allclose(image, reflection(V, poses.V[1]), atol=1e-12)


def test_the_image_of_an_image_is_the_pose(poses):
    mirror = Mirror.of(np.array(poses.V[0]), np.array(poses.F), ACROSS_X)
    twice = mirror.image(mirror.image(np.array(poses.V[1])))
    np.testing.assert_allclose(twice, poses.V[1], atol=1e-12)


def test_the_reference_is_its_own_image_on_a_mesh_without_any_symmetry():
    V, F = pebble()
    np.testing.assert_allclose(Mirror.of(V, F, ACROSS_X).image(V), V, atol=1e-12)


def test_loose_parts_keep_their_places(poses):
    eye, faces = pebble(12, seed=3)
    V, F = np.array(poses.V[0]), np.array(poses.F)
    right = 0.3 * eye + [2.5, 2.2, 1.3]
    both = np.concatenate([V, right, right * MIRROR])
    F = np.concatenate([F, faces + len(V), faces[:, [0, 2, 1]] + len(V) + len(eye)])
    image = Mirror.of(both, F, ACROSS_X).image(bent(both, 0.9))
    np.testing.assert_allclose(image, reflection(both, bent(both, 0.9)), atol=1e-12)


def test_a_pose_is_doubled_where_its_image_is_new(poses):
    found = mirrored(poses)
    assert found.names == ("rest", "bent", "nodding", "bent (mirrored)")
    assert np.array_equal(found.V[:3], poses.V)
    np.testing.assert_allclose(found.V[3], reflection(poses.V[0], poses.V[1]), atol=1e-9)


def test_what_is_mirrored_already_is_not_doubled_again(poses):
    once = mirrored(poses)
    assert mirrored(once).names == once.names


def test_images_go_with_the_character_wherever_it_is_turned_moved_and_scaled(poses):
    turn = Rotation.from_rotvec([0.4, 1.1, -0.3])
    moved = 40.0 * poses.V @ turn.as_matrix().T + [5.0, -7.0, 300.0]
    found = mirrored(PoseSet.of(moved, poses.F))
    expected = 40.0 * mirrored(poses).V[3] @ turn.as_matrix().T + [5.0, -7.0, 300.0]
    np.testing.assert_allclose(found.V[3], expected, atol=1e-6)


def test_the_order_of_vertices_does_not_matter(poses):
    order = np.random.default_rng(1).permutation(poses.n)
    place = np.argsort(order)
    found = mirrored(PoseSet.of(poses.V[:, order], place[poses.F]))
    np.testing.assert_allclose(found.V[3], mirrored(poses).V[3, order], atol=1e-9)


def test_a_reference_that_is_not_symmetric_is_refused(poses):
    with pytest.raises(MeshError, match=r"'bent' misses its mirror image by .* Put a symmetric pose first"):
        mirrored(poses.subset([1, 0, 2]))


def test_a_reference_without_any_area_is_refused(poses):
    flat = np.array(poses.V) * [1.0, 0.0, 0.0]
    with pytest.raises(MeshError, match="Every triangle of the reference pose is flat"):
        mirrored(PoseSet.of(flat, poses.F))


def test_vertices_without_triangles_are_mirrored_too(poses):
    lone = poses.V[0, 2] * [[1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]] + [0.0, 0.0, 0.2]
    V = np.concatenate([poses.V[0], lone])
    found = mirrored(PoseSet.of(np.stack([V, bent(V, 0.9)]), poses.F))
    assert np.isfinite(found.V).all()
    assert np.abs(found.V[2, -1] - found.V[1, -2] * MIRROR).max() < 0.2


def test_a_rig_finds_poses_and_their_images_again(poses):
    rig = MeshIK(mirrored(poses))
    grip = rig.grab(np.arange(0, rig.mesh.n, 8))
    for i, V in enumerate(rig.poses.V):
        found = grip.drag(grip.held.on(V))
        np.testing.assert_allclose(found.V, V, atol=1e-3)
        assert int(np.argmax(found.weights)) == i
