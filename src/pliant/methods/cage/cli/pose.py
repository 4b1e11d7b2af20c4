"""`pliant cage pose`: pull on points of a mesh, or of its cage, and write both."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import Exit, speaking, usage
from pliant.cli.options import DragOption, Json, Output, Picture, Quiet, Up, ViewName
from pliant.methods.cage.cli.options import MoveOption, PinOption, RigFile

PinsFile = Annotated[
    Path | None,
    typer.Option(
        "--pins",
        metavar="FILE",
        help="Points of the mesh and frames as .json or .csv, in the form of 'pliant pose'.",
        show_default=False,
    ),
]
CagePin = Annotated[
    list[str],
    typer.Option("--cage-pin", metavar="VERTEX", help="Hold a vertex of the cage. Repeatable."),
]
CageDrag = Annotated[
    list[str],
    typer.Option("--cage-drag", metavar="VERTEX=x,y,z", help="Take one of the cage to a place. Repeatable."),
]
CageMove = Annotated[
    list[str],
    typer.Option("--cage-move", metavar="VERTEX=dx,dy,dz", help="Shift one of the cage. Repeatable."),
]
CageOutput = Annotated[
    Path | None,
    typer.Option("--cage", metavar="FILE", help="Where the posed cage goes, likewise.", show_default=False),
]


def pose(
    rig: RigFile,
    output: Output = None,
    cage: CageOutput = None,
    pin: PinOption = [],  # noqa: B006 - typer reads the default and passes a new list
    drag: DragOption = [],  # noqa: B006
    move: MoveOption = [],  # noqa: B006
    pins: PinsFile = None,
    cage_pin: CagePin = [],  # noqa: B006
    cage_drag: CageDrag = [],  # noqa: B006
    cage_move: CageMove = [],  # noqa: B006
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Pose by pulling on the mesh, on vertices of the cage, or on both.

    The cage is found that brings the held points to their places and keeps its own shape as well as it can.
    A single point moves everything along: hold others by --pin.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.pins import Pins, pins_of_options, read_pins
        from pliant.methods.cage.cli.output import check_sequences
        from pliant.methods.cage.cli.source import caged
        from pliant.methods.cage.cli.work.pose import draw, pose_frames, report, write

        of_mesh = (read_pins(pins) if pins else Pins.of([])).and_also(pins_of_options(pin, drag, move))
        of_cage = Pins.of(pins_of_options(cage_pin, cage_drag, cage_move))
        if not of_mesh.pins and not of_cage.pins:
            raise usage("Nothing pulls; give --pin, --drag, --move, --pins or those of the cage.", "--drag")
        outputs, seen = Outputs.of(output=output, cage=cage, picture=picture), (view, up)
        if not outputs.files and not json:
            raise usage("The pose would go nowhere; give --output, --cage, --picture or --json.", "--output")
        check_sequences(outputs, [rig], len(of_mesh.frames), seen)
        posed = pose_frames(caged(rig, console), of_mesh, of_cage, console)
        write(posed, outputs, console)
        draw(posed, outputs, seen, console)
        report(posed, outputs, console)
        if not posed.converged:
            raise typer.Exit(Exit.NOT_CONVERGED)
