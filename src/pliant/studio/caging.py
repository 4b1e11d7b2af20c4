"""Cage IK in the studio: the pose of a document, and what the page shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from pliant.core.arrays import Array, Floats, Ints
from pliant.core.doctor.finding import counted
from pliant.core.mesh import Mesh
from pliant.core.progress import Progress, silent
from pliant.errors import OptionError
from pliant.methods.cage.framing import at_frame
from pliant.methods.cage.green import stretched_normals
from pliant.methods.cage.grip import CageGrip, Pulled
from pliant.methods.cage.holding import on_mesh
from pliant.methods.cage.rig import CageIK
from pliant.studio.cages import Cages
from pliant.studio.filming import Film, rows_of
from pliant.studio.frames import Reply
from pliant.studio.messages import Document, Handle, Ready
from pliant.studio.posing import Shown, anchors, check_reachable
from pliant.studio.wire_cage import Caged, CageView

# Pulls that are remembered, so that undo brings back what was seen: a drag of half a minute.
MOST_SEEN = 2_000
KINDS = {"harmonic": "Harmonic", "mean_value": "Mean value", "green": "Green"}


class CagePoser:
    """A mesh with the rig of the document's cage; film: the poses of the model, whose cages can be found."""

    def __init__(self, cages: Cages, film: Film, caged: Caged, progress: Progress) -> None:
        self.cages, self.film = cages, film
        self._caged = caged
        self.rig = cages.rig(caged.cage, caged.coordinates, progress)
        self._changed = False
        self._key: object = None
        self._stance: tuple[object, CageIK] | None = None
        self._grip: CageGrip | None = None
        self._last: Pulled | None = None
        self._seen: dict[tuple[Caged, tuple[Handle, ...]], Pulled] = {}

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document: of the cage where it is, or of what handles and pins pull from there."""
        self.take(document.caged)
        caged, base = document.caged, self._base(document.caged)
        if document.weights is not None or not (document.handles or caged.pins):
            C = self.rig.cage.V if base is None else base
            check_reachable(0.0, C)
            return self._as_shown(None, C, self._holding(document))
        vertices = [pin.vertex for pin in caged.pins]
        places = [(handle.face, handle.barycentric) for handle in document.handles]
        key = (caged.at, caged.frame, caged.edits, places, vertices)
        if self._grip is None or key != self._key:
            self._grip, self._key, self._last = grabbed(self.rig_at(caged), document), key, None
        pose = self._pulled(self._grip, document, warm=warm)
        shown = self._as_shown(pose, pose.cage, (self._grip.A, self._grip.N), len(document.handles))
        return shown if caged.frame is None else replace(shown, base=base)

    def _base(self, caged: Caged) -> Floats | None:
        """(c, 3) the cage that handles and pins pull on; None at rest."""
        if caged.frame is not None:
            return self.film.at(self.rig, caged)
        return None if caged.at is None else rows_of(caged.at, self.rig)

    def _pulled(self, grip: CageGrip, document: Document, *, warm: bool) -> Pulled:
        """What handles leave open, such as a turn about two of them, is as it was when they were last so."""
        key = (document.caged, document.handles)
        pose = self._seen.pop(key, None) if warm else None
        if pose is None:
            pose = grip.pull(targets_of(document, grip.rig), self._last if warm else None)
            check_reachable(pose.energy, pose.cage)
        self._seen[key] = self._last = pose
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return pose

    def rig_at(self, caged: Caged) -> CageIK:
        """The rig as it pulls on the cage of a document, the same as long as that stays."""
        self.take(caged)
        key = (self.rig, caged.at, caged.frame, caged.edits)
        if self._stance is None or self._stance[0] != key:
            base = self._base(caged)
            self._stance = key, self.rig if base is None else at_frame(self.rig, base)
        return self._stance[1]

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
        view = CageView(
            name, rig.options.coordinates, self.cages.words(name), len(self.film), rig.binding.doubt
        )
        return Reply(Ready("cage", 0, _facts(rig), cage=view), arrays)

    def news(self) -> Iterator[Reply]:
        """The rig, where a document has taken another since the page was told, and cages that were found."""
        if self._changed:
            yield self.ready()
        found = self.film.news()
        if found is not None:
            yield Reply(found)

    def recovered(self, progress: Progress) -> Iterator[Reply]:
        """Finds the cages of all poses."""
        self.film.cages(self.rig, self._caged, progress)
        yield from self.news()

    def file(self, kind: str, stem: str) -> tuple[str, Callable[[Path], object]]:
        """A file of the sequence with the document's edits: its name, and the function that writes it."""
        return self.film.file(kind, stem, self.rig, self._caged)

    def _holding(self, document: Document) -> tuple[Floats, Floats] | None:
        if not document.handles:
            return None
        holding = on_mesh(self.rig, anchors(document.handles))
        return holding.A, holding.N

    def _as_shown(
        self, pose: Pulled | None, C: Floats, rows: tuple[Floats, Floats] | None, handles: int | None = None
    ) -> Shown:
        """rows: how cage and normals carry what is held, the handles first."""
        points, reached = points_of(self.rig, C), np.empty((0, 3))
        if rows is not None:
            reached = np.concatenate(rows, axis=1)[:handles] @ points[: sum(row.shape[1] for row in rows)]
        return Shown(self.rig.mesh, self.rig, pose, None, None, reached, np.empty(0), cage=C, points=points)


def grabbed(rig: CageIK, document: Document) -> CageGrip:
    """The handles of a document and the held vertices of its cage, one grip."""
    vertices = [pin.vertex for pin in document.caged.pins]
    if not document.handles:
        return rig.grab_cage(vertices)
    return rig.grab(anchors(document.handles), vertices or None)


def targets_of(document: Document, rig: CageIK) -> Floats:
    """(h, 3) where handles and pins are pulled; pins without a target stay where the cage is."""
    pins = [rig.stance[pin.vertex] if pin.target is None else pin.target for pin in document.caged.pins]
    return np.array([*(handle.target for handle in document.handles), *pins])


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
