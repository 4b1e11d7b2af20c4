"""Holes, pins and rims that two parts share, to check a flat contact.

Two lugs side by side touch in a plane, whatever turns in their holes. One axis that round walls of both parts
share makes the contact a hinge; several mean that it is bolted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from pliant.arrays import Array, Floats
from pliant.mechanism.mechanism import axis_frame
from pliant.methods.joints.contact import Contact
from pliant.methods.joints.normals import ROUND, inner_edges
from pliant.methods.joints.part import PartSurface

# A wall stands square to the contact within this angle.
SQUARE = np.sin(np.radians(8.0))
# A wall is round where its normals point at one axis within this angle.
AIMED = np.sin(np.radians(10.0))
# A round wall, and a contact around an axis, go around at least this share of the circle.
COVERED = 0.6
# An octagon is the coarsest polygon that is round; so much of it has at least this many triangles.
FEWEST_FACES = 5
# Axes closer than this share of the smaller radius are one.
SAME = 0.2
# The round end of a lug goes around at least this share of the circle: more than the fillet of a corner.
HALF = 0.4
# An arc of a wall is looked for through so many pairs of facets that make at least this angle, and so often.
PAIRS, LEAST_ANGLE, ARCS = 64, np.sin(np.radians(25.0)), 2
# Its points lie this near to a circle, over the radius, and its normals aim at the centre within this angle.
NEAR_CIRCLE, AIMED_WELL = 0.02, np.sin(np.radians(5.0))
# The contact is looked for around an axis up to this many radii.
AROUND = 4.0


@dataclass(frozen=True, eq=False)
class Round:
    """A round wall seen along a direction: centre (2,) and radius."""

    centre: Floats
    radius: float


def common_axes(a: PartSurface, b: PartSurface, contact: Contact, direction: Floats) -> list[Floats]:
    """A point (3,) on each axis along a direction (3,) that walls of both parts share at their contact."""
    frame = axis_frame(direction)
    seen = contact.points @ frame[1:].T
    height = float(np.average(contact.points @ frame[0], weights=contact.weights))
    near = (seen.min(axis=0), seen.max(axis=0))
    axes: list[Round] = []
    others = rounds(b, frame, near)
    for one in rounds(a, frame, near):
        for other in others:
            radius = min(one.radius, other.radius)
            if np.linalg.norm(one.centre - other.centre) > SAME * radius:
                continue
            middle = Round((one.centre + other.centre) / 2, radius)
            if surrounds(seen, middle) and not any(same_axis(middle, axis) for axis in axes):
                axes.append(middle)
    return [axis.centre @ frame[1:] + height * frame[0] for axis in axes]


def surrounds(points: Floats, axis: Round) -> bool:
    """Whether points (s, 2) lie all around an axis, not far from it."""
    offset = points - axis.centre
    offset = offset[np.linalg.norm(offset, axis=1) <= AROUND * axis.radius]
    return arc(offset) >= COVERED


def same_axis(first: Round, second: Round) -> bool:
    """Whether one round wall lies within the other, or nearly so."""
    return bool(np.linalg.norm(first.centre - second.centre) <= min(first.radius, second.radius))


def arc(directions: Array) -> float:
    """Share of a circle that directions (s, 2) cover: one minus their widest gap."""
    if not len(directions):
        return 0.0
    angles = np.sort(np.arctan2(directions[:, 1], directions[:, 0]))
    gaps = np.diff(angles, append=angles[0] + 2 * np.pi)
    return float(1 - gaps.max() / (2 * np.pi))


def rounds(
    part: PartSurface, frame: Floats, near: tuple[Floats, Floats], covered: float = COVERED
) -> list[Round]:
    """The round walls of a part along frame[0] whose box, seen along it, meets the contact's box `near`.

    covered: the share of the circle that they go around at least
    """
    T = part.V[part.F] @ frame[1:].T
    low, high = near
    standing = np.abs(part.n @ frame[0]) < SQUARE
    close = (T.max(axis=1) >= low).all(axis=1) & (T.min(axis=1) <= high).all(axis=1)
    count, wall = _walls(part, standing)
    kept = np.unique(wall[standing & close])
    found: list[Round] = []
    for k in kept[np.bincount(wall[standing], minlength=count)[kept] >= FEWEST_FACES]:
        rows = np.flatnonzero(standing & (wall == k))
        wall_of = (T[rows].mean(axis=1), part.n[rows] @ frame[1:].T, part.area[rows])
        whole = circle(*wall_of)
        found += [whole] if whole is not None else arcs(*wall_of, covered) if covered < COVERED else []
    return found


def _walls(part: PartSurface, standing: Array) -> tuple[int, Array]:
    """The number of walls and the wall (m,) of each face: connected faces among the standing ones."""
    edges = inner_edges(part.F)
    smooth = (part.n[edges.left] * part.n[edges.right]).sum(axis=1) > np.cos(ROUND)
    both = standing[edges.left] & standing[edges.right] & smooth
    links = (edges.left[both], edges.right[both])
    graph = coo_array((np.ones(both.sum()), links), shape=(len(part.F), len(part.F)))
    return connected_components(graph, directed=False)


def circle(points: Floats, normals: Floats, weights: Floats, covered: float = COVERED) -> Round | None:
    """The circle at whose centre normals (s, 2) aim; None where they aim at none, or cover too little."""
    across = np.stack([-normals[:, 1], normals[:, 0]], axis=1) * np.sqrt(weights)[:, None]
    offset = (across * points).sum(axis=1)
    centre = np.linalg.lstsq(across, offset, rcond=None)[0]
    radial = points - centre
    radius = float(np.average(np.linalg.norm(radial, axis=1), weights=weights))
    missed = np.average((radial[:, 0] * normals[:, 1] - radial[:, 1] * normals[:, 0]) ** 2, weights=weights)
    if np.sqrt(missed) > AIMED * radius or arc(normals) < covered:
        return None
    return Round(centre, radius)


def arcs(points: Floats, normals: Floats, weights: Floats, covered: float) -> list[Round]:
    """The largest round pieces of a wall that is round in part only, like the end of a lug.

    points, normals, weights: (s, 2), (s, 2) and (s,), the facets of the wall
    covered: the share of the circle that a piece goes around at least
    """
    found: list[Round] = []
    for _ in range(ARCS):
        best, kept = 0.0, np.zeros(len(points), bool)
        for centre in _centres(points, normals):
            inliers = _on_circle(points, normals, weights, centre)
            share = _swept(normals[inliers])
            if share > best:
                best, kept = share, inliers
        if best < covered:
            break
        whole = circle(points[kept], normals[kept], weights[kept], covered)
        if whole is not None:
            found.append(whole)
        points, normals, weights = points[~kept], normals[~kept], weights[~kept]
    return found


def _swept(directions: Floats) -> float:
    """Share of a circle that directions (s, 2) sweep without a gap wider than the sides of an octagon."""
    angles = np.sort(np.arctan2(directions[:, 1], directions[:, 0]))
    gaps = np.diff(angles)
    return float(gaps[gaps < ROUND].sum() / (2 * np.pi))


def _centres(points: Floats, normals: Floats) -> Floats:
    """(c, 2) where the normals of pairs of facets meet."""
    count = len(points)
    if count < FEWEST_FACES:
        return np.zeros((0, 2))
    i, j = np.triu_indices(count, 1) if count < 2 * PAIRS else _spread_pairs(count)
    turn = normals[i, 0] * normals[j, 1] - normals[i, 1] * normals[j, 0]
    kept = np.flatnonzero(np.abs(turn) > LEAST_ANGLE)
    kept = kept[:: 1 + len(kept) // PAIRS]
    i, j, turn = i[kept], j[kept], turn[kept]
    offset = points[j] - points[i]
    way = (offset[:, 0] * normals[j, 1] - offset[:, 1] * normals[j, 0]) / turn
    return points[i] + way[:, None] * normals[i]


def _spread_pairs(count: int) -> tuple[Array, Array]:
    """Pairs of facets that lie all along a long wall, near to each other and far."""
    steps = np.unique(np.geomspace(1, count // 2, 16).astype(int))
    first = np.arange(0, count, 1 + count // (2 * PAIRS))
    i, step = np.meshgrid(first, steps, indexing="ij")
    return i.ravel(), ((i + step) % count).ravel()


def _on_circle(points: Floats, normals: Floats, weights: Floats, centre: Floats) -> Array:
    """(s,) which facets lie on one circle about a centre (2,) and aim at it."""
    radial = points - centre
    far = np.linalg.norm(radial, axis=1)
    aimed = np.abs(radial[:, 0] * normals[:, 1] - radial[:, 1] * normals[:, 0]) < AIMED_WELL * far
    if not aimed.any():
        return aimed
    order = np.argsort(far[aimed])
    half = np.searchsorted(np.cumsum(weights[aimed][order]), weights[aimed].sum() / 2)
    radius = far[aimed][order][min(half, len(order) - 1)]
    return aimed & (np.abs(far - radius) < NEAR_CIRCLE * radius)
