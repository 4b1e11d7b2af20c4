"""Reduced IK in the studio: what is told about its rigs, and what their controls carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from pliant.arrays import Floats
from pliant.doctor.finding import counted
from pliant.figures.hues import HUES
from pliant.methods.reduced.figures.controls import carried, control_colours, control_hues
from pliant.methods.reduced.rig import ReducedIK
from pliant.skin import blend_matrix, skinned, stacked
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import SERVES, SUITS, StudioMethod
from pliant.studio.session.overlay import colour_bytes
from pliant.studio.session.poser import Poser
from pliant.studio.session.shown import Shown, given
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Overlay

# Controls that the legend names, those that carry most.
MOST_NAMED = 12


class ReducedPoser(Poser):
    """Poses by Reduced IK; a blend, too, is told by its controls."""

    def facts(self) -> tuple[str, ...]:
        """How many controls were learned, and how well."""
        rig: ReducedIK = self.rig
        model, left_out = rig.model, rig.kept.words
        return (
            f"Learned {counted(model.count, 'control')} from {len(rig.names)} poses.",
            *([f"{left_out}."] if left_out else []),
            f"{counted(len(model.proxies), 'proxy', 'proxies')} stand for {rig.mesh.n:,} vertices; "
            f"a vertex follows {rig.skin.weights.shape[1]} controls at most.",
            f"The examples are met to {model.error:.2g}% of their movement.",
        )

    def blended(self, document: Document) -> Shown:
        """The controls of a document's blend."""
        rig, weights, held = self.rig, np.array(document.weights), self.held(document)
        pulled, reached = given(weights=weights, palette=rig.palette(weights)), np.empty((0, 3))
        if held is not None and pulled.palette is not None:
            moved = skinned(rig.skin, pulled.palette, held.corners.ravel())
            reached = np.einsum("hi,hic->hc", held.weights, moved.reshape(-1, 3, 3))
        return Shown(rig.mesh, rig, pulled, reached)

    def overlay(self, kind: str, shown: Shown) -> Reply | None:
        """What each control carries, and where the proxies are."""
        rig, palette = shown.rig, shown.pulled.palette
        if not isinstance(rig, ReducedIK) or palette is None:
            return None
        share, names, hue = carried(rig), list(HUES), control_hues(rig)
        order = np.argsort(-share, kind="stable")[:MOST_NAMED]
        legend = [(HUES[names[hue[i]]], f"{i + 1}: {share[i]:.0%}") for i in order]
        dots = _proxies(rig, palette).astype(np.float32)
        return Reply(Overlay(kind, tuple(legend)), {"rgb": colour_bytes(control_colours(rig)), "dots": dots})


def _proxies(rig: ReducedIK, palette: Floats) -> Floats:
    """(p, 3) where the proxies are under the controls palette (c, 3, 4)."""
    points = rig.model.proxies
    M = blend_matrix(rig.frame.outward(points.rest), points.influences, points.weights, points.count)
    return M @ stacked(palette)


class ReducedStudio(StudioMethod):
    """Reduced IK suits poses of a large mesh: its cost does not grow with it."""

    poser_type = ReducedPoser
    public = ("pliant.ReducedIK", "pliant.ReducedOptions")
    unfreezable = (
        "Reduced IK moves by whole controls and cannot freeze single vertices; thaw them, pin some points "
        "there, or pose by MeshIK."
    )
    overlays: ClassVar[Mapping[str, str]] = {
        "controls": "Only a rig by Reduced IK has controls; choose it to see what it learns."
    }

    def suits(self, model: Opened) -> int:
        """It suits poses of a large mesh."""
        return SUITS if model.is_large else SERVES

    def reason(self, model: Opened) -> str:
        """It is quick."""
        size = counted(model.mesh.n, "vertex", "vertices")
        return f"it learns a few controls, so that {len(model.examples)} poses of {size} are quick to pull"
