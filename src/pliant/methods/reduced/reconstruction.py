"""Compares the examples with what a reduced rig makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pliant.arrays import Floats, Poses
from pliant.errors import CorrespondenceError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.farthest_points import farthest_points
from pliant.mesh import PoseSet
from pliant.methods.reduced.rig import ReducedIK

# Held points, spread over the mesh, from which an example should be found again.
FEW_PINS = 12


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """How well a rig reproduces its examples.

    poses: the examples
    V:     (k, n, 3) the examples as the rig's controls reproduce them
    """

    poses: PoseSet
    V: Poses

    @staticmethod
    def of(rig: ReducedIK, poses: PoseSet) -> Reconstruction:
        """The reconstruction of the poses that the rig was learned from.

        poses: all that the rig was given, or those that it kept
        Raises CorrespondenceError for other poses.
        """
        poses = rig.kept.among(poses)
        if poses.n != rig.mesh.n or poses.names != rig.names:
            raise CorrespondenceError(
                f"The rig was learned from {len(rig.names)} poses of {rig.mesh.n} vertices, and "
                f"{len(poses)} of {poses.n} were given; give the poses that it was learned from."
            )
        return Reconstruction(poses, np.stack([rig.example(i) for i in range(len(poses))]))

    @cached_property
    def misses(self) -> Floats:
        """(k, n) how far each vertex is from its place, in the user's unit."""
        return np.linalg.norm(self.V - self.poses.V, axis=2)

    @property
    def diagonal(self) -> float:
        """Diagonal of the reference's bounding box."""
        return box_diagonal(self.poses.V[0])

    @property
    def rms(self) -> float:
        """Root mean square of all misses, in percent of the diagonal."""
        return float(100.0 * np.sqrt((self.misses**2).mean()) / self.diagonal)

    @property
    def means(self) -> Floats:
        """(k,) root mean square miss of each example, in the user's unit."""
        return np.sqrt((self.misses**2).mean(axis=1))

    @property
    def worst(self) -> int:
        """Index of the example with the largest root mean square miss."""
        return int(np.argmax(self.means))

    def spot(self, i: int) -> int:
        """The vertex of example i that is farthest from its place."""
        return int(np.argmax(self.misses[i]))

    def found_again(self, rig: ReducedIK) -> Floats:
        """(k,) root mean square miss of each example, pulled by a few of its points, in % of the diagonal.

        It can be much larger than the skin's own miss: then the points do not tell the example from others.
        """
        grip = rig.grab(farthest_points(self.poses.V[0], FEW_PINS))
        posed = np.stack([grip.drag(grip.held.on(V)).V for V in self.poses.V])
        squared = ((posed - self.poses.V) ** 2).sum(axis=2).mean(axis=1)
        return 100.0 * np.sqrt(squared) / self.diagonal
