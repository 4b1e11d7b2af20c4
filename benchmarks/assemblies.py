"""Assemblies drawn at random, made after the analysis: bearings as they are built, in chains of links.

Every bearing joins two links at the origin, the first coming from −x and the second going to +x. Sizes,
clearances, numbers of sides, poses and units are drawn; nothing of the analysis is used to make them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from benchmarks.robustness import scaled, turned
from pliant.arrays import Floats
from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Link, assembled
from pliant.samples.mechanisms.solids import Solid, X, Z, hull, lathe, rod, union, vec

# Millimetres between surfaces that move along each other, and how many sides a circle has.
CLEARANCES = (0.0, 0.1, 0.2, 0.5)
SIDES = (12, 16, 24, 32, 48, 64)
# Users' units: metres, centimetres, millimetres, inches, micrometres.
UNITS = (1e-3, 1e-1, 1.0, 1 / 25.4, 1e3)
# Bearings end within this distance of their middle along x; in a chain they are so far apart.
MOUNT, APART = 60.0, 150.0
# Depth by which solids that belong together overlap.
BITE = 1.0


class Draw:
    """The chances of one bearing: its clearance, its numbers of sides, its lengths in millimetres."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self.gap = float(rng.choice(CLEARANCES))
        self.sides = int(rng.choice(SIDES))
        # Pins and holes of different make have different polygons.
        self.other_sides = int(rng.choice(SIDES)) if rng.random() < 0.5 else self.sides

    def length(self, low: float, high: float) -> float:
        return float(self._rng.uniform(low, high))

    def count(self, low: int, high: int) -> int:
        return int(self._rng.integers(low, high + 1))

    def yes(self) -> bool:
        return bool(self._rng.random() < 0.5)


@dataclass(frozen=True, eq=False)
class Bearing:
    """Two solids and the joint between them, at the origin."""

    a: Solid
    b: Solid
    kind: JointKind
    axis: Floats


def box(one: Sequence[float], other: Sequence[float]) -> Solid:
    """The box between two opposite corners (3,)."""
    corners = np.array([one, other], float)
    return hull([[corners[i & 1, 0], corners[(i >> 1) & 1, 1], corners[i >> 2, 2]] for i in range(8)])


def disc(radius: float, low: float, high: float, sides: int, axis: Floats = Z) -> Solid:
    """A round piece about an axis through the origin, between two heights."""
    return rod(low * axis, high * axis, radius, sides)


def bore(radius: float, half: float, sides: int, axis: Floats = Z) -> Solid:
    """What a round hole takes away: its polygon lies around the circle."""
    return rod(-half * axis, half * axis, radius, sides, around=True)


def _eye(reach: float, radius: float, low: float, high: float, sides: int) -> Solid:
    """A flat lug between two heights: a round end about z, and a plate from there to x = reach."""
    return union(disc(radius, low, high, sides), box((0.0, -radius, low), (reach, radius, high)))


def fork(draw: Draw) -> Bearing:
    """A tongue between two cheeks, on a pin of the fork, or with nothing but a hole through all of them."""
    thick, wide, cheek = draw.length(6, 20), draw.length(10, 20), draw.length(4, 10)
    radius, half = draw.length(0.25, 0.6) * wide, thick / 2 + draw.gap
    cheeks = [_eye(-MOUNT, wide, s * half, s * (half + cheek), draw.sides) for s in (1, -1)]
    body = union(*cheeks, box((-MOUNT, -wide, -half - BITE), (-wide - 4, wide, half + BITE)))
    tongue = _eye(MOUNT, wide, -thick / 2, thick / 2, draw.sides)
    tongue -= bore(radius + draw.gap, thick, draw.other_sides)
    through = half + cheek + 3
    if draw.yes():
        body = union(body, disc(radius, -through, through, draw.sides))
    else:
        body -= bore(radius, through, draw.sides)
    return Bearing(body, tongue, JointKind.REVOLUTE, Z)


def lap(draw: Draw) -> Bearing:
    """Two lugs side by side, on a pin with a head."""
    one, two, wide = draw.length(5, 15), draw.length(5, 15), draw.length(10, 22)
    radius, top = draw.length(0.25, 0.5) * wide, 2 * draw.gap + two
    a = _eye(-MOUNT, wide, -one, 0.0, draw.sides)
    a = union(a, disc(radius, -one, top + BITE, draw.sides), disc(1.5 * radius, top, top + 4, draw.sides))
    b = _eye(MOUNT, wide, draw.gap, draw.gap + two, draw.sides)
    return Bearing(a, b - bore(radius + draw.gap, 2 * top, draw.other_sides), JointKind.REVOLUTE, Z)


