from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant import Handle, Handles, SculptedPose, samples
from pliant.errors import HandleError
from pliant.methods.handles.transforms import Move, Turn
from tests.methods.handles.shapes import carried

PERSON = samples.sample("humanoid", vertices=3_000)
PAINTED = samples.sample_handles("humanoid", PERSON)


def handles_of(*, parents: bool = True) -> Handles:
    return Handles.of(
        PERSON.mesh,
        [
            Handle.of(
                one.name,
                one.vertices,
                rigidity=one.rigidity,
                centre=one.centre,
                parent=one.parent if parents else None,
            )
            for one in PAINTED
        ],
    )


HANDLES = handles_of()
ARM = ("left shoulder", "left upper arm", "left forearm", "left hand")


def tip(name: str) -> np.ndarray:
    """The vertex of a handle that is farthest from its centre."""
    handle = HANDLES[HANDLES.index(name)]
    V = PERSON.V[0][handle.vertices]
    return V[np.linalg.norm(V - handle.centre, axis=1).argmax()]


def matrix(pose: SculptedPose, name: str, t: float = 1.0) -> np.ndarray:
    return pose.matrices(HANDLES, t)[HANDLES.index(name)]


def gap_at_joints(pose: SculptedPose, handles: Handles, t: float) -> float:
    """How far joints are torn apart in a fraction of a pose."""
    M = pose.matrices(handles, t)
    centres = np.array([handle.centre for handle in handles])
    gaps = [
        np.abs(carried(M[i], centres[i]) - carried(M[parent], centres[i])).max()
        for i, parent in enumerate(handles.parents)
        if parent >= 0
    ]
    return max(gaps)


def test_a_limb_is_a_handle_and_all_that_hangs_on_it() -> None:
    assert HANDLES.limb("left upper arm") == ("left upper arm", "left forearm", "left hand")
    assert set(HANDLES.limb("pelvis")) == set(HANDLES.names)


def test_a_chain_leads_from_the_root_or_from_what_stays_to_the_handle() -> None:
    assert HANDLES.chain("left hand") == ("belly", "chest", *ARM)
    assert HANDLES.chain("left hand", ["chest"]) == ARM
    assert HANDLES.chain("left hand", ["left hand", "left forearm"]) == ("left hand",)
    assert HANDLES.chain("pelvis") == ()


def test_what_no_one_says_is_told_by_the_rest_pose() -> None:
    found = handles_of(parents=False)
    pairs = {frozenset((a.name, found.names[p])) for a, p in zip(found, found.parents, strict=True) if p >= 0}
    assert pairs == {frozenset((one.name, one.parent)) for one in PAINTED if one.parent}


def test_a_parent_that_is_given_is_kept_and_the_rest_pose_tells_the_others() -> None:
    items = [replace(one, parent="head" if one.name == "left hand" else None) for one in HANDLES]
    found = Handles.of(PERSON.mesh, items)
    assert found.limb("head") == ("head", "left hand")
    assert "left hand" not in found.limb("left forearm")
    alone = Handles.of(
        PERSON.mesh, [replace(one, parent="" if one.name == "neck" else None) for one in HANDLES]
    )
    assert alone.parents[alone.index("neck")] == -1
    assert alone.limb("neck") == ("neck", "head")


def test_no_handle_comes_to_carry_itself_by_what_the_rest_pose_tells() -> None:
    chosen = {"belly": "left hand"}
    found = Handles.of(PERSON.mesh, [replace(one, parent=chosen.get(one.name)) for one in HANDLES])
    for name in found.names:
        assert len(found.limb(name)) <= len(found)
    assert found.parents[found.index("belly")] == found.index("left hand")


def test_the_centre_of_a_handle_is_at_the_border_to_the_parent_that_is_given() -> None:
    def centre(parent: str) -> np.ndarray:
        items = [
            replace(one, parent=parent, centre=None) if one.name == "left forearm" else one for one in HANDLES
        ]
        return Handles.of(PERSON.mesh, items)[HANDLES.index("left forearm")].centre

    wrist = HANDLES[HANDLES.index("left hand")].centre
    elbow = HANDLES[HANDLES.index("left forearm")].centre
    up = [replace(one, parent="left forearm" if one.name == "left upper arm" else "") for one in HANDLES]
    assert np.linalg.norm(centre("left upper arm") - elbow) < 0.05
    assert Handles.of(PERSON.mesh, up).limb("left forearm") == ("left forearm", "left upper arm")
    hand_first = [
        replace(one, parent={"left forearm": "left hand"}.get(one.name, ""), centre=None) for one in HANDLES
    ]
    assert (
        np.linalg.norm(Handles.of(PERSON.mesh, hand_first)[HANDLES.index("left forearm")].centre - wrist)
        < 0.05
    )


