"""The work of `pliant render`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pliant.animation.animate import FILMS, SHEET
from pliant.cli.console import Console, usage
from pliant.cli.output import check_places
from pliant.cli.picture import Seen, view_of
from pliant.cli.work.convert import Moved
from pliant.figures import Look
from pliant.figures.film import Filming, contact_sheet, turntable, write_film


@dataclass(frozen=True)
class FilmOptions:
    """What the options say about the camera and the look.

    seen:      --view and --up
    turn:      degrees that the camera goes round
    turntable: seconds of one round about the first frame
    tiles:     frames on a contact sheet
    clay:      whether the file's own colours are left out
    """

    seen: Seen
    size: str | None
    turn: float
    turntable: float | None
    tiles: int
    wires: bool
    colour: str
    clay: bool


def rendered(moved: Moved, output: Path, options: FilmOptions, console: Console) -> None:
    """Draw the clip where it is wanted."""
    suffix = output.suffix.lower()
    if suffix not in (*FILMS, SHEET):
        raise usage(f"{output} needs a name that ends in one of {' '.join((*FILMS, SHEET))}.", "--output")
    if suffix == SHEET and (options.turn or options.turntable):
        raise usage("A contact sheet stands still; give a film's name to go round.", "--turn")
    read = [*moved.source, *([] if moved.mesh is None else [moved.mesh])]
    check_places({"--output": output}, read)
    view, look = view_of(options.seen, "all"), Look(wires=options.wires, clay=options.clay)
    with console.progress("reading"):
        clip = moved.read()
    with console.progress("drawing") as progress:
        if suffix == SHEET:
            size = _size(options.size, (1600, 900))
            contact_sheet(clip, output, count=options.tiles, size=size, view=view, look=look)
        else:
            turn = options.turn
            if options.turntable is not None:
                clip, turn = turntable(clip, options.turntable), 360.0
            how = Filming(_size(options.size, (960, 540)), view, turn, look, options.colour)
            write_film(output, clip, how, progress=progress)
    console.say(f"wrote {output}: {clip.count} frames at {clip.fps:g} per second")
    console.result("", {"verb": "render", "frames": clip.count, "fps": clip.fps, "files": [str(output)]})


def _size(text: str | None, usual: tuple[int, int]) -> tuple[int, int]:
    if text is None:
        return usual
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise usage(f"'{text}' is no size in pixels, such as 960x540.", "--size")
    return int(width), int(height)
