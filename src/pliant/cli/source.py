"""What a verb works on: a pose set or a rig, from the arguments of the command line."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import Literal

from pliant.cli.console import Console, usage
from pliant.io import read_poses
from pliant.mesh import PoseSet
from pliant.method import Method
from pliant.registry import method_named, methods, open_rig, usual_method
from pliant.rig import Rig
from pliant.words import RigWords

RIG = ".pliant"

# What --clip and --clip-frames say.
ClipChoice = tuple[str | None, str | None]


def is_rig(source: list[str]) -> bool:
    """Whether the arguments name a rig file."""
    named = [Path(path).suffix.lower() == RIG for path in source]
    if any(named) and len(source) > 1:
        raise usage("A rig file stands alone; give nothing beside it.", "SOURCE")
    return any(named)


def poses_of(source: list[str], clip: str | None = None, clip_frames: str | None = None) -> PoseSet:
    """The pose set that the arguments name; one argument may be a folder or a pattern, several are files."""
    number = int(clip) if clip is not None and clip.isdecimal() else clip
    return read_poses(source[0] if len(source) == 1 else source, frames=_frames(clip_frames), clip=number)


def rig_of(
    source: list[str], console: Console, *, method: str | None, as_printed: bool, clip: ClipChoice
) -> Rig:
    """The rig that the arguments name, opened, or made from their poses or mesh by the method named."""
    chosen = _chosen(method)
    if is_rig(source):
        if method is not None or as_printed or clip != (None, None):
            raise usage(
                "A saved rig has its method and poses already; make it anew from its poses.", "SOURCE"
            )
        with console.progress("opening the rig"):
            return open_rig(source[0])
    if as_printed and not chosen.printed:
        raise usage(f"{chosen.title} has no printed form; leave that out.", "--as-printed")
    with console.progress("reading poses") as progress:
        return chosen.rig_of(poses_of(source, *clip), as_printed=as_printed, progress=progress)


def words_about(rig: Rig) -> RigWords:
    """What people are told about the rig."""
    return method_named(rig.method).rig_words()


def check_mixes(rig: Rig) -> None:
    """Refuse a rig that mixes no poses."""
    if not rig.names:
        made_of = method_named(rig.method).made_of
        raise usage(f"A rig of {made_of} has no poses to mix; pull on it by 'pliant pose'.", "SOURCE")


def files_read(source: list[str]) -> set[Path]:
    """The files behind the arguments, links followed."""
    found: set[Path] = set()
    for argument in source:
        path = Path(argument)
        if path.is_dir():
            found.update(path.iterdir())
        elif path.exists():
            found.add(path)
        else:
            found.update(Path(name) for name in glob.glob(argument, recursive=True))
    return {path.resolve() for path in found}


def _chosen(method: str | None) -> Method:
    """The method that --method names, which must make a rig from what a file holds."""
    if method is None:
        return usual_method()
    if method not in methods():
        names = [each.name for each in methods().values() if not each.refusal]
        raise usage(f"There is no method '{method}'; choose one of {', '.join(names)}.", "--method")
    if methods()[method].refusal:
        raise usage(methods()[method].refusal, "--method")
    return methods()[method]


def _frames(text: str | None) -> int | Literal["keys"] | None:
    if text is None or text == "keys":
        return text
    if not text.isdecimal() or int(text) < 1:
        raise usage(f"'{text}' is neither a positive number nor 'keys'.", "--clip-frames")
    return int(text)
