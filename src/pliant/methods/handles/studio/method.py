"""Handle IK in the studio: what it keeps in documents, and where it begins."""

from __future__ import annotations

from dataclasses import replace

from pliant.doctor.finding import counted
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.studio.first_parts import first_parts, group_handles, sample_parts, sculptures_of
from pliant.methods.handles.studio.poser import HandlePoser
from pliant.methods.handles.studio.script import HandleReplay
from pliant.methods.handles.studio.wire import WIRE, HandlesSlice
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import CAME_WITH, SERVES, StudioMethod
from pliant.studio.wire.messages import Handle, Region


class HandleStudio(StudioMethod):
    """Handle IK fits every mesh: parts are painted and poses sculpted on the page."""

    wire = WIRE
    poser_type = HandlePoser
    replay_type = HandleReplay
    rig_in_document = True
    single_mesh_words = ": paint parts and sculpt poses"
    without_rig = "There is no rig to save yet; paint some parts first."

    def lasting(self, part: HandlesSlice) -> HandlesSlice:
        """Frames do not depend on the sculpture that is worked on."""
        return replace(part, sculpting=None)

    def regions_in(self, part: HandlesSlice) -> set[str | None]:
        """The regions of the painted parts."""
        return {each.region for each in part.parts}

    def suits(self, model: Opened) -> int:
        """It suits a sample with painted parts and no poses, and serves every other model."""
        return CAME_WITH if model.painted and len(model.examples) < 2 else SERVES

    def reason(self, model: Opened) -> str:
        """Painted parts came with the model."""
        return "painted parts came with it" if model.painted else super().reason(model)

    def made_words(self, rig: HandleIK) -> str:
        """How many handles a rig has."""
        return f"with {counted(len(rig.handles), 'handle')}"

    def example_names(self, rig: HandleIK) -> tuple[str, ...]:
        """None: the sculpted poses of a rig are on the shelf."""
        return ()

    def first_handles(self, model: Opened) -> tuple[Handle, ...]:
        """None: there is nothing to pull before a pose is sculpted."""
        return ()

    def first_slice(self, model: Opened) -> tuple[HandlesSlice, tuple[Region, ...]]:
        """The parts of a rig, of a sample or of the file's groups, and the shelf of a rig."""
        rig: HandleIK | None = self.own_rig(model)
        if rig is not None:
            handles = list(rig.handles)
        else:
            handles = sample_parts(model.painted) or group_handles(model.mesh)
        parts, regions = first_parts(handles, model.mesh)
        return HandlesSlice(parts, () if rig is None else sculptures_of(rig)), regions
