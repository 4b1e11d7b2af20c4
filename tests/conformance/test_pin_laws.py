"""The laws of pins that say more than a place: every rig keeps them, or says by name that it cannot."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import AnchorError
from pliant.geometry.patch import patch
from pliant.mesh import PoseSet
from pliant.pins import ABILITIES, Floor, Line, Pin, Plane
from pliant.pose import Pose
from pliant.rig import Rig
from tests.conformance.cases import CASES, Case, body_frozen, middle, middle_frozen
from tests.conformance.test_laws import pose_of, rig_of

# The bar's first cap is one control of its reduced rig, which cannot lift its pins one by one.
ONE_CONTROL = "reduced, bar"
SLIDES = {
    "plane": Plane((0.3, -0.4, 1.0)),
    "line": Line((0.5, 1.0, 0.2)),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


def holder(case: Case, rig: Rig) -> Rig:
    """The rig with what the case freezes."""
    if case.grab is middle_frozen:
        return rig.holding(middle(rig.mesh.V))
    if case.grab is not body_frozen:
        return rig
    still = (np.abs(case.poses.V - case.poses.V[0]) < 1e-9 * case.diagonal).all(axis=(0, 2))
    return rig.holding(still)


def dragged(case: Case, pins: list[Pin | None] | None = None, floor: Floor | None = None, **more) -> Pose:
    grip = holder(case, rig_of(case.name)).grab(case.points, pins=pins, floor=floor)
    return grip.drag(more.pop("targets", case.targets), **more)


def last_is(case: Case, pin: Pin) -> list[Pin | None]:
    return [None] * (len(case.points) - 1) + [pin]


def needs(case: Case, ability: str) -> bool:
    """Whether the rig of a case can; if not, it must say so."""
    rig = rig_of(case.name)
    if ability in rig.pins_can:
        return True
    asks = {
        "weight": {"pins": last_is(case, Pin(0.5))},
        "slide": {"pins": last_is(case, Pin(slide=SLIDES["plane"]))},
        "turn": {"pins": last_is(case, Pin(turn=True))},
        "floor": {"floor": Floor((0.0, 0.0, 0.0))},
    }[ability]
    with pytest.raises(AnchorError, match=f"{rig.method} does not know {ABILITIES[ability]}"):
        rig.grab(case.points, **asks)
    return False


@pytest.mark.parametrize("ability", ABILITIES)
def test_a_rig_can_or_says_by_name_that_it_cannot(case: Case, ability: str) -> None:
    needs(case, ability)


def test_plain_pins_give_the_bits_of_none(case: Case) -> None:
    plain = dragged(case, [Pin()] * len(case.points))
    assert plain.V.tobytes() == dragged(case).V.tobytes()


def test_a_heavier_pin_comes_nearer_and_the_heaviest_is_firm(case: Case) -> None:
    if not needs(case, "weight"):
        return
    targets = case.targets.copy()
    targets[-1] += 0.05 * case.diagonal * np.array([0.3, -0.5, 0.8])
    weights = (1e-3, 0.01, 0.1, 0.5, 0.9, 1.0 - 1e-9, 1.0)
    gaps = [dragged(case, last_is(case, Pin(w)), targets=targets).gaps[-1] for w in weights]
    assert (np.diff(gaps) <= 1e-9 * case.diagonal).all(), gaps
    assert gaps[0] > gaps[-1] + 1e-3 * case.diagonal
    assert abs(gaps[-2] - gaps[-1]) < 1e-6 * case.diagonal


def test_firm_pins_beside_a_soft_one_are_met(case: Case) -> None:
    if not (needs(case, "weight") and rig_of(case.name).exact):
        return
    pose = dragged(case, last_is(case, Pin(0.2)))
    assert pose.gaps[:-1].max() < 1e-9 * case.diagonal
    assert (np.diff(pose.energies) <= 1e-12 * np.array(pose.energies[:-1])).all()


@pytest.mark.parametrize("kind", SLIDES)
def test_a_pin_slides_freely_on_its_plane_and_line(case: Case, kind: str) -> None:
    if not needs(case, "slide"):
        return
    slide = SLIDES[kind]
    pins = last_is(case, Pin(slide=slide))
    pose = dragged(case, pins)
    missed = pose.V[case.points[-1]] - case.targets[-1]
    assert np.linalg.norm(slide.across() @ missed) < 1e-9 * case.diagonal
    assert np.linalg.norm(missed) > 1e-5 * case.diagonal
    # Where on its plane or line the target lies makes no difference.
    elsewhere = case.targets.copy()
    elsewhere[-1] += (np.eye(3) - slide.across()) @ (0.02 * case.diagonal * np.array([1.0, -1.0, 0.5]))
    again = dragged(case, pins, targets=elsewhere, start=pose)
    np.testing.assert_allclose(again.V, pose.V, rtol=0, atol=1e-4 * case.diagonal)  # how flat the valley is


@pytest.mark.parametrize("pin", [Pin(0.3), Pin(slide=SLIDES["plane"]), Pin(0.5, SLIDES["line"])], ids=str)
def test_gaps_are_distances_from_what_pins_ask_for(case: Case, pin: Pin) -> None:
    if not all(needs(case, ability) for ability in pin.asks):
        return
    pose = dragged(case, [pin] * len(case.points))
    missed = pose.V[case.points] - case.targets
    across = np.eye(3) if pin.slide is None else pin.slide.across()
    expected = np.linalg.norm(missed @ across, axis=1)
    np.testing.assert_allclose(pose.gaps, expected, rtol=0, atol=1e-9 * case.diagonal)


def up_of(case: Case) -> Floor:
    """A floor that cuts 2% of the diagonal off the lowest of the plain pose."""
    heights = pose_of(case.name).V[:, 2]
    return Floor.at(heights.min() + 0.02 * case.diagonal, (0.0, 0.0, 1.0))


def test_a_floor_far_below_leaves_every_bit(case: Case) -> None:
    if not needs(case, "floor"):
        return
    floor = Floor.at(-10.0 * case.diagonal, (0.0, 0.0, 1.0))
    pose = dragged(case, floor=floor)
    assert pose.V.tobytes() == pose_of(case.name).V.tobytes()
    assert len(pose.touching) == 0


def test_nothing_sinks_through_a_floor(case: Case) -> None:
    if not needs(case, "floor") or case.name == ONE_CONTROL:
        return
    floor = up_of(case)
    pose = dragged(case, floor=floor)
    heights = floor.heights(pose.V) / case.diagonal
    assert floor.heights(pose_of(case.name).V).min() < -0.01 * case.diagonal
    assert heights.min() > -1e-3
    assert np.abs(heights[pose.touching]).max(initial=0.0) < 1e-6
    assert (np.diff(pose.energies) <= 1e-12 * np.array(pose.energies[:-1])).all()


def test_a_target_below_the_floor_counts_as_one_on_it(case: Case) -> None:
    if not needs(case, "floor") or case.name == ONE_CONTROL:
        return
    floor = up_of(case)
    lifted = case.targets.copy()
    lifted[:, 2] = np.maximum(lifted[:, 2], floor.point[2])
    pose, other = dragged(case, floor=floor), dragged(case, floor=floor, targets=lifted)
    np.testing.assert_allclose(pose.V, other.V, rtol=0, atol=1e-9 * case.diagonal)
    np.testing.assert_allclose(
        pose.gaps, np.linalg.norm(pose.V[case.points] - case.targets, axis=1), atol=1e-9 * case.diagonal
    )


def test_a_floor_pushes_and_never_pulls(case: Case) -> None:
    """What touches the floor sinks as soon as it alone is let go, and rises nowhere by itself."""
    if not needs(case, "floor") or case.name == ONE_CONTROL:
        return
    floor = up_of(case)
    pose = dragged(case, floor=floor)
    if not len(pose.touching):
        return
    slide = Pin(slide=Plane(floor.normal))
    for left_out in pose.touching[:3]:
        others = [int(v) for v in pose.touching if v != left_out and v not in case.points]
        points = [*case.points.tolist(), *others]
        targets = np.concatenate([np.array(case.targets), pose.V[others]])
        targets[: len(case.points), 2] = np.maximum(targets[: len(case.points), 2], floor.point[2])
        pins = [None] * len(case.points) + [slide] * len(others)
        grip = holder(case, rig_of(case.name)).grab(points, pins=pins)
        sunk = grip.drag(targets, start=pose).V[[left_out]]
        assert floor.heights(sunk).max() < 1e-9 * case.diagonal


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_millimetres_and_kilometres_give_the_same_pose_for_all_pins(case: Case, scale: float) -> None:
    if case.name != "meshik":  # what scales is the solver's frame, which all rigs share
        return
    floor = up_of(case)
    pins = [None, None, Pin(0.3), Pin(slide=SLIDES["line"]), Pin(0.2, SLIDES["plane"])]
    pose = dragged(case, pins, floor)
    large = Floor.at(scale * floor.point[2], floor.normal)
    rig = case.make(PoseSet.of_positions(case.poses.mesh, scale * case.poses.V))
    other = rig.grab(case.points, pins=pins, floor=large).drag(scale * case.targets)
    np.testing.assert_allclose(other.V / scale, pose.V, rtol=0, atol=case.rounding * case.diagonal)


def test_a_pin_that_turns_carries_its_neighbourhood(case: Case) -> None:
    if not needs(case, "turn"):
        return
    rig, mesh = holder(case, rig_of(case.name)), case.poses.mesh
    middle = int(case.points[-1])
    pins = last_is(case, Pin(turn=True))
    grip = rig.grab(case.points, pins=pins)
    own = [v for v in patch(mesh, middle) if v == middle or v not in case.points]
    assert len(grip.held) == len(case.points) - 1 + len(own)
    assert len(own) >= 3
    maps = np.tile(np.eye(4), (len(case.points), 1, 1))
    pose = grip.carry(maps)
    reference = rig.grab([*case.points[:-1].tolist(), own]).carry(maps)
    assert pose.V.tobytes() == reference.V.tobytes()
