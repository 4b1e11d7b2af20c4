"""The bytes of a file, and errors that name the file they come from."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from pliant.errors import FileFormatError, PliantError

# What a disk without room, a quota or a limit on files says.
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def contents(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file; refuses folders, pipes, and files that are missing, closed to us or empty."""
    with opened(path) as file:
        try:
            data = file.read()
        except OSError as error:
            raise _closed(path, error) from error
    if not data:
        raise FileFormatError(f"{path} is empty; export it again.")
    return data


def opened(path: str | os.PathLike[str]) -> BinaryIO:
    """A file opened for reading; refuses folders, pipes, and files that are missing or closed to us."""
    file = Path(path)
    if file.is_dir():
        raise FileFormatError(f"{path} is a folder; give a file, or read all its poses with read_poses.")
    # Opening a pipe or a device could wait for ever.
    if not file.is_file():
        raise FileFormatError(f"{path} does not exist or is not a regular file; check the path.")
    try:
        return open(file, "rb")
    except OSError as error:
        raise _closed(path, error) from error


class FileBytes:
    """A stretch of a file, read where it is asked for; a file that takes the name's place is not seen."""

    def __init__(self, file: BinaryIO, begin: int, end: int, lock: Lock | None = None) -> None:
        self._file, self._begin, self._end = file, begin, end
        self._lock = Lock() if lock is None else lock

    @staticmethod
    def of(path: str | os.PathLike[str]) -> FileBytes:
        """A whole file, which stays open as long as this lives."""
        file = opened(path)
        return FileBytes(file, 0, os.fstat(file.fileno()).st_size)

    def __len__(self) -> int:
        return self._end - self._begin

    def __getitem__(self, piece: slice) -> bytes:
        begin, end, _ = piece.indices(len(self))
        # Two threads may read one clip.
        with self._lock:
            self._file.seek(self._begin + begin)
            data = self._file.read(max(end - begin, 0))
        if len(data) < end - begin:
            raise FileFormatError("The file was cut off while it was read; export it again.")
        return data

    def stretch(self, begin: int, end: int) -> FileBytes:
        """A part of this."""
        return FileBytes(self._file, self._begin + begin, self._begin + end, self._lock)


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Puts the file's name before the message of every error that the block raises on purpose."""
    try:
        yield
    except PliantError as error:
        raise type(error)(f"{path}: {error}") from error


@contextmanager
def room(path: str | os.PathLike[str]) -> Iterator[None]:
    """A disk that fills up is told in our words."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise FileFormatError(
            f"{path} could not be written ({error.strerror}) and was left as it was; make room, or choose "
            "another place."
        ) from error


def _closed(path: str | os.PathLike[str], error: OSError) -> FileFormatError:
    return FileFormatError(f"{path} cannot be read ({error.strerror}); check its permissions.")
