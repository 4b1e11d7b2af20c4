"""`pliant pose`: pull on points of a mesh, and write the pose that its examples suggest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import Exit, speaking, usage
from pliant.cli.options import (
    AsPrinted,
    Clip,
    ClipFrames,
    Coherence,
    DragOption,
    Json,
    MethodName,
    Output,
    Picture,
    Quiet,
    SaveRig,
    Source,
    Up,
    ViewName,
)

PinOption = Annotated[
    list[str],
    typer.Option(
        "--pin", metavar="VERTEX", help="Hold a vertex (or 3,10-12) at its reference place. Repeatable."
    ),
]
MoveOption = Annotated[
    list[str],
    typer.Option(
        "--move", metavar="VERTEX=dx,dy,dz", help="Shift a vertex from its reference place. Repeatable."
    ),
]
PinsFile = Annotated[
    Path | None,
    typer.Option(
        "--pins",
        metavar="FILE",
        help='Pins and frames as .json, {"pins": [{"vertex": 412}, {"vertex": 7, "drag": [x, y, z]}, '
        '{"triangle": 88, "barycentric": [a, b, c], "move": [[dx, dy, dz], …one for each frame]}]}, '
        "or .csv with the columns frame,vertex,triangle,b0,b1,b2,x,y,z,dx,dy,dz. Further frames start from "
        "the one before.",
        show_default=False,
    ),
]
FreezeOption = Annotated[
    str | None,
    typer.Option(
        metavar="VERTICES",
        help="Vertices that stay where the reference has them: numbers such as 0-99,250, a file of them, "
        "or a group of the mesh. A rig of joints holds whole parts: name one, or vertices of some.",
        show_default=False,
    ),
]


def pose(
    source: Source,
    output: Output = None,
    pin: PinOption = [],  # noqa: B006 - typer reads the default and passes a new list
    drag: DragOption = [],  # noqa: B006
    move: MoveOption = [],  # noqa: B006
    pins: PinsFile = None,
    freeze: FreezeOption = None,
    coherence: Coherence = 0.0,
    method: MethodName = None,
    as_printed: AsPrinted = False,
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    rig: SaveRig = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Pose a mesh by pulling on points of it.

    The example poses show how it moves; the result meets the pins exactly and is otherwise as near to a
    blend of the examples as it can be. A rig of joints moves as its joints let it.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs, save_rig
        from pliant.cli.pins import Pins, pins_of_options, read_pins
        from pliant.cli.source import rig_of
        from pliant.cli.work.pose import draw, pose_frames, report, write

        outputs = Outputs.of(output=output, picture=picture, rig=rig)
        all_pins = (read_pins(pins) if pins else Pins.of([])).and_also(pins_of_options(pin, drag, move))
        if not all_pins.pins and (output or picture or json or not rig):
            raise usage("Nothing pulls on the mesh; give --pin, --drag, --move or --pins.", "--drag")
        if not outputs.files and not json:
            raise usage("The pose would go nowhere; give --output, --picture or --json.", "--output")
        outputs.check(source, frames=len(all_pins.frames))
        made = rig_of(source, console, method=method, as_printed=as_printed, clip=(clip, clip_frames))
        save_rig(rig, made, console)
        if not all_pins.pins:
            return
        posed = pose_frames(made, all_pins, freeze, coherence, console)
        write(posed, outputs, console)
        draw(posed, picture, (view, up), console)
        report(posed, outputs, console)
        if not posed.converged:
            raise typer.Exit(Exit.NOT_CONVERGED)
