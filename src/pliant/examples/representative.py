"""Chooses representative poses out of many: those that mixes of the others do not explain.

Clips sampled finely, walk cycles that repeat and held frames bring hundreds of poses that add nothing. The
next pose chosen is always the one whose features lie farthest from the span of those chosen before, a QR
decomposition with pivots. So a pose that repeats another, or mixes some of them, is not chosen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pliant.arrays import Faces, Floats, Ints, Poses
from pliant.examples.shape_features import shape_features
from pliant.geometry.solvable import checked_frame
from pliant.kept_poses import KeptPoses
from pliant.mesh import PoseSet
from pliant.progress import Progress, silent
from pliant.solve.threads import with_one_blas_thread

# Poses that differ from a mix of the chosen by less than this are explained: radians, root mean square over
# the surface. A twentieth of a degree is not seen.
EXPLAINED = 1e-3
# Squared distances from the span are updated by differences, which lose digits. The largest is believed where
# it is found again, up to this share, from the row itself.
SURE = 0.999


class Choice(NamedTuple):
    """The poses that were chosen.

    kept:  (c,) numbers of the poses, ascending; the reference, 0, is the first
    apart: how far, in radians, the worst of the others is from mixes of these
    """

    kept: Ints
    apart: float


def kept_poses(poses: PoseSet, most: int, progress: Progress = silent) -> KeptPoses:
    """At most `most` poses that represent all of them; all of them where there are no more, or for 0.

    Raises MeshError where the reference has no finite size.
    """
    if not most or len(poses) <= most:
        return KeptPoses.all_of(len(poses))
    choice = representative_poses(poses.V, poses.F, most, progress)
    return KeptPoses(len(poses), tuple(choice.kept.tolist()))


@with_one_blas_thread
def representative_poses(V: Poses, F: Faces, most: int, progress: Progress = silent) -> Choice:
    """At most `most` of the poses V (k, n, 3), the first of which is the reference and is always among them.

    There are fewer where these explain all others.
    """
    X = shape_features(V, F, checked_frame(V[0]), lambda share, what: progress(0.9 * share, what))
    progress(0.9, f"choosing {most} of {len(V)} poses")
    return farthest_from_span(X - X[0], most, EXPLAINED)


def farthest_from_span(X: Floats, most: int, explained: float) -> Choice:
    """Rows of X (k, d), each the farthest from the span of those before, beginning with row 0.

    explained: no more rows are chosen when all are at most this far from the span
    Of rows that are equally far, up to rounding, the first is chosen.
    """
    kept, basis = [0], np.zeros((min(most, len(X)), X.shape[1]))
    squared = (X**2).sum(axis=1)
    while True:
        row = int(np.argmax(squared))
        across = X[row]
        for _ in range(2):  # once more, since rounding leaves a little of the span
            across = across - basis.T @ (basis @ across)
        exact = across @ across
        if exact < SURE * squared[row]:
            squared[row] = exact
        elif len(kept) == most or exact <= explained**2:
            return Choice(np.sort(np.array(kept, dtype=np.int64)), float(np.sqrt(exact)))
        else:
            basis[len(kept)] = across / np.sqrt(exact)
            squared = np.maximum(squared - (X @ basis[len(kept)]) ** 2, 0.0)
            kept.append(row)
            squared[kept] = 0.0
