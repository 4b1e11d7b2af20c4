"""A robot that wipes a wall: an arm on a rail, and a soft brush on two rods bent like a W."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import JointKind, Mechanism, Soft
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, ball_link, degrees
from pliant.samples.mechanisms.bearings import Hinge, Piston, Plug, Socket, Travel
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.solids import (
    Solid,
    X,
    Y,
    Z,
    box,
    lathe,
    limb,
    placed,
    plate,
    prism,
    rod,
    tube,
    union,
)
from tests.models.composition import softened
from tests.models.vessels import BAIL, CAP, Vessels, bottle, bucket

GAP = 0.0002  # m, between parts that move on each other

FLOOR = 0.026  # height of the base plate's top
RAIL = np.array([0.0, 0.066, -0.07])
TRACK = 0.205  # half of the rail's free length
CARRIAGE = 0.05  # half of the carriage's length
MOUTH = np.array([0.0, 0.235, -0.07])  # where the column leaves the carriage
SHOULDER = np.array([0.0, 0.352, -0.07])
ELBOW = np.array([0.0, 0.545, -0.165])
WRIST = np.array([0.0, 0.545, 0.072])
HEAD = np.array([0.0, 0.545, 0.138])  # where the crossbar is plugged on the wrist
ROD_X = 0.082  # of the left W
ROD_ENDS = (0.164, 0.262)  # z where the rods leave the crossbar and enter the holder
HOLDER = 0.284  # z where the brush is plugged on the holder
BUCKET = np.array([-0.165, FLOOR, 0.068])
BOTTLE = np.array([0.175, FLOOR, 0.068])


def brush(resolution: float = 1.0) -> Mechanism:
    """A robot 0.6 m high, its brush towards z: 15 components and 15 joints of all six kinds."""
    detail = Detail(resolution)
    parts = {**_arm(detail), **_wiper(detail)}
    vessels = Vessels(GAP, detail)
    parts |= bucket(vessels, BUCKET) | bottle(vessels, BOTTLE)
    slide = TRACK - CARRIAGE
    rise = _column(detail).travel.range
    fixed, turn, rest = JointKind.FIXED, JointKind.REVOLUTE, JointKind.PLANE
    rods = [(name, x * X) for name, x in (("left rod", ROD_X), ("right rod", -ROD_X))]
    links = [
        Link("base", "carriage", JointKind.PRISMATIC, RAIL, X, [(-slide, slide)]),
        Link("carriage", "column", JointKind.CYLINDER, MOUTH, Y, [(-np.inf, np.inf), rise]),
        Link("column", "arm", turn, SHOULDER, X, degrees(-35, 70)),
        Link("arm", "forearm", turn, ELBOW, X, degrees(-55, 28)),
        ball_link("forearm", "wrist", _wrist(detail)),
        Link("wrist", "crossbar", fixed, HEAD, Z),
        *(Link("crossbar", name, fixed, [*(HEAD + x)[:2], ROD_ENDS[0]], Z) for name, x in rods),
        *(Link(name, "holder", fixed, [*(HEAD + x)[:2], ROD_ENDS[1]], Z) for name, x in rods),
        Link("holder", "brush", fixed, [*HEAD[:2], HOLDER], Z),
        Link("base", "bucket", rest, BUCKET, Y, _room(-0.20, 0.06)),
        Link("bucket", "bail", turn, BUCKET + BAIL, X, degrees(-60, 80)),
        Link("base", "bottle", rest, BOTTLE, Y, _room(-0.06, 0.20)),
        Link("bottle", "cap", turn, BOTTLE + CAP, Y),
    ]
    return softened(assembled(parts, links), {"brush": Soft(10)})


def _room(low: float, high: float) -> list[tuple[float, float]]:
    """Ranges of a vessel on the base: along -z, along -x (the rows of a frame about y), and turning."""
    return [(-0.03, 0.07), (low, high), (-np.inf, np.inf)]


def _column(detail: Detail) -> Piston:
    return Piston(
        MOUTH,
        Y,
        radius=0.017,
        head=0.0225,
        travel=Travel(foot=0.085, head=0.025, bush=0.02, bottom=0.115),
        gap=GAP,
        sides=detail.sides(48),
    )


def _wrist(detail: Detail) -> Socket:
    return Socket(
        WRIST,
        Z,
        radius=0.022,
        neck=0.0095,
        wall=0.006,
        opening=np.radians(66),
        gap=GAP,
        sides=detail.sides(40),
    )


def _arm(detail: Detail) -> dict[str, Solid]:
    """From the base to the wrist."""
    sides = detail.sides(40)
    column, wrist = _column(detail), _wrist(detail)
    shoulder = Hinge(
        SHOULDER, X, eye=0.026, pin=0.009, width=0.024, lug=0.010, gap=GAP, sides=sides, back=-0.024 * Y
    )
    elbow = Hinge(
        ELBOW,
        X,
        eye=0.022,
        pin=0.008,
        width=0.020,
        lug=0.009,
        gap=GAP,
        sides=sides,
        back=0.12 * (SHOULDER - ELBOW),
    )
    head = Plug(HEAD, Z, X, half=0.009, head=0.0125, depth=0.014, gap=GAP)
    post = lathe(
        rounded([(0.0, 0.29), (0.027, 0.29), (0.024, 0.33), (0.0, 0.34)], 0.006, detail.steps(4)), sides
    )
    post = placed(post, SHOULDER * (1, 0, 1), Y)
    across = np.array([(0.021, 0.017), (0.017, 0.015), (0.016, 0.013)])
    upper = limb(
        [SHOULDER, (SHOULDER + ELBOW) / 2, ELBOW + 0.1 * (SHOULDER - ELBOW)],
        across[:, ::-1],
        sides,
        power=3.0,
    )
    fore = limb([ELBOW, (ELBOW + WRIST) / 2, WRIST - 0.012 * Z], 0.95 * across, sides, up=Y, power=3.0)
    flange = rod(HEAD - 0.026 * Z, HEAD, 0.024, sides, bevel=0.003)
    return {
        "base": _base(detail),
        "carriage": _carriage(detail) - column.bore(),
        "column": shoulder.forked(union(column.rod(0.062), post)),
        "arm": elbow.forked(shoulder.eyed(upper)),
        "forearm": wrist.cupped(elbow.eyed(fore)),
        "wrist": wrist.balled(flange, 0.045) - head.hole(),
    }


def _base(detail: Detail) -> Solid:
    sides = detail.sides(40)
    floor = plate([(s * 0.235, t * 0.11, 0.03) for s in (-1, 1) for t in (-1, 1)], FLOOR, 0.006, sides)
    posts = [
        box((0.026, 0.078, 0.06), (s * (TRACK + 0.013), 0.055, RAIL[2]), 0.006, detail.sides(16))
        for s in (-1, 1)
    ]
    rail = placed(prism((0.013, 0.013), 0.004, -TRACK - 0.01, TRACK + 0.01), RAIL, X, Y)
    return union(placed(floor, (0, FLOOR / 2, 0), Y, X), *posts, rail)


def _carriage(detail: Detail) -> Solid:
    block = prism((0.036, 0.05), 0.008, -CARRIAGE, CARRIAGE)
    height = MOUTH[1] - RAIL[1]
    tower = rounded(
        [(0.0, 0.0), (0.046, 0.0), (0.044, 0.05), (0.031, 0.075), (0.031, height), (0.0, height)], 0.008, 4
    )
    bore = prism((0.013, 0.013), 0.004, -CARRIAGE - 0.01, CARRIAGE + 0.01, grow=GAP)
    body = union(placed(block, RAIL, X, Y), placed(lathe(tower, detail.sides(48)), RAIL, Y))
    return body - placed(bore, RAIL, X, Y)


def _wiper(detail: Detail) -> dict[str, Solid]:
    """From the crossbar to the brush."""
    head = Plug(HEAD, Z, X, half=0.009, head=0.0125, depth=0.014, gap=GAP)
    y = HEAD[1]
    ends = [
        [
            Plug(np.array([s * ROD_X, y, z]), axis, X, half=0.004, head=0.0062, depth=0.012, gap=GAP)
            for s in (1, -1)
        ]
        for z, axis in zip(ROD_ENDS, (Z, -Z), strict=True)
    ]
    seat = Plug(np.array([0.0, y, HOLDER]), Z, X, half=0.012, head=0.016, depth=0.012, gap=GAP)
    depth = ROD_ENDS[0] - HEAD[2] - GAP
    bar = placed(
        plate([(s * 0.09, 0.0, 0.017) for s in (-1, 1)], depth, 0.005, detail.sides(40)),
        HEAD + (GAP + depth / 2) * Z,
        Z,
        X,
    )
    bar = union(bar, rod(HEAD + GAP * Z, HEAD + 0.02 * Z, 0.024, detail.sides(40), bevel=0.003))
    holder = box(
        (0.235, 0.040, HOLDER - ROD_ENDS[1]), (0.0, y, (HOLDER + ROD_ENDS[1]) / 2), 0.006, detail.sides(16)
    )
    rods = [
        union(_w_rod(s * ROD_X, detail), near.peg(0.004), far.peg(0.004))
        for s, near, far in zip((1, -1), *ends, strict=True)
    ]
    return {
        "crossbar": union(bar, head.peg(0.006)) - union(*(plug.hole() for plug in ends[0])),
        "left rod": rods[0],
        "right rod": rods[1],
        "holder": holder - union(seat.hole(), *(plug.hole() for plug in ends[1])),
        "brush": union(_bristles(detail), seat.peg(0.006)).refine_to_length(0.012 / detail.resolution),
    }


def _w_rod(x: float, detail: Detail) -> Solid:
    """A rod bent down and up between two square shoulders."""
    start, end = ROD_ENDS[0] + GAP, ROD_ENDS[1] - GAP
    z = np.linspace(start + 0.008, end - 0.008, 5)
    up = np.array([0.0, -0.042, 0.026, -0.042, 0.0])
    corners = [(x, HEAD[1] + h, at) for h, at in zip(up, z, strict=True)]
    path = rounded([(x, HEAD[1], start + 0.002), *corners, (x, HEAD[1], end - 0.002)], 0.008, detail.steps(6))
    shoulders = [box((0.017, 0.017, 0.007), (x, HEAD[1], at), 0.002) for at in (start + 0.0035, end - 0.0035)]
    return union(tube(path, (0.0045, 0.0045), detail.sides(20), up=X), *shoulders)


def _bristles(detail: Detail) -> Solid:
    """Three rows of tufts on a back."""
    start, y, sides = HOLDER + GAP, HEAD[1], detail.sides(12)
    back = box((0.24, 0.042, 0.014), (0.0, y, start + 0.007), 0.004, sides).refine_to_length(
        0.012 / detail.resolution
    )
    share = np.linspace(0, 1, detail.steps(7) + 1)
    profile = [(0.0, 0.0), *np.column_stack([0.0062 + 0.0022 * share, 0.05 * share]), (0.0, 0.05)]
    tuft = lathe(profile, sides)
    tufts = [
        placed(tuft, (x, y + row, start + 0.010), Z, X)
        for row in (-0.0135, 0.0, 0.0135)
        for x in np.linspace(-0.108, 0.108, 12) + (0.0049 if row == 0 else -0.0049)
    ]
    return union(back, *tufts)
