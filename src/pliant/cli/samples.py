"""`pliant samples`: characters and mechanisms made by code, to try things on."""

from __future__ import annotations

from typing import Annotated

import typer

from pliant.cli.console import Console, speaking, usage
from pliant.cli.options import Json, Output, Picture, Quiet, Up, ViewName

Name = Annotated[
    str | None, typer.Argument(metavar="NAME", help="The sample to make; without it, all are listed.")
]
Vertices = Annotated[
    int | None,
    typer.Option(
        "--vertices",
        "-n",
        metavar="N",
        min=1,
        help="About how many vertices of a character.",
        show_default=False,
    ),
]
Resolution = Annotated[
    float | None,
    typer.Option(metavar="R", help="How fine a mechanism is, 0.25 to 8; 1 by default.", show_default=False),
]


def samples(
    name: Name = None,
    output: Output = None,
    vertices: Vertices = None,
    resolution: Resolution = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the sample characters and mechanisms, or make one.

    A character is a mesh with several poses, written as .npz, .glb or a new folder of .obj files. A mechanism
    is a model of several parts, written with its true joints as .npz, .glb or .urdf, or without as .obj.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.work.samples import character, mechanical
        from pliant.samples import names

        outputs = Outputs.of(output=output, picture=picture)
        if name is None:
            if outputs.files or vertices or resolution:
                raise usage("Which sample? Name one of those that 'pliant samples' lists.", "NAME")
            _list(console)
            return
        if not outputs.files:
            raise usage("The sample would go nowhere; give --output or --picture.", "--output")
        if name in names("joints"):
            if vertices is not None:
                raise usage("A mechanism is made by its resolution, not a number; give that.", "--vertices")
            data = mechanical(name, resolution or 1.0, outputs, (view, up), console)
        else:
            if resolution is not None:
                raise usage("Only a mechanism has a resolution; give --vertices.", "--resolution")
            data = character(name, vertices, outputs, (view, up), console)
        console.result("", {"name": name, **data, "files": outputs.names})


def _list(console: Console) -> None:
    from pliant.samples import description, names

    kinds = {"character": names("examples"), "mechanism": names("joints")}
    items = [
        {"name": name, "kind": kind, "description": description(name)}
        for kind, those in kinds.items()
        for name in those
    ]
    width = max(len(item["name"]) for item in items)
    words = "\n".join(f"{item['name']:{width}}  {item['description']}" for item in items)
    console.result(words, {"samples": items})
