"""Elastic IK in the studio: it poses any single mesh."""

from __future__ import annotations

from pliant.methods.elastic.studio.first_pins import first_pins
from pliant.methods.elastic.studio.poser import ElasticPoser
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import SERVES, SUITS, StudioMethod
from pliant.studio.wire.messages import Handle


class ElasticStudio(StudioMethod):
    """Elastic IK suits a single mesh, and serves every model."""

    poser_type = ElasticPoser
    public = ("pliant.ElasticIK", "pliant.ElasticOptions")
    single_mesh_words = ": pull it anywhere"

    def suits(self, model: Opened) -> int:
        """It suits a model without examples."""
        return SUITS if len(model.examples) < 2 else SERVES

    def first_handles(self, model: Opened) -> tuple[Handle, ...]:
        """Pins at the feet, and a free handle at the far tip."""
        return first_pins(model.mesh.V, model.mesh.F)
