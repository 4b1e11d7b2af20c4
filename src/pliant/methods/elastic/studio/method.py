"""Elastic IK in the studio: it poses any single mesh."""

from __future__ import annotations

from pliant.methods.elastic.studio.poser import ElasticPoser
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import SERVES, SUITS, StudioMethod


class ElasticStudio(StudioMethod):
    """Elastic IK suits a single mesh, and serves every model."""

    poser_type = ElasticPoser
    public = ("pliant.ElasticIK", "pliant.ElasticOptions")
    single_mesh_words = ": pull it anywhere"

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
