"""A humanoid robot: ball shoulders and hips, hinges elsewhere, hands that are plugged on."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import Mechanism
from pliant.samples.mechanisms.assembly import Detail, assembled
from pliant.samples.mechanisms.outlines import rounded
from pliant.samples.mechanisms.robot_joints import (
    ANKLE,
    ELBOW,
    GAP,
    HIP,
    KNEE,
    NECK,
    NOD,
    PACK,
    SHOULDER,
    TOE,
    WAIST,
    WRIST,
    RobotBearings,
    links,
)
from pliant.samples.mechanisms.solids import (
    Solid,
    X,
    Y,
    ball,
    box,
    lathe,
    limb,
    mirrored,
    on_both_sides,
    placed,
    rod,
    union,
    unit,
    vec,
)


def robot(resolution: float = 1.0) -> Mechanism:
    """A robot 1.3 m tall that looks along z: 20 components, 4 ball, 12 revolute and 3 fixed joints."""
    detail = Detail(resolution)
    bearing = RobotBearings(detail)
    parts = _middle(bearing, detail)
    left = {**_arm(bearing, detail), **_leg(bearing, detail)}
    parts |= {f"left {name}": solid for name, solid in left.items()}
    parts |= {f"right {name}": mirrored(solid) for name, solid in left.items()}
    return assembled(parts, links(bearing))


def _middle(bearing: RobotBearings, detail: Detail) -> dict[str, Solid]:
    sides = detail.sides(48)
    hips = union(
        box((0.20, 0.095, 0.135), (0.0, 0.704, -0.004), 0.042, detail.sides(32)),
        rod((0.0, 0.73, 0.0), WAIST, 0.066, sides, bevel=0.004),
    )
    hips = on_both_sides(bearing.hip.cupped, hips)
    low = WAIST[1] + GAP
    outline = [(0.0, low), (0.062, low), (0.062, low + 0.018), (0.030, low + 0.044), (0.0, low + 0.044)]
    drum = placed(lathe(rounded(outline, [0.004, 0.014, 0.01], detail.steps(5)), sides), (0, 0, 0), Y, X)
    abdomen = union(drum, box((0.062, 0.06, 0.05), (0.0, 0.79, 0.0), 0.008), bearing.waist.spigot(0.01))
    return {
        "pelvis": hips - bearing.waist.cavity(),
        "abdomen": bearing.bend.eyed(abdomen),
        "torso": _torso(bearing, detail),
        "backpack": _backpack(bearing, detail),
        "neck": bearing.nod.eyed(_neck(bearing, detail)),
        "head": bearing.nod.forked(_head(detail)),
    }


def _torso(bearing: RobotBearings, detail: Detail) -> Solid:
    heights = [(0.840, 0.070, 0.056), (0.92, 0.104, 0.076), (1.03, 0.146, 0.100), (1.122, 0.104, 0.066)]
    points = [(0.0, y, 0.0) for y, _, _ in heights]
    # Looking along +y with z up, `half` runs across x and then z.
    chest = limb(points, [(a, b) for _, a, b in heights], detail.sides(56), power=2.8)
    plate = box((0.11, 0.11, 0.04), PACK + vec(0.0, 0.0, 0.02), 0.006)
    collar = rod((0.0, 1.09, 0.0), NECK, 0.046, detail.sides(48), bevel=0.004)
    light = rod((0.0, 1.03, 0.06), (0.0, 1.03, 0.104), 0.022, detail.sides(32), bevel=0.004)
    body = on_both_sides(bearing.shoulder.cupped, bearing.bend.forked(union(chest, plate, collar, light)))
    return body - bearing.neck.cavity() - bearing.pack.hole()


def _backpack(bearing: RobotBearings, detail: Detail) -> Solid:
    depth = 0.062
    shell = box((0.16, 0.20, depth), PACK - (0.0, 0.0, GAP + depth / 2), 0.024, detail.sides(32))
    vents = [box((0.09, 0.006, 0.02), PACK + vec(0.0, y, -GAP - depth), 0.0) for y in (-0.05, -0.035, -0.02)]
    return union(shell - union(*vents), bearing.pack.peg(0.01))


def _neck(bearing: RobotBearings, detail: Detail) -> Solid:
    low = NECK[1] + GAP
    outline = [
        (0.0, low),
        (0.040, low),
        (0.040, low + 0.010),
        (0.018, low + 0.022),
        (0.016, NOD[1]),
        (0.0, NOD[1]),
    ]
    column = lathe(rounded(outline, [0.003, 0.006, 0.01, 0.002], detail.steps(4)), detail.sides(48))
    return union(placed(column, (0, 0, 0), Y, X), bearing.neck.spigot(0.01))


def _head(detail: Detail) -> Solid:
    """A helmet with a visor and two discs for ears."""
    centre, size = np.array([0.0, 1.254, 0.0]), np.array([0.080, 0.086, 0.092])
    globe = ball((0, 0, 0), 1.0, detail.sides(48))
    helmet = globe.scale(tuple(size)).translate(tuple(centre))
    shell = globe.scale(tuple(1.1 * size)).translate(tuple(centre))
    visor = shell ^ box((0.2, 0.058, 0.15), centre + vec(0.0, 0.008, 0.09), 0.016, 24)
    groove = shell - globe.scale(tuple(0.95 * size)).translate(tuple(centre))
    mouth = groove ^ box((0.07, 0.006, 0.2), centre + vec(0.0, -0.046, 0.1), 0.0)
    sides = detail.sides(28)
    eyes = [rod((x, 1.262, 0.06), (x, 1.262, 0.103), 0.014, sides, bevel=0.003) for x in (-0.032, 0.032)]
    ears = rod((-0.088, 1.252, -0.012), (0.088, 1.252, -0.012), 0.026, detail.sides(32), bevel=0.005)
    return union(helmet - mouth, visor, *eyes, ears)


def _arm(bearing: RobotBearings, detail: Detail) -> dict[str, Solid]:
    sides, out = detail.sides(32), bearing.shoulder.out
    start = SHOULDER + 0.078 * out
    upper = limb(
        [
            start + vec(-0.014, 0.024, 0.0),
            start + vec(0.010, -0.03, 0.0),
            ELBOW + vec(-0.001, 0.085, 0),
            ELBOW + vec(0, 0.02, 0),
        ],
        [(0.032, 0.034), (0.037, 0.042), (0.029, 0.032), (0.024, 0.027)],
        sides,
    )
    down = unit(WRIST - ELBOW)
    fore = limb(
        [ELBOW + 0.005 * down, ELBOW + 0.07 * down, ELBOW + 0.13 * down, WRIST - 0.004 * down],
        [(0.021, 0.022), (0.029, 0.032), (0.027, 0.029), (0.024, 0.024)],
        sides,
    )
    cuff = rod(WRIST - 0.03 * down, WRIST, 0.026, sides, bevel=0.003)
    return {
        "upper arm": bearing.elbow.forked(bearing.shoulder.balled(upper, 0.075)),
        "forearm": bearing.elbow.eyed(union(fore, cuff)) - bearing.wrist.hole(),
        "hand": union(_hand(detail), bearing.wrist.peg(0.01)),
    }


def _hand(detail: Detail) -> Solid:
    down = unit(WRIST - ELBOW)
    forward = unit(np.cross(X, -down))  # towards the thumb
    start, sides = WRIST + GAP * down, detail.sides(16)
    cuff = rod(start, start + 0.012 * down, 0.022, detail.sides(32), bevel=0.003)
    palm = limb(
        [start + 0.004 * down, start + 0.045 * down, start + 0.082 * down],
        [(0.013, 0.020), (0.016, 0.036), (0.012, 0.034)],
        detail.sides(24),
        up=forward,
        power=3.0,
    )
    fingers = [
        limb(
            [root, root + 0.035 * down, root + length * down - 0.008 * X],
            [(0.0085, 0.0085), (0.008, 0.008), (0.0065, 0.0065)],
            sides,
            up=forward,
        )
        for root, length in (
            (start + 0.068 * down + offset * forward, 0.062 - 8 * abs(offset - 0.004) ** 2 / 0.4)
            for offset in (-0.025, -0.0083, 0.0083, 0.025)
        )
    ]
    base = start + 0.035 * down + 0.026 * forward
    tip = base + 0.035 * down + 0.034 * forward - 0.006 * X
    thumb = limb(
        [base, (base + tip) / 2 + 0.004 * forward, tip],
        [(0.011, 0.011), (0.010, 0.010), (0.008, 0.008)],
        sides,
        up=X,
    )
    return union(cuff, palm, thumb, *fingers)


def _leg(bearing: RobotBearings, detail: Detail) -> dict[str, Solid]:
    sides = detail.sides(32)
    thigh = limb(
        [
            HIP - (0, 0.060, 0),
            HIP + vec(0.004, -0.13, 0.006),
            KNEE + vec(0, 0.09, 0.002),
            KNEE + vec(0, 0.036, -0.004),
        ],
        [(0.040, 0.042), (0.054, 0.060), (0.042, 0.047), (0.033, 0.034)],
        sides,
    )
    shin = limb(
        [
            KNEE - (0, 0.004, 0),
            KNEE - (0, 0.10, 0.012),
            ANKLE + vec(0, 0.10, 0.004),
            ANKLE + vec(0, 0.026, 0),
        ],
        [(0.029, 0.030), (0.040, 0.048), (0.031, 0.035), (0.0255, 0.025)],
        sides,
    )
    return {
        "thigh": bearing.knee.forked(bearing.hip.balled(thigh, 0.075)),
        "shin": bearing.ankle.forked(bearing.knee.eyed(shin)),
        "foot": bearing.toe.forked(bearing.ankle.eyed(_foot(detail))),
        "toes": bearing.toe.eyed(_toes(detail)),
    }


def _foot(detail: Detail) -> Solid:
    x = ANKLE[0]
    sole = box((0.082, 0.030, 0.150), (x, 0.015, 0.006), 0.012, detail.sides(24))
    instep = limb(
        [(x, 0.026, -0.055), (x, 0.046, -0.014), (x, 0.030, 0.055)],
        [(0.030, 0.020), (0.034, 0.030), (0.034, 0.016)],
        detail.sides(32),
        up=Y,
        power=2.6,
    )
    return union(sole, instep, box((0.030, 0.06, 0.034), ANKLE - (0.0, 0.03, 0.0), 0.004))


def _toes(detail: Detail) -> Solid:
    x, y, z = TOE
    return box((0.080, 0.030, 0.062), (x, 0.0155, z + 0.037), 0.012, detail.sides(24)) + box(
        (0.044, 0.024, 0.03), (x, y - 0.008, z + 0.01), 0.004
    )
