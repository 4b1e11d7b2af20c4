"""The command `pliant`: pose meshes by pulling on them, from a shell."""

from __future__ import annotations

from typing import Annotated

import typer

from pliant.cli.animate import animate
from pliant.cli.bake import bake
from pliant.cli.blend import blend
from pliant.cli.cage import cage_group
from pliant.cli.convert import convert
from pliant.cli.handles import handles
from pliant.cli.info import info
from pliant.cli.joints import joints
from pliant.cli.learn import learn
from pliant.cli.pose import pose
from pliant.cli.render import render
from pliant.cli.samples import samples
from pliant.cli.studio import studio

EXIT_CODES = """\b
Exit codes:
  0    fine
  1    refused: the message says what was found, what was needed and what to do
  2    the command line makes no sense
  3    posed, but the solver did not converge; the result is still written
  130  interrupted"""

app = typer.Typer(
    name="pliant",
    no_args_is_help=True,
    # Plain help and plain tracebacks: loading rich for them would double the time of `pliant --help`.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verb in (info, learn, handles, joints, pose, blend, animate, bake, convert, render, samples, studio):
    app.command(epilog=EXIT_CODES)(verb)
app.add_typer(cage_group(EXIT_CODES), name="cage")


def _print_version(wanted: bool) -> None:
    if wanted:
        from pliant import __version__

        typer.echo(f"pliant {__version__}")
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
