"""Cage IK in the studio: which models it suits, and where it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from pliant.doctor.finding import counted
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.studio.poser import CagePoser
from pliant.methods.cage.studio.script import CageReplay
from pliant.methods.cage.studio.wire import WIRE
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import CAME_WITH, NO_CLAIM, StudioMethod
from pliant.studio.wire.messages import Document
from pliant.studio.wire.method_wire import Slices

NO_SEQUENCE = "There is no sequence to export; choose Cage IK, and find the cages."


class CageStudio(StudioMethod):
    """Cage IK fits every mesh: a cage comes with it, is loaded or is made."""

    wire = WIRE
    poser_type = CagePoser
    replay_type = CageReplay
    rig_in_document = True
    files: ClassVar[Mapping[str, str]] = {
        "cage": "There is no cage to export; choose Cage IK first.",
        "cages": NO_SEQUENCE,
        "frames": NO_SEQUENCE,
    }

    @property
    def numbers(self) -> str:
        """Places of the cage's vertices."""
        return self.name

    def with_numbers(self, document: Document, numbers: tuple[float, ...]) -> Document:
        """The document with the cage in these places, and no handle that pulls."""
        part = replace(self.slice_of(document), at=numbers, frame=None)
        slices = Slices({**document.slices, self.name: part})
        return replace(document, weights=(), slices=slices)

    def suits(self, model: Opened) -> int:
        """It suits a model that comes with a cage."""
        return NO_CLAIM if model.cage is None else CAME_WITH

    def reason(self, model: Opened) -> str:
        """A cage came with the model."""
        return super().reason(model) if model.cage is None else "a cage came with it"

    def made_words(self, rig: CageIK) -> str:
        """How large the cage of a rig is."""
        return f"in a cage of {counted(rig.cage.n, 'vertex', 'vertices')}"
