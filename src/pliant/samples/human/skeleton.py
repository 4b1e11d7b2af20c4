"""The person's joints: each bone turns about one, against the bone before it. In metres, as in `anatomy`."""

from __future__ import annotations

import numpy as np

from pliant.core.arrays import Floats
from pliant.samples.human.anatomy import SIDES

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


def _joints() -> dict[str, tuple[str, Floats]]:
    joints = {bone: (parent, np.array(at)) for bone, (parent, at) in MIDDLE.items()}
    for side in SIDES:
        mirror = [1.0 if side == "left" else -1.0, 1.0, 1.0]
        for bone, (parent, at) in LEFT.items():
            before = parent if parent in MIDDLE else f"{side} {parent}"
            joints[f"{side} {bone}"] = (before, np.array(at) * mirror)
    return joints


# bone -> (the bone before it, its joint), parents first; both sides.
JOINTS = _joints()
