"""The work of `pliant learn`: read, learn, write, and tell how well it went."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from pliant import __version__
from pliant.cli.console import Console, usage
from pliant.cli.learned import Facts, file_size, learned_facts, learned_words, size_words
from pliant.cli.output import check_places, save_rig
from pliant.cli.picture import Seen, draw_controls, view_of
from pliant.cli.source import RIG, is_rig, poses_of
from pliant.core.atomic import writable_target
from pliant.core.mesh import PoseSet
from pliant.figures.reconstruction import Reconstruction
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.rig import ReducedIK


@dataclass(frozen=True)
class Places:
    """The files that were asked for; None where one was not."""

    rig: Path | None
    report: Path | None
    picture: Path | None

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        options = {"--output": self.rig, "--report": self.report, "--picture": self.picture}
        return {option: path for option, path in options.items() if path is not None}

    def check(self, source: list[str], seen: Seen) -> None:
        """Refuses, before any work, what could not be drawn or written after it, and files that are read."""
        if is_rig(source):
            raise usage("A rig is learned from poses, and this is a rig already; give its poses.", "POSES")
        check_places(self.named, {"--output": RIG, "--report": ".html", "--picture": ".png"}, source)
        for path in self.named.values():
            writable_target(path)
        # Names of views are looked up when the frame is asked for.
        _ = view_of(seen, "each").frame


@dataclass(frozen=True, eq=False)
class Lesson:
    """A rig, the poses that taught it, and how long that took."""

    source: list[str]
    poses: PoseSet
    rig: ReducedIK
    seconds: float

    @property
    def title(self) -> str:
        """The character's name, as its file or folder has it."""
        return Path(self.source[0]).stem.strip("*?[] _-") or Path(self.source[0]).parent.name or "character"


def chosen_options(
    controls: int | None, influences: int | None, *, rigid: bool, as_printed: bool
) -> ReducedOptions:
    """The method's choices, ours or the paper's, with what the command line says."""
    base = PRINTED if as_printed else ReducedOptions()
    return replace(
        base,
        controls=controls,
        influences=influences or base.influences,
        kind="rigid" if rigid else base.kind,
    )


def learned(
    source: list[str], options: ReducedOptions, clip: tuple[str | None, str | None], console: Console
) -> Lesson:
    """Reads the poses and learns from them."""
    with console.progress("reading poses") as progress:
        poses = poses_of(source, *clip)
        began = time.perf_counter()
        rig = ReducedIK(poses, options=options, progress=progress)
    return Lesson(source, poses, rig, time.perf_counter() - began)


def write(lesson: Lesson, places: Places, console: Console) -> None:
    """Saves the rig where that was asked for."""
    save_rig(places.rig, lesson.rig, console)


def draw(lesson: Lesson, places: Places, seen: Seen, console: Console) -> None:
    """Draws the controls and proxies where that was asked for."""
    if places.picture is not None:
        draw_controls(lesson.rig, places.picture, seen, console)


def tell_story(lesson: Lesson, places: Places, seen: Seen, console: Console) -> None:
    """Writes the report where that was asked for."""
    if places.report is None:
        return
    from pliant.figures.report import write_report

    title = places.rig.stem if places.rig is not None else lesson.title
    with console.progress("drawing the report") as progress:
        write_report(
            lesson.rig,
            lesson.poses,
            places.report,
            title=title,
            view=view_of(seen, "each"),
            progress=progress,
        )
    console.say(f"wrote {places.report}")


def summarise(lesson: Lesson, places: Places, console: Console) -> None:
    """How well it went: words, or the JSON document."""
    found = Reconstruction.of(lesson.rig, lesson.poses)
    item: Facts = {
        "pliant": __version__,
        "verb": "learn",
        "method": lesson.rig.method,
        "source": lesson.source,
        "vertices": lesson.poses.n,
        "examples": len(lesson.poses),
        "names": list(lesson.poses.names),
        **learned_facts(lesson.rig),
        "rms": found.rms,
        "worst_example": lesson.poses.names[found.worst],
        "seconds": lesson.seconds,
        "bytes": None if places.rig is None else file_size(places.rig),
        "files": [str(path) for path in places.named.values()],
    }
    console.result(_words(item), item)


def _words(item: Facts) -> str:
    lines = [
        f"learned from {item['examples']} poses of {item['vertices']:,} vertices in {item['seconds']:.1f} s",
        *learned_words(item),
        f"RMS {item['rms']:.3g}% of the diagonal; '{item['worst_example']}' is reproduced worst",
    ]
    if item["bytes"] is not None:
        lines.append(f"the rig's file has {size_words(item['bytes'])}")
    return "\n  ".join(lines)
