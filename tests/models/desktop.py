"""Things on a desk and under it: a monitor, a keyboard, a mouse, a cup, a bin."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, degrees
from pliant.samples.mechanisms.bearings import Hinge
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.solids import Solid, X, Y, Z, ball, box, lathe, placed, plate, tube, union, vec

GAP = 0.0004  # m, in the monitor's hinge
TILT = np.array([0.0, 0.25, -0.044])  # where the screen tilts on its stand


def monitor(detail: Detail) -> Mechanism:
    """A screen that looks along z on its stand: 2 components, a revolute joint."""
    hinge = Hinge(
        TILT, X, eye=0.016, pin=0.006, width=0.050, lug=0.012, gap=GAP, sides=detail.sides(32), back=-0.02 * Y
    )
    sides = detail.sides(40)
    foot = plate([(s * 0.09, t * 0.05 - 0.01, 0.03) for s in (-1, 1) for t in (-1, 1)], 0.014, 0.004, sides)
    post = tube(
        np.array([[0, 0.005, -0.040], [0, 0.1, -0.046], [0, 0.235, -0.044]]),
        [(0.045, 0.012), (0.035, 0.010), (0.036, 0.010)],
        sides,
        up=Z,
        power=3.5,
    )
    screen = box((0.58, 0.34, 0.018), (0, 0.27, 0.012), 0.006, detail.sides(16))
    glass = box((0.556, 0.316, 0.006), (0, 0.27, 0.0215), 0.0)
    bulge = box((0.24, 0.18, 0.030), (0, 0.26, 0.0), 0.010, detail.sides(16))
    arm = box((0.050, 0.028, 0.042), TILT + vec(0, 0.0, 0.021), 0.0)
    stand = hinge.forked(union(placed(foot, (0, 0.007, 0), Y, X), post))
    parts = {"monitor stand": stand, "screen": union(hinge.eyed(arm), screen - glass, bulge)}
    return assembled(parts, [Link("monitor stand", "screen", JointKind.REVOLUTE, TILT, X, degrees(-20, 5))])


def keyboard(detail: Detail) -> Solid:
    """A slab with five rows of keys."""
    corners = [(s * 0.195, t * 0.055, 0.012) for s in (-1, 1) for t in (-1, 1)]
    slab = placed(plate(corners, 0.014, 0.004, detail.sides(24)), (0, 0.007, 0), Y, X)
    keys = [
        box((width - 0.004, 0.008, 0.018), (x, 0.014, row), 0.0015, 4)
        for row, steps in zip((-0.044, -0.022, 0.0, 0.022, 0.044), (15, 14, 14, 13, 9), strict=True)
        for x, width in zip(*_row(steps), strict=True)
    ]
    return union(slab, *keys)


def _row(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Middles and widths of the keys in a row; its outer keys, or in a short row its middle one, are long."""
    widths = np.full(count, 0.026)
    longer = 0.39 - 0.026 * count
    if count < 10:
        widths[count // 2] += longer
    else:
        widths[[0, -1]] += longer / 2
    ends = np.cumsum(widths) - 0.195
    return ends - widths / 2, widths


def mouse(detail: Detail) -> Solid:
    """A smooth hump with a wheel."""
    hump = ball((0, 0, 0), 1.0, detail.sides(40)).scale((0.031, 0.036, 0.052))
    wheel = tube(np.array([[-0.003, 0.0, 0.0], [0.003, 0.0, 0.0]]), (0.009, 0.009), detail.sides(24))
    flat = hump.trim_by_plane((0.0, 1.0, 0.0), 0.0)
    return union(flat, wheel.translate((0, 0.026, -0.030)))


def cup(detail: Detail) -> Solid:
    """A cup with a handle."""
    sides = detail.sides(56)
    outer = rounded(
        [(0.0, 0.0), (0.029, 0.0), (0.041, 0.09), (0.0385, 0.09), (0.0, 0.09)], [0.006, 0.001, 0.001], 4
    )
    inner = rounded([(0.0, 0.005), (0.026, 0.005), (0.0385, 0.0915), (0.0, 0.0915)], [0.008, 0.0], 4)
    turn = np.linspace(-np.pi / 2, np.pi / 2, detail.steps(14) + 1)
    path = np.column_stack([0.034 + 0.032 * np.cos(turn), 0.047 + 0.026 * np.sin(turn), np.zeros(len(turn))])
    handle = tube(path, (0.006, 0.0045), detail.sides(20), up=Z)
    wall = placed(lathe(outer, sides), (0, 0, 0), Y)
    return union(wall, handle) - placed(lathe(inner, sides), (0, 0, 0), Y)


def bin_(detail: Detail) -> Solid:
    """A waste bin."""
    sides = detail.sides(56)
    outer = rounded(
        [(0.0, 0.0), (0.11, 0.0), (0.145, 0.31), (0.152, 0.31), (0.152, 0.32), (0.0, 0.32)],
        [0.012, 0.002, 0.002, 0.002],
        4,
    )
    inner = rounded([(0.0, 0.006), (0.105, 0.006), (0.1415, 0.322), (0.0, 0.322)], [0.012, 0.0], 4)
    return placed(lathe(outer, sides) - lathe(inner, sides), (0, 0, 0), Y)
