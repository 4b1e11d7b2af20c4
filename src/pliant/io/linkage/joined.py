"""Several meshes as one, and one moved to another place, with all that they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from pliant.core.arrays import Array, Floats, Ints
from pliant.core.mesh import Mesh
from pliant.io.polygons import polygons_of_sizes


def placed(mesh: Mesh, M: Floats) -> Mesh:
    """The mesh with each vertex moved by M (4, 4); where M mirrors, polygons run the other way round."""
    moved = mesh.moved(mesh.V @ M[:3, :3].T + M[:3, 3])
    return moved if np.linalg.det(M[:3, :3]) > 0 else _turned_inside_out(moved)


def joined(meshes: Sequence[Mesh], groups: Sequence[str]) -> Mesh:
    """The meshes one after the other, each a group; those of one name share it. Materials keep theirs."""
    first_vertex = np.cumsum([0, *(mesh.n for mesh in meshes)])
    first_polygon = np.cumsum([0, *(len(mesh.polygons) for mesh in meshes)])
    members: dict[str, list[Ints]] = {}
    materials: dict[str, list[Ints]] = {}
    for mesh, name, first in zip(meshes, groups, first_polygon, strict=False):
        members.setdefault(name, []).append(first + np.arange(len(mesh.polygons)))
        for material, rows in mesh.materials.items():
            materials.setdefault(material, []).append(first + rows)
    corners = [mesh.polygons.corners + first for mesh, first in zip(meshes, first_vertex, strict=False)]
    uv, uv_corners = _texture(meshes)
    return Mesh.of_polygons(
        np.concatenate([mesh.V for mesh in meshes]),
        polygons_of_sizes(
            np.concatenate(corners), np.concatenate([np.diff(mesh.polygons.starts) for mesh in meshes])
        ),
        uv=uv,
        uv_corners=uv_corners,
        groups=_concatenated(members),
        materials=_concatenated(materials),
    )


def _texture(meshes: Sequence[Mesh]) -> tuple[Array | None, Array | None]:
    rows, corners, first = [], [], 0
    for mesh in meshes:
        if mesh.uv is None or mesh.uv_corners is None:
            corners.append(np.full(len(mesh.polygons.corners), -1))
            continue
        rows.append(mesh.uv)
        corners.append(np.where(mesh.uv_corners >= 0, mesh.uv_corners + first, -1))
        first += len(mesh.uv)
    return (np.concatenate(rows), np.concatenate(corners)) if rows else (None, None)


def _concatenated(members: Mapping[str, list[Ints]]) -> dict[str, Ints]:
    return {name: np.concatenate(rows) for name, rows in members.items()}


def _turned_inside_out(mesh: Mesh) -> Mesh:
    """The same polygons with their corners in the opposite order."""
    starts = mesh.polygons.starts
    sizes = np.diff(starts)
    # Corner c of a polygon becomes corner size - 1 - c.
    turned = np.repeat(starts[:-1] + starts[1:] - 1, sizes) - np.arange(starts[-1])
    turned_mesh = Mesh.of_polygons(
        mesh.V,
        polygons_of_sizes(mesh.polygons.corners[turned], sizes),
        uv=mesh.uv,
        uv_corners=None if mesh.uv_corners is None else mesh.uv_corners[turned],
    )
    return replace(turned_mesh, groups=mesh.groups, materials=mesh.materials)
