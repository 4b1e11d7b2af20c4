"""Frames that were solved or read once, kept on disk to be shown and written in any order."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from tempfile import TemporaryFile

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError


class FrameStore:
    """Frames of equal arrays, by name; written by one thread, read by any.

    number: what the page calls it; first: the number of its first frame
    """

    def __init__(self, number: int, first: int, total: int) -> None:
        self.number, self.first, self.total = number, first, total
        self.done = 0
        self._layout: dict[str, tuple[np.dtype[np.generic], tuple[int, ...]]] = {}
        self._file = TemporaryFile(prefix="pliant-")  # noqa: SIM115 - lives as long as the store
        self._lock = threading.Lock()

    def add(self, arrays: Mapping[str, Array]) -> None:
        """The next frame; its arrays have the names, types and shapes of the first one's."""
        if not self._layout:
            self._layout = {name: (array.dtype, array.shape) for name, array in arrays.items()}
        raw = b"".join(np.ascontiguousarray(arrays[name]).tobytes() for name in self._layout)
        with self._lock:
            try:
                self._file.seek(0, os.SEEK_END)
                self._file.write(raw)
            except OSError as problem:
                raise FileFormatError(
                    f"Frame {self.first + self.done} cannot be kept ({problem.strerror}); make room in the "
                    "folder of temporary files, or shorten the range."
                ) from problem
            self.done += 1

    def at(self, frame: int) -> dict[str, Array] | None:
        """The arrays of a frame by its number; None where it is not there."""
        row = frame - self.first
        if not 0 <= row < self.done:
            return None
        sizes = [dtype.itemsize * int(np.prod(shape)) for dtype, shape in self._layout.values()]
        with self._lock:
            self._file.seek(row * sum(sizes))
            raw = self._file.read(sum(sizes))
        starts = np.cumsum([0, *sizes])
        return {
            name: np.frombuffer(raw, dtype, int(np.prod(shape)), int(start)).reshape(shape)
            for (name, (dtype, shape)), start in zip(self._layout.items(), starts, strict=False)
        }

    @property
    def frames(self) -> range:
        """The numbers of those that are there."""
        return range(self.first, self.first + self.done)

    def __iter__(self) -> Iterator[dict[str, Array]]:
        """The frames that are there, in order."""
        for frame in self.frames:
            arrays = self.at(frame)
            if arrays is not None:
                yield arrays
