"""A cabinet with two doors on hinges."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, degrees
from pliant.samples.mechanisms.bearings import Hinge
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.solids import Solid, X, Y, box, limb, mirrored, on_both_sides, tube, union

GAP = 0.0006  # m, between doors and case

WIDTH, HEIGHT, DEPTH = 0.80, 1.05, 0.40
FOOT, WALL = 0.07, 0.022
DOOR = 0.022  # thickness
# The axis of the left door (at +x), in the middle of the door's thickness and just outside of the case.
AXIS_X, AXIS_Z = WIDTH / 2 - 0.004, DEPTH / 2 + GAP + 0.0125
HINGES = (FOOT + 0.16, HEIGHT - 0.16)  # heights


def cabinet(detail: Detail) -> Mechanism:
    """The cabinet, its doors towards z: 3 components, 2 revolute joints."""
    hinges = [
        Hinge(
            np.array([AXIS_X, y, AXIS_Z]),
            Y,
            eye=0.0115,
            pin=0.005,
            width=0.06,
            lug=0.014,
            gap=GAP,
            sides=detail.sides(32),
            back=np.array([-0.002, 0.0, -0.016]),
        )
        for y in HINGES
    ]
    case, door = _case(detail), _door(detail)
    for hinge in hinges:
        case = on_both_sides(hinge.forked, case)
        door = hinge.eyed(door)
    turn, middle = JointKind.REVOLUTE, np.array([AXIS_X, HEIGHT / 2, AXIS_Z])
    links = [
        Link("cabinet", "left door", turn, middle, Y, degrees(0, 100)),
        Link("cabinet", "right door", turn, middle * (-1, 1, 1), Y, degrees(-100, 0)),
    ]
    return assembled({"cabinet": case, "left door": door, "right door": mirrored(door)}, links)


def _case(detail: Detail) -> Solid:
    middle = (FOOT + HEIGHT) / 2
    shell = box((WIDTH, HEIGHT - FOOT, DEPTH), (0, middle, 0), 0.004, detail.sides(16))
    inner = (WIDTH - 2 * WALL, HEIGHT - FOOT - 2 * WALL, DEPTH)
    shelf = box((WIDTH - WALL, WALL, DEPTH - 0.05), (0, middle + 0.02, -0.02), 0.0)
    legs = [
        limb(
            [(x, -0.02, z), (x, 0.02, z), (x, 0.09, z)],
            [(0.014, 0.014), (0.018, 0.018), (0.024, 0.024)],
            detail.sides(24),
        ).trim_by_plane((0.0, 1.0, 0.0), 0.0)
        for x in (-0.34, 0.34)
        for z in (-0.15, 0.15)
    ]
    return union(shell - box(inner, (0, middle, WALL), 0.0), shelf, *legs)


def _door(detail: Detail) -> Solid:
    """The left door, from its axis to just before the middle, with a frame and a handle."""
    low, high = FOOT + 0.002, HEIGHT - 0.002
    near, far = 0.0015, AXIS_X + 0.001
    back = DEPTH / 2 + GAP
    size = (far - near, high - low, DOOR)
    panel = box(size, ((near + far) / 2, (low + high) / 2, back + DOOR / 2), 0.004, detail.sides(16))
    sunk = box(
        (size[0] - 0.12, size[1] - 0.12, DOOR),
        ((near + far) / 2, (low + high) / 2, back + 1.25 * DOOR),
        0.003,
        detail.sides(16),
    )
    front, x = back + DOOR, near + 0.032
    grip = [(x, 0.50 + s * 0.08, front + d) for s, d in ((-1, -0.004), (-1, 0.028), (1, 0.028), (1, -0.004))]
    return union(
        panel - sunk, tube(rounded(grip, 0.018, detail.steps(6)), (0.006, 0.006), detail.sides(20), up=X)
    )
