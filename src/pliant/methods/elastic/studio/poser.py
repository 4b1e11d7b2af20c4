"""Poses of a document by Elastic IK: another reach of pulls is there at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pliant.methods.elastic.options import ElasticOptions
from pliant.progress import Progress
from pliant.studio.session.poser import Poser


class ElasticPoser(Poser):
    """Elastic IK at work on one model."""

    def build(self, options: Mapping[str, Any], progress: Progress) -> None:
        """Make the rig with the options that a page names; where only the reach differs, at once."""
        wanted = self.studio.chosen_options(options) if options else ElasticOptions()
        if self.rig is None or replace(self.rig.options, reach=wanted.reach) != wanted:
            super().build(options, progress)
        else:
            self.rig = self.rig.reaching(wanted.reach)
            self.forget()
            progress(1.0, "ready")
