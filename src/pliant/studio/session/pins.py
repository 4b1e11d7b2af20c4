"""Handles of a document as the library's pins: what they hold, how, and where that goes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from pliant.anchors import Anchors, Held
from pliant.arrays import Ints, Targets
from pliant.geometry.patch import placed_targets, with_patches
from pliant.mesh import Mesh
from pliant.pins import Floor, Line, Pin, Plane, asked
from pliant.studio.wire.messages import Document, Handle
from pliant.studio.wire.pins import FloorAt, Slide

UPS = {"y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def within(document: Document, can: Collection[str]) -> Document:
    """The document without what a rig cannot do; can: its `pins_can`.

    Another method may take up again what this one goes without, and the page says what that is.
    """
    plain = {"weight": 1.0, "slide": None, "turn": None}
    missing = {name: value for name, value in plain.items() if name not in can}
    handles = tuple(replace(handle, **missing) for handle in document.handles)
    return replace(document, handles=handles, floor=document.floor if "floor" in can else None)


def anchors(handles: Sequence[Handle]) -> Anchors:
    """The held points of handles."""
    return Anchors([handle.face for handle in handles], [handle.barycentric for handle in handles])


def grabbed_points(handles: Sequence[Handle], mesh: Mesh) -> Anchors:
    """What handles hold: their points, those that turn with their neighbourhoods."""
    turning = [handle.turn is not None for handle in handles]
    return with_patches(anchors(handles), turning, mesh) if any(turning) else anchors(handles)


def pin_arguments(document: Document) -> dict[str, Any]:
    """What `Rig.grab` is told of a document's handles and its floor; nothing where all are plain.

    Raises OptionError for a weight, a plane, a line or a floor that cannot be.
    """
    return asked([pin_of(handle) for handle in document.handles], floor_of(document.floor))


def pin_of(handle: Handle) -> Pin:
    """How a handle is held; a turn shows in the points that are grabbed."""
    return Pin(handle.weight, slide_of(handle.slide))


def slide_of(slide: Slide | None) -> Plane | Line | None:
    """What a handle slides on."""
    if slide is None:
        return None
    return Plane(slide.vector) if slide.on == "plane" else Line(slide.vector)


def floor_of(floor: FloorAt | None) -> Floor | None:
    """The floor of a document."""
    return None if floor is None else Floor.at(floor.height, UPS[floor.up], grip=floor.grip)


def grab_key(document: Document) -> tuple[object, ...]:
    """What of a document's handles decides on a grip: not where they are pulled, nor how far turned."""
    held = tuple(
        (handle.face, handle.barycentric, handle.weight, handle.slide, handle.turn is not None)
        for handle in document.handles
    )
    return held, document.floor


def targets_of(handles: Sequence[Handle], held: Held) -> Targets:
    """(h, 3) where the points that handles hold are pulled."""
    turns = [handle.turn for handle in handles]
    return placed_targets(held, [handle.target for handle in handles], turns)


def own_points(held: Held) -> Ints:
    """(g,) which of the held points are the handles' own: the first of each item."""
    return np.unique(held.group, return_index=True)[1]
