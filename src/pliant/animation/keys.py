"""A channel of keys: values at times, and the curve from each to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Self, get_args

import numpy as np
from numpy.typing import ArrayLike

from pliant.animation.bezier import bezier
from pliant.animation.extrapolation import BEYONDS, Beyond, folded
from pliant.animation.slopes import inner_slopes, monotone_slopes
from pliant.arrays import Array, Floats, Ints, frozen
from pliant.errors import TrackError

Ease = Literal["step", "linear", "smooth", "bezier"]
EASES: tuple[str, ...] = get_args(Ease)


@dataclass(frozen=True, eq=False)
class Channel:
    """k keys of d numbers each.

    times:   (k,) frames, rising; fractions are allowed
    values:  (k, d)
    eases:   k curves from a key to the next: step waits, linear goes straight, smooth has no overshoot
             between keys, bezier follows its handles
    left, right: (k, 2, d) handles of bezier keys, a frame and a value for each number; NaN for a handle that
             lies a third of the way straight to the next key; None where no key has any
    before, after: what happens outside of the keys, see `extrapolation.folded`
    Raises TrackError for keys out of order, numbers that are not finite, or shapes that do not fit.
    """

    times: Floats
    values: Floats
    eases: tuple[Ease, ...]
    left: Floats | None = None
    right: Floats | None = None
    before: Beyond = "hold"
    after: Beyond = "hold"

    @classmethod
    def of(
        cls,
        times: ArrayLike,
        values: ArrayLike,
        ease: Ease | Sequence[Ease] = "smooth",
        *,
        before: Beyond = "hold",
        after: Beyond = "hold",
        handles: tuple[ArrayLike, ArrayLike] | None = None,
    ) -> Self:
        """A channel from times (k,) and values (k, d) or (k,), with one ease for all or one each.

        handles: (k, 2, d) twice, left and right of the keys
        """
        at, given = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
        given = given[:, None] if given.ndim == 1 else given
        eases = (ease,) * len(at) if isinstance(ease, str) else tuple(ease)
        left, right = (None, None) if handles is None else (frozen(side, np.float64) for side in handles)
        return cls(frozen(at, np.float64), frozen(given, np.float64), eases, left, right, before, after)

    def __post_init__(self) -> None:
        k = len(self.times)
        if self.times.ndim != 1 or k == 0 or self.values.ndim != 2 or len(self.values) != k:
            raise TrackError(
                f"Times of the shape {self.times.shape} came with values of the shape {self.values.shape}; "
                "at least one key is needed, with one time and one row of numbers each."
            )
        _check_numbers(self.times, self.values)
        if len(self.eases) != k:
            raise TrackError(f"{len(self.eases)} eases were given for {k} keys; give one for each.")
        _check_words(self.eases, EASES, "ease")
        _check_words((self.before, self.after), BEYONDS, "way beyond the keys")
        for side in (self.left, self.right):
            if side is not None and side.shape != (k, 2, self.values.shape[1]):
                raise TrackError(
                    f"Handles of the shape {side.shape} were given; ({k}, 2, {self.values.shape[1]}) is "
                    "needed: a frame and a value for each number of each key."
                )

    def __len__(self) -> int:
        return len(self.times)

    def at(self, frames: ArrayLike) -> Floats:
        """(f, d) values at the frames (f,); at its time, a key's value to the last bit."""
        span = (float(self.times[0]), float(self.times[-1]))
        inside, cycles = folded(np.asarray(frames, dtype=np.float64), span, self.before, self.after)
        values = self._inside(inside)
        return self._continued(values, cycles) if cycles.any() else values

    def _continued(self, values: Floats, cycles: Ints) -> Floats:
        return values + cycles[:, None] * (self.values[-1] - self.values[0])

    def _inside(self, t: Floats) -> Floats:
        """(f, d) values at times t (f,) between the first key and the last."""
        i = np.clip(np.searchsorted(self.times, t, side="right") - 1, 0, len(self) - 1)
        out = self.values[i]
        going = i < len(self) - 1
        for ease, path in (("linear", self._linear), ("smooth", self._smooth), ("bezier", self._bezier)):
            rows = np.flatnonzero(going & self._is(ease)[i])
            if len(rows):
                j = i[rows]
                gap = self.times[j + 1] - self.times[j]
                out[rows] = path(j, ((t[rows] - self.times[j]) / gap)[:, None], gap[:, None])
        return out

    def _is(self, ease: str) -> Array:
        """(k,) whether each key has this ease."""
        return np.array([own == ease for own in self.eases])

    def _linear(self, i: Ints, s: Floats, gap: Floats) -> Floats:
        return self.values[i] + s * (self.values[i + 1] - self.values[i])

    def _smooth(self, i: Ints, s: Floats, gap: Floats) -> Floats:
        """(f, d) Hermite's cubic, in powers of s so that s = 0 is the key itself."""
        rise = self.values[i + 1] - self.values[i]
        m0, m1 = gap * self._slopes[i], gap * self._slopes[i + 1]
        return self.values[i] + s * (m0 + s * (3.0 * rise - 2.0 * m0 - m1 + s * (m0 + m1 - 2.0 * rise)))

    def _bezier(self, i: Ints, s: Floats, gap: Floats) -> Floats:
        t0, v0, v1 = self.times[i][:, None], self.values[i], self.values[i + 1]
        rise = v1 - v0
        out, into = self._handle(self.right, i), self._handle(self.left, i + 1)
        a = np.where(np.isnan(out[:, 0]), 1.0 / 3.0, (out[:, 0] - t0) / gap)
        b = np.where(np.isnan(into[:, 0]), 1.0 / 3.0, 1.0 - (into[:, 0] - t0) / gap)
        up = np.where(np.isnan(out[:, 1]), rise / 3.0, out[:, 1] - v0)
        down = np.where(np.isnan(into[:, 1]), rise * (2.0 / 3.0), into[:, 1] - v0)
        return v0 + bezier(s, a, b, (up, down, rise))

    def _handle(self, side: Floats | None, i: Ints) -> Floats:
        return np.full((len(i), 2, self.values.shape[1]), np.nan) if side is None else side[i]

    @cached_property
    def _slopes(self) -> Floats:
        """(k, d) slopes at the keys of smooth stretches, each stretch by itself; 0 at other keys."""
        gaps = np.diff(self.times)
        chords = np.diff(self.values, axis=0) / gaps[:, None]
        slopes = np.zeros_like(self.values)
        for first, last in self._smooth_runs():
            slopes[first : last + 1] = monotone_slopes(gaps[first:last], chords[first:last])
        seam = self._seam()
        if seam == "around":
            ends = inner_slopes(gaps[-1:], gaps[:1], chords[-1][:, None], chords[0][:, None])
            slopes[0] = slopes[-1] = ends[:, 0]
        elif seam == "back":
            slopes[0] = slopes[-1] = 0.0
        return slopes

    def _smooth_runs(self) -> list[tuple[int, int]]:
        """Numbers of the first and last key of each stretch of smooth eases."""
        smooth = self._is("smooth")[:-1]
        edges = np.flatnonzero(np.diff(np.concatenate([[0], smooth.astype(np.int8), [0]])))
        return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]

    def _seam(self) -> Literal["around", "back", "none"]:
        """How a smooth curve goes on from its last key to its first: around, back, or not at all."""
        ways = {self.before, self.after} - {"hold"}
        if len(self) < 2 or len(ways) != 1 or self.eases[0] != "smooth" or self.eases[-2] != "smooth":
            return "none"
        if "ping-pong" in ways:
            return "back"
        closed = "offset" in ways or bool((self.values[0] == self.values[-1]).all())
        return "around" if closed else "none"


def _check_numbers(times: Floats, values: Floats) -> None:
    bad = np.flatnonzero(~(np.isfinite(times) & np.isfinite(values).all(axis=1)))
    if len(bad):
        raise TrackError(
            f"Key {bad[0]} is {values[bad[0]].tolist()} at frame {times[bad[0]]}; finite numbers are needed."
        )
    back = np.flatnonzero(np.diff(times) <= 0.0)
    if len(back):
        i = int(back[0])
        raise TrackError(
            f"Key {i + 1} is at frame {times[i + 1]:g}, not after key {i} at frame {times[i]:g}; "
            "give the keys in order of time, one for each frame."
        )


def _check_words(given: Sequence[str], known: Sequence[str], what: str) -> None:
    for word in given:
        if word not in known:
            raise TrackError(f"The {what} '{word}' is not known; use one of {', '.join(known)}.")
