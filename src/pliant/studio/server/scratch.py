"""The server's folder for uploads and exports; it goes with the server, after a crash at the next start."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pliant.studio.session.lock import locked

PREFIX = "pliant-studio-"
# Held by the server as long as it lives.
LOCK = "lock"


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A private folder, locked; it is removed at the end."""
    folder, lock = _made()
    try:
        yield folder
    finally:
        lock.close()
        shutil.rmtree(folder, ignore_errors=True)


def remove_stale() -> None:
    """Removes such folders of the same user whose server has ended without doing so."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if not _own(folder):
            continue
        try:
            with open(folder / LOCK, "r+b") as lock:
                if locked(lock):
                    shutil.rmtree(folder, ignore_errors=True)
        except OSError:  # without a lock it is not known to be stale
            continue


def _made() -> tuple[Path, BinaryIO]:
    """A new folder and its lock; one that another server took for stale before it was locked is given up."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        lock = open(folder / LOCK, "xb")  # noqa: SIM115 - held until the server ends
        if locked(lock) and (folder / LOCK).exists():
            return folder, lock
        lock.close()
        shutil.rmtree(folder, ignore_errors=True)


def _own(folder: Path) -> bool:
    """Whether it is a folder, no link to one, that belongs to us."""
    if folder.is_symlink() or not folder.is_dir():
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
