"""A moving mesh whose frames come one at a time, so that long shots need no more memory than short ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Poses, Vertices
from pliant.errors import MeshError
from pliant.mesh import Mesh, PoseSet

Stream = Callable[[], Iterator[Vertices]]


@dataclass(frozen=True, eq=False)
class Clip:
    """Positions of one mesh over time, at an even rate.

    mesh:   connectivity and rest positions, in the user's order
    count:  number of frames
    fps:    frames per second
    stream: begins a new pass over the frames, (n, 3) each, in the mesh's order; may be called again
    first:  the number of the first frame, as animators count
    name:   the name of the motion, in files that have one
    Raises MeshError for a count below one or a rate that is not positive.
    """

    mesh: Mesh
    count: int
    fps: float
    stream: Stream
    first: int = 1
    name: str = "clip"

    def __post_init__(self) -> None:
        check_timing(self.count, self.fps)

    @staticmethod
    def of(mesh: Mesh, V: ArrayLike, fps: float = 24.0, *, first: int = 1, name: str = "clip") -> Clip:
        """A clip of positions V (k, n, 3) in memory; raises MeshError where they do not fit the mesh."""
        frames = PoseSet.of_positions(mesh, V).V
        return Clip(mesh, len(frames), fps, lambda: iter(frames), first, name)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Vertices]:
        """The frames, (n, 3) each, from the first."""
        return self.stream()

    @property
    def seconds(self) -> float:
        """The time from the first frame to the last."""
        return (self.count - 1) / self.fps

    def array(self) -> Poses:
        """(k, n, 3) all frames at once, in memory."""
        V = np.empty((self.count, self.mesh.n, 3))
        for row, frame in zip(V, self.stream(), strict=True):
            row[:] = frame
        return V

    def watched(self, seen: Callable[[int], None]) -> Clip:
        """The same clip, which calls `seen` after each frame with the number of frames so far."""

        def stream() -> Iterator[Vertices]:
            for i, frame in enumerate(self.stream()):
                yield frame
                seen(i + 1)

        return replace(self, stream=stream)


def check_timing(count: int, fps: float) -> None:
    """Raise MeshError for a clip without frames or with a rate that is not positive."""
    if count < 1:
        raise MeshError("A clip has no frame; at least one is needed.")
    if not (np.isfinite(fps) and fps > 0):
        raise MeshError(f"A clip runs at {fps} frames per second; more than 0 are needed.")
