"""MeshIK in the studio: what is told about its rigs, and where a pose misses the blend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from pliant.doctor.finding import counted
from pliant.methods.meshik.grip import MeshIKPose
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import SERVES, SUITS, StudioMethod
from pliant.studio.session.overlay import heat
from pliant.studio.session.poser import Poser
from pliant.studio.session.shown import Shown
from pliant.studio.wire.frames import Reply


class MeshIKPoser(Poser):
    """Poses by MeshIK."""

    def facts(self) -> tuple[str, ...]:
        """How many examples there are, and how exact the method is."""
        left_out = self.rig.kept.words
        return (
            f"{len(self.rig.poses)} examples of {counted(self.rig.mesh.n, 'vertex', 'vertices')}.",
            *([f"{left_out}."] if left_out else []),
            "Every triangle follows the examples; points and frozen regions are met exactly.",
        )

    def overlay(self, kind: str, shown: Shown) -> Reply | None:
        """How far the edges of each triangle miss the blend, relative to their length."""
        if not isinstance(shown.pulled, MeshIKPose):
            return None
        return heat(kind, shown.mesh, np.sqrt(shown.pulled.residuals))


class MeshIKStudio(StudioMethod):
    """MeshIK suits poses that are not too large for it."""

    poser_type = MeshIKPoser
    public = ("pliant.MeshIK", "pliant.MeshIKOptions")
    overlays: ClassVar[Mapping[str, str]] = {
        "residual": "Only a pose that MeshIK found by pulling has a residual; "
        "choose MeshIK and pull a handle."
    }

    def suits(self, model: Opened) -> int:
        """It suits poses of a small mesh."""
        return SERVES if model.is_large else SUITS

    def reason(self, model: Opened) -> str:
        """It is exact, and quick enough."""
        return (
            f"it follows {len(model.examples)} poses triangle by triangle, and is quick enough for this mesh"
        )
