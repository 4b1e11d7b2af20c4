"""What a verb works on: a pose set or a rig, from the arguments of the command line."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass
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
ClipChoice = tuple[Sequence[str] | None, str | None]


def is_rig(source: list[str]) -> bool:
    """Whether the arguments name a rig file."""
    named = [Path(path).suffix.lower() == RIG for path in source]
    if any(named) and len(source) > 1:
        raise usage("A rig file stands alone; give nothing beside it.", "SOURCE")
    return any(named)


def poses_of(source: list[str], clip: Sequence[str] | None = None, clip_frames: str | None = None) -> PoseSet:
    """The pose set that the arguments name; one argument may be a folder or a pattern, several are files."""
    chosen = [int(each) if each.isdecimal() else each for each in clip or ()] or None
    return read_poses(source[0] if len(source) == 1 else source, frames=_frames(clip_frames), clip=chosen)


def poses_from_bones(source: list[str], count: int, clip: ClipChoice = (None, None)) -> PoseSet:
    """Poses of a rigged file, made by turning its bones; refuses a choice of animations beside them."""
    if any(clip):
        raise usage("Poses are read from animations or made from bones; leave --clip out.", "--from-bones")
    if len(source) != 1:
        raise usage("Bones are turned in one file; give the rigged one alone.", "SOURCE")
    from pliant.io.gltf.bone_poses import posed_by_bones

    return posed_by_bones(source[0], count=count)


@dataclass(frozen=True)
class Making:
    """How a rig is made from files.

    method:     the name of the method, None for the usual one
    as_printed: exactly as its paper prints it
    clip:       what --clip and --clip-frames say
    bones:      how many poses to make by turning bones, None to read poses
    """

    method: str | None = None
    as_printed: bool = False
    clip: ClipChoice = (None, None)
    bones: int | None = None

    def poses(self, source: list[str]) -> PoseSet:
        """The poses of the files."""
        if self.bones is not None:
            return poses_from_bones(source, self.bones, self.clip)
        return poses_of(source, *self.clip)


def rig_of(source: list[str], console: Console, making: Making) -> Rig:
    """The rig that the arguments name, opened, or made from their poses or mesh by the method named."""
    chosen, as_printed = _chosen(making.method), making.as_printed
    if is_rig(source):
        if making.method is not None or as_printed or any(making.clip) or making.bones is not None:
            raise usage(
                "A saved rig has its method and poses already; make it anew from its poses.", "SOURCE"
            )
        with console.progress("opening the rig"):
            return open_rig(source[0])
    if as_printed and not chosen.printed:
        raise usage(f"{chosen.title} has no printed form; leave that out.", "--as-printed")
    with console.progress("reading poses") as progress:
        return chosen.rig_of(making.poses(source), as_printed=as_printed, progress=progress)


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
