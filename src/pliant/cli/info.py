"""`pliant info`: what a mesh, a pose set or a rig is, and what the doctor finds."""

from __future__ import annotations

from typing import Annotated

import typer

from pliant.cli.console import speaking
from pliant.cli.options import Clip, ClipFrames, Json, Quiet
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


def info(
    files: Files,
    each: Annotated[bool, typer.Option("--each", help="Look at each file by itself.")] = False,
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Tell in plain words what files hold.

    Counts, size and poses; what is peculiar about the mesh, and what Pliant does about it.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.facts import facts, words_of

        sources = [[file] for file in files] if each else [files]
        try:
            with console.progress("reading"):
                items = [facts(source, clip, clip_frames) for source in sources]
        except CorrespondenceError as problem:
            raise CorrespondenceError(f"{problem} To look at each file by itself, add --each.") from problem
        text = "\n\n".join(words_of(item) for item in items)
        console.result(text, {"items": items} if each else items[0])
