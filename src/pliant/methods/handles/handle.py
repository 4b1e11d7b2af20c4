"""Handles: rigid groups of vertices that the user paints, with a rigidity per vertex [Baerentzen, sec. 3].

Where handles overlap, a vertex follows the one in which it is more rigid, and of equals the earlier one.
Handles hang on each other as limbs do: a hand on a forearm, the forearm on an upper arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Ints, frozen
from pliant.errors import HandleError
from pliant.geometry.region_tree import region_areas, region_tree
from pliant.mesh import Mesh
from pliant.methods.handles.centre import nearest_handle, suggested_centres
from pliant.methods.handles.hierarchy import check_parents, chosen_parents, joint, numbered
from pliant.methods.handles.surface import WeldedSurface, surface

# Each joint counts as carrying this share of all handles more: a wrist gives way no more than an elbow.
OWN_SHARE = 0.1


@dataclass(frozen=True, eq=False)
class Handle:
    """A group of vertices that moves as one; it need not be connected.

    vertices: (v,) the user's vertices, ascending
    rigidity: (v,) in (0, 1]: 1 follows the handle exactly, less lets the surface have its way
    centre:   (3,) what it turns about, or None for a suggestion (see `Handles.of`)
    colour:   which colour of the palette it is painted in
    parent:   name of the handle that carries it, "" for none, or None for the one that the rest pose tells
    """

    name: str
    vertices: Ints
    rigidity: Floats
    centre: Floats | None
    colour: int = 0
    parent: str | None = None

    @staticmethod
    def of(
        name: str,
        vertices: ArrayLike,
        *,
        rigidity: ArrayLike = 1.0,
        centre: ArrayLike | None = None,
        colour: int = 0,
        parent: str | None = None,
    ) -> Handle:
        """A handle from vertex numbers, or a mask.

        rigidity: one number for all vertices, or one for each
        Raises HandleError for a blank name, no vertices, rigidities out of (0, 1] or a bad centre.
        """
        if not isinstance(name, str) or not name.strip():
            raise HandleError(f"A handle has the name {name!r}; give it a word.")
        chosen, hardness = _vertices(vertices, name), _rigidity(rigidity, name)
        if hardness.ndim and hardness.shape != chosen.shape:
            raise HandleError(
                f"Handle '{name}' has {len(chosen)} vertices and {hardness.size} rigidities; "
                "give one number for all, or one for each vertex."
            )
        hardness = np.broadcast_to(hardness, chosen.shape)
        chosen, first = np.unique(chosen, return_index=True)
        return Handle(
            name,
            frozen(chosen, np.int64),
            frozen(hardness[first], np.float64),
            _centre(centre, name),
            int(colour),
            _parent(parent, name),
        )

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary; a rigidity that all vertices share is one number."""
        shared = bool((self.rigidity == self.rigidity[0]).all())
        return {
            "name": self.name,
            "centre": None if self.centre is None else self.centre.tolist(),
            "colour": self.colour,
            "parent": self.parent,
            "rigidity": float(self.rigidity[0]) if shared else self.rigidity.tolist(),
            "vertices": self.vertices.tolist(),
        }

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> Handle:
        """The handle that `to_json` described; raises HandleError where keys are missing."""
        missing = [key for key in ("name", "vertices") if key not in values]
        if missing:
            raise HandleError(f"A handle has {sorted(values)}; it lacks '{missing[0]}'.")
        return Handle.of(
            values["name"],
            values["vertices"],
            rigidity=values.get("rigidity", 1.0),
            centre=values.get("centre"),
            colour=values.get("colour", 0),
            parent=values.get("parent"),
        )


