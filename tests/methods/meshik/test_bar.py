"""Figures 1 and 5 of [Sumner2005] as laws: one cap of the bar held, one point of the other dragged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from pliant.arrays import Floats, Vertices
from pliant.geometry.rotations import exp
from pliant.mesh import PoseSet
from pliant.methods.meshik.grip import MeshIKPose
from pliant.methods.meshik.options import PRINTED
from pliant.methods.meshik.rig import MeshIK
from pliant.samples.bar import USUAL_SIDES, bent, straight_bar
from tests.characters import bar_poses, held_end, tip

STRAIGHT = straight_bar()
ANGLES = [45.0, 140.0, 180.0, -90.0, -140.0]

NONLINEAR: dict[str, Callable[[PoseSet], MeshIK]] = {"ours": MeshIK, "as printed": MeshIK.as_printed}


def linear(poses: PoseSet) -> MeshIK:
    """The paper's linear span."""
    return MeshIK.as_printed(poses, options=replace(PRINTED, span="linear"))


def dragged(rig: MeshIK, shape: Vertices) -> MeshIKPose:
    """The first cap at rest, the tip where the shape has it."""
    held = held_end(STRAIGHT)
    grip = rig.grab(np.append(held, tip(STRAIGHT)))
    return grip.drag(np.vstack([STRAIGHT[held], shape[tip(STRAIGHT)]]))


def rings(V: Vertices) -> Floats:
    """(r, s, 3) the rings between the poles."""
    return V[1:-1].reshape(-1, USUAL_SIDES, 3)


def length(V: Vertices) -> float:
    """Of the line through the rings' middles."""
    return float(np.linalg.norm(np.diff(rings(V).mean(axis=1), axis=0), axis=1).sum())


def sections(V: Vertices) -> Floats:
    """(r,) areas that the rings enclose."""
    spokes = rings(V) - rings(V).mean(axis=1, keepdims=True)
    return np.linalg.norm(np.cross(spokes, np.roll(spokes, -1, axis=1)).sum(axis=1), axis=1) / 2


def check_near(found: Vertices, expected: Vertices, share: float) -> None:
    """Every vertex within a share of the bar's length, which is 1."""
    assert np.linalg.norm(found - expected, axis=1).max() < share


@pytest.mark.parametrize("method", NONLINEAR)
@pytest.mark.parametrize("angle", ANGLES)
def test_the_bar_bends_as_its_example_does_also_beyond_and_against_it(method: str, angle: float) -> None:
    shape = bent(STRAIGHT, angle)
    pose = dragged(NONLINEAR[method](bar_poses(bent(STRAIGHT, 90.0))), shape)
    check_near(pose.V, shape, 0.03)


@pytest.mark.parametrize("method", NONLINEAR)
@pytest.mark.parametrize("angle", ANGLES)
def test_a_bent_bar_keeps_its_length_its_sections_and_its_plane(method: str, angle: float) -> None:
    pose = dragged(NONLINEAR[method](bar_poses(bent(STRAIGHT, 90.0))), bent(STRAIGHT, angle))
    assert length(pose.V) == pytest.approx(length(STRAIGHT), rel=0.03)
    np.testing.assert_allclose(sections(pose.V), sections(STRAIGHT), rtol=0.07)
    np.testing.assert_allclose(pose.V[:, 2], STRAIGHT[:, 2], rtol=0, atol=0.01)


@pytest.mark.parametrize("angle", [180.0, -140.0])
def test_the_linear_span_collapses_beyond_and_against_the_example(angle: float) -> None:
    pose = dragged(linear(bar_poses(bent(STRAIGHT, 90.0))), bent(STRAIGHT, angle))
    assert length(pose.V) < 0.85 * length(STRAIGHT)
    assert np.linalg.norm(pose.V - bent(STRAIGHT, angle), axis=1).max() > 0.3


def test_the_linear_span_thins_the_bar_half_way() -> None:
    pose = dragged(linear(bar_poses(bent(STRAIGHT, 90.0))), bent(STRAIGHT, 45.0))
    assert (sections(pose.V) / sections(STRAIGHT)).min() < 0.8


def kinked(angle: float) -> Vertices:
    """The bar with its first half straight and the whole bend in the second."""
    middle = np.array([0.5, 0.0, 0.0])
    return np.where(STRAIGHT[:, :1] > 0.5, bent(STRAIGHT - middle, 2 * angle) + middle, STRAIGHT)


@pytest.mark.parametrize("method", NONLINEAR)
@pytest.mark.parametrize("angle", [30.0, 90.0])
def test_another_example_gives_another_bend_under_the_same_drag(method: str, angle: float) -> None:
    first_half = STRAIGHT[:, 0] < 0.45
    kink = dragged(NONLINEAR[method](bar_poses(kinked(60.0))), kinked(angle))
    smooth = dragged(NONLINEAR[method](bar_poses(bent(STRAIGHT, 60.0))), kinked(angle))
    check_near(kink.V, kinked(angle), 0.03)
    check_near(kink.V[first_half], STRAIGHT[first_half], 0.02)
    assert np.abs(smooth.V[first_half] - STRAIGHT[first_half]).max() > 0.02
    assert np.abs(smooth.V - kink.V).max() > 0.05


@pytest.mark.parametrize("method", NONLINEAR)
@pytest.mark.parametrize("towards", [0.0, 30.0, 45.0, 90.0, 135.0])
def test_three_examples_span_two_planes_and_what_lies_between(method: str, towards: float) -> None:
    """Bends toward y and z; dragged toward any direction across, the bar bends in that direction's plane."""
    R = exp(np.array([np.radians(towards), 0.0, 0.0]))
    shape = bent(STRAIGHT @ R, 70.0) @ R.T
    poses = bar_poses(bent(STRAIGHT, 90.0, "xy"), bent(STRAIGHT, 90.0, "xz"))
    check_near(dragged(NONLINEAR[method](poses), shape).V, shape, 0.02)
