"""The pose of a document by a rig: handles that pull, a free blend, or rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from pliant.core.anchors import Anchors, Held, held_points
from pliant.core.arrays import Array, Floats, Vertices
from pliant.core.gauss_newton import Status
from pliant.errors import AnchorError, TargetError
from pliant.methods.meshik.grip import MeshIKGrip, MeshIKPose
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.grip import ReducedGrip, ReducedPose
from pliant.methods.reduced.rig import ReducedIK
from pliant.studio.messages import Document, Handle
from pliant.studio.opening import ExampleRig

ExamplePose: TypeAlias = MeshIKPose | ReducedPose

# The page computes in single precision.
LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, eq=False)
class Shown:
    """What the page shows.

    pose:    of a drag; None for a blend and for rest
    palette: (c, 3, 4) the controls, or None for a rig without
    V:       (n, 3) positions, or None where the palette says it all
    reached: (h, 3) where the handles are
    weights: (k,) of the examples
    """

    rig: ExampleRig
    pose: ExamplePose | None
    palette: Floats | None
    V: Vertices | None
    reached: Floats
    weights: Floats

    def positions(self) -> Vertices:
        """(n, 3) of every vertex."""
        if self.V is not None:
            return self.V
        if not isinstance(self.rig, ReducedIK) or self.palette is None:
            raise TypeError("A pose without positions needs a palette and a rig that has one.")
        return self.rig.skin.posed(np.swapaxes(self.palette, 1, 2).reshape(-1, 3))

    def facts(self) -> tuple[str, int, float, float]:
        """Status, iterations, energy and milliseconds, as the page shows them."""
        if self.pose is None:
            return Status.CONVERGED.value, 0, 0.0, 0.0
        return self.pose.status.value, self.pose.iterations, self.pose.energy, 1e3 * self.pose.seconds

    def arrays(self) -> dict[str, Array]:
        """Those of a Posed message: the palette where there is one, else positions."""
        whole = {"V": self.positions()} if self.palette is None else {"palette": self.palette}
        return {name: array.astype(np.float32) for name, array in {**whole, "reached": self.reached}.items()}


class Poser:
    """A rig with the grip of its held points, which is kept as long as these and the frozen set stay."""

    def __init__(self, rig: ExampleRig) -> None:
        self.rig = rig
        self._key: tuple[object, ...] = ()
        self._grip: MeshIKGrip | ReducedGrip | None = None
        self._last: Any = None  # a start has the type of its grip's own poses, which the union does not tell

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document, from the last one where `warm`."""
        if document.weights is not None:
            return self._blended(document)
        if not document.handles:
            return self._resting()
        grip = self._held(document)
        targets = np.array([handle.target for handle in document.handles])
        pose = grip.drag(targets, self._last if warm else None)
        if not (np.isfinite(pose.energy) and np.abs(pose.V).max() < LARGEST):
            raise TargetError("The targets are too far away to be computed with; bring them nearer.")
        self._last = pose
        palette = pose.palette if isinstance(pose, ReducedPose) else None
        return Shown(self.rig, pose, palette, pose.V, grip.held.on(pose.V), pose.weights)

    def _held(self, document: Document) -> MeshIKGrip | ReducedGrip:
        key = (tuple((handle.face, handle.barycentric) for handle in document.handles), document.frozen)
        if self._grip is None or key != self._key:
            self._grip, self._key = self._grabbed(document), key
        return self._grip

    def _grabbed(self, document: Document) -> MeshIKGrip | ReducedGrip:
        points = anchors(document.handles)
        if isinstance(self.rig, MeshIK):
            frozen = frozen_mask(document.frozen, self.rig.mesh.n) if document.frozen else None
            return self.rig.grab(points, frozen=frozen)
        if document.frozen:
            raise AnchorError(
                "Reduced IK moves by whole controls and cannot freeze single vertices; thaw them, pin some "
                "points there, or pose by MeshIK."
            )
        return self.rig.grab(points)

    def _blended(self, document: Document) -> Shown:
        weights = np.array(document.weights)
        held = self._points(document)
        if isinstance(self.rig, MeshIK):
            V = self.rig.blend(weights)
            return Shown(self.rig, None, None, V, V[:0] if held is None else held.on(V), weights)
        palette = self.rig.palette(weights)
        reached = np.empty((0, 3)) if held is None else carried(self.rig, palette, held)
        return Shown(self.rig, None, palette, None, reached, weights)

    def _points(self, document: Document) -> Held | None:
        if not document.handles:
            return None
        return held_points(anchors(document.handles), self.rig.mesh.V, self.rig.mesh.F)

    def _resting(self) -> Shown:
        k = len(self.rig.t) if isinstance(self.rig, ReducedIK) else len(self.rig.poses)
        still = None
        if isinstance(self.rig, ReducedIK):
            still = np.tile(np.eye(3, 4), (self.rig.skin.count, 1, 1))
        return Shown(self.rig, None, still, self.rig.mesh.V, np.empty((0, 3)), np.eye(k)[0])


def anchors(handles: tuple[Handle, ...]) -> Anchors:
    """The held points of handles."""
    return Anchors([handle.face for handle in handles], [handle.barycentric for handle in handles])


def frozen_mask(runs: tuple[int, ...], n: int) -> Array:
    """(n,) bool from runs [first, count, first, count, …]."""
    pairs = np.array(runs, dtype=np.int64)
    if len(pairs) % 2:
        raise AnchorError(f"The frozen runs have {len(pairs)} numbers; pairs of first and count are needed.")
    first, count = pairs.reshape(-1, 2).T
    wrong = np.flatnonzero((first < 0) | (count < 0) | (first > n) | (count > n - first))
    if len(wrong):
        i = int(wrong[0])
        raise AnchorError(
            f"Frozen run {i} has {count[i]} vertices from vertex {first[i]} on; the mesh has 0 to {n - 1}."
        )
    steps = np.zeros(n + 1, dtype=np.int64)
    np.add.at(steps, first, 1)
    np.add.at(steps, first + count, -1)
    return np.cumsum(steps[:-1]) > 0


def carried(rig: ReducedIK, palette: Floats, held: Held) -> Floats:
    """(h, 3) held points under the controls palette (c, 3, 4), without posing the whole mesh."""
    corners = held.corners.ravel()
    rest = np.concatenate([rig.mesh.V[corners], np.ones((len(corners), 1))], axis=1)
    moved = np.einsum(
        "iq,iqab,ib->ia", rig.skin.weights[corners], palette[rig.skin.influences[corners]], rest
    )
    return np.einsum("hi,hic->hc", held.weights, moved.reshape(-1, 3, 3))
