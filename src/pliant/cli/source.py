"""What a verb works on: a pose set or a rig, from the arguments of the command line."""

from __future__ import annotations

import glob
from pathlib import Path
from typing import Literal, TypeAlias, cast

from pliant.cli.console import Console, usage
from pliant.core.mesh import PoseSet
from pliant.io import read_poses
from pliant.methods.cage.rig import CageIK
from pliant.methods.handles.rig import HandleIK
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK
from pliant.registry import METHODS, open_rig, rig_class

RIG = ".pliant"
USUAL = "meshik"
# The methods that learn from examples.
LEARNING = ("meshik", "reduced")

# The rigs that mix poses, learned or sculpted: pins and weights pose them.
ExampleRig: TypeAlias = MeshIK | ReducedIK | HandleIK
# Those that pins alone pose too.
PulledRig: TypeAlias = ExampleRig | JointIK | CageIK


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


def thing_of(source: list[str], clip: str | None, clip_frames: str | None) -> PoseSet | PulledRig:
    """The rig or the pose set that the arguments name."""
    return _opened(source[0]) if is_rig(source) else poses_of(source, clip, clip_frames)


def rig_of(
    source: list[str],
    console: Console,
    *,
    method: str | None,
    as_printed: bool,
    clip: tuple[str | None, str | None],
) -> PulledRig:
    """The rig that the arguments name, opened or made from their poses by the method named.

    clip: what --clip and --clip-frames say
    """
    if method == HandleIK.method:
        raise usage(
            "Handles are painted, not learned from poses; make a rig by 'pliant handles'.", "--method"
        )
    if method == JointIK.method:
        raise usage(
            "Joints are found on one mesh, not learned from poses; make a rig by 'pliant joints'.", "--method"
        )
    if method == CageIK.method:
        raise usage(
            "A cage is put around one mesh, not learned from poses; make a rig by 'pliant cage bind'.",
            "--method",
        )
    if method is not None and method not in METHODS:
        raise usage(f"There is no method '{method}'; choose one of {', '.join(LEARNING)}.", "--method")
    if is_rig(source):
        if method is not None or as_printed or clip != (None, None):
            raise usage(
                "A saved rig has its method and poses already; make it anew from its poses.", "SOURCE"
            )
        with console.progress("opening the rig"):
            return _opened(source[0])
    with console.progress("reading poses") as progress:
        poses = poses_of(source, *clip)
        kind = cast("type[MeshIK] | type[ReducedIK]", rig_class(method or USUAL))
        return (kind.as_printed if as_printed else kind)(poses, progress=progress)


def with_examples(rig: PulledRig) -> ExampleRig:
    """The rig, if it mixes poses."""
    if isinstance(rig, JointIK | CageIK):
        what = "joints" if isinstance(rig, JointIK) else "a cage"
        raise usage(f"A rig of {what} has no poses to mix; pull on it by 'pliant pose'.", "SOURCE")
    return rig


def example_names(rig: PulledRig) -> tuple[str, ...]:
    """The names of the examples that a rig was made from, or of the poses sculpted with it, if any."""
    if isinstance(rig, JointIK | CageIK):
        return ()
    if isinstance(rig, HandleIK):
        return rig.sculpted.names
    return rig.names if isinstance(rig, ReducedIK) else rig.poses.names


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


def _opened(path: str) -> PulledRig:
    rig = open_rig(path)
    if not isinstance(rig, PulledRig):
        raise usage(f"The rig was made by '{rig.method}', which this verb does not know.", "SOURCE")
    return rig
