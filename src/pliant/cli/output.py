"""Where results go: checked before the work starts, written at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pliant.cli.console import Console, usage
from pliant.cli.source import RIG, files_read
from pliant.core.arrays import Poses
from pliant.core.atomic import writable_target
from pliant.core.mesh import Mesh, PoseSet
from pliant.core.rig import Rig
from pliant.io import write_mesh, write_poses
from pliant.io.meshes import WRITABLE

# What holds several frames beside a folder.
MANY = (".npz", ".glb")


@dataclass(frozen=True)
class Outputs:
    """The files that a verb was asked to write; None where it was not.

    mesh: the posed mesh, or all frames; picture: a .png; rig: the rig itself
    """

    mesh: Path | None = None
    picture: Path | None = None
    rig: Path | None = None

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        options = {"--output": self.mesh, "--picture": self.picture, "--rig": self.rig}
        return {option: path for option, path in options.items() if path is not None}

    def check(self, source: list[str], frames: int) -> None:
        """Refuses, before any work, what could not be written after it, and files that are read."""
        check_places(self.named, {"--picture": ".png", "--rig": RIG}, source)
        if self.mesh is not None:
            check_frames_place(self.mesh, frames)
        for path in self.named.values():
            if path.suffix:
                writable_target(path)


def check_places(named: Mapping[str, Path], suffixes: Mapping[str, str], source: list[str]) -> None:
    """Refuses files that are read, one file for two results, and names without the suffix they need."""
    read = files_read(source)
    for option, path in named.items():
        if path.resolve() in read:
            raise usage(f"{path} is one of the files that are read; name another place.", option)
    if len({path.resolve() for path in named.values()}) < len(named):
        raise usage("Two results would go to one file; name different places.", "--output")
    for option, suffix in suffixes.items():
        if option in named and named[option].suffix.lower() != suffix:
            raise usage(f"{named[option]} needs a name that ends in {suffix}.", option)


def write_frames(path: Path, mesh: Mesh, V: Poses, names: Sequence[str], console: Console) -> None:
    """Writes the frames V (f, n, 3) of the mesh; one frame as a mesh."""
    if len(V) == 1:
        write_mesh(path, mesh.moved(V[0]))
    else:
        write_poses(path, PoseSet.of_positions(mesh, V, names))
    console.say(f"wrote {path}")


def save_rig(path: Path | None, rig: Rig, console: Console) -> None:
    """Saves the rig where that was asked for."""
    if path is not None:
        rig.save(path)
        console.say(f"wrote {path}")


def check_frames_place(path: Path, frames: int, option: str = "--output") -> None:
    """Refuses a name under which so many frames of a mesh could not be written."""
    suffix = path.suffix.lower()
    if frames == 1:
        if suffix not in WRITABLE:
            raise usage(f"{path} needs a name that ends in one of {', '.join(WRITABLE)}.", option)
    elif suffix not in (*MANY, ""):
        raise usage(
            f"Several poses do not fit in {path}; name a file that ends in {' or '.join(MANY)}, "
            "or a new folder, without a suffix.",
            option,
        )
    elif not suffix and path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise usage(f"{path} exists and is not an empty folder; name a new one.", option)
