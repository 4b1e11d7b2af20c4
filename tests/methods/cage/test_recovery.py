"""Cages of sequences: found, edited and put around another mesh."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.errors import CageError, CorrespondenceError, OptionError
from pliant.mesh import Mesh
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.recovery import TOGETHER, recovered
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.sequence import CageSequence, FrameEdit, falloff, reedited
from tests.characters import beast
from tests.methods.cage.box_cage import box_cage


@cache
def rig(kind: str = "mean_value", alpha: float = 1e-6, regularity: str = "turning") -> CageIK:
    mesh = beast().mesh
    options = CageOptions(coordinates=kind, alpha=alpha, regularity=regularity)
    return CageIK(mesh, box_cage(mesh), options=options)


def wobbled(count: int, share: float = 0.03) -> np.ndarray:
    """Cages near the rest cage, the same in every test."""
    rest = rig().cage.V
    return rest + share * np.ptp(rest) * np.random.default_rng(7).normal(size=(count, *rest.shape))


@pytest.mark.parametrize(("kind", "rms"), [("mean_value", 1e-3), ("green", 0.02)])
def test_the_cages_that_made_a_sequence_are_found(kind: str, rms: float) -> None:
    own, cages = rig(kind, alpha=1e-10), wobbled(3)
    frames = list(recovered(own, [own.posed(cage) for cage in cages]))
    for frame, cage in zip(frames, cages, strict=True):
        assert frame.rms < rms
        assert abs(frame.volume) < 10 * rms
        if kind == "mean_value":  # Green's fit as well by other cages: the normals make up for them
            np.testing.assert_allclose(frame.cage, cage, atol=1e-3 * own.frame.diagonal)


def test_the_linear_recovery_is_the_papers_least_squares() -> None:
    own = rig(alpha=0.5, regularity="linear")
    frame = beast().V[1]
    found = next(recovered(own, [frame]))
    W, K, rest = own.binding.weights, own.shape.K, own.cage.V
    expected = np.linalg.solve(0.5 * K + W.T @ W, 0.5 * K @ rest + W.T @ frame)
    np.testing.assert_allclose(found.cage, expected, atol=1e-8 * own.frame.diagonal)
    gap = W @ expected - frame
    size = np.linalg.norm(np.ptp(own.mesh.V, axis=0))
    assert found.rms == pytest.approx(100 * np.sqrt((gap**2).sum(axis=1).mean()) / size, rel=1e-6)


def test_a_turned_frame_has_the_turned_cage() -> None:
    R = Rotation.from_rotvec([2.0, -1.0, 0.5]).as_matrix()
    own = rig(alpha=10.0)
    plain, turned = recovered(own, [beast().V[1], beast().V[1] @ R.T])
    np.testing.assert_allclose(turned.cage, plain.cage @ R.T, atol=1e-7 * own.frame.diagonal)


def test_frames_are_asked_for_only_as_they_are_needed() -> None:
    asked = 0

    def frames() -> Iterator[np.ndarray]:
        nonlocal asked
        for _ in range(40 * TOGETHER):
            asked += 1
            yield beast().mesh.V

    found = recovered(rig(), frames(), workers=2)
    for _ in range(TOGETHER):
        next(found)
    assert asked <= 4 * TOGETHER
    assert sum(1 for _ in found) == 39 * TOGETHER


def test_a_frame_of_another_mesh_is_a_named_error() -> None:
    with pytest.raises(CorrespondenceError, match="7 vertices"):
        list(recovered(rig(), [np.eye(7, 3)]))


def test_a_sheet_has_no_volume_to_keep() -> None:
    mesh = beast().mesh.moved(beast().mesh.V * [1, 1, 1e-4])
    upright = box_cage(beast().mesh)
    cage = upright.moved(upright.V * [1, 1, 0.1] - [0, 0, 0.05 * np.ptp(upright.V[:, 2])])
    own = CageIK(mesh, cage, options=CageOptions(coordinates="mean_value"))
    assert np.isnan(next(recovered(own, [mesh.V])).volume)


def test_an_edit_is_whole_where_it_is_made_and_gone_beyond_its_reach() -> None:
    cages, edited = wobbled(9), rig().cage.V + 1.0
    found = reedited(rig().cage, cages, 3, edited, reach=3.0)
    np.testing.assert_array_equal(found[3], edited)
    np.testing.assert_array_equal(found[[0, 6, 7, 8]], cages[[0, 6, 7, 8]])
    assert (np.abs(found[[2, 4]] - cages[[2, 4]]).max(axis=(1, 2)) > 0.1).all()


def test_an_edit_turns_with_the_frame_it_is_carried_to() -> None:
    R = Rotation.from_rotvec([0.0, 2.0, 1.0]).as_matrix()
    cage = wobbled(1)[0]
    edited = cage + np.random.default_rng(8).normal(size=cage.shape)
    found = reedited(rig().cage, [cage, cage @ R.T], 0, edited, reach=np.inf)
    np.testing.assert_allclose(found[1], edited @ R.T, atol=1e-9)


def test_edits_add_up_in_any_order_and_one_that_goes_leaves_the_others() -> None:
    rng, cages = np.random.default_rng(3), wobbled(9)
    sequence = CageSequence(rig().cage, cages)
    edits = [FrameEdit(f, rng.normal(size=cages[0].shape), reach) for f, reach in ((2, 4.0), (4, 3.0))]
    both = sequence.edited(edits)
    alone = [sequence.edited([edit]) - cages for edit in edits]
    np.testing.assert_allclose(both, cages + alone[0] + alone[1], atol=1e-12)
    np.testing.assert_allclose(sequence.edited(edits[::-1]), both, atol=1e-12)
    np.testing.assert_allclose(alone[1][4], edits[1].moves, atol=1e-12)
    np.testing.assert_array_equal(sequence.edited(edits, [3, 8]), both[[3, 8]])
    with pytest.raises(OptionError, match="frames 0 to 8"):
        sequence.edited(edits, [-1])


def test_the_falloff_is_smooth_and_symmetric() -> None:
    share = falloff(21, 10, 5.0)
    np.testing.assert_allclose(share, share[::-1])
    assert share[10] == 1.0
    assert (np.diff(share[:11]) >= 0).all()
    assert share[5] == 0.0


def test_bad_edits_are_named_errors() -> None:
    cages = wobbled(4)
    with pytest.raises(OptionError, match="frames 0 to 3"):
        reedited(rig().cage, cages, 4, cages[0])
    with pytest.raises(OptionError, match="reach"):
        reedited(rig().cage, cages, 0, cages[0], reach=0.0)
    with pytest.raises(CageError, match="rest cage"):
        reedited(rig().cage, cages, 0, cages[0, :-1])


def test_another_mesh_takes_the_motion_of_the_cage() -> None:
    other = Mesh.of(0.5 * beast().mesh.V + 0.5 * beast().mesh.V.mean(axis=0), beast().F)
    bound = CageIK(other, rig().cage, options=CageOptions(coordinates="mean_value"))
    move = np.array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(bound.posed(rig().cage.V + move), other.V + move, atol=1e-9)
