"""The work of `pliant bake`."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pliant.animation.bake import ShotOutcome, bake_shots
from pliant.cli.console import Console, usage
from pliant.cli.work.animate import words
from pliant.io.poses import natural_key


def bake_all(
    shots: Sequence[str], console: Console, *, scheduler: str | None, workers: int | None, again: bool
) -> bool:
    """Bake every shot and tell how each went; returns whether none failed.

    scheduler, workers: address of a dask scheduler, or how many processes on this machine
    again:              also bake what is done already
    """
    paths = shot_files(shots)
    outcomes = []
    with console.progress(f"0 of {len(paths)} shots") as progress:
        for outcome in bake_shots(paths, scheduler=scheduler, workers=workers, again=again):
            outcomes.append(outcome)
            progress(len(outcomes) / len(paths), f"{len(outcomes)} of {len(paths)} shots")
            console.say(_line(outcome))
    count = {state: sum(each.state == state for each in outcomes) for state in ("baked", "skipped", "failed")}
    console.say(f"{count['baked']} baked, {count['skipped']} were done, {count['failed']} failed")
    console.result("", {"verb": "bake", **count, "shots": [asdict(each) for each in outcomes]})
    return not count["failed"]


def shot_files(shots: Sequence[str]) -> list[Path]:
    """The files that arguments and patterns name, each once, in natural order."""
    found: dict[Path, None] = {}
    for text in shots:
        named = [text] if Path(text).exists() else sorted(glob.glob(text, recursive=True), key=natural_key)
        if not named:
            raise usage(f"No file is or matches '{text}'; check the folder.", "SHOTS")
        found |= dict.fromkeys(Path(name) for name in named)
    return list(found)


def _line(outcome: ShotOutcome) -> str:
    name = Path(outcome.shot).name
    if outcome.played is not None:
        return "; ".join([f"{name}: {words(outcome.played)}", *outcome.played.lost])
    return f"{name}: {'done already' if outcome.state == 'skipped' else outcome.reason}"
