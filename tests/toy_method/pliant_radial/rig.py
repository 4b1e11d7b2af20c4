"""RadialIK: x(v) = v + c + Σ a_h φ(|v − p_h|) with Σ a_h = 0, and every held point p_h at its target."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, Points, checked_targets
from pliant.arrays import Array, Floats, Vertices
from pliant.errors import OptionError
from pliant.mesh import Mesh
from pliant.pins import Floor, Pin
from pliant.pose import Pose, Pulled, Status
from pliant.progress import Progress, silent
from pliant.rig import Grip, Rig, check_incoherent
from pliant.rig_file import mesh_of_file, mesh_to_file


@dataclass(frozen=True)
class RadialOptions:
    """How far a held point carries the mesh.

    reach: where its influence has faded to a third, in diagonals of the model
    """

    reach: float = 0.25

    def __post_init__(self) -> None:
        if not 0.0 < self.reach < np.inf:
            raise OptionError(f"reach={self.reach!r}; a number above 0 is needed.")


@dataclass(frozen=True, eq=False, kw_only=True)
class PulledCentres(Pulled):
    """What moves the mesh.

    shift:    (3,) how far the whole goes
    strength: (h, 3) how far each held point carries its surroundings beside
    centres:  (h, 3) where the held points rest
    """

    shift: Floats
    strength: Floats
    centres: Floats


@dataclass(frozen=True, eq=False, kw_only=True)
class RadialPose(PulledCentres, Pose):
    """A pose with what moves it."""


class RadialIK(Rig):
    """A mesh that follows the points by which it is held."""

    method: ClassVar[str] = "radial"
    exact = True

    def __init__(
        self, mesh: Mesh, *, options: RadialOptions | None = None, progress: Progress = silent
    ) -> None:
        self.mesh, self.options = mesh, options or RadialOptions()
        self.width = self.options.reach * float(np.linalg.norm(np.ptp(mesh.V, axis=0)))
        progress(1.0, "ready")

    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> RadialGrip:
        """Hold points; all are met exactly, `firm` or not. Pins that say more are refused."""
        return RadialGrip(self, self.pinned_points(points, pins, floor).held)

    def influence(self, P: Floats, centres: Floats) -> Floats:
        """(p, h) how much each centre carries the points P (p, 3)."""
        distance = np.linalg.norm(P[:, None] - centres, axis=2)
        return np.exp(-((distance / self.width) ** 2))

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) every vertex of the mesh as a pull moves it."""
        own: Any = pulled
        return self.mesh.V + own.shift + self.influence(self.mesh.V, own.centres) @ own.strength

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh and the options."""
        mesh, arrays = mesh_to_file(self.mesh)
        return {"options": asdict(self.options), "mesh": mesh}, {**arrays, "V": self.mesh.V}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> RadialIK:
        """The rig that `to_file` described."""
        mesh = mesh_of_file(arrays["V"], settings["mesh"], arrays)
        return cls(mesh, options=RadialOptions(**settings["options"]))


class RadialGrip(Grip[RadialIK, RadialPose]):
    """Held points, and the system that finds what they carry."""

    pose_type = RadialPose

    def __init__(self, rig: RadialIK, held: Held) -> None:
        self.rig, self.held = rig, held
        h = len(held)
        # A point inside a triangle goes where the triangle's corners carry it.
        corners = rig.influence(rig.mesh.V[held.corners].reshape(-1, 3), held.rest).reshape(h, 3, h)
        self._rows = np.einsum("hi,hij->hj", held.weights, corners)
        self._system = np.block([[self._rows, np.ones((h, 1))], [np.ones((1, h)), np.zeros((1, 1))]])

    def warm(self) -> None:
        """There are no kernels to load."""

    def pull(
        self,
        targets: ArrayLike,
        start: PulledCentres | None = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PulledCentres:
        """What moves the held points to targets (h, 3); a linear system needs no start and no budget."""
        check_incoherent(coherence, self.rig.method)
        began = time.perf_counter()
        if start is not None and not isinstance(start, PulledCentres):
            raise OptionError("The start is a pose of another rig; give one that this rig made.")
        goals = checked_targets(targets, len(self.held))
        wanted = np.vstack([goals - self.held.rest, np.zeros((1, 3))])
        found = np.linalg.lstsq(self._system, wanted, rcond=None)[0]
        missed = self._rows @ found[:-1] + found[-1] - wanted[:-1]
        energy = float((found[:-1] ** 2).sum()) / self.rig.width**2
        return PulledCentres(
            shift=found[-1],
            strength=found[:-1],
            centres=self.held.rest,
            gaps=np.linalg.norm(missed, axis=1),
            status=Status.CONVERGED,
            iterations=0,
            energy=energy,
            energies=(energy,),
            seconds=time.perf_counter() - began,
        )
