"""A bee: a soft abdomen with a stinger, wings on hinges, and legs in sockets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats
from pliant.mechanism.mechanism import JointKind, Mechanism, Soft
from pliant.samples.mechanisms.assembly import Detail, Link, assembled, ball_link, degrees
from pliant.samples.mechanisms.bearings import Hinge, Plug, Slider, Socket, Travel
from pliant.samples.mechanisms.outlines import curve
from pliant.samples.mechanisms.solids import (
    Solid,
    X,
    Y,
    Z,
    ball,
    lathe,
    limb,
    mirrored,
    on_both_sides,
    placed,
    plate,
    rod,
    tube,
    union,
    unit,
    vec,
)
from tests.models.composition import softened

GAP = 0.0001  # m, between parts that move on each other; the bee is 0.4 m long
REACH = 0.95  # share of a socket's swing that the joints allow

NECK = np.array([0.0, 0.124, 0.052])
WAIST = np.array([0.0, 0.122, -0.054])
STING = np.array([0.0, 0.094, -0.262])  # where the stinger leaves the abdomen
BACKWARD = unit([0.0, -0.35, -1.0])  # the way it points
WING = np.array([0.026, 0.180, 0.004])
MOUTH = np.array([0.0, 0.092, 0.134])
FORWARD = unit([0.0, -0.62, 1.0])  # the way the tongue points
LEGS = {
    "front": (0.030, 0.075),
    "middle": (-0.002, 0.012),
    "hind": (-0.034, -0.075),
}  # z at the body and the foot


@dataclass(frozen=True)
class _BeeBearings:
    """All joints of the bee's middle and its left side, as they are built."""

    detail: Detail

    @property
    def neck(self) -> Socket:
        return Socket(
            NECK,
            Z,
            radius=0.0125,
            neck=0.0055,
            wall=0.004,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(32),
        )

    @property
    def waist(self) -> Socket:
        return Socket(
            WAIST,
            -Z,
            radius=0.0125,
            neck=0.0055,
            wall=0.004,
            opening=np.radians(66),
            gap=GAP,
            sides=self.detail.sides(32),
        )

    @property
    def sting(self) -> Plug:
        return Plug(STING, BACKWARD, X, half=0.003, head=0.0046, depth=0.009, gap=GAP)

    @property
    def wing(self) -> Hinge:
        return Hinge(
            WING,
            Z,
            eye=0.0068,
            pin=0.0026,
            width=0.014,
            lug=0.0045,
            gap=GAP,
            sides=self.detail.sides(24),
            back=np.array([-0.006, -0.008, 0.0]),
        )

    @property
    def tongue(self) -> Slider:
        return Slider(
            MOUTH,
            FORWARD,
            X,
            half=(0.003, 0.0022),
            rim=0.0014,
            bevel=0.0007,
            travel=Travel(foot=0.019, head=0.005, bush=0.006, bottom=0.026),
            gap=GAP,
        )

    @property
    def legs(self) -> dict[str, Socket]:
        return {
            name: Socket(
                np.array([0.036, 0.094, z]),
                unit([0.8, -0.6, 0.3 * np.sign(foot - z)]),
                radius=0.0078,
                neck=0.0034,
                wall=0.003,
                opening=np.radians(66),
                gap=GAP,
                sides=self.detail.sides(24),
            )
            for name, (z, foot) in LEGS.items()
        }


def bee(resolution: float = 1.0) -> Mechanism:
    """A bee that looks along z: 13 components, of which the abdomen is soft, and 12 joints."""
    detail = Detail(resolution)
    bearing = _BeeBearings(detail)
    parts = {
        "thorax": _thorax(bearing, detail),
        "head": _head(bearing, detail),
        "tongue": _tongue(bearing, detail),
        "abdomen": bearing.waist.balled(_abdomen(detail), 0.03) - bearing.sting.hole(),
        "stinger": union(_stinger(detail), bearing.sting.peg(0.004)),
    }
    wing = bearing.wing.eyed(_wing(detail))
    parts |= {"left wing": wing, "right wing": mirrored(wing)}
    for name, socket in bearing.legs.items():
        leg = socket.balled(_leg(socket, LEGS[name][1], detail), 0.016)
        parts |= {f"left {name} leg": leg, f"right {name} leg": mirrored(leg)}
    return softened(assembled(parts, _links(bearing)), {"abdomen": Soft(8)})


def _links(bearing: _BeeBearings) -> list[Link]:
    other = np.array([-1.0, 1.0, 1.0])
    turn = JointKind.REVOLUTE
    links = [
        ball_link("thorax", "head", bearing.neck, reach=REACH),
        Link("head", "tongue", JointKind.PRISMATIC, MOUTH, FORWARD, [bearing.tongue.travel.range]),
        ball_link("thorax", "abdomen", bearing.waist, reach=REACH),
        Link("abdomen", "stinger", JointKind.FIXED, STING, BACKWARD),
        # Seen in the mirror, a turn about z runs backward.
        Link("thorax", "left wing", turn, WING, Z, degrees(-30, 60)),
        Link("thorax", "right wing", turn, WING * other, Z, degrees(-60, 30)),
    ]
    for name, socket in bearing.legs.items():
        links += [
            ball_link("thorax", f"left {name} leg", socket, reach=REACH),
            ball_link("thorax", f"right {name} leg", socket, other, reach=REACH),
        ]
    return links


def _thorax(bearing: _BeeBearings, detail: Detail) -> Solid:
    trunk = ball((0, 0, 0), 1.0, detail.sides(44)).scale((0.050, 0.052, 0.056)).translate((0, 0.125, 0))

    def sided(body: Solid) -> Solid:
        for socket in bearing.legs.values():
            body = socket.cupped(body)
        return bearing.wing.forked(body)

    return bearing.waist.cupped(bearing.neck.cupped(on_both_sides(sided, trunk)))


