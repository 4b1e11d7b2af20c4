"""The document: plain data that the page owns and the server keeps; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.pins import FloorAt
from pliant.studio.wire.poses import KeptPose
from pliant.studio.wire.props import Prop
from pliant.studio.wire.timeline import Handle, Timeline


@dataclass(frozen=True)
class Document:
    """Everything that can be undone.

    weights:  of the poses that the rig mixes, or the values that its pose follows from, while these
              decide; None while handles decide
    frozen:   the name of the region that stays where it was when it was marked; None for none
    slices:   what each method keeps, by its name
    timeline: keys of the handles
    frame:    the number of the timeline's frame that is shown
    floor:    under the model, for rigs that know one; None for none
    poses:    the library of poses
    props:    companions and things to stand on, which are no part of the model
    """

    method: str
    handles: tuple[Handle, ...] = ()
    weights: tuple[float, ...] | None = None
    frozen: str | None = None
    slices: Slices = field(default_factory=Slices)
    timeline: Timeline = field(default_factory=Timeline)
    frame: int = 1
    floor: FloorAt | None = None
    poses: tuple[KeptPose, ...] = ()
    props: tuple[Prop, ...] = ()


@dataclass(frozen=True)
class Region:
    """Vertices under a name, as runs [first, count, first, count, …].

    levels: how firmly each run belongs to it, from 1 to 255; empty where all belong wholly

    A region never changes; another set of vertices is another region. So documents name regions, and only
    the page that paints one sends it. The server keeps with it where its vertices are shown at that moment.
    """

    name: str
    runs: tuple[int, ...]
    levels: tuple[int, ...] = ()
