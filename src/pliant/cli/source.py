"""What a verb works on: a pose set or a rig, from the arguments of the command line."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import Literal

from pliant.cli.console import Console, usage
from pliant.core.mesh import PoseSet
from pliant.io import read_poses
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from pliant.registry import open_rig

RIG = ".pliant"


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
    source: list[str], console: Console, *, as_printed: bool, clip: str | None, clip_frames: str | None
) -> MeshIK:
    """The rig that the arguments name, opened or made from their poses."""
    if is_rig(source):
        if as_printed or clip is not None or clip_frames is not None:
            raise usage(
                "A saved rig has its method and poses already; make it anew from its poses.", "SOURCE"
            )
        with console.progress("opening the rig"):
            rig = open_rig(source[0])
        if not isinstance(rig, MeshIK):
            raise usage(f"The rig was made by '{rig.method}', which this verb does not know.", "SOURCE")
        return rig
    with console.progress("reading poses") as progress:
        poses = poses_of(source, clip, clip_frames)
        return MeshIK(poses, options=PRINTED if as_printed else MeshIKOptions(), progress=progress)


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


def _frames(text: str | None) -> int | Literal["keys"] | None:
    if text is None or text == "keys":
        return text
    if not text.isdecimal() or int(text) < 1:
        raise usage(f"'{text}' is neither a positive number nor 'keys'.", "--clip-frames")
    return int(text)
