"""`pliant convert`: an animation, poses or a mesh in another format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking
from pliant.cli.options import Json, Quiet

Moving = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE",
        help="An animation, poses or a mesh: .glb .gltf .usd .usda .usdc .usdz .abc .fbx .npz .pc2 .mdd .obj "
        ".ply .off .stl, a folder or a pattern in quotes such as 'walk/*.obj', or several files.",
        show_default=False,
    ),
]
Target = Annotated[
    Path,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where it goes: an animation to .glb .gltf .usd .usda .usdc .usdz .abc .pc2 .mdd .npz, a new "
        "folder, or 'walk/step_*.ply'; a single frame also to .obj .ply .off .stl.",
        show_default=False,
    ),
]
MeshFile = Annotated[
    str | None,
    typer.Option(
        "--mesh",
        metavar="FILE",
        help="The mesh that moves: for .pc2 and .mdd, which have no faces; elsewhere instead of the "
        "file's own.",
        show_default=False,
    ),
]
Rate = Annotated[
    float | None,
    typer.Option("--fps", metavar="N", help="Frames per second; by default what the file says, or 24."),
]
Range = Annotated[
    str | None,
    typer.Option(
        "--frames", metavar="A-B", help="Only these frames, by their own numbers.", show_default=False
    ),
]
ClipName = Annotated[
    str | None,
    typer.Option("--clip", metavar="NAME", help="The animation of a glTF or FBX file, by name or number."),
]


def convert(
    source: Moving,
    output: Target,
    mesh: MeshFile = None,
    fps: Rate = None,
    frames: Range = None,
    clip: ClipName = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write an animation, poses or a mesh in another format, with the order of its vertices kept.

    Frames pass through one at a time, so that no length needs more memory.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.work.convert import Moved, converted

        converted(Moved(source, mesh, fps, frames, clip), output, console)
