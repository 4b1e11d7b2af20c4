"""A robot dog: ball joints at the neck, the shoulders and the tail, hinges at the knees and ears."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind, Mechanism, Soft
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, ball_link, degrees
from pliant.samples.mechanisms.bearings import Hinge, Socket, Swivel
from pliant.samples.mechanisms.outlines import curve
from pliant.samples.mechanisms.solids import (
    Solid,
    X,
    Y,
    Z,
    ball,
    box,
    limb,
    mirrored,
    on_both_sides,
    rod,
    tube,
    union,
    unit,
    vec,
)
from tests.models.composition import softened

GAP = 0.00015  # m, between parts that move on each other

SHOULDER = np.array([0.058, 0.190, 0.098])
HIP = np.array([0.060, 0.194, -0.098])  # where the hind leg leaves the body
FRONT_KNEE = np.array([0.097, 0.104, 0.080])
HIND_KNEE = np.array([0.097, 0.106, -0.118])
NECK = np.array([0.0, 0.286, 0.178])
TAIL = np.array([0.0, 0.212, -0.163])
EAR = np.array([0.051, 0.352, 0.186])


@dataclass(frozen=True)
class _DogBearings:
    """All joints of the dog's middle and its left side, as they are built."""

    detail: Detail

    @property
    def shoulder(self) -> Socket:
        return Socket(
            SHOULDER,
            X,
            radius=0.0195,
            neck=0.009,
            wall=0.006,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(40),
        )

    @property
    def hip(self) -> Swivel:
        return Swivel(
            HIP, X, radius=0.011, collar=0.017, neck=0.006, depth=0.013, gap=GAP, sides=self.detail.sides(40)
        )

    @property
    def front_knee(self) -> Hinge:
        return self._knee(FRONT_KNEE)

    @property
    def hind_knee(self) -> Hinge:
        return self._knee(HIND_KNEE)

    def _knee(self, centre: Floats) -> Hinge:
        return Hinge(
            centre,
            X,
            eye=0.0145,
            pin=0.005,
            width=0.014,
            lug=0.006,
            gap=GAP,
            sides=self.detail.sides(32),
            back=np.array([0.0, 0.02, 0.0]) + vec(0, 0, 0.004),
        )

    @property
    def neck(self) -> Socket:
        return Socket(
            NECK,
            unit([0.0, -0.85, -0.5]),
            radius=0.021,
            neck=0.0105,
            wall=0.006,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(40),
        )

    @property
    def tail(self) -> Socket:
        return Socket(
            TAIL,
            unit([0.0, 0.45, -1.0]),
            radius=0.0125,
            neck=0.006,
            wall=0.0045,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(32),
        )

    @property
    def ear(self) -> Hinge:
        return Hinge(
            EAR,
            Z,
            eye=0.009,
            pin=0.0034,
            width=0.016,
            lug=0.005,
            gap=GAP,
            sides=self.detail.sides(24),
            back=np.array([-0.01, -0.006, 0.0]),
        )


def dog(resolution: float = 1.0) -> Mechanism:
    """A robot dog 0.4 m high that looks along z: 13 components, of which the tail and the ears are soft."""
    detail = Detail(resolution)
    bearing = _DogBearings(detail)
    left = {
        "upper foreleg": bearing.front_knee.forked(_upper_foreleg(bearing, detail)),
        "lower foreleg": bearing.front_knee.eyed(_lower_leg(FRONT_KNEE, (-0.012, 0.006), detail)),
        "upper hind leg": bearing.hind_knee.forked(_upper_hind_leg(bearing, detail)),
        "lower hind leg": bearing.hind_knee.eyed(_lower_leg(HIND_KNEE, (-0.030, -0.012), detail)),
        "ear": bearing.ear.eyed(_ear(detail)).refine_to_length(0.008 / detail.resolution),
    }
    parts = {"body": _body(bearing, detail), "head": _head(bearing, detail), "tail": _tail(bearing, detail)}
    parts |= {f"left {name}": solid for name, solid in left.items()}
    parts |= {f"right {name}": mirrored(solid) for name, solid in left.items()}
    links = [
        # The neck widens soon below its ball.
        ball_link("body", "head", bearing.neck, reach=0.8),
        ball_link("body", "tail", bearing.tail),
        *_side_links("left", np.ones(3), bearing),
        *_side_links("right", np.array([-1.0, 1.0, 1.0]), bearing),
    ]
    soft = {"tail": Soft(10), "left ear": Soft(6), "right ear": Soft(6)}
    return softened(assembled(parts, links), soft)


def _side_links(side: str, mirror: Floats, bearing: _DogBearings) -> list[Link]:
    turn = JointKind.REVOLUTE
    knee = degrees(-40, 75), degrees(-25, 90)
    # Seen in the mirror, a turn about z runs backward.
    flap = degrees(-28, 90) if mirror[0] > 0 else degrees(-90, 28)
    return [
        ball_link("body", f"{side} upper foreleg", bearing.shoulder, mirror),
        Link(f"{side} upper foreleg", f"{side} lower foreleg", turn, mirror * FRONT_KNEE, X, knee[0]),
        Link("body", f"{side} upper hind leg", turn, mirror * HIP, X),
        Link(f"{side} upper hind leg", f"{side} lower hind leg", turn, mirror * HIND_KNEE, X, knee[1]),
        Link("head", f"{side} ear", turn, mirror * EAR, Z, flap),
    ]


