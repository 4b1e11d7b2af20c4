"""Pictures of meshes in cages, and the plot of a recovery; their packages load when one is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pliant.cli.console import Console
from pliant.cli.picture import Seen, view_of
from pliant.core.arrays import Floats
from pliant.core.mesh import Mesh

if TYPE_CHECKING:
    from pliant.figures import Shot
    from pliant.methods.cage.rig import CageIK

# Frames of a sequence that are drawn at most; more would be too small to see the cage.
MOST_FRAMES = 12


def draw_in_cage(mesh: Mesh, cage: Mesh, path: Path, seen: Seen, console: Console) -> None:
    """Draws a mesh in its cage."""
    from pliant.figures.cage import draw_cage

    view = view_of(seen, "each")
    with console.progress("drawing"):
        draw_cage(mesh, cage, path, view=view)
    console.say(f"wrote {path}")


def draw_weight(rig: CageIK, vertex: int | None, path: Path, seen: Seen, console: Console) -> None:
    """Draws a mesh in its cage beside one weight as colours."""
    from pliant.figures.cage import draw_binding

    view = view_of(seen, "each")
    with console.progress("drawing"):
        draw_binding(rig, path, vertex=vertex, view=view)
    console.say(f"wrote {path}")


def draw_caged(
    shots: Sequence[Shot], path: Path, seen: Seen, console: Console, *, centre: Literal["each", "all"]
) -> None:
    """Draws shots side by side; centre as of a `View`."""
    from pliant.figures import render

    view = view_of(seen, centre)
    with console.progress("drawing"):
        render(list(shots), path, view=view)
    console.say(f"wrote {path}")


def plot_recovery(rms: Floats, volume: Floats, path: Path, console: Console) -> None:
    """Plots errors and changes of volume over the frames."""
    from pliant.figures.cage_plot import draw_recovery

    with console.progress("plotting"):
        draw_recovery(rms, volume, path)
    console.say(f"wrote {path}")


def evenly(count: int, most: int = MOST_FRAMES) -> list[int]:
    """The numbers of at most so many frames, the first and the last among them."""
    shown = min(count, most)
    return [i * (count - 1) // max(shown - 1, 1) for i in range(shown)]
