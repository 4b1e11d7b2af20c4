"""A moving mesh whose frames come one at a time, so that no length of a shot needs more memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Poses, Vertices
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import MeshError

Stream = Callable[[], Iterator[Vertices]]


@dataclass(frozen=True, eq=False)
class Clip:
    """Positions of one mesh over time, at an even rate.

    mesh:   connectivity and rest positions, in the user's order
    count:  how many frames there are
    fps:    frames per second
    stream: begins a new pass over the frames, (n, 3) each, in the mesh's order; may be called again
    first:  the number of the first frame, as animators count
    name:   what the motion is called in files that name theirs
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
        """From positions (k, n, 3) in memory, checked."""
        frames = PoseSet.of_positions(mesh, V).V
        return Clip(mesh, len(frames), fps, lambda: iter(frames), first, name)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Vertices]:
        """The frames, (n, 3) each, from the first."""
        return self.stream()

    @property
    def seconds(self) -> float:
        """From the first frame to the last."""
        return (self.count - 1) / self.fps

    def array(self) -> Poses:
        """(k, n, 3) all frames at once; needs memory for them all."""
        V = np.empty((self.count, self.mesh.n, 3))
        for row, frame in zip(V, self.stream(), strict=True):
            row[:] = frame
        return V

    def watched(self, seen: Callable[[int], None]) -> Clip:
        """The same frames, telling `seen` how many were taken after each."""

        def stream() -> Iterator[Vertices]:
            for i, frame in enumerate(self.stream()):
                yield frame
                seen(i + 1)

        return replace(self, stream=stream)


def check_timing(count: int, fps: float) -> None:
    """Refuses a clip without frames, and one whose frames follow each other at no rate."""
    if count < 1:
        raise MeshError("A clip has no frame; at least one is needed.")
    if not (np.isfinite(fps) and fps > 0):
        raise MeshError(f"A clip runs at {fps} frames per second; more than 0 are needed.")
