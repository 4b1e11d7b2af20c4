"""Files that belong to another file and stand beside it, such as the textures of a mesh.

They appear together with it or not at all, and never replace a file of another content.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from pliant.appearance import Appearance, Image
from pliant.atomic import temporary_beside
from pliant.errors import FileFormatError
from pliant.io.files import AnyPath

_SUFFIXES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/ktx2": ".ktx2",
    "image/tiff": ".tif",
    "image/bmp": ".bmp",
    "image/x-exr": ".exr",
    "image/x-tga": ".tga",
}
# Spellings of a kind that need not be changed.
_SAME = {".jpeg": ".jpg", ".tiff": ".tif"}
_LONGEST_NAME = 80
# Blanks too: the names stand in text files that are cut into words.
_NOT_IN_NAMES = re.compile(r"[^\w.()-]+")


class Companions:
    """The files beside a target: named first, written by `write` just before the target appears."""

    def __init__(self, target: AnyPath) -> None:
        self._target = Path(os.path.realpath(target))
        self._planned: dict[str, bytes] = {}
        # The files that were written, with what was there before.
        self._made: list[tuple[Path, bytes | None]] = []

    def place(self, name: str, data: bytes, replaces: bytes | None = None) -> str:
        """The name under which data will stand beside the target: this one, or with a number if it is taken.

        replaces: how a file begins that may be replaced; by default none may
        A file that has the same content already is taken as it is.
        """
        stem, suffix, number = Path(name).stem, Path(name).suffix, 0
        while not self._free(name, data, replaces):
            number += 1
            name = f"{stem}_{number}{suffix}"
        self._planned[name] = data
        return name

    def write(self) -> None:
        """Write all files that are not there; raises FileFormatError where that cannot be."""
        for name, data in self._planned.items():
            path = self._target.with_name(name)
            before = path.read_bytes() if path.exists() else None
            if before != data:
                self._write(path, data)
                self._made.append((path, before))

    def undo(self) -> None:
        """Take back what `write` did."""
        for path, before in self._made:
            if before is None:
                path.unlink(missing_ok=True)
            else:
                self._write(path, before)

    def _write(self, path: Path, data: bytes) -> None:
        temporary = temporary_beside(path)
        try:
            temporary.write_bytes(data)
            os.replace(temporary, path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise FileFormatError(
                f"{path} cannot be written ({error.strerror}); choose another place."
            ) from error

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that belong to the target."""
        return tuple(self._target.with_name(name) for name in self._planned)

    def _free(self, name: str, data: bytes, replaces: bytes | None) -> bool:
        if name in self._planned:
            return self._planned[name] == data
        path = self._target.with_name(name)
        if name.casefold() in {some.casefold() for some in self._planned} or path == self._target:
            return False
        if path.is_symlink() or not path.exists():
            return not path.is_symlink()
        if not path.is_file():
            return False
        with open(path, "rb") as file:
            if replaces is not None and file.read(len(replaces)) == replaces:
                return True
        return path.stat().st_size == len(data) and path.read_bytes() == data


@contextmanager
def beside(target: AnyPath) -> Iterator[Companions]:
    """The companions of a target; those that were written are removed again if the block raises an error."""
    found = Companions(target)
    try:
        yield found
    except BaseException:
        found.undo()
        raise


def place_images(look: Appearance, companions: Companions) -> list[str]:
    """The name beside the target of every image; one that is not used or has no bytes keeps its address."""
    names, used = image_names(look.images), look.shown_images()
    return [
        companions.place(names[i], image.data) if image.data and i in used else image.name
        for i, image in enumerate(look.images)
    ]


def image_names(images: Sequence[Image]) -> list[str]:
    """A file name for every image, made from its own name; different images have different names."""
    found: dict[str, bytes] = {}
    names = []
    for i, image in enumerate(images):
        plain = _file_name(image, f"texture_{i}")
        stem, suffix = Path(plain).stem, Path(plain).suffix
        name, number = plain, 0
        while found.get(name.casefold(), image.data) != image.data:
            number += 1
            name = f"{stem}_{number}{suffix}"
        found[name.casefold()] = image.data
        names.append(name)
    return names


def _file_name(image: Image, otherwise: str) -> str:
    last = PurePosixPath(unquote(image.name).replace("\\", "/")).name
    suffix = Path(last).suffix.lower()
    wanted = _SUFFIXES.get(image.kind, suffix)
    known = {*_SUFFIXES.values(), *_SAME}
    stem = last[: -len(suffix)] if suffix in known else last
    plain = _NOT_IN_NAMES.sub("_", stem).strip("._")[:_LONGEST_NAME] or otherwise
    return plain + (suffix if _SAME.get(suffix, suffix) == wanted else wanted)
