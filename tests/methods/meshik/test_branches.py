"""Branches of the logarithm: blends of bars that turn by more than half a turn do not tear."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Vertices
from pliant.geometry.rotations import closest_rotation, exp
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.meshik.words import MeshIKWords
from pliant.samples.bar import bar, bent, straight_bar, twisted

# Half of a strongly sheared skin is not the skin of half a twist, so a thick bar cannot be exact: shear grows
# with the radius, and the error with its square. This slender bar has a radius of 5% of its length.
SLENDER = np.array([1.0, 0.4, 0.4])

SHAPES = {
    "bent by 270°": (bent, 270.0),
    "bent by 360°": (bent, 360.0),
    "twisted by 180°": (twisted, 180.0),
    "twisted by 360°": (twisted, 360.0),
    "twisted by 540°": (twisted, 540.0),
}


def aligned(V: Vertices, to: Vertices) -> Vertices:
    """V moved rigidly to lie best on another shape."""
    here, there = V - V.mean(axis=0), to - to.mean(axis=0)
    return here @ closest_rotation(there.T @ here).T + to.mean(axis=0)


def worst(found: Vertices, expected: Vertices) -> float:
    """The largest distance after rigid alignment, in lengths of the bar."""
    return float(np.linalg.norm(aligned(found, expected) - expected, axis=1).max())


def straight_and(name: str, vertices: int, caps) -> tuple[PoseSet, Vertices]:
    """The slender bar straight and deformed, and its half-way shape."""
    shape, angle = SHAPES[name]
    V = straight_bar(vertices, caps) * SLENDER
    return PoseSet.of(np.stack([V, shape(V, angle)]), bar(vertices, caps=caps).F), shape(V, angle / 2)


@pytest.mark.parametrize("vertices", [500, 2000])
@pytest.mark.parametrize("caps", ["round", "flat"])
@pytest.mark.parametrize("name", SHAPES)
def test_the_half_way_blend_is_the_half_way_shape(name: str, vertices: int, caps) -> None:
    poses, half = straight_and(name, vertices, caps)
    assert worst(MeshIK(poses).blend([0.5, 0.5]), half) < 0.01


@pytest.mark.parametrize("caps", ["round", "flat"])
def test_the_thick_sample_bar_bends_half_way_too(caps) -> None:
    V = straight_bar(132, caps)
    poses = PoseSet.of(np.stack([V, bent(V, 270.0)]), bar(132, caps=caps).F)
    assert worst(MeshIK(poses).blend([0.5, 0.5]), bent(V, 135.0)) < 0.01


@pytest.mark.parametrize("name", ["bent by 270°", "twisted by 540°"])
def test_without_matching_branches_the_blend_tears(name: str) -> None:
    poses, half = straight_and(name, 500, "round")
    assert worst(MeshIK.as_printed(poses).blend([0.5, 0.5]), half) > 0.05


@pytest.mark.parametrize("name", SHAPES)
def test_the_ends_of_the_blend_are_the_examples(name: str) -> None:
    poses, _ = straight_and(name, 500, "round")
    rig = MeshIK(poses)
    for w, pose in zip(np.eye(2), poses.V, strict=True):
        np.testing.assert_allclose(rig.blend(w), pose, rtol=0, atol=1e-9)


# Shaft from which on the tail turns, and the length over which it does: so short that neighbouring rings turn
# by more than a right angle, and the inner side folds.
KINKS = {"at 0.75": (0.75, 0.15), "at 0.7": (0.7, 0.15)}


def swung(V: Vertices, angle: float, start: float, width: float) -> Vertices:
    """The straight bar with everything beyond `start` + `width` swung around toward y by some degrees."""
    s = np.clip(V[:, 0] - start, 0.0, width)
    beyond, a = V[:, 0] - start - s, np.radians(angle) * s / width
    X = V.copy()
    X[:, 0] = start + s * np.sinc(a / np.pi) + beyond * np.cos(a) - V[:, 1] * np.sin(a)
    X[:, 1] = 0.5 * s * a * np.sinc(0.5 * a / np.pi) ** 2 + beyond * np.sin(a) + V[:, 1] * np.cos(a)
    return X


def with_a_tail(angle: float, kink: str, vertices: int = 500) -> PoseSet:
    """The slender bar, straight and with its tail swung around."""
    V = straight_bar(vertices) * SLENDER
    return PoseSet.of(np.stack([V, swung(V, angle, *KINKS[kink])]), bar(vertices).F)


@pytest.mark.parametrize("angle", [200.0, -200.0])
@pytest.mark.parametrize("kink", KINKS)
def test_a_tail_swung_by_more_than_half_a_turn_goes_half_way_on_the_side_that_is_a_mesh(angle, kink) -> None:
    poses = with_a_tail(angle, kink)
    V = poses.V[0]
    found = MeshIK(poses).blend([0.5, 0.5])
    assert worst(found, swung(V, angle / 2, *KINKS[kink])) < 0.03
    around = angle - np.copysign(360.0, angle)
    assert worst(found, swung(V, around / 2, *KINKS[kink])) > 0.1


def test_the_side_of_a_tail_turns_and_grows_with_the_model() -> None:
    poses = with_a_tail(200.0, "at 0.75")
    Q = exp(np.array([0.4, -1.0, 0.3]))
    half = MeshIK(poses).blend([0.5, 0.5])
    moved = PoseSet.of(3.0 * poses.V @ Q.T, poses.F)
    np.testing.assert_allclose(MeshIK(moved).blend([0.5, 0.5]), 3.0 * half @ Q.T, rtol=0, atol=1e-6)


def test_two_tails_alike_go_the_same_way_round() -> None:
    """Half-way between 190° and 215° the tail is near both of them, not on the other side of the body."""
    one, other = with_a_tail(190.0, "at 0.75"), with_a_tail(215.0, "at 0.75")
    poses = PoseSet.of(np.stack([*one.V, other.V[1]]), one.F)
    found = MeshIK(poses).blend([0.0, 0.5, 0.5])
    assert worst(found, swung(one.V[0], 202.5, *KINKS["at 0.75"])) < 0.03


def test_a_tear_that_remains_is_told_and_a_smooth_bend_has_none() -> None:
    """A tail that turns by three quarters of a turn within two rings: no way round is smooth."""
    V = straight_bar(500) * SLENDER
    sharp = MeshIK(PoseSet.of(np.stack([V, swung(V, 250.0, 0.65, 0.05)]), bar(500).F, ["rest", "tucked"]))
    (tear,) = sharp.tears
    assert tear.pose == 1
    assert 0.55 < V[tear.vertex, 0] < 0.8
    lines = MeshIKWords().lines({"names": sharp.names, **MeshIKWords().facts(sharp)})
    assert any("half-way to 'tucked' the surface tears near vertex" in line for line in lines)
    for name in SHAPES:
        poses, _ = straight_and(name, 500, "round")
        assert MeshIK(poses).tears == ()


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("kink", KINKS)
def test_a_mirrored_tail_goes_the_mirrored_way_round(axis: int, kink: str) -> None:
    poses = with_a_tail(200.0, kink)
    mirror = np.diag(np.where(np.arange(3) == axis, -1.0, 1.0))
    found = MeshIK(PoseSet.of(poses.V @ mirror, poses.F[:, ::-1])).blend([0.5, 0.5])
    np.testing.assert_allclose(found @ mirror, MeshIK(poses).blend([0.5, 0.5]), rtol=0, atol=1e-9)
