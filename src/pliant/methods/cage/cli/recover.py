"""`pliant cage recover`: the cage of every frame of a mesh sequence."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.bake import Scheduler
from pliant.cli.console import speaking
from pliant.cli.options import Clip, ClipFrames, Json, Quiet, Up, ViewName
from pliant.methods.cage.cli.options import FramesFile, RigFile, Table

Sequence = Annotated[
    list[str],
    typer.Argument(
        metavar="FRAMES",
        help="The sequence, of the rig's own mesh: a pattern in quotes such as 'gallop/*.obj' (in natural "
        "order), a folder or several files, which are read one by one; or a file with several poses.",
        show_default=False,
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        metavar="PNG",
        help="Plot the error (green) and the change of volume (blue) over the frames.",
        show_default=False,
    ),
]
Picture = Annotated[
    Path | None,
    typer.Option(metavar="PNG", help="Draw some of the frames in their cages.", show_default=False),
]
Allowed = Annotated[
    float | None,
    typer.Option(
        "--error",
        metavar="PERCENT",
        min=0.0,
        help="Fail, with everything written, if a frame's RMS error is above so many percent of the mesh's "
        "diagonal.",
        show_default=False,
    ),
]


def recover(
    rig: RigFile,
    frames: Sequence,
    output: FramesFile = None,
    table: Table = False,
    plot: Plot = None,
    picture: Picture = None,
    error: Allowed = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    scheduler: Scheduler = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the cage of every frame of a sequence.

    Told is how well each makes its frame. The cages go to a file of poses: the rest cage's vertices, a pose
    for each frame. They can be edited and put on another mesh: pliant cage reskin …
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.methods.cage.cli.output import check_sequences
        from pliant.methods.cage.cli.source import caged, frames_of
        from pliant.methods.cage.cli.work.recover import check_error, draw, recovery, tell, write
        from pliant.methods.cage.cli.work.recover import plot as draw_plot

        outputs, seen = Outputs.of(output=output, plot=plot, picture=picture), (view, up)
        bound = caged(rig, console)
        with console.progress("reading"):
            sequence = frames_of(frames, (clip, clip_frames), bound.mesh, "the bound mesh")
        check_sequences(outputs, [rig, *frames], len(sequence), seen)
        found = recovery(bound, sequence, console, on=None if scheduler is None else (scheduler, Path(rig)))
        write(found, outputs, console)
        draw_plot(found, plot, console)
        draw(found, picture, seen, console)
        tell(found, outputs, console, table=table)
        check_error(found, error)
