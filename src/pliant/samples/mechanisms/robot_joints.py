"""The joints of the humanoid robot: where they are, how they are built, and how far they move."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind
from pliant.samples.mechanisms.assembly import Detail, Link, ball_link, degrees
from pliant.samples.mechanisms.bearings import Hinge, Plug, Socket, Swivel
from pliant.samples.mechanisms.solids import X, Y, Z, unit

GAP = 0.0003  # m, between parts that move on each other

HIP = np.array([0.092, 0.652, 0.0])
KNEE = np.array([0.100, 0.370, 0.006])
ANKLE = np.array([0.103, 0.088, -0.012])
TOE = np.array([0.103, 0.024, 0.098])
WAIST = np.array([0.0, 0.752, 0.0])  # where the abdomen turns on the pelvis
BEND = np.array([0.0, 0.822, 0.0])  # where the torso bends on the abdomen
SHOULDER = np.array([0.178, 1.040, -0.005])
ELBOW = np.array([0.262, 0.815, -0.01])
WRIST = np.array([0.278, 0.622, 0.028])
NECK = np.array([0.0, 1.128, 0.0])
NOD = np.array([0.0, 1.176, 0.0])
PACK = np.array([0.0, 0.985, -0.112])


@dataclass(frozen=True)
class RobotBearings:
    """All joints of the robot's middle and its left side, as they are built."""

    detail: Detail

    @property
    def hip(self) -> Socket:
        """The left thigh in the pelvis."""
        return Socket(
            HIP,
            -Y,
            radius=0.04,
            neck=0.02,
            wall=0.012,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(32),
        )

    @property
    def knee(self) -> Hinge:
        """The left shin on the thigh."""
        return Hinge(
            KNEE,
            X,
            eye=0.034,
            pin=0.012,
            width=0.036,
            lug=0.014,
            gap=GAP,
            sides=self.detail.sides(28),
            back=np.array([0.0, 0.034, -0.004]),
        )

    @property
    def ankle(self) -> Hinge:
        """The left foot on the shin."""
        return Hinge(
            ANKLE,
            X,
            eye=0.024,
            pin=0.009,
            width=0.03,
            lug=0.011,
            gap=GAP,
            sides=self.detail.sides(28),
            back=np.array([0.0, 0.026, 0.0]),
        )

    @property
    def toe(self) -> Hinge:
        """The left toes on the foot."""
        return Hinge(
            TOE,
            X,
            eye=0.0165,
            pin=0.006,
            width=0.044,
            lug=0.015,
            gap=GAP,
            sides=self.detail.sides(32),
            back=np.array([0.0, 0.0, -0.008]),
        )

    @property
    def waist(self) -> Swivel:
        """The abdomen on the pelvis."""
        return Swivel(
            WAIST, Y, radius=0.036, collar=0.052, neck=0.014, depth=0.03, gap=GAP, sides=self.detail.sides(32)
        )

    @property
    def bend(self) -> Hinge:
        """The torso on the abdomen."""
        return Hinge(
            BEND,
            X,
            eye=0.034,
            pin=0.013,
            width=0.07,
            lug=0.02,
            gap=GAP,
            sides=self.detail.sides(32),
            back=np.array([0.0, 0.036, 0.0]),
        )

    @property
    def shoulder(self) -> Socket:
        """The left upper arm in the torso."""
        return Socket(
            SHOULDER,
            unit([0.86, -0.5, 0.0]),
            radius=0.034,
            neck=0.0145,
            wall=0.011,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(32),
        )

    @property
    def elbow(self) -> Hinge:
        """The left forearm on the upper arm."""
        return Hinge(
            ELBOW,
            X,
            eye=0.0245,
            pin=0.009,
            width=0.026,
            lug=0.011,
            gap=GAP,
            sides=self.detail.sides(28),
            back=np.array([0.0, 0.036, 0.0]),
        )

    @property
    def wrist(self) -> Plug:
        """The left hand in the forearm."""
        return Plug(WRIST, unit(WRIST - ELBOW), X, half=0.01, head=0.0135, depth=0.016, gap=GAP)

    @property
    def neck(self) -> Swivel:
        """The neck on the torso."""
        return Swivel(
            NECK, Y, radius=0.024, collar=0.036, neck=0.012, depth=0.024, gap=GAP, sides=self.detail.sides(28)
        )

    @property
    def nod(self) -> Hinge:
        """The head on the neck."""
        return Hinge(
            NOD,
            X,
            eye=0.021,
            pin=0.008,
            width=0.034,
            lug=0.012,
            gap=GAP,
            sides=self.detail.sides(28),
            back=np.array([0.0, 0.014, 0.0]),
        )

    @property
    def pack(self) -> Plug:
        """The backpack on the torso."""
        return Plug(PACK, -Z, X, half=0.024, head=0.03, depth=0.018, gap=GAP)


def links(bearing: RobotBearings) -> list[Link]:
    """Joints between the robot's parts, with their ranges."""
    return [
        Link("pelvis", "abdomen", JointKind.REVOLUTE, WAIST, Y),
        Link("abdomen", "torso", JointKind.REVOLUTE, BEND, X, degrees(-20, 60)),
        Link("torso", "backpack", JointKind.FIXED, PACK, Z),
        Link("torso", "neck", JointKind.REVOLUTE, NECK, Y),
        Link("neck", "head", JointKind.REVOLUTE, NOD, X, degrees(-25, 30)),
        *_side_links("left", np.ones(3), bearing),
        *_side_links("right", np.array([-1.0, 1.0, 1.0]), bearing),
    ]


def _side_links(side: str, mirror: Floats, bearing: RobotBearings) -> list[Link]:
    """Joints of one side; hinges across the body keep their axis in the mirror."""

    def hinge(a: str, b: str, origin: Floats, low: float, high: float) -> Link:
        return Link(f"{side} {a}", f"{side} {b}", JointKind.REVOLUTE, mirror * origin, X, degrees(low, high))

    return [
        ball_link("torso", f"{side} upper arm", bearing.shoulder, mirror),
        hinge("upper arm", "forearm", ELBOW, -100, 5),
        Link(f"{side} forearm", f"{side} hand", JointKind.FIXED, mirror * WRIST, mirror * bearing.wrist.axis),
        ball_link("pelvis", f"{side} thigh", bearing.hip, mirror),
        hinge("thigh", "shin", KNEE, -5, 100),
        hinge("shin", "foot", ANKLE, -40, 30),
        hinge("foot", "toes", TOE, -40, 10),
    ]
