"""The cage of every frame of a mesh sequence [Savoye2010, sec. 6].

Every vertex is a soft anchor: C = M (b + β/α Wᵀv) with one matrix M for all frames. Frames are taken a few
at a time and solved on all cores; only those in work are in memory.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_factor, cho_solve

from pliant.arrays import Faces, Floats, Poses, Vertices
from pliant.errors import CorrespondenceError
from pliant.geometry.gradient import areas
from pliant.geometry.rotations import closest_rotation
from pliant.mesh import checked_positions
from pliant.methods.cage.green import stretched_normals
from pliant.solve.threads import one_blas_thread

if TYPE_CHECKING:
    from pliant.methods.cage.rig import CageIK

# Frames that share one product of matrices; more gain no speed.
TOGETHER = 16
# Rounds of turning cells and moving vertices: with every vertex held, more change nothing that shows.
ROUNDS = 3
# Rounds at most in which Green's normals follow the cage, and the movement, in diagonals, that ends them.
NORMAL_ROUNDS = 40
SETTLED = 1e-6
# Below this share of the volume of a ball of its area, a surface is a sheet, and has no volume to keep.
SHEET = 1e-2


@dataclass(frozen=True, eq=False)
class RecoveredFrame:
    """The cage of one frame, and how well it makes the frame.

    cage:   (c, 3) in the user's coordinates
    rms:    root mean square distance of the vertices from the true ones, in % of the rest mesh's diagonal
    volume: change of volume against the true frame, in %; NaN for a surface that encloses next to none
    """

    cage: Floats
    rms: float
    volume: float


def recovered(
    rig: CageIK, frames: Iterable[ArrayLike], *, workers: int | None = None
) -> Iterator[RecoveredFrame]:
    """The cage of each frame (n, 3), in order, as the frames come; memory does not grow with their number.

    workers: threads; as many as there are cores by default
    Raises CorrespondenceError for frames with another number of vertices than the rig's mesh.
    """
    solver = Recoverer(rig)
    ahead = workers or os.cpu_count() or 1
    with one_blas_thread(), ThreadPoolExecutor(ahead) as pool:
        yield from in_order(frames, lambda batch: pool.submit(solver.recovered, batch), lambda: ahead)


def in_order(
    frames: Iterable[ArrayLike], submit: Callable[[tuple[ArrayLike, ...]], Any], ahead: Callable[[], int]
) -> Iterator[RecoveredFrame]:
    """The cages of frames, in order; `submit` starts a batch, at most `ahead` batches before it is needed."""
    rest, waiting = iter(frames), deque[Any]()
    while batch := tuple(islice(rest, TOGETHER)):
        waiting.append(submit(batch))
        if len(waiting) > ahead():
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


class Recoverer:
    """Finds the cages of frames; holds the one factor that serves all of them."""

    def __init__(self, rig: CageIK) -> None:
        self.rig, self.shape = rig, rig.shape
        self.W = rig.binding.weights
        self.firm = rig.options.beta / rig.options.alpha
        self.factor = cho_factor(self.shape.K + self.firm * (self.W.T @ self.W))
        self.rest = rig.frame.inward(rig.mesh.V)

    def recovered(self, batch: tuple[ArrayLike, ...]) -> list[RecoveredFrame]:
        """The cage of each frame (n, 3) in a batch."""
        rig = self.rig
        true = np.stack([self._checked(frame) for frame in batch])
        cages = self._cages(rig.frame.inward(true))
        cages = rig.frame.outward(cages)
        found = [rig.posed(cage) for cage in cages]
        return [
            RecoveredFrame(cage, _rms(V, x, rig.frame.diagonal), _volume_change(V, x, rig.mesh.F))
            for cage, V, x in zip(cages, found, true, strict=True)
        ]

    def _checked(self, frame: ArrayLike) -> Vertices:
        V = checked_positions(frame, "positions of a frame")
        if len(V) != self.rig.mesh.n:
            raise CorrespondenceError(
                f"A frame has {len(V)} vertices where the bound mesh has {self.rig.mesh.n}; "
                "frames must be exported from that mesh with its vertex order kept."
            )
        return V

    def _cages(self, x: Poses) -> Floats:
        """(f, c, 3) the cages of frames x (f, n, 3), in the solver's coordinates."""
        pulled = self._pulled(x)
        b = self._turned_alike(x)
        C = self._solved(b + pulled)
        if self.shape.turns:
            for _ in range(ROUNDS):
                C = self._solved(self._turned_each(C) + pulled)
        return C if self.rig.binding.normals is None else self._with_normals(x, b, C)

    def _with_normals(self, x: Poses, b: Floats, C: Floats) -> Floats:
        """The cages C (f, c, 3) with Green's normals, in each round those of the cages before."""
        for _ in range(NORMAL_ROUNDS):
            before = C
            if self.shape.turns:
                b = self._turned_each(C)
            C = self._solved(b + self._pulled(x - self._by_normals(C)))
            if np.abs(C - before).max() <= SETTLED:
                break
        return C

    def _pulled(self, x: Poses) -> Floats:
        """(f, c, 3) β/α Wᵀx for frames x (f, n, 3)."""
        f, n, _ = x.shape
        side_by_side = np.ascontiguousarray(x.transpose(1, 0, 2)).reshape(n, 3 * f)
        return self.firm * (self.W.T @ side_by_side).reshape(-1, f, 3).transpose(1, 0, 2)

    def _solved(self, b: Poses) -> Floats:
        f, c, _ = b.shape
        C = cho_solve(self.factor, b.transpose(1, 0, 2).reshape(c, 3 * f))
        return C.reshape(c, f, 3).transpose(1, 0, 2)

    def _turned_alike(self, x: Poses) -> Floats:
        """(f, c, 3) the shape's linear term with all cells turned like the whole frame."""
        rest = self.rest - self.rest.mean(axis=0)
        turns = closest_rotation(np.einsum("fna,nb->fab", x, rest))
        return np.stack([self.shape.linear_term(R) for R in turns])

    def _turned_each(self, C: Poses) -> Floats:
        """(f, c, 3) the linear term with every cell turned best for the cages C (f, c, 3)."""
        return np.stack([self.shape.B @ self.shape.turns_at(cage) for cage in C])

    def _by_normals(self, C: Poses) -> Floats:
        """(f, n, 3) what Green's stretched normals add to the vertices, in the solver's coordinates."""
        rig = self.rig
        weights = rig.binding.normals
        if weights is None:
            return np.zeros((len(C), rig.mesh.n, 3))
        stretched = [stretched_normals(rig.cage, rig.frame.outward(cage)) for cage in C]
        return np.stack([weights @ each for each in stretched]) / rig.frame.diagonal


def _rms(found: Vertices, true: Vertices, diagonal: float) -> float:
    gap = found - true
    return 100.0 * float(np.sqrt((gap * gap).sum() / len(gap))) / diagonal


def _volume_change(found: Vertices, true: Vertices, F: Faces) -> float:
    volume = enclosed_volume(true, F)
    ball = areas(true, F).sum() ** 1.5 / (6.0 * np.sqrt(np.pi))
    if abs(volume) < SHEET * ball:
        return float("nan")
    return 100.0 * (enclosed_volume(found, F) / volume - 1.0)


def enclosed_volume(V: Vertices, F: Faces) -> float:
    """Volume that a closed surface encloses; small holes are closed by cones from the middle."""
    a, b, c = (V - V.mean(axis=0))[F.T]
    return float(np.einsum("mi,mi->", a, np.cross(b, c))) / 6.0