@dataclass(frozen=True, eq=False)
class Handles(Sequence[Handle]):
    """The handles of one mesh, checked, each with a centre.

    items: the handles, in the user's order
    n:     the mesh's number of vertices
    carriers: the place of the handle that carries each, −1 for none; empty where nothing carries anything
    areas:    what each covers of the surface; empty where that was not asked
    """

    items: tuple[Handle, ...]
    n: int
    carriers: tuple[int, ...] = ()
    areas: tuple[float, ...] = ()

    @staticmethod
    def of(mesh: Mesh | WeldedSurface, handles: Sequence[Handle]) -> Handles:
        """Handles on a mesh; what they do not say of centres and parents is told by the rest pose.

        A handle without a centre gets one where it bends against its neighbour.
        Raises HandleError for no handle, equal names, vertices that the mesh does not have, parents that are
        no handles, and handles that carry themselves.
        """
        shape = mesh if isinstance(mesh, WeldedSurface) else surface(mesh)
        n = len(shape.of_user)
        _check(handles, n)
        owner = Handles(tuple(handles), n).on(shape)[0]
        areas = region_areas(shape.V, shape.F, owner, len(handles))
        plain = Handles(tuple(handles), n, areas=tuple(areas.tolist()))
        given = [handle.parent for handle in handles]
        check_parents(plain.names, given)
        if all(handle.centre is not None and handle.parent is not None for handle in handles):
            return replace(plain, carriers=numbered(plain.names, given))
        region = nearest_handle(shape, owner)
        tree = region_tree(shape.V, shape.F, region, len(handles))
        carriers = numbered(plain.names, chosen_parents(plain.names, given, tree))
        centres = suggested_centres(shape, owner, region, len(handles))
        for i, handle in enumerate(handles):
            # Pieces that touch nowhere have no border to bend at, but a place where they are nearest.
            if handle.parent or (carriers[i] >= 0 and not tree.touching(i, carriers[i])):
                centres[i] = joint(shape, region, tree, i, carriers[i])
        items = [
            handle if handle.centre is not None else replace(handle, centre=frozen(centre, np.float64))
            for handle, centre in zip(handles, centres, strict=True)
        ]
        return replace(plain, items=tuple(items), carriers=carriers)

    @staticmethod
    def of_groups(mesh: Mesh, names: Sequence[str] | None = None) -> Handles:
        """Handles from the groups of the mesh's file, each with the vertices of its polygons.

        names: of the groups; by default all
        Raises HandleError for a group that the mesh does not have.
        """
        chosen = list(mesh.groups) if names is None else list(names)
        strange = [name for name in chosen if name not in mesh.groups]
        if strange:
            found = ", ".join(mesh.groups) or "none"
            raise HandleError(f"The mesh has no group '{strange[0]}'; its groups are: {found}.")
        if not chosen:
            raise HandleError("The mesh has no groups; name the vertices of handles instead.")
        polygon = np.repeat(np.arange(len(mesh.polygons)), np.diff(mesh.polygons.starts))
        corners = mesh.polygons.corners
        handles = [
            Handle.of(name, np.unique(corners[np.isin(polygon, mesh.groups[name])]), colour=i)
            for i, name in enumerate(chosen)
        ]
        return Handles.of(mesh, handles)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the handles."""
        return tuple(handle.name for handle in self.items)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of a handle, by its name or its number; raises HandleError where there is none."""
        if isinstance(value, str):
            if value in self.names:
                return self.names.index(value)
            raise HandleError(f"There is no handle '{value}'; there are: {', '.join(self.names)}.")
        if isinstance(value, int | np.integer) and 0 <= value < len(self):
            return int(value)
        raise HandleError(f"There is no handle {value!r}; there are the handles 0 to {len(self) - 1}.")

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, place: Any) -> Any:
        return self.items[place]

    def __iter__(self) -> Iterator[Handle]:
        return iter(self.items)

    @property
    def parents(self) -> Ints:
        """(H,) the place of the handle that carries each, −1 for none."""
        return np.array(self.carriers or (-1,) * len(self), dtype=np.int64)

    def limb(self, name: str) -> tuple[str, ...]:
        """A handle and all that it carries, by their names: itself, then parents before children."""
        parents, found = self.parents, [self.index(name)]
        for place in found:
            found += np.flatnonzero(parents == place).tolist()
        return tuple(self.names[place] for place in found)

    @property
    def stiffness(self) -> Floats:
        """(H,) what turning each handle costs: the square of the share of all areas that turns with it.

        So a dragged hand bends the arm and hardly the trunk.
        """
        if not self.areas:
            return np.ones(len(self))
        parents, carried = self.parents.tolist(), np.zeros(len(self))
        for i, area in enumerate(self.areas):
            while i >= 0:
                carried[i] += area
                i = parents[i]
        return (carried / sum(self.areas) + OWN_SHARE) ** 2

    def chain(self, name: str, fixed: Sequence[str] = ()) -> tuple[str, ...]:
        """The handles that turn when one is led somewhere, by their names, from the root to itself.

        fixed: handles that stay; the chain ends before the first of them, or before the root
        """
        place, found, stay = self.index(name), [], {self.index(each) for each in fixed}
        while self.parents[place] >= 0 and (place not in stay or not found):
            found.append(self.names[place])
            place = int(self.parents[place])
        return tuple(reversed(found))

    def on(self, shape: WeldedSurface) -> tuple[Ints, Floats]:
        """The handle of each vertex of a surface (n',), −1 for none, and its rigidity there (n',)."""
        owner = np.full(shape.n, -1, dtype=np.int64)
        rigidity = np.zeros(shape.n)
        for i, handle in enumerate(self.items):
            own = np.zeros(shape.n)
            np.maximum.at(own, shape.of_user[handle.vertices], handle.rigidity)
            wins = own > rigidity
            owner[wins], rigidity[wins] = i, own[wins]
        return owner, rigidity

    def to_json(self) -> list[dict[str, Any]]:
        """A readable list."""
        return [handle.to_json() for handle in self.items]

    @staticmethod
    def of_json(mesh: Mesh | WeldedSurface, values: Sequence[Mapping[str, Any]]) -> Handles:
        """The handles that `to_json` described, on their mesh."""
        return Handles.of(mesh, [Handle.of_json(item) for item in values])