def _head(bearing: _BeeBearings, detail: Detail) -> Solid:
    """A round face with large eyes and two feelers."""
    globe = ball((0, 0, 0), 1.0, detail.sides(36))
    skull = globe.scale((0.040, 0.038, 0.032)).translate((0, 0.122, 0.101))
    snout = limb(
        [MOUTH - 0.034 * FORWARD, MOUTH - 0.015 * FORWARD, MOUTH + 0.006 * FORWARD],
        [(0.016, 0.014), (0.012, 0.011), (0.009, 0.008)],
        detail.sides(28),
        up=X,
    )
    snout = snout.trim_by_plane(tuple(-FORWARD), float(-MOUTH @ FORWARD))

    def sided(body: Solid) -> Solid:
        eye = globe.scale((0.016, 0.023, 0.019)).translate((0.030, 0.130, 0.110))
        path = curve(
            [(0.012, 0.150, 0.118), (0.018, 0.178, 0.130), (0.026, 0.186, 0.162)], detail.steps(12) + 1
        )
        feeler = tube(path, (0.0021, 0.0021), detail.sides(16), up=X)
        return union(body, eye, feeler, ball(path[-1], 0.0042, detail.sides(16)))

    head = on_both_sides(sided, union(skull, snout))
    return bearing.neck.balled(head, 0.026) - bearing.tongue.bore()


def _tongue(bearing: _BeeBearings, detail: Detail) -> Solid:
    tip = MOUTH + 0.026 * FORWARD
    return union(
        bearing.tongue.rod(0.022),
        limb([tip - 0.008 * FORWARD, tip, tip + 0.006 * FORWARD], (0.004, 0.0034), detail.sides(20), up=X),
    )


def _abdomen(detail: Detail) -> Solid:
    """A drop of five rings, bent down towards the stinger, on an even grid so that it bends smoothly."""
    start, length = WAIST[2] - 0.022, 0.186
    share = np.linspace(0, 1, detail.steps(44) + 1)
    drop = np.sqrt(np.clip(1 - (1 - share / 0.42) ** 2, 0, None)) * (share < 0.42) + (share >= 0.42) * np.cos(
        0.5 * np.pi * (share - 0.42) / 0.66
    )
    groove = 1 - 0.045 * np.exp(-((((share * 6) % 1 - 0.5) / 0.16) ** 2)) * (share > 0.1) * (share < 0.92)
    profile = np.column_stack([0.058 * drop * groove, length * share])
    body = placed(lathe(profile, detail.sides(56)), (0, WAIST[1], start), -Z, X)

    def bent(P: Floats) -> Floats:
        behind = np.clip((start - P[:, 2]) / length, 0, 1)
        return P - np.outer(0.028 * behind**2, Y)

    flat = -BACKWARD  # where the stinger sits
    return body.warp_batch(bent).trim_by_plane(tuple(flat), float(flat @ STING))


def _stinger(detail: Detail) -> Solid:
    profile = [(0.0075, GAP), (0.0080, 0.002), (0.0060, 0.010), (0.0026, 0.026), (0.0, 0.046)]
    return placed(lathe(profile, detail.sides(28)), STING, BACKWARD, X)


def _wing(detail: Detail) -> Solid:
    """The left wings, a large one and a small one behind it, thin, with a thicker front edge."""
    out, back = unit([1.0, 0.42, -0.25]), unit([0.1, 0.12, -1.0])
    up = unit(np.cross(back, out))
    reach, sides = np.array([0.052, 0.125]), detail.sides(28)
    large = plate(
        [(0.018, -0.004, 0.006), (reach[0], 0.004, 0.022), (reach[1], 0.016, 0.036)], 0.0028, 0.0012, sides
    )
    small = plate(
        [(0.016, 0.008, 0.006), (0.055, 0.046, 0.022), (0.072, 0.058, 0.022)], 0.0026, 0.0011, sides
    )
    blades = [placed(blade, WING, up, out) for blade in (large, small)]
    across = np.cross(up, out)
    edge = limb(
        [WING + 0.002 * out, WING + 0.04 * out - 0.010 * across, WING + 0.13 * out - 0.018 * across],
        [(0.0050, 0.0052), (0.0030, 0.0034), (0.0022, 0.0022)],
        detail.sides(20),
        up=up,
    )
    return union(*blades, edge, rod(WING, WING + 0.012 * out, 0.0055, detail.sides(20)))


def _leg(socket: Socket, foot: float, detail: Detail) -> Solid:
    """The left leg from its socket: out, up over the knee, down to the floor."""
    start = socket.centre + 0.0135 * unit(socket.out)
    far = start[2] + 0.55 * (foot - start[2])
    knee, ankle = np.array([0.082, 0.104, far]), np.array([0.100, 0.030, foot])
    femur = limb(
        [start, (start + knee) / 2 + (0.0, -0.004, 0.0), knee],
        [(0.0045, 0.0045), (0.0062, 0.0062), (0.0045, 0.0045)],
        detail.sides(14),
    )
    shin = limb(
        [knee + vec(-0.002, 0.002, 0), (knee + ankle) / 2 + (0.006, 0.004, 0), ankle],
        [(0.0048, 0.0048), (0.0054, 0.0054), (0.0036, 0.0036)],
        detail.sides(14),
    )
    toe = limb(
        [
            ankle + vec(-0.001, 0.004, 0),
            ankle * (1, 0, 1) + (0.004, 0.012, 0),
            ankle * (1, 0, 1) + (0.014, 0.00113, 0),
        ],
        [(0.0038, 0.0038), (0.0036, 0.0036), (0.0036, 0.0036)],
        detail.sides(14),
    )
    return union(femur, shin, toe)
