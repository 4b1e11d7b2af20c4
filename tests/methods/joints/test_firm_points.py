"""Pins: points that stay, however far another is pulled."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from pliant.errors import AnchorError
from pliant.mechanism.mechanism import Joint, Soft
from pliant.methods.joints.rig import JointIK
from pliant.samples import mechanism
from tests.methods.joints.boxes import boxes, chain, violation

LINKS = 4
BASE, MIDDLE, TIP = list(range(8)), 8 * 2 + 7, 8 * LINKS - 1


def followed(model, vertex: int, angles) -> np.ndarray:
    """Where a vertex of a chain is, its first box still, by one rotation after the other."""
    x = model.mesh.V[vertex]
    for joint, angle in reversed(list(zip(model.joints, angles, strict=True))):
        if model.component[vertex] >= joint.b:
            x = joint.origin + Rotation.from_rotvec(angle * joint.axis).apply(x - joint.origin)
    return x


def nearest(model, vertex: int, target, limit: float, **constraints) -> float:
    """How near a brute-force search brings a vertex to a target."""

    def gap(angles) -> float:
        return float(((followed(model, vertex, angles) - target) ** 2).sum())

    rng = np.random.default_rng(0)
    bounds = [(-limit, limit)] * len(model.joints)
    found = [
        minimize(gap, rng.uniform(-0.5, 0.5, len(bounds)), method="SLSQP", bounds=bounds, **constraints)
        for _ in range(6)
    ]
    return float(np.sqrt(min(each.fun for each in found if each.success)))


@pytest.mark.parametrize("limit", [0.4, 3.0])
@pytest.mark.parametrize("way", [(1.0, 2.0, 0.0), (-2.0, 3.0, 1.0), (0.0, 20.0, 0.0)])
def test_a_pull_out_of_reach_comes_as_near_as_a_brute_force_search(way, limit) -> None:
    model = chain(LINKS, ranges=[(-limit, limit)])
    rig = JointIK(model)
    grip = rig.grab([*BASE, TIP], firm=[True] * 8 + [False])
    target = grip.held.rest.copy()
    target[-1] += way
    pose = grip.drag(target)
    assert pose.gaps[:-1].max() < 1e-3 * rig.model.frame.diagonal
    assert pose.gaps[-1] == pytest.approx(nearest(model, TIP, target[-1], limit), rel=2e-3)
    assert violation(model, pose.V) < 1e-9


def test_a_pull_between_two_pins_comes_as_near_as_a_brute_force_search() -> None:
    model = chain(LINKS)
    rig = JointIK(model)
    grip = rig.grab([*BASE, TIP, MIDDLE], firm=[True] * 9 + [False])
    target, pose = grip.held.rest.copy(), None
    # First the middle is lifted, so that the chain bends the same way in both searches.
    for tip_way, way in (((-0.1, 0.0, 0.0), (0.0, 0.3, 0.0)), ((-0.7, 0.2, 0.0), (0.2, 2.0, 0.0))):
        target[-2:] = grip.held.rest[-2:] + np.array([tip_way, way])
        pose = grip.drag(target, pose)
    assert pose is not None
    tip = {"type": "eq", "fun": lambda angles: (followed(model, TIP, angles) - target[-2])[:2]}
    assert pose.gaps[:-1].max() < 1e-3 * rig.model.frame.diagonal
    assert pose.gaps[-1] == pytest.approx(nearest(model, MIDDLE, target[-1], 3.0, constraints=tip), rel=2e-3)


def test_pins_close_together_hold_a_long_arm() -> None:
    joint = Joint.of(0, 1, "revolute", (0.5, 0, 0), (0, 0, 1), ranges=[(-0.1, 0.1)])
    model = boxes([(0, 0, 0), (5, 0, 0)], [(0.01, 0.01, 0.01), (4.5, 0.1, 0.1)], [joint])
    rig = JointIK(model)
    grip = rig.grab([0, 1, 2, 15], firm=[True, True, True, False])
    target = grip.held.rest.copy()
    target[-1] += [0.0, 10.0, 3.0]
    pose = grip.drag(target)
    assert np.abs(pose.V[:8] - model.mesh.V[:8]).max() < 1e-3 * rig.model.frame.diagonal


def test_a_pin_on_a_soft_part_stays() -> None:
    model = boxes([(0, 0, 0)], (2.0, 0.2, 0.2), soft={0: Soft(8)})
    rig = JointIK(model)
    grip = rig.grab([0, 1, 2, 3, 7], firm=[True] * 4 + [False])
    target = grip.held.rest.copy()
    target[-1] += [-0.5, 2.0, 0.0]
    pose = grip.drag(target)
    assert pose.gaps[:-1].max() < 1e-3 * rig.model.frame.diagonal
    assert pose.gaps[-1] < 0.7 * np.linalg.norm([-0.5, 2.0, 0.0])


def test_a_drag_against_pins_and_limits_takes_a_handful_of_steps() -> None:
    model = mechanism("lamp", resolution=0.5)
    rig = JointIK(model)
    base = np.flatnonzero(model.component == 0)[[0, 30, 60]].tolist()
    far = int(np.argmax(model.mesh.V[:, 0]))
    grip = rig.grab([*base, far], firm=[True] * 3 + [False])
    pose, steps = None, []
    for share in np.linspace(0.025, 1.0, 40):
        target = grip.held.rest.copy()
        target[-1] += share * rig.model.frame.diagonal * np.array([0.6, 0.8, 0.3])
        pose = grip.drag(target, pose)
        steps.append(pose.iterations)
        assert pose.gaps[:-1].max() < 1e-4 * rig.model.frame.diagonal
    assert pose is not None
    assert pose.gaps[-1] > 0.1 * rig.model.frame.diagonal
    assert np.median(steps) <= 6
    assert max(steps) <= 15


def test_where_all_points_are_firm_none_is() -> None:
    rig = JointIK(chain(3))
    plain, firm = rig.grab([0, 1, 23]), rig.grab([0, 1, 23], firm=[True] * 3)
    target = plain.held.rest.copy()
    target[-1] += [0.3, 0.4, 0.0]
    np.testing.assert_array_equal(plain.drag(target).V, firm.drag(target).V)


def test_a_rigid_group_is_firm_as_a_whole() -> None:
    grip = JointIK(chain(3)).grab([[0, 1, 2], 23], firm=[True, False])
    assert grip.handles.firm.tolist() == [True, True, True, False]


@pytest.mark.parametrize("firm", [[True], [1, 0, 0], "yes", [[True, False]]])
def test_firmness_that_does_not_fit_the_points_is_a_named_error(firm) -> None:
    with pytest.raises(AnchorError, match="true or false"):
        JointIK(chain(3)).grab([0, 1, 23], firm=firm)
