"""`MeshIK.as_printed` reaches the energy of the paper's method, word for word and dense."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import igl
import numpy as np
import pytest

from pliant.arrays import Ints, Poses, Targets
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import PRINTED
from pliant.methods.meshik.rig import MeshIK
from pliant.samples.bar import bent, straight_bar, twisted
from tests.characters import bar_poses, beast, feet, held_end, tip
from tests.methods.meshik.literal import Literal

EXACT = replace(PRINTED, tolerance=1e-14, iterations=200)
# Vertices of the decimated lion: dense algebra on three times as many rows takes a second.
DECIMATED = 150


def bent_sample() -> tuple[PoseSet, Ints]:
    V = straight_bar()
    return bar_poses(bent(V, 70.0), bent(V, 50.0, "xz")), np.append(held_end(V), tip(V))


def twisted_sample() -> tuple[PoseSet, Ints]:
    V = straight_bar()
    return bar_poses(twisted(V, 90.0)), np.concatenate([held_end(V), [tip(V), tip(V) - 1]])


def striding_beast() -> tuple[PoseSet, Ints]:
    return beast(), feet(beast().mesh.V)


def decimated_lion(data: Path) -> tuple[PoseSet, Ints]:
    """Edges collapsed on the reference; every pose keeps the vertices that survive there."""
    with np.load(data / "poses" / "sumner_lion_poses.npz") as file:
        V, F = file["poses"].astype(np.float64), file["faces"].astype(np.int64)
    _, faces, _, survivors = igl.decimate(V[0], F, 2 * DECIMATED)
    poses = PoseSet.of(V[:, survivors], np.asarray(faces, dtype=np.int64))
    return poses, np.argsort(poses.V[0, :, 1])[[0, DECIMATED // 5, -DECIMATED // 8, -1]]


CHARACTERS = {"bent bar": bent_sample, "twisted bar": twisted_sample, "beast": striding_beast}


@pytest.fixture(scope="module", params=[*CHARACTERS, "lion"])
def drag(request: pytest.FixtureRequest):
    """A rig as printed, and the literal method, for one character and its pins."""
    if request.param == "lion":
        poses, points = decimated_lion(request.getfixturevalue("data"))
    else:
        poses, points = CHARACTERS[request.param]()
    return Comparison(poses, points)


class Comparison:
    def __init__(self, poses: PoseSet, points: Ints) -> None:
        self.V = poses.V
        self.grip = MeshIK.as_printed(poses, options=EXACT).grab(points)
        self.literal = Literal(poses.V, poses.F, points)
        self.points = points

    def targets(self, seed: int) -> Targets:
        return some_targets(self.V, self.points, seed)


def some_targets(V: Poses, points: Ints, seed: int) -> Targets:
    """The pins at a random blend of the examples, and a little beside it."""
    rng = np.random.default_rng(seed)
    share = rng.dirichlet(np.ones(len(V)))
    size = np.linalg.norm(np.ptp(V[0], axis=0))
    return np.einsum("i,iha->ha", share, V[:, points]) + 0.01 * size * rng.normal(size=(len(points), 3))


@pytest.mark.parametrize("seed", [1, 2])
def test_from_rest_the_energy_is_that_of_the_literal_method(drag: Comparison, seed: int) -> None:
    targets = drag.targets(seed)
    pose = drag.grip.drag(targets)
    rest = np.eye(len(drag.V))[0]
    expected = drag.literal.energy(drag.literal.minimised(rest, targets), targets)
    assert pose.energy == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("seed", [3, 4])
def test_from_another_pose_the_energy_is_that_of_the_literal_method(drag: Comparison, seed: int) -> None:
    start = drag.grip.drag(drag.targets(seed + 10))
    targets = drag.targets(seed)
    pose = drag.grip.drag(targets, start=start)
    expected = drag.literal.energy(drag.literal.minimised(start.weights, targets), targets)
    assert pose.energy == pytest.approx(expected, rel=1e-6)


def test_energy_and_weights_belong_together(drag: Comparison) -> None:
    """Also away from a minimum: the fourth vertex is eliminated exactly."""
    targets = drag.targets(5)
    pose = drag.grip.drag(targets)
    assert pose.energy == pytest.approx(drag.literal.energy(pose.weights, targets), rel=1e-10)


def test_the_literal_method_finds_no_lower_energy_from_where_we_stopped(drag: Comparison) -> None:
    targets = drag.targets(6)
    pose = drag.grip.drag(targets)
    lower = drag.literal.energy(drag.literal.minimised(pose.weights, targets), targets)
    assert lower > pose.energy * (1 - 1e-9)
