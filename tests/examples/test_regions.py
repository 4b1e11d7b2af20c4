"""Regions with weights of their own: what they add, and what they leave as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pliant.arrays import Floats, Ints, Targets
from pliant.errors import OptionError
from pliant.examples.prior import Prior
from pliant.examples.regions import Regions
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from tests.characters import beast
from tests.examples.test_regional_span import pseudo_examples

STRETCHED, GATHERED = 1, 2
COUNT = 12


def rms(found: Floats, expected: Floats) -> float:
    return float(np.sqrt(((found - expected) ** 2).sum(axis=1).mean()))


def leg(poses: PoseSet, x: int, y: int) -> Ints:
    """Vertices of the leg at a corner of the beast, as (0 or 1, 0 or 1)."""
    V = poses.mesh.V
    return np.flatnonzero((V[:, 2] < 2.5) & ((V[:, 0] > 3) == bool(x)) & ((V[:, 1] > 1.5) == bool(y)))


@cache
def mixed_legs() -> tuple[Ints, Targets, dict[int, Ints]]:
    """Two fore legs, one of the stretched pose and one of the gathered one; the hind legs and trunk rest."""
    poses = beast()
    parts = {STRETCHED: leg(poses, 1, 0), GATHERED: leg(poses, 1, 1)}
    still = np.concatenate([leg(poses, 0, 0), leg(poses, 0, 1)])
    trunk = np.flatnonzero((poses.mesh.V[:, 2] > 3.5) & (poses.mesh.V[:, 0] < 5.5))
    points = np.concatenate([still[::4], trunk[::4]])
    targets = poses.V[0, points]
    for example, part in parts.items():
        low = part[np.argsort(poses.mesh.V[part, 2])[[0, 3, 8]]]
        points, targets = np.append(points, low), np.vstack([targets, poses.V[example, low]])
    return points, targets, parts


def meshik(**changes: float) -> MeshIK:
    return MeshIK(beast(), options=replace(MeshIKOptions(), **changes))


def reduced(**changes: float) -> ReducedIK:
    return ReducedIK(beast(), options=replace(ReducedOptions(), **changes))


@pytest.fixture(params=[meshik, reduced], ids=["meshik", "reduced"])
def rig_with(request: pytest.FixtureRequest) -> Callable[..., MeshIK | ReducedIK]:
    return request.param


def test_each_leg_follows_an_example_of_its_own(rig_with: Callable[..., MeshIK | ReducedIK]) -> None:
    points, targets, parts = mixed_legs()
    whole, local = rig_with(), rig_with(regions=COUNT)
    errors = []
    for rig in (whole, local):
        pose = rig.grab(points).drag(targets)
        errors.append(sum(rms(pose.V[part], beast().V[i, part]) for i, part in parts.items()))
    assert errors[1] < 0.5 * errors[0]
    weights = local.local_weights(local.grab(points).drag(targets))
    for own, other in ((STRETCHED, GATHERED), (GATHERED, STRETCHED)):
        foot = parts[own][np.argmin(beast().mesh.V[parts[own], 2])]
        assert weights[foot, own] > weights[foot, other] + 0.2


def test_regions_that_hold_together_are_the_whole(rig_with: Callable[..., MeshIK | ReducedIK]) -> None:
    points, targets, _ = mixed_legs()
    one = rig_with().grab(points).drag(targets)
    firm = rig_with(regions=COUNT, cohesion=100.0).grab(points).drag(targets)
    np.testing.assert_allclose(firm.V, one.V, rtol=0, atol=1e-3)
    np.testing.assert_allclose(firm.regional, np.tile(firm.weights, (COUNT, 1)), rtol=0, atol=1e-3)


def test_a_local_rig_costs_less_energy_than_one_blend(rig_with: Callable[..., MeshIK | ReducedIK]) -> None:
    points, targets, _ = mixed_legs()
    assert (
        rig_with(regions=COUNT).grab(points).drag(targets).energy
        < rig_with().grab(points).drag(targets).energy
    )


def test_shares_of_regions_sum_to_one(rig_with: Callable[..., MeshIK | ReducedIK]) -> None:
    for regions in (1, COUNT):
        shares = rig_with(regions=regions).region_shares
        assert shares.shape == (beast().n, regions)
        assert shares.min() >= 0.0
        np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=0, atol=1e-12)


def test_weights_of_the_whole_are_everywhere() -> None:
    rig = reduced()
    points, targets, _ = mixed_legs()
    pose = rig.grab(points).drag(targets)
    assert pose.regional.size == 0
    np.testing.assert_array_equal(rig.local_weights(pose), np.tile(pose.weights, (beast().n, 1)))


def test_other_weights_leave_the_regions_as_different_as_they_were() -> None:
    points, targets, _ = mixed_legs()
    pose = reduced(regions=COUNT).grab(points).drag(targets)
    other = pose.reweighted(pose.weights + 0.1)
    np.testing.assert_allclose(other.regional - pose.regional, 0.1, rtol=0, atol=1e-12)


def test_a_coherent_drag_keeps_the_weights_of_every_region() -> None:
    points, targets, _ = mixed_legs()
    grip = reduced(regions=COUNT).grab(points)
    start = grip.drag(targets)
    near = targets + 0.05 * np.random.default_rng(1).normal(size=targets.shape)
    kept, free = grip.drag(near, start, coherence=1e4), grip.drag(near, start)
    np.testing.assert_allclose(kept.regional, start.regional, rtol=0, atol=1e-3)
    assert np.abs(free.regional - start.regional).max() > 1e-2


def test_weights_alike_everywhere_cost_what_they_cost_as_a_whole() -> None:
    rng = np.random.default_rng(2)
    A = rng.normal(size=(4, 4))
    whole = Prior(A @ A.T, rng.normal(size=4))
    L = np.array([[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]]) / 4
    regions = Regions(np.ones((1, 3)) / 3, np.array([0.2, 0.3, 0.5]), L)
    w = rng.normal(size=4)
    for cohesion in (0.0, 1.0, 100.0):
        prior = regions.prior(whole, cohesion)
        assert prior.energy(regions.alike(w).ravel()) == pytest.approx(whole.energy(w), rel=1e-12)
        assert prior.energy(rng.normal(size=12)) > 0.0
    assert regions.mean(regions.alike(w)) == pytest.approx(w)


def test_columns_of_regions_are_those_of_pseudo_examples() -> None:
    rig = meshik(regions=3)
    problem = replace(rig.grab(mixed_legs()[0]).at_rest(), field=rig.search.corrections)
    assert rig.search.regions is not None
    local = rig.search.regions.problem(problem, 1.0)
    rng = np.random.default_rng(4)
    w, turns = rng.normal(size=local.span.free), 0.1 * rng.normal(size=rig.search.unturned.shape)
    state = local.state(w, np.eye(3), turns)
    dense = replace(local, span=pseudo_examples(problem.span, rig.search.regions.basis))
    for found, expected in zip(local.columns(state), dense.columns(state), strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * np.abs(expected).max())


def test_a_pose_of_other_regions_is_no_start() -> None:
    points, targets, _ = mixed_legs()
    start = reduced(regions=COUNT).grab(points).drag(targets)
    for rig in (reduced(), reduced(regions=COUNT - 1)):
        with pytest.raises(OptionError, match="another rig"):
            rig.grab(points).drag(targets, start)


@pytest.mark.parametrize("wrong", [{"regions": 0}, {"cohesion": 0.0}, {"cohesion": float("nan")}])
def test_options_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(OptionError, match=next(iter(wrong))):
        replace(ReducedOptions(), **wrong)
