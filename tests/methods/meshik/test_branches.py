"""Branches of the logarithm: blends of bars that turn by more than half a turn do not tear."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Vertices
from pliant.geometry.rotations import closest_rotation
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
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
