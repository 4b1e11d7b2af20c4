"""Limbs of reduced rigs turn the way round that their controls can follow, and tears that remain are told."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.mesh import PoseSet
from pliant.methods.reduced.figures.controls import hue_names
from pliant.methods.reduced.reconstruction import Reconstruction
from pliant.methods.reduced.report.words import Measure, advice
from pliant.methods.reduced.rig import ReducedIK
from pliant.methods.reduced.words import ReducedWords
from pliant.samples.bar import bar, straight_bar
from tests.methods.meshik.test_branches import SHAPES, SLENDER, straight_and, swung, worst

TOLD = "alf-way to 'folded' the surface tears near vertex"
ANY_SIZE = Measure(5.0, "height")


# Shaft from which on the tail turns, and the length over which it does; without a choice of sides all of them
# swing around the other side of the body.
KINKS = {"at 0.6": (0.6, 0.1), "at 0.75": (0.75, 0.08)}


def with_a_tail(angle: float, kink: str) -> PoseSet:
    """The slender bar, straight and with its tail swung around."""
    V = straight_bar(500) * SLENDER
    return PoseSet.of(np.stack([V, swung(V, angle, *KINKS[kink])]), bar(500).F)


@pytest.mark.parametrize("angle", [215.0, -215.0])
@pytest.mark.parametrize("kink", KINKS)
def test_a_tail_swung_by_more_than_half_a_turn_goes_half_way_on_its_own_side(angle: float, kink: str) -> None:
    poses = with_a_tail(angle, kink)
    found = ReducedIK(poses).blend([0.5, 0.5])
    assert worst(found, swung(poses.V[0], angle / 2, *KINKS[kink])) < 0.03
    around = angle - np.copysign(360.0, angle)
    assert worst(found, swung(poses.V[0], around / 2, *KINKS[kink])) > 0.1


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_mirrored_tail_goes_the_mirrored_way_round(axis: int) -> None:
    """Learning breaks ties by rounding, so that mirrored rigs are only nearly mirror images."""
    poses = with_a_tail(215.0, "at 0.75")
    mirror = np.diag(np.where(np.arange(3) == axis, -1.0, 1.0))
    found = ReducedIK(PoseSet.of(poses.V @ mirror, poses.F[:, ::-1])).blend([0.5, 0.5])
    own, other = (swung(poses.V[0], angle, *KINKS["at 0.75"]) for angle in (107.5, -72.5))
    assert worst(found @ mirror, own) < 0.06
    assert worst(found @ mirror, other) > 0.1


def folded() -> PoseSet:
    """A bar whose tail is folded back within a fiftieth of its length: no way round is smooth."""
    V = straight_bar(500) * SLENDER
    return PoseSet.of(np.stack([V, swung(V, 179.0, 0.65, 0.02)]), bar(500).F, ["rest", "folded"])


def test_a_tear_that_remains_is_told_by_the_rig_its_words_and_the_report() -> None:
    poses = folded()
    rig = ReducedIK(poses)
    (tear,) = rig.tears
    assert tear.pose == 1
    assert 0.5 < poses.V[0, tear.vertex, 0] < 0.8
    facts = ReducedWords().facts(rig)
    lines = ReducedWords().lines({"names": rig.names, **facts})
    assert sum(TOLD in line for line in lines) == 1
    told = advice(rig, Reconstruction.of(rig, poses), ANY_SIZE, hue_names(rig))
    assert sum(f"H{TOLD} {tear.vertex}" in line for line in told) == 1


@pytest.mark.parametrize("name", SHAPES)
def test_smooth_turns_have_no_tears_however_far_they_go(name: str) -> None:
    poses, _ = straight_and(name, 500, "round")
    rig = ReducedIK(poses)
    assert rig.tears == ()
    assert "tears" not in " ".join(advice(rig, Reconstruction.of(rig, poses), ANY_SIZE, hue_names(rig)))
