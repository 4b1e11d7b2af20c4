"""What page and server say to each other about painted stiffness."""

from __future__ import annotations

from dataclasses import dataclass

from pliant.studio.wire.method_wire import MethodView, MethodWire


@dataclass(frozen=True)
class StiffPatch:
    """A painted region that is stiffer or softer than the rest.

    stiffness: 1 is as the rest; where the region fades, so does its logarithm
    """

    id: int
    name: str
    region: str
    stiffness: float


@dataclass(frozen=True)
class ElasticSlice:
    """What Elastic IK keeps in a document: the painted patches."""

    patches: tuple[StiffPatch, ...] = ()


@dataclass(frozen=True)
class NamedVertices:
    """The vertices of a material or a group, in runs [first, count, first, count, …]."""

    name: str
    runs: tuple[int, ...]


@dataclass(frozen=True)
class ElasticView(MethodView):
    """What the page is told about a rig: materials and groups, which can be stiffened at once."""

    named: tuple[NamedVertices, ...] = ()


WIRE = MethodWire(slice=ElasticSlice, view=ElasticView)
