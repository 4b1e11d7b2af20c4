"""The transformations of bones, each from itself to its parent: first scale, then turn, then move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats
from pliant.geometry.rotations import closest_rotation, exp

# Shares of the largest entry: what rounding to single precision makes of a matrix without shear.
_SHEAR = 1e-5


@dataclass(frozen=True, eq=False)
class BonePose:
    """Where k bones are; frames may come before the axis of the bones.

    translation: (…, k, 3)
    R:           (…, k, 3, 3) rotations
    scale:       (…, k, 3) factors along the bone's own axes
    """

    translation: Floats
    R: Floats
    scale: Floats

    @staticmethod
    def stacked(poses: Sequence[BonePose]) -> BonePose:
        """Several poses (f,) as one with the frames first."""
        return BonePose(
            np.stack([pose.translation for pose in poses]),
            np.stack([pose.R for pose in poses]),
            np.stack([pose.scale for pose in poses]),
        )

    @staticmethod
    def of_matrices(matrices: Floats) -> tuple[BonePose, Array]:
        """The factors of matrices (k, 4, 4), and (k,) whether their product is the matrix: some shear."""
        A = matrices[:, :3, :3]
        scale = np.linalg.norm(A, axis=1)
        scale[:, 0] *= np.where(np.linalg.det(A) < 0, -1.0, 1.0)
        R = closest_rotation(A / np.where(scale == 0, 1.0, scale)[:, None])
        whole = np.abs(R * scale[:, None] - A).max(axis=(1, 2)) <= _SHEAR * np.abs(A).max(axis=(1, 2))
        return BonePose(matrices[:, :3, 3], R, scale), whole

    def matrices(self) -> Floats:
        """(…, k, 4, 4) from each bone to its parent."""
        found = np.zeros((*self.translation.shape[:-1], 4, 4))
        found[..., :3, :3] = self.R * self.scale[..., None, :]
        found[..., :3, 3] = self.translation
        found[..., 3, 3] = 1.0
        return found

    def stepped(self, turn: Floats, move: Floats, growth: Floats) -> BonePose:
        """Turned by rotation vectors (k, 3) in the parents' axes, moved (k, 3) and scaled by exp(growth).

        growth: (k, 3) logarithms of factors
        """
        return BonePose(self.translation + move, exp(turn) @ self.R, self.scale * np.exp(growth))


def quaternions(R: Floats) -> Floats:
    """(f, k, 4) quaternions x, y, z, w of rotations R (f, k, 3, 3), without jumps of sign between frames."""
    from scipy.spatial.transform import Rotation

    found = Rotation.from_matrix(R.reshape(-1, 3, 3)).as_quat(canonical=True).reshape(*R.shape[:-2], 4)
    turned = (found[1:] * found[:-1]).sum(axis=-1) < 0
    # A frame is negated if an odd number of jumps lead to it.
    signs = np.cumprod(np.where(turned, -1.0, 1.0), axis=0)
    found[1:] *= signs[..., None]
    return found
