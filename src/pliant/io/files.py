"""The bytes of a file, and errors that name the file they come from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pliant.errors import FileFormatError, PliantError


def contents(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file; refuses folders, pipes, and files that are missing, closed to us or empty."""
    file = Path(path)
    if file.is_dir():
        raise FileFormatError(f"{path} is a folder; give a file, or read all its poses with read_poses.")
    # Opening a pipe or a device could wait for ever.
    if not file.is_file():
        raise FileFormatError(f"{path} does not exist or is not a regular file; check the path.")
    try:
        data = file.read_bytes()
    except OSError as error:
        raise FileFormatError(f"{path} cannot be read ({error.strerror}); check its permissions.") from error
    if not data:
        raise FileFormatError(f"{path} is empty; export it again.")
    return data


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Puts the file's name before the message of every error that the block raises on purpose."""
    try:
        yield
    except PliantError as error:
        raise type(error)(f"{path}: {error}") from error
