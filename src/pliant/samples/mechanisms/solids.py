"""Solid shapes: closed, manifold, joined and cut by exact booleans.

Every shape is a polyhedron. A round solid lies inside its circle, a round hole (`around`) outside of it, so
a pin turns freely in its hole at any resolution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Array, Floats
from pliant.extras import load
from pliant.samples.mechanisms.outlines import curve

Solid: TypeAlias = Any  # a manifold3d.Manifold, of a package that is loaded when first needed

X, Y, Z = np.eye(3)


def engine() -> Any:
    """The package that makes solids and joins and cuts them."""
    return load("manifold3d", "joints", "The mechanisms made by code")


def union(*solids: Solid) -> Solid:
    """The union of all solids."""
    kernel = engine()
    return kernel.Manifold.batch_boolean(list(solids), kernel.OpType.Add)


def hull(points: ArrayLike) -> Solid:
    """The convex hull of points (…, 3)."""
    return engine().Manifold.hull_points(np.asarray(points, np.float64).reshape(-1, 3))


def arrays(solid: Solid) -> tuple[Array, Array]:
    """Vertices (n, 3) and triangles (m, 3) of a solid."""
    mesh = solid.to_mesh64()
    # Copies: views would keep the package's own objects alive.
    return np.array(mesh.vert_properties[:, :3], np.float64), np.array(mesh.tri_verts, np.int64)


def of_arrays(V: Floats, F: Array) -> Solid:
    """The solid inside a closed surface; triangles are turned outward where all point inward."""
    volume = np.einsum("ij,ij->", V[F[:, 0]], np.cross(V[F[:, 1]], V[F[:, 2]]))
    F = F if volume > 0 else F[:, ::-1]
    kernel = engine()
    return kernel.Manifold(
        kernel.Mesh64(
            vert_properties=np.ascontiguousarray(V), tri_verts=np.ascontiguousarray(F, dtype=np.uint64)
        )
    )


def vec(x: float, y: float, z: float) -> Floats:
    """(3,) point or offset."""
    return np.array([x, y, z], np.float64)


def unit(vector: ArrayLike) -> Floats:
    """(3,) the vector scaled to length one."""
    v = np.asarray(vector, np.float64)
    return v / np.linalg.norm(v)


def placed(solid: Solid, origin: ArrayLike, axis: ArrayLike = Z, across: ArrayLike | None = None) -> Solid:
    """The solid moved from the origin to another, with its z along the axis and its x towards `across`."""
    z = unit(axis)
    toward = np.eye(3)[np.argmin(np.abs(z))] if across is None else np.asarray(across, np.float64)
    x = unit(toward - (toward @ z) * z)
    return solid.transform(np.column_stack([x, np.cross(z, x), z, np.asarray(origin, np.float64)]))


def mirrored(solid: Solid, normal: ArrayLike = X) -> Solid:
    """Mirror image of a solid in a plane through the world's origin."""
    return solid.mirror(tuple(np.asarray(normal, np.float64)))


def on_both_sides(work: Callable[[Solid], Solid], body: Solid) -> Solid:
    """The body after the same work on its left side and, mirrored, on its right."""
    return mirrored(work(mirrored(work(body))))


def circle(sides: int) -> Floats:
    """(sides, 2) points on the unit circle."""
    turn = 2 * np.pi * np.arange(sides) / sides
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


def skin(rings: Floats, start: ArrayLike | None = None, end: ArrayLike | None = None) -> Solid:
    """The solid through rings (k, n, 3), closed at both ends by a fan to a point, usually the middle."""
    k, n = rings.shape[:2]
    poles = [
        rings[i].mean(axis=0) if pole is None else np.asarray(pole, np.float64)
        for i, pole in ((0, start), (-1, end))
    ]
    V = np.concatenate([rings.reshape(-1, 3), np.stack(poles)])
    i, j = np.meshgrid(np.arange(k - 1), np.arange(n), indexing="ij")
    a, b = (i * n + j).ravel(), (i * n + (j + 1) % n).ravel()
    around, beyond = np.arange(n), (np.arange(n) + 1) % n
    last = (k - 1) * n
    F = np.concatenate(
        [
            np.stack([a, b, b + n], axis=1),
            np.stack([a, b + n, a + n], axis=1),
            np.stack([np.full(n, k * n), beyond, around], axis=1),
            np.stack([np.full(n, k * n + 1), last + around, last + beyond], axis=1),
        ]
    )
    return of_arrays(V, F)


