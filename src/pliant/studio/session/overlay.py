"""Colours for the mesh that any method may show: how far it is stretched, and what its parts follow."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array, Floats
from pliant.errors import OptionError
from pliant.figures.colours import MAPS, colour_map
from pliant.figures.leaders import CODES, Leaders
from pliant.geometry.gradient import areas, hat_gradients
from pliant.mesh import Mesh
from pliant.studio.session.shown import Shown
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Overlay

DEFORMATION = "deformation"
FOLLOWED = "followed"
# Examples that the legend names: there are as many hues.
MOST_NAMED = len(CODES)
# The heat map ends here, where a triangle's edges are off by a tenth of their length, or at the worst.
LEAST_HEAT = 0.1


def deformation(shown: Shown) -> Reply:
    """The largest stretch or squeeze of each triangle since the rest pose."""
    mesh = shown.mesh
    solid = areas(mesh.V, mesh.F) > 0
    F = mesh.F[solid]
    J = np.einsum("jvc,jvd->jcd", shown.positions()[F], hat_gradients(mesh.V, F))
    stretch = np.zeros(len(mesh.F))
    stretch[solid] = np.abs(np.linalg.svd(J, compute_uv=False) - 1.0).max(axis=1)
    return heat(DEFORMATION, mesh, stretch)


def followed(shown: Shown) -> Reply:
    """The example that leads at each vertex of a rig whose parts follow examples of their own.

    Raises OptionError for a rig that mixes its examples as a whole, or mixes none.
    """
    rig = shown.rig
    if rig is None or rig.region_shares.shape[1] < 2:
        raise OptionError(
            "The whole follows one mix of the examples; let parts follow examples of their own first."
        )
    leaders = Leaders.of(shown.mesh, rig.local_weights(shown.pulled))
    hue, order = leaders.hue, leaders.order[:MOST_NAMED]
    legend = tuple((CODES[hue[i]], f"{rig.names[i]}: {leaders.share[i]:.0%}") for i in order)
    parts = rig.region_shares.argmax(axis=1).astype(np.uint16)
    return Reply(Overlay(FOLLOWED, legend), {"rgb": colour_bytes(leaders.colours()), "parts": parts})


def heat(kind: str, mesh: Mesh, miss: Floats) -> Reply:
    """Colours of the vertices by a number (m,) for each triangle, spread by area; 1 is 100%."""
    area = areas(mesh.V, mesh.F)
    around = np.bincount(mesh.F.ravel(), np.repeat(area, 3), mesh.n)
    warm = np.bincount(mesh.F.ravel(), np.repeat(area * miss, 3), mesh.n) / np.where(around > 0, around, 1.0)
    top = max(LEAST_HEAT, float(warm.max()))
    codes = MAPS["heat"]
    legend = [(code, f"{top * i / (len(codes) - 1):.0%}") for i, code in enumerate(codes)]
    return Reply(Overlay(kind, tuple(legend)), {"rgb": colour_bytes(colour_map(warm, "heat", (0.0, top)))})


def colour_bytes(srgb: Floats) -> Array:
    """(n, 3) colours as the wire has them."""
    return np.round(255.0 * srgb).astype(np.uint8)


# Kinds that any method may show.
OVERLAYS = {DEFORMATION: deformation, FOLLOWED: followed}
