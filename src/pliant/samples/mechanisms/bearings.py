"""Bearings whose shape alone decides how they move; each is built into two bodies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pliant.arrays import Floats
from pliant.samples.mechanisms.solids import Solid, ball, box, lathe, placed, prism, rod, union, unit

# Bodies near a hinge keep this far from what turns there, in radii of its eye.
ROOM = 1.12


@dataclass(frozen=True, eq=False)
class Hinge:
    """An eye on a pin between two lugs: it turns about the axis and cannot slide.

    eye:   outer radius of the eye and the lugs
    pin:   radius of the pin
    width: width of the eye along the axis; lug: width of each lug
    gap:   clearance on every side
    back:  offset from the pin to the root of the lugs; the longer, the wider the eye swings
    """

    centre: Floats
    axis: Floats
    eye: float
    pin: float
    width: float
    lug: float
    gap: float
    sides: int
    back: Floats = field(default_factory=lambda: np.zeros(3))

    def forked(self, body: Solid) -> Solid:
        """The body with the lugs and the pin."""
        inner = self.width / 2 + self.gap
        outer = inner + self.lug
        lugs = _swept(self._along(-outer, outer, self.eye, bevel=0.3 * self.lug), [self.back])
        # Open on both sides too, where the body is thicker than the eye.
        aside = np.cross(unit(self.axis), self.back)
        room = self._along(-inner, inner, ROOM * self.eye)
        slot = _swept(room, [self.back + aside, self.back - aside])
        body = union(body, lugs) - slot
        reach = outer + 0.3 * self.lug
        head, hidden = 0.62 * self.eye, inner + self.lug / 2
        heads = [self._cap(sign, hidden, reach, head) for sign in (-1, 1)]
        return union(body, self._along(-hidden, hidden, self.pin), *heads)

    def eyed(self, body: Solid) -> Solid:
        """The body with the eye on the pin, and as thin as the eye wherever the lugs reach."""
        half, far = self.width / 2, self.width / 2 + 1.6 * self.lug + self.gap
        eye = self._along(-half, half, self.eye, bevel=0.06 * self.eye)
        reach = ROOM * (self.eye + float(np.linalg.norm(self.back)))
        rooms = [self._along(low, high, reach) for low, high in ((-far, -half), (half, far))]
        bore = self._along(-far, far, self.pin + self.gap, around=True)
        return union(body, eye) - union(*rooms) - bore

    def _along(
        self, low: float, high: float, radius: float, *, bevel: float = 0.0, around: bool = False
    ) -> Solid:
        along = unit(self.axis)
        start, end = self.centre + low * along, self.centre + high * along
        return rod(start, end, radius, self.sides, bevel=bevel, around=around)

    def _cap(self, sign: int, near: float, far: float, radius: float) -> Solid:
        """The head of the pin on one side, its edge bevelled."""
        bevel = 0.3 * (far - near)
        profile = [(radius, near), (radius, far - bevel), (radius - bevel, far)]
        return placed(lathe(profile, self.sides), self.centre, sign * unit(self.axis))


def _swept(solid: Solid, offsets: Sequence[Floats]) -> Solid:
    """The hull of a solid at its place and moved by each offset."""
    return union(solid, *(solid.translate(tuple(offset)) for offset in offsets)).hull()


@dataclass(frozen=True, eq=False)
class Swivel:
    """A spigot with a collar inside a housing: it turns about the axis, and the collar keeps it from sliding.

    origin: where the axis leaves the housing; the axis points out of it
    radius: radius of the spigot; collar: radius of its collar
    neck:   depth of the collar's upper side; depth: depth of its lower side
    """

    origin: Floats
    axis: Floats
    radius: float
    collar: float
    neck: float
    depth: float
    gap: float
    sides: int

    def spigot(self, rise: float) -> Solid:
        """The part that turns; its spigot rises this far out of the housing."""
        profile = [
            (self.collar, -self.depth),
            (self.collar, -self.neck),
            (self.radius, -self.neck),
            (self.radius, rise),
        ]
        return placed(lathe(profile, self.sides), self.origin, self.axis)

    def cavity(self) -> Solid:
        """The room to cut from the housing."""
        wide, narrow = self.collar + self.gap, self.radius + self.gap
        low, high = -self.depth - self.gap, -self.neck + self.gap
        profile = [(wide, low), (wide, high), (narrow, high), (narrow, self.gap)]
        return placed(lathe(profile, self.sides, around=True), self.origin, self.axis)


@dataclass(frozen=True, eq=False)
class Socket:
    """A ball in a cup that reaches beyond the equator: it turns every way about the centre and cannot leave.

    out:     direction from the centre through the opening, along the neck
    opening: half the angle of the opening in radians, below a right angle
    neck:    radius of the neck
    wall:    thickness of the cup
    """

    centre: Floats
    out: Floats
    radius: float
    neck: float
    wall: float
    opening: float
    gap: float
    sides: int

    @property
    def swing(self) -> float:
        """Angle in radians that the neck can lean before it touches the rim."""
        rim = self.radius + self.gap
        return self.opening - float(np.arcsin(self.neck / (rim * np.cos(np.pi / self.sides))))

    def cupped(self, body: Solid) -> Solid:
        """The body with the cup."""
        cup = union(body, ball(self.centre, self.radius + self.wall, self.sides))
        return cup - ball(self.centre, self.radius + self.gap, self.sides, around=True) - self._cone()

    def balled(self, body: Solid, length: float) -> Solid:
        """The body with the ball on a neck of this length, measured from the ball's centre."""
        neck = rod(self.centre, self.centre + length * unit(self.out), self.neck, self.sides)
        return union(body, ball(self.centre, self.radius, self.sides), neck)

    def _cone(self) -> Solid:
        """The opening and all that lies beyond it."""
        height = 1.5 * (self.radius + self.wall)
        profile = [(0.0, 0.0), (height * np.tan(self.opening), height)]
        return placed(lathe(profile, self.sides, around=True), self.centre, self.out)


