"""Where a model comes from: a sample, files of the user's own, or files that the page sent."""

from __future__ import annotations

import glob
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pliant.errors import FileFormatError
from pliant.io.poses import natural_key
from pliant.samples import names
from pliant.studio.opening.dropped import is_description

# The suffix of rig files.
RIG = ".pliant"


@dataclass(frozen=True)
class Source:
    """Where a model comes from; plain data, kept in the journal.

    kind:   a sample by its name, or files by their paths
    name:   for people
    paths:  of the files, a folder, or a pattern; what read_poses takes
    titles: the names that uploaded files had where they came from, one per path; empty for files of one's own
    """

    kind: Literal["sample", "files"]
    name: str
    paths: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    @property
    def is_rig(self) -> bool:
        """Whether it is a rig file."""
        return self.kind == "files" and Path(self.paths[0]).suffix.lower() == RIG

    @property
    def is_mechanism_sample(self) -> bool:
        """Whether it is a sample of parts and joints, without poses."""
        return self.kind == "sample" and self.name in names("joints")


def uploaded_source(files: Sequence[tuple[Path, str]]) -> Source:
    """The source of uploaded files (path, name), in the natural order of their names.

    A description of a mechanism that comes first stays there, and gives the source its name.
    """
    first = list(files[:1]) if is_description(files[0][1]) else []
    ordered = [*first, *sorted(files[len(first) :], key=lambda file: natural_key(file[1]))]
    titles = tuple(name for _, name in ordered)
    stem = Path(titles[0]).stem
    title = stem if first or len(titles) == 1 else stem.rstrip("0123456789 _-.") or stem
    return Source("files", title, tuple(str(path) for path, _ in ordered), titles)


def discard_uploads(source: Source) -> None:
    """Remove uploaded files that could not be opened; files of the user's own stay."""
    if source.titles:
        for path in source.paths:
            Path(path).unlink(missing_ok=True)


def named_source(paths: Sequence[str]) -> Source:
    """The source that the command line names: files, a folder, or a pattern."""
    missing = [path for path in paths if not Path(path).exists() and not glob.has_magic(path)]
    if missing:
        raise FileFormatError(f"{missing[0]} does not exist; check the path.")
    whole = tuple(str(Path(path).absolute()) for path in paths)
    first = Path(whole[0])
    stem = first.stem.strip("*?[] _-") or first.parent.name
    return Source("files", stem if len(whole) == 1 else first.parent.name or stem, whole)