def knuckles(draw: Draw) -> Bearing:
    """Two leaves whose knuckles take turns on one pin, as on a door."""
    wide, count, thick = draw.length(8, 20), 2 * draw.count(1, 3) + 1, draw.length(3, 5)
    out, end = 2 * thick, count / 2 * wide
    a, b = (box((s * (out + 2), -thick, -end), (s * MOUNT, thick, end)) for s in (-1, 1))
    for k in range(count):
        low, high = k * wide - end + draw.gap / 2, (k + 1) * wide - end - draw.gap / 2
        barrel = disc(out, low, high, draw.sides)
        if k % 2:
            b = union(b, barrel, box((0, -thick, low), (out + 3, thick, high)))
        else:
            a = union(a, barrel, box((0, -thick, low), (-out - 3, thick, high)))
    b -= bore(thick + draw.gap, end + 1, draw.other_sides)
    return Bearing(union(a, disc(thick, -end, end, draw.sides)), b, JointKind.REVOLUTE, Z)


def axle(draw: Draw) -> Bearing:
    """A wheel on an axle with a collar on either side."""
    thick, wide, radius = draw.length(6, 25), draw.length(14, 30), draw.length(3, 8)
    collar = radius + draw.length(2, 6)
    end = thick / 2 + draw.gap
    collars = [disc(collar, s * end, s * (end + 5), draw.sides) for s in (-1, 1)]
    arm = box((-MOUNT, -4, end + BITE), (0, 4, end + 5))
    wheel = union(disc(wide, -thick / 2, thick / 2, draw.sides), box((0, -4, -2), (MOUNT, 4, 2)))
    a = union(disc(radius, -end - BITE, end + BITE, draw.sides), *collars, arm)
    return Bearing(a, wheel - bore(radius + draw.gap, thick, draw.other_sides), JointKind.REVOLUTE, Z)


def turntable(draw: Draw) -> Bearing:
    """A flange on a flange, centred by a spigot in a bore; each has a circle of screw holes of its own."""
    wide, spigot = draw.length(20, 35), draw.length(5, 10)
    a = union(disc(wide, -8, 0, draw.sides, X), disc(spigot, -BITE, 8, draw.sides, X))
    b = disc(wide, draw.gap, draw.gap + 15, draw.sides, X) - bore(spigot + draw.gap, 9, draw.other_sides, X)
    a -= _circle(draw.count(3, 8), 0.55 * wide, -6, 1, draw)
    b -= _circle(draw.count(3, 8), 0.8 * wide, 8, 17, draw)
    return Bearing(_mounted(a, -7), _mounted(b, 14), JointKind.REVOLUTE, X)


def bolted(draw: Draw) -> Bearing:
    """Two flanges held by a circle of bolts with heads."""
    wide, count = draw.length(20, 35), draw.count(3, 8)
    a, b = disc(wide, -8, 0, draw.sides, X), disc(wide, 0, 8, draw.sides, X)
    at = draw.length(0.6, 0.8) * wide
    bolts = union(_circle(count, at, -BITE, 9, draw), _circle(count, at, 8, 11, draw, radius=3.5))
    b -= _circle(count, at, -1, 9, draw, radius=2.0 + draw.gap)
    return Bearing(_mounted(union(a, bolts), -7), _mounted(b, 7), JointKind.FIXED, X)


def _circle(count: int, at: float, low: float, high: float, draw: Draw, *, radius: float = 2.0) -> Solid:
    """Round pieces along x, evenly around it, at a distance from it."""
    turns = 2 * np.pi * np.arange(count) / count
    places = [vec(0.0, at * np.cos(turn), at * np.sin(turn)) for turn in turns]
    return union(*(rod(p + low * X, p + high * X, radius, draw.sides) for p in places))


def _mounted(solid: Solid, start: float) -> Solid:
    """The solid with a square neck along x from a start to its mount."""
    return union(solid, box((start, -8, -8), (np.sign(start) * MOUNT, 8, 8)))


def telescope(draw: Draw) -> Bearing:
    """A round rod in a tube."""
    radius, length = draw.length(6, 15), draw.length(20, 40)
    tube = disc(radius + 4, -MOUNT, 0.0, draw.sides, X) - bore(
        radius + draw.gap, MOUNT - 10, draw.other_sides, X
    )
    return Bearing(tube, disc(radius, -length, MOUNT, draw.sides, X), JointKind.CYLINDER, X)


def square_telescope(draw: Draw) -> Bearing:
    """A bar in a tube, both rectangular."""
    wide, high, length = draw.length(8, 15), draw.length(5, 12), draw.length(20, 40)
    w, h = wide + draw.gap, high + draw.gap
    tube = box((-MOUNT, -w - 4, -h - 4), (0, w + 4, h + 4)) - box((-50, -w, -h), (BITE, w, h))
    return Bearing(tube, box((-length, -wide, -high), (MOUNT, wide, high)), JointKind.PRISMATIC, X)


