"""What a method adds to the wire: its slice of documents, its view of a rig, and messages of its own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from pliant.method import loaded
from pliant.registry import methods


class Slices(dict[str, Any]):
    """What each method keeps in a document, by its name; a missing slice is the method's default."""


class MethodView:
    """Base class of what a method tells the page about its rig, beside arrays."""


class MethodMessage:
    """Base class of messages of a method's own from the page."""

    def uploads(self) -> tuple[str, ...]:
        """Numbers of the uploaded files that it needs."""
        return ()


@dataclass(frozen=True)
class MethodWire:
    """The classes that a method adds to the wire: frozen dataclasses of plain values.

    slice:       what it keeps in a document; every field has a default
    view:        what it tells about a rig
    from_page:   messages that the page sends to it
    from_server: its messages to the page
    """

    slice: type[Any] | None = None
    view: type[MethodView] | None = None
    from_page: tuple[type[MethodMessage], ...] = ()
    from_server: tuple[type[Any], ...] = ()

    @property
    def kinds(self) -> tuple[type[Any], ...]:
        """All of them."""
        kept = tuple(kind for kind in (self.slice, self.view) if kind is not None)
        return (*kept, *self.from_page, *self.from_server)


@cache
def method_wires() -> dict[str, MethodWire]:
    """What every method adds, by the method's name."""
    return {name: loaded(method.studio).wire for name, method in methods().items()}
