"""What a page is told when it comes to a session, for the first time or again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from pliant.studio.opening.original import original_of
from pliant.studio.opening.surface import pictures_of
from pliant.studio.session.method import studio_methods
from pliant.studio.session.record import Record
from pliant.studio.session.regions import Marked
from pliant.studio.session.timeline_track import told_at
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Model

if TYPE_CHECKING:
    from pliant.studio.opening.model import Opened


def introduction(
    model: Opened, record: Record, regions: Mapping[str, Marked], *, making: bool
) -> Iterator[Reply]:
    """The model with its document, history and look, then the images of its surface.

    regions: those that were marked, by their names; making: whether a file is made that was asked for
    """
    document = record.document
    named = set().union(*(_named(each) for each in (document, *record.history.documents())))
    told = tuple(marked.region for name, marked in dict(regions).items() if name in named)
    surface, looks = model.surface
    original = original_of(record.source_of(model))
    message = Model(
        *(model.source.name, model.words(), model.diagonal, model.examples, model.fits()),
        *(document, told, model.start(document.method), surface, original),
        record.state(told_at(document, model), making=making),
    )
    arrays = {"V": model.mesh.V.astype(np.float32), "F": model.mesh.F.astype(np.uint32), **looks}
    if len(model.mesh.polygons) < len(model.mesh.F):
        arrays["sides"] = model.mesh.polygons.sides().astype(np.uint32)
    yield Reply(message, arrays)
    yield from pictures_of(model.mesh)


def _named(document: Document) -> set[str | None]:
    """The regions that a document names."""
    own = (studio.regions_in(studio.slice_of(document)) for studio in studio_methods().values())
    return {document.frozen}.union(*own)
