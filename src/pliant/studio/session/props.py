"""Companions and things to stand on: their triangles, kept beside the document, and placed as it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pliant.arrays import Vertices
from pliant.errors import OptionError
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.rotations import exp
from pliant.mesh import Mesh
from pliant.progress import Progress
from pliant.samples import description
from pliant.studio.opening.model import read_model
from pliant.studio.opening.source import Source, discard_uploads
from pliant.studio.session.journal import Journal
from pliant.studio.session.prop_shapes import PropShape, simple, upright
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.props import KeepProp, Prop, PropTold

# Shapes of one session, which undo may bring back, and the vertices of one.
MOST_SHAPES, MOST_VERTICES = 200, 1_000_000


class Props:
    """shapes: by their names; they never change. journal: that of the session."""

    def __init__(self, mesh: Mesh, journal: Journal, shown: Callable[[], Vertices]) -> None:
        """mesh: of the model; shown: gives what is seen of it now, (n, 3)."""
        self.shapes: dict[str, PropShape] = {}
        self.journal = journal
        self._mesh, self._shown = mesh, shown

    def keep(self, message: KeepProp, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """Keep what a page asks for; files: those that it sent."""
        if len(self.shapes) >= MOST_SHAPES:
            raise OptionError(f"{MOST_SHAPES} props were made; open the model anew.")
        shape = self._made(message, files, progress)
        if len(shape.V) > MOST_VERTICES:
            raise OptionError(
                f"{shape.title} has {len(shape.V):,} vertices; a prop has at most {MOST_VERTICES:,}. "
                "Add a coarser version of it."
            )
        self.shapes[message.name] = shape
        self.journal.propped(message.name, shape)
        yield from self.wanted(message.name)

    def wanted(self, name: str) -> Iterator[Reply]:
        """The triangles under a name."""
        shape = self._shape(name)
        arrays = {"V": shape.V.astype(np.float32), "F": shape.F.astype(np.uint32)}
        yield Reply(PropTold(name, shape.title), arrays)

    def placed(self, props: Sequence[Prop]) -> tuple[Mesh, ...]:
        """Those that are seen, where they are in the scene."""
        return tuple(_placed(self._shape(prop.shape), prop) for prop in props if not prop.hidden)

    def _made(self, message: KeepProp, files: Source | None, progress: Progress) -> PropShape:
        if message.kind is not None:
            return simple(message.kind, box_diagonal(self._mesh.V), message.up)
        if message.sample is not None:
            description(message.sample)  # refuses what is not there
            return _resting(Source("sample", message.sample), message, progress)
        if files is not None:
            try:
                return _resting(files, message, progress)
            finally:
                discard_uploads(files)
        return upright("Copy", self._shown(), self._mesh.F, message.up, message.up)

    def _shape(self, name: str) -> PropShape:
        if name not in self.shapes:
            raise OptionError(f"The prop '{name[:40]}' was not kept; add it again.")
        return self.shapes[name]


def _resting(source: Source, message: KeepProp, progress: Progress) -> PropShape:
    progress(0.0, f"reading {source.name}")
    model = read_model(source, progress)
    return upright(source.name, model.mesh.V, model.mesh.F, model.body.axis, message.up)


def _placed(shape: PropShape, prop: Prop) -> Mesh:
    V = prop.scale * shape.V @ exp(np.array(prop.turn)).T + prop.at
    return Mesh.of(V, shape.F)
