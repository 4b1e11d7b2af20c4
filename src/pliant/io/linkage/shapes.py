"""Closed meshes of simple shapes about the origin; the vertices of round shapes lie on their surface."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats
from pliant.errors import FileFormatError
from pliant.mesh import Mesh, Polygons

# Corners of a circle: 11.25° apart, so that a chord is off the circle by at most 0.5% of its radius.
AROUND = 32


def box(half: Floats) -> Mesh:
    """A box; half (3,) are the halves of its sides."""
    _check_sizes("box", half)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    sides = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    return Mesh.of_polygons(corners, Polygons.of(sides))


def cylinder(radius: float, half: float) -> Mesh:
    """A cylinder about z, from -half to half."""
    _check_sizes("cylinder", np.array([radius, half]))
    return _revolved(np.array([[radius, -half], [radius, half]]), None)


def sphere(radius: float) -> Mesh:
    """A sphere with its poles on z."""
    return ellipsoid(np.full(3, radius))


def ellipsoid(radii: Floats) -> Mesh:
    """An ellipsoid with the radii (3,) along x, y and z."""
    _check_sizes("ellipsoid", radii)
    latitude = np.linspace(-np.pi / 2, np.pi / 2, AROUND // 2 + 1)[1:-1]
    profile = np.stack([np.cos(latitude), np.sin(latitude)], axis=1)
    mesh = _revolved(profile, (-1.0, 1.0))
    return mesh.moved(mesh.V * radii)


def capsule(radius: float, half: float) -> Mesh:
    """A cylinder about z from -half to half with half a sphere at each end."""
    _check_sizes("capsule", np.array([radius, half]))
    latitude = np.linspace(0, np.pi / 2, AROUND // 4 + 1)[:-1]
    upper = np.stack([radius * np.cos(latitude), half + radius * np.sin(latitude)], axis=1)
    lower = upper[::-1] * [1, -1]
    return _revolved(np.concatenate([lower, upper]), (-half - radius, half + radius))


def _revolved(profile: Floats, poles: tuple[float, float] | None) -> Mesh:
    """A profile (r, 2) of radii and heights, upwards, turned about z; closed by poles, or by flat ends."""
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rings = [np.column_stack([radius * circle, np.full(AROUND, height)]) for radius, height in profile]
    top = (len(profile) - 1) * AROUND
    step = [(i, (i + 1) % AROUND) for i in range(AROUND)]
    polygons = [
        [r * AROUND + i, r * AROUND + j, (r + 1) * AROUND + j, (r + 1) * AROUND + i]
        for r in range(len(profile) - 1)
        for i, j in step
    ]
    if poles is None:
        ends = [list(range(AROUND))[::-1], list(range(top, top + AROUND))]
        return Mesh.of_polygons(np.concatenate(rings), Polygons.of([*polygons, *ends]))
    rings.append(np.array([[0, 0, poles[0]], [0, 0, poles[1]]]))
    south, north = top + AROUND, top + AROUND + 1
    polygons += [[south, j, i] for i, j in step] + [[north, top + i, top + j] for i, j in step]
    return Mesh.of_polygons(np.concatenate(rings), Polygons.of(polygons))


def _check_sizes(shape: str, sizes: Floats) -> None:
    if not (sizes > 0).all():
        raise FileFormatError(f"A {shape} has the sizes {sizes.tolist()}; all must be positive.")
