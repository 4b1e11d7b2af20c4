"""Channels of keys: exact at keys, in agreement with SciPy and a dense search, and periodic beyond."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from pliant.animation.keys import EASES, Channel, Ease
from pliant.arrays import Floats
from pliant.errors import TrackError

TIMES = np.array([1.0, 2.5, 6.0, 7.0, 12.0, 20.0])
VALUES = np.random.default_rng(3).normal(size=(6, 3))
VALUES[3, 0] = VALUES[2, 0]
FINE = np.linspace(TIMES[0], TIMES[-1], 997)


def handles(scale: float) -> tuple[Floats, Floats]:
    """Handles at other frames for each number; a scale above one lets them overlap."""
    rng = np.random.default_rng(5)
    gap = np.diff(TIMES, append=TIMES[-1] + 1.0, prepend=TIMES[0] - 1.0)
    reach = scale * rng.uniform(0.1, 0.45, size=(2, 6, 3)) * np.stack([gap[:-1], gap[1:]])[:, :, None]
    lift = rng.normal(size=(2, 6, 3))
    left = np.stack([TIMES[:, None] - reach[0], VALUES + lift[0]], axis=1)
    right = np.stack([TIMES[:, None] + reach[1], VALUES + lift[1]], axis=1)
    return left, right


@pytest.mark.parametrize("ease", EASES)
def test_a_channel_is_exact_at_its_keys(ease: Ease) -> None:
    channel = Channel.of(TIMES, VALUES, ease, handles=handles(1.0) if ease == "bezier" else None)
    np.testing.assert_array_equal(channel.at(TIMES), VALUES)


@pytest.mark.parametrize("count", [2, 3, 6])
def test_smooth_is_the_monotone_cubic_of_scipy(count: int) -> None:
    inside = FINE[TIMES[count - 1] >= FINE]
    expected = PchipInterpolator(TIMES[:count], VALUES[:count])(inside)
    np.testing.assert_allclose(
        Channel.of(TIMES[:count], VALUES[:count]).at(inside), expected, rtol=0, atol=1e-14
    )


@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_bezier_agrees_with_a_dense_search_along_the_curve(scale: float) -> None:
    left, right = handles(scale)
    found = Channel.of(TIMES, VALUES, "bezier", handles=(left, right)).at(FINE)
    s = np.linspace(0.0, 1.0, 20001)
    basis = np.stack([(1 - s) ** 3, 3 * s * (1 - s) ** 2, 3 * s**2 * (1 - s), s**3], axis=1)
    for i, c in np.ndindex(5, 3):
        start, end = np.array([TIMES[i], VALUES[i, c]]), np.array([TIMES[i + 1], VALUES[i + 1, c]])
        out, into = right[i, :, c] - start, end - left[i + 1, :, c]
        # A handle that reaches beyond the other key is shortened along its direction.
        gap = end[0] - start[0]
        out, into = out * min(1.0, gap / out[0]), into * min(1.0, gap / into[0])
        frame, value = (basis @ [start, start + out, end - into, end]).T
        assert (np.diff(frame) >= 0.0).all()
        rows = (start[0] <= FINE) & (end[0] > FINE)
        np.testing.assert_allclose(found[rows, c], np.interp(FINE[rows], frame, value), rtol=0, atol=1e-6)


def test_mixed_eases_keep_to_their_own_stretch() -> None:
    eases: list[Ease] = ["smooth", "smooth", "step", "linear", "smooth", "smooth"]
    found = Channel.of(TIMES, VALUES, eases).at(FINE)
    smooth = TIMES[2] > FINE
    np.testing.assert_allclose(found[smooth], PchipInterpolator(TIMES[:3], VALUES[:3])(FINE[smooth]))
    waiting = (TIMES[2] <= FINE) & (TIMES[3] > FINE)
    assert (found[waiting] == VALUES[2]).all()
    straight = (TIMES[3] <= FINE) & (TIMES[4] >= FINE)
    share = ((FINE[straight] - TIMES[3]) / (TIMES[4] - TIMES[3]))[:, None]
    np.testing.assert_allclose(found[straight], VALUES[3] + share * (VALUES[4] - VALUES[3]))


def test_beyond_its_keys_a_channel_holds_loops_returns_or_goes_on() -> None:
    period, t = 19.0, np.linspace(1.0, 20.0, 39)[1:-1]
    plain = Channel.of(TIMES, VALUES)
    inside = plain.at(t)
    ends = plain.at([-100.0, 100.0])
    np.testing.assert_array_equal(ends, VALUES[[0, -1]])
    for cycle in (-2, -1, 1, 3):
        loop = Channel.of(TIMES, VALUES, before="loop", after="loop")
        np.testing.assert_allclose(loop.at(t + cycle * period), inside, rtol=0, atol=1e-12)
        back = Channel.of(TIMES, VALUES, "linear", before="ping-pong", after="ping-pong")
        mirrored = t if cycle % 2 == 0 else 21.0 - t
        np.testing.assert_allclose(
            back.at(t + cycle * period), Channel.of(TIMES, VALUES, "linear").at(mirrored), rtol=0, atol=1e-12
        )
        on = Channel.of(TIMES, VALUES, before="offset", after="offset")
        gone = cycle * (VALUES[-1] - VALUES[0])
        np.testing.assert_allclose(on.at(t + cycle * period), on.at(t) + gone, rtol=0, atol=1e-12)


@pytest.mark.parametrize("way", ["loop", "ping-pong", "offset"])
def test_a_smooth_channel_passes_its_seam_without_a_kink(way) -> None:
    values = VALUES.copy()
    values[-1] = values[0] if way == "loop" else values[-1]
    channel = Channel.of(TIMES, values, before=way, after=way)
    step = 1e-5
    for seam in (1.0, 20.0, 39.0):
        before, at, after = channel.at([seam - step, seam, seam + step])
        np.testing.assert_allclose((at - before) / step, (after - at) / step, rtol=0, atol=1e-3)


@pytest.mark.parametrize(
    ("times", "values", "words"),
    [
        ([1, 1], [0, 1], "Key 1 is at frame 1, not after key 0"),
        ([1, 2], [0, np.nan], "Key 1 is"),
        ([1, 2], [0], "one time and one row"),
        ([], [], "at least one key"),
    ],
)
def test_keys_that_make_no_motion_are_refused(times: list, values: list, words: str) -> None:
    with pytest.raises(TrackError, match=words):
        Channel.of(times, values)
