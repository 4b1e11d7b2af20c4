"""What the page shows: a pose with its rig, as arrays for the wire and as positions for files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.errors import TargetError
from pliant.mesh import Mesh
from pliant.pose import NOTHING, Pulled, Status
from pliant.rig import Rig
from pliant.skin import skinned
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Posed

# The page computes in single precision.
LARGEST = float(np.finfo(np.float32).max)
# Names of the arrays of a pose that every method shares; others are a method's own.
SHARED = ("palette", "points", "V", "reached", "weights", "regional")


@dataclass(frozen=True, eq=False)
class Shown:
    """A pose of a mesh.

    rig:     the rig that made it; None for a mesh without one
    pulled:  the parameters that were found, or that were given for a blend and for rest
    reached: (h, 3) where the handles are
    V:       (n, 3) positions; None where the parameters say it all
    own:     arrays of the method's own for the page, by their names
    """

    mesh: Mesh
    rig: Rig | None
    pulled: Pulled
    reached: Floats
    V: Vertices | None = None
    own: Mapping[str, Floats] = field(default_factory=dict)

    @property
    def arrived(self) -> Shown:
        """What it is on its way to; itself where it is there."""
        goal = self.pulled.toward
        return self if goal is None else replace(self, pulled=goal, V=None)

    def positions(self) -> Vertices:
        """(n, 3) positions of every vertex."""
        if self.V is not None:
            return self.V
        return self.mesh.V if self.rig is None else self.rig.carried(self.pulled)

    def places(self, vertices: Ints) -> Floats:
        """(r, 3) positions of some vertices."""
        skin = None if self.rig is None else self.rig.skin
        if self.V is not None or skin is None or self.pulled.palette is None:
            return self.positions()[vertices]
        return skinned(skin, self.pulled.palette, vertices)

    def reply(
        self,
        turn: int,
        method: str,
        seconds: float,
        *,
        targets: tuple[tuple[float, float, float], ...] | None = None,
        numbers: tuple[float, ...] | None = None,
    ) -> Reply:
        """The message for the page.

        seconds: what all took, for poses that no search found
        targets, numbers: what the timeline says at this frame
        """
        found = self.pulled
        posed = Posed(
            turn,
            method,
            tuple(found.weights.tolist()),
            found.status.value,
            found.iterations,
            found.energy,
            1e3 * (found.seconds or seconds),
            targets,
            numbers,
        )
        touching = found.touching
        contacts = {"contacts": self.places(touching).astype(np.float32)} if len(touching) else {}
        return Reply(posed, {**self.arrays(), **contacts})

    def arrays(self) -> dict[str, Array]:
        """The arrays of a Posed message that every frame of a timeline has as well."""
        regional = self.pulled.regional
        named = {**self._whole(), "reached": self.reached, **self.own}
        named |= {"regional": regional} if len(regional) else {}
        return {name: array.astype(np.float32) for name, array in named.items()}

    def _whole(self) -> dict[str, Array]:
        if self.pulled.points is not None:
            return {"points": self.pulled.points}
        return {"V": self.positions()} if self.pulled.palette is None else {"palette": self.pulled.palette}


def given(
    *,
    weights: Floats = NOTHING,
    regional: Floats = NOTHING,
    palette: Floats | None = None,
    points: Floats | None = None,
) -> Pulled:
    """The parameters of a pose that no search found."""
    return Pulled(
        status=Status.CONVERGED,
        iterations=0,
        energy=0.0,
        energies=(0.0,),
        seconds=0.0,
        gaps=NOTHING,
        weights=weights,
        regional=regional,
        palette=palette,
        points=points,
    )


def shown_again(rig: Rig, arrays: Mapping[str, Array]) -> Shown:
    """The pose whose arrays, with its weights, were kept."""
    whole: dict[str, Floats] = {name: array.astype(np.float64) for name, array in arrays.items()}
    parameters = given(
        weights=whole["weights"],
        regional=whole.get("regional", NOTHING),
        palette=whole.get("palette"),
        points=whole.get("points"),
    )
    own = {name: array for name, array in whole.items() if name not in SHARED}
    return Shown(rig.mesh, rig, parameters, whole["reached"], whole.get("V"), own)


def check_reachable(energy: float, *numbers: Floats | None) -> None:
    """Refuse what the page could not draw."""
    far = any(not np.abs(array).max() < LARGEST for array in numbers if array is not None)
    if far or not np.isfinite(energy):
        raise TargetError("The targets are too far away to be computed with; bring them nearer.")