def _body(bearing: _DogBearings, detail: Detail) -> Solid:
    points = [(0, 0.198, -0.150), (0, 0.200, -0.080), (0, 0.192, 0.0), (0, 0.200, 0.085), (0, 0.210, 0.150)]
    half = [(0.040, 0.038), (0.054, 0.050), (0.048, 0.046), (0.056, 0.054), (0.038, 0.036)]
    trunk = limb(points, half, detail.sides(56), up=Y, power=2.7)
    start = tuple(NECK + 0.012 * bearing.neck.out)
    neck = tube(
        curve(
            [(0, 0.215, 0.120), (0, 0.245, 0.147), start],
            detail.steps(8) + 1,
        ),
        np.linspace([0.024, 0.026], [0.0105, 0.0105], detail.steps(8) + 1),
        detail.sides(32),
        up=Z,
    )

    def shouldered(body: Solid) -> Solid:
        pad = rod(HIP - (0.02, 0, 0), HIP, 0.0245, detail.sides(40), bevel=0.002)
        return bearing.shoulder.cupped(union(body, pad)) - bearing.hip.cavity()

    body = bearing.tail.cupped(on_both_sides(shouldered, trunk))
    return bearing.neck.balled(union(body, neck), 0.03)


def _upper_foreleg(bearing: _DogBearings, detail: Detail) -> Solid:
    knee = FRONT_KNEE
    thigh = limb(
        [
            SHOULDER + vec(0.039, 0.022, 0.0),
            SHOULDER + vec(0.040, -0.010, 0.002),
            knee + vec(0, 0.045, 0.006),
            knee + vec(0, 0.012, 0.002),
        ],
        [(0.0135, 0.019), (0.0145, 0.024), (0.0135, 0.019), (0.013, 0.0145)],
        detail.sides(32),
    )
    return bearing.shoulder.balled(thigh, 0.036)


def _upper_hind_leg(bearing: _DogBearings, detail: Detail) -> Solid:
    knee = HIND_KNEE
    thigh = limb(
        [
            HIP + vec(0.030, 0.030, 0.0),
            HIP + vec(0.034, 0.0, 0.006),
            knee + vec(0, 0.045, 0.012),
            knee + vec(0, 0.012, 0.002),
        ],
        [(0.015, 0.022), (0.018, 0.034), (0.0145, 0.025), (0.013, 0.0145)],
        detail.sides(32),
    )
    hub = rod(HIP + vec(GAP, 0, 0), HIP + vec(0.03, 0, 0), 0.0225, detail.sides(40), bevel=0.002)
    return union(thigh, hub, bearing.hip.spigot(0.006))


def _lower_leg(knee: Floats, lean: tuple[float, float], detail: Detail) -> Solid:
    """A shin from a knee down to a paw on the floor; lean: offsets in z of its middle and its ankle."""
    ankle = np.array([knee[0], 0.026, knee[2] + lean[1]])
    shin = limb(
        [knee - (0, 0.002, 0), (knee + ankle) / 2 + (0.0, 0.006, lean[0] / 3), ankle],
        [(0.0125, 0.013), (0.0125, 0.0165), (0.0105, 0.0125)],
        detail.sides(32),
    )
    paw = ball((0, 0, 0), 1.0, detail.sides(32)).scale((0.0185, 0.024, 0.027))
    paw = paw.trim_by_plane((0.0, 1.0, 0.0), -0.014).translate(tuple(ankle * (1, 0, 1) + (0.0, 0.014, 0.010)))
    return union(shin, paw)


def _head(bearing: _DogBearings, detail: Detail) -> Solid:
    """A rounded skull with a muzzle, a nose and two eyes."""
    skull = limb(
        [(0, 0.318, 0.135), (0, 0.330, 0.178), (0, 0.322, 0.222)],
        [(0.036, 0.032), (0.054, 0.048), (0.036, 0.034)],
        detail.sides(48),
        up=Y,
        power=2.5,
    )
    muzzle = limb(
        [(0, 0.306, 0.20), (0, 0.306, 0.245), (0, 0.304, 0.275)],
        [(0.030, 0.026), (0.027, 0.024), (0.022, 0.020)],
        detail.sides(40),
        up=Y,
        power=2.6,
    )
    mouth = box((0.08, 0.0025, 0.06), (0.0, 0.297, 0.27), 0.0)
    nose = ball((0, 0, 0), 1.0, detail.sides(24)).scale((0.0115, 0.008, 0.008)).translate((0, 0.316, 0.275))
    eyes = [ball((x, 0.344, 0.221), 0.0105, detail.sides(24)) for x in (-0.021, 0.021)]
    head = bearing.neck.cupped(union(skull, muzzle - mouth, nose, *eyes))
    return on_both_sides(bearing.ear.forked, head)


def _tail(bearing: _DogBearings, detail: Detail) -> Solid:
    out = bearing.tail.out
    start = TAIL + 0.019 * out
    points = [start, start + 0.035 * out, start + vec(0, 0.070, -0.065), start + vec(0, 0.125, -0.058)]
    tail = limb(
        points, [(0.008, 0.008), (0.0105, 0.0105), (0.0095, 0.0095), (0.006, 0.006)], detail.sides(28), up=X
    )
    return bearing.tail.balled(tail, 0.024)


def _ear(detail: Detail) -> Solid:
    points = [
        EAR - (0.004, 0.0, 0.0),
        EAR + vec(0.014, -0.006, 0),
        EAR + vec(0.028, -0.032, -0.002),
        EAR + vec(0.027, -0.078, -0.004),
    ]
    return limb(
        points,
        [(0.006, 0.008), (0.0062, 0.016), (0.0068, 0.024), (0.005, 0.015)],
        detail.sides(36),
        power=2.2,
    )
