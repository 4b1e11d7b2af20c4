"""The passes over all elements of a live step: the blend with its rotations, then the gradient pulled back.

A step reads the examples twice: once to blend them, and once more, when positions have followed, for the
energy and its gradient. Everything that depends on one element alone is done in the same pass, so that no
intermediate array goes through memory. `PoseProblem` computes the same in separate steps, which a test
compares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from pliant.arrays import Floats, Ints, read_only
from pliant.examples import pass_kernels as kernels
from pliant.examples import slope_kernels
from pliant.examples.corrections import RotationField
from pliant.examples.span import BLOCK, Span
from pliant.solve.threads import FEW


@dataclass(frozen=True, eq=False)
class Coupling:
    """The neighbours of each of m elements, for a field of stiffness 1.

    starts:    (m+1,) where the neighbours of each element begin
    neighbour: (2p,) elements
    stiffness: (2p,) of the pairs
    """

    starts: Ints
    neighbour: Ints
    stiffness: Floats

    @staticmethod
    def none(m: int) -> Coupling:
        """No neighbours of m elements."""
        return Coupling(np.zeros(m + 1, dtype=np.int64), np.empty(0, dtype=np.int64), np.empty(0))

    @staticmethod
    def of(field: RotationField) -> Coupling:
        """The coupling of a field."""
        both = np.concatenate([field.pairs, field.pairs[:, ::-1]])
        order = np.argsort(both[:, 0], kind="stable")
        starts = np.searchsorted(both[order, 0], np.arange(len(field.basis) + 1))
        stiffness = np.concatenate([field.stiffness, field.stiffness])[order]
        return Coupling(starts, np.ascontiguousarray(both[order, 1]), stiffness)


# Weights w (l,), attitude Q (3, 3) and turns θ (B, 3).
Point: TypeAlias = tuple[Floats, Floats, Floats]


@dataclass(frozen=True, eq=False)
class Passes:
    """The passes of one problem.

    field:    how elements turn; its stiffness counts, its pairs do not
    coupling: the pairs, of stiffness `factor`
    W:        (m,) weights of the elements
    pull:     as in `PoseProblem`
    turning:  whether the whole may turn by itself, so that what pulls it counts in its spin
    """

    span: Span
    field: RotationField
    coupling: Coupling
    factor: float
    W: Floats
    pull: float
    turning: bool

    def blended(self, w: Floats, Q: Floats, turns: Floats) -> tuple[Floats, Floats]:
        """R (m, 3, 3) and T (m, 3, d), for weights w (free,), attitude Q (3, 3) and turns θ (B, 3)."""
        m, _, d, _ = self.span.stretches.shape
        R, T = np.empty((m, 3, 3)), np.empty((m, 3, d))
        (kernels.blended_here if m < FEW else kernels.blended)(
            self._examples(w), self._turning(Q, turns), R, T
        )
        return R, T

    def rotations(self, Q: Floats, turns: Floats) -> Floats:
        """R (m, 3, 3) alone."""
        R = np.empty((len(self.W), 3, 3))
        (kernels.rotations_here if len(R) < FEW else kernels.rotations)(self._turning(Q, turns), R)
        return R

    def misfit(self, T: Floats, features: Floats, R: Floats, upright: Floats) -> Misfit:
        """How far the blend T (m, 3, d) is from the features (m, 3, d), with rotations R (m, 3, 3)."""
        r, squares, sums = np.empty_like(T), np.empty(len(T)), np.zeros(-(-len(T) // BLOCK))
        (kernels.misfit_here if len(T) < FEW else kernels.misfit)(
            T, features, self._ties(R, upright), (r, squares), sums
        )
        return Misfit(r, squares, float(sums.sum()))

    def slopes(self, point: Point, R: Floats, seen: tuple[Floats, Floats], upright: Floats) -> Slopes:
        """The energy and its slopes where the positions have the features seen[0] (m, 3, d).

        point: weights, attitude and turns; R (m, 3, 3) are the rotations there
        seen:  the second is what the features of earlier positions had more, for which the slopes are given
               too; none where it is empty
        """
        w, Q, turns = point
        m, l, B = len(self.W), self.span.free, self.field.basis.shape[1]
        sums = np.zeros((-(-m // BLOCK), 1 + 2 * (l + 3 * B + 3)))
        given = slope_kernels.Given(*(read_only(each) for each in seen))
        kernel = slope_kernels.slopes_here if m < FEW else slope_kernels.slopes
        kernel(self._examples(w), self._turning(Q, turns), given, self._ties(R, upright), sums)
        total = sums.sum(axis=0)
        at, before = total[1:].reshape(2, -1)
        return Slopes(float(total[0]), _parts(at, l, B), _parts(at + before, l, B))

    def _examples(self, w: Floats) -> kernels.Examples:
        span = self.span
        arrays = span.logs, span.stretches, np.ascontiguousarray(span.all_weights(w)), span.regions
        return kernels.Examples(*(read_only(each) for each in arrays))

    def _turning(self, Q: Floats, turns: Floats) -> kernels.Turning:
        return kernels.Turning(
            read_only(self.field.basis), read_only(turns), read_only(np.ascontiguousarray(Q))
        )

    def _ties(self, R: Floats, upright: Floats) -> kernels.Ties:
        c = self.coupling
        arrays = (c.starts, c.neighbour, c.stiffness, R, self.W, np.ascontiguousarray(upright)[None])
        starts, neighbour, stiffness, R, W, upright = (read_only(each) for each in arrays)
        scalars = self.factor, self.pull, float(self.turning)
        return kernels.Ties(starts, neighbour, stiffness, R, W, upright, *scalars)


class Misfit(NamedTuple):
    """r (m, 3, d) = W (T − features), squares (m,) of T − features, and the energy of these and of R."""

    r: Floats
    squares: Floats
    energy: float


class Slope(NamedTuple):
    """Half the energy's derivatives.

    weights: (free,) by the weights, elements not turned
    turns:   (B, 3) by the turns of the bumps
    spin:    (3,) by a turn of the whole: of the misfit, and of what pulls the whole where it may turn
    """

    weights: Floats
    turns: Floats
    spin: Floats


class Slopes(NamedTuple):
    """The energy of misfit and rotations, its slopes, and those with earlier positions."""

    energy: float
    now: Slope
    before: Slope


def _parts(total: Floats, l: int, B: int) -> Slope:
    return Slope(total[:l], total[l : l + 3 * B].reshape(3, B).T, total[l + 3 * B :])
