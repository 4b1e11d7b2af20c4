"""Representative poses: those that mixes of the others do not explain, whatever their order and attitude."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from scipy.linalg import qr
from scipy.spatial.transform import Rotation

from pliant.arrays import Faces, Floats, Ints, Poses
from pliant.errors import MeshError
from pliant.examples.representative import (
    EXPLAINED,
    farthest_from_span,
    kept_poses,
    representative_poses,
)
from pliant.examples.shape_features import shape_features
from pliant.geometry.solvable import checked_frame
from pliant.kept_poses import KeptPoses
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast, dressed_beast
from tests.methods.reduced.jointed import jointed

PARTS, POSES = 4, 24
MANY = 1000


def some_poses(seed: int = 0) -> tuple[Poses, Faces]:
    """Bars of four rigid parts in random poses, with their triangles."""
    _, _, V, F = jointed(PARTS, POSES, seed)
    return V, F


def moved_at_random(V: Poses, scale: float = 1.0) -> Poses:
    """Every pose moved rigidly in its own way, and all of them scaled alike."""
    rng = np.random.default_rng(1)
    R = Rotation.random(len(V), rng=rng).as_matrix()
    return scale * (np.einsum("kab,knb->kna", R, V) + rng.normal(size=(len(V), 1, 3)))


def test_a_shape_is_never_chosen_twice_however_it_is_moved() -> None:
    V, F = some_poses()
    repeated = np.concatenate([V, V, moved_at_random(V)])
    kept = representative_poses(repeated, F, MANY).kept
    assert len(set((kept % POSES).tolist())) == len(kept) <= POSES


def test_held_frames_and_a_clip_sampled_twice_add_nothing() -> None:
    V, F = some_poses()
    alone = representative_poses(V, F, MANY).kept
    held = representative_poses(np.repeat(V, 5, axis=0), F, MANY).kept
    np.testing.assert_array_equal(held // 5, alone)


def test_mixes_of_three_poses_keep_about_those_three() -> None:
    poses = beast().subset([0, 1, 2])
    weights = np.random.default_rng(0).dirichlet(np.ones(3), size=200)
    mixes = np.concatenate([poses.V, MeshIK(poses).blends(weights)])
    choice = representative_poses(mixes, poses.F, MANY)
    # Rotations bend the span: two weights with their squares and cubes, and the reference, are 10 directions.
    assert {0, 1, 2} <= set(choice.kept.tolist())
    assert len(choice.kept) <= 10


def test_the_order_of_the_poses_does_not_matter() -> None:
    V, F = some_poses()
    order = np.concatenate([[0], 1 + np.random.default_rng(2).permutation(POSES - 1)])
    for most in (5, 10, 20):
        kept = representative_poses(V, F, most).kept
        np.testing.assert_array_equal(np.sort(order[representative_poses(V[order], F, most).kept]), kept)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_rigid_motions_and_the_unit_do_not_matter(scale: float) -> None:
    V, F = some_poses()
    for most in (5, 10, 20):
        moved = representative_poses(moved_at_random(V, scale), F, most).kept
        np.testing.assert_array_equal(moved, representative_poses(V, F, most).kept)


def test_features_do_not_see_rigid_motions_and_are_zero_for_the_reference() -> None:
    poses = dressed_beast()
    X = shape_features(poses.V, poses.F, checked_frame(poses.V[0]))
    moved = moved_at_random(poses.V, 3.0)
    again = shape_features(moved, poses.F, checked_frame(moved[0]))
    # Cells of a few vertices on a line turn by what rounding says; a thousandth of what counts is no harm.
    np.testing.assert_allclose(X[0], 0.0, atol=1e-3 * EXPLAINED)
    np.testing.assert_allclose(again @ again.T, X @ X.T, atol=1e-3 * EXPLAINED)


def test_a_feature_is_the_angle_by_which_the_surface_is_bent() -> None:
    V, F = some_poses()
    half = V[0].copy()
    far = half[:, 0] > np.median(half[:, 0])
    angle = 0.01
    hinge = [np.median(half[:, 0]), 0.0, 0.0]
    half[far] = hinge + (half[far] - hinge) @ Rotation.from_rotvec([0.0, 0.0, angle]).as_matrix().T
    X = shape_features(np.stack([V[0], half]), F, checked_frame(V[0]))
    # The whole turns half as far as one half does, so that both are off by half; cells at the hinge shear.
    assert np.linalg.norm(X[1]) == pytest.approx(angle / 2, rel=0.25)


def test_rows_are_chosen_as_a_decomposition_with_pivots_chooses_them() -> None:
    X = np.random.default_rng(3).normal(size=(40, 12)) * np.linspace(1.0, 3.0, 12)
    X[0] = 0.0
    for most in (2, 6, 12):
        _, _, pivots = cast("tuple[Floats, Floats, Ints]", qr(X.T, pivoting=True))
        expected = np.sort(np.append(pivots[: most - 1], 0))
        np.testing.assert_array_equal(farthest_from_span(X, most, 0.0).kept, expected)


def test_rows_in_a_plane_keep_two_and_what_is_left_is_what_they_miss() -> None:
    rng = np.random.default_rng(4)
    X = rng.normal(size=(50, 2)) @ rng.normal(size=(2, 30))
    X[0] = 0.0
    assert len(farthest_from_span(X, MANY, 1e-9).kept) == 3
    choice = farthest_from_span(X, 2, 1e-9)
    chosen = X[choice.kept[1:]]
    missed = X - X @ np.linalg.pinv(chosen) @ chosen
    assert choice.apart == pytest.approx(np.linalg.norm(missed, axis=1).max(), rel=1e-9)


def test_a_small_row_is_found_beside_large_ones_that_are_explained() -> None:
    large, small = 1e6 * np.random.default_rng(5).normal(size=(3, 8)), np.zeros((1, 8))
    mixes = np.random.default_rng(6).normal(size=(40, 3)) @ large
    small[0] = 1e-4 * np.linalg.svd(large)[2][-1]
    X = np.concatenate([np.zeros((1, 8)), large, mixes, small])
    assert len(X) - 1 in farthest_from_span(X, MANY, 1e-6).kept


def test_the_reference_comes_first_and_the_others_keep_their_order() -> None:
    V, F = some_poses()
    for most in (2, 7, 15):
        kept = representative_poses(V, F, most).kept
        assert len(kept) == most
        assert kept[0] == 0
        assert (np.diff(kept) > 0).all()


def test_it_stops_where_all_others_are_explained() -> None:
    V, F = some_poses()
    one = np.concatenate([V[:1], np.repeat(V[1:2], 30, axis=0)])
    choice = representative_poses(one, F, MANY)
    assert choice.kept.tolist() == [0, 1]
    assert choice.apart <= EXPLAINED


def test_up_to_the_wanted_number_even_repeated_poses_are_kept() -> None:
    V, F = some_poses()
    twice = np.concatenate([V, V])
    poses = PoseSet.of(twice, F)
    for most in (0, 2 * POSES, 2 * POSES + 1):
        kept = kept_poses(poses, most)
        assert kept == KeptPoses.all_of(2 * POSES)
        assert kept.every
        assert not kept.words
        assert kept.among(poses) is poses
    fewer = kept_poses(poses, 10)
    assert fewer.words == f"10 of {2 * POSES} poses kept: the others are near mixes of them"
    np.testing.assert_array_equal(fewer.among(poses).V, twice[list(fewer.rows)])


def test_progress_is_told_and_can_cancel() -> None:
    V, F = some_poses()

    def cancel(share: float, what: str) -> None:
        raise KeyboardInterrupt(what)

    with pytest.raises(KeyboardInterrupt, match="pose 1 of"):
        representative_poses(V, F, 5, cancel)


def test_a_reference_without_a_size_is_refused() -> None:
    V = np.zeros((4, 3, 3))
    with pytest.raises(MeshError, match="diagonal 0"):
        kept_poses(PoseSet.of(V, [[0, 1, 2]]), 2)
