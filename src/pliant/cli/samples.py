"""`pliant samples`: characters made by code, to try things on."""

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
    typer.Option("--vertices", "-n", metavar="N", min=1, help="About how many vertices.", show_default=False),
]


def samples(
    name: Name = None,
    output: Output = None,
    vertices: Vertices = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """List the sample characters, or make one.

    A sample is a mesh with several poses, written as .npz, .glb or a new folder of .obj files.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.sampling import draw, made, write

        outputs = Outputs(output, picture)
        if name is None:
            if outputs.named or vertices:
                raise usage("Which sample? Name one of those that 'pliant samples' lists.", "NAME")
            _list(console)
            return
        if not outputs.named:
            raise usage("The sample would go nowhere; give --output or --picture.", "--output")
        outputs.check([], frames=2)
        poses = made(name, vertices, console)
        write(poses, outputs, console)
        draw(poses, outputs, (view, up), console)
        data = {"name": name, "vertices": poses.n, "triangles": len(poses.F), "poses": list(poses.names)}
        console.result("", {**data, "files": [str(path) for path in outputs.named.values()]})


def _list(console: Console) -> None:
    from pliant.samples import description, names

    items = [{"name": name, "description": description(name)} for name in names()]
    width = max(len(name) for name in names())
    words = "\n".join(f"{item['name']:{width}}  {item['description']}" for item in items)
    console.result(words, {"samples": items})
