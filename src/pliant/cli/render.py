"""`pliant render`: films, turntables and contact sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking
from pliant.cli.convert import ClipName, MeshFile, Moving, Range, Rate
from pliant.cli.options import Json, Quiet, Up, ViewName

Film = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="A film: .mp4 .webm (by the program ffmpeg) .gif .webp; or a contact sheet: .png.",
        show_default=False,
    ),
]
Size = Annotated[
    str | None,
    typer.Option(
        metavar="WxH", help="In pixels; 960x540 for films, 1600x900 for sheets.", show_default=False
    ),
]
Turn = Annotated[
    float, typer.Option(metavar="DEGREES", help="How far the camera goes round over the whole film.")
]
Turntable = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="The first frame only, standing still for so long while the camera goes round once.",
        show_default=False,
    ),
]
Tiles = Annotated[int, typer.Option(metavar="N", min=1, help="Frames on a contact sheet.")]
Wires = Annotated[bool, typer.Option("--wires", help="Draw the edges of the polygons.")]
Colour = Annotated[
    str,
    typer.Option(
        "--colour",
        metavar="NAME",
        help="Colour of the model: a name or '#rrggbb'; own: its file's materials and textures.",
    ),
]
Clay = Annotated[bool, typer.Option("--clay", help="Draw in clay, whatever colours the file has.")]


def render(
    source: Moving,
    output: Film,
    mesh: MeshFile = None,
    fps: Rate = None,
    frames: Range = None,
    clip: ClipName = None,
    size: Size = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    turn: Turn = 0.0,
    turntable: Turntable = None,
    tiles: Tiles = 12,
    wires: Wires = False,
    colour: Colour = "own",
    clay: Clay = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Draw an animation as a film, or its frames on one sheet; one camera holds all of it."""
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.work.convert import Moved
        from pliant.cli.work.render import FilmOptions, rendered

        options = FilmOptions((view, up), size, turn, turntable, tiles, wires, colour, clay)
        rendered(Moved(source, mesh, fps, frames, clip), output, options, console)
