"""Shot files: which rig plays which track, and where the result goes.

    {"format": "pliant-shot", "version": 1, "rig": "../lion.pliant", "track": "roar.json",
     "outputs": ["out/roar.glb", "out/roar.pc2"],
     "options": {"follow_through": {"springiness": 3, "damping": 0.4}}}

Paths are taken from the folder of the shot; the track may also stand in the shot itself.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pliant.animation.document import json_of_track, read_track, track_of_json
from pliant.animation.follow_through import FollowThrough
from pliant.animation.json_file import read_json, write_json
from pliant.animation.schema import SHOT_FORMAT, VERSION, shot_schema
from pliant.animation.track import Track
from pliant.animation.validation import check, check_version
from pliant.io.files import naming
from pliant.io.into import Copy, Into


@dataclass(frozen=True, eq=False)
class Shot:
    """A rig file, a track and the files to write.

    follow, coherence: as in `bake`
    sources:           files that it was read from, with the rig's; empty for a shot that was not read
    into:              the asset that the motion is written back into, where an output is of its kind
    """

    rig: Path
    track: Track
    outputs: tuple[Path, ...]
    follow: FollowThrough | None = None
    coherence: float = 0.0
    sources: tuple[Path, ...] = ()
    into: Into | None = None

    @property
    def files(self) -> list[Path | Copy]:
        """The outputs, as copies of the asset where they are of its kind."""
        into = self.into
        return [Copy(path, into) if into is not None and into.takes(path) else path for path in self.outputs]


def read_shot(path: str | os.PathLike[str]) -> Shot:
    """The shot in a file, with absolute paths; a track file is read with it.

    Raises FileFormatError, with the place in the file.
    """
    folder = Path(path).absolute().parent
    with naming(path):
        values = read_json(path)
        check_version(values, "shot", shot_schema())
        check(values, shot_schema())
        rig, track = _joined(folder, values["rig"]), values["track"]
        sources = [Path(path), rig]
        if isinstance(track, str):
            sources.append(_joined(folder, track))
            track = read_track(sources[-1])
        else:
            with naming("track"):
                track = track_of_json(track)
        options = values.get("options", {})
        follow = options.get("follow_through")
        into = None
        if "into" in options:
            into = Into(_joined(folder, options["into"]), options.get("by"))
            sources.append(into.asset)
        return Shot(
            rig,
            track,
            tuple(_joined(folder, output) for output in values["outputs"]),
            None if follow is None else FollowThrough(**follow),
            float(options.get("coherence", 0.0)),
            tuple(sources),
            into,
        )


def write_shot(path: str | os.PathLike[str], shot: Shot) -> None:
    """Write a shot with its track inside and its paths relative to the shot's own folder."""
    folder = Path(path).absolute().parent
    options: dict[str, Any] = {} if shot.follow is None else {"follow_through": asdict(shot.follow)}
    options |= {"coherence": shot.coherence} if shot.coherence else {}
    if shot.into is not None:
        options["into"] = _relative(shot.into.asset, folder)
        options |= {"by": shot.into.by} if shot.into.by else {}
    values = {
        "format": SHOT_FORMAT,
        "version": VERSION,
        "rig": _relative(shot.rig, folder),
        "outputs": [_relative(output, folder) for output in shot.outputs],
        **({"options": options} if options else {}),
        "track": json_of_track(shot.track),
    }
    write_json(path, values)


def _joined(folder: Path, name: str) -> Path:
    return Path(os.path.normpath(folder / name))


def _relative(path: Path, folder: Path) -> str:
    """The path from a folder, with forward slashes; absolute where it lies on another drive."""
    try:
        return Path(os.path.relpath(path.absolute(), folder)).as_posix()
    except ValueError:
        return path.absolute().as_posix()
