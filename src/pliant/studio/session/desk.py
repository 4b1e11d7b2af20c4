"""What a session lays out for the poser of a method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pliant.arrays import Ints, Vertices
from pliant.errors import AnchorError
from pliant.mesh import Mesh
from pliant.studio.session.regions import Marked, vertices_of
from pliant.studio.wire.messages import Document

if TYPE_CHECKING:
    from pliant.studio.opening.model import Opened


@dataclass(frozen=True, eq=False)
class Desk:
    """The model of a session with what was marked on it and kept for it.

    regions: those that documents may name, by their names; the session adds to them
    current: gives the newest document
    kept:    what the method kept in the journal of an earlier session, the oldest first
    keep:    keeps an entry of plain values in the journal
    """

    model: Opened
    regions: Mapping[str, Marked]
    current: Callable[[], Document]
    kept: tuple[Mapping[str, Any], ...]
    keep: Callable[[Mapping[str, Any]], None]

    @property
    def mesh(self) -> Mesh:
        """The mesh of the model."""
        return self.model.mesh

    def marked_places(self, name: str) -> tuple[Ints, Vertices]:
        """The vertices of a region, and (n, 3) positions with those vertices where they were marked."""
        if name not in self.regions:
            raise AnchorError(f"The region '{name[:40]}' was not marked; mark it before a document names it.")
        marked = self.regions[name]
        vertices, places = vertices_of(marked.region.runs, self.mesh.n), self.mesh.V.copy()
        places[vertices] = marked.at
        return vertices, places
