"""Pictures of a reduced rig: its controls in colours and its proxies as dots [Der2006, fig. 1 and 2]."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array, eye_array

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.figures.colours import encoded, linear
from pliant.figures.hues import HUES, hues, spread_hues
from pliant.figures.look import Look
from pliant.figures.picture import render
from pliant.figures.shots import Shot
from pliant.figures.views import View
from pliant.geometry.gradient import double_area_normals, vertex_areas
from pliant.geometry.topology import edges
from pliant.methods.reduced.rig import ReducedIK

# A dot may be this far (in diagonals) from its proxy where that brings it to a vertex with the same weights.
LIKENESS = 0.3


def carried(rig: ReducedIK) -> Floats:
    """(c,) the share of the surface that each control carries; they sum to one."""
    around = vertex_areas(rig.mesh.V, rig.mesh.F)
    return rig.skin.weight_matrix().T @ around / around.sum()


def control_hues(rig: ReducedIK) -> Ints:
    """(c,) the hue of each control, as an index into HUES; controls that meet have different hues."""
    W, n = rig.skin.weight_matrix(), rig.mesh.n
    a, b = edges(rig.mesh.F).T
    beside = csr_array((np.ones(len(a)), (a, b)), shape=(n, n))
    touching = W.T @ ((beside + beside.T + eye_array(n)) @ W)
    return spread_hues(touching.toarray())


def hue_names(rig: ReducedIK) -> list[str]:
    """The name of each control's hue; controls far from each other may share one."""
    names = list(HUES)
    return [names[hue] for hue in control_hues(rig)]


def control_colours(rig: ReducedIK) -> Floats:
    """(n, 3) sRGB colour of each vertex: its controls' hues, mixed as light by its weights."""
    own = linear(hues()[control_hues(rig)])
    return encoded(rig.skin.weight_matrix() @ own)


def proxy_dots(rig: ReducedIK, view: View) -> Vertices:
    """(p, 3) a vertex for each proxy, which itself may lie within the body.

    It is the vertex nearest in place and weights, among those that face the camera where there are any.
    """
    V, F, proxies = rig.mesh.V, rig.mesh.F, rig.model.proxies
    W, count = rig.skin.weight_matrix(), rig.skin.count
    normal = np.zeros_like(V)
    np.add.at(normal, F.ravel(), np.repeat(double_area_normals(V, F), 3, axis=0))
    hidden = normal @ view.frame[2] <= 0.0
    X, squared = rig.frame.inward(V), W.multiply(W).sum(axis=1)
    at = np.empty(len(proxies), dtype=np.int64)
    for p, place in enumerate(proxies.rest):
        w = np.bincount(proxies.influences[p], proxies.weights[p], count)
        unlike = squared - 2.0 * (W @ w) + w @ w
        at[p] = np.argmin(((X - place) ** 2).sum(axis=1) + LIKENESS**2 * unlike + hidden)
    return V[at]


def controls_shot(rig: ReducedIK, V: Vertices | None = None, title: str = "") -> Shot:
    """The mesh in its controls' colours, at rest or in the pose V (n, 3)."""
    mesh = rig.mesh if V is None else rig.mesh.moved(V)
    return Shot(mesh, title, colour=control_colours(rig))


def proxies_shot(rig: ReducedIK, view: View, title: str = "") -> Shot:
    """The reference in its controls' colours, made pale, with a dot for each proxy."""
    pale = 0.5 + 0.5 * control_colours(rig)
    return Shot(rig.mesh, title, colour=pale, pinned=proxy_dots(rig, view))


def draw_controls(
    rig: ReducedIK,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 800),
    view: View | str | Sequence[float] = "three-quarter",
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of the controls beside the proxies; options as for `render`."""
    view = view if isinstance(view, View) else View(view)
    shots = [
        controls_shot(rig, title=f"{rig.model.count} controls"),
        proxies_shot(rig, view, title=f"{len(rig.model.proxies)} proxies"),
    ]
    return render(shots, path, size=size, view=view, look=look)