@pytest.mark.parametrize(
    ("parents", "words"),
    [
        ({"left hand": "tail"}, "hangs on 'tail', which is no handle"),
        ({"left hand": "left hand"}, "'left hand' carries itself"),
        ({"pelvis": "left hand"}, "carries itself"),
    ],
)
def test_parents_that_cannot_be_are_named_errors(parents: dict[str, str], words: str) -> None:
    items = [replace(one, parent=parents.get(one.name, one.parent)) for one in HANDLES]
    with pytest.raises(HandleError, match=words):
        Handles.of(PERSON.mesh, items)
    with pytest.raises(HandleError, match="give the name of a handle"):
        Handle.of("hand", [1], parent=3)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("way", [[0.2, 0.5, 0.0], [0.0, 0.3, 0.5], [-0.3, 0.3, 0.2]])
def test_a_dragged_hand_arrives_and_takes_the_arm_along_without_a_tear(
    way: tuple[float, float, float],
) -> None:
    grip = tip("left hand")
    pose = SculptedPose("wave").reached(HANDLES, "left hand", grip, grip + way)
    np.testing.assert_allclose(carried(matrix(pose, "left hand"), grip), grip + way, atol=1e-9)
    for t in (0.25, 0.5, 1.0):
        assert gap_at_joints(pose, HANDLES, t) < 1e-12
    for still in ("pelvis", "left thigh", "right toes"):
        np.testing.assert_array_equal(matrix(pose, still), np.eye(4))
    assert np.abs(matrix(pose, "left upper arm") - np.eye(4)).max() > 0.1


def test_what_is_fixed_stays_and_what_it_carries_is_led() -> None:
    grip = tip("left hand")
    target = grip + np.array([0.1, 0.3, 0.1])
    pose = SculptedPose("wave").reached(HANDLES, "left hand", grip, target, fixed=["chest"])
    np.testing.assert_array_equal(matrix(pose, "chest"), np.eye(4))
    np.testing.assert_array_equal(matrix(pose, "right hand"), np.eye(4))
    np.testing.assert_allclose(carried(matrix(pose, "left hand"), grip), target, atol=1e-9)


def test_a_hand_that_is_pulled_at_its_wrist_follows_the_forearm() -> None:
    wrist = HANDLES[HANDLES.index("left hand")].centre
    grip = wrist + np.array([-0.02, 0.02, 0.0])
    pose = SculptedPose("pull").reached(HANDLES, "left hand", grip, grip + np.array([2.0, 1.0, 0.0]))
    np.testing.assert_array_equal(matrix(pose, "left hand"), matrix(pose, "left forearm"))


def test_the_root_is_led_nowhere() -> None:
    assert SculptedPose("still").reached(HANDLES, "pelvis", (0, 1, 0), (1, 1, 0)).steps == ()


def test_of_two_drags_one_after_another_the_second_begins_where_the_first_ended() -> None:
    grip = tip("left hand")
    first = SculptedPose("wave").reached(HANDLES, "left hand", grip, grip + np.array([0.1, 0.3, 0.0]))
    here = carried(matrix(first, "left hand"), grip)
    second = first.reached(HANDLES, "left hand", here, here + np.array([-0.1, 0.1, 0.3]))
    np.testing.assert_allclose(
        carried(matrix(second, "left hand"), grip), here + np.array([-0.1, 0.1, 0.3]), atol=1e-9
    )
    assert gap_at_joints(second, HANDLES, 1.0) < 1e-12


def test_a_jointed_pose_is_the_same_and_every_fraction_of_it_stays_joined() -> None:
    grip = tip("left hand")
    pose = SculptedPose("dance").turned(HANDLES, HANDLES.limb("left upper arm"), (0, 0, 1), 50.0)
    pose = pose.turned(HANDLES, HANDLES.limb("left forearm"), (0, 1, 0), 40.0)
    pose = pose.turned(HANDLES, HANDLES.limb("pelvis"), (0, 1, 0), 30.0)
    pose = pose.moved(HANDLES.limb("pelvis"), (0.1, 0, 0))
    here = carried(matrix(pose, "left hand"), grip)
    pose = pose.reached(HANDLES, "left hand", here, here + np.array([0.0, 0.1, 0.2]))
    jointed = pose.jointed(HANDLES)
    np.testing.assert_allclose(jointed.matrices(HANDLES), pose.matrices(HANDLES), atol=1e-12)
    again = jointed.jointed(HANDLES)
    np.testing.assert_allclose(again.matrices(HANDLES, 0.5), jointed.matrices(HANDLES, 0.5), atol=1e-12)
    assert gap_at_joints(pose, HANDLES, 0.5) > 1e-2
    for t in (0.25, 0.5, 0.75, 1.5):
        assert gap_at_joints(jointed, HANDLES, t) < 1e-12


