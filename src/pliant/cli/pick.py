"""`pliant pick`: which vertex is where, and names for vertices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import Json, Quiet, Source, Up, ViewName

PlaceOption = Annotated[
    list[str],
    typer.Option(
        "--place",
        metavar="PLACE",
        help="The vertex at an end of the model: top, bottom, left, right, front or back; or a landmark by "
        "its name. Repeatable.",
    ),
]
AtOption = Annotated[
    list[str],
    typer.Option(
        "--at",
        metavar="X,Y",
        help="The vertex that a pixel of --picture shows, from its upper left. Repeatable; --view and --up "
        "count.",
    ),
]
NameOption = Annotated[
    list[str],
    typer.Option(
        "--name",
        metavar="NAME=VERTEX",
        help="Name a vertex, for --output. Repeatable; names that the file has are kept.",
    ),
]
NamedOutput = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="NPZ",
        help="Write the poses with these names to an .npz file; rigs made from it know them.",
        show_default=False,
    ),
]
PickPicture = Annotated[
    Path | None,
    typer.Option(
        metavar="PNG", help="Draw the model with the numbers of these vertices.", show_default=False
    ),
]


def pick(
    source: Source,
    place: PlaceOption = [],  # noqa: B006 - typer reads the default and passes a new list
    at: AtOption = [],  # noqa: B006
    name: NameOption = [],  # noqa: B006
    output: NamedOutput = None,
    picture: PickPicture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell which vertex is where, and name vertices.

    Without a place it lists the landmarks of the file, or the ends of the body, such as hands and feet: look
    at --picture. Wherever a command takes a vertex, it takes the name of a landmark.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.work.pick import draw, named_poses, picked, told

        if name and output is None:
            raise usage("The names would go nowhere; give --output, an .npz file.", "--name")
        outputs = Outputs.of(output=output, picture=picture)
        outputs.check(source, suffixes={"output": (".npz",), "picture": (".png",)})
        with console.progress("reading"):
            poses = named_poses(source, name)
        found = picked(poses.mesh, place, at, (view, up))
        if output is not None:
            from pliant.io import write_poses

            write_poses(output, poses)
            console.say(f"wrote {output}")
        if picture is not None:
            draw(poses.mesh, found, picture, (view, up), console)
        console.result(*told(poses.mesh, found))
