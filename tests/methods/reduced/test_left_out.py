from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.mesh import PoseSet
from pliant.methods.reduced import left_out
from pliant.methods.reduced.left_out import mirror_gain, mirrored_rig, with_examples
from pliant.methods.reduced.rig import ReducedIK
from tests.geometry.surfaces import symmetric_sheet


def wing_up(V, side, angle):
    """V with one of its halves, side 1 or -1, bent up by an angle at its tip."""
    turn = np.outer(angle / 5.0 * np.maximum(side * V[:, 0], 0.0), [0.0, -side, 0.0])
    return Rotation.from_rotvec(turn).apply(V)


@pytest.fixture(scope="module")
def wings():
    """A sheet whose right is bent by much in one pose, and whose left by less in another."""
    V, F = symmetric_sheet(rows=9, columns=12)
    V = V * [0.5, 0.5, 0.3]
    return PoseSet.of(np.stack([V, wing_up(V, 1, 1.0), wing_up(V, -1, 0.5)]), F, ["rest", "right", "left"])


@pytest.fixture(scope="module")
def found(wings):
    return mirrored_rig(wings)


def test_images_are_learned_where_poses_left_out_are_found_better_with_them(found):
    assert found.helped
    assert found.gain > 0.3
    assert found.added == 2
    assert found.rig.names == ("rest", "right", "left", "right (mirrored)", "left (mirrored)")
    assert found.poses.names == found.rig.names


@pytest.mark.parametrize("gain", [-0.1, 0.05])
def test_images_that_help_little_or_not_are_not_learned(wings, monkeypatch, gain):
    monkeypatch.setattr(left_out, "mirror_gain", lambda rig, count: gain)
    found = mirrored_rig(wings)
    assert not found.helped
    assert found.added == 2
    assert found.rig.names == found.poses.names == wings.names
    alone = ReducedIK(wings)
    assert np.array_equal(found.rig.t, alone.t)


def test_poses_that_are_their_own_images_are_learned_once(wings):
    V = np.array(wings.V[0])
    both = wing_up(wing_up(V, 1, 0.8), -1, 0.8)
    found = mirrored_rig(PoseSet.of(np.stack([V, both]), wings.F))
    assert found.added == 0
    assert found.gain == 0.0
    assert len(found.rig.names) == 2


def test_a_rig_with_some_examples_blends_them_as_the_whole_rig_does(found):
    kept = np.array([0, 2, 3])
    some = with_examples(found.rig, kept)
    assert some.names == ("rest", "left", "right (mirrored)")
    w = np.zeros(5)
    w[kept] = 0.3, 0.5, 0.2
    np.testing.assert_allclose(some.blend(w[kept]), found.rig.blend(w), atol=1e-12)


def test_the_gain_says_how_much_better_poses_left_out_are_found(found):
    rig, errors = found.rig, []
    for out, image in ((1, 3), (2, 4)):
        others = np.setdiff1d(np.arange(5), [out, image])
        errors.append(left_out.left_out_errors(rig, out, [others[others < 3], others]))
    given, with_images = np.sum(errors, axis=0)
    assert mirror_gain(rig, 3) == pytest.approx(1.0 - np.mean(with_images / given))
    # A wing that no example has bent is not found; the image of the other shows how it bends.
    assert (with_images < 0.5 * given).all()


def test_rest_and_examples_are_found_again_among_images(found):
    grip = found.rig.grab(np.arange(0, found.rig.mesh.n, 9))
    for i in range(5):
        V = found.rig.example(i)
        np.testing.assert_allclose(grip.drag(grip.held.on(V)).V, V, atol=2e-3 * found.rig.mesh.diagonal)
