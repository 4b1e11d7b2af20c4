"""The fox's shape at rest: stations along the centre line of every part.

x forwards, y up, z to the animal's right; the floor is y = 0 and the withers stand 0.65 above it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pliant.samples.implicit.body import BodyPart, ImplicitBody
from pliant.samples.implicit.tubes import tube

# In the middle plane: x, y; radius above, below, sideways.
TRUNK = (
    (-0.405, 0.548, 0.046, 0.052, 0.045),
    (-0.345, 0.550, 0.075, 0.092, 0.078),
    (-0.255, 0.553, 0.087, 0.104, 0.094),
    (-0.130, 0.553, 0.085, 0.100, 0.090),
    (0.000, 0.550, 0.087, 0.122, 0.098),
    (0.120, 0.543, 0.097, 0.150, 0.107),
    (0.220, 0.540, 0.106, 0.160, 0.106),
    (0.300, 0.545, 0.092, 0.136, 0.090),
    (0.345, 0.552, 0.060, 0.086, 0.062),
)
NECK = (
    (0.200, 0.550, 0.080, 0.120, 0.080),
    (0.290, 0.595, 0.086, 0.132, 0.088),
    (0.355, 0.665, 0.078, 0.124, 0.088),
    (0.405, 0.730, 0.068, 0.100, 0.080),
    (0.440, 0.785, 0.055, 0.065, 0.064),
)
HEAD = (
    (0.415, 0.805, 0.045, 0.050, 0.050),
    (0.460, 0.812, 0.062, 0.062, 0.078),
    (0.505, 0.805, 0.062, 0.060, 0.076),
    (0.545, 0.783, 0.048, 0.048, 0.056),
    (0.585, 0.762, 0.032, 0.037, 0.037),
    (0.630, 0.749, 0.024, 0.029, 0.027),
    (0.672, 0.741, 0.017, 0.020, 0.019),
)
NOSE = (
    (0.672, 0.749, 0.0110, 0.0110, 0.0130),
    (0.682, 0.749, 0.0125, 0.0130, 0.0150),
)
TAIL = (
    (-0.370, 0.575, 0.034, 0.034, 0.034),
    (-0.440, 0.553, 0.034, 0.034, 0.034),
    (-0.515, 0.500, 0.049, 0.047, 0.047),
    (-0.600, 0.437, 0.070, 0.066, 0.066),
    (-0.690, 0.390, 0.083, 0.076, 0.077),
    (-0.785, 0.372, 0.078, 0.072, 0.073),
    (-0.870, 0.388, 0.052, 0.050, 0.050),
    (-0.945, 0.425, 0.010, 0.010, 0.010),
)

# On the right side: x, y, z; radius in front, behind, sideways.
FORELEG = (
    (0.185, 0.600, 0.050, 0.045, 0.045, 0.030),
    (0.240, 0.535, 0.076, 0.055, 0.060, 0.036),
    (0.283, 0.462, 0.086, 0.046, 0.062, 0.043),
    (0.252, 0.400, 0.089, 0.048, 0.066, 0.043),
    (0.221, 0.338, 0.087, 0.040, 0.052, 0.036),
    (0.216, 0.285, 0.085, 0.035, 0.038, 0.033),
    (0.217, 0.220, 0.082, 0.029, 0.029, 0.027),
    (0.220, 0.150, 0.080, 0.026, 0.026, 0.025),
    (0.223, 0.095, 0.080, 0.024, 0.024, 0.024),
    (0.230, 0.050, 0.080, 0.026, 0.026, 0.028),
)
HINDLEG = (
    (-0.295, 0.565, 0.050, 0.060, 0.060, 0.040),
    (-0.270, 0.500, 0.074, 0.086, 0.084, 0.046),
    (-0.236, 0.430, 0.088, 0.080, 0.084, 0.049),
    (-0.218, 0.362, 0.093, 0.070, 0.056, 0.045),
    (-0.233, 0.310, 0.091, 0.055, 0.041, 0.038),
    (-0.272, 0.258, 0.088, 0.037, 0.035, 0.031),
    (-0.330, 0.205, 0.084, 0.024, 0.027, 0.023),
    (-0.348, 0.175, 0.083, 0.027, 0.024, 0.023),
    (-0.338, 0.120, 0.081, 0.024, 0.023, 0.022),
    (-0.322, 0.055, 0.081, 0.026, 0.025, 0.027),
)
# From the wrist or ankle forwards, relative to FOREPAW or HINDPAW: radius above, below, sideways.
PAW = (
    (-0.010, 0.026, 0.0, 0.024, 0.026, 0.024),
    (0.018, 0.026, 0.0, 0.029, 0.028, 0.033),
    (0.045, 0.021, 0.0, 0.022, 0.024, 0.031),
)
FOREPAW = (0.228, 0.0, 0.081)
HINDPAW = (-0.324, 0.0, 0.082)
# Forwards and sideways from the same place, radius.
TOES = (
    (0.046, -0.0265, 0.0128),
    (0.060, -0.0095, 0.0142),
    (0.060, 0.0095, 0.0142),
    (0.046, 0.0265, 0.0128),
)

CHEEK = (
    (0.500, 0.782, 0.046, 0.040, 0.040, 0.034),
    (0.472, 0.760, 0.074, 0.031, 0.033, 0.026),
    (0.444, 0.738, 0.100, 0.011, 0.012, 0.010),
)
CHEEK_SIDE = (0.8, 0.0, 0.6)
EAR = (
    (0.462, 0.838, 0.046, 0.0260, 0.0260, 0.0400),
    (0.453, 0.885, 0.058, 0.0250, 0.0250, 0.0470),
    (0.443, 0.935, 0.072, 0.0190, 0.0190, 0.0340),
    (0.437, 0.975, 0.083, 0.0120, 0.0120, 0.0170),
    (0.433, 0.998, 0.090, 0.0060, 0.0060, 0.0065),
)
EAR_SIDE = (-0.58, 0.0, 0.81)
AURICLE = (
    (0.484, 0.844, 0.061, 0.0210, 0.0210, 0.0280),
    (0.475, 0.891, 0.073, 0.0210, 0.0210, 0.0350),
    (0.463, 0.941, 0.086, 0.0160, 0.0160, 0.0215),
    (0.455, 0.979, 0.096, 0.0050, 0.0050, 0.0050),
)
EYE = (
    (0.5347, 0.8075, 0.0593, 0.0155, 0.0155, 0.0155),
    (0.5452, 0.8016, 0.0523, 0.0155, 0.0155, 0.0155),
)
EYE_SOCKET = (
    (0.5474, 0.8126, 0.0765, 0.0180, 0.0180, 0.0180),
    (0.5579, 0.8067, 0.0695, 0.0180, 0.0180, 0.0180),
)
MOUTH = (
    (0.668, 0.729, 0.0140, 0.0030, 0.0030, 0.0030),
    (0.630, 0.734, 0.0275, 0.0035, 0.0035, 0.0035),
    (0.595, 0.737, 0.0375, 0.0035, 0.0035, 0.0035),
    (0.570, 0.746, 0.0470, 0.0030, 0.0030, 0.0030),
)

TAIL_BONES = tuple(f"tail {i}" for i in range(1, 7))
FORELEG_BONES = ("scapula", "humerus", "radius", "metacarpus", "forepaw")
HINDLEG_BONES = ("femur", "tibia", "metatarsus", "hindpaw")


def fox() -> ImplicitBody:
    """Body of the fox at rest."""
    parts = [
        _middle("trunk", TRUNK, 0.05, ("pelvis", "loin", "thorax")),
        _middle("neck", NECK, 0.06, ("thorax", "neck", "nape", "head")),
        _middle("tail", TAIL, 0.04, ("pelvis", *TAIL_BONES)),
        _middle("head", HEAD, 0.04, ("head",)),
    ]
    for side, sign in (("left", -1.0), ("right", 1.0)):
        parts += _legs(side, sign) + _face(side, sign)
    return ImplicitBody([*parts, _middle("nose", NOSE, 0.006, ("head",), detail=0.6)])


def _middle(
    name: str, rows: ArrayLike, fillet: float, bones: tuple[str, ...], detail: float = 1.0
) -> BodyPart:
    return BodyPart(tube(name, np.insert(np.asarray(rows), 2, 0.0, axis=1)), fillet, bones, detail=detail)


def _mirrored(rows: ArrayLike, sign: float) -> np.ndarray:
    """Stations (s, 6) or directions (3,) of the right side (sign 1) or the left one (sign -1)."""
    both = np.array(rows, dtype=np.float64)
    both[..., 2] *= sign
    return both


def _legs(side: str, sign: float) -> list[BodyPart]:
    fore, hind = ([f"{side} {bone}" for bone in bones] for bones in (FORELEG_BONES, HINDLEG_BONES))
    parts = [
        BodyPart(tube(f"{side} foreleg", _mirrored(FORELEG, sign)), 0.05, tuple(fore)),
        BodyPart(tube(f"{side} hindleg", _mirrored(HINDLEG, sign)), 0.05, tuple(hind)),
    ]
    for bone, place in ((fore[-1], FOREPAW), (hind[-1], HINDPAW)):
        at = np.array([*place, 0.0, 0.0, 0.0])
        parts.append(BodyPart(tube(bone, _mirrored(PAW + at, sign)), 0.02, (bone,)))
        for forwards, sideways, r in TOES:
            root = (forwards - 0.03, r + 0.008, 0.8 * sideways, r, r, r)
            tip = (forwards, r, sideways, r, r, r)
            toe = _mirrored(np.array([root, tip]) + at, sign)
            parts.append(BodyPart(tube(f"{bone} toe", toe), 0.006, (bone,), detail=0.75))
    return parts


def _face(side: str, sign: float) -> list[BodyPart]:
    def part(
        name: str, rows: ArrayLike, fillet: float, width: ArrayLike = (0.0, 0.0, 1.0), **more
    ) -> BodyPart:
        bones = ("head", f"{side} ear") if name == "ear" else ("head",)
        shape = tube(f"{side} {name}", _mirrored(rows, sign), _mirrored(width, sign))
        return BodyPart(shape, fillet, bones, **more)

    return [
        part("cheek", CHEEK, 0.04, CHEEK_SIDE),
        part("ear", EAR, 0.02, EAR_SIDE, detail=0.85),
        part("auricle", AURICLE, 0.012, EAR_SIDE, carves=True),
        part("mouth", MOUTH, 0.006, carves=True, detail=0.8),
        part("eye socket", EYE_SOCKET, 0.008, carves=True, detail=0.7),
        part("eye", EYE, 0.002, detail=0.5),
    ]
