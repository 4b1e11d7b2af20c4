"""The laws of bad input: every rig refuses it with a named error."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Array, Floats
from pliant.errors import AnchorError, MeshError, OptionError, TargetError
from pliant.mesh import PoseSet
from tests.conformance.cases import CASES, Case
from tests.conformance.test_laws import grip_of, pose_of, rig_of


@pytest.mark.law("errors")
@pytest.mark.parametrize("points", [[], [-1], [10**6], [3, 3], [0.5], ["a"], None, [[0, 1], [1]]], ids=str)
def test_points_that_are_not_on_the_mesh_are_a_named_error(case: Case, points) -> None:
    with pytest.raises(AnchorError):
        rig_of(case.name).grab(points)


BAD_TARGETS = {
    "too few": lambda targets: targets[:-1],
    "too many": lambda targets: np.vstack([targets, targets[:1]]),
    "flat": lambda targets: targets[:, :2],
    "not a number": lambda targets: np.where(np.arange(3) == 1, np.nan, targets),
    "infinite": lambda targets: np.where(np.arange(3) == 1, np.inf, targets),
    "words": lambda targets: [["a", "b", "c"]] * len(targets),
    "nothing": lambda targets: None,
}


@pytest.mark.law("errors")
@pytest.mark.parametrize("kind", BAD_TARGETS)
def test_bad_targets_are_a_named_error(case: Case, kind: str) -> None:
    with pytest.raises(TargetError):
        grip_of(case.name).drag(BAD_TARGETS[kind](case.targets))


@pytest.mark.law("errors")
def test_a_start_from_another_rig_is_a_named_error(case: Case) -> None:
    stranger = CASES["meshik, bar" if case.name != "meshik, bar" else "meshik"]
    with pytest.raises(OptionError):
        grip_of(case.name).drag(case.targets, start=pose_of(stranger.name))


@pytest.mark.law("errors")
def test_transformations_of_the_wrong_number_are_a_named_error(case: Case) -> None:
    with pytest.raises(TargetError):
        grip_of(case.name).carry(np.tile(np.eye(4), (len(case.points) + 1, 1, 1)))


def broken(V: Floats, how: str) -> Array:
    bad = V.copy()
    if how == "flat":
        bad[0, :, 1:] = 0.0
    elif how == "a point":
        bad[0] = 1.0
    return bad


@pytest.mark.law("errors")
@pytest.mark.parametrize("how", ["flat", "a point"])
def test_a_character_without_area_is_a_named_error(case: Case, how: str) -> None:
    with pytest.raises(MeshError):
        case.make(PoseSet.of_positions(case.poses.mesh, broken(case.poses.V, how)))
