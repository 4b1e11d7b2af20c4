"""Writing files whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pliant.errors import FileFormatError
from pliant.kinds import check_path
from pliant.leftovers import sweep_once, temporary_name


@contextmanager
def atomic_write(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that replaces the file at path when the block ends without an exception.

    The bytes go to a temporary file in the same folder, which is renamed to path at the end and removed
    after an exception: a reader sees the old file or the new one, never a part of one.
    Raises FileFormatError where path cannot be written.
    """
    check_path(path)
    target = writable_target(path)
    temporary = temporary_beside(target)
    with _replacing(target, temporary), _opened(temporary, target) as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def atomic_path(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The name of a temporary file, with path's suffix, that replaces path like the file of `atomic_write`.

    It is for libraries that take the name of a file instead of an open file.
    """
    target = writable_target(path)
    temporary = temporary_beside(target).with_suffix(target.suffix)
    with _replacing(target, temporary):
        # An empty file shows at once, with our message, whether the folder can be written to.
        _opened(temporary, target).close()
        yield temporary
        with open(temporary, "rb") as file:
            os.fsync(file.fileno())


@contextmanager
def _replacing(target: Path, temporary: Path) -> Iterator[None]:
    """Replace target by the temporary file, with target's rights; after an exception, remove that file."""
    try:
        yield
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def writable_target(path: str | os.PathLike[str]) -> Path:
    """The file that path names, links followed; raises FileFormatError for folders and in missing folders."""
    # A link stays a link; the file that it points to is replaced.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise FileFormatError(f"{path} is a folder; give the name of a file to write.")
    if not target.parent.is_dir():
        raise FileFormatError(f"The folder {target.parent} does not exist; create it before writing {path}.")
    return target


def temporary_beside(target: Path) -> Path:
    """A hidden name in target's folder that is not in use; what killed writers left there is removed.

    `tempfile` would make files that only their owner can read; the new file should have the usual rights.
    """
    sweep_once(target.parent)
    return target.with_name(temporary_name())


def _opened(temporary: Path, target: Path) -> BinaryIO:
    try:
        return open(temporary, "xb")
    except OSError as error:
        raise FileFormatError(
            f"{target} cannot be written ({error.strerror}); choose another place."
        ) from error
