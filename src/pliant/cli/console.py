"""What the command line says, and how it ends.

Results go to stdout; messages, warnings and progress to stderr. With --json, stdout holds exactly one JSON
document, also when Pliant refuses.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from importlib.metadata import version
from typing import Any, NoReturn

import typer

from pliant.errors import PliantError

EXIT_CODES = """\b
Exit codes:
  0    fine
  1    refused: the message says what was found, what was needed and what to do
  2    the command line makes no sense
  3    posed, but the solver did not converge; the result is still written
  130  interrupted"""


class Exit(IntEnum):
    """Exit codes."""

    FINE = 0
    REFUSED = 1
    USAGE = 2
    NOT_CONVERGED = 3
    INTERRUPTED = 130  # what shells use for Ctrl-C: 128 + SIGINT


@dataclass(frozen=True)
class Console:
    """Prints what one run of a verb says.

    as_json: the result is one JSON document
    quiet:   no messages beside results and errors
    """

    as_json: bool = False
    quiet: bool = False

    def say(self, message: str) -> None:
        """Print a message for the person at the terminal, on stderr."""
        if not self.quiet:
            typer.echo(message, err=True)

    def result(self, words: str, data: Mapping[str, Any]) -> None:
        """Print the result on stdout: words for people, or the data as JSON."""
        text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) if self.as_json else words
        if text:
            typer.echo(text)

    @contextmanager
    def progress(self, what: str) -> Iterator[Callable[[float, str], None]]:
        """Show a bar on stderr, which the function moves, while the block runs; only on a terminal."""
        if self.quiet or not sys.stderr.isatty():
            yield _unseen
            return
        from rich.console import Console as Terminal
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, console=Terminal(stderr=True), transient=True) as bars:
            task = bars.add_task(what, total=1.0)
            yield lambda share, now: bars.update(task, completed=share, description=now)


@contextmanager
def speaking(*, as_json: bool, quiet: bool) -> Iterator[Console]:
    """The console of a verb; a PliantError in the block is told in plain words and ends the run."""
    console = Console(as_json, quiet)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *rest: console.say(f"note: {message}")
            yield console
    except PliantError as refusal:
        _refuse(console, refusal)
    except KeyboardInterrupt:
        typer.echo("pliant: interrupted", err=True)
        raise typer.Exit(Exit.INTERRUPTED) from None


def heading(verb: str) -> dict[str, Any]:
    """How a JSON document begins: the version of Pliant, and the verb that wrote it."""
    return {"pliant": version("pliant"), "verb": verb}


def usage(message: str, option: str) -> typer.BadParameter:
    """The error for an option whose value makes no sense; raise it to end with exit code 2."""
    return typer.BadParameter(message, param_hint=f"'{option}'")


def _refuse(console: Console, refusal: PliantError) -> NoReturn:
    if console.as_json:
        console.result("", {"error": {"kind": type(refusal).__name__, "message": str(refusal)}})
    typer.echo(f"pliant: {refusal}", err=True)
    raise typer.Exit(Exit.REFUSED)


def _unseen(share: float, now: str) -> None:
    """Ignore progress, where no terminal shows it."""
