"""A rabbit's head in one piece: its ears are components of the same surface, on virtual hinges."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats, Ints
from pliant.mechanism.mechanism import Component, Joint, JointKind, Mechanism, Soft
from pliant.mesh import Mesh
from pliant.samples.implicit.body import BodyPart, ImplicitBody
from pliant.samples.implicit.surface_mesh import symmetric_surface_mesh
from pliant.samples.implicit.tubes import mirror_image, tube
from pliant.samples.mechanisms.assembly import Detail, degrees
from pliant.samples.mechanisms.solids import X, unit

USUAL, FEWEST = 8_000, 2_000  # vertices; with fewer, the ears would lose their shape

# x, y, z, then the radii. Upwards: in front, behind, sideways.
NECK = (
    (0, 0.060, -0.025, 0.082, 0.080, 0.088),
    (0, 0.100, -0.020, 0.074, 0.076, 0.080),
    (0, 0.160, -0.010, 0.066, 0.076, 0.074),
)
EAR = (
    (0.040, 0.270, -0.015, 0.020, 0.022, 0.028),
    (0.052, 0.330, -0.030, 0.017, 0.018, 0.030),
    (0.070, 0.410, -0.050, 0.017, 0.018, 0.047),
    (0.086, 0.490, -0.066, 0.016, 0.017, 0.042),
    (0.097, 0.560, -0.078, 0.011, 0.012, 0.016),
)
HOLLOW = (
    (0.060, 0.355, -0.008, 0.012, 0.016, 0.016),
    (0.072, 0.420, -0.022, 0.012, 0.018, 0.030),
    (0.089, 0.505, -0.046, 0.012, 0.013, 0.018),
)
# Forwards: above, below, sideways.
SKULL = (
    (0, 0.215, -0.065, 0.080, 0.080, 0.080),
    (0, 0.220, 0.0, 0.095, 0.090, 0.098),
    (0, 0.205, 0.06, 0.075, 0.070, 0.078),
)
MUZZLE = ((0, 0.185, 0.06, 0.055, 0.055, 0.055), (0, 0.178, 0.115, 0.042, 0.038, 0.040))
NOSE = ((0, 0.202, 0.146, 0.009, 0.009, 0.013), (0, 0.200, 0.156, 0.008, 0.008, 0.011))
CHEEK = ((0.042, 0.168, 0.070, 0.044, 0.044, 0.044), (0.024, 0.172, 0.124, 0.029, 0.029, 0.029))
EYE = ((0.074, 0.232, 0.062, 0.019, 0.019, 0.019), (0.078, 0.232, 0.064, 0.019, 0.019, 0.019))

ROOT = np.array([0.054, 0.338, -0.032])  # the middle of the left ear where it leaves the skull
UP = unit([0.16, 1.0, -0.22])  # the way the left ear points there
FOLD = degrees(-60, 75)  # backward and forward


def bunny(resolution: float = 1.0) -> Mechanism:
    """A rabbit's head that looks along z, of one piece: a head and two soft ears on hinges."""
    count = max(FEWEST, round(USUAL * Detail(resolution).resolution ** 2))
    V, F = symmetric_surface_mesh(_rabbit(), count)
    components = [Component("head"), Component("left ear", Soft(8)), Component("right ear", Soft(8))]
    mirror = np.array([-1.0, 1.0, 1.0])
    axis = unit(X - (X @ UP) * UP)
    joints = [
        Joint.of(0, 1, JointKind.REVOLUTE, ROOT, axis, ranges=FOLD).named("head – left ear"),
        # In the mirror the axis must still point to the left, for the same sign to fold the ear forward.
        Joint.of(0, 2, JointKind.REVOLUTE, mirror * ROOT, -mirror * axis, ranges=FOLD).named(
            "head – right ear"
        ),
    ]
    return Mechanism.of(Mesh.of(V, F), _parts(V), components, joints)


def _parts(V: Floats) -> Ints:
    """(n,) component of each vertex: 0 for the head, 1 and 2 beyond the roots of the left and right ear."""
    beyond = (np.abs(V[:, :1]) * X + V * (0.0, 1.0, 1.0) - ROOT) @ UP > 0
    return np.where(beyond, np.where(V[:, 0] > 0, 1, 2), 0)


def _rabbit() -> ImplicitBody:
    def both(
        name: str, stations: ArrayLike, side: ArrayLike, fillet: float, **more: object
    ) -> list[BodyPart]:
        """A part of the left side and its mirror image."""
        shapes = (("left", stations, side), ("right", *mirror_image(stations, side)))
        return [
            BodyPart(tube(f"{which} {name}", rows, width), fillet, ("head",), **more)  # type: ignore[arg-type]
            for which, rows, width in shapes
        ]

    outward, inward = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0)
    parts = [
        BodyPart(tube("neck", NECK, outward), 0.05, ("head",)),
        BodyPart(tube("skull", SKULL, inward), 0.06, ("head",)),
        BodyPart(tube("muzzle", MUZZLE, inward), 0.05, ("head",)),
    ]
    parts += both("cheek", CHEEK, inward, 0.03)
    parts += [BodyPart(tube("nose", NOSE, inward), 0.012, ("head",), detail=0.7)]
    parts += both("eye", EYE, (0.0, 0.0, 1.0), 0.006, detail=0.7)
    parts += both("ear", EAR, outward, 0.03)
    parts += both("hollow", HOLLOW, outward, 0.012, carves=True)
    return ImplicitBody(parts)
