"""Another pose that fits the pins as well, against many searches that begin anywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import pliant
from pliant.arrays import Floats, Targets
from pliant.examples.search import Start
from pliant.mesh import PoseSet
from pliant.pose import Pulled, Status
from pliant.rig import Grip, Rig
from pliant.rival import AS_GOOD, ELSEWHERE, STRAINLESS
from pliant.samples.bar import bar
from tests.characters import beast, feet


def level(V: Floats, ends: tuple[int, int]) -> Floats:
    """A bent bar turned until its ends are level, its middle at the origin."""
    along = V[ends[1]] - V[ends[0]]
    turned = V @ Rotation.from_euler("z", -np.arctan2(along[1], along[0])).as_matrix().T
    return turned - turned.mean(axis=0)


def bow() -> tuple[PoseSet, tuple[int, int]]:
    """A bar, straight and bent to either side, and its two ends: brought together, it can bend to both."""
    made = bar(132, bends=(90.0, -90.0))
    x = made.mesh.V[:, 0]
    ends = int(np.argmin(x)), int(np.argmax(x))
    return PoseSet.of(np.stack([level(V, ends) for V in made.V]), made.F), ends


BOW, ENDS = bow()
SIZE = BOW.mesh.diagonal
BOTH = pytest.mark.parametrize("rig", [pliant.MeshIK(BOW), pliant.ReducedIK(BOW)], ids=["meshik", "reduced"])


def squeezed(rig: Rig, share: float) -> tuple[Grip, Targets]:
    """The bar held at its ends, each of them brought nearer to the other by a share of the diagonal."""
    grip = rig.grab(list(ENDS))
    return grip, grip.held.rest + share * SIZE * np.array([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]])


def minima(grip: Any, targets: Targets) -> list[Pulled]:
    """Results of searches that begin at random mixes, turned at random; the best first."""
    rng, search = np.random.default_rng(0), grip.rig.search
    found = []
    for _ in range(30):
        weights = (rng.dirichlet(np.ones(3)) + 0.5 * rng.normal(size=3)) @ search.examples
        begin = Start(weights, Rotation.from_rotvec(0.5 * rng.normal(size=3)).as_matrix())
        found.append(grip._pulled(targets, begin))
    return sorted((each for each in found if each.status is Status.CONVERGED), key=lambda each: each.energy)


def limit(pulled: Pulled) -> float:
    """The largest energy that is as good as that of a result."""
    return max((1.0 + AS_GOOD) * pulled.energy, pulled.energy + STRAINLESS)


def mean_height(grip: Grip, pulled: Pulled) -> float:
    return float(grip.rig.carried(pulled)[:, 1].mean())


@BOTH
def test_a_bow_bent_to_one_side_has_a_rival_bent_to_the_other(rig: Rig) -> None:
    grip, targets = squeezed(rig, 0.06)
    pose = grip.drag(targets)
    rival = grip.rival(targets, pose)
    assert rival is not None
    assert np.abs(grip.held.on(rival.V) - targets).max() < 1e-9 * SIZE
    up, down = mean_height(grip, pose), mean_height(grip, rival)
    assert up * down < 0.0
    assert min(abs(up), abs(down)) > 0.03 * SIZE


@BOTH
def test_the_rival_of_a_rival_is_the_pose_itself_unless_that_is_worse(rig: Rig) -> None:
    grip, targets = squeezed(rig, 0.06)
    pose = grip.drag(targets)
    rival = grip.rival(targets, pose)
    assert rival is not None
    again = grip.rival(targets, rival)
    assert (again is None) == (pose.energy > limit(rival))
    assert again is None or grip.moved(again, pose) < 1e-3 * SIZE


@BOTH
@pytest.mark.parametrize("share", [0.03, 0.05, 0.1])
def test_a_rival_is_as_good_as_the_best_of_many_searches_elsewhere(rig: Rig, share: float) -> None:
    grip, targets = squeezed(rig, share)
    pose = grip.drag(targets)
    apart = [each for each in minima(grip, targets) if grip.moved(pose, each) > ELSEWHERE * SIZE]
    rival = grip.rival(targets, pose)
    assert (rival is None) == (apart[0].energy > limit(pose))
    if rival is not None:
        # The stiffness of corrections follows from where the span alone has ended: energies differ by that.
        assert rival.energy == pytest.approx(apart[0].energy, rel=1e-2)
        assert grip.moved(rival, apart[0]) < ELSEWHERE * SIZE


@BOTH
def test_where_many_searches_find_one_minimum_there_is_no_rival(rig: Rig) -> None:
    """Beside a middle that is pulled up, the ends leave no choice."""
    ends = rig.mesh.V[list(ENDS)]
    middle = int(np.argmin(np.linalg.norm(rig.mesh.V - [0.0, 0.125, 0.0], axis=1)))
    grip = rig.grab([*ENDS, middle])
    targets = np.concatenate([0.95 * ends, rig.mesh.V[[middle]] + [0.0, 0.15 * SIZE, 0.0]])
    pose = grip.drag(targets)
    good = [each for each in minima(grip, targets) if each.energy <= limit(pose)]
    assert max(grip.moved(pose, each) for each in good) < ELSEWHERE * SIZE
    assert grip.rival(targets, pose) is None


@pytest.mark.parametrize("make", [pliant.MeshIK, pliant.ReducedIK])
def test_rest_and_examples_have_no_rivals(make: type[pliant.MeshIK | pliant.ReducedIK]) -> None:
    poses = beast()
    grip = make(poses).grab(feet(poses.mesh.V))
    for V in poses.V[:3]:
        targets = grip.held.on(V)
        assert grip.rival(targets, grip.pull(targets)) is None
