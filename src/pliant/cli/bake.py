"""`pliant bake`: many shots, on this machine or on a cluster."""

from __future__ import annotations

from typing import Annotated

import typer

from pliant.cli.console import Exit, speaking
from pliant.cli.options import Json, Quiet

Shots = Annotated[
    list[str],
    typer.Argument(
        metavar="SHOTS",
        help="Shot files (.json): which rig plays which track into which files. Also patterns in quotes.",
        show_default=False,
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="A dask scheduler, such as tcp://10.0.0.1:8786, whose workers have Pliant and see the same "
        "files; by default a cluster on this machine.",
        show_default=False,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Processes on this machine; one per core by default."),
]
Again = Annotated[bool, typer.Option("--again", help="Bake also what is done already.")]


def bake(
    shots: Shots,
    scheduler: Scheduler = None,
    workers: Workers = None,
    again: Again = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Bake shots side by side.

    A shot's files appear when they are whole. Run it again after any interruption: shots whose files are
    newer than their rig, track and shot file are skipped. A shot that is refused does not stop the others.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.work.bake import bake_all

        if not bake_all(shots, console, scheduler=scheduler, workers=workers, again=again):
            raise typer.Exit(Exit.REFUSED)
