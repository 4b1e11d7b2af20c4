"""An office chair: a gas lift, armrests that slide up and down, and a back that tilts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, degrees
from pliant.samples.mechanisms.bearings import Hinge, Piston, Plug, Slider, Travel
from pliant.samples.mechanisms.outlines import curve, rounded
from pliant.samples.mechanisms.solids import (
    Solid,
    X,
    Y,
    Z,
    box,
    cushion,
    lathe,
    mirrored,
    placed,
    plate,
    rod,
    tube,
    union,
    vec,
)

GAP = 0.0004  # m, between parts that move on each other

MOUTH = np.array([0.0, 0.315, 0.0])  # where the lift leaves the foot's tube
SEAT = 0.425  # height of the seat's underside
TILT = np.array([0.0, 0.46, -0.235])
ARM = np.array([0.292, 0.615, -0.01])  # the mouth of the left armrest's sleeve
SPOKES = 5


@dataclass(frozen=True)
class _ChairBearings:
    """All joints of the chair, as they are built."""

    detail: Detail

    @property
    def lift(self) -> Piston:
        return Piston(
            MOUTH,
            Y,
            radius=0.017,
            head=0.0225,
            travel=Travel(foot=0.11, head=0.03, bush=0.025, bottom=0.19),
            gap=GAP,
            sides=self.detail.sides(56),
        )

    @property
    def seated(self) -> Plug:
        return Plug(np.array([0.0, SEAT, 0.0]), -Y, Z, half=0.016, head=0.021, depth=0.022, gap=GAP)

    @property
    def tilt(self) -> Hinge:
        return Hinge(
            TILT,
            X,
            eye=0.024,
            pin=0.009,
            width=0.056,
            lug=0.013,
            gap=GAP,
            sides=self.detail.sides(48),
            back=np.array([0.0, -0.004, 0.035]),
        )

    @property
    def slide(self) -> Slider:
        return Slider(
            ARM,
            Y,
            X,
            half=(0.011, 0.022),
            rim=0.005,
            bevel=0.003,
            travel=Travel(foot=0.10, head=0.02, bush=0.02, bottom=0.14),
            gap=GAP,
        )


def chair(resolution: float = 1.0) -> Mechanism:
    """An office chair that looks along z: 6 components, 5 joints of four kinds."""
    detail = Detail(resolution)
    bearing = _ChairBearings(detail)
    arm = union(_pad(detail), bearing.slide.rod(0.052))
    sleeve = _sleeve(detail) - bearing.slide.bore()
    seat = union(_seat(detail), _bracket(detail), sleeve, mirrored(sleeve))
    parts = {
        "foot": _foot(detail) - bearing.lift.bore(),
        "lift": union(
            bearing.lift.rod(SEAT - GAP - MOUTH[1] - 0.002), _flange(detail), bearing.seated.peg(0.006)
        ),
        "seat": bearing.tilt.forked(seat) - bearing.seated.hole(),
        "back": bearing.tilt.eyed(_back(detail)),
        "left armrest": arm,
        "right armrest": mirrored(arm),
    }
    other = ARM * (-1, 1, 1)
    links = [
        Link("foot", "lift", JointKind.CYLINDER, MOUTH, Y, [(-np.inf, np.inf), bearing.lift.travel.range]),
        Link("lift", "seat", JointKind.FIXED, bearing.seated.origin, Y),
        Link("seat", "back", JointKind.REVOLUTE, TILT, X, degrees(-25, 8)),
        Link("seat", "left armrest", JointKind.PRISMATIC, ARM, Y, [bearing.slide.travel.range]),
        Link("seat", "right armrest", JointKind.PRISMATIC, other, Y, [bearing.slide.travel.range]),
    ]
    return assembled(parts, links)


def _foot(detail: Detail) -> Solid:
    """A star of five spokes on castors, and the tube of the lift."""
    outline = [
        (0.0, 0.062),
        (0.038, 0.062),
        (0.046, 0.09),
        (0.034, 0.135),
        (0.031, MOUTH[1]),
        (0.0, MOUTH[1]),
    ]
    hub = lathe(rounded(outline, [0.008, 0.02, 0.04, 0.005], detail.steps(5)), detail.sides(56))
    spoke = union(_spoke(detail), _castor(detail))
    turns = 360.0 * np.arange(SPOKES) / SPOKES
    return union(placed(hub, (0, 0, 0), Y), *(spoke.rotate((0.0, float(turn), 0.0)) for turn in turns))


def _spoke(detail: Detail) -> Solid:
    """A tapering leg along z, its back arched."""
    path = curve(
        [(0, 0.098, 0.0), (0, 0.100, 0.1), (0, 0.088, 0.22), (0, 0.074, 0.318)], detail.steps(14) + 1
    )
    share = np.linspace(0, 1, len(path))
    half = np.column_stack([0.027 - 0.012 * share, 0.021 - 0.010 * share])
    tip = placed(
        lathe(rounded([(0.0, 0.0), (0.015, 0.0), (0.015, 0.021), (0.0, 0.021)], 0.006, 3), detail.sides(32)),
        (0, 0.064, 0.318),
        Y,
    )
    return union(tube(path, half, detail.sides(32), power=3.0), tip)


def _castor(detail: Detail) -> Solid:
    """Two wheels under a hood, at the end of a spoke."""
    centre, sides = np.array([0.0, 0.029, 0.326]), detail.sides(40)
    wheels = [
        rod(centre + vec(s * 0.005, 0, 0), centre + vec(s * 0.023, 0, 0), 0.029, sides, bevel=0.005)
        for s in (-1, 1)
    ]
    hub = rod(centre - 0.012 * X, centre + 0.012 * X, 0.02, sides)
    stem = rod(centre - (0, 0, 0.008), (0, 0.07, 0.318), 0.0075, detail.sides(24))
    return union(*wheels, hub, stem)


def _flange(detail: Detail) -> Solid:
    """The plate at the top of the lift that carries the seat."""
    top = SEAT - GAP
    outline = [(0.0, top - 0.022), (0.021, top - 0.022), (0.045, top - 0.006), (0.045, top), (0.0, top)]
    return placed(
        lathe(rounded(outline, [0.003, 0.004, 0.002], detail.steps(4)), detail.sides(56)), (0, 0, 0), Y
    )


def _seat(detail: Detail) -> Solid:
    """A cushion on a pan, dished for sitting and falling off at its front edge."""
    soft = cushion((0.24, 0.235), 0.064, 0.027, detail.sides(96))
    pan = cushion((0.222, 0.218), 0.024, 0.008, detail.sides(72))
    solids = [placed(soft, (0, SEAT + 0.058, 0), -Y, X), placed(pan, (0, SEAT + 0.026, 0), -Y, X)]
    housing = box((0.16, 0.05, 0.25), (0, SEAT + 0.025, -0.02), 0.014, detail.sides(16))
    return union(*(solid.warp_batch(_dished) for solid in solids), housing)


def _dished(P: Floats) -> Floats:
    x, y, z = P.T
    front = np.clip((z - 0.08) / 0.16, 0, None)
    share = np.clip((y - SEAT) / 0.08, 0, 1)
    return np.column_stack(
        [x, y + share * (0.5 * x**2 - 0.03 * front**2 + 0.12 * np.clip(-z - 0.08, 0, None) ** 1.5), z]
    )


def _bracket(detail: Detail) -> Solid:
    """A bar from the housing back to the hinge of the tilting back."""
    end = TILT + vec(0.0, -0.004, 0.03)
    path = np.linspace([0.0, SEAT + 0.025, -0.08], end, detail.steps(4) + 1)
    return tube(path, (0.0385, 0.018), detail.sides(32), power=4.0)


def _sleeve(detail: Detail) -> Solid:
    """The left arm: from under the seat outward, then up to the armrest's sleeve."""
    foot = ARM - vec(0.0, 0.16, 0.0)
    path = rounded(
        [vec(0.05, SEAT + 0.022, -0.01), vec(foot[0], SEAT + 0.022, -0.01), foot + vec(0, 0.07, 0)],
        0.05,
        detail.steps(8),
    )
    half = np.column_stack([np.linspace(0.026, 0.024, len(path)), np.linspace(0.014, 0.015, len(path))])
    reach = tube(path, half[:, ::-1], detail.sides(32), up=Z, power=3.5)
    shell = plate(
        [(s * 0.004, t * 0.016, 0.0175) for s in (-1, 1) for t in (-1, 1)], 0.17, 0.004, detail.sides(40)
    )
    return union(reach, placed(shell, ARM - (0.0, 0.085, 0.0), Y, X))


