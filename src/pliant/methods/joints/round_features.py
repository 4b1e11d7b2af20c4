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
    others = _rounds(b, frame, near)
    for one in _rounds(a, frame, near):
        for other in others:
            radius = min(one.radius, other.radius)
            if np.linalg.norm(one.centre - other.centre) > SAME * radius:
                continue
            middle = Round((one.centre + other.centre) / 2, radius)
            if surrounds(seen, middle) and not any(_one(middle, axis) for axis in axes):
                axes.append(middle)
    return [axis.centre @ frame[1:] + height * frame[0] for axis in axes]


def surrounds(points: Floats, axis: Round) -> bool:
    """Whether points (s, 2) lie all around an axis, not far from it."""
    offset = points - axis.centre
    offset = offset[np.linalg.norm(offset, axis=1) <= AROUND * axis.radius]
    return arc(offset) >= COVERED


def _one(first: Round, second: Round) -> bool:
    return bool(np.linalg.norm(first.centre - second.centre) <= min(first.radius, second.radius))


def arc(directions: Array) -> float:
    """Share of a circle that directions (s, 2) cover: one minus their widest gap."""
    if not len(directions):
        return 0.0
    angles = np.sort(np.arctan2(directions[:, 1], directions[:, 0]))
    gaps = np.diff(angles, append=angles[0] + 2 * np.pi)
    return float(1 - gaps.max() / (2 * np.pi))


def _rounds(part: PartSurface, frame: Floats, near: tuple[Floats, Floats]) -> list[Round]:
    """The round walls of a part along frame[0] whose box, seen along it, meets the contact's box `near`."""
    T = part.V[part.F] @ frame[1:].T
    low, high = near
    standing = np.abs(part.n @ frame[0]) < SQUARE
    close = (T.max(axis=1) >= low).all(axis=1) & (T.min(axis=1) <= high).all(axis=1)
    count, wall = _walls(part, standing)
    kept = np.unique(wall[standing & close])
    found = []
    for k in kept[np.bincount(wall[standing], minlength=count)[kept] >= FEWEST_FACES]:
        rows = np.flatnonzero(standing & (wall == k))
        found.append(circle(T[rows].mean(axis=1), part.n[rows] @ frame[1:].T, part.area[rows]))
    return [each for each in found if each is not None]


def _walls(part: PartSurface, standing: Array) -> tuple[int, Array]:
    """The number of walls and the wall (m,) of each face: connected faces among the standing ones."""
    edges = inner_edges(part.F)
    smooth = (part.n[edges.left] * part.n[edges.right]).sum(axis=1) > np.cos(ROUND)
    both = standing[edges.left] & standing[edges.right] & smooth
    links = (edges.left[both], edges.right[both])
    graph = coo_array((np.ones(both.sum()), links), shape=(len(part.F), len(part.F)))
    return connected_components(graph, directed=False)


def circle(points: Floats, normals: Floats, weights: Floats) -> Round | None:
    """The circle at whose centre normals (s, 2) aim; None where they aim at none, or cover too little."""
    across = np.stack([-normals[:, 1], normals[:, 0]], axis=1) * np.sqrt(weights)[:, None]
    offset = (across * points).sum(axis=1)
    centre = np.linalg.lstsq(across, offset, rcond=None)[0]
    radial = points - centre
    radius = float(np.average(np.linalg.norm(radial, axis=1), weights=weights))
    missed = np.average((radial[:, 0] * normals[:, 1] - radial[:, 1] * normals[:, 0]) ** 2, weights=weights)
    if np.sqrt(missed) > AIMED * radius or arc(normals) < COVERED:
        return None
    return Round(centre, radius)
