"""What page and server say to each other about handles and their keys over time; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.studio.wire.pins import FloorAt, Slide, Up

Ease = Literal["step", "linear", "smooth", "bezier"]
Tangent = Literal["auto", "flat", "linear", "free"]
Beyond = Literal["hold", "loop", "ping-pong", "offset"]
MotionKind = Literal[
    "track", "glb", "gltf", "usd", "usda", "usdc", "usdz", "abc", "pc2", "mdd", "npz", "obj", "ply",
    "mp4", "webm", "gif", "webp", "png",
]  # fmt: skip


@dataclass(frozen=True)
class Handle:
    """A held point of the surface: a triangle, barycentric coordinates in it, and where it is pulled to.

    group:  handles of one number move and turn together; None for single ones
    weight: how firmly it is held: 1 is met exactly, below, down to 0, it gives way as a spring does
    slide:  what it slides on; None where it does not
    turn:   how its neighbourhood is turned from rest: a rotation vector in radians; None where that is free
    name:   what the user calls it; empty where it has only its number
    looks:  the handle that its direction follows; None for none

    Rigs that cannot do weight, slide or turn go without it: see Ready.
    """

    id: int
    face: int
    barycentric: tuple[float, float, float]
    target: tuple[float, float, float]
    pinned: bool = False
    group: int | None = None
    weight: float = 1.0
    slide: Slide | None = None
    turn: tuple[float, float, float] | None = None
    name: str = ""
    looks: int | None = None


@dataclass(frozen=True)
class Key:
    """Where the handles of a row are at a frame, or its other numbers.

    Its curves are x, y, z of the handles' mean and the weight; or those of its other numbers.

    targets:  x, y, z of each handle; or other numbers
    ease:     how to go on to the next key
    weight:   1 holds them there, 0 lets them go; between, they are held at that share of the way
    tangents: what keeps the Bézier handles of each curve: auto has no overshoot, flat and linear point along
              the frames and to the next key, free stay where they are put. Empty: all are auto
    handles:  for each curve how far its two Bézier handles lie from the key: frames and value of the one
              before, frames and value of the one after. Empty: a third of the way straight to the next key
    """

    at: int
    targets: tuple[float, ...]
    ease: Ease = "smooth"
    weight: float = 1.0
    tangents: tuple[Tangent, ...] = ()
    handles: tuple[float, ...] = ()


@dataclass(frozen=True)
class Row:
    """The keys of a handle, or of several that move and turn as one; in order of time, one for each frame.

    handles: their ids
    before, after: what happens outside of the keys
    numbers: what is keyed in place of handles, which do not pull then: "weights" of the poses that the rig
             mixes, or a method's name for numbers of its own; None for handles
    """

    name: str
    handles: tuple[int, ...]
    keys: tuple[Key, ...]
    before: Beyond = "hold"
    after: Beyond = "hold"
    numbers: str | None = None


@dataclass(frozen=True)
class Follow:
    """Follow-through: swings per second, how soon they end, and how they set out."""

    springiness: float = 3.0
    damping: float = 0.5
    response: float = 0.0


@dataclass(frozen=True)
class Timeline:
    """Keys over the frames from first to last, both included. Handles without keys stay where they are."""

    fps: float = 24.0
    first: int = 1
    last: int = 48
    rows: tuple[Row, ...] = ()
    follow: Follow | None = None


@dataclass(frozen=True)
class Bake:
    """Solve all frames of the newest document ahead, while nothing else is to be done; tells Baking.

    number: counts up; frames are asked for by it
    """

    number: int


@dataclass(frozen=True)
class WantFrame:
    """A frame that was baked, or one of a clip; tells Frame."""

    number: int
    frame: int


@dataclass(frozen=True)
class ExportMotion:
    """Make a file of the track, of the animation, or a film of it.

    clip:      of the clip that is shown, in place of the timeline
    direction: from the model toward the camera; up: the vertical axis; size: of a film, in pixels
    perspective: opening angle in degrees; 0 for a parallel view
    clay:      the colour of the clay that a film shows, whatever colours the model has; None for its own
    light:     how a film is lit; background: its colours at the top and at the bottom
    middle:    the point in the middle of a film, and half: half its height there; None to see all of it
    """

    kind: MotionKind
    clip: bool = False
    direction: tuple[float, float, float] | None = None
    up: Up = "y"
    size: tuple[int, int] = (960, 540)
    perspective: float = 30.0
    clay: str | None = None
    light: Literal["studio", "soft", "side", "back"] = "studio"
    background: tuple[str, str] | None = None
    middle: tuple[float, float, float] | None = None
    half: float | None = None


@dataclass(frozen=True)
class LoadTrack:
    """Take the keys of a track file that was sent to /upload before."""

    upload: str


@dataclass(frozen=True)
class LoadClip:
    """Show the frames of a moving mesh that was sent to /upload before, and has the model's vertices.

    number: its frames are asked for by it
    """

    number: int
    uploads: tuple[str, ...]


@dataclass(frozen=True)
class Baking:
    """So many frames were baked, from the first on."""

    number: int
    done: int
    total: int


@dataclass(frozen=True)
class Frame:
    """A frame. Arrays: as those of Posed; V (n, 3) float32 of a clip.

    weights: of the poses that the rig mixes; None for a frame that is not there (any more)
    """

    number: int
    frame: int
    weights: tuple[float, ...] | None


@dataclass(frozen=True)
class TrackTaken:
    """What a track file holds; doubt: what of it could not be kept, in words, or None."""

    name: str
    timeline: Timeline
    handles: tuple[Handle, ...]
    floor: FloorAt | None
    doubt: str | None


@dataclass(frozen=True)
class ClipTaken:
    """A clip can be shown, by its frames from first on."""

    number: int
    name: str
    first: int
    count: int
    fps: float
