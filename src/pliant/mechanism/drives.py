"""What a motor of each freedom should be able to do, and how much it brakes, where nobody says it.

All follow from the weight that the freedom carries at rest, so that models of every size behave alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.mechanism.inertia import Inertia
from pliant.mechanism.mechanism import Freedom, Joint, Mechanism
from pliant.mechanism.spanning_tree import Spanning

# m/s².
GRAVITY = 9.81
# A motor holds so many times the weight that it carries, stretched out as far as it can.
STRENGTH = 2.0
# rad/s, half a turn per second; slides go half the model's size per second.
TURN_SPEED = np.pi
SLIDE_SPEED = 0.5
# Without a motor, a freedom gives way to the weight on it by this speed: rad/s, or model sizes per second.
SINKING = 1.0
# s, in which a freedom that carries no weight comes to rest.
REST = 0.2
# Inertia of a motor's rotor over that of what it moves.
ROTOR = 0.01


@dataclass(frozen=True)
class Drive:
    """Of one freedom: N m, rad/s, N m s/rad and kg m² for a turn; N, m/s, N s/m and kg for a slide.

    effort:   what its motor can do
    velocity: how fast it may go
    damping:  how much it brakes
    armature: inertia of its motor, which steadies simulations
    """

    effort: float
    velocity: float
    damping: float
    armature: float


def drives(mechanism: Mechanism, tree: Spanning, bodies: Sequence[Inertia], child: int) -> tuple[Drive, ...]:
    """The drives of the freedoms of the joint above a component, in their order."""
    joint = mechanism.joints[tree.joints[child]]
    carried = [bodies[i] for i in _carried(tree, child)]
    size = mechanism.mesh.diagonal
    return tuple(_drive(joint, freedom, carried, size) for freedom in joint.freedoms)


def _drive(joint: Joint, freedom: Freedom, carried: Sequence[Inertia], size: float) -> Drive:
    axis = joint.frame[freedom.row]
    mass = sum(body.mass for body in carried)
    if not freedom.turns:
        weight = GRAVITY * mass
        damping = max(weight * abs(axis[2]) / (SINKING * size), mass / REST)
        return Drive(STRENGTH * weight, SLIDE_SPEED * size, damping, ROTOR * mass)
    inertia, torque = 0.0, np.zeros(3)
    for body in carried:
        arm = body.centre - joint.origin
        across = arm - (arm @ axis) * axis
        inertia += float(axis @ body.tensor @ axis) + body.mass * float(across @ across)
        torque = torque + np.cross(across, body.mass * np.array([0.0, 0.0, -GRAVITY]))
    reach = np.sqrt(inertia / mass)
    damping = max(abs(float(torque @ axis)) / SINKING, inertia / REST)
    return Drive(STRENGTH * GRAVITY * mass * reach, TURN_SPEED, damping, ROTOR * inertia)


def _carried(tree: Spanning, child: int) -> list[int]:
    """The component and all that hang on it."""
    found = {child}
    for i in tree.order:
        if tree.parents[i] in found:
            found.add(i)
    return sorted(found)