def drawer(draw: Draw) -> Bearing:
    """A drawer on rails in a carcass that is open at the front."""
    deep, wide, high = draw.length(40, 55), draw.length(20, 40), draw.length(10, 25)
    carcass = box((-MOUNT, -wide - 5, -high - 5), (0, wide + 5, high + 5))
    carcass -= box((-deep - 2, -wide, -high), (BITE, wide, high))
    rails = [box((-deep, s * (wide - 4), -3), (0, s * (wide + BITE), 0)) for s in (-1, 1)]
    g = draw.gap
    tray = box((-deep, -wide + g, -high + 3), (0, wide - g, high - 3))
    tray -= box((-deep + 3, -wide + 8, -high + 6), (-3, wide - 8, high))
    grooves = [box((-deep - 1, s * (wide - 4 - g), -3 - g), (BITE, s * (wide + 1), g)) for s in (-1, 1)]
    handle = box((-BITE, -5, -3), (MOUNT, 5, 3))
    return Bearing(union(carcass, *rails), union(tray - union(*grooves), handle), JointKind.PRISMATIC, X)


def dovetail(draw: Draw) -> Bearing:
    """A carriage on a dovetail rail."""
    narrow, high, length = draw.length(6, 12), draw.length(5, 10), draw.length(15, 30)
    wide, g = narrow + draw.length(2, 5), draw.gap
    rail = _along_x([(-narrow, 0), (narrow, 0), (wide, high), (-wide, high)], -50, 50)
    rail = union(rail, box((-MOUNT, -wide, -8), (50, wide, 0)))
    groove = [(-narrow - g, 0), (narrow + g, 0), (wide + g, high + g), (-wide - g, high + g)]
    block = box((-length, -wide - 6, g), (length, wide + 6, high + 8)) - _along_x(groove, -60, 60)
    block = union(block, box((0, -5, high + 4), (MOUNT, 5, high + 8)))
    return Bearing(rail, block, JointKind.PRISMATIC, X)


def _along_x(outline: Sequence[tuple[float, float]], low: float, high: float) -> Solid:
    """The prism along x over a convex outline in y and z."""
    return hull([(x, y, z) for x in (low, high) for y, z in outline])


def ball(draw: Draw) -> Bearing:
    """A ball on a stem, in a socket that holds more than half of it."""
    radius = draw.length(8, 18)
    stem = disc(0.4 * radius, 0.0, MOUNT, draw.sides, X)
    opening = draw.length(0.3, 0.6) * radius
    socket = box((-MOUNT, -radius - 5, -radius - 5), (opening, radius + 5, radius + 5))
    inside = _sphere(radius + draw.gap, draw.other_sides, around=True)
    return Bearing(socket - inside, union(_sphere(radius, draw.sides), stem), JointKind.BALL, X)


def _sphere(radius: float, sides: int, *, around: bool = False) -> Solid:
    angle = np.linspace(-np.pi / 2, np.pi / 2, sides // 2 + 1)
    return lathe(np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1), sides, around=around)


BEARINGS: Mapping[str, Callable[[Draw], Bearing]] = MappingProxyType(
    {
        make.__name__.replace("_", " "): make
        for make in (
            fork,
            lap,
            knuckles,
            axle,
            turntable,
            bolted,
            telescope,
            square_telescope,
            drawer,
            dovetail,
            ball,
        )
    }
)


def chain(names: Sequence[str], rng: np.random.Generator) -> Mechanism:
    """A chain of links with these bearings between them, in a random pose and unit."""
    links: list[list[Solid]] = [[] for _ in range(len(names) + 1)]
    joints = []
    for k, name in enumerate(names):
        bearing = BEARINGS[name](Draw(rng))
        centre, side = vec(k * APART, 0.0, 0.0), exp(rng.uniform(0, 2 * np.pi) * X)
        placing = np.column_stack([side, centre])
        links[k].append(bearing.a.transform(placing))
        links[k + 1].append(bearing.b.transform(placing))
        joints.append(Link(str(k), str(k + 1), bearing.kind, centre, side @ bearing.axis))
        if k:
            links[k].append(_between(k, rng))
    made = assembled({str(k): union(*solids) for k, solids in enumerate(links)}, joints)
    return scaled(turned(made, int(rng.integers(2**31))), float(rng.choice(UNITS)))


def _between(k: int, rng: np.random.Generator) -> Solid:
    """The bar of a link from one bearing's mount to the next."""
    radius = rng.uniform(15, 25)
    return rod(((k - 1) * APART + MOUNT - BITE) * X, (k * APART - MOUNT + BITE) * X, radius, 24)
