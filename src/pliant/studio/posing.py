"""The pose of a document by a rig: handles that pull, a free blend, or rest."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from pliant.core.anchors import Anchors, Held, held_points
from pliant.core.arrays import Array, Floats, Ints, Vertices
from pliant.core.gauss_newton import Status
from pliant.core.mesh import Mesh
from pliant.core.skin import Skin
from pliant.errors import AnchorError, TargetError
from pliant.methods.cage.grip import Pulled as CagePulled
from pliant.methods.cage.rig import CageIK
from pliant.methods.handles.grip import HandlePose
from pliant.methods.handles.rig import HandleIK
from pliant.methods.joints.grip import Pulled as JointPulled
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.grip import MeshIKGrip, MeshIKPose
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.grip import Pulled, ReducedGrip
from pliant.methods.reduced.rig import ReducedIK
from pliant.studio.frames import Reply
from pliant.studio.messages import Document, Handle, Method, Posed
from pliant.studio.opening import ExampleRig
from pliant.studio.regions import Marked, vertices_of

Vector: TypeAlias = tuple[float, float, float]
ExamplePose: TypeAlias = MeshIKPose | Pulled

UNFREEZABLE = (
    "Reduced IK moves by whole controls and cannot freeze single vertices; thaw them, pin some points there, "
    "or pose by MeshIK."
)

# The page computes in single precision.
LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, eq=False)
class Shown:
    """What the page shows.

    rig:     that made it; None for a mesh without one
    pose:    of a drag; None for a blend and for rest
    palette: (c, 3, 4) the controls, or None for a rig without
    V:       (n, 3) positions, or None where the palette says it all
    reached: (h, 3) where the handles are
    weights: (k,) of the examples, or of the sculptures
    centres: (p, 3) of the painted parts, or None
    values:  (j, 3) of the joints' free motions, or None
    cage:    (c, 3) the cage, or None; points: (p, 3) what the page carries the mesh by
    base:    (c, 3) the cage of the frame that is pulled on, or None
    """

    mesh: Mesh
    rig: ExampleRig | HandleIK | JointIK | CageIK | None
    pose: ExamplePose | HandlePose | JointPulled | CagePulled | None
    palette: Floats | None
    V: Vertices | None
    reached: Floats
    weights: Floats
    centres: Floats | None = None
    values: Floats | None = None
    cage: Floats | None = None
    points: Floats | None = None
    base: Floats | None = None

    def positions(self) -> Vertices:
        """(n, 3) of every vertex."""
        if self.V is not None:
            return self.V
        if isinstance(self.rig, CageIK) and self.cage is not None:
            return self.rig.posed(self.cage)
        rig, palette = self._learned()
        return rig.posed(palette)

    def places(self, vertices: Ints) -> Floats:
        """(r, 3) of some vertices."""
        if self.V is not None or self.cage is not None:
            return self.positions()[vertices]
        rig, palette = self._learned()
        return skinned(rig.skin, palette, vertices)

    def _learned(self) -> tuple[ReducedIK | JointIK, Floats]:
        if not isinstance(self.rig, ReducedIK | JointIK) or self.palette is None:
            raise TypeError("A pose without positions needs a palette and a rig that has one.")
        return self.rig, self.palette

    def facts(self, seconds: float) -> tuple[str, int, float, float]:
        """Status, iterations, energy and milliseconds, as the page shows them; `seconds` it took in all."""
        if self.pose is None:
            return Status.CONVERGED.value, 0, 0.0, 1e3 * seconds
        return self.pose.status.value, self.pose.iterations, self.pose.energy, 1e3 * self.pose.seconds

    def reply(
        self, turn: int, method: Method, seconds: float, targets: tuple[Vector, ...] | None = None
    ) -> Reply:
        """For the page; targets: where the timeline has the handles."""
        posed = Posed(turn, method, tuple(self.weights.tolist()), *self.facts(seconds), targets)
        return Reply(posed, self.arrays())

    def arrays(self) -> dict[str, Array]:
        """Those of a Posed message: the palette where there is one, else positions."""
        named = {**self._whole(), "reached": self.reached}
        if self.centres is not None:
            named["centres"] = self.centres
        if self.values is not None:
            named["values"] = self.values
        if self.base is not None:
            named["base"] = self.base
        return {name: array.astype(np.float32) for name, array in named.items()}

    def _whole(self) -> dict[str, Array]:
        if self.points is not None:
            return {"points": self.points}
        return {"V": self.positions()} if self.palette is None else {"palette": self.palette}


class Poser:
    """A rig with the grip of its held points, which is kept as long as these and the frozen region stay.

    regions: those that documents may name, by their names; the session's own
    """

    def __init__(self, rig: ExampleRig, regions: Mapping[str, Marked]) -> None:
        self.rig, self._regions = rig, regions
        self._key: tuple[object, ...] = ()
        self._grip: MeshIKGrip | ReducedGrip | None = None
        self._cold: tuple[str, MeshIK] | None = None
        self._last: Any = None  # a start has the type of its grip's own poses, which the union does not tell

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document, from the last one where `warm`."""
        if document.weights is not None:
            return self._blended(document)
        if not document.handles:
            return self._resting()
        grip = self._held(document)
        targets = np.array([handle.target for handle in document.handles])
        shown = self._pulled(grip, targets, self._last if warm else None)
        self._last = shown.pose
        return shown

    def _pulled(self, grip: MeshIKGrip | ReducedGrip, targets: Floats, start: Any) -> Shown:
        if isinstance(grip, MeshIKGrip):
            pose = grip.drag(targets, start)
            check_reachable(pose.energy, pose.V)
            return Shown(self.rig.mesh, self.rig, pose, None, pose.V, grip.held.on(pose.V), pose.weights)
        pulled = grip.pull(targets, start)
        check_reachable(pulled.energy, pulled.palette)
        reached = carried(grip.rig.skin, pulled.palette, grip.held)
        return Shown(self.rig.mesh, self.rig, pulled, pulled.palette, None, reached, pulled.weights)

    def _held(self, document: Document) -> MeshIKGrip | ReducedGrip:
        key = (tuple((handle.face, handle.barycentric) for handle in document.handles), document.frozen)
        if self._grip is None or key != self._key:
            self._grip, self._key = self._grabbed(document), key
        return self._grip

    def _grabbed(self, document: Document) -> MeshIKGrip | ReducedGrip:
        points = anchors(document.handles)
        if isinstance(self.rig, MeshIK):
            return self.rig.grab(points, **self._frozen(document.frozen))
        if document.frozen is not None:
            raise AnchorError(UNFREEZABLE)
        return self.rig.grab(points)

    def freezing(self, name: str) -> MeshIK:
        """The rig whose grips hold a region as well, the same as long as that stays."""
        if not isinstance(self.rig, MeshIK):
            raise AnchorError(UNFREEZABLE)
        if self._cold is None or self._cold[0] != name:
            rig = copy(self.rig)
            rig.grab = partial(self.rig.grab, **self._frozen(name))
            self._cold = name, rig
        return self._cold[1]

    def _frozen(self, name: str | None) -> dict[str, Array]:
        """What MeshIK's grab needs to hold a region."""
        if name is None:
            return {}
        if name not in self._regions:
            raise AnchorError(f"The region '{name[:40]}' was not marked; mark it before a document names it.")
        marked, mesh = self._regions[name], self.rig.mesh
        vertices, places = vertices_of(marked.region.runs, mesh.n), mesh.V.copy()
        places[vertices] = marked.at
        return {"frozen": vertices, "frozen_at": places}

    def _blended(self, document: Document) -> Shown:
        weights = np.array(document.weights)
        held = self._points(document)
        if isinstance(self.rig, MeshIK):
            V = self.rig.blend(weights)
            return Shown(
                self.rig.mesh, self.rig, None, None, V, V[:0] if held is None else held.on(V), weights
            )
        palette = self.rig.palette(weights)
        reached = np.empty((0, 3)) if held is None else carried(self.rig.skin, palette, held)
        return Shown(self.rig.mesh, self.rig, None, palette, None, reached, weights)

    def _points(self, document: Document) -> Held | None:
        if not document.handles:
            return None
        return held_points(anchors(document.handles), self.rig.mesh.V, self.rig.mesh.F)

    def _resting(self) -> Shown:
        k = len(self.rig.t) if isinstance(self.rig, ReducedIK) else len(self.rig.poses)
        still = None
        if isinstance(self.rig, ReducedIK):
            still = np.tile(np.eye(3, 4), (self.rig.skin.count, 1, 1))
        return Shown(self.rig.mesh, self.rig, None, still, self.rig.mesh.V, np.empty((0, 3)), np.eye(k)[0])


def check_reachable(energy: float, numbers: Floats) -> None:
    """Refuses what the page could not draw."""
    if not (np.isfinite(energy) and np.abs(numbers).max() < LARGEST):
        raise TargetError("The targets are too far away to be computed with; bring them nearer.")


def anchors(handles: tuple[Handle, ...]) -> Anchors:
    """The held points of handles."""
    return Anchors([handle.face for handle in handles], [handle.barycentric for handle in handles])


def carried(skin: Skin, palette: Floats, held: Held) -> Floats:
    """(h, 3) held points under the controls palette (c, 3, 4), without posing the whole mesh."""
    moved = skinned(skin, palette, held.corners.ravel())
    return np.einsum("hi,hic->hc", held.weights, moved.reshape(-1, 3, 3))


def skinned(skin: Skin, palette: Floats, vertices: Ints) -> Floats:
    """(r, 3) some vertices under the controls palette (c, 3, 4)."""
    rest = np.concatenate([skin.rest[vertices], np.ones((len(vertices), 1))], axis=1)
    weights, controls = skin.weights[vertices], palette[skin.influences[vertices]]
    return np.einsum("iq,iqab,ib->ia", weights, controls, rest)
