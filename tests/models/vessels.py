"""Vessels that stand loose: a bucket with a bail, and a bottle with a cap that turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.samples.mechanisms.assembly import Detail
from pliant.samples.mechanisms.bearings import Swivel
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.solids import Solid, X, Y, lathe, limb, placed, rod, tube, union

BAIL = np.array([0.0, 0.088, 0.0])  # above the bucket's foot: the axis of its bail
CAP = np.array([0.0, 0.118, 0.0])  # above the bottle's foot: where the cap sits
RIM, EYE = 0.052, 0.006  # of the bucket: where its ears end, and half the width of the bail's eyes


@dataclass(frozen=True)
class Vessels:
    """How vessels are made: the gap in metres between parts that move on each other, and the detail."""

    gap: float
    detail: Detail


def bucket(made: Vessels, foot: Floats) -> dict[str, Solid]:
    """A bucket on its foot, and its bail, whose eyes turn on two pins with heads."""
    detail = made.detail
    outer = rounded(
        [(0.0, 0.0), (0.038, 0.0), (0.049, 0.1), (0.051, 0.1), (0.051, 0.104), (0.0, 0.104)], 0.0015, 3
    )
    inner = rounded([(0.0, 0.005), (0.036, 0.005), (0.0465, 0.106), (0.0, 0.106)], 0.004, 3)
    sides = detail.sides(56)
    shell = placed(lathe(outer, sides) - lathe(inner, sides), foot, Y)
    at, pin = foot + BAIL, detail.sides(24)
    ears = [
        rod(at + s * 0.046 * X, at + s * RIM * X, 0.0085, pin, bevel=0.001)
        + rod(at + s * 0.05 * X, at + s * (RIM + EYE + 0.001) * X, 0.0035, pin)
        + rod(
            at + s * (RIM + EYE + 2 * made.gap) * X,
            at + s * (RIM + EYE + 0.003) * X,
            0.0065,
            pin,
            bevel=0.0008,
        )
        for s in (-1, 1)
    ]
    return {"bucket": union(shell, *ears), "bail": _bail(made, at)}


def _bail(made: Vessels, at: Floats) -> Solid:
    detail, low = made.detail, RIM + made.gap
    middle = RIM + made.gap + EYE / 2
    # Leaning forward, clear of the rim.
    up = np.array([0.0, 0.8, 0.6])
    turn = np.linspace(0, np.pi, max(16, detail.steps(20)) + 1)
    arc = at + middle * np.cos(turn)[:, None] * X + 0.062 * np.sin(turn)[:, None] * up
    bow = tube(arc, (0.0022, 0.0028), detail.sides(16), up=np.cross(X, up))
    sides = detail.sides(24)
    eyes = [rod(at + s * low * X, at + s * (low + EYE) * X, 0.0065, sides, bevel=0.0008) for s in (-1, 1)]
    holes = [
        rod(at + s * 0.04 * X, at + s * 0.07 * X, 0.0035 + made.gap, sides, around=True) for s in (-1, 1)
    ]
    return union(bow, *eyes) - union(*holes)


def bottle(made: Vessels, foot: Floats) -> dict[str, Solid]:
    """A bottle on its foot, and its cap with a spout, which a collar keeps on."""
    detail = made.detail
    top = CAP[1] - made.gap
    outline = [
        (0.0, 0.0),
        (0.029, 0.0),
        (0.031, 0.012),
        (0.029, 0.075),
        (0.013, 0.1),
        (0.013, top),
        (0.0, top),
    ]
    body = lathe(rounded(outline, [0.003, 0.02, 0.016, 0.012, 0.001], detail.steps(5)), detail.sides(48))
    swivel = Swivel(
        foot + CAP,
        -Y,
        radius=0.0075,
        collar=0.0115,
        neck=0.006,
        depth=0.012,
        gap=made.gap,
        sides=detail.sides(32),
    )
    crown = [(0.0, 0.0), (0.016, 0.0), (0.016, 0.016), (0.011, 0.026), (0.0, 0.028)]
    cap = placed(
        lathe(rounded(crown, [0.001, 0.004, 0.004], detail.steps(4)), detail.sides(40)), foot + CAP, Y
    )
    spout = limb(
        [foot + CAP + (0, 0.017, 0), foot + CAP + (0, 0.02, 0.02), foot + CAP + (0, 0.019, 0.032)],
        [(0.006, 0.006), (0.005, 0.005), (0.004, 0.004)],
        detail.sides(20),
        up=Y,
    )
    return {
        "bottle": union(placed(body, foot, Y), swivel.spigot(0.004)),
        "cap": union(cap, spout) - swivel.cavity(),
    }
