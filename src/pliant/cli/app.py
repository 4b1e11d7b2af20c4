"""The command `pliant`: pose meshes by pulling on them, from a shell."""

from __future__ import annotations

from importlib.metadata import version as package_version
from typing import Annotated

import typer

from pliant.cli.animate import animate
from pliant.cli.bake import bake
from pliant.cli.blend import blend
from pliant.cli.console import EXIT_CODES
from pliant.cli.convert import convert
from pliant.cli.doctor import doctor
from pliant.cli.info import info
from pliant.cli.pick import pick
from pliant.cli.pose import pose
from pliant.cli.render import render
from pliant.cli.samples import samples
from pliant.cli.studio import studio
from pliant.method import loaded
from pliant.registry import methods

app = typer.Typer(
    name="pliant",
    no_args_is_help=True,
    # Plain help and plain tracebacks: loading rich for them would double the time of `pliant --help`.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog=EXIT_CODES)(info)
for _verb in (verb for method in methods().values() for verb in method.verbs):
    _run = loaded(_verb.function)
    if isinstance(_run, typer.Typer):
        app.add_typer(_run, name=_verb.name, epilog=EXIT_CODES)
    else:
        app.command(_verb.name, epilog=EXIT_CODES)(_run)
for _run in (pick, pose, blend, animate, bake, convert, render, samples, studio, doctor):
    app.command(epilog=EXIT_CODES)(_run)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pliant {package_version('pliant')}")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def _pliant(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Pose a mesh by pulling on it: no skeleton, no skinning by hand.

    Vertices, triangles and poses are numbered from 0, in the order of the file.
    """


def main() -> None:
    """The entry point of the command."""
    app()


if __name__ == "__main__":
    main()