def _pad(detail: Detail) -> Solid:
    """The left armrest: a soft-edged pad on a plate."""
    height = ARM[1] + 0.048
    pad = cushion((0.04, 0.13), 0.028, 0.012, detail.sides(64), power=3.0)
    base = plate([(0.0, -0.05, 0.022), (0.0, 0.05, 0.022)], 0.012, 0.004, detail.sides(40))
    return union(
        placed(pad, (ARM[0], height + 0.018, 0.02), -Y, X), placed(base, (ARM[0], height, 0.0), -Y, X)
    )


def _back(detail: Detail) -> Solid:
    """A curved rest on a spine that rises from the hinge."""
    rest = cushion((0.225, 0.27), 0.042, 0.019, detail.sides(96), power=3.6)
    rest = placed(rest, (0, 0.81, -0.27), Z, X).warp_batch(_curved)
    path = curve(
        [tuple(TILT), (0, 0.45, -0.29), (0, 0.52, -0.335), (0, 0.66, -0.290), (0, 0.82, -0.292)],
        detail.steps(24) + 1,
    )
    share = np.linspace(0, 1, len(path))
    half = np.column_stack([0.030 - 0.008 * share, 0.017 - 0.005 * share])
    return union(rest, tube(path, half, detail.sides(32), up=Z, power=3.0))


def _curved(P: Floats) -> Floats:
    """Points of a flat rest, wrapped around the sitter and bulging at the small of the back."""
    x, y, z = P.T
    lumbar = np.exp(-(((y - 0.70) / 0.11) ** 2))
    width = 0.9 + 0.1 * np.cos((y - 0.82) / 0.2)
    return np.column_stack(
        [x * width, y, z + 1.1 * x**2 + 0.03 * lumbar - 0.5 * np.clip(y - 0.70, 0, None) ** 2]
    )
