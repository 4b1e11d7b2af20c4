"""A Cage IK rig with its held points: how the cage answers them, then one small solve per drag.

Nothing here depends on the number of the mesh's vertices but the last product, which carries them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.core.anchors import checked_targets
from pliant.core.arrays import Floats, Targets
from pliant.core.example_search import determine_turn
from pliant.core.gauss_newton import Status
from pliant.core.rig import Grip, Pose, Solved
from pliant.core.rotations import closest_rotation
from pliant.errors import OptionError
from pliant.methods.cage.green import stretched_normals
from pliant.methods.cage.holding import Holding
from pliant.methods.cage.response import LinearEnergy, exact, soft
from pliant.methods.cage.turning import turned_cage

if TYPE_CHECKING:
    from pliant.methods.cage.rig import CageIK

# Green coordinates: how often the normals follow the cage before what still moves is called stuck.
NORMAL_ROUNDS = 50
# In diagonals of the mesh: exact anchors this near to their targets are there.
MET = 1e-12


@dataclass(frozen=True, eq=False)
class Pulled(Solved):
    """A cage that brings the held points to their targets.

    cage: (c, 3) its vertices in the user's coordinates
    gaps: (h,) how far each held point is from its target; zero for exact anchors that the cage can meet
    """

    cage: Floats
    gaps: Floats


@dataclass(frozen=True, eq=False)
class CagePose(Pulled, Pose):
    """A pose with the cage that makes it."""


class CageGrip(Grip):
    """Held points inside a cage, vertices of the cage itself, or both.

    A: (h, c) how each cage vertex moves the held points
    N: (h, t) how each cage face's stretched normal does, without columns unless the coordinates are Green's
    """

    def __init__(self, rig: CageIK, holding: Holding) -> None:
        self.rig, self.held = rig, holding.held
        self.A, self.N = holding.A, holding.N
        options = rig.options
        if options.anchors == "exact":
            self.response = exact(rig.shape.K, self.A)
        else:
            self.response = soft(rig.shape.K, self.A, options.beta / options.alpha)
        self._rest = rig.frame.inward(self.held.rest)
        self._may_turn = rig.shape.turns and determine_turn(self._rest)
        # M b without anchors; with all cells turned alike b = K c Rᵀ, and this turns with them.
        self._unturned = self.response.M @ (rig.shape.K @ rig.shape.rest)
        self._linear = LinearEnergy.of(rig.shape, self.response, self._unturned)

    def warm(self) -> None:
        """Load every compiled kernel, so that the first drag does not wait."""
        self.drag(self.held.rest)

    def drag(self, targets: ArrayLike, start: Pulled | None = None) -> CagePose:
        """The pose with the held points at targets (h, 3), from the pose `start` where one is given."""
        began = time.perf_counter()
        pulled = self.pull(targets, start)
        V = self.rig.posed(pulled.cage)
        return CagePose(V=V, **{**vars(pulled), "seconds": time.perf_counter() - began})

    def pull(self, targets: ArrayLike, start: Pulled | None = None) -> Pulled:
        """The cage alone: for those who carry the mesh elsewhere, as on a graphics card."""
        began = time.perf_counter()
        rig = self.rig
        q = rig.frame.inward(checked_targets(targets, len(self.held)))
        C = self._placed(q) if start is None else rig.frame.inward(self._checked(start))
        C, status, energies = self._solved(q, C)
        gaps = np.linalg.norm(self.A @ C + self._by_normals(C) - q, axis=1)
        return Pulled(
            cage=rig.frame.outward(C),
            gaps=gaps * rig.frame.diagonal,
            status=status,
            iterations=len(energies) - 1,
            energy=energies[-1],
            energies=energies,
            seconds=time.perf_counter() - began,
        )

    def _by_normals(self, C: Floats) -> Floats | float:
        """(h, 3) what the stretched normals of the cage C (c, 3) add to the held points."""
        if not self.N.shape[1]:
            return 0.0
        return self.N @ stretched_normals(self.rig.cage, self.rig.frame.outward(C)) / self.rig.frame.diagonal

    def _solved(self, q: Targets, C: Floats) -> tuple[Floats, Status, tuple[float, ...]]:
        """The cage for the targets q (h, 3); Green's normals are those of the cage before, and it repeats."""
        if not self.N.shape[1]:
            return self._for_normals(q, C)
        energies: tuple[float, ...] = ()
        for _ in range(NORMAL_ROUNDS):
            new, status, energies = self._for_normals(q - self._by_normals(C), C)
            moved = np.abs(new - C).max()
            C = new
            if moved <= self.rig.options.tolerance:
                return self._met(q, C), status, energies
        return self._met(q, C), Status.OUT_OF_ITERATIONS, energies

    def _met(self, q: Targets, C: Floats) -> Floats:
        """C moved by what the last change of the normals took from exact anchors."""
        for _ in range(NORMAL_ROUNDS):
            new = self.response.anchored(C, q - self._by_normals(C))
            moved = np.abs(new - C).max()
            C = new
            if moved <= MET:
                break
        return C

    def _for_normals(self, q: Targets, C: Floats) -> tuple[Floats, Status, tuple[float, ...]]:
        """The cage with its linear part at q (h, 3)."""
        shape, response, options = self.rig.shape, self.response, self.rig.options
        if not shape.turns:
            return self._unturned + response.Z @ q, Status.CONVERGED, (self._linear.at(q),)
        start = response.anchored(C, q)
        return turned_cage(shape, response, q, start, tolerance=options.tolerance, most=options.iterations)

    def _placed(self, q: Targets) -> Floats:
        """(c, 3) where a search begins: the cells turned as the held points have turned, all alike."""
        if not self._may_turn:
            return self._unturned + self.response.Z @ q
        covariance = (q - q.mean(axis=0)).T @ (self._rest - self._rest.mean(axis=0))
        R = closest_rotation(covariance[None])[0]
        return self._unturned @ R.T + self.response.Z @ q

    def _checked(self, start: Pulled) -> Floats:
        """The cage of an earlier pose, which this rig must have made."""
        cage = getattr(start, "cage", None)
        if cage is None or cage.shape != self.rig.cage.V.shape:
            raise OptionError("The start is a pose of another rig; give one that this rig made.")
        return cage