@dataclass(frozen=True)
class Travel:
    """Depths below the mouth of a sleeve, where a bush holds the head of a rod.

    foot:   depth of the head's lower side at rest
    head:   length of the head
    bush:   depth of the bush's lower side, where the head stops on its way out
    bottom: depth of the sleeve, where the head stops on its way in
    """

    foot: float
    head: float
    bush: float
    bottom: float

    @property
    def range(self) -> tuple[float, float]:
        """Distances that the rod slides in (negative) and out."""
        return self.foot - self.bottom, self.foot - self.head - self.bush


@dataclass(frozen=True, eq=False)
class Piston:
    """A round rod with a round head in a sleeve: it turns about the axis, and slides between two stops.

    origin: middle of the sleeve's mouth; the axis points out of it
    radius: radius of the rod; head: radius of its head
    """

    origin: Floats
    axis: Floats
    radius: float
    head: float
    travel: Travel
    gap: float
    sides: int

    def rod(self, rise: float) -> Solid:
        """The rod with its head; it rises this far out of the sleeve."""
        low, high = -self.travel.foot, self.travel.head - self.travel.foot
        profile = [(self.head, low), (self.head, high), (self.radius, high), (self.radius, rise)]
        return placed(lathe(profile, self.sides), self.origin, self.axis)

    def bore(self) -> Solid:
        """The room to cut from the sleeve."""
        wide, narrow = self.head + self.gap, self.radius + self.gap
        low, high = -self.travel.bottom, -self.travel.bush
        profile = [(wide, low), (wide, high), (narrow, high), (narrow, self.travel.bush)]
        return placed(lathe(profile, self.sides, around=True), self.origin, self.axis)


@dataclass(frozen=True, eq=False)
class Slider:
    """A rod of eight flat sides with a wider head in a sleeve that fits both: it slides between two stops.

    origin: middle of the sleeve's mouth; the axis points out of it
    half:   (2,) half the rod's width, across and along axis × across
    rim:    width of the head beyond the rod, on every side
    bevel:  width of the bevels on the rod's four edges
    """

    origin: Floats
    axis: Floats
    across: Floats
    half: tuple[float, float]
    rim: float
    bevel: float
    travel: Travel
    gap: float

    def rod(self, rise: float) -> Solid:
        """The rod with its head; it rises this far out of the sleeve."""
        low, high = -self.travel.foot, self.travel.head - self.travel.foot
        return union(self._prism(low, high, self.rim), self._prism(low, rise, 0.0))

    def bore(self) -> Solid:
        """The room to cut from the sleeve."""
        low, high = -self.travel.bottom, -self.travel.bush
        narrow = self._prism(low, self.travel.bush, self.gap)
        return union(self._prism(low, high, self.rim + self.gap), narrow)

    def _prism(self, low: float, high: float, grow: float) -> Solid:
        bar = prism(self.half, self.bevel, low, high, grow=grow)
        return placed(bar, self.origin, self.axis, self.across)


@dataclass(frozen=True, eq=False)
class Plug:
    """A square peg with a wider square head in a hole that fits it: nothing moves.

    origin: middle of the hole's mouth; the axis points out of it
    half:   half the peg's width; head: half the width of its head
    depth:  depth of the hole; the head fills its lower half
    """

    origin: Floats
    axis: Floats
    across: Floats
    half: float
    head: float
    depth: float
    gap: float

    def peg(self, rise: float) -> Solid:
        """The peg, which rises this far out of the hole."""
        return self._stepped(0.0, rise)

    def hole(self) -> Solid:
        """The room to cut from the other body."""
        return self._stepped(self.gap, self.gap)

    def _stepped(self, grow: float, rise: float) -> Solid:
        half, head, low, step = self.half + grow, self.head + grow, -self.depth - grow, grow - self.depth / 2
        stem = box((2 * half, 2 * half, rise - low), (0, 0, (rise + low) / 2), 0.0)
        foot = box((2 * head, 2 * head, step - low), (0, 0, (step + low) / 2), 0.0)
        return placed(union(stem, foot), self.origin, self.axis, self.across)
