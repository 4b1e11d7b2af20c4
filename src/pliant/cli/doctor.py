"""`pliant doctor`: what is installed, what is missing, and what that costs."""

from __future__ import annotations

from pliant.cli.console import Console, heading, speaking
from pliant.cli.options import Json, Quiet


def doctor(json: Json = False, quiet: Quiet = False) -> None:
    """Tell what Pliant finds on this computer: packages, programs, processors, and what is missing.

    One line each; for what is missing, what cannot be done without it and how to install it. What is wrong
    with a mesh is told by `pliant info`.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        _tell(console)


def _tell(console: Console) -> None:
    from pliant.cli.work.doctor import environment

    lines = environment()
    width = max(len(line.name) for line in lines)
    words = "\n".join(f"{line.name:<{width}}  {line.state:<9}  {line.words}".rstrip() for line in lines)
    console.result(words, {**heading("doctor"), "found": [vars(line) for line in lines]})
