"""The work of `pliant blend`: weights from words, blends from weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pliant.arrays import Floats, Poses
from pliant.cli.console import Console, heading, usage
from pliant.cli.output import Outputs
from pliant.cli.picture import Seen, draw_shots
from pliant.rig import Rig


@dataclass(frozen=True, eq=False)
class Blended:
    """Blends V (f, n, 3) with their weights (f, k)."""

    rig: Rig
    weights: Floats
    V: Poses

    @property
    def names(self) -> list[str]:
        """One name for each blend."""
        return ["blend"] if len(self.V) == 1 else [f"frame {i}" for i in range(len(self.V))]


def checked_count(weights: Sequence[str], frames: int | None) -> int:
    """How many blends there will be."""
    if frames is not None and len(weights) < 2:
        raise usage("A morph runs between at least two blends; give --weights twice or more.", "--frames")
    return frames or len(weights)


def weight_rows(texts: Sequence[str], frames: int | None, names: Sequence[str]) -> Floats:
    """(f, k) weights: the rows given, or `frames` of them evenly spaced along the way through these."""
    rows = np.array([_row(text, names) for text in texts])
    if frames is None:
        return rows
    stops = np.linspace(0.0, len(rows) - 1.0, frames)
    first = np.minimum(stops.astype(np.int64), len(rows) - 2)
    share = (stops - first)[:, None]
    return (1.0 - share) * rows[first] + share * rows[first + 1]


def blended(rig: Rig, rows: Floats, console: Console) -> Blended:
    """The blend of every row of weights."""
    V = []
    with console.progress("blending") as progress:
        for i, row in enumerate(rows):
            progress(i / len(rows), f"blend {i}")
            V.append(rig.blend(row))
    return Blended(rig, rows, np.stack(V))


def draw(result: Blended, path: Path | None, seen: Seen, console: Console) -> None:
    """Draw the blends where that was asked for."""
    if path is None:
        return
    from pliant.figures import Shot

    mesh = result.rig.mesh
    shots = [Shot(mesh.moved(V), name) for V, name in zip(result.V, result.names, strict=True)]
    draw_shots(shots, path, seen, console)


def report(result: Blended, outputs: Outputs, console: Console) -> None:
    """Print the JSON document if it was asked for."""
    names = result.rig.names
    frames = [
        {
            "name": title,
            "weights": [{"pose": name, "weight": w} for name, w in zip(names, row.tolist(), strict=True)],
        }
        for title, row in zip(result.names, result.weights, strict=True)
    ]
    data = {
        **heading("blend"),
        "method": result.rig.method,
        "vertices": result.rig.mesh.n,
        "frames": frames,
        "files": outputs.names,
    }
    if console.as_json:
        console.result("", data)


def _row(text: str, names: Sequence[str]) -> list[float]:
    parts = text.split(",")
    row = [0.0] * len(names)
    if "=" not in text:
        if len(parts) != len(names):
            raise usage(
                f"{len(parts)} weights were given for {len(names)} poses; give one for each, or NAME=W for "
                f"some of {', '.join(names)}.",
                "--weights",
            )
        return [_weight(part) for part in parts]
    for part in parts:
        name, _, weight = part.rpartition("=")
        row[_pose(name.strip(), names)] = _weight(weight)
    return row


def _pose(name: str, names: Sequence[str]) -> int:
    """Number of the pose that has this name or, failing that, this number."""
    if name in names:
        return list(names).index(name)
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    raise usage(f"There is no pose '{name}'; the poses are {', '.join(names)}.", "--weights")


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError as problem:
        raise usage(f"'{text}' is no weight; a number is needed.", "--weights") from problem
