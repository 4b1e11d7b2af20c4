"""A moving mesh whose frames can be read in any order, as a clip or as poses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal

import numpy as np

from pliant.arrays import Ints, Vertices
from pliant.clip import Clip
from pliant.errors import CorrespondenceError, FileFormatError, OptionError
from pliant.mesh import Mesh, PoseSet

# How many frames to read as poses: a number, "keys" for all that the file has, or None to leave it to us.
Frames = int | Literal["keys"] | None

# Which animations to read: one by its name or number, several, or None for all.
Choice = str | int | Sequence[str | int] | None

# Enough frames to learn a clip from; more only repeat what these show.
DEFAULT_FRAMES = 25
# A time this near to a frame, in frames, is that frame.
_SAME_TIME = 1e-4
# More positions than this nobody wants in memory.
_MOST_POSITIONS = 100_000_000
# Eleven hours at 24 frames per second: a file that says more is damaged.
_MOST_FRAMES = 1_000_000


@dataclass(frozen=True, eq=False)
class MovingMesh:
    """A mesh and how to read its frames.

    frames: a function that yields the frames (n, 3) of the given numbers, which count from 0
    The other fields are those of a Clip.
    """

    mesh: Mesh
    count: int
    fps: float
    frames: Callable[[Sequence[int]], Iterator[Vertices]]
    first: int
    name: str

    def clip(self) -> Clip:
        """The clip of all frames."""
        count, frames = self.count, self.frames
        return Clip(self.mesh, count, self.fps, lambda: frames(range(count)), self.first, self.name)

    def rows(self, frames: Frames) -> Ints:
        """(f,) the numbers of evenly spaced frames, or of all frames."""
        check_frames(frames)
        if frames == "keys" or (frames is None and self.count <= DEFAULT_FRAMES):
            return np.arange(self.count)
        wanted = DEFAULT_FRAMES if frames is None else frames
        return np.unique(np.rint(np.linspace(0, self.count - 1, wanted)).astype(np.int64))


def check_frames(frames: Frames) -> None:
    """Refuse a number of frames that is not a whole number from 1."""
    if frames in (None, "keys"):
        return
    if not isinstance(frames, int) or isinstance(frames, bool) or frames < 1:
        raise OptionError(f"frames is {frames!r}; a number from 1, 'keys' or None is needed.")


def chosen_clip(names: Sequence[str], clip: str | int) -> int:
    """The number of an animation, from its name or number; raises OptionError, which lists the names."""
    if isinstance(clip, int) and 0 <= clip < len(names):
        return clip
    if clip in names:
        return names.index(str(clip))
    raise OptionError(f"There is no clip {clip!r}; the file has {', '.join(names) or 'no animation'}.")


def chosen_clips(names: Sequence[str], clips: Choice) -> list[int]:
    """The numbers of the animations that are asked for, all by default; errors as for `chosen_clip`."""
    if clips is None:
        return list(range(len(names)))
    asked = [clips] if isinstance(clips, str | int) else clips
    return list(dict.fromkeys(chosen_clip(names, each) for each in asked))


def frame_count(duration: float) -> int:
    """The number of frames from time 0 to a duration, which is in frames and may be rounded down a little."""
    if not -np.inf < duration < _MOST_FRAMES:
        raise FileFormatError(f"The file says that it lasts {duration:g} frames; export it again.")
    return max(int(np.floor(duration + _SAME_TIME)) + 1, 1)


def one_frame(pieces: Sequence[Vertices], n: int, when: str, before: str) -> Vertices:
    """(n, 3) the positions of all meshes of a file at one time, one mesh after the other.

    Raises CorrespondenceError, which names the times `when` and `before`, if there are not n vertices.
    """
    V = np.concatenate(pieces)
    if len(V) != n:
        raise CorrespondenceError(
            f"{when} there are {len(V)} vertices where {before} there are {n}; "
            "a clip needs one mesh whose vertices stay the same."
        )
    return V


def poses_of_motions(motions: Sequence[MovingMesh], frames: Frames = None) -> PoseSet:
    """The rest pose of a mesh, then frames of each of its motions, named after the motion and the time.

    motions: several motions of one mesh
    frames:  how many evenly spaced frames of each, or "keys" for all; by default all if there are at most
             25, else 25
    A rest pose that equals the first frame is left out.
    """
    chosen = [motion.rows(frames) for motion in motions]
    mesh = motions[0].mesh
    if mesh.n * (1 + sum(map(len, chosen))) > _MOST_POSITIONS:
        raise FileFormatError(
            f"The file asks for more than {_MOST_POSITIONS} positions; read fewer frames of it."
        )
    pairs = list(zip(motions, chosen, strict=True))
    names = [f"{motion.name}@{row / motion.fps:.3f}" for motion, rows in pairs for row in rows]
    V = chain.from_iterable(motion.frames(rows.tolist()) for motion, rows in pairs)
    first = list(islice(V, 1))
    if not first or not np.array_equal(mesh.V, first[0]):
        first, names = [mesh.V, *first], ["rest", *names]
    return PoseSet.of_frames(mesh, chain(first, V), names)
