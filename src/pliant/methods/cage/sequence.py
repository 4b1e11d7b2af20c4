"""Edits of single frames, carried along the sequence and fading with the distance in time.

An edit says how far each cage vertex moved, seen from the vertex's own cell, so that a bend stays a bend in
frames where the cell has turned. Cells are those of the sequence as it was recovered: so edits add up in any
order, and taking one away leaves the others as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Matrices, Poses
from pliant.errors import CageError, OptionError
from pliant.mesh import Mesh
from pliant.methods.cage.shape import turning_shape

# Frames after which an edit has faded away, where none are given.
REACH = 8.0


@dataclass(frozen=True, eq=False)
class FrameEdit:
    """An edit of one frame.

    frame: its number, from 0
    moves: (c, 3) how far each cage vertex moves there
    reach: in frames, where the edit has faded away; infinity keeps it whole throughout
    """

    frame: int
    moves: Floats
    reach: float = REACH


class CageSequence:
    """The cages of a sequence, ready to be edited.

    rest:  the rest cage
    cages: (f, c, 3) the cage of each frame
    Raises CageError where the cages do not have the vertices of the rest cage.
    """

    def __init__(self, rest: Mesh, cages: ArrayLike) -> None:
        self.rest, self.cages = rest, np.asarray(cages, dtype=np.float64)
        if self.cages.ndim != 3 or self.cages.shape[1:] != rest.V.shape:
            raise CageError(
                f"Cages of the shape {self.cages.shape} were given for a rest cage of {rest.n} vertices; "
                "all must be of one cage."
            )
        self._shape = turning_shape(rest.V, rest.F)

    def __len__(self) -> int:
        return len(self.cages)

    def edited(self, edits: Sequence[FrameEdit], frames: Iterable[int] | None = None) -> Poses:
        """(f, c, 3) the cages with the edits; with `frames`, those of these frames only.

        Raises OptionError for frames that the sequence does not have, CageError for edits of other cages.
        """
        rows = list(range(len(self)) if frames is None else frames)
        out = self.cages[[self._checked(row) for row in rows]]
        if not edits:
            return out
        local = np.stack([self._local(edit) for edit in edits])
        share = np.stack([falloff(len(self), edit.frame, edit.reach)[rows] for edit in edits], axis=1)
        touched = np.flatnonzero(share.any(axis=1))
        moves = np.einsum("fe,eca->fca", share[touched], local)
        turns = self._turns([rows[i] for i in touched])
        out[touched] += np.einsum("fcab,fcb->fca", turns, moves)
        return out

    def _local(self, edit: FrameEdit) -> Floats:
        """(c, 3) the edit's moves, each in the coordinates of its vertex's cell."""
        if edit.moves.shape != self.rest.V.shape:
            raise CageError(
                f"An edit of the shape {edit.moves.shape} was given for a rest cage of {self.rest.n} "
                "vertices; it must be of that cage."
            )
        (turns,) = self._turns([self._checked(edit.frame)])
        return np.einsum("cba,cb->ca", turns, edit.moves)

    def _checked(self, frame: int) -> int:
        if not 0 <= frame < len(self):
            raise OptionError(f"frame={frame!r}; the sequence has the frames 0 to {len(self) - 1}.")
        return frame

    def _turns(self, frames: Sequence[int]) -> Matrices:
        """(f, c, 3, 3) the rotation of each cell in each frame."""
        turns = np.empty((len(frames), self.rest.n, 3, 3))
        for row, frame in zip(turns, frames, strict=True):
            row[:] = self._shape.turns_at(self.cages[frame]).reshape(-1, 3, 3).transpose(0, 2, 1)
        return turns


def falloff(count: int, frame: int, reach: float) -> Floats:
    """(count,) share of an edit in each frame: one at `frame`, smoothly zero from `reach` frames away on.

    Raises OptionError for a reach that is not positive.
    """
    if not reach > 0:
        raise OptionError(f"reach={reach!r}; a positive number of frames is needed.")
    near = np.clip(1.0 - np.abs(np.arange(count) - frame) / reach, 0.0, 1.0)
    return near * near * (3.0 - 2.0 * near)


def reedited(rest: Mesh, cages: ArrayLike, frame: int, edited: Floats, *, reach: float = REACH) -> Poses:
    """(f, c, 3) the cages of a sequence with the edit of one frame carried along.

    rest:   the rest cage
    cages:  (f, c, 3) the cage of each frame
    edited: (c, 3) the cage that `frame` shall have
    reach:  in frames, where the edit has faded away; infinity keeps it whole throughout
    Raises CageError for cages that do not belong together, OptionError for a frame that there is not.
    """
    sequence = CageSequence(rest, cages)
    (before,) = sequence.edited((), [frame])
    if edited.shape != before.shape:
        raise CageError(
            f"An edited cage of the shape {edited.shape} was given for a rest cage of {rest.n} vertices; "
            "all must be of one cage."
        )
    out = sequence.edited([FrameEdit(frame, edited - before, reach)])
    out[frame] = edited
    return out
