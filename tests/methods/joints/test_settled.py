"""Which of several readings of a contact is taken: the plain one, a hinge behind a stop, or a turn."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")

from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints import analysis
from pliant.methods.joints.limits import FREE_TURN, SHORT_SLIDE, Limited

SMALL, LARGE = SimpleNamespace(size=1.0), SimpleNamespace(size=10.0)


def reading(kind: str, width: float = 1.0) -> Limited:
    """What a contact says: a kind of joint with a range so wide; it stands for the verdict too."""
    ranges = np.array([[-width / 2, width / 2]]) if kind != "fixed" else np.zeros((0, 2))
    return Limited(JointKind(kind), np.zeros(3), np.eye(3), ranges)


FIXED, HINGE, SLIDE = reading("fixed"), reading("revolute", 2 * FREE_TURN), reading("prismatic")
SHORT = reading("prismatic", 0.9 * SHORT_SLIDE)


def settled(monkeypatch, plain, *, stop=None, turns=(), unanimous=None) -> Limited:
    """The joint that is taken, where the readings are these."""
    monkeypatch.setattr(analysis, "verdict", lambda a, b, seen: plain)
    monkeypatch.setattr(analysis, "behind_a_stop", lambda seen: stop)
    monkeypatch.setattr(analysis, "turning", lambda seen: turns)
    monkeypatch.setattr(analysis, "unanimous_hinge", lambda seen: unanimous)
    monkeypatch.setattr(analysis, "limited", lambda a, b, said: said)
    said, joint = analysis._settled(SMALL, LARGE, [])
    assert said is joint  # evidence is about the reading that is taken
    return joint


def test_a_plain_joint_is_taken_whatever_else_could_be_read(monkeypatch):
    for plain in (SLIDE, reading("cylinder")):
        assert settled(monkeypatch, plain, stop=HINGE, turns=[HINGE], unanimous=HINGE) is plain


def test_what_is_fixed_is_read_again_behind_a_stop_and_only_taken_if_it_moves(monkeypatch):
    for again in (HINGE, SLIDE):
        assert settled(monkeypatch, FIXED, stop=again, turns=[reading("revolute", 9.0)]) is again
    assert settled(monkeypatch, FIXED, stop=reading("fixed")) is FIXED
    assert settled(monkeypatch, FIXED, stop=reading("fixed"), turns=[HINGE]) is HINGE


@pytest.mark.parametrize("plain", [FIXED, SHORT])
def test_what_is_fixed_or_hardly_slides_is_a_hinge_if_it_turns_freely(monkeypatch, plain):
    assert settled(monkeypatch, plain, turns=[SLIDE, HINGE]) is HINGE
    assert settled(monkeypatch, plain, turns=[reading("revolute", FREE_TURN)]).kind is JointKind.REVOLUTE
    assert settled(monkeypatch, plain, turns=[reading("revolute", 0.99 * FREE_TURN), SLIDE]) is plain


def test_a_slide_is_short_by_the_smaller_part_only(monkeypatch):
    for width in (SHORT_SLIDE, 0.5 * SHORT_SLIDE * LARGE.size):
        wide = reading("prismatic", width)
        assert settled(monkeypatch, wide, turns=[HINGE]) is wide


def test_a_hinge_that_all_distances_tell_is_taken_last_and_only_for_what_is_fixed(monkeypatch):
    narrow = reading("revolute", 0.1 * FREE_TURN)
    assert settled(monkeypatch, FIXED, unanimous=narrow) is narrow
    assert settled(monkeypatch, FIXED, turns=[HINGE], unanimous=narrow) is HINGE
    assert settled(monkeypatch, SHORT, unanimous=narrow) is SHORT
