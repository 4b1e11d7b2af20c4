"""What the page is told about a model that was opened: its methods, how it stands, and where to begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.studio.wire.document import Document, Region
from pliant.studio.wire.original import Original
from pliant.studio.wire.pins import Up
from pliant.studio.wire.sessions import SessionState
from pliant.studio.wire.surface import Surface
from pliant.studio.wire.timeline import Handle


@dataclass(frozen=True)
class OptionField:
    """An option of a method, for a form.

    kind:      a number, a whole number, a truth value, or one of the choices
    low, high: the range of a number; None where nothing bounds it
    """

    name: str
    title: str
    words: str
    kind: Literal["number", "whole", "truth", "choice"]
    default: float | bool | str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fit:
    """A method for the switch in the top bar.

    summary: what it needs and does, in one sentence
    why:     why it does not fit, in words; empty where it does
    options: what can be chosen when its rig is made
    """

    method: str
    title: str
    summary: str
    fits: bool
    why: str
    options: tuple[OptionField, ...] = ()


@dataclass(frozen=True)
class Start:
    """How a model stands, and where a newcomer begins.

    reason:    why it begins with its method, after "… was chosen:"
    up:        the axis that is up
    azimuth:   from where its front is seen, in radians about that axis: 0 along z, or against y where z is up
    handles:   pins at the feet and, last, a free handle, for methods that pull points
    suggested: free handles at the other ends, which are shown, and hold nothing before they are taken
    toward:    where pulling the free handle looks good
    """

    reason: str
    up: Up
    azimuth: float
    handles: tuple[Handle, ...]
    suggested: tuple[Handle, ...]
    toward: tuple[float, float, float]


@dataclass(frozen=True)
class Model:
    """A mesh was opened. Arrays: V (n, 3) float32, F (m, 3) uint32; sides (e, 2) uint32 of polygons
    where not all are triangles.

    words:    what the studio sees ("10 poses of one mesh: example-based posing")
    examples: their names, the reference first
    document: where to begin: as it was left, or with handles placed
    regions:  those that the document names
    start:    how it stands
    surface:  how it looks, with arrays of its own (see surface.py); None where F tells all
    original: the file that it came from, where a motion can be written into that
    session:  what the page needs to go on where it was left; None in examples
    """

    name: str
    words: str
    diagonal: float
    examples: tuple[str, ...]
    methods: tuple[Fit, ...]
    document: Document
    regions: tuple[Region, ...]
    start: Start
    surface: Surface | None = None
    original: Original | None = None
    session: SessionState | None = None
