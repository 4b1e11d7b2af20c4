"""`pliant info`: what a mesh, a pose set or a rig is, and what the doctor finds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import Clip, ClipFrames, Json, Quiet, Up, ViewName
from pliant.errors import CorrespondenceError

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILES",
        help="A mesh, a file with several poses, a folder, a pattern in quotes, or several files, which are "
        "taken for poses of one mesh; or a rig saved as .pliant.",
        show_default=False,
    ),
]

Picture = Annotated[
    Path | None,
    typer.Option(
        metavar="PNG",
        help="Also draw it to a .png picture: every pose, or what was learned, the controls in colours and "
        "the proxies as dots.",
        show_default=False,
    ),
]


def info(
    files: Files,
    each: Annotated[bool, typer.Option("--each", help="Look at each file by itself.")] = False,
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell in plain words what files hold.

    Counts, size and poses; what is peculiar about the mesh, and what Pliant does about it.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.work.info import told, words_of

        if each and picture and len(files) > 1:
            raise usage("One picture shows one thing; draw each file by itself.", "--picture")
        Outputs.of(picture=picture).check(files)
        sources = [[file] for file in files] if each else [files]
        try:
            with console.progress("reading"):
                found = [told(source, (clip, clip_frames)) for source in sources]
        except CorrespondenceError as problem:
            raise CorrespondenceError(f"{problem} To look at each file by itself, add --each.") from problem
        items = [facts for facts, _ in found]
        if picture is not None:
            draw = found[0][1]
            draw(picture, (view, up), console)
        text = "\n\n".join(words_of(item) for item in items)
        console.result(text, {"items": items} if each else items[0])