def lathe(profile: ArrayLike, sides: int, *, around: bool = False) -> Solid:
    """Solid of revolution about z of a profile (k, 2) of radii and heights, closed flat at its ends.

    around: whether the walls lie outside of the exact surface, as those of holes must, or inside
    """
    line = np.asarray(profile, np.float64)
    low, high = ((0.0, 0.0, line[end, 1]) for end in (0, -1))
    line = line[line[:, 0] > 0]
    radius = line[:, 0] / (np.cos(np.pi / sides) if around else 1.0)
    rings = np.concatenate(
        [
            radius[:, None, None] * circle(sides)[None],
            np.broadcast_to(line[:, 1, None, None], (len(line), sides, 1)),
        ],
        axis=2,
    )
    return skin(rings, low, high)


def rod(
    start: ArrayLike, end: ArrayLike, radius: float, sides: int, *, bevel: float = 0.0, around: bool = False
) -> Solid:
    """A round rod between two points; bevel: width of the bevels at its ends; around: as in `lathe`."""
    start, end = np.asarray(start, np.float64), np.asarray(end, np.float64)
    length = float(np.linalg.norm(end - start))
    profile = [(radius, 0.0), (radius, length)]
    if bevel:
        profile = [
            (radius - bevel, 0.0),
            (radius, bevel),
            (radius, length - bevel),
            (radius - bevel, length),
        ]
    return placed(lathe(profile, sides, around=around), start, end - start)


def tube(path: Floats, half: ArrayLike, sides: int, *, up: ArrayLike = Y, power: float = 2.0) -> Solid:
    """A solid along a path (k, 3) whose sections are superellipses.

    half:  (k, 2) or (2,) half the width of the sections, across the path and along `up`
    power: 2 for ellipses; the larger, the more like boxes
    """
    reach = np.broadcast_to(np.asarray(half, np.float64), (len(path), 2))
    return skin(_sections(path, reach, sides, np.asarray(up, np.float64), power))


def _sections(path: Floats, half: Floats, sides: int, up: Floats, power: float) -> Floats:
    """(k, sides, 3) superellipses across a path."""
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    side = np.cross(up, tangent)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    top = np.cross(tangent, side)
    section = _superellipse(sides, power)
    across = section[None, :, :1] * (half[:, :1] * side)[:, None]
    return path[:, None] + across + section[None, :, 1:] * (half[:, 1:] * top)[:, None]


def _superellipse(sides: int, power: float) -> Floats:
    """(sides, 2) points of |x|^power + |y|^power = 1."""
    c = circle(sides)
    return np.sign(c) * np.abs(c) ** (2 / power)


def limb(
    points: ArrayLike,
    half: ArrayLike,
    sides: int,
    *,
    up: ArrayLike = Z,
    power: float = 2.4,
    blunt: float = 1.0,
) -> Solid:
    """A body with round ends along the curve through points (k, 3).

    half, up, power: at the points, as in `tube`
    blunt:           length of its round ends, in half widths
    """
    P = np.asarray(points, np.float64)
    fine = curve(np.concatenate([P, np.broadcast_to(np.asarray(half, np.float64), (len(P), 2))], axis=1), 257)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(fine[:, :3], axis=0), axis=1))])
    count = max(8, round(along[-1] / fine[:, 3:].mean() * sides / (2 * np.pi)))
    # Closer together towards the ends, where the section shrinks fastest.
    wanted = along[-1] * (1 - np.cos(np.pi * np.linspace(0, 1, count + 1))) / 2
    path, reach = (
        np.stack([np.interp(wanted, along, column) for column in part.T], axis=1)
        for part in (fine[:, :3], fine[:, 3:])
    )
    cap = np.minimum(blunt * fine[[0, -1], 3:].mean(axis=1), 0.5 * along[-1])
    inside = np.minimum(wanted / cap[0], (along[-1] - wanted) / cap[1]).clip(0, 1)
    reach *= np.sqrt(1 - (1 - inside[:, None]) ** 2)
    rings = _sections(path, reach, sides, np.asarray(up, np.float64), power)
    return skin(rings[1:-1], path[0], path[-1])


