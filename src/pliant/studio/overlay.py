"""Colours for the mesh: what learned controls carry, the miss of the blend, or the stretch."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Array, Floats
from pliant.core.gradient import areas, hat_gradients
from pliant.core.skin import blend_matrix
from pliant.errors import OptionError
from pliant.figures.colours import MAPS, colour_map
from pliant.figures.controls import carried, control_colours, control_hues
from pliant.figures.hues import HUES
from pliant.methods.meshik.grip import MeshIKPose
from pliant.methods.reduced.rig import ReducedIK
from pliant.studio.frames import Reply
from pliant.studio.messages import Overlay, OverlayKind
from pliant.studio.posing import Shown

# Controls that the legend names, those that carry most.
MOST_NAMED = 12
# The heat map ends here, where a triangle's edges miss the blend by a tenth of their length, or at the worst.
LEAST_HEAT = 0.1


def overlay(kind: OverlayKind, shown: Shown) -> Reply:
    """The overlay 'controls', 'residual' or 'deformation' of what is shown."""
    if kind == "controls":
        return _controls(shown)
    return _heat(kind, shown, _residuals(shown) if kind == "residual" else _stretches(shown))


def _controls(shown: Shown) -> Reply:
    rig = shown.rig
    if not isinstance(rig, ReducedIK) or shown.palette is None:
        raise OptionError("MeshIK has no controls; choose Reduced IK to see what it learns.")
    share, names = carried(rig), list(HUES)
    hue = control_hues(rig)
    order = np.argsort(-share, kind="stable")[:MOST_NAMED]
    legend = [(HUES[names[hue[i]]], f"{i + 1}: {share[i]:.0%}") for i in order]
    arrays = {"rgb": _bytes(control_colours(rig)), "dots": _dots(rig, shown.palette).astype(np.float32)}
    return Reply(Overlay("controls", tuple(legend)), arrays)


def _dots(rig: ReducedIK, palette: Floats) -> Floats:
    """(p, 3) where the proxies are under the controls palette (c, 3, 4)."""
    points = rig.model.proxies
    M = blend_matrix(rig.frame.outward(points.rest), points.influences, points.weights, points.count)
    return M @ np.swapaxes(palette, 1, 2).reshape(-1, 3)


def _residuals(shown: Shown) -> Floats:
    """(m,) how far each triangle's edges miss the blend, relative to their length."""
    if not isinstance(shown.pose, MeshIKPose):
        raise OptionError(
            "Only a pose that MeshIK found by pulling has a residual; choose MeshIK and pull a handle."
        )
    return np.sqrt(shown.pose.residuals)


def _stretches(shown: Shown) -> Floats:
    """(m,) the largest stretch or squeeze of each triangle since the first pose, relative to one."""
    mesh = shown.mesh
    solid = areas(mesh.V, mesh.F) > 0
    F = mesh.F[solid]
    J = np.einsum("jvc,jvd->jcd", shown.positions()[F], hat_gradients(mesh.V, F))
    out = np.zeros(len(mesh.F))
    out[solid] = np.abs(np.linalg.svd(J, compute_uv=False) - 1.0).max(axis=1)
    return out


def _heat(kind: OverlayKind, shown: Shown, miss: Floats) -> Reply:
    """Colours of the vertices by a number for each triangle, spread by area."""
    mesh = shown.mesh
    area = areas(mesh.V, mesh.F)
    around = np.bincount(mesh.F.ravel(), np.repeat(area, 3), mesh.n)
    heat = np.bincount(mesh.F.ravel(), np.repeat(area * miss, 3), mesh.n) / np.where(around > 0, around, 1.0)
    top = max(LEAST_HEAT, float(heat.max()))
    codes = MAPS["heat"]
    legend = [(code, f"{top * i / (len(codes) - 1):.0%}") for i, code in enumerate(codes)]
    return Reply(Overlay(kind, tuple(legend)), {"rgb": _bytes(colour_map(heat, "heat", (0.0, top)))})


def _bytes(srgb: Floats) -> Array:
    return np.round(255.0 * srgb).astype(np.uint8)
