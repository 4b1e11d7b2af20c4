"""A small office: a desk with drawers, a chair, a lamp, a cabinet, and things that stand on the desk."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.samples.mechanisms.assembly import Detail, Link, assembled
from pliant.samples.mechanisms.chair import chair
from pliant.samples.mechanisms.lamp import lamp
from pliant.samples.mechanisms.solids import Y
from tests.models.cabinet import cabinet
from tests.models.composition import Placed, joined, scene
from tests.models.desk import DEPTH, TOP, WIDTH, desk
from tests.models.desktop import bin_, cup, keyboard, monitor, mouse

CABINET = (-1.35, 0.0, -0.16)
CHAIR = (-0.12, 0.0, 0.78)
BIN = (1.0, 0.0, 0.1)
# What stands on the desk: its place in x and z.
LAMP, MONITOR, KEYBOARD = (-0.56, -0.17), (-0.06, -0.20), (-0.10, 0.14)
MOUSE, CUP = (0.24, 0.16), (0.50, 0.02)
# Furniture is large: its round things need fewer sides, for their size in the scene.
COARSER = 0.5


def office(resolution: float = 1.0) -> Mechanism:
    """A desk that faces z, with the things around it: 25 components, 21 joints.

    The chair, the cabinet and the bin stand on a floor that is not modelled, without a joint.
    """
    detail = Detail(resolution)
    standing = {"lamp": LAMP, "monitor": MONITOR, "keyboard": KEYBOARD, "mouse": MOUSE, "cup": CUP}
    at = {name: np.array([x, TOP, z]) for name, (x, z) in standing.items()}
    small = {"keyboard": keyboard(detail), "mouse": mouse(detail), "cup": cup(detail)}
    coarse = max(0.25, COARSER * resolution)
    things = [
        Placed(desk(detail), (0, 0, 0)),
        Placed(cabinet(detail), CABINET),
        Placed(chair(coarse), CHAIR, "chair", 200.0),
        Placed(lamp(coarse), at["lamp"], "lamp", -38.0),
        Placed(monitor(detail), at["monitor"]),
        *(Placed(assembled({name: solid}, []), at[name]) for name, solid in small.items()),
        Placed(assembled({"bin": bin_(detail)}, []), BIN),
    ]
    feet = [("lamp base", "lamp", 0.088), ("monitor stand", "monitor", 0.11), ("keyboard", "keyboard", 0.22)]
    feet += [("mouse", "mouse", 0.06), ("cup", "cup", 0.045)]
    return joined(scene(things), [_stands(part, at[name], reach) for part, name, reach in feet])


def _stands(part: str, at: np.ndarray, reach: float) -> Link:
    """The joint of a part on the desk: it turns, and slides until its middle is `reach` from an edge."""
    x, z = max(0.0, WIDTH / 2 - reach), max(0.0, DEPTH / 2 - reach)
    # The second and third row of a frame about y run along -z and -x.
    ranges = [(at[2] - z, at[2] + z), (at[0] - x, at[0] + x), (-np.inf, np.inf)]
    return Link("desk", part, JointKind.PLANE, at, Y, ranges)