def ringed(handle: Handle, mesh: Mesh, rigidities: Sequence[float] = (1 / 3, 2 / 3)) -> Handle:
    """The handle with its border made softer, ring by ring from the outside in [Baerentzen, fig. 2].

    rigidities: of the rings, the outermost first
    """
    shape = surface(mesh)
    adjacent = shape.adjacency(np.ones(len(shape.edges)))
    inside = np.zeros(shape.n, dtype=bool)
    inside[shape.of_user[handle.vertices]] = True
    rigidity = np.ones(shape.n)
    for value in rigidities:
        ring = inside & (adjacent @ (~inside).astype(np.float64) > 0)
        rigidity[ring] = value
        inside &= ~ring
    own = np.minimum(handle.rigidity, rigidity[shape.of_user[handle.vertices]])
    return replace(handle, rigidity=frozen(own, np.float64))


def _check(handles: Sequence[Handle], n: int) -> None:
    if not handles:
        raise HandleError("No handle was given; at least one is needed.")
    seen: set[str] = set()
    for handle in handles:
        if handle.name in seen:
            raise HandleError(f"Two handles have the name '{handle.name}'; names must differ.")
        seen.add(handle.name)
        if handle.vertices[-1] >= n:
            raise HandleError(
                f"Handle '{handle.name}' names vertex {handle.vertices[-1]}, but the mesh has the vertices "
                f"0 to {n - 1}."
            )


def _vertices(vertices: ArrayLike, name: str) -> Ints:
    chosen = np.atleast_1d(np.asarray(vertices))
    if chosen.dtype == bool:
        chosen = np.flatnonzero(chosen)
    if chosen.ndim != 1 or len(chosen) == 0 or not np.issubdtype(chosen.dtype, np.integer):
        raise HandleError(
            f"Handle '{name}' has vertices of the shape {chosen.shape} and type {chosen.dtype}; "
            "at least one vertex number, or a mask of truth values, is needed."
        )
    if chosen.min() < 0:
        raise HandleError(f"Handle '{name}' names vertex {chosen.min()}; vertices are numbered from 0.")
    return chosen.astype(np.int64)


def _rigidity(rigidity: ArrayLike, name: str) -> Floats:
    hardness = np.array(rigidity, dtype=np.float64)
    if hardness.ndim > 1 or not ((hardness > 0.0) & (hardness <= 1.0)).all():
        raise HandleError(
            f"Handle '{name}' has rigidities from {hardness.min():g} to {hardness.max():g}; numbers above 0 "
            "and up to 1 are needed. Leave vertices out that should be free."
        )
    return hardness


def _parent(parent: Any, name: str) -> str | None:
    if parent is not None and not isinstance(parent, str):
        raise HandleError(
            f"The parent of handle '{name}' is {parent!r}; give the name of a handle, or '' for none."
        )
    return parent


def _centre(centre: ArrayLike | None, name: str) -> Floats | None:
    if centre is None:
        return None
    point = np.array(centre, dtype=np.float64)
    if point.shape != (3,) or not np.isfinite(point).all():
        raise HandleError(f"The centre of handle '{name}' is {centre!r}; three finite numbers are needed.")
    return frozen(point, np.float64)
