"""A moving mesh whose frames can be asked for in any order, as a clip or as poses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pliant.core.arrays import Ints, Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import FileFormatError, OptionError

Frames = int | Literal["keys"] | None

# A time this near to a frame, in frames, is that frame.
_SAME_TIME = 1e-4
# Enough frames to learn a clip from; more only repeat what these show.
_DEFAULT_FRAMES = 25
# More positions than this nobody wants in memory.
_MOST_POSITIONS = 100_000_000
# Eleven hours at 24 frames per second: a file that says more is damaged.
_MOST_FRAMES = 1_000_000


@dataclass(frozen=True, eq=False)
class Sampled:
    """The frames of a file.

    frames: gives the frames (n, 3) of the given numbers, counted from 0, one at a time
    All else is as in a clip.
    """

    mesh: Mesh
    count: int
    fps: float
    frames: Callable[[Sequence[int]], Iterator[Vertices]]
    first: int
    name: str

    def clip(self) -> Clip:
        """All frames."""
        count, frames = self.count, self.frames
        return Clip(self.mesh, count, self.fps, lambda: frames(range(count)), self.first, self.name)

    def rows(self, frames: Frames) -> Ints:
        """The numbers of some evenly spaced frames, or of all."""
        if frames == "keys" or (frames is None and self.count <= _DEFAULT_FRAMES):
            return np.arange(self.count)
        wanted = _DEFAULT_FRAMES if frames is None else frames
        if not isinstance(wanted, int) or isinstance(wanted, bool) or wanted < 1:
            raise OptionError(f"frames is {frames!r}; a number from 1, 'keys' or None is needed.")
        return np.unique(np.rint(np.linspace(0, self.count - 1, wanted)).astype(np.int64))


def frame_count(duration: float) -> int:
    """How many frames there are from 0 to a duration in frames, which rounding may have shortened."""
    if not duration < _MOST_FRAMES:
        raise FileFormatError(f"The file says that it lasts {duration:g} frames; export it again.")
    return max(int(np.floor(duration + _SAME_TIME)) + 1, 1)


def poses_of_sampled(every: Sequence[Sampled], frames: Frames = None) -> PoseSet:
    """The rest pose of the mesh, then frames of each motion of it, named after its name and their time.

    frames: how many evenly spaced frames of each, or "keys" for all; by default all if there are at most
      25, else 25. A rest pose that only repeats the first frame is left out.
    """
    chosen = [some.rows(frames) for some in every]
    mesh = every[0].mesh
    if mesh.n * (1 + sum(map(len, chosen))) > _MOST_POSITIONS:
        raise FileFormatError(
            f"The file asks for more than {_MOST_POSITIONS} positions; read fewer frames of it."
        )
    V: list[Vertices] = [mesh.V]
    names = ["rest"]
    for some, rows in zip(every, chosen, strict=True):
        V.extend(some.frames(rows.tolist()))
        names.extend(f"{some.name}@{row / some.fps:.3f}" for row in rows)
    if len(V) > 1 and np.array_equal(V[0], V[1]):
        V, names = V[1:], names[1:]
    return PoseSet.of_positions(mesh, np.stack(V), names)