def test_a_turn_of_more_than_half_a_round_stays_one() -> None:
    arm = HANDLES.limb("left upper arm")
    pose = (
        SculptedPose("wheel").turned(HANDLES, arm, (0, 0, 1), 270.0).turned(HANDLES, arm[1:], (1, 0, 0), 20.0)
    )
    jointed = pose.jointed(HANDLES)
    turns = {step.handles[0]: step.transformation for step in jointed.steps}
    assert isinstance(turns["left upper arm"], Turn)
    assert turns["left upper arm"].degrees == pytest.approx(270.0)


def test_a_pose_that_tears_joints_apart_or_changes_sizes_is_left_as_it_is() -> None:
    turned = SculptedPose("odd").turned(HANDLES, "head", (0, 1, 0), 30.0)
    for pose in (
        turned.moved("left hand", (0.1, 0.0, 0.0)),
        turned.scaled(HANDLES, "head", 1.3),
        turned,
        SculptedPose("empty"),
    ):
        assert pose.jointed(HANDLES) is pose


def test_the_whole_character_may_be_moved_in_a_jointed_pose() -> None:
    pose = SculptedPose("step").moved(HANDLES.limb("pelvis"), (0.3, 0.0, 0.1))
    pose = pose.turned(HANDLES, HANDLES.limb("left thigh"), (1, 0, 0), -30.0)
    jointed = pose.jointed(HANDLES)
    np.testing.assert_allclose(jointed.matrices(HANDLES), pose.matrices(HANDLES), atol=1e-12)
    assert isinstance(jointed.steps[-1].transformation, Move)


def test_parents_are_kept_in_files() -> None:
    again = Handles.of_json(PERSON.mesh, HANDLES.to_json())
    assert [one.parent for one in again] == [one.parent for one in HANDLES]
    np.testing.assert_array_equal(again.parents, HANDLES.parents)


def test_what_carries_more_is_stiffer() -> None:
    stiffness = dict(zip(HANDLES.names, HANDLES.stiffness, strict=True))
    assert all(np.diff([stiffness[name] for name in HANDLES.chain("left hand")]) < 0.0)
    assert stiffness["left hand"] == pytest.approx(stiffness["right hand"], rel=1e-3)
    assert stiffness["pelvis"] == pytest.approx(1.1**2)


ROOT = HANDLES.names[int(np.flatnonzero(HANDLES.parents < 0)[0])]


@pytest.mark.parametrize("way", [(0.0, -0.06, 0.0), (0.03, -0.05, 0.08), (-0.04, -0.03, -0.06)])
def test_feet_that_are_planted_stay_where_they_are_while_the_root_moves(way) -> None:
    pose = SculptedPose("crouch").moved(HANDLES.limb(ROOT), way)
    for foot in ("left foot", "right foot"):
        pose = pose.planted(HANDLES, foot, HANDLES[HANDLES.index(foot)].centre)
    for foot in ("left foot", "right foot"):
        np.testing.assert_allclose(matrix(pose, foot), np.eye(4), atol=1e-6)
    np.testing.assert_allclose(matrix(pose, ROOT)[:3, 3], way, atol=1e-12)
    assert gap_at_joints(pose, HANDLES, 1.0) < 1e-6
    assert gap_at_joints(pose.jointed(HANDLES), HANDLES, 0.5) < 1e-6


def test_a_foot_out_of_reach_keeps_its_direction_and_its_leg() -> None:
    pose = SculptedPose("jump").moved(HANDLES.limb(ROOT), (0.0, 2.0, 0.0))
    pose = pose.planted(HANDLES, "left foot", HANDLES[HANDLES.index("left foot")].centre)
    np.testing.assert_allclose(matrix(pose, "left foot")[:3, :3], np.eye(3), atol=1e-6)
    assert matrix(pose, "left foot")[1, 3] > 1.0
    assert gap_at_joints(pose, HANDLES, 1.0) < 1e-6
