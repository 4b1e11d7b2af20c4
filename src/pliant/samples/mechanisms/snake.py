"""A snake of loose segments: nothing touches, so its joints are virtual and can only be given."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled
from pliant.samples.mechanisms.outlines import curve
from pliant.samples.mechanisms.solids import Solid, Y, ball, limb, union, unit

SEGMENTS = 10
LENGTH = 1.25  # m, along its bends
GAP = 0.016  # m, between two segments
# Half its width and height at shares of its length: head, neck, body, tail.
SHARES = np.array([0.0, 0.05, 0.11, 0.2, 0.45, 0.75, 0.92, 1.0])
WIDTHS = np.array([0.030, 0.046, 0.034, 0.040, 0.048, 0.039, 0.024, 0.012])
HEIGHTS = np.array([0.018, 0.028, 0.028, 0.036, 0.044, 0.036, 0.023, 0.012])
BEND, TWIST = np.radians(25.0), np.radians(15.0)


def snake(resolution: float = 1.0) -> Mechanism:
    """A snake on the floor, its head towards z: 10 components that do not touch, 9 virtual ball joints."""
    detail = Detail(resolution)
    spine = _spine()
    ends = np.linspace(0.0, 1.0, SEGMENTS + 1)
    parts, links = {}, []
    for i, (start, end) in enumerate(pairwise(ends)):
        name = "head" if i == 0 else "tail" if i == SEGMENTS - 1 else f"segment {i}"
        parts[name] = _segment(spine, start, end, detail)
        if i:
            here = np.interp([start - 0.01, start, start + 0.01], spine[:, 0], np.arange(len(spine)))
            before, at, after = (_at(spine, place) for place in here)
            before_name = list(parts)[-2]
            ranges = [(-TWIST, TWIST), (-BEND, BEND), (-BEND, BEND)]
            links.append(Link(before_name, name, JointKind.BALL, at, after - before, ranges))
    parts["head"] = union(parts["head"], *_face(spine, detail))
    return assembled(parts, links)


def _spine() -> Floats:
    """(…, 4) rows of the share of the length and the position, from head to tail, in bends on the floor."""
    turn = np.linspace(0.0, 1.0, 40)
    x = 0.16 * np.sin(3.2 * np.pi * turn) * np.clip(turn / 0.2, 0, 1)
    z = 0.40 - 0.90 * turn
    flat = curve(np.column_stack([x, np.zeros_like(x), z]), 400)
    share = np.linspace(0, 1, len(flat))
    length = np.linalg.norm(np.diff(flat, axis=0), axis=1).sum()
    flat *= LENGTH / length
    flat[:, 1] = np.interp(share, SHARES, HEIGHTS)
    return np.column_stack([share, flat])


def _at(spine: Floats, place: float) -> Floats:
    """(3,) position at a fractional row of the spine."""
    return np.array([np.interp(place, np.arange(len(spine)), column) for column in spine[:, 1:].T])


def _segment(spine: Floats, start: float, end: float, detail: Detail) -> Solid:
    """The body between two shares of the length, half a gap shorter at each inner end."""
    trim = GAP / 2 / LENGTH
    shares = np.linspace(start + (trim if start else 0.0), end - (trim if end < 1 else 0.0), 7)
    points = np.stack([np.interp(shares, spine[:, 0], column) for column in spine[:, 1:].T], axis=1)
    half = np.column_stack([np.interp(shares, SHARES, WIDTHS), np.interp(shares, SHARES, HEIGHTS)])
    return limb(points, half, detail.sides(32), up=Y, power=2.2, blunt=0.5)


def _face(spine: Floats, detail: Detail) -> list[Solid]:
    """Two eyes and a forked tongue."""
    nose, at = _at(spine, 0.0), _at(spine, 16.0)
    ahead = unit(nose - at)
    side = np.cross(Y, ahead)
    eyes = [ball(at + s * 0.030 * side + 0.017 * Y, 0.0115, detail.sides(20)) for s in (-1, 1)]
    fork = nose + 0.032 * ahead
    thin = (0.0024, 0.0018)
    tongue = limb([nose - 0.012 * ahead, nose + 0.015 * ahead, fork], thin, detail.sides(12), up=Y)
    tips = [
        limb(
            [
                fork - 0.004 * ahead,
                fork + 0.008 * ahead + s * 0.003 * side,
                fork + 0.018 * ahead + s * 0.009 * side,
            ],
            thin,
            12,
            up=Y,
        )
        for s in (-1, 1)
    ]
    return [*eyes, tongue, *tips]
