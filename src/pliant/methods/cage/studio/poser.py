"""Cage IK in the studio: the pose of a document, and what the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pliant.anchors import Held
from pliant.arrays import Array, Floats, Ints
from pliant.doctor.finding import counted
from pliant.errors import OptionError
from pliant.io import write_mesh
from pliant.mesh import Mesh
from pliant.methods.cage.grip import CageGrip, PulledCage
from pliant.methods.cage.held_points import on_mesh
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.studio.cages import Cages, cages_of, came_with, entry_of
from pliant.methods.cage.studio.pose_cages import PoseCages, rows_of
from pliant.methods.cage.studio.wire import CageSlice, CageTaken, CageView, LoadCage, MakeCage
from pliant.progress import Progress, silent
from pliant.studio.opening.source import Source, discard_uploads
from pliant.studio.session.desk import Desk
from pliant.studio.session.method import StudioMethod
from pliant.studio.session.pins import (
    anchors,
    grab_key,
    grabbed_points,
    own_points,
    pin_arguments,
    targets_of,
    within,
)
from pliant.studio.session.poser import Poser, WrittenFile
from pliant.studio.session.shown import Shown, check_reachable, given
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Handle
from pliant.studio.wire.method_wire import MethodMessage

# Pulls that are remembered, so that undo brings back what was seen: a drag of half a minute.
MOST_SEEN = 2_000
KINDS = {"harmonic": "Harmonic", "mean_value": "Mean value", "green": "Green"}


class CagePoser(Poser):
    """Poses by the rig of a document's cage. Cages can be made before there is a rig."""

    def __init__(self, studio: StudioMethod, desk: Desk) -> None:
        super().__init__(studio, desk)
        model = desk.model
        own: CageIK | None = studio.own_rig(model)
        came = model.cage if own is None else own.cage
        known = {} if came is None else {None: came_with(came)}
        self.cages = Cages(
            model.mesh,
            own,
            {**known, **cages_of(desk.kept)},
            lambda name, cage: desk.keep(entry_of(name, cage)),
        )
        self.pose_cages = PoseCages(model.poses)
        self._slice = CageSlice()
        self._changed = False
        self._stance: tuple[object, CageIK] | None = None
        self._at_rest: Held | None = None
        self._seen: dict[tuple[CageSlice, tuple[Handle, ...]], PulledCage] = {}

    def build(self, options: Mapping[str, Any], progress: Progress) -> None:
        """Bind the mesh to the cage that the options name, or else the document."""
        part: CageSlice = self.studio.slice_of(self.desk.current())
        if options:
            part = self.studio.of_options(CageSlice, options)
        self.take(part, progress)

    def take(self, part: CageSlice, progress: Progress = silent) -> CageIK:
        """The rig of a slice's cage and coordinates."""
        same = (part.cage, part.coordinates) == (self._slice.cage, self._slice.coordinates)
        if self.rig is None or not same:
            self.rig = self.cages.rig(part.cage, part.coordinates, progress)
            self._changed, self._grip = True, None
        self._slice = part
        return self.rig

    def follow(self, document: Document) -> CageIK:
        """The rig of a document's cage and coordinates."""
        return self.take(self.studio.slice_of(document))

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document: of the cage where it is, or of what handles and pins pull from there."""
        part, rig = self.studio.slice_of(document), self.follow(document)
        document = within(document, self.pins_can)
        base = self._base(part)
        if document.weights is not None or not (document.handles or part.pins):
            C = rig.cage.V if base is None else base
            check_reachable(0.0, C)
            held = (
                on_mesh(rig, rig.pinned_points(anchors(document.handles)).held) if document.handles else None
            )
            points = rig.points(C)
            reached = np.empty((0, 3)) if held is None else _reached(held.A, held.N, points)
            return Shown(rig.mesh, rig, given(points=points), reached)
        vertices = [pin.vertex for pin in part.pins]
        key = (part.at, part.frame, part.edits, grab_key(document), vertices)
        if self._grip is None or key != self._key:
            self._grip, self._key = self._grabbed(self.rig_at(part), document), key
            # Turns are from rest, wherever the cage is that is pulled on.
            points = grabbed_points(document.handles, self.desk.mesh)
            self._at_rest = rig.pinned_points(points).held if document.handles else None
            self._last = None
        pulled = self._pulled(self._grip, document, warm=warm)
        reached = self._grip.reached(pulled)[own_points(self._grip.held)[: len(document.handles)]]
        own = {} if part.frame is None or base is None else {"base": base}
        return Shown(rig.mesh, rig, pulled, reached, own=own)

    def _base(self, part: CageSlice) -> Floats | None:
        """(c, 3) the cage that handles and pins pull on; None at rest."""
        if part.frame is not None:
            return self.pose_cages.at(self.rig, part)
        return None if part.at is None else rows_of(part.at, self.rig)

    def _grabbed(self, rig: CageIK, document: Document) -> CageGrip:
        """The handles of a document and the held vertices of its cage, one grip."""
        vertices = [pin.vertex for pin in self._slice.pins]
        if not document.handles:
            return rig.grab_cage(vertices)
        points = grabbed_points(document.handles, self.desk.mesh)
        return rig.grab(points, vertices or None, **pin_arguments(document))

    def _pulled(self, grip: CageGrip, document: Document, *, warm: bool) -> PulledCage:
        """What handles leave open, such as a turn about two of them, is as it was when they were last so."""
        key = (self._slice, document.handles)
        pulled = self._seen.pop(key, None) if warm else None
        if pulled is None:
            stance = grip.rig.stance
            # Pins without a target stay where the cage is.
            pins = [stance[pin.vertex] if pin.target is None else pin.target for pin in self._slice.pins]
            own = [] if self._at_rest is None else targets_of(document.handles, self._at_rest)
            pulled = grip.pull(np.array([*own, *pins]), self._last if warm else None)
            check_reachable(pulled.energy, pulled.cage)
        self._seen[key] = self._last = pulled
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return pulled

    def rig_at(self, part: CageSlice) -> CageIK:
        """The rig as it pulls on the cage of a slice, the same as long as that stays."""
        rig = self.take(part)
        key = (rig, part.at, part.frame, part.edits)
        if self._stance is None or self._stance[0] != key:
            base = self._base(part)
            self._stance = key, rig if base is None else rig.at_frame(base)
        return self._stance[1]

    def rig_of(self, document: Document) -> CageIK:
        """The rig as it pulls on a document's cage; keys of handles know no held vertices of the cage."""
        part: CageSlice = self.studio.slice_of(document)
        if part.pins:
            raise OptionError(
                "Held vertices of the cage do not go with keys of handles; let them go (P), or key the cage."
            )
        return self.rig_at(part)

    def ready(self) -> Reply:
        """The rig, for the page."""
        self._changed = False
        return super().ready()

    def facts(self) -> tuple[str, ...]:
        """How large the cage is, and how it carries the mesh."""
        rig: CageIK = self.rig
        kind = KINDS[rig.options.coordinates]
        close = f", true to {rig.binding.accuracy:.1g}" if rig.binding.accuracy else ""
        return (
            f"{counted(rig.cage.n, 'vertex', 'vertices')} of the cage carry {rig.mesh.n:,} of the mesh.",
            f"{kind} coordinates{close}. A pull finds the cage; nothing else moves the mesh.",
        )

    def view(self) -> CageView:
        """Which cage it is, and how it came to be."""
        name, rig = self._slice.cage, self.rig
        words, doubt = self.cages.words(name), rig.binding.doubt
        return CageView(name, rig.options.coordinates, words, len(self.pose_cages), doubt)

    def rig_arrays(self) -> dict[str, Array]:
        """How its points carry the mesh, the rest cage (c, 3), and its edges (e, 2)."""
        cage = self.rig.cage
        own = {"cage": cage.V.astype(np.float32), "edges": _edges(cage).astype(np.uint16)}
        return {**super().rig_arrays(), **own}

    def news(self) -> Iterator[Reply]:
        """The rig, where a document has taken another since the page was told, and cages that were found."""
        if self._changed:
            yield self.ready()
        found = self.pose_cages.news()
        if found is not None:
            yield Reply(found)

    def file(self, kind: str, stem: str, shown: Shown) -> WrittenFile | None:
        """The cage of what is shown, or the cages or the frames of the sequence with its edits."""
        if kind != "cage":
            return self.pose_cages.file(kind, stem, self.rig, self._slice)
        if not isinstance(shown.rig, CageIK) or shown.pulled.points is None:
            return None
        cage = shown.rig.cage.moved(shown.pulled.points[: shown.rig.cage.n])
        return f"{stem}-cage.obj", lambda path: write_mesh(path, cage)

    def act(self, message: MethodMessage, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """Make a cage, load one, or find the cages of the model's poses."""
        if isinstance(message, MakeCage):
            yield Reply(CageTaken(*self.cages.make(message, progress)))
        elif isinstance(message, LoadCage) and files is not None:
            try:
                path, title = Path(files.paths[0]), files.titles[0]
                yield Reply(CageTaken(*self.cages.load(path, title, message.coordinates, progress)))
            finally:
                discard_uploads(files)
        elif self.rig is None:
            raise OptionError("Cage IK is not ready; choose it first, and wait until the cage is there.")
        else:
            self.pose_cages.cages(self.rig, self._slice, progress)
            yield from self.news()


def _reached(A: Floats, N: Floats, points: Floats) -> Floats:
    """(h, 3) places of held points that the points (p, 3) of a cage carry."""
    return np.concatenate([A, N], axis=1) @ points[: A.shape[1] + N.shape[1]]


def _edges(cage: Mesh) -> Ints:
    """(e, 2) of the faces as they were given: no diagonals of quads."""
    corners, starts = cage.polygons.corners, cage.polygons.starts
    ahead = np.arange(1, len(corners) + 1)
    ahead[starts[1:] - 1] = starts[:-1]
    return np.unique(np.sort(np.stack([corners, corners[ahead]], axis=1), axis=1), axis=0)
