"""Several meshes of one file as one mesh, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pliant.core.arrays import Floats, Ints
from pliant.core.mesh import Mesh, Polygons
from pliant.io.polygons import polygons_of_sizes


def joined(meshes: Sequence[Mesh], names: Sequence[str]) -> Mesh:
    """All meshes as one, vertices and polygons in their order.

    Of several meshes each is a group of its name beside the groups that it has itself; materials of one
    name are one material.
    """
    if len(meshes) == 1:
        return meshes[0]
    n = np.cumsum([0, *(mesh.n for mesh in meshes)]).tolist()
    p = np.cumsum([0, *(len(mesh.polygons) for mesh in meshes)]).tolist()
    sizes = [np.diff(mesh.polygons.starts) for mesh in meshes]
    uv, uv_corners = _texture_coordinates(meshes)
    wholes = [{name: np.arange(len(mesh.polygons))} for name, mesh in zip(names, meshes, strict=True)]
    return Mesh.of_polygons(
        np.concatenate([mesh.V for mesh in meshes]),
        polygons_of_sizes(
            np.concatenate([mesh.polygons.corners + first for mesh, first in zip(meshes, n, strict=False)]),
            np.concatenate(sizes),
        ),
        uv=uv,
        uv_corners=uv_corners,
        groups=_members([*wholes, *(mesh.groups for mesh in meshes)], [*p[:-1], *p[:-1]]),
        materials=_members([mesh.materials for mesh in meshes], p[:-1]),
    )


def opposite(polygons: Polygons) -> Ints:
    """(c,) the place of the corner that stands at each place when every polygon is walked backwards."""
    ends = polygons.starts[:-1] + polygons.starts[1:] - 1
    return np.repeat(ends, np.diff(polygons.starts)) - np.arange(polygons.starts[-1])


def turned_inside_out(mesh: Mesh) -> Mesh:
    """The same mesh with the corners of every polygon in the other order."""
    order = opposite(mesh.polygons)
    return Mesh.of_polygons(
        mesh.V,
        Polygons(mesh.polygons.corners[order], mesh.polygons.starts),
        uv=mesh.uv,
        uv_corners=None if mesh.uv_corners is None else mesh.uv_corners[order],
        groups=mesh.groups,
        materials=mesh.materials,
    )


def _texture_coordinates(meshes: Sequence[Mesh]) -> tuple[Floats | None, Ints | None]:
    """(t, 2) of all meshes, and the row of every corner, -1 for none."""
    if all(mesh.uv is None for mesh in meshes):
        return None, None
    pieces, rows, count = [], [], 0
    for mesh in meshes:
        if mesh.uv is None or mesh.uv_corners is None:
            rows.append(np.full(len(mesh.polygons.corners), -1))
            continue
        pieces.append(mesh.uv)
        rows.append(np.where(mesh.uv_corners < 0, -1, mesh.uv_corners + count))
        count += len(mesh.uv)
    return np.concatenate(pieces), np.concatenate(rows)


def _members(every: Sequence[Mapping[str, Ints]], firsts: Sequence[int]) -> dict[str, Ints]:
    """name -> (…,) polygons of that name in all meshes, in order and each once."""
    found: dict[str, list[Ints]] = {}
    for members, first in zip(every, firsts, strict=True):
        for name, rows in members.items():
            found.setdefault(name, []).append(rows + first)
    return {name: np.unique(np.concatenate(rows)) for name, rows in found.items()}
