"""The person's shape and joints at rest: stations along the centre line of every part, in metres.

z forwards, y up, x to the person's left; the floor is y = 0 and the crown 1.78 above it. Seen from the
trunk's middle the body is its own mirror image in x = 0. The arms hang in an A, the palms face down.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pliant.samples.implicit.attachment import joints_of_both_sides
from pliant.samples.implicit.body import BodyPart, ImplicitBody
from pliant.samples.implicit.tubes import mirror_image, tube

# Upwards in the middle plane: y, z; radius in front, behind, sideways.
TRUNK = (
    (0.905, -0.012, 0.078, 0.088, 0.120),
    (0.955, -0.012, 0.096, 0.104, 0.152),
    (1.015, -0.006, 0.101, 0.094, 0.149),
    (1.085, 0.000, 0.097, 0.081, 0.131),
    (1.155, 0.002, 0.102, 0.087, 0.133),
    (1.230, 0.000, 0.112, 0.105, 0.149),
    (1.300, -0.008, 0.116, 0.117, 0.160),
    (1.365, -0.020, 0.096, 0.108, 0.156),
    (1.415, -0.028, 0.066, 0.083, 0.120),
)
NECK = (
    (1.400, -0.030, 0.058, 0.058, 0.068),
    (1.460, -0.022, 0.055, 0.058, 0.062),
    (1.515, -0.010, 0.053, 0.058, 0.057),
    (1.570, -0.002, 0.052, 0.060, 0.056),
    (1.620, 0.000, 0.050, 0.060, 0.056),
)
# Forwards in the middle plane: y, z; radius above, below, sideways.
CRANIUM = (
    (1.674, -0.041, 0.093, 0.084, 0.079),
    (1.676, 0.000, 0.100, 0.092, 0.085),
    (1.668, 0.036, 0.092, 0.086, 0.071),
)
JAW = (
    (1.630, 0.000, 0.067, 0.056, 0.065),
    (1.600, 0.044, 0.054, 0.043, 0.054),
    (1.575, 0.075, 0.032, 0.030, 0.032),
)
# Downwards in the middle plane: y, z; radius in front, behind, sideways.
NOSE = (
    (1.681, 0.098, 0.0097, 0.0108, 0.0097),
    (1.659, 0.108, 0.0108, 0.0119, 0.0108),
    (1.643, 0.113, 0.0124, 0.0130, 0.0151),
)
LIPS = (
    (1.611, 0.093, 0.0092, 0.0130, 0.0216),
    (1.597, 0.091, 0.0097, 0.0130, 0.0184),
)

# On the left side: x, y, z; then the radii. Downwards: in front, behind, sideways.
LEG = (
    (0.062, 0.985, -0.012, 0.044, 0.048, 0.040),
    (0.084, 0.920, -0.012, 0.078, 0.084, 0.070),
    (0.092, 0.870, -0.008, 0.088, 0.094, 0.083),
    (0.097, 0.790, 0.000, 0.085, 0.085, 0.080),
    (0.099, 0.690, 0.006, 0.074, 0.073, 0.070),
    (0.099, 0.590, 0.008, 0.061, 0.060, 0.058),
    (0.099, 0.520, 0.010, 0.055, 0.050, 0.053),
    (0.100, 0.470, 0.008, 0.052, 0.048, 0.051),
    (0.102, 0.405, -0.002, 0.047, 0.056, 0.051),
    (0.104, 0.335, -0.012, 0.043, 0.062, 0.053),
    (0.106, 0.250, -0.020, 0.037, 0.049, 0.043),
    (0.107, 0.160, -0.027, 0.031, 0.035, 0.033),
    (0.108, 0.090, -0.030, 0.032, 0.037, 0.033),
)
GLUTEUS = (
    (0.062, 0.950, -0.052, 0.045, 0.050, 0.058),
    (0.072, 0.895, -0.056, 0.050, 0.058, 0.066),
)
# Forwards: radius above, below, sideways.
FOOT = (
    (0.108, 0.043, -0.050, 0.044, 0.043, 0.033),
    (0.109, 0.052, -0.010, 0.048, 0.052, 0.034),
    (0.112, 0.044, 0.040, 0.040, 0.044, 0.038),
    (0.116, 0.029, 0.095, 0.027, 0.029, 0.044),
    (0.118, 0.021, 0.130, 0.019, 0.021, 0.043),
)
# Sideways and forwards from the ball of the foot, radius: from the big toe outwards.
BALL = (0.118, 0.128)
TOES = (
    (-0.0300, 0.0450, 0.0175),
    (-0.0060, 0.0450, 0.0125),
    (0.0110, 0.0380, 0.0115),
    (0.0260, 0.0280, 0.0110),
    (0.0390, 0.0160, 0.0105),
)
# Outwards: radius above, below, in front and behind.
CLAVICLE = (
    (0.020, 1.405, -0.026, 0.050, 0.060, 0.070),
    (0.090, 1.402, -0.028, 0.044, 0.060, 0.066),
    (0.150, 1.392, -0.030, 0.046, 0.060, 0.062),
)
TRAPEZIUS = (
    (0.020, 1.508, -0.034, 0.030, 0.050, 0.036),
    (0.080, 1.452, -0.036, 0.026, 0.050, 0.040),
    (0.145, 1.414, -0.036, 0.026, 0.050, 0.044),
)
ARM = (
    (0.172, 1.387, -0.030, 0.058, 0.054, 0.059),
    (0.228, 1.342, -0.031, 0.055, 0.051, 0.056),
    (0.290, 1.290, -0.032, 0.045, 0.047, 0.047),
    (0.350, 1.240, -0.033, 0.039, 0.041, 0.041),
    (0.402, 1.197, -0.032, 0.038, 0.036, 0.040),
    (0.450, 1.159, -0.027, 0.039, 0.038, 0.042),
    (0.510, 1.111, -0.018, 0.032, 0.033, 0.036),
    (0.565, 1.067, -0.008, 0.024, 0.025, 0.029),
    (0.600, 1.040, -0.001, 0.021, 0.022, 0.028),
)
# The hand: where it begins, and which way it points.
WRIST = (0.604, 1.036, 0.000)
ALONG = (0.772, -0.622, 0.130)
# Along the hand and towards the thumb; radius above, below, sideways.
PALM = (
    (-0.006, 0.000, 0.021, 0.022, 0.028),
    (0.035, 0.003, 0.019, 0.022, 0.041),
    (0.078, 0.001, 0.015, 0.017, 0.044),
)
THUMB = (
    (0.016, 0.022, 0.0170, 0.0190, 0.0170),
    (0.040, 0.048, 0.0145, 0.0155, 0.0145),
    (0.064, 0.072, 0.0115, 0.0120, 0.0120),
    (0.084, 0.088, 0.0090, 0.0095, 0.0100),
)
# Of index, middle, ring and little finger: across at the knuckle and at the tip, length, radius.
FINGERS = (
    (0.0352, 0.0825, 0.086, 0.0105),
    (0.0119, 0.0275, 0.096, 0.0108),
    (-0.0119, -0.0269, 0.088, 0.0105),
    (-0.0347, -0.0800, 0.070, 0.0096),
)
KNUCKLES = 0.080
# The fingers sag by this share of their length.
SAG = 0.16

PECTORAL = (
    (0.045, 1.300, 0.058, 0.042, 0.046, 0.036),
    (0.092, 1.312, 0.046, 0.040, 0.046, 0.036),
    (0.135, 1.345, 0.018, 0.034, 0.040, 0.032),
)
EYE = (
    (0.0356, 1.6766, 0.0782, 0.0162, 0.0162, 0.0162),
    (0.0373, 1.6766, 0.0776, 0.0162, 0.0162, 0.0162),
)
EYE_SOCKET = (
    (0.0281, 1.6745, 0.1095, 0.0173, 0.0173, 0.0173),
    (0.0518, 1.6745, 0.1008, 0.0162, 0.0162, 0.0162),
)
EAR = (
    (0.0821, 1.6313, -0.0061, 0.0065, 0.0076, 0.0086),
    (0.0864, 1.6464, -0.0093, 0.0103, 0.0119, 0.0095),
    (0.0907, 1.6658, -0.0136, 0.0140, 0.0184, 0.0095),
    (0.0934, 1.6810, -0.0169, 0.0119, 0.0162, 0.0084),
)
MOUTH = (
    (-0.0227, 1.6043, 0.0998, 0.0028, 0.0028, 0.0032),
    (0.0000, 1.6032, 0.1068, 0.0032, 0.0032, 0.0032),
    (0.0227, 1.6043, 0.0998, 0.0028, 0.0028, 0.0032),
)

# Directions of width, on the left side.
OUTWARDS, INWARDS, FORWARDS = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0)

# bone: (the bone before it, its joint)
MIDDLE = {
    "pelvis": ("", (0.0, 0.960, -0.010)),
    "belly": ("pelvis", (0.0, 1.035, -0.030)),
    "chest": ("belly", (0.0, 1.170, -0.035)),
    "neck": ("chest", (0.0, 1.455, -0.035)),
    "head": ("neck", (0.0, 1.575, -0.010)),
}
LEFT = {
    "shoulder": ("chest", (0.045, 1.405, -0.020)),
    "upper arm": ("shoulder", (0.172, 1.387, -0.030)),
    "forearm": ("upper arm", (0.402, 1.197, -0.032)),
    "hand": ("forearm", (0.604, 1.036, 0.000)),
    "thigh": ("pelvis", (0.090, 0.905, -0.010)),
    "shin": ("thigh", (0.100, 0.495, 0.006)),
    "foot": ("shin", (0.108, 0.085, -0.028)),
    "toes": ("foot", (0.118, 0.022, 0.125)),
}
SIDES = {"left": (1.0, 1.0, 1.0), "right": (-1.0, 1.0, 1.0)}
# bone -> (the bone before it, its joint), parents first; both sides.
JOINTS = joints_of_both_sides(MIDDLE, LEFT, SIDES)


def person() -> ImplicitBody:
    """Body of the person at rest."""
    parts = [
        BodyPart(tube("trunk", _middle(TRUNK), OUTWARDS), 0.05, ("pelvis", "belly", "chest")),
        BodyPart(tube("neck", _middle(NECK), OUTWARDS), 0.05, ("chest", "neck", "head")),
        BodyPart(tube("cranium", _middle(CRANIUM), INWARDS), 0.03, ("head",)),
        BodyPart(tube("jaw", _middle(JAW), INWARDS), 0.03, ("head",)),
        BodyPart(tube("lips", _middle(LIPS), INWARDS), 0.012, ("head",), detail=0.8),
        BodyPart(tube("nose", _middle(NOSE), INWARDS), 0.016, ("head",), detail=0.8),
    ]
    for side in SIDES:
        parts += _leg(side) + _arm(side) + _hand(side) + _face(side)
    return ImplicitBody([*parts, BodyPart(tube("mouth", MOUTH), 0.006, ("head",), carves=True, detail=0.7)])


def _middle(rows: ArrayLike) -> np.ndarray:
    return np.insert(np.asarray(rows), 0, 0.0, axis=1)


def _part(
    name: str, side: str, rows: ArrayLike, width: ArrayLike, fillet: float, bones: tuple[str, ...], **more
) -> BodyPart:
    """A part of the left or right side, given for the left one; `width` is the direction of its width."""
    stations, across = mirror_image(rows, width) if side == "right" else (rows, width)
    own = tuple(bone if bone in MIDDLE else f"{side} {bone}" for bone in bones)
    return BodyPart(tube(f"{side} {name}", stations, across), fillet, own, **more)


def _leg(side: str) -> list[BodyPart]:
    parts = [
        _part("leg", side, LEG, INWARDS, 0.05, ("pelvis", "thigh", "shin", "foot")),
        _part("gluteus", side, GLUTEUS, INWARDS, 0.07, ("pelvis", "thigh")),
        _part("foot", side, FOOT, INWARDS, 0.03, ("foot", "toes")),
    ]
    for sideways, forwards, r in TOES:
        root = (BALL[0] + 0.85 * sideways, r + 0.006, BALL[1] + forwards - 0.035, r, r, r)
        tip = (BALL[0] + sideways, r, BALL[1] + forwards, r, r, r)
        parts.append(_part("toe", side, (root, tip), INWARDS, 0.006, ("toes",), detail=0.8))
    return parts


def _arm(side: str) -> list[BodyPart]:
    return [
        _part("clavicle", side, CLAVICLE, FORWARDS, 0.04, ("chest", "shoulder")),
        _part("trapezius", side, TRAPEZIUS, FORWARDS, 0.04, ("neck", "shoulder")),
        _part("pectoral", side, PECTORAL, FORWARDS, 0.07, ("chest",)),
        _part("arm", side, ARM, FORWARDS, 0.03, ("shoulder", "upper arm", "forearm", "hand")),
    ]


def _hand(side: str) -> list[BodyPart]:
    along = np.array(ALONG) / np.linalg.norm(ALONG)
    thumb = np.array(FORWARDS) - along[2] * along
    thumb /= np.linalg.norm(thumb)
    back = np.cross(thumb, along)

    def placed(rows: ArrayLike) -> np.ndarray:
        """Stations in space from rows of lengths along the hand, towards the thumb and down, with radii."""
        a, t, down, *radii = np.asarray(rows, dtype=np.float64).T
        places = WRIST + np.outer(a, along) + np.outer(t, thumb) - np.outer(down, back)
        return np.column_stack([places, *radii])

    shapes = [
        ("palm", np.insert(PALM, 2, 0.0, axis=1), 0.02),
        ("thumb", np.insert(THUMB, 2, 0.006, axis=1), 0.014),
    ]
    for knuckle, tip, length, r in FINGERS:
        t = np.array([-0.3, 0.0, 0.5, 1.0])
        middle = knuckle + np.clip(t, 0.0, 1.0) * (tip - knuckle)
        radii = np.outer([1.0, 1.0, 0.95, 0.78], [r, r, r])
        finger = np.column_stack([KNUCKLES + t * length, middle, SAG * length * t * t, radii])
        shapes.append(("finger", finger, 0.016))
    return [
        _part(name, side, placed(rows), thumb, fillet, ("hand",), detail=1.0 if name == "palm" else 0.85)
        for name, rows, fillet in shapes
    ]


def _face(side: str) -> list[BodyPart]:
    return [
        _part("eye socket", side, EYE_SOCKET, FORWARDS, 0.014, ("head",), carves=True, detail=0.8),
        _part("eye", side, EYE, FORWARDS, 0.003, ("head",), detail=0.7),
        _part("ear", side, EAR, OUTWARDS, 0.008, ("head",), detail=0.8),
    ]
