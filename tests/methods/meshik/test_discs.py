"""Pins pull on discs: laws of the force's shares, and of the poses."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.anchors import Anchors, held_points
from pliant.arrays import Faces, Floats, Vertices
from pliant.mesh import PoseSet
from pliant.methods.meshik.discs import Discs
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK

MIDDLE = 0.5


def sheet(sides: int) -> tuple[Vertices, Faces]:
    """A square sheet of 2·sides² triangles."""
    at = np.arange((sides + 1) ** 2).reshape(sides + 1, -1)
    V = np.stack([*np.meshgrid(*2 * [np.linspace(0.0, 1.0, sides + 1)]), np.zeros(at.shape)], axis=2)
    a, b, c, d = (x.ravel() for x in (at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]))
    return V.reshape(-1, 3), np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])


def bent(V: Vertices) -> Vertices:
    """The sheet rolled up a little."""
    angle = V[:, 0] - MIDDLE
    return np.stack([np.sin(angle), V[:, 1], 1.0 - np.cos(angle)], axis=1)


def vertex_at(V: Vertices, *place: float) -> int:
    return int(np.linalg.norm(V[:, :2] - place, axis=1).argmin())


def slope(sides: int, **options: float) -> float:
    """The steepest triangle of a sheet whose corners are held and whose middle is pulled up."""
    V, F = sheet(sides)
    rig = MeshIK(PoseSet.of(np.stack([V, bent(V)]), F), options=MeshIKOptions(**options))
    pins = [vertex_at(V, x, y) for x, y in ((0, 0), (0, 1), (1, 0), (1, 1), (MIDDLE, MIDDLE))]
    targets = V[pins].copy()
    targets[-1, 2] += 0.2
    pose = rig.grab(pins).drag(targets)
    np.testing.assert_allclose(pose.V[pins], targets, atol=1e-12)
    rise = pose.V[F][:, [1, 2, 0]] - pose.V[F]
    return float(np.linalg.norm(rise, axis=2).max() * sides / np.sqrt(2.0))


def test_a_disc_keeps_a_pin_from_drawing_a_spike_as_triangles_shrink() -> None:
    coarse, fine = (slope(sides, disc=0.0) - 1.0 for sides in (12, 48))
    assert fine > 2.0 * coarse
    half, whole = (slope(sides, disc=0.1) - 1.0 for sides in (24, 48))
    assert whole < 1.3 * half
    assert whole < 0.5 * fine


@pytest.mark.parametrize("radius", [0.01, 0.1, 0.3])
def test_shares_of_a_force_sum_to_one_and_lie_in_the_disc(radius: float) -> None:
    V, F = sheet(20)
    held = held_points(Anchors([7, 300], [[0.2, 0.5, 0.3], [1.0, 0.0, 0.0]]), V, F)
    loads = Discs.of(V, F, radius).loads(held).toarray()
    np.testing.assert_allclose(loads.sum(axis=1), 1.0, atol=1e-12)
    assert loads.min() >= 0.0
    for anchor, row in enumerate(loads):
        outside = np.linalg.norm(V - held.rest[anchor], axis=1) > radius
        outside[held.corners[anchor]] = False
        assert not row[outside].any()


def test_discs_of_near_pins_do_not_overlap() -> None:
    V, F = sheet(20)
    pins = [vertex_at(V, 0.5, 0.5), vertex_at(V, 0.65, 0.5)]
    loads = Discs.of(V, F, 0.3).loads(held_points(pins, V, F)).toarray()
    assert not (loads[0] * loads[1]).any()


def test_a_vertex_on_no_triangle_takes_its_force_alone() -> None:
    V, F = sheet(4)
    V = np.vstack([V, [[0.5, 0.5, 1.0]]])
    loads = Discs.of(V, F, 0.3).loads(held_points([len(V) - 1], V, F)).toarray()
    np.testing.assert_array_equal(loads[0], np.eye(len(V))[-1])


def test_rest_and_examples_are_found_with_discs_as_without() -> None:
    V, F = sheet(16)
    poses = PoseSet.of(np.stack([V, bent(V)]), F)
    pins = [vertex_at(V, x, y) for x, y in ((0, 0), (0, 1), (1, 0), (1, 1), (MIDDLE, MIDDLE), (0.2, 0.7))]
    grip = MeshIK(poses, options=MeshIKOptions(disc=0.2)).grab(pins)
    found: list[Floats] = [grip.drag(pose[pins]).V for pose in poses.V]
    np.testing.assert_allclose(found[0], poses.V[0], atol=1e-9)
    np.testing.assert_allclose(found[1], poses.V[1], atol=1e-3)


def test_the_paper_knows_no_discs() -> None:
    assert PRINTED.disc == 0.0
    assert MeshIKOptions.of_json({"ridge": 1e-3}).disc == 0.0