def plate(discs: Sequence[tuple[float, float, float]], thickness: float, edge: float, sides: int) -> Solid:
    """Hull of discs (x, y, radius) in the plane z = 0 with a thickness; edge: radius of its edges."""
    turn = np.linspace(0, np.pi / 2, 4)
    inset, height = edge * (1 - np.cos(turn)), thickness / 2 - edge * (1 - np.sin(turn))
    points = [
        np.column_stack([np.array([x, y]) + (r - i) * circle(sides), np.full(sides, sign * h)])
        for x, y, r in discs
        for i, h in zip(inset, height, strict=True)
        for sign in (-1, 1)
    ]
    return hull(np.concatenate(points))


def box(size: ArrayLike, centre: ArrayLike, edge: float, sides: int = 16) -> Solid:
    """A box whose edges and corners are rounded by a radius; a sharp box for an edge of 0."""
    half = np.asarray(size, np.float64) / 2
    signs = np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T
    if not edge:
        return hull(np.asarray(centre) + signs * half)
    return hull(np.asarray(centre) + (signs * (half - edge))[:, None] + edge * _globe(sides)[None])


def prism(half: tuple[float, float], bevel: float, low: float, high: float, *, grow: float = 0.0) -> Solid:
    """A bar from z = low to high with bevelled edges; half: half its widths; grow: added on its sides."""
    a, b = half[0] + grow, half[1] + grow
    cut = bevel + (2 - np.sqrt(2)) * grow  # the slanted sides grow as much as the straight ones
    corner = [(a, b - cut), (a - cut, b)]
    section = np.array([(s * x, t * y) for x, y in corner for s in (-1, 1) for t in (-1, 1)])
    return hull(np.concatenate([np.column_stack([section, np.full(8, z)]) for z in (low, high)]))


def cushion(
    half: tuple[float, float], thickness: float, edge: float, sides: int, *, power: float = 4.0
) -> Solid:
    """A thick superellipse in the plane z = 0, on even rings of triangles, so that it can be bent.

    half:  half its widths along x and y
    edge:  radius of its rounded edge
    power: 2 for an ellipse; the larger, the more like a box
    """
    outline = _superellipse(sides, power)
    count = max(2, sides // 8)
    turn = np.linspace(-np.pi / 2, np.pi / 2, 2 * max(2, sides // 12) + 1)
    flat = np.arange(1, count) / count
    inset = 1 - np.cos(turn)
    height = np.sin(turn) * edge + np.sign(turn) * (thickness / 2 - edge)
    inner = np.array(half) - edge
    reach = np.concatenate(
        [flat[:, None] * inner, np.array(half) - edge * inset[:, None], flat[::-1, None] * inner]
    )
    z = np.concatenate([np.full(count - 1, -thickness / 2), height, np.full(count - 1, thickness / 2)])
    rings = np.concatenate(
        [reach[:, None] * outline[None], np.broadcast_to(z[:, None, None], (len(z), sides, 1))], axis=2
    )
    return skin(rings)


def ball(centre: ArrayLike, radius: float, sides: int, *, around: bool = False) -> Solid:
    """A sphere with its poles on y; around: whether its triangles touch it, or its vertices lie on it."""
    steps = sides // 2
    turn = np.pi * np.arange(steps + 1) / steps - np.pi / 2
    reach = radius / np.cos(np.pi / (2 * steps)) if around else radius
    profile = reach * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    profile[[0, -1], 0] = 0.0
    return placed(lathe(profile, sides, around=around), centre, Y, X)


def _globe(sides: int) -> Floats:
    """(…, 3) points of the unit sphere, on circles about z, the poles and the equator among them."""
    latitude = np.pi * np.arange(-(sides // 4), sides // 4 + 1) / (2 * (sides // 4))
    flat = np.cos(latitude)[:, None, None] * circle(4 * (sides // 4))[None]
    height = np.broadcast_to(np.sin(latitude)[:, None, None], (*flat.shape[:2], 1))
    return np.concatenate([flat, height], axis=2).reshape(-1, 3)
