"""A lock on an open file that ends with its process, however that ends."""

from __future__ import annotations

from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


def locked(file: BinaryIO) -> bool:
    """Takes the lock of a file; False where somebody else, or another opening of our own, has it."""
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            _lock_on_windows(file)
    except OSError:
        return False
    return True


def _lock_on_windows(file: BinaryIO) -> None:
    import msvcrt

    # Locks there keep others from reading, too: one byte beyond every entry.
    beyond = 1 << 40
    here = file.tell()
    file.seek(beyond)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # pyright: ignore[reportAttributeAccessIssue]
    finally:
        file.seek(here)
