"""What page and server say to each other about parts and joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.studio.wire.method_wire import MethodMessage, MethodView, MethodWire

Triple = tuple[float, float, float]


@dataclass(frozen=True)
class MechanismEdit:
    """A correction of parts and joints, done to what the edits before it left.

    change: what is done
    parts:  by their numbers: those to merge, the two to join, or the one to rename, soften or harden
    joint:  its place in the list of joints
    kind:   of the joint
    axis:   its direction, and origin: a point on it, at rest; None where nothing is said
    ranges: lowest and highest value of each free motion; None where nothing stops it
    frame:  of a joint that takes the place of another one: its rows one after another
    region: the vertices to split off, or to hinge on the rest of their part
    cells:  along the longest side of a soft part
    name:   of the part that comes of it
    """

    change: Literal[
        "merge",
        "split",
        "hinge",
        "rename",
        "soften",
        "harden",
        "join",
        "remove",
        "kind",
        "axis",
        "origin",
        "ranges",
        "replace",
    ]
    parts: tuple[int, ...] = ()
    joint: int | None = None
    kind: Literal["fixed", "revolute", "prismatic", "cylinder", "plane", "ball"] | None = None
    axis: Triple | None = None
    origin: Triple | None = None
    ranges: tuple[tuple[float | None, float | None], ...] = ()
    region: str | None = None
    cells: int | None = None
    name: str | None = None
    frame: tuple[float, ...] = ()


@dataclass(frozen=True)
class ComponentView:
    """A part; cells: along its longest side where it is soft, None for a rigid one."""

    name: str
    cells: int | None


@dataclass(frozen=True)
class MotionView:
    """One free motion of a joint, by the right hand about a row of its frame, or along it.

    low, high: its limits; None where nothing stops it
    value:     its place among the values of the rig; None where the joint moves nothing
    """

    turns: bool
    row: int
    low: float | None
    high: float | None
    value: int | None = None


@dataclass(frozen=True)
class JointView:
    """A joint between the parts a and b.

    origin: at rest; frame: its rows one after another, the axis first
    bodies: the controls that carry its two sides
    """

    a: int
    b: int
    kind: Literal["fixed", "revolute", "prismatic", "cylinder", "plane", "ball"]
    name: str
    origin: Triple
    frame: tuple[float, ...]
    motions: tuple[MotionView, ...]
    confidence: float
    bodies: tuple[int, int]


@dataclass(frozen=True)
class MechanismView(MethodView):
    """The parts and the joints of a rig.

    doubtful: a joint below this confidence is worth a second look
    missing:  what to install before it can be simulated, in words; "" where it can
    """

    components: tuple[ComponentView, ...]
    joints: tuple[JointView, ...]
    doubtful: float
    missing: str = ""


@dataclass(frozen=True)
class JointsSlice:
    """What Joint IK keeps in a document.

    edits:   corrections of parts and joints, the first done first
    painted: the name of the region that is to become a part of its own; None for none
    """

    edits: tuple[MechanismEdit, ...] = ()
    painted: str | None = None


@dataclass(frozen=True)
class WantAlternatives(MethodMessage):
    """What else could a joint be? joint: its place in the list."""

    joint: int


@dataclass(frozen=True)
class Alternatives:
    """What else a joint could be, the likeliest first; none where its contact tells nothing else.

    The confidence of each is the share of the contact that slides as it says.
    """

    joint: int
    others: tuple[JointView, ...]


@dataclass(frozen=True)
class RunMechanism(MethodMessage):
    """Leave the mechanism to its weight in a simulator.

    metres: length of the model's unit; up: the axis that points upward
    """

    seconds: float
    metres: float = 1.0
    up: Literal["y", "z"] = "y"


@dataclass(frozen=True)
class MechanismRan:
    """What happened to it.

    motions (frames, parts, 12) go with it: rows of [R t], the motion of each part from rest.
    passed: whether it holds; words: what happened, the answer first; fps: frames per second
    """

    passed: bool
    words: tuple[str, ...]
    fps: float
    frames: int


WIRE = MethodWire(
    slice=JointsSlice,
    view=MechanismView,
    from_page=(WantAlternatives, RunMechanism),
    from_server=(Alternatives, MechanismRan),
)
