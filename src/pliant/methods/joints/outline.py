"""The pivot of a flat contact: the axis about which its parts turn and stay mated, where its shape has one.

A face with a round outline has one, and so has one with a chamfer or a rim whose normals aim at an axis.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from pliant.arrays import Floats, Ints
from pliant.mechanism.mechanism import axis_frame
from pliant.methods.joints.contact import Contact
from pliant.methods.joints.part import PartSurface
from pliant.methods.joints.round_features import HALF, Round, circle, rounds, same_axis, surrounds

# Samples whose normals lean less than this from the axis lie on the flat face.
LEVEL = np.cos(np.radians(25.0))
# The outline is followed in this many directions; in each, this share of the samples may stick out by chance.
DIRECTIONS, STRAY = 24, 0.05
# Rounds of fitting a circle to what lies farthest out from its centre.
ROUNDS = 6
# Fewer samples have no outline.
FEWEST = 60
# An outline is round where its distance from the centre varies by less than this share.
ROUND = 0.05
# Samples of one piece lie so many mean distances apart, and a piece that counts is this share of the contact.
LINKED, ISLAND = 2.5, 0.25
# Round pieces have one axis within this share of the radius of the largest.
SAME = 0.2
# A fork has this share of its contact on either side.
BOTH_SIDES = 0.15
# A rim leans from the flat face by more than this, and is this share of the contact at least.
LEANING, RIM = np.sin(np.radians(10.0)), 0.005
# The samples of a rim, at least.
FEWEST_OF_RIM = 20

# A contact lies in a round end where this share of it is within so many radii, and fills this share of it.
ENCLOSED, WITHIN, FILLED = 0.95, 1.1, 0.3
# Walls of pins stand along the axis: their normals lean less than this toward it. A pin has so many samples,
# and lies beside an axis that is farther away than so many of its radii.
UPRIGHT, LEAST_OF_PIN, BESIDE = np.sin(np.radians(15.0)), 8, 1.5


@dataclass(frozen=True, eq=False)
class Outline:
    """The circle nearest to the outline of a flat contact.

    centre: (3,)
    radius: mean distance of the outline from the centre
    uneven: standard deviation of that distance, over the radius
    area:   of the samples that it encloses
    """

    centre: Floats
    radius: float
    uneven: float
    area: float

    @property
    def round(self) -> bool:
        """Whether the outline is this circle."""
        return self.uneven < ROUND


def pivot(contact: Contact, axis: Floats) -> Outline | None:
    """The circle about whose centre a flat contact across an axis (3,) turns; None where it has none."""
    leaning = rim(contact, axis)
    if leaning is not None:
        return leaning
    found = [each for each in islands(contact, axis) if each.round]
    if not found:
        return None
    apart = [np.linalg.norm(np.cross(each.centre - found[0].centre, axis)) for each in found]
    return found[0] if max(apart) < SAME * found[0].radius else None


def fork(contact: Contact, axis: Floats) -> Outline | None:
    """The middle of a contact that holds a part from both sides along an axis (3,); else None."""
    along = contact.normals @ axis
    sides = [contact.weights[along > LEVEL].sum(), contact.weights[along < -LEVEL].sum()]
    if min(sides) < BOTH_SIDES * contact.area:
        return None
    return Outline(contact.middle, contact.radius, 1.0, contact.area)


def lug(a: PartSurface, b: PartSurface, contact: Contact, axis: Floats) -> Outline | None:
    """The circle of the round end of a part that a flat contact across an axis (3,) lies in, if any."""
    frame = axis_frame(axis)
    flat = contact.points @ frame[1:].T
    near = (flat.min(axis=0), flat.max(axis=0))
    kept: list[Round] = []
    for end in [*rounds(a, frame, near, HALF), *rounds(b, frame, near, HALF)]:
        within = np.linalg.norm(flat - end.centre, axis=1) <= WITHIN * end.radius
        filled = contact.area > FILLED * 2 * np.pi * end.radius**2
        if filled and contact.weights[within].sum() > ENCLOSED * contact.area:
            kept.append(end)
    if not kept or not all(same_axis(end, kept[0]) for end in kept):
        return None
    height = float(contact.middle @ frame[0])
    return Outline(kept[0].centre @ frame[1:] + height * frame[0], kept[0].radius, 1.0, contact.area)


def bore(a: PartSurface, b: PartSurface, contact: Contact, axis: Floats) -> Outline | None:
    """The largest round wall, of either part, that a flat contact across an axis (3,) lies around.

    None where there is none, or where such walls have several axes: a fork turns about its pin, whichever
    part the pin's hole is drawn in.
    """
    frame = axis_frame(axis)
    flat = contact.points @ frame[1:].T
    near = (flat.min(axis=0), flat.max(axis=0))
    walls = [wall for part in (a, b) for wall in rounds(part, frame, near) if surrounds(flat, wall)]
    if not walls:
        return None
    largest = max(walls, key=lambda wall: wall.radius)
    if not all(same_axis(wall, largest) for wall in walls):
        return None
    height = float(contact.middle @ frame[0])
    return Outline(largest.centre @ frame[1:] + height * frame[0], largest.radius, 1.0, contact.area)


def rim(contact: Contact, axis: Floats) -> Outline | None:
    """The circle at whose centre the samples aim that lean from a flat face across an axis (3,), if any."""
    frame = axis_frame(axis)
    across = contact.normals @ frame[1:].T
    lean = np.linalg.norm(across, axis=1)
    rows = np.flatnonzero(lean > LEANING)
    if len(rows) < FEWEST_OF_RIM or contact.weights[rows].sum() < RIM * contact.area:
        return None
    points = contact.points[rows] @ frame[1:].T
    found: Round | None = circle(points, across[rows] / lean[rows, None], contact.weights[rows])
    if found is None:
        return None
    height = float(contact.middle @ frame[0])
    return Outline(found.centre @ frame[1:] + height * frame[0], found.radius, 0.0, contact.area)


def islands(contact: Contact, axis: Floats) -> list[Outline]:
    """The outlines of the connected pieces of a flat contact across an axis (3,), the largest first.

    Pieces that are small, or do not lie all around a point, are left out.
    """
    frame = axis_frame(axis)
    level = np.flatnonzero(np.abs(contact.normals @ frame[0]) > LEVEL)
    if len(level) < FEWEST:
        return []
    points, weights = contact.points[level], contact.weights[level]
    count, island = _pieces(points, weights)
    area = np.bincount(island, weights, minlength=count)
    found = []
    for k in np.argsort(-area, kind="stable"):
        rows = island == k
        if area[k] < ISLAND * weights.sum() or rows.sum() < FEWEST:
            break
        found.append(outline(points[rows], weights[rows], frame))
    return [each for each in found if each is not None]


def _pieces(points: Floats, weights: Floats) -> tuple[int, Ints]:
    """The number of connected pieces of samples (s, 3) that stand for areas (s,), and the piece of each."""
    spacing = LINKED * np.sqrt(weights.sum() / len(points))
    pairs = KDTree(points).query_pairs(spacing, output_type="ndarray")
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(points), len(points)))
    return connected_components(graph, directed=False)


def bolted(contact: Contact, axis: Floats, origin: Floats) -> bool:
    """Whether pins along an axis (3,) sit in holes beside the axis through a point (3,): bolts, or dowels.

    Holes alone hold nothing, and their walls do not face each other.
    """
    frame = axis_frame(axis)
    rows = np.flatnonzero(np.abs(contact.normals @ frame[0]) < UPRIGHT)
    if len(rows) < FEWEST_OF_RIM:
        return False
    walls = contact.pick(rows)
    flat, normals = walls.points @ frame[1:].T, walls.normals @ frame[1:].T
    count, piece = _pieces(walls.points, walls.weights)
    own = [piece == k for k in range(count)]
    pins = [circle(flat[k], normals[k], walls.weights[k]) for k in own if k.sum() >= LEAST_OF_PIN]
    middle = origin @ frame[1:].T
    beside = [pin for pin in pins if pin and np.linalg.norm(pin.centre - middle) > BESIDE * pin.radius]
    return any(np.linalg.norm(pin.centre - beside[0].centre) > pin.radius for pin in beside)


def outline(points: Floats, weights: Floats, frame: Floats) -> Outline | None:
    """The outline of points (s, 3) that lie flat across frame[0], and stand for areas (s,).

    None where they do not lie all around a point.
    """
    flat = points @ frame[1:].T
    centre = np.average(flat, axis=0, weights=weights)
    edge = flat
    for _ in range(ROUNDS):
        edge = _rim(flat, centre)
        if len(edge) < DIRECTIONS:
            return None
        centre = _circle_centre(edge)
    far = np.linalg.norm(edge - centre, axis=1)
    height = float(np.average(points @ frame[0], weights=weights))
    middle, radius = centre @ frame[1:] + height * frame[0], float(far.mean())
    return Outline(middle, radius, float(far.std() / radius), float(weights.sum()))


def _rim(points: Floats, centre: Floats) -> Floats:
    """(r, 2) of the points (s, 2) in each direction from a centre (2,), one that lies far out."""
    offset = points - centre
    far = np.linalg.norm(offset, axis=1)
    turn = np.arctan2(offset[:, 1], offset[:, 0]) / (2 * np.pi) + 0.5
    sector = np.minimum((turn * DIRECTIONS).astype(int), DIRECTIONS - 1)
    rim = []
    for k in np.unique(sector):
        rows = np.flatnonzero(sector == k)
        order = rows[np.argsort(far[rows], kind="stable")]
        rim.append(points[order[-max(1, int(STRAY * len(rows)))]])
    return np.array(rim)


def _circle_centre(points: Floats) -> Floats:
    """(2,) centre of the circle nearest to points (s, 2): |p|² = 2 c·p + (r² − |c|²)."""
    rows = np.column_stack([2 * points, np.ones(len(points))])
    return np.linalg.lstsq(rows, (points**2).sum(axis=1), rcond=None)[0][:2]
