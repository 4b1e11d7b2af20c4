"""The paper's scenes, on our models [Xu2009, sec. 5]."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pliant.mechanism.mechanism import Component, Mechanism, Soft
from pliant.methods.joints.edits import with_kind
from pliant.methods.joints.rig import JointIK
from tests.methods.joints.boxes import coordinates, motions, violation
from tests.models import mechanism


def named(model: Mechanism, name: str) -> int:
    """The number of a component."""
    return [part.name for part in model.components].index(name)


def vertices(model: Mechanism, name: str, count: int = 5) -> list[int]:
    """Some vertices of a component, far apart in its list."""
    own = np.flatnonzero(model.component == named(model, name))
    return [int(i) for i in own[np.linspace(0, len(own) - 1, count).astype(int)]]


def extreme(model: Mechanism, name: str, way) -> int:
    """The vertex of a component that lies farthest one way."""
    own = np.flatnonzero(model.component == named(model, name))
    return int(own[np.argmax(model.mesh.V[own] @ np.asarray(way, dtype=float))])


def pulled(rig: JointIK, held: list[int], pulls: dict[int, tuple[float, float, float]]):
    """The pose with some vertices held and others pulled, in sizes of the model."""
    V, size = rig.mesh.V, rig.model.frame.diagonal
    targets = [V[i] for i in held] + [V[i] + size * np.array(way) for i, way in pulls.items()]
    return rig.grab([*held, *pulls]).drag(np.array(targets))


def soft_part(model: Mechanism, *names: str) -> Mechanism:
    """With some components made soft."""
    parts = [Component(p.name, Soft(8)) if p.name in names else p for p in model.components]
    return replace(model, components=tuple(parts))


def test_a_lamp_that_knows_its_joints_stays_whole_and_one_that_does_not_comes_apart() -> None:
    model = mechanism("lamp", resolution=0.5)
    held, head = vertices(model, "base"), extreme(model, "shade", (1, -1, 0))
    move = {head: (0.2, -0.2, 0.1)}
    aware, unaware = (pulled(rig, held, move) for rig in (JointIK(model), JointIK(model, joints=())))
    size = JointIK(model).model.frame.diagonal
    assert aware.gaps.max() < 1e-3 * size
    assert violation(model, aware.V) < 1e-9 * size
    assert violation(model, unaware.V) > 0.1 * size


def test_soft_links_bend_where_rigid_ones_stay_straight() -> None:
    model = mechanism("lamp", resolution=0.5)
    arms = ("lower arm", "upper arm")
    held, head = vertices(model, "base"), extreme(model, "shade", (1, -1, 0))
    # Farther than the straight arms reach.
    move = {head: (0.5, 0.5, 0.0)}
    rigid, soft = JointIK(model), JointIK(soft_part(model, *arms))
    straight, bent = pulled(rigid, held, move), pulled(soft, held, move)
    assert motions(model, straight.V)[2] < 1e-9
    assert motions(model, bent.V)[2] > 0.01 * rigid.model.frame.diagonal
    assert bent.gaps.max() < 0.8 * straight.gaps.max()


def test_a_chair_swivels_its_armrests_rise_and_its_back_tilts() -> None:
    model = mechanism("chair", resolution=0.5)
    rig, held = JointIK(model), vertices(model, "foot")
    seat, arm = extreme(model, "seat", (0, 0, 1)), extreme(model, "left armrest", (0, 1, 0))
    back = extreme(model, "back", (0, 1, 0))
    turned = pulled(rig, held, {seat: (0.15, 0.0, -0.05)})
    assert turned.gaps.max() < 0.05 * rig.model.frame.diagonal
    raised = pulled(rig, [*held, *vertices(model, "seat")], {arm: (0.0, 0.04, 0.0)})
    others = model.component != named(model, "left armrest")
    assert np.abs(raised.V - model.mesh.V)[others].max() < 1e-3
    tilted = pulled(rig, [*held, *vertices(model, "seat")], {back: (0.0, -0.01, -0.08)})
    for pose in (turned, raised, tilted):
        assert violation(model, pose.V) < 1e-9
    kinds = {joint.kind: value for joint, value in zip(rig.model.joints, tilted.values, strict=True)}
    assert abs(kinds["revolute"][0]) > np.radians(3)


def test_a_brush_whose_rods_are_freed_reaches_farther() -> None:
    """As in figure 4: fixed joints of the rods are changed to revolute ones."""
    model = mechanism("brush", resolution=0.5)
    fixed = [i for i, joint in enumerate(model.joints) if joint.kind == "fixed"]
    assert fixed
    freed = model
    for i in fixed:
        freed = with_kind(freed, i, "revolute")
    held, tip = vertices(model, "wrist"), extreme(model, "brush", (0, 1, 0))
    stiff, loose = (pulled(JointIK(each), held, {tip: (0.0, 0.1, 0.05)}) for each in (model, freed))
    assert loose.gaps.max() < stiff.gaps.max()


def test_a_snake_of_loose_segments_dances() -> None:
    model = mechanism("snake", resolution=0.5)
    rig = JointIK(model)
    pose = pulled(rig, vertices(model, "tail"), {extreme(model, "head", (0, 1, 0)): (0.0, 0.15, 0.1)})
    assert pose.gaps.max() < 1e-3 * rig.model.frame.diagonal
    assert violation(model, pose.V) < 1e-9
    assert (np.abs(pose.values[:, :3]).max(axis=1) > 1e-3).all()


def test_an_ear_turns_on_a_head_that_stays() -> None:
    model = mechanism("bunny", resolution=0.5)
    rig = JointIK(model)
    pose = pulled(
        rig, vertices(model, "head", 12), {extreme(model, "left ear", (0, 1, 0)): (0.15, -0.1, 0.0)}
    )
    size = rig.model.frame.diagonal
    assert pose.gaps.max() < 0.01 * size
    far = model.component == named(model, "right ear")
    assert np.abs(pose.V - model.mesh.V)[far].max() < 0.01 * size


def test_a_motion_of_hands_and_feet_is_carried_over_to_the_robot() -> None:
    """A walk of four points, as a capture would give it: every frame from the last, without jumps."""
    model = mechanism("robot", resolution=0.5)
    rig = JointIK(model)
    ends = [
        extreme(model, name, (0, -1, 0)) for name in ("left hand", "right hand", "left foot", "right foot")
    ]
    held = vertices(model, "pelvis")
    grip, size = rig.grab([*held, *ends]), rig.model.frame.diagonal
    pose, frames = None, []
    for phase in np.linspace(0, 2 * np.pi, 25):
        swing = np.sin(phase) * np.array([1.0, -1.0, -1.0, 1.0])
        lift = np.maximum(np.cos(phase) * np.array([0.3, 0.3, 1.0, -1.0]), 0.0)
        targets = grip.held.rest.copy()
        targets[-4:, 2] += 0.06 * size * swing
        targets[-4:, 1] += 0.04 * size * lift
        pose = grip.drag(targets, pose)
        frames.append(pose.V)
        assert pose.gaps.max() < 0.02 * size
        assert violation(model, pose.V) < 1e-9
    jumps = np.abs(np.diff(np.array(frames[1:]), axis=0)).max(axis=(1, 2))
    assert jumps.max() < 0.08 * size
    # The walk comes back to where it began.
    np.testing.assert_allclose(frames[-1], frames[0], atol=0.02 * size)


def test_limits_of_the_robot_hold_within_half_a_degree() -> None:
    model = mechanism("robot", resolution=0.5)
    rig, rng = JointIK(model), np.random.default_rng(0)
    held, hand = vertices(model, "torso"), extreme(model, "left hand", (0, -1, 0))
    for _ in range(5):
        pose = pulled(rig, held, {hand: tuple(0.4 * rng.uniform(-1, 1, 3))})
        for joint, (turn, _way) in zip(model.joints, coordinates(model, pose.V), strict=True):
            if joint.kind == "revolute":
                angle = np.arctan2(turn[2, 1], turn[1, 1])
                low, high = joint.ranges[0]
                assert low - np.radians(0.5) <= angle <= high + np.radians(0.5)
