"""Temporary files beside their targets: named after their writer, and removed once it is known to be dead."""

from __future__ import annotations

import os
import platform
import re
import secrets
import shutil
import time
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

# Computer and process of the writer, then chance.
NAME = re.compile(r"\.pliant-(?P<computer>[0-9a-f]{8})-(?P<process>\d+)-[0-9a-f]{16}(\.\w+)?")
# Seconds without a change after which the file of a dead process is removed: processes of another container
# may share our computer's name and folder, but not our numbers.
QUIET = 3600.0
# Seconds after which that of any process is, such as one on another computer that shares the folder.
FORGOTTEN = 7 * 24 * 3600.0


def temporary_name() -> str:
    """A hidden name that tells who writes."""
    return f".pliant-{_computer()}-{os.getpid()}-{secrets.token_hex(8)}"


@lru_cache(maxsize=256)
def sweep_once(folder: Path) -> None:
    """Remove what killed writers left in a folder; a folder is only looked through once by a process."""
    sweep(folder)


def sweep(folder: Path) -> None:
    """Remove what killed writers left in a folder; what cannot be read or removed stays."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            found = NAME.fullmatch(entry.name)
            if found is None or not _is_left(found, Path(entry.path)):
                continue
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                Path(entry.path).unlink(missing_ok=True)


def _is_left(found: re.Match[str], path: Path) -> bool:
    """Whether nobody writes a file any more."""
    silence = time.time() - _changed(path)
    if silence > FORGOTTEN:
        return True
    ours = found["computer"] == _computer()
    return ours and silence > QUIET and not _is_alive(int(found["process"]))


def _changed(path: Path) -> float:
    """When a file, or the newest file of a folder, was changed; now for one that has just gone."""
    try:
        inside = path.iterdir() if path.is_dir() and not path.is_symlink() else ()
        return max(each.lstat().st_mtime for each in (path, *inside))
    except OSError:
        return time.time()


def _is_alive(process: int) -> bool:
    """Whether there is a process of a number; where nobody can tell without ending it, there is."""
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _computer() -> str:
    """Eight digits for the computer's name."""
    return f"{zlib.crc32(platform.node().encode()):08x}"
