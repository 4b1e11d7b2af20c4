"""Pictures of results. They need the extra `pictures`, so its packages load only when one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pliant.cli.console import Console, usage
from pliant.core.mesh import PoseSet

if TYPE_CHECKING:
    from pliant.cli.source import PulledRig
    from pliant.core.mechanism import Mechanism
    from pliant.figures import Shot, View
    from pliant.methods.handles.rig import HandleIK
    from pliant.methods.reduced.rig import ReducedIK

# More tiles than this are too small to see anything.
MOST_TILES = 24

# What --view and --up say.
Seen = tuple[str, str]


def draw_shots(shots: Sequence[Shot], path: Path, seen: Seen, console: Console) -> None:
    """Draws shots side by side in their common space; of many, evenly chosen ones."""
    from pliant.figures import render

    view = view_of(seen, "all")
    count = min(len(shots), MOST_TILES)
    chosen = [shots[i * (len(shots) - 1) // max(count - 1, 1)] for i in range(count)]
    with console.progress("drawing"):
        render(chosen, path, view=view)
    console.say(f"wrote {path}")


def draw_strip(poses: PoseSet, path: Path, seen: Seen, console: Console) -> None:
    """Draws every pose under its name."""
    from pliant.figures import strip

    view = view_of(seen, "each")
    with console.progress("drawing"):
        strip(poses, path, view=view)
    console.say(f"wrote {path}")


def draw_controls(rig: ReducedIK, path: Path, seen: Seen, console: Console) -> None:
    """Draws a reduced rig's controls in colours and its proxies as dots."""
    from pliant.figures import controls

    view = view_of(seen, "each")
    with console.progress("drawing"):
        controls.draw_controls(rig, path, view=view)
    console.say(f"wrote {path}")


def draw_handles(rig: HandleIK, path: Path, seen: Seen, console: Console) -> None:
    """Draws a rig's handles in colours, and its poses."""
    from pliant.figures import handles

    view = view_of(seen, "each")
    with console.progress("drawing"):
        handles.draw_handles(rig, path, view=view)
    console.say(f"wrote {path}")


def draw_mechanism(
    mechanism: Mechanism, path: Path, seen: Seen, console: Console, *, exploded: bool = False
) -> None:
    """Draws a mechanism's parts in colours with their joints, or moved apart with their names."""
    from pliant.figures import mechanism as figures

    view = view_of(seen, "each")
    with console.progress("drawing"):
        (figures.draw_exploded if exploded else figures.draw_mechanism)(mechanism, path, view=view)
    console.say(f"wrote {path}")


def draw_thing(thing: PoseSet | PulledRig, path: Path, seen: Seen, console: Console) -> None:
    """Draws what a reduced rig has learned, a rig's handles, joints or cage, or every pose of others."""
    from pliant.cli.cage.picture import draw_weight
    from pliant.cli.facts import known_poses
    from pliant.methods.cage.rig import CageIK
    from pliant.methods.handles.rig import HandleIK
    from pliant.methods.joints.rig import JointIK
    from pliant.methods.reduced.rig import ReducedIK

    if isinstance(thing, ReducedIK):
        draw_controls(thing, path, seen, console)
    elif isinstance(thing, HandleIK):
        draw_handles(thing, path, seen, console)
    elif isinstance(thing, JointIK):
        draw_mechanism(thing.mechanism, path, seen, console)
    elif isinstance(thing, CageIK):
        draw_weight(thing, None, path, seen, console)
    else:
        draw_strip(known_poses(thing), path, seen, console)


def view_of(seen: Seen, centre: Literal["each", "all"]) -> View:
    """The camera that --view and --up ask for; centre as of a `View`."""
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
