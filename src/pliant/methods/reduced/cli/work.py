"""The work of `pliant learn`: read, learn, write, and tell how well it went."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from pliant.cli.console import Console, heading, usage
from pliant.cli.output import PNG, Outputs
from pliant.cli.picture import Seen, check_view, view_of
from pliant.cli.source import RIG, ClipChoice, is_rig, poses_from_bones, poses_of
from pliant.examples.options import REGIONS
from pliant.kept_poses import kept_words
from pliant.mesh import PoseSet
from pliant.methods.reduced.left_out import MirroredRig, mirrored_rig
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.reconstruction import FEW_PINS, Reconstruction
from pliant.methods.reduced.rig import ReducedIK
from pliant.methods.reduced.words import image_facts, image_words, learned_facts, learned_words
from pliant.words import Facts, file_size, size_words

# What the names of the files may end in.
SUFFIXES = {"output": (RIG,), "report": (".html",), "picture": (PNG,)}


@dataclass(frozen=True, eq=False)
class Lesson:
    """A rig, the poses that taught it, how long that took, and what was found about their mirror images."""

    source: list[str]
    poses: PoseSet
    rig: ReducedIK
    seconds: float
    images: MirroredRig | None = None

    @property
    def title(self) -> str:
        """The character's name, as its file or folder has it."""
        return Path(self.source[0]).stem.strip("*?[] _-") or Path(self.source[0]).parent.name or "character"


def check(outputs: Outputs, source: list[str], seen: Seen) -> None:
    """Refuse, before any work, what could not be learned, drawn or written."""
    if is_rig(source):
        raise usage("A rig is learned from poses, and this is a rig already; give its poses.", "POSES")
    outputs.check(source, suffixes=SUFFIXES)
    check_view(seen)


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


def local_options(options: ReducedOptions) -> ReducedOptions:
    """The same with weights for each region."""
    return replace(options, regions=REGIONS)


def reader(source: list[str], clip: ClipChoice, bones: int | None) -> Callable[[], PoseSet]:
    """A function that reads the poses, or makes as many from bones."""
    return (
        partial(poses_of, source, *clip) if bones is None else partial(poses_from_bones, source, bones, clip)
    )


def learned(
    source: list[str], options: ReducedOptions, read: Callable[[], PoseSet], console: Console
) -> Lesson:
    """Read the poses and learn from them."""
    with console.progress("reading poses") as progress:
        poses = read()
        began = time.perf_counter()
        rig = ReducedIK(poses, options=options, progress=progress)
    return Lesson(source, poses, rig, time.perf_counter() - began)


def learned_with_images(
    source: list[str], options: ReducedOptions, read: Callable[[], PoseSet], console: Console
) -> Lesson:
    """Read the poses and learn from them, and from their mirror images where these help."""
    with console.progress("reading poses") as progress:
        poses = read()
        began = time.perf_counter()
        found = mirrored_rig(poses, options=options, progress=progress)
    return Lesson(source, found.poses, found.rig, time.perf_counter() - began, found)


def tell_story(lesson: Lesson, outputs: Outputs, seen: Seen, console: Console) -> None:
    """Write the report where that was asked for."""
    path, rig = outputs["report"], outputs["output"]
    if path is None:
        return
    from pliant.methods.reduced.report import write_report

    title, view = rig.stem if rig is not None else lesson.title, view_of(seen, "each")
    with console.progress("drawing the report") as progress:
        write_report(lesson.rig, lesson.poses, path, title=title, view=view, progress=progress)
    console.say(f"wrote {path}")


def summarise(lesson: Lesson, outputs: Outputs, console: Console) -> None:
    """Tell how well it went: words, or the JSON document."""
    saved, found = outputs["output"], Reconstruction.of(lesson.rig, lesson.poses)
    again = found.found_again(lesson.rig)
    item: Facts = {
        **heading("learn"),
        "method": lesson.rig.method,
        "source": lesson.source,
        "vertices": lesson.poses.n,
        "given": lesson.rig.kept.given,
        "examples": len(lesson.rig.names),
        "names": list(lesson.rig.names),
        "images": None if lesson.images is None else image_facts(lesson.images),
        **learned_facts(lesson.rig),
        "rms": found.rms,
        "worst_example": lesson.rig.names[found.worst],
        "found_again": float(np.sqrt((again**2).mean())),
        "worst_found_again": lesson.rig.names[int(np.argmax(again))],
        "seconds": lesson.seconds,
        "bytes": None if saved is None else file_size(saved),
        "files": outputs.names,
    }
    console.result(_words(item), item)


def _words(item: Facts) -> str:
    left_out = kept_words(item["examples"], item["given"])
    lines = [
        f"learned from {item['examples']} poses of {item['vertices']:,} vertices in {item['seconds']:.1f} s",
        *([left_out] if left_out else []),
        *image_words(item["images"]),
        *learned_words(item),
        f"RMS {item['rms']:.3g}% of the diagonal; '{item['worst_example']}' is reproduced worst",
        f"found again from {FEW_PINS} of their points: RMS {item['found_again']:.3g}% of the diagonal; "
        f"'{item['worst_found_again']}' worst",
    ]
    if item["bytes"] is not None:
        lines.append(f"the rig's file has {size_words(item['bytes'])}")
    return "\n  ".join(lines)
