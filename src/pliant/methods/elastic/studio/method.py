"""Elastic IK in the studio: it poses any single mesh."""

from __future__ import annotations

from pliant.methods.elastic.studio.patches import patches_of
from pliant.methods.elastic.studio.poser import ElasticPoser
from pliant.methods.elastic.studio.script import ElasticReplay
from pliant.methods.elastic.studio.wire import WIRE, ElasticSlice
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import SERVES, SUITS, StudioMethod
from pliant.studio.wire.messages import Region


class ElasticStudio(StudioMethod):
    """Elastic IK suits a single mesh, and serves every model."""

    wire = WIRE
    poser_type = ElasticPoser
    replay_type = ElasticReplay
    public = ("pliant.ElasticIK", "pliant.ElasticOptions")
    single_mesh_words = ": pull it anywhere"

    def regions_in(self, part: ElasticSlice) -> set[str | None]:
        """The regions of the painted patches."""
        return {patch.region for patch in part.patches}

    def first_slice(self, model: Opened) -> tuple[ElasticSlice, tuple[Region, ...]]:
        """The stiffness of a rig file as patches."""
        rig = self.own_rig(model)
        patches, regions = patches_of(None if rig is None else rig.stiffness)
        return ElasticSlice(patches), regions

    def suits(self, model: Opened) -> int:
        """It suits a model without examples."""
        return SUITS if len(model.examples) < 2 else SERVES

    def reason(self, model: Opened) -> str:
        """There is nothing to learn from."""
        parts = len(model.mechanism.components)
        if parts < 2:
            return "a single mesh without other poses is pulled as if it were of rubber"
        return (
            f"its {parts} parts are no machine's and have no joints; it pulls them together, as if of rubber"
        )
