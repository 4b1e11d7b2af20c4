"""`pliant cage reskin`: a mesh takes the motion of recovered cages, edited where that is wished."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import Exit, speaking, usage
from pliant.cli.options import DragOption, Json, Picture, Quiet, Up, ViewName
from pliant.methods.cage.cli.options import Coordinates, FramesFile, MoveOption, PinOption

MovedMesh = Annotated[
    str,
    typer.Argument(
        metavar="MESH",
        help="What takes the motion: a mesh within the rest cage (give --rest), or a rig of that cage.",
        show_default=False,
    ),
]
CagesFile = Annotated[
    list[str],
    typer.Argument(
        metavar="CAGES",
        help="The cages of a sequence, as 'pliant cage recover' writes them.",
        show_default=False,
    ),
]
Rest = Annotated[
    str | None,
    typer.Option(
        metavar="FILE",
        help="The rest cage of a mesh: a mesh file, or the rig that the cages were recovered with.",
        show_default=False,
    ),
]
CagesOutput = Annotated[
    Path | None,
    typer.Option("--cages", metavar="FILE", help="Where the cages go, with the edit.", show_default=False),
]
Edit = Annotated[
    str | None,
    typer.Option(
        metavar="FRAME",
        help="Pull on this frame, by number from 0 or by name, with --pin, --drag and --move; frames near it "
        "follow.",
        show_default=False,
    ),
]
Reach = Annotated[
    float | None,
    typer.Option(
        metavar="N",
        help="Frames after which an edit has faded; 8 by default, inf keeps it throughout.",
        show_default=False,
    ),
]


def reskin(
    mesh: MovedMesh,
    cages: CagesFile,
    output: FramesFile = None,
    rest: Rest = None,
    coordinates: Coordinates = None,
    edit: Edit = None,
    pin: PinOption = [],  # noqa: B006 - typer reads the default and passes a new list
    drag: DragOption = [],  # noqa: B006
    move: MoveOption = [],  # noqa: B006
    reach: Reach = None,
    edited: CagesOutput = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Put the motion of cages on a mesh.

    One frame may be pulled on, and those near it in time follow. In such an edit, --pin holds a vertex where
    the frame has it, --move shifts it from there, and what is not held keeps the shape of that frame.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.methods.cage.cli.output import check_sequences
        from pliant.methods.cage.cli.work.reskin import cages_of, draw, skinned, tell, wished_edit, write
        from pliant.methods.cage.cli.work.reskin import edited as with_edit

        outputs, seen = Outputs.of(output=output, cages=edited, picture=picture), (view, up)
        if not outputs.files and not json:
            raise usage("The motion would go nowhere; give --output, --picture or --json.", "--output")
        wish = wished_edit(edit, (pin, drag, move), reach)
        rig = skinned(mesh, rest, coordinates, console)
        sequence = cages_of(rig, cages)
        read = [mesh, *cages, *([] if rest is None else [rest])]
        check_sequences(outputs, read, len(sequence.names), seen)
        if wish is not None:
            sequence = with_edit(rig, sequence, wish, console)
        write(rig, sequence, outputs, console)
        draw(rig, sequence, picture, seen, console)
        tell(rig, sequence, outputs, console)
        if not sequence.converged:
            raise typer.Exit(Exit.NOT_CONVERGED)
