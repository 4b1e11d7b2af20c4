"""The components of a mechanism as solids, and what happens when one is moved along a joint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from pliant.geometry.rotations import exp
from pliant.mechanism.mechanism import FREEDOMS, Freedom, Joint, JointKind, Mechanism
from pliant.samples.mechanisms.solids import Solid, of_arrays
from tests.models import mechanism

# Of the smaller part's volume: rounding leaves less behind, a real collision more.
NOTHING, SOMETHING = 1e-8, 1e-6
# A small step: radians, and a share of the smaller part's size. Clearances are about a tenth of it; holes of
# few sides fit more loosely, with the square of the sides.
TURN, SLIDE = np.radians(4.0), 0.01


@cache
def made(name: str, resolution: float = 1.0) -> Mechanism:
    """A mechanism, made once for all tests."""
    return mechanism(name, resolution=resolution)


@cache
def solids(name: str, resolution: float = 1.0) -> tuple[Solid, ...]:
    """Its components."""
    model = made(name, resolution)
    parts = []
    for c in range(len(model.components)):
        used, F = np.unique(model.mesh.F[model.faces(c)], return_inverse=True)
        parts.append(of_arrays(model.mesh.V[used], F.reshape(-1, 3)))
    return tuple(parts)


def overlap(a: Solid, b: Solid) -> float:
    """The volume that two solids share, in volumes of the smaller."""
    return (a ^ b).volume() / min(a.volume(), b.volume())


def size(model: Mechanism, joint: Joint) -> float:
    """The longest side of the smaller of a joint's two parts."""
    return min(float(np.ptp(model.mesh.V[model.component == c], axis=0).max()) for c in (joint.a, joint.b))


def moved(part: Solid, joint: Joint, freedom: Freedom, by: float) -> Solid:
    """The part after a turn about, or a slide along, a row of a joint's frame."""
    axis = joint.frame[freedom.row]
    if not freedom.turns:
        return part.translate(tuple(by * axis))
    R = exp(by * axis[None])[0]
    return part.transform(np.column_stack([R, joint.origin - R @ joint.origin]))


def locked(kind: JointKind) -> Iterator[Freedom]:
    """The motions that a joint does not allow."""
    for turns in (True, False):
        for row in range(3):
            if Freedom(turns, row) not in FREEDOMS[kind]:
                yield Freedom(turns, row)
