"""Cage IK in the studio: the pose of a document, the cages of a sequence, and what the page shows."""

from __future__ import annotations

import numpy as np

from pliant.core.anchors import Held, held_points
from pliant.core.arrays import Array, Floats, Ints, Poses
from pliant.core.doctor.finding import counted
from pliant.core.mesh import Mesh
from pliant.core.progress import Progress, silent
from pliant.errors import CageError, OptionError
from pliant.methods.cage.framing import at_frame
from pliant.methods.cage.green import stretched_normals
from pliant.methods.cage.grip import CageGrip, Pulled
from pliant.methods.cage.recovery import recovered
from pliant.methods.cage.rig import CageIK
from pliant.studio.cages import Cages
from pliant.studio.frames import Reply
from pliant.studio.messages import Document, Handle, Ready
from pliant.studio.posing import Shown, anchors, check_reachable
from pliant.studio.wire_cage import Caged, CagesRecovered, CageView

# Pulls that are remembered, so that undo brings back what was seen: a drag of half a minute.
MOST_SEEN = 2_000
KINDS = {"harmonic": "Harmonic", "mean_value": "Mean value", "green": "Green"}


class CagePoser:
    """A mesh with the rig of the document's cage.

    frames: (k, n, 3) the poses of the model, whose cages can be found; (0, n, 3) without
    """

    def __init__(self, cages: Cages, frames: Poses, caged: Caged, progress: Progress) -> None:
        self.cages, self._frames = cages, frames
        self._caged = caged
        self.rig = cages.rig(caged.cage, caged.coordinates, progress)
        self._changed = False
        self._key: object = None
        self._grip: CageGrip | None = None
        self._last: Pulled | None = None
        self._seen: dict[tuple[Caged, tuple[Handle, ...]], Pulled] = {}

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document: of the cage as it was moved, or of what the handles pull from there."""
        self.take(document.caged)
        at = placed(self.rig, document.caged.at)
        if document.weights is not None or not document.handles:
            C = self.rig.cage.V if at is None else at
            check_reachable(0.0, C)
            return self._as_shown(None, C, self._points(document))
        key = (document.caged.at, [(handle.face, handle.barycentric) for handle in document.handles])
        if self._grip is None or key != self._key:
            rig = self.rig if at is None else at_frame(self.rig, at)
            self._grip, self._key, self._last = rig.grab(anchors(document.handles)), key, None
        pose = self._pulled(self._grip, document, warm=warm)
        return self._as_shown(pose, pose.cage, self._grip.held)

    def _pulled(self, grip: CageGrip, document: Document, *, warm: bool) -> Pulled:
        """What handles leave open, such as a turn about two of them, is as it was when they were last so."""
        key = (document.caged, document.handles)
        pose = self._seen.pop(key, None) if warm else None
        if pose is None:
            targets = [handle.target for handle in document.handles]
            pose = grip.pull(targets, self._last if warm else None)
            check_reachable(pose.energy, pose.cage)
        self._seen[key] = self._last = pose
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return pose

    def take(self, caged: Caged, progress: Progress = silent) -> None:
        """Follow the cage and the coordinates of a document."""
        if (caged.cage, caged.coordinates) != (self._caged.cage, self._caged.coordinates):
            self.rig = self.cages.rig(caged.cage, caged.coordinates, progress)
            self._changed, self._grip = True, None
        self._caged = caged

    def ready(self) -> Reply:
        """The rig, for the page."""
        self._changed = False
        rig, name = self.rig, self._caged.cage
        blend = _side_by_side(rig.binding.weights, rig.binding.normals)
        arrays: dict[str, Array] = {
            "blend": blend.astype(np.float32),
            "cage": rig.cage.V.astype(np.float32),
            "edges": _edges(rig.cage).astype(np.uint16),
        }
        view = CageView(name, rig.options.coordinates, self.cages.words(name), len(self._frames))
        return Reply(Ready("cage", 0, _facts(rig), cage=view), arrays)

    def news(self) -> Reply | None:
        """The rig, where a document has taken another one since the page was told."""
        return self.ready() if self._changed else None

    def recovered(self, progress: Progress) -> Reply:
        """The cages of all poses."""
        count = len(self._frames)
        if count < 2:
            raise OptionError("Cages are found for the poses of a sequence; open several poses of this mesh.")
        progress(0.0, "finding the cages")
        found = []
        for frame in recovered(self.rig, self._frames):
            found.append(frame)
            progress(len(found) / count, f"cage {len(found)} of {count}")
        volume = tuple(None if np.isnan(frame.volume) else frame.volume for frame in found)
        rms = tuple(frame.rms for frame in found)
        message = CagesRecovered(self._caged.cage, self._caged.coordinates, rms, volume)
        return Reply(message, {"cages": np.stack([frame.cage for frame in found]).astype(np.float32)})

    def _points(self, document: Document) -> Held | None:
        if not document.handles:
            return None
        return held_points(anchors(document.handles), self.rig.mesh.V, self.rig.mesh.F)

    def _as_shown(self, pose: Pulled | None, C: Floats, held: Held | None) -> Shown:
        points = points_of(self.rig, C)
        reached = np.empty((0, 3))
        if held is not None:
            rows = held.matrix(self.rig.mesh.n)
            W, N = self.rig.binding.weights, self.rig.binding.normals
            reached = _side_by_side(rows @ W, None if N is None else rows @ N) @ points
        return Shown(self.rig.mesh, self.rig, pose, None, None, reached, np.empty(0), cage=C, points=points)


def placed(rig: CageIK, at: tuple[float, ...] | None) -> Floats | None:
    """(c, 3) where a document has the cage; None at rest."""
    if at is None:
        return None
    if len(at) != 3 * rig.cage.n:
        raise CageError(f"{len(at)} coordinates were given for a cage of {rig.cage.n} vertices.")
    return np.array(at, dtype=np.float64).reshape(-1, 3)


def points_of(rig: CageIK, C: Floats) -> Floats:
    """(p, 3) what carries the mesh linearly: the cage C (c, 3), and for Green its stretched normals."""
    return C if rig.binding.normals is None else np.concatenate([C, stretched_normals(rig.cage, C)])


def _side_by_side(W: Floats, N: Floats | None) -> Floats:
    return W if N is None else np.concatenate([W, N], axis=1)


def _edges(cage: Mesh) -> Ints:
    """(e, 2) of the faces as they were given: no diagonals of quads."""
    corners, starts = cage.polygons.corners, cage.polygons.starts
    ahead = np.arange(1, len(corners) + 1)
    ahead[starts[1:] - 1] = starts[:-1]
    return np.unique(np.sort(np.stack([corners, corners[ahead]], axis=1), axis=1), axis=0)


def _facts(rig: CageIK) -> tuple[str, ...]:
    kind = KINDS[rig.options.coordinates]
    close = f", true to {rig.binding.accuracy:.1g}" if rig.binding.accuracy else ""
    return (
        f"{counted(rig.cage.n, 'vertex', 'vertices')} of the cage carry {rig.mesh.n:,} of the mesh.",
        f"{kind} coordinates{close}. A pull finds the cage; nothing else moves the mesh.",
    )


def posed_cage(shown: Shown) -> Mesh:
    """The cage of a pose, with its own faces."""
    if not isinstance(shown.rig, CageIK) or shown.cage is None:
        raise OptionError("There is no cage to export; choose Cage IK first.")
    return shown.rig.cage.moved(shown.cage)
