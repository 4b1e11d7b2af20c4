"""A Cage IK rig with its held points: how the cage answers them, then one small solve per drag.

Nothing here depends on the number of the mesh's vertices but the last product, which carries them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import checked_targets
from pliant.arrays import Floats, Targets
from pliant.errors import OptionError
from pliant.examples.search import determine_turn
from pliant.geometry.rigid_placement import placing_rotation
from pliant.methods.cage.green import stretched_normals
from pliant.methods.cage.held_points import Holding
from pliant.methods.cage.response import LinearEnergy, exact, soft
from pliant.methods.cage.turning_cells import turned_cage
from pliant.pose import Pose, Pulled, Status
from pliant.rig import Grip, check_budget, check_incoherent

if TYPE_CHECKING:
    from pliant.methods.cage.rig import CageIK

# Green coordinates: how often the normals follow the cage before what still moves is called stuck.
NORMAL_ROUNDS = 50
# In diagonals of the mesh: exact anchors this near to their targets are there.
MET = 1e-12


@dataclass(frozen=True, eq=False, kw_only=True)
class PulledCage(Pulled):
    """A cage that brings the held points to their targets; exact anchors that it can meet have no gap.

    cage: (c, 3) its vertices in the user's coordinates
    """

    cage: Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class CagePose(PulledCage, Pose):
    """A pose with the cage that makes it."""


class CageGrip(Grip["CageIK", CagePose]):
    """Held points inside a cage, vertices of the cage itself, or both.

    A: (h, c) how each cage vertex moves the held points
    N: (h, t) how each cage face's stretched normal does, without columns unless the coordinates are Green's
    """

    pose_type = CagePose
    flows = True

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
        placing_rotation(self.held.rest, self.held.rest)
        self.drag(self.held.rest)

    def pull(
        self,
        targets: ArrayLike,
        start: PulledCage | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PulledCage:
        """The cage that brings the held points to targets (h, 3), from that of `start` where one is given.

        Its cost does not depend on the mesh. Cages mix no poses: any coherence is refused.
        It finishes whatever its budget is.
        """
        check_incoherent(coherence, self.rig.method)
        check_budget(budget)
        began = time.perf_counter()
        rig = self.rig
        q = rig.frame.inward(checked_targets(targets, len(self.held)))
        C = self._placed(q) if start is None else rig.frame.inward(self._checked(start))
        C, status, energies = self._solved(q, C)
        gaps = np.linalg.norm(self.A @ C + self._by_normals(C) - q, axis=1)
        cage = rig.frame.outward(C)
        return PulledCage(
            cage=cage,
            points=rig.points(cage),
            gaps=gaps * rig.frame.diagonal,
            status=status,
            iterations=len(energies) - 1,
            energy=energies[-1],
            energies=energies,
            seconds=time.perf_counter() - began,
        )

    def between(self, targets: ArrayLike, a: PulledCage, b: PulledCage, share: float) -> PulledCage:
        """The cage at a share of the way from a to b, exact anchors at targets (h, 3)."""
        began = time.perf_counter()
        rig = self.rig
        q = rig.frame.inward(checked_targets(targets, len(self.held)))
        C = rig.frame.inward((1.0 - share) * self._checked(a) + share * self._checked(b))
        C = self._met(q, C)
        gaps = np.linalg.norm(self.A @ C + self._by_normals(C) - q, axis=1)
        cage = rig.frame.outward(C)
        return replace(
            b,
            cage=cage,
            points=rig.points(cage),
            gaps=gaps * rig.frame.diagonal,
            status=Status.FLOWING,
            iterations=0,
            energies=(b.energy,),
            seconds=time.perf_counter() - began,
        )

    def reached(self, pulled: Pulled) -> Floats:
        """(h, 3) where the held points are in a pull: points of the mesh, then vertices of the cage."""
        if pulled.points is None:
            return super().reached(pulled)
        rows = np.concatenate([self.A, self.N], axis=1)
        return rows @ pulled.points[: rows.shape[1]]

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
        return self._unturned @ placing_rotation(self._rest, q).T + self.response.Z @ q

    def _checked(self, start: PulledCage) -> Floats:
        """The cage of an earlier pose, which this rig must have made."""
        cage = getattr(start, "cage", None)
        if cage is None or cage.shape != self.rig.cage.V.shape:
            raise OptionError("The start is a pose of another rig; give one that this rig made.")
        return cage
