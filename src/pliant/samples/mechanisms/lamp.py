"""A desk lamp: a turntable, three hinges and a shade that turns on its bracket."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, degrees
from pliant.samples.mechanisms.bearings import Hinge, Swivel
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.solids import Solid, Y, Z, lathe, placed, rod, tube, union, unit

GAP = 0.0002  # m, between parts that move on each other

SHOULDER = np.array([0.0, 0.092, 0.0])
ELBOW = SHOULDER + 0.215 * unit([-0.42, 1.0, 0.0])
WRIST = ELBOW + 0.205 * unit([1.0, 0.52, 0.0])
DOWN = unit([0.5, -1.0, 0.0])  # the way the shade looks
NECK = WRIST + 0.046 * DOWN  # where the shade begins
BASE_TOP = np.array([0.0, 0.024, 0.0])


@dataclass(frozen=True)
class _LampBearings:
    """All joints of the lamp, as they are built."""

    detail: Detail

    @property
    def turn(self) -> Swivel:
        return Swivel(
            BASE_TOP,
            Y,
            radius=0.017,
            collar=0.026,
            neck=0.007,
            depth=0.014,
            gap=GAP,
            sides=self.detail.sides(72),
        )

    @property
    def shoulder(self) -> Hinge:
        return Hinge(
            SHOULDER,
            Z,
            eye=0.0165,
            pin=0.006,
            width=0.012,
            lug=0.006,
            gap=GAP,
            sides=self.detail.sides(48),
            back=-0.014 * Y,
        )

    @property
    def elbow(self) -> Hinge:
        return Hinge(
            ELBOW,
            Z,
            eye=0.0145,
            pin=0.005,
            width=0.010,
            lug=0.005,
            gap=GAP,
            sides=self.detail.sides(48),
            back=0.1 * (SHOULDER - ELBOW),
        )

    @property
    def wrist(self) -> Hinge:
        return Hinge(
            WRIST,
            Z,
            eye=0.0115,
            pin=0.004,
            width=0.008,
            lug=0.0045,
            gap=GAP,
            sides=self.detail.sides(40),
            back=0.08 * (ELBOW - WRIST),
        )

    @property
    def spin(self) -> Swivel:
        return Swivel(
            NECK,
            -DOWN,
            radius=0.0075,
            collar=0.0115,
            neck=0.007,
            depth=0.012,
            gap=GAP,
            sides=self.detail.sides(48),
        )


def lamp(resolution: float = 1.0) -> Mechanism:
    """A desk lamp half a metre high: 6 components, 5 revolute joints."""
    detail = Detail(resolution)
    bearing = _LampBearings(detail)
    parts = {
        "base": _base(detail) - bearing.turn.cavity(),
        "turntable": bearing.shoulder.forked(union(_turntable(detail), bearing.turn.spigot(0.004))),
        "lower arm": bearing.elbow.forked(
            bearing.shoulder.eyed(_arm(SHOULDER, ELBOW, (0.0125, 0.0105), (0.0085, 0.0085), detail))
        ),
        "upper arm": bearing.wrist.forked(
            bearing.elbow.eyed(_arm(ELBOW, WRIST, (0.011, 0.0085), (0.008, 0.007), detail))
        ),
        "bracket": union(bearing.wrist.eyed(_bracket(detail)), bearing.spin.spigot(0.006)),
        "shade": _shade(detail) - bearing.spin.cavity(),
    }
    links = [
        Link("base", "turntable", JointKind.REVOLUTE, BASE_TOP, Y),
        Link("turntable", "lower arm", JointKind.REVOLUTE, SHOULDER, Z, degrees(-100, 60)),
        Link("lower arm", "upper arm", JointKind.REVOLUTE, ELBOW, Z, degrees(-60, 75)),
        Link("upper arm", "bracket", JointKind.REVOLUTE, WRIST, Z, degrees(-50, 75)),
        Link("bracket", "shade", JointKind.REVOLUTE, NECK, DOWN),
    ]
    return assembled(parts, links)


def _base(detail: Detail) -> Solid:
    """A heavy round foot with a dished top, and a switch on it."""
    outline = [(0.0, 0.0), (0.082, 0.0), (0.088, 0.006), (0.086, 0.016), (0.042, 0.024), (0.0, 0.024)]
    corners = [0.004, 0.006, 0.008, 0.02]
    foot = placed(lathe(rounded(outline, corners, detail.steps(5)), detail.sides(96)), (0, 0, 0), Y)
    switch = [(0.0, 0.0), (0.0085, 0.0), (0.0085, 0.0215), (0.0, 0.0235)]
    button = lathe(rounded(switch, 0.0015, detail.steps(3)), detail.sides(32))
    return union(foot, placed(button, (0.062, 0.002, 0.0), Y))


def _turntable(detail: Detail) -> Solid:
    low = BASE_TOP[1] + GAP
    outline = [
        (0.0, low),
        (0.033, low),
        (0.033, low + 0.007),
        (0.0155, low + 0.018),
        (0.013, 0.07),
        (0.0, 0.07),
    ]
    turret = lathe(rounded(outline, [0.002, 0.005, 0.02, 0.002], detail.steps(5)), detail.sides(72))
    return placed(turret, (0, 0, 0), Y)


def _arm(
    start: Floats, end: Floats, tall: tuple[float, float], thick: tuple[float, float], detail: Detail
) -> Solid:
    """A tapering bar from eye to eye; tall, thick: half its height and thickness at both ends."""
    share = np.linspace(0, 1, detail.steps(10) + 1)
    path = start + share[:, None] * (end - start)
    # Slightly waisted, so that light runs along it.
    waist = 1 - 0.22 * np.sin(np.pi * share) ** 2
    half = np.column_stack([np.interp(share, [0, 1], tall) * waist, np.interp(share, [0, 1], thick)])
    return tube(path, half, detail.sides(40), up=Z, power=3.2)


def _bracket(detail: Detail) -> Solid:
    """A tube from the wrist to a flange that closes the shade's neck."""
    top = NECK - GAP * DOWN
    flange = rod(top - 0.004 * DOWN, top, 0.0155, detail.sides(48), bevel=0.0012)
    share = np.linspace(0, 1, detail.steps(5) + 1)
    path = WRIST + share[:, None] * (top - 0.001 * DOWN - WRIST)
    half = np.column_stack([np.full(len(share), 0.0095), np.full(len(share), 0.0085)])
    return union(tube(path, half, detail.sides(40), up=Z, power=3.2), flange)


def _shade(detail: Detail) -> Solid:
    """A thin bell that opens downward around a bulb; its closed neck holds the bracket's spigot."""
    steps, sides = detail.steps(6), detail.sides(96)
    outer = [(0.0, 0.0), (0.0165, 0.0), (0.0185, 0.026), (0.036, 0.045), (0.066, 0.105), (0.067, 0.109)]
    inner = [(0.0655, 0.109), (0.0645, 0.105), (0.034, 0.047), (0.012, 0.034), (0.0, 0.034)]
    bell = rounded(outer, [0.002, 0.03, 0.06, 0.002], steps)
    hollow = rounded(inner, [0.002, 0.06, 0.01], steps)
    bulb = [(0.0, 0.02), (0.011, 0.02), (0.011, 0.05), (0.024, 0.066), (0.024, 0.082), (0.0, 0.094)]
    light = lathe(rounded(bulb, [0.001, 0.012, 0.02, 0.02], steps), detail.sides(48))
    shell = lathe([*bell, (0.0, bell[-1, 1])], sides)
    space = lathe([(0.0, 0.12), (hollow[0, 0], 0.12), *hollow], sides)
    return placed(union(shell - space, light), NECK, DOWN)
