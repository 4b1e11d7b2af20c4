"""Pictures of results. They need the extra `pictures`, so its packages load only when one is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from pliant.cli.console import Console, usage
from pliant.mesh import PoseSet
from pliant.method import loaded
from pliant.registry import method_named
from pliant.rig import Rig

if TYPE_CHECKING:
    from pliant.figures import Shot, View

# More tiles than this are too small to see anything.
MOST_TILES = 24

# What --view and --up say.
Seen = tuple[str, str]


@contextmanager
def drawing(
    path: Path, seen: Seen, console: Console, centre: Literal["each", "all"] = "each"
) -> Iterator[View]:
    """The camera for a picture that the block writes to `path`; centre as for a `View`."""
    view = view_of(seen, centre)
    with console.progress("drawing"):
        yield view
    console.say(f"wrote {path}")


def draw_shots(
    shots: Sequence[Shot],
    path: Path,
    seen: Seen,
    console: Console,
    *,
    centre: Literal["each", "all"] = "all",
) -> None:
    """Draw shots side by side, by default in their common space; of many, evenly chosen ones."""
    from pliant.figures import render

    with drawing(path, seen, console, centre) as view:
        render([shots[i] for i in evenly(len(shots), MOST_TILES)], path, view=view)


def draw_strip(poses: PoseSet, path: Path, seen: Seen, console: Console) -> None:
    """Draw every pose under its name."""
    from pliant.figures import strip

    with drawing(path, seen, console) as view:
        strip(poses, path, view=view)


def draw_rig(rig: Rig, path: Path | None, seen: Seen, console: Console) -> None:
    """Draw a rig as its method does, where that was asked for."""
    if path is not None:
        with drawing(path, seen, console) as view:
            loaded(method_named(rig.method).figure)(rig, path, view=view)


def draw_examples(rig: Rig, path: Path, *, view: View) -> None:
    """Draw every pose that the rig mixes under its name, or the mesh; for methods without a picture."""
    from pliant.figures import strip

    V = [rig.example(i) for i in range(len(rig.names))] or [rig.mesh.V]
    strip(PoseSet.of_positions(rig.mesh, np.stack(V), list(rig.names) or None), path, view=view)


def evenly(count: int, most: int) -> list[int]:
    """The numbers of at most so many frames, the first and the last among them."""
    shown = min(count, most)
    return [i * (count - 1) // max(shown - 1, 1) for i in range(shown)]


def check_view(seen: Seen) -> None:
    """Refuse, before any work, a camera that there is not."""
    # Names of views are looked up when the frame is asked for.
    _ = view_of(seen, "each").frame


def view_of(seen: Seen, centre: Literal["each", "all"]) -> View:
    """The camera that --view and --up ask for; centre as for a `View`."""
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
