"""`pliant cage make`: a coarse closed cage around a mesh."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import Clip, ClipFrames, Json, Picture, Quiet, Up, ViewName
from pliant.methods.cage.cli.options import CageVertices

Source = Annotated[
    list[str],
    typer.Argument(
        metavar="MESH",
        help="A mesh, open or closed, of one part or many; or poses of one, of which the first is enclosed.",
        show_default=False,
    ),
]
CageFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where the cage goes: .obj .ply .off .stl .glb .npz.",
        show_default=False,
    ),
]
Symmetric = Annotated[
    bool | None,
    typer.Option(
        "--symmetric/--no-symmetric",
        help="Whether the cage has a mirror plane; by default if the mesh has one.",
        show_default=False,
    ),
]
EveryPose = Annotated[bool, typer.Option("--poses", help="Enclose every pose of MESH, not only the first.")]
Margin = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="Least distance between cage and mesh, as a share of the mesh's diagonal; 0.004 by default.",
        show_default=False,
    ),
]


def make(
    source: Source,
    output: CageFile = None,
    vertices: CageVertices = None,
    symmetric: Symmetric = None,
    poses: EveryPose = False,
    margin: Margin = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Make a coarse closed cage around a mesh.

    It touches neither the mesh nor itself.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.picture import check_view
        from pliant.methods.cage.cli.work.make import CageWish, draw, made, tell, write

        outputs, seen = Outputs.of(output=output, picture=picture), (view, up)
        if not outputs.files and not json:
            raise usage("The cage would go nowhere; give --output, --picture or --json.", "--output")
        outputs.check(source)
        check_view(seen)
        found = made(source, CageWish(vertices, symmetric, margin, poses), (clip, clip_frames), console)
        write(found, outputs, console)
        draw(found, outputs, seen, console)
        tell(found, outputs, console)
