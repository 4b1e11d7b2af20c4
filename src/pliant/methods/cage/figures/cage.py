"""Pictures of a mesh in its cage: the cage as a wire frame, a weight as colours [Savoye2010, fig. 2]."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from numpy.typing import ArrayLike

from pliant.arrays import Array
from pliant.errors import CageError
from pliant.figures.look import Look
from pliant.figures.picture import render
from pliant.figures.shots import Shot
from pliant.figures.views import View
from pliant.geometry.gradient import vertex_areas
from pliant.mesh import Mesh
from pliant.methods.cage.binding import NEGATIVE
from pliant.methods.cage.rig import CageIK


def cage_shot(
    mesh: Mesh,
    cage: Mesh,
    title: str = "",
    *,
    painted: str | ArrayLike = "clay",
    pinned: ArrayLike = (),
    dragged: ArrayLike = (),
) -> Shot:
    """The mesh within the wire frame of its cage; the options are those of a `Shot`."""
    return Shot(mesh, title, painted, pinned, dragged, cage=cage)


def weight_shot(rig: CageIK, vertex: int, title: str = "") -> Shot:
    """The mesh coloured by the weight of one cage vertex, which is marked.

    Raises CageError for a vertex that the cage does not have.
    """
    if not 0 <= vertex < rig.cage.n:
        raise CageError(f"There is no vertex {vertex}; the cage has the vertices 0 to {rig.cage.n - 1}.")
    w = rig.binding.weights[:, vertex]
    words = title or f"weight of cage vertex {vertex}"
    return cage_shot(rig.mesh, rig.cage, words, painted=w, dragged=rig.cage.V[[vertex]])


def weight_look(rig: CageIK, look: Look | None = None) -> Look:
    """A look for weights: diverging colours where some are negative, as mean values may be."""
    signed = bool(rig.binding.weights.min() < -NEGATIVE)
    colours: Literal["heat", "signed"] = "signed" if signed else "heat"
    return replace(look or Look(), colours=colours, legend="weight")


def heaviest(rig: CageIK) -> int:
    """The vertex of the cage that moves most of the mesh's surface."""
    return int((vertex_areas(rig.mesh.V, rig.mesh.F) @ rig.binding.weights**2).argmax())


def draw_cage(
    mesh: Mesh,
    cage: Mesh,
    path: str | Path | None = None,
    *,
    size: tuple[int, int] = (1600, 1200),
    view: View | str | Sequence[float] = "three-quarter",
    look: Look | None = None,
) -> Array:
    """A picture (height, width, 3) uint8 of a mesh in its cage; options as for `render`."""
    title = f"{mesh.n:,} vertices in a cage of {cage.n:,}"
    return render(cage_shot(mesh, cage, title), path, size=size, view=view, look=look)


def draw_binding(
    rig: CageIK,
    path: str | Path | None = None,
    *,
    vertex: int | None = None,
    size: tuple[int, int] = (1600, 800),
    view: View | str | Sequence[float] = "three-quarter",
    look: Look | None = None,
) -> Array:
    """A picture of the mesh in its cage, beside the mesh coloured by one weight; options as for `render`.

    vertex: the cage vertex whose weight is shown; by default the heaviest
    """
    kind, shown = rig.binding.kind.replace("_", " "), heaviest(rig) if vertex is None else vertex
    shots = [
        cage_shot(rig.mesh, rig.cage, f"{rig.mesh.n:,} vertices in a cage of {rig.cage.n:,}"),
        weight_shot(rig, shown, f"{kind} weight of cage vertex {shown}"),
    ]
    return render(shots, path, size=size, view=view, look=weight_look(rig, look))
