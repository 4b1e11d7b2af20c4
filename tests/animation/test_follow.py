"""Follow-through: the swing of a damped spring, whatever the frame rate, with what is held held."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.animation.follow_through import FollowThrough
from pliant.animation.frames import bake
from pliant.animation.spring import Spring, Swing
from pliant.arrays import Floats
from pliant.errors import OptionError
from tests.animation.rigs import METHODS, rig_of, track_of
from tests.conformance.cases import CASES

WOBBLY = FollowThrough(springiness=8.0, damping=0.3)


def swung(follow: FollowThrough, x: Floats, fps: float) -> Floats:
    """(f,) the spring that follows x (f,), at rest in the first frame."""
    spring, swing = Spring.of(follow, 1.0 / fps), Swing.at_rest(x[:1])
    out = [swing.y]
    for value in x[1:]:
        swing = spring.followed(swing, np.array([value]))
        out.append(swing.y)
    return np.concatenate(out)


@pytest.mark.parametrize("damping", [0.1, 0.3, 1.0, 2.5])
def test_the_answer_to_a_step_is_that_of_a_damped_spring(damping: float) -> None:
    follow, t = FollowThrough(2.0, damping), np.arange(60) / 24.0
    spring = Spring.of(follow, 1.0 / 24.0)
    swing, found = Swing(np.zeros(1), np.zeros(1), np.ones(1)), [0.0]
    for _ in t[1:]:
        swing = spring.followed(swing, np.ones(1))
        found.append(swing.y[0])
    w = 2.0 * np.pi * 2.0
    root = np.sqrt(complex(damping**2 - 1.0)) + 1e-7
    a, b = w * (-damping + root), w * (-damping - root)
    expected = 1.0 + (b * np.exp(a * t) - a * np.exp(b * t)) / (a - b)
    np.testing.assert_allclose(found, expected.real, rtol=0, atol=1e-6)


@pytest.mark.parametrize("damping", [0.3, 0.7, 1.0])
def test_a_sudden_move_is_overshot_as_the_damping_says(damping: float) -> None:
    follow = FollowThrough(2.0, damping)
    share = 0.0 if damping == 1.0 else np.exp(-np.pi * damping / np.sqrt(1.0 - damping**2))
    # The move lasts one frame of this many: the shorter, the nearer to sudden.
    fps = 4000.0
    y = swung(follow, np.concatenate([[0.0], np.ones(int(fps))]), fps)
    assert y.max() - 1.0 == pytest.approx(share, abs=1e-4)


def test_what_stands_still_stays_to_the_last_bit() -> None:
    np.testing.assert_array_equal(swung(WOBBLY, np.full(50, 0.3), 24.0), np.full(50, 0.3))


@pytest.mark.parametrize("response", [-1.0, 0.0, 1.0, 2.0])
def test_24_and_48_frames_per_second_agree_at_common_times(response: float) -> None:
    follow = FollowThrough(3.0, 0.3, response)

    def motion(fps: float) -> Floats:
        return swung(follow, np.sin(3.0 * np.arange(int(2 * fps) + 1) / fps), fps)

    np.testing.assert_allclose(motion(48.0)[::2], motion(24.0), rtol=0, atol=4e-3)


def test_a_response_of_two_keeps_up_with_steady_motion_and_zero_lags_by_its_damping() -> None:
    x = np.arange(400) / 24.0
    assert swung(FollowThrough(3.0, 0.4, 2.0), x, 24.0)[-1] == pytest.approx(x[-1], abs=1e-9)
    lag = 2.0 * 0.4 / (2.0 * np.pi * 3.0)
    assert swung(FollowThrough(3.0, 0.4, 0.0), x, 24.0)[-1] == pytest.approx(x[-1] - lag, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_a_rig_swings_settles_on_the_keyed_pose_and_keeps_what_is_held(method: str) -> None:
    case, rig = CASES[method], rig_of(method)
    # Few frames a second make whole swings of few frames.
    track = track_of(method, last=13, fps=12.0)
    still, moving = bake(rig, track).array(), bake(rig, track, follow=WOBBLY).array()
    off = np.abs(moving - still).max(axis=(1, 2)) / case.diagonal
    np.testing.assert_allclose(
        moving[:, case.points], still[:, case.points], rtol=0, atol=1e-9 * case.diagonal
    )
    assert off[-1] < 1e-4
    if method == "joints":
        assert off.max() == 0.0  # rigid parts on joints have nothing soft to swing
    else:
        assert off.max() > 2e-3


def test_options_that_no_spring_has_are_refused() -> None:
    for wrong in ({"springiness": 0.0}, {"damping": -1.0}, {"response": np.inf}):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            FollowThrough(**wrong)
