"""Pictures of results. They need the extra `pictures`, so its packages load only when one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pliant.cli.console import Console, usage
from pliant.core.mesh import PoseSet

if TYPE_CHECKING:
    from pliant.figures import Shot, View

# More tiles than this are too small to see anything.
MOST_TILES = 24

# What --view and --up say.
Seen = tuple[str, str]


def draw_shots(shots: Sequence[Shot], path: Path, seen: Seen, console: Console) -> None:
    """Draws shots side by side in their common space; of many, evenly chosen ones."""
    from pliant.figures import render

    view = _view(seen, "all")
    count = min(len(shots), MOST_TILES)
    chosen = [shots[i * (len(shots) - 1) // max(count - 1, 1)] for i in range(count)]
    with console.progress("drawing"):
        render(chosen, path, view=view)
    console.say(f"wrote {path}")


def draw_strip(poses: PoseSet, path: Path, seen: Seen, console: Console) -> None:
    """Draws every pose under its name."""
    from pliant.figures import strip

    view = _view(seen, "each")
    with console.progress("drawing"):
        strip(poses, path, view=view)
    console.say(f"wrote {path}")


def _view(seen: Seen, centre: Literal["each", "all"]) -> View:
    from pliant.figures import View

    direction, up = seen
    if up != "y" and up != "z":
        raise usage(f"'{up}' is no vertical axis; give y or z.", "--up")
    if "," not in direction:
        return View(direction, up, centre=centre)
    try:
        return View([float(number) for number in direction.split(",")], up, centre=centre)
    except ValueError as problem:
        raise usage(
            f"'{direction}' is no vector toward the camera, such as 0.6,0.3,1.", "--view"
        ) from problem
