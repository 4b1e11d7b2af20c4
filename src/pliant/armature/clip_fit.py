"""An armature fitted to every frame of a clip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.armature.armature import Armature
from pliant.armature.bone_pose import BonePose
from pliant.armature.fit import ArmatureFit, Fit
from pliant.armature.moments import Binding, Moments
from pliant.armature.slopes import Freedom
from pliant.armature.start import guessed_pose
from pliant.progress import Progress, silent
from pliant.solve.threads import with_one_blas_thread

# Frames on which the freedom is chosen.
_TRIED = 6
# In diagonals: a fit this near needs no more freedom; a tenth of what is seen.
_NEAR = 1e-4
# More freedom is taken where it leaves less than this share of the error, in diagonals.
_WORTH = 0.7
# A frame this much worse than the one before, in squared error, and farther than _FAR diagonals, may have
# fallen into another minimum; it is searched again from a guess.
_JUMP, _FAR = 2.0, 1e-3


@dataclass(frozen=True, eq=False)
class ClipFit:
    """The poses (f, k, …) of an armature over time.

    freedom: what the fit could change
    errors:  mean squared distance of each frame, in squared diagonals
    """

    poses: BonePose
    freedom: Freedom
    errors: Sequence[float]


def freedoms(armature: Armature) -> list[Freedom]:
    """What a fit may change, from little to much: turns and moves of roots, all moves, all scales."""
    free, none = armature.movable, np.zeros(len(armature.parents), dtype=bool)
    return [Freedom(free, armature.roots, none), Freedom(free, free, none), Freedom(free, free, free)]


@with_one_blas_thread
def fitted_clip(
    armature: Armature, binding: Binding, frames: Sequence[Moments], *, progress: Progress = silent
) -> ClipFit:
    """The armature fitted to each frame, which starts where the one before ended."""
    fit = ArmatureFit(armature, binding)
    freedom = _chosen_freedom(fit, frames)
    found: list[Fit] = []
    for i, moments in enumerate(frames):
        start = found[-1].pose if found else armature.rest
        best = fit.fitted(start, moments, freedom)
        before = found[-1].error if found else 0.0
        if best.error > max(_JUMP * before, _FAR**2):
            again = fit.fitted(guessed_pose(armature, binding, moments), moments, freedom)
            best = min(best, again, key=lambda each: each.error)
        found.append(best)
        progress((i + 1) / len(frames), f"fitted frame {i + 1} of {len(frames)}")
    return ClipFit(BonePose.stacked([each.pose for each in found]), freedom, [each.error for each in found])


def _chosen_freedom(fit: ArmatureFit, frames: Sequence[Moments]) -> Freedom:
    """The least freedom that shows some of the frames nearly as well as more would."""
    rows = np.unique(np.linspace(0, len(frames) - 1, _TRIED).astype(int))
    tried = [frames[i] for i in rows]
    starts = [guessed_pose(fit.armature, fit.binding, each) for each in tried]
    chosen, least = None, np.inf
    for freedom in freedoms(fit.armature):
        fits = [fit.fitted(start, each, freedom) for start, each in zip(starts, tried, strict=True)]
        error = float(np.sqrt(np.mean([each.error for each in fits])))
        if chosen is None or error < _WORTH * least:
            chosen, least = freedom, error
        if least <= _NEAR:
            break
        starts = [each.pose for each in fits]
    return freedoms(fit.armature)[0] if chosen is None else chosen
