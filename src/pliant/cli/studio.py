"""`pliant studio`: pose in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pliant.cli.console import Console, speaking, usage
from pliant.cli.options import Quiet
from pliant.errors import MissingExtraError
from pliant.registry import methods

if TYPE_CHECKING:
    from pliant.studio.opening.source import Source
    from pliant.studio.server.security import Guard

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILES",
        help="What to open: a mesh, poses of one mesh (a file with several, a folder, a pattern in quotes, "
        "or several files) or a rig saved as .pliant. Without it, the page offers samples.",
        show_default=False,
    ),
]
Sample = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="Begin with a sample, such as quadruped, humanoid or lamp.", show_default=False
    ),
]
Port = Annotated[
    int, typer.Option(min=0, max=65535, metavar="N", help="Where to listen; 0 takes any port that is free.")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Only print the address.")]
_FIRST, _LAST = list(methods())[:-1], list(methods())[-1]
StudioMethodName = Annotated[
    str | None,
    typer.Option(metavar="NAME", help=f"{', '.join(_FIRST)} or {_LAST}; by default what suits."),
]
State = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="Where the journal goes, from which a session can be taken back; by default in the user's "
        "state folder.",
        show_default=False,
    ),
]
Listen = Annotated[
    str | None,
    typer.Option(
        metavar="HOST",
        help="Listen at this address of the computer, so that others can reach the studio. Its token, and "
        "all that is opened, then travel unencrypted.",
        show_default=False,
    ),
]


def studio(
    files: Files = None,
    sample: Sample = None,
    port: Port = 0,
    no_browser: NoBrowser = False,
    method: StudioMethodName = None,
    state: State = None,
    listen: Listen = None,
    quiet: Quiet = False,
) -> None:
    """Open the studio: pose in the browser, on this computer only.

    Ctrl-C ends it. Nothing is lost: the next start offers what was open.
    """
    with speaking(as_json=False, quiet=quiet) as console:
        if files and sample:
            raise usage(
                f"Files and the sample '{sample}' were both named; open one or the other.", "--sample"
            )
        if method is not None and method not in methods():
            raise usage(f"There is no method '{method}'; choose one of {', '.join(methods())}.", "--method")
        options = {"method": method, "host": listen or "127.0.0.1", "port": port, "state": state}
        _serve(console, _source(files or [], sample), options, browse=not no_browser)


def _source(files: list[str], sample: str | None) -> Source | None:
    """What to begin with; None for the page's own choice."""
    from pliant.samples import names
    from pliant.studio.opening.source import Source, named_source

    if sample is not None and sample not in names():
        raise usage(f"There is no sample '{sample}'; there are {', '.join(names())}.", "--sample")
    if sample is not None:
        return Source("sample", sample)
    return named_source(files) if files else None


def _serve(console: Console, source: Source | None, options: dict[str, Any], *, browse: bool) -> None:
    """Serve until Ctrl-C; options: of `pliant.studio.server.server.serve`."""
    try:
        from pliant.studio.server.server import serve
    except ModuleNotFoundError as problem:
        if problem.name not in ("starlette", "uvicorn", "websockets"):
            raise
        raise MissingExtraError(
            f"The studio needs the package '{problem.name}'; install it by: pip install 'pliant[studio]'"
        ) from problem

    def ready(guard: Guard) -> None:
        if not guard.is_local:
            console.say(
                f"warning: listening at {guard.host}. Everybody who can reach this computer can try to "
                "connect, and the token below travels unencrypted; use it only in a network that you trust."
            )
        typer.echo(guard.url())
        if browse:
            webbrowser.open(guard.url())

    serve(source, **options, ready=ready)
