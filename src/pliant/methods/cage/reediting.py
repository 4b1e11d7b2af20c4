"""An edit of one frame, carried along the sequence and fading with the distance in time.

The edit is what each cage vertex moved, seen from the vertex's own cell, so that a bend stays a bend where
the cell has meanwhile turned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.arrays import Floats, Matrices, Poses
from pliant.core.mesh import Mesh
from pliant.errors import CageError, OptionError
from pliant.methods.cage.shape import turning_shape


def falloff(count: int, frame: int, reach: float) -> Floats:
    """(count,) shares of an edit at `frame`: one there, smoothly zero from `reach` frames away on."""
    if not reach > 0:
        raise OptionError(f"reach={reach!r}; a positive number of frames is needed.")
    near = np.clip(1.0 - np.abs(np.arange(count) - frame) / reach, 0.0, 1.0)
    return near * near * (3.0 - 2.0 * near)


def reedited(rest: Mesh, cages: ArrayLike, frame: int, edited: Floats, *, reach: float = 8.0) -> Poses:
    """(f, c, 3) the cages of a sequence with the edit of one frame carried along.

    rest:   the rest cage; cages: (f, c, 3) of the sequence
    edited: (c, 3) the cage that `frame` shall have
    reach:  in frames, where the edit has faded away; infinity keeps it whole throughout
    """
    sequence = np.asarray(cages, dtype=np.float64)
    if not 0 <= frame < len(sequence):
        raise OptionError(f"frame={frame!r}; the sequence has the frames 0 to {len(sequence) - 1}.")
    if sequence.shape[1:] != rest.V.shape or edited.shape != rest.V.shape:
        raise CageError(
            f"Cages of the shape {sequence.shape} and an edited one of {edited.shape} were given for a rest "
            f"cage of {rest.n} vertices; all must be of one cage."
        )
    share = falloff(len(sequence), frame, reach)
    turns = _turns(rest, sequence)
    local = np.einsum("cba,cb->ca", turns[frame], edited - sequence[frame])
    moves = np.einsum("fcab,cb->fca", turns, local)
    out = sequence + share[:, None, None] * moves
    out[frame] = edited
    return out


def _turns(rest: Mesh, cages: Poses) -> Matrices:
    """(f, c, 3, 3) how each cell has turned in each frame."""
    shape = turning_shape(rest.V, rest.F)
    stacked = np.stack([shape.turns_at(cage) for cage in cages])
    return stacked.reshape(*cages.shape[:2], 3, 3).transpose(0, 1, 3, 2)
