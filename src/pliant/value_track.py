"""Joint values over time, as tables (.csv) and records (.json) that other programs write and read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Vertices, frozen
from pliant.atomic import atomic_write
from pliant.clip import Clip
from pliant.errors import FileFormatError, TrackError
from pliant.rig import Rig

SUFFIXES = (".csv", ".json")
_TIME = "time"


@dataclass(frozen=True, eq=False)
class ValueTrack:
    """Values at times, between which they go straight.

    names:  of the values, as `Rig.value_names` has them; some of them are enough
    times:  (f,) seconds, rising
    values: (f, k) radians, or lengths of the model
    """

    names: tuple[str, ...]
    times: Floats
    values: Floats

    @staticmethod
    def of(names: Sequence[str], times: ArrayLike, values: ArrayLike) -> ValueTrack:
        """A track, checked; raises TrackError for shapes, times and numbers that make no sense."""
        t, v = np.asarray(times, dtype=np.float64), np.asarray(values, dtype=np.float64)
        if t.ndim != 1 or v.shape != (len(t), len(names)) or not len(t):
            raise TrackError(
                f"{v.shape} values were given for {len(names)} names at {t.shape} times; a row for each time "
                "and a column for each name are needed."
            )
        if not (np.isfinite(t).all() and np.isfinite(v).all() and (np.diff(t) > 0).all()):
            raise TrackError("Times must rise, and times and values must be finite numbers.")
        if len(set(names)) < len(names):
            raise TrackError("Two columns of the track have the same name. Give each its own.")
        return ValueTrack(tuple(names), frozen(t, np.float64), frozen(v, np.float64))

    def at(self, time: float) -> dict[str, float]:
        """name -> value at a time; the first before the track, the last after it."""
        return {
            name: float(np.interp(time, self.times, self.values[:, i])) for i, name in enumerate(self.names)
        }


def value_clip(rig: Rig, track: ValueTrack, fps: float = 24.0) -> Clip:
    """The rig moved by a track, as a clip whose frames are posed when they are asked for.

    Raises TrackError for names that the rig does not have.
    """
    unknown = [name for name in track.names if name not in rig.value_names]
    if unknown:
        raise TrackError(
            f"The rig has no value '{unknown[0]}'; it has {', '.join(rig.value_names) or 'none'}."
        )
    first, last = float(track.times[0]), float(track.times[-1])
    count = max(1, round((last - first) * fps) + 1)

    def stream() -> Iterator[Vertices]:
        pose = None
        for i in range(count):
            pose = rig.at_values(track.at(first + i / fps), pose)
            yield pose.V

    return Clip(rig.mesh, count, fps, stream, name="values")


def write_values(path: str | Path, track: ValueTrack) -> None:
    """Write a track as .csv, with a column for the time and for each name, or as .json."""
    suffix = _known(path)
    if suffix == ".json":
        record = {"names": track.names, "times": track.times.tolist(), "values": track.values.tolist()}
        text = json.dumps(record, ensure_ascii=False, indent=1)
    else:
        rows = io.StringIO()
        writer = csv.writer(rows, lineterminator="\n")
        writer.writerow([_TIME, *track.names])
        for time, values in zip(track.times.tolist(), track.values.tolist(), strict=True):
            writer.writerow([repr(time), *(repr(value) for value in values)])
        text = rows.getvalue()
    with atomic_write(path) as file:
        file.write(text.encode())


def read_values(path: str | Path) -> ValueTrack:
    """The track in a .csv or .json file; raises FileFormatError for a file that holds none."""
    suffix = _known(path)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
        names, times, values = _of_json(text) if suffix == ".json" else _of_csv(text)
        return ValueTrack.of(names, times, values)
    except (OSError, ValueError, TypeError, KeyError, TrackError) as problem:
        raise FileFormatError(f"{path} holds no joint values ({problem}).") from problem


def _of_json(text: str) -> tuple[list[str], ArrayLike, ArrayLike]:
    record = json.loads(text)
    return [str(name) for name in record["names"]], record["times"], record["values"]


def _of_csv(text: str) -> tuple[list[str], ArrayLike, ArrayLike]:
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    if not rows or rows[0][0].strip() != _TIME:
        raise ValueError(f"the first column must be called '{_TIME}'")
    numbers = [[float(cell) for cell in row] for row in rows[1:]]
    if any(len(row) != len(rows[0]) for row in numbers):
        raise ValueError("rows differ in length")
    table = np.array(numbers).reshape(-1, len(rows[0]))
    return [name.strip() for name in rows[0][1:]], table[:, 0], table[:, 1:]


def _known(path: str | Path) -> str:
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise FileFormatError(f"{path} needs a name that ends in {' or '.join(SUFFIXES)}.")
    return suffix
