"""What page and server say to each other about the library of poses; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass

from pliant.studio.wire.timeline import Handle


@dataclass(frozen=True)
class KeptPose:
    """A pose in the library: what decides it, and the shape that it gave.

    shape:   the name under which the server keeps where every vertex is (see KeepShape)
    rig:     what the rig was made with, in the page's words; weights and points mean nothing to another one
    handles: all of them, with their targets
    weights: of the poses that the rig mixed, where these decided; None where handles did
    points:  x, y, z of each point that carries the mesh; empty for a rig without any
    """

    id: int
    name: str
    shape: str
    rig: str
    handles: tuple[Handle, ...]
    weights: tuple[float, ...] | None = None
    points: tuple[float, ...] = ()


# From the page.


@dataclass(frozen=True)
class KeepShape:
    """Keep where every vertex is under a name, before a document names it; the answer is Shape.

    of:       the shape to take; None for what is shown
    mirrored: whether its mirror image is kept
    upload:   a file of a pose that was sent to /upload before, in place of a shape that is here
    """

    name: str
    of: str | None = None
    mirrored: bool = False
    upload: str | None = None


@dataclass(frozen=True)
class WantShape:
    """A shape that was kept; the answer is Shape.

    example: the number of an example of the method, whose shape is wanted under the name instead
    """

    name: str
    example: int | None = None


@dataclass(frozen=True)
class OpenExamples:
    """Open the model with more examples, as a session of its own: its own ones, and poses of the library.

    poses:    ids of those
    mirrored: whether their mirror images are examples as well
    """

    poses: tuple[int, ...]
    mirrored: bool = False


# From the server.


@dataclass(frozen=True)
class Shape:
    """Where every vertex is. Arrays: V (n, 3) float32."""

    name: str
