"""The frame of an Alembic archive, which is checked before the library follows it out of the file.

An Ogawa file is a tree: after 16 bytes (its name, whether it was closed, a version, the root's place) there
are groups (a count, then the places of that many children, the highest bit of which marks data) and data (a
size, then that many bytes).
"""

from __future__ import annotations

import os

import numpy as np

from pliant.errors import FileFormatError

_NAME, _CLOSED = b"Ogawa", 0xFF
_DATA = np.uint64(1 << 63)
_HEADER = 16
# Levels of groups: objects nest, and each has a few levels of properties.
_DEEPEST = 1000


def checked_end(path: str | os.PathLike[str]) -> int:
    """Where the archive ends in the file.

    Refuses one that was not closed, or whose groups and data do not lie within the file.
    """
    if os.path.getsize(path) < _HEADER:
        raise _damaged("it is empty")
    file = np.memmap(path, dtype=np.uint8, mode="r")
    if file[:5].tobytes() != _NAME:
        raise _damaged("it does not begin as one")
    if file[5] != _CLOSED:
        raise _damaged("the program that wrote it did not finish")
    level = _words(file, np.array([8], dtype=np.uint64))
    seen: set[int] = set()
    end = _HEADER
    for _ in range(_DEEPEST):
        level = level[(level != 0) & (level != _DATA)]
        is_data = level & _DATA != 0
        end = max(end, _end_of_data(file, np.unique(level[is_data] & ~_DATA)))
        groups = [place for place in np.unique(level[~is_data]).tolist() if place not in seen]
        seen.update(groups)
        if not groups:
            return end
        children = [_children(file, place) for place in groups]
        end = max(end, *(place + 8 + 8 * len(own) for place, own in zip(groups, children, strict=True)))
        level = np.concatenate(children)
    raise _damaged(f"its groups are more than {_DEEPEST} deep")


def _children(file: np.memmap, place: int) -> np.ndarray:
    """The places of a group's children, as they are marked."""
    count = int(_words(file, np.array([place], dtype=np.uint64))[0])
    if count > (len(file) - place) // 8 - 1:
        raise _damaged("it was cut off")
    return file[place + 8 : place + 8 + 8 * count].view("<u8")


def _end_of_data(file: np.memmap, places: np.ndarray) -> int:
    """Where the last of the data at places ends."""
    sizes = _words(file, places)
    if (sizes > np.uint64(len(file)) - places - np.uint64(8)).any():
        raise _damaged("it was cut off")
    return int((places + np.uint64(8) + sizes).max(initial=0))


def _words(file: np.memmap, places: np.ndarray) -> np.ndarray:
    """(p,) the whole numbers of 8 bytes at places."""
    if len(places) and int(places.max()) > len(file) - 8:
        raise _damaged("it was cut off")
    rows = places[:, None] + np.arange(8, dtype=np.uint64)
    return np.ascontiguousarray(file[rows]).view("<u8").ravel()


def _damaged(why: str) -> FileFormatError:
    return FileFormatError(f"The file is no whole Alembic archive (Ogawa): {why}; export it again.")
