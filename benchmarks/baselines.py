"""What MeshIK has to beat: the nearest example, linear blending, and libigl's ARAP."""

from __future__ import annotations

import igl
import numpy as np

from pliant.arrays import Floats, Ints, Poses, Targets, Vertices
from pliant.geometry.solvable import solvable
from pliant.mesh import PoseSet

# ARAP stops when an iteration moves no vertex by more than this share of the diagonal, or after these many.
ARAP_STILL = 1e-5
ARAP_ITERATIONS = 200
ARAP_ROUND = 10
# Weights that move the pins by less than this share of what others do are open: else they run away.
OPEN = 1e-3


def rms(V: Vertices, truth: Vertices) -> float:
    """Root of the mean squared distance between vertices."""
    return float(np.sqrt(((V - truth) ** 2).sum(axis=1).mean()))


def nearest_example(V: Poses, truth: Vertices) -> Vertices:
    """The example of V (k, n, 3) with the least RMS from the truth: an oracle, no method can know it."""
    return V[int(np.argmin([rms(pose, truth) for pose in V]))]


def linear_blend(V: Poses, pins: Ints, targets: Targets) -> Vertices:
    """Σ wᵢ Vᵢ with Σ wᵢ = 1 and the pins as near to their targets as it gets.

    Where the pins leave weights open, or nearly so, those nearest to equal weights are taken.
    """
    k = len(V)
    equal = np.full(k, 1.0 / k)
    change = np.linalg.svd(np.ones((1, k)))[2][1:].T  # directions that keep the sum
    at_pins = V[:, pins].reshape(k, -1).T
    step = np.linalg.lstsq(at_pins @ change, targets.ravel() - at_pins @ equal, rcond=OPEN)[0]
    return np.tensordot(equal + change @ step, V, axes=1)


class Arap:
    """libigl's as-rigid-as-possible deformation of the reference, with the pins chosen.

    It gets the same mesh as MeshIK's solver, welded and in one piece: a part without a pin would
    otherwise make its matrix singular.
    """

    def __init__(self, poses: PoseSet, pins: Ints) -> None:
        self.shape = solvable(poses.V, poses.F)
        self.data = igl.ARAPData()
        pinned = self.shape.of_user[pins].astype(np.int32)
        igl.arap_precomputation(self.shape.V[0].copy(), self.shape.F.copy(), 3, pinned, self.data)

    def iterated(self, targets: Targets, x: Floats, iterations: int) -> Floats:
        """x (n', 3), in the solver's units and order, after some iterations."""
        self.data.max_iter = iterations
        return np.asarray(igl.arap_solve(self.shape.frame.inward(targets), self.data, x))

    def pose(self, targets: Targets, start: Vertices) -> Vertices:
        """(n, 3) the pose that ARAP reaches from a start."""
        first = np.unique(self.shape.of_user, return_index=True)[1]
        x = self.shape.frame.inward(start)[first]
        for _ in range(ARAP_ITERATIONS // ARAP_ROUND):
            before = x
            x = self.iterated(targets, x, ARAP_ROUND)
            if np.abs(x - before).max() < ARAP_STILL * ARAP_ROUND:
                break
        return self.shape.outward(x)
