"""Poses of a document by Elastic IK: another reach of pulls or another stiffness needs no new cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.elastic.studio.patches import stiffness_of
from pliant.methods.elastic.studio.wire import ElasticView, NamedVertices, StiffPatch
from pliant.progress import Progress
from pliant.studio.session.poser import Poser
from pliant.studio.session.regions import region_of
from pliant.studio.wire.messages import Document


class ElasticPoser(Poser):
    """Elastic IK at work on one model."""

    _patches: tuple[StiffPatch, ...] | None = None

    def build(self, options: Mapping[str, Any], progress: Progress) -> None:
        """Make the rig with the options that a page names; where only the reach differs, at once."""
        wanted = self.studio.chosen_options(options) if options else ElasticOptions()
        if self.rig is None or replace(self.rig.options, reach=wanted.reach) != wanted:
            super().build(options, progress)
            self._patches = None
        else:
            self.rig = self.rig.reaching(wanted.reach)
            self.forget()
            progress(1.0, "ready")

    def view(self) -> ElasticView:
        """The materials and groups of the mesh."""
        n, named = self.rig.mesh.n, self.rig.regions()
        runs = {name: region_of(name, inside, np.ones(len(inside)), n).runs for name, inside in named.items()}
        return ElasticView(tuple(NamedVertices(name, each) for name, each in runs.items()))

    def follow(self, document: Document) -> ElasticIK:
        """The rig with the stiffness that a document has painted."""
        patches = self.studio.slice_of(document).patches
        if patches != self._patches:
            stiffness = stiffness_of(patches, self.desk.regions, self.rig.mesh.n)
            if not _same(stiffness, self.rig.stiffness):
                # Cells stay, and with them the skin that the page has.
                self.rig = self.rig.stiffened(stiffness)
                self.forget()
            self._patches = patches
        return self.rig


def _same(a: Any, b: Any) -> bool:
    """Whether two stiffnesses (n,), None for 1 everywhere, are equal."""
    return a is b or (a is not None and b is not None and np.array_equal(a, b))
