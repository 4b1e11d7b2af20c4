"""The content of a picture: a mesh in a pose, with title, colours, marked points, ghosts and cage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Vertices
from pliant.errors import MeshError, OptionError
from pliant.figures.colours import colour
from pliant.figures.look import Look
from pliant.figures.overlay import NOTHING, Overlay
from pliant.figures.paint import Paint, paint_of
from pliant.mesh import Mesh, checked_positions

# The colour of meshes that are drawn as their files show them.
OWN = "own"


@dataclass(frozen=True, eq=False)
class Shot:
    """One mesh of a picture.

    mesh:    the mesh, or a pair of arrays V (n, 3), F (m, 3)
    title:   the line under it
    colour:  a name or '#rrggbb'; "own" for the materials and textures of the mesh's file, or clay where it
             has none; or (n,) numbers, shown by the look's colour map; or (n, 3) sRGB in [0, 1]
    pinned:  points that are held: (h,) vertices or (h, 3) positions
    dragged: points that are pulled, in the same form
    ghosts:  (n, 3) other positions of the mesh, shown translucent
    overlay: lines, dots and words in front of it
    cage:    another mesh around it, shown as a wire frame
    beside:  other meshes in the scene, which stand there in clay
    """

    mesh: Mesh | tuple[ArrayLike, ArrayLike]
    title: str = ""
    colour: str | ArrayLike = OWN
    pinned: ArrayLike = ()
    dragged: ArrayLike = ()
    ghosts: Sequence[ArrayLike] = ()
    overlay: Overlay = NOTHING
    cage: Mesh | None = None
    beside: Sequence[Mesh] = ()


ShotLike: TypeAlias = Shot | Mesh | tuple[ArrayLike, ArrayLike]


@dataclass(frozen=True, eq=False)
class Subject:
    """A shot with every array checked.

    values: (n,) numbers to be mapped to colours, or None where rgb (n, 3) holds the colours
    own:    whether the mesh is to be seen in its own colours
    paint:  the mesh's own materials, which take the place of rgb; None for none
    """

    mesh: Mesh
    title: str
    rgb: Floats | None
    values: Floats | None
    pinned: Floats
    dragged: Floats
    ghosts: tuple[Vertices, ...]
    overlay: Overlay
    cage: Mesh | None
    own: bool
    beside: tuple[Mesh, ...] = ()
    paint: Paint | None = None

    @property
    def cloud(self) -> Floats:
        """(p, 3) all points that must be in the picture."""
        around = [] if self.cage is None else [self.cage.V]
        return np.concatenate([self.solid, *around, self.overlay.cloud])

    @property
    def solid(self) -> Floats:
        """(p, 3) all points that must be above the floor."""
        around = [mesh.V for mesh in self.beside]
        return np.concatenate([self.mesh.V, self.pinned, self.dragged, *self.ghosts, *around])

    def placed(self, origin: Floats, unit: float) -> Subject:
        """The subject with another origin (3,) and another unit of length."""
        return replace(
            self,
            mesh=self.mesh.moved((self.mesh.V - origin) / unit),
            pinned=(self.pinned - origin) / unit,
            dragged=(self.dragged - origin) / unit,
            ghosts=tuple((ghost - origin) / unit for ghost in self.ghosts),
            overlay=self.overlay.placed(origin, unit),
            cage=None if self.cage is None else self.cage.moved((self.cage.V - origin) / unit),
            beside=tuple(mesh.moved((mesh.V - origin) / unit) for mesh in self.beside),
        )


def subjects(shots: ShotLike | Sequence[ShotLike], look: Look | None = None) -> list[Subject]:
    """The shots, checked: a single one or several. A tuple of two arrays is one shot, V and F."""
    several: list[Any] = [shots]
    if isinstance(shots, list) or (isinstance(shots, tuple) and _all_shots(shots)):
        several = list(shots)
    if not several:
        raise OptionError("No shot was given; at least one mesh is needed for a picture.")
    shown = [_subject(shot, f"shot {i}") for i, shot in enumerate(several)]
    return shown if look is not None and look.clay else _painted(shown)


def _all_shots(shots: tuple[Any, ...]) -> bool:
    return all(isinstance(shot, Shot | Mesh) for shot in shots)


def _painted(shown: list[Subject]) -> list[Subject]:
    """The subjects with the materials of their files; those that share an appearance share its images."""
    paints: dict[int, Paint | None] = {}
    for subject in shown:
        key = id(subject.mesh.appearance)
        if subject.own and key not in paints:
            paints[key] = paint_of(subject.mesh)
    return [replace(each, paint=paints[id(each.mesh.appearance)]) if each.own else each for each in shown]


def _subject(given: ShotLike, where: str) -> Subject:
    shot = given if isinstance(given, Shot) else Shot(given)
    mesh = _mesh(shot.mesh, where)
    own = isinstance(shot.colour, str) and shot.colour == OWN
    rgb, values = _colours("clay" if own else shot.colour, mesh.n, where)
    ghosts = tuple(mesh.moved(ghost).V for ghost in shot.ghosts)
    pinned, dragged = (_points(points, mesh, where) for points in (shot.pinned, shot.dragged))
    marked = (pinned, dragged, ghosts, shot.overlay, shot.cage)
    return Subject(mesh, shot.title, rgb, values, *marked, own, tuple(shot.beside))


def _mesh(mesh: object, where: str) -> Mesh:
    if isinstance(mesh, Mesh):
        return mesh
    if isinstance(mesh, tuple) and len(mesh) == 2:
        return Mesh.of(*mesh)
    raise MeshError(
        f"The mesh of {where} is a {type(mesh).__name__}; a Mesh or a pair (V, F) of arrays is needed. "
        "Several shots are given as a list."
    )


def _colours(given: str | ArrayLike, n: int, where: str) -> tuple[Floats | None, Floats | None]:
    """Colours (n, 3) and None, or None and values (n,); `where` names the shot in messages."""
    if isinstance(given, str):
        return np.broadcast_to(colour(given), (n, 3)), None
    numbers = np.asarray(given, dtype=np.float64)
    if numbers.shape not in ((n,), (n, 3)):
        raise OptionError(
            f"The colours of {where} have the shape {numbers.shape}; one name, "
            f"({n},) numbers or ({n}, 3) colours are needed."
        )
    bad = np.argwhere(~np.isfinite(numbers))
    if len(bad):
        raise OptionError(f"The colour of vertex {bad[0][0]} of {where} is not a finite number.")
    return (numbers, None) if numbers.ndim == 2 else (None, numbers)


def _points(given: ArrayLike, mesh: Mesh, where: str) -> Floats:
    points = np.asarray(given)
    if points.size == 0:
        return np.empty((0, 3))
    if points.ndim == 2:
        return checked_positions(points, f"marked points of {where}")
    if points.ndim != 1 or not np.issubdtype(points.dtype, np.integer):
        raise OptionError(
            f"The marked points of {where} have the shape {points.shape} and type {points.dtype}; "
            "(h,) vertices or (h, 3) positions are needed."
        )
    if points.min() < 0 or points.max() >= mesh.n:
        raise OptionError(
            f"A marked point of {where} is vertex {points.min() if points.min() < 0 else points.max()}; "
            f"there are {mesh.n} vertices, numbered 0 to {mesh.n - 1}."
        )
    return mesh.V[points]
