"""The work of `pliant convert`, and the moving meshes of other verbs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from pliant.cli.console import Console, usage
from pliant.cli.output import check_places, tell_kept
from pliant.clip import Clip
from pliant.io import read_clip, read_mesh, write_clip, write_mesh
from pliant.io.clips import READABLE_CLIPS, WRITABLE_CLIPS
from pliant.io.meshes import WRITABLE


@dataclass(frozen=True)
class Moved:
    """A moving mesh as the arguments name it.

    source: its files
    mesh:   file of the mesh whose vertices move, for files without faces
    fps, frames, clip: what the options of these names say
    """

    source: Sequence[str]
    mesh: str | None = None
    fps: float | None = None
    frames: str | None = None
    clip: str | None = None

    def read(self) -> Clip:
        """The clip; a single mesh stands still for one frame."""
        alone = self.source[0] if len(self.source) == 1 else None
        if alone is not None and _still(Path(alone)):
            mesh = read_mesh(alone)
            clip = Clip.of(mesh, mesh.V[None], self.fps or 24.0)
        else:
            number = int(self.clip) if self.clip is not None and self.clip.isdecimal() else self.clip
            clip = read_clip(alone or list(self.source), mesh=self.mesh, fps=self.fps, clip=number)
        return clip if self.frames is None else cut(clip, self.frames)


def converted(moved: Moved, output: Path, console: Console) -> None:
    """Write the clip where it is wanted."""
    read = [*moved.source, *([] if moved.mesh is None else [moved.mesh])]
    check_places({"--output": output}, read)
    with console.progress("reading"):
        clip = moved.read()
    only_mesh = set(WRITABLE) - set(WRITABLE_CLIPS)
    if output.suffix.lower() in only_mesh and "*" not in output.name:
        if clip.count > 1:
            raise usage(
                f"{clip.count} frames do not fit in {output}; choose one with --frames, or name a folder or "
                f"one of {' '.join(WRITABLE_CLIPS)}.",
                "--output",
            )
        files = write_mesh(output, clip.mesh.moved(next(iter(clip))))
    else:
        with console.progress("writing") as progress:
            files = write_clip(output, clip, progress=progress)
    console.say(f"wrote {output}: {clip.mesh.n} vertices, {clip.count} frames at {clip.fps:g} per second")
    tell_kept(output, files[1:], clip.mesh, console)
    facts = {"vertices": clip.mesh.n, "frames": clip.count, "fps": clip.fps, "first": clip.first}
    console.result("", {"verb": "convert", **facts, "files": [str(output), *map(str, files[1:])]})


def _still(path: Path) -> bool:
    """Whether a file holds one mesh that does not move."""
    return path.is_file() and path.suffix.lower() not in READABLE_CLIPS


def cut(clip: Clip, frames: str) -> Clip:
    """Some frames of a clip, 'A-B' or 'A', by their own numbers."""
    match = re.fullmatch(r"(-?\d+)(?:-(-?\d+))?", frames)
    if match is None:
        raise usage(
            f"'{frames}' is no range of frames, such as 10-40, nor one frame, such as 10.", "--frames"
        )
    first = int(match[1])
    last = first if match[2] is None else int(match[2])
    end = clip.first + clip.count - 1
    if not clip.first <= first <= last <= end:
        raise usage(f"The frames are {clip.first} to {end}; '{frames}' is not among them.", "--frames")
    start, count = first - clip.first, last - first + 1
    return replace(clip, count=count, first=first, stream=lambda: islice(clip, start, start + count))
