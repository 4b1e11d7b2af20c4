"""The structure of an Alembic archive (Ogawa), checked because the library reads beyond a damaged file.

An Ogawa file is a tree. It begins with 16 bytes: its name, whether it was closed, a version, and the position
of the root. A group is a count, then the positions of that many children; the highest bit of a position marks
data. Data is a size, then that many bytes.
"""

from __future__ import annotations

import os

import numpy as np

from pliant.errors import FileFormatError
from pliant.io.files import AnyPath

_NAME, _CLOSED = b"Ogawa", 0xFF
_DATA = np.uint64(1 << 63)
_HEADER = 16
# Levels of groups: objects nest, and each has a few levels of properties.
_DEEPEST = 1000


def checked_end(path: AnyPath) -> int:
    """The position where the archive ends in the file.

    Raises FileFormatError for an archive that was not closed, or whose groups and data exceed the file.
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
    """(c,) the positions of a group's children, with the bit that marks data."""
    count = int(_words(file, np.array([place], dtype=np.uint64))[0])
    if count > (len(file) - place) // 8 - 1:
        raise _damaged("it was cut off")
    return file[place + 8 : place + 8 + 8 * count].view("<u8")


def _end_of_data(file: np.memmap, places: np.ndarray) -> int:
    """The position where the last of the data at places (p,) ends."""
    sizes = _words(file, places)
    if (sizes > np.uint64(len(file)) - places - np.uint64(8)).any():
        raise _damaged("it was cut off")
    return int((places + np.uint64(8) + sizes).max(initial=0))


def _words(file: np.memmap, places: np.ndarray) -> np.ndarray:
    """(p,) the whole numbers of 8 bytes at places (p,)."""
    if len(places) and int(places.max()) > len(file) - 8:
        raise _damaged("it was cut off")
    rows = places[:, None] + np.arange(8, dtype=np.uint64)
    return np.ascontiguousarray(file[rows]).view("<u8").ravel()


def _damaged(why: str) -> FileFormatError:
    return FileFormatError(f"The file is no whole Alembic archive (Ogawa): {why}; export it again.")
