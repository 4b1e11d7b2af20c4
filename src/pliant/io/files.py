"""The bytes of files, and errors that name the file that they come from."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from pliant.errors import FileFormatError, PliantError
from pliant.kinds import check_path

# The name of a file, as most functions here take it.
AnyPath = str | os.PathLike[str]
# One file, folder or pattern, or a list of files.
Sources = AnyPath | Sequence[AnyPath]

# The errors of a full disk, a quota and a limit on file sizes.
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def contents(path: AnyPath) -> bytes:
    """All bytes of a file; raises FileFormatError for folders, pipes and missing, closed or empty files."""
    with opened(path) as file:
        try:
            data = file.read()
        except OSError as error:
            raise _closed(path, error) from error
    if not data:
        raise FileFormatError(f"{path} is empty; export it again.")
    return data


def check_file(path: AnyPath) -> None:
    """Refuse a path that is not a file."""
    if not Path(path).is_file():
        raise FileFormatError("The file does not exist or is not a regular file; check the path.")


def opened(path: AnyPath) -> BinaryIO:
    """A file opened for reading; raises FileFormatError for folders, pipes and missing or closed files."""
    check_path(path)
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
    """The bytes of an open file from begin to end, read when a slice asks for them."""

    def __init__(
        self, file: BinaryIO, begin: int, end: int, lock: AbstractContextManager[bool] | None = None
    ) -> None:
        self._file, self._begin, self._end = file, begin, end
        self._lock = Lock() if lock is None else lock

    @staticmethod
    def of(path: AnyPath) -> FileBytes:
        """The bytes of a whole file."""
        file = opened(path)
        return FileBytes(file, 0, os.fstat(file.fileno()).st_size)

    def __len__(self) -> int:
        return self._end - self._begin

    def __getitem__(self, piece: slice) -> bytes:
        begin, end, _ = piece.indices(len(self))
        # Several threads may read one clip.
        with self._lock:
            self._file.seek(self._begin + begin)
            data = self._file.read(max(end - begin, 0))
        if len(data) < end - begin:
            raise FileFormatError("The file was cut off while it was read; export it again.")
        return data

    def stretch(self, begin: int, end: int) -> FileBytes:
        """The bytes from begin to end among these, which share the open file."""
        return FileBytes(self._file, self._begin + begin, self._begin + end, self._lock)


@contextmanager
def naming(path: AnyPath) -> Iterator[None]:
    """Put the file's name before the message of every PliantError that the block raises."""
    try:
        yield
    except PliantError as error:
        raise type(error)(f"{path}: {error}") from error


@contextmanager
def room(path: AnyPath) -> Iterator[None]:
    """Turn the error of a full disk into a FileFormatError that names the file."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise FileFormatError(
            f"{path} could not be written ({error.strerror}) and was left as it was; make room, or choose "
            "another place."
        ) from error


def _closed(path: AnyPath, error: OSError) -> FileFormatError:
    return FileFormatError(f"{path} cannot be read ({error.strerror}); check its permissions.")
