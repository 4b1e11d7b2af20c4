"""A desk with three drawers that run in grooves and cannot be pulled out."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.solids import Solid, X, Y, Z, box, limb, placed, plate, tube, union

GAP = 0.0006  # m, between a drawer and its case

TOP, WIDTH, DEPTH = 0.74, 1.50, 0.76  # m, of the desk's upper side
SLAB = 0.030  # thickness of the top
CASE_X, CASE_WIDTH, CASE_DEPTH = 0.49, 0.42, 0.62  # of the case of the drawers; it stands in the middle in z
CASE_FOOT, WALL = 0.06, 0.022
DRAWERS = 3
PULL = 0.36  # how far a drawer comes out
EAR = (0.010, 0.024, 0.040)  # of a drawer, that runs in its groove


def desk(detail: Detail) -> Mechanism:
    """The desk, its drawers towards z: 4 components, 3 prismatic joints."""
    body = _body(detail)
    parts, links = {}, []
    for i in range(DRAWERS):
        low, high = _bay(i)
        name = f"drawer {i + 1}"
        body = body - _space(low, high)
        parts[name] = _drawer(low, high, detail)
        middle = np.array([CASE_X, (low + high) / 2, CASE_DEPTH / 2])
        links.append(Link("desk", name, JointKind.PRISMATIC, middle, Z, [(0.0, PULL)]))
    return assembled({"desk": body, **parts}, links)


def _bay(i: int) -> tuple[float, float]:
    """Lower and upper end of a drawer's bay; bay 0 is the lowest."""
    low, high = CASE_FOOT + WALL, TOP - SLAB - 0.012
    height = (high - low + WALL) / DRAWERS
    return low + i * height, low + (i + 1) * height - WALL


def _body(detail: Detail) -> Solid:
    """The top, the case of the drawers on the right, and a bent leg on the left."""
    sides = detail.sides(32)
    corners = [(s * (WIDTH / 2 - 0.05), t * (DEPTH / 2 - 0.05), 0.05) for s in (-1, 1) for t in (-1, 1)]
    top = placed(plate(corners, SLAB, 0.008, sides), (0, TOP - SLAB / 2, 0), Y, X)
    height = TOP - SLAB / 2 - CASE_FOOT
    case = box((CASE_WIDTH, height, CASE_DEPTH), (CASE_X, CASE_FOOT + height / 2, 0), 0.006, detail.sides(16))
    feet = [
        limb(
            [(CASE_X + x, -0.03, z), (CASE_X + x, 0.03, z), (CASE_X + x, 0.09, z)], (0.022, 0.022), sides
        ).trim_by_plane((0.0, 1.0, 0.0), 0.0)
        for x in (-0.17, 0.17)
        for z in (-0.26, 0.26)
    ]
    far, foot, under = 0.31, 0.022, TOP - SLAB / 2
    path = rounded(
        [(-0.64, under, -far + 0.05), (-0.64, foot, -far), (-0.64, foot, far), (-0.64, under, far - 0.05)],
        0.06,
        detail.steps(8),
    )
    leg = tube(path, (0.022, 0.022), sides, up=X, power=3.5)
    beam = box((1.10, 0.05, 0.03), (-0.15, TOP - SLAB - 0.01, -0.25), 0.006, detail.sides(16))
    return union(top, case, leg, beam, *feet)


def _space(low: float, high: float) -> Solid:
    """The room to cut for a drawer: its bay, open at the front, and the grooves of its ears, closed there."""
    inner = CASE_WIDTH - 2 * WALL
    back, front = -CASE_DEPTH / 2 + WALL, CASE_DEPTH / 2 + 0.01
    bay = box((inner, high - low, front - back), (CASE_X, (low + high) / 2, (front + back) / 2), 0.0)
    # At rest the ears lie at the back; they stop at the groove's front end.
    end = back + 2 * GAP + EAR[2] + PULL
    size = (inner + 2 * EAR[0] + 4 * GAP, EAR[1] + 2 * GAP, end - back)
    return union(bay, box(size, (CASE_X, (low + high) / 2, (end + back) / 2), 0.0))


def _drawer(low: float, high: float, detail: Detail) -> Solid:
    inner, middle = CASE_WIDTH - 2 * WALL, (low + high) / 2
    width, height = inner - 2 * GAP, high - low - 2 * GAP
    back, front = -CASE_DEPTH / 2 + WALL + 2 * GAP, CASE_DEPTH / 2 + GAP
    tray = box((width, height, front - back + 0.004), (CASE_X, middle, (front + back + 0.004) / 2), 0.0)
    hollow = box(
        (width - 0.024, height, front - back - 0.024), (CASE_X, middle + 0.012, (front + back) / 2), 0.0
    )
    ears = box((inner + 2 * EAR[0], EAR[1], EAR[2]), (CASE_X, middle, back + EAR[2] / 2), 0.0)
    ears = ears - box((width - 0.01, 1.0, 1.0), (CASE_X, middle, back), 0.0)
    size = (CASE_WIDTH - 0.004, high - low + WALL - 0.004, 0.020)
    panel = box(size, (CASE_X, middle, front + size[2] / 2), 0.004, detail.sides(16))
    at = front + size[2]
    grip = [
        (CASE_X + s * 0.07, middle + 0.03, at + d)
        for s, d in ((-1, -0.004), (-1, 0.026), (1, 0.026), (1, -0.004))
    ]
    handle = tube(rounded(grip, 0.016, detail.steps(6)), (0.006, 0.006), detail.sides(20))
    return union(tray - hollow, ears, panel, handle)
