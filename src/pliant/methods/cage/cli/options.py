"""Arguments and options that several verbs of `pliant cage` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RigFile = Annotated[
    str,
    typer.Argument(
        metavar="RIG",
        help="A mesh bound to its cage, saved as .pliant by 'pliant cage bind'.",
        show_default=False,
    ),
]
CageVertices = Annotated[
    int | None,
    typer.Option(
        "--vertices",
        "-n",
        metavar="N",
        min=1,
        help="About how many vertices the cage that is made has; 100 by default.",
        show_default=False,
    ),
]
Coordinates = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="How the cage carries the mesh: harmonic (the default: never negative, local within the cage), "
        "mean_value (at once, but it leaks between legs) or green (keeps angles).",
        show_default=False,
    ),
]
Table = Annotated[
    bool, typer.Option("--table", help="List all the numbers; done anyway where nothing is written.")
]
PinOption = Annotated[
    list[str],
    typer.Option("--pin", metavar="VERTEX", help="Hold a vertex (or 3,10-12) where it is. Repeatable."),
]
MoveOption = Annotated[
    list[str],
    typer.Option("--move", metavar="VERTEX=dx,dy,dz", help="Shift a vertex from where it is. Repeatable."),
]
FramesFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where the frames go: .npz, .glb or a new folder of .obj files.",
        show_default=False,
    ),
]
