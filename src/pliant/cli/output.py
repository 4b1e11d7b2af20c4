"""Where results go: checked before the work starts, written at its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import cast

from pliant.arrays import Poses
from pliant.atomic import writable_target
from pliant.cli.console import Console, usage
from pliant.cli.source import RIG, files_read
from pliant.io import write_mesh, write_poses
from pliant.io.into import ASSETS, WAYS, By, Into
from pliant.io.kept import lost_line, not_found
from pliant.io.meshes import WRITABLE
from pliant.mesh import Mesh, PoseSet
from pliant.rig import Rig

PNG = ".png"
# What holds several frames beside a folder.
MANY = (".npz", ".glb")
# The suffixes that the files of options must have, in most verbs.
SUFFIXES: Mapping[str, tuple[str, ...]] = MappingProxyType({"picture": (PNG,), "rig": (RIG,)})


@dataclass(frozen=True)
class Outputs:
    """The files that a verb was asked to write, by option; `outputs["picture"]` is None where it was not."""

    files: Mapping[str, Path]

    @staticmethod
    def of(**files: Path | None) -> Outputs:
        """The files of options that go by the names of the keywords; None where one was not given."""
        return Outputs({option: path for option, path in files.items() if path is not None})

    def __getitem__(self, option: str) -> Path | None:
        return self.files.get(option)

    def without(self, option: str) -> Outputs:
        """The files of the other options."""
        return Outputs({name: path for name, path in self.files.items() if name != option})

    @property
    def names(self) -> list[str]:
        """The files for JSON."""
        return [str(path) for path in self.files.values()]

    def check(
        self, read: list[str], frames: int = 1, suffixes: Mapping[str, tuple[str, ...]] = SUFFIXES
    ) -> None:
        """Refuse, before any work, what could not be written after it, and files that are read.

        frames:   how many frames of a mesh go to every option that `suffixes` does not name
        suffixes: what the names of the other files may end in
        """
        check_places({f"--{option}": path for option, path in self.files.items()}, read)
        for option, path in self.files.items():
            if option in suffixes:
                _check_suffix(path, suffixes[option], option)
            else:
                _check_frames_place(path, frames, option)
        for path in self.files.values():
            if path.suffix:
                writable_target(path)


def check_places(named: Mapping[str, Path], read: list[str]) -> None:
    """Refuse files that are read, and one file for two results.

    named: the files by their options
    """
    taken = files_read(read)
    for option, path in named.items():
        if path.resolve() in taken:
            raise usage(f"{path} is one of the files that are read; name another place.", option)
    if len({path.resolve() for path in named.values()}) < len(named):
        raise usage("Two results would go to one file; name different places.", "--output")


def asset_of(asset: Path | None, by: str | None, outputs: Sequence[Path]) -> Into | None:
    """The asset that --into names; refuses one that no output could be a copy of."""
    if asset is None:
        if by is not None:
            raise usage("There is no asset that could show it so; give --into.", "--by")
        return None
    if by is not None and by not in WAYS:
        raise usage(f"'{by}' is no way to show a motion; choose one of {', '.join(WAYS)}.", "--by")
    if asset.suffix.lower() not in ASSETS:
        raise usage(f"{asset} is no asset; one that ends in {' '.join(ASSETS)} is needed.", "--into")
    into = Into(asset, cast("By | None", by))
    copies = [path for path in outputs if into.takes(path)]
    if not copies:
        raise usage(f"The copy of {asset} would go nowhere; give --output of the same kind.", "--output")
    check_places({"--output": copies[0]}, [str(asset)])
    return into


def write_frames(path: Path, mesh: Mesh, V: Poses, names: Sequence[str], console: Console) -> None:
    """Write the frames V (f, n, 3) of the mesh; one frame as a mesh."""
    beside: tuple[Path, ...] = ()
    if len(V) == 1:
        beside = write_mesh(path, mesh.moved(V[0]))[1:]
    else:
        write_poses(path, PoseSet.of_positions(mesh, V, names))
    console.say(f"wrote {path}")
    tell_kept(path, beside, mesh, console)


def tell_kept(path: Path, beside: Sequence[Path], mesh: Mesh, console: Console) -> None:
    """Tell which files were written beside a file of a mesh, and what of the mesh is not in them."""
    for each in beside:
        console.say(f"wrote {each}")
    line = lost_line(mesh, path)
    if line:
        console.say(line)
    missing = not_found(mesh)
    if missing:
        console.say(f"not found: {', '.join(missing)}")


def save_rig(path: Path | None, rig: Rig, console: Console) -> None:
    """Save the rig where that was asked for."""
    if path is not None:
        rig.save(path)
        console.say(f"wrote {path}")


def _check_suffix(path: Path, suffixes: tuple[str, ...], option: str) -> None:
    if path.suffix.lower() not in suffixes:
        allowed = " or ".join(suffixes) if len(suffixes) < 3 else f"one of {', '.join(suffixes)}"
        raise usage(f"{path} needs a name that ends in {allowed}.", f"--{option}")


def _check_frames_place(path: Path, frames: int, option: str) -> None:
    """Refuse a name under which so many frames of a mesh could not be written."""
    suffix = path.suffix.lower()
    if frames == 1:
        _check_suffix(path, tuple(WRITABLE), option)
    elif suffix not in (*MANY, ""):
        raise usage(
            f"Several poses do not fit in {path}; name a file that ends in {' or '.join(MANY)}, "
            "or a new folder, without a suffix.",
            f"--{option}",
        )
    elif not suffix and path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise usage(f"{path} exists and is not an empty folder; name a new one.", f"--{option}")
