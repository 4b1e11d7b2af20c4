"""A round bar, and its exact bends and twists, with which a blend of poses can be compared.

The bar lies along x: its shaft from x = 0 to x = 1, a cap beyond each end. Bent or twisted, the first cap
stays where it is, the shaft's centre line keeps its length and curves or turns evenly, and the second
cap moves rigidly.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.errors import OptionError
from pliant.mesh import PoseSet

Caps = Literal["round", "flat"]
Plane = Literal["xy", "xz"]

LENGTH = 1.0
RADIUS = 0.125
# 132 vertices: 10 sides, 13 rings and a pole at each end, as the bar of [Sumner2005].
USUAL, USUAL_SIDES = 132, 10
FEWEST = 26
# The axis towards which a bend in each plane goes.
TOWARDS = {"xy": 1, "xz": 2}


def bar(
    vertices: int = USUAL,
    *,
    caps: Caps = "round",
    bends: tuple[float, ...] = (90.0,),
    twists: tuple[float, ...] = (),
) -> PoseSet:
    """A bar of about this many vertices: straight, then bent upwards and twisted by some degrees.

    Raises OptionError for fewer than 26 vertices or unknown caps.
    """
    straight = straight_bar(vertices, caps)
    poses = [straight, *(bent(straight, angle) for angle in bends)]
    poses += [twisted(straight, angle) for angle in twists]
    names = [
        "straight",
        *(f"bent {angle:g}°" for angle in bends),
        *(f"twisted {angle:g}°" for angle in twists),
    ]
    return PoseSet.of(np.stack(poses), _faces(*_layout(vertices)), names)


def straight_bar(vertices: int = USUAL, caps: Caps = "round") -> Vertices:
    """(n, 3) positions of the straight bar of about this many vertices."""
    sides, rings = _layout(vertices)
    x, r = _profile(rings, max(1, round(0.2 * sides)), caps)
    # Every second ring is turned by half a side: the triangles become isosceles.
    angle = 2.0 * np.pi / sides * (np.arange(sides) + 0.5 * (np.arange(rings)[:, None] % 2))
    around = np.stack([np.cos(angle), np.sin(angle)], axis=2) * r[1:-1, None, None]
    along = np.broadcast_to(x[1:-1, None, None], (rings, sides, 1))
    body = np.concatenate([along, around], axis=2).reshape(-1, 3)
    return np.concatenate([[[x[0], 0.0, 0.0]], body, [[x[-1], 0.0, 0.0]]])


def bent(V: Vertices, angle: float, plane: Plane = "xy") -> Vertices:
    """(n, 3) positions of the straight bar's points V (n, 3) after a bend by any degrees, towards y or z."""
    if plane not in TOWARDS:
        raise OptionError(f"The plane '{plane}' is not known; take 'xy' or 'xz'.")
    toward = TOWARDS[plane]
    s, beyond = _along(V)
    a = np.radians(angle) * s / LENGTH
    X = V.copy()
    # The chord of an arc of length s and angle a, by sin a / a and (1 − cos a) / a: right at a = 0 too.
    X[:, 0] = s * np.sinc(a / np.pi) + beyond * np.cos(a) - V[:, toward] * np.sin(a)
    X[:, toward] = 0.5 * s * a * np.sinc(0.5 * a / np.pi) ** 2 + beyond * np.sin(a) + V[:, toward] * np.cos(a)
    return X


def twisted(V: Vertices, angle: float) -> Vertices:
    """(n, 3) positions of the straight bar's points V (n, 3) after a twist by any degrees about x."""
    a = np.radians(angle) * _along(V)[0] / LENGTH
    y, z = V[:, 1], V[:, 2]
    return np.stack([V[:, 0], y * np.cos(a) - z * np.sin(a), y * np.sin(a) + z * np.cos(a)], axis=1)


def _along(V: Vertices) -> tuple[Floats, Floats]:
    """Distance of each point along the shaft, and beyond its nearer end."""
    s = np.clip(V[:, 0], 0.0, LENGTH)
    return s, V[:, 0] - s


def _layout(vertices: int) -> tuple[int, int]:
    """Numbers of sides and rings."""
    if vertices < FEWEST:
        raise OptionError(f"A bar of {vertices} vertices was asked for; at least {FEWEST} are needed.")
    sides = max(4, round(USUAL_SIDES * np.sqrt(vertices / USUAL)))
    return sides, round((vertices - 2) / sides)


def _profile(rings: int, cap_rings: int, caps: Caps) -> tuple[Floats, Floats]:
    """x and radius (rings + 2,) from pole to pole."""
    if caps not in ("round", "flat"):
        raise OptionError(f"The caps '{caps}' are not known; take 'round' or 'flat'.")
    cap = np.linspace(0.0, 1.0, cap_rings + 1, endpoint=False)
    if caps == "round":
        cap_x, cap_r = -np.cos(0.5 * np.pi * cap), np.sin(0.5 * np.pi * cap)
    else:
        cap_x, cap_r = np.zeros_like(cap), cap
    shaft = np.linspace(0.0, LENGTH, rings - 2 * cap_rings)
    x = np.concatenate([RADIUS * cap_x, shaft, LENGTH - RADIUS * cap_x[::-1]])
    r = np.concatenate([cap_r, np.ones(len(shaft)), cap_r[::-1]])
    return x, RADIUS * r


def _faces(sides: int, rings: int) -> Faces:
    """(m, 3) triangles between the rings and around the poles, facing outwards."""
    i = np.arange(sides)
    ahead = (i + 1) % sides
    faces = [np.stack([np.zeros_like(i), 1 + ahead, 1 + i], axis=1)]
    for ring in range(rings - 1):
        low, high = 1 + ring * sides, 1 + (ring + 1) * sides
        # The ring above an even one is turned ahead by half a side, the ring above an odd one back.
        lead = i if ring % 2 == 0 else ahead
        follow = ahead if ring % 2 == 0 else i
        faces.append(np.stack([low + i, low + ahead, high + lead], axis=1))
        faces.append(np.stack([low + follow, high + ahead, high + i], axis=1))
    last = 1 + (rings - 1) * sides
    faces.append(np.stack([last + i, last + ahead, np.full_like(i, last + sides)], axis=1))
    return np.concatenate(faces)
