"""The posers of one session: which methods work on its model, and which rigs are built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pliant.errors import FileFormatError, OptionError
from pliant.progress import Progress
from pliant.studio.opening.source import Source
from pliant.studio.session.desk import Desk
from pliant.studio.session.method import StudioMethod, studio_method, studio_methods
from pliant.studio.session.poser import Poser, WrittenFile
from pliant.studio.session.shown import Shown
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Ready
from pliant.studio.wire.method_wire import MethodMessage


class Posers:
    """A poser for each method that was asked for.

    desk:    gives what a method works on, by its name
    ready:   what a page is told of each method whose rig is built, by its name
    unbuilt: methods whose making was cancelled; it is not begun again by itself
    """

    def __init__(self, desk: Callable[[str], Desk]) -> None:
        self.ready: dict[str, Reply] = {}
        self.unbuilt: set[str] = set()
        self._desk = desk
        self._made: dict[str, Poser] = {}

    def of(self, document: Document) -> Poser:
        """The poser of a document's method; raises OptionError where its rig is not built."""
        studio = studio_method(document.method)
        if studio.name not in self.ready:
            raise OptionError(f"{studio.title} is not ready; choose it first, and wait until it is built.")
        return self._made[studio.name]

    def build(self, studio: StudioMethod, options: Mapping[str, Any], progress: Progress) -> Reply:
        """Build the rig of a method; returns what a page is told of it."""
        poser = self._working(studio)
        self.unbuilt.add(studio.name)
        poser.build(options, progress)
        self.unbuilt.discard(studio.name)
        self.ready[studio.name] = poser.ready()
        return self.ready[studio.name]

    def begin_at(self, method: str, state: Mapping[str, Any] | None) -> None:
        """Let the first search of a method begin where one ended before a restart."""
        self._made[method].begin_at = state

    def search_state(self, method: str) -> dict[str, Any] | None:
        """Where the last search of a method ended."""
        return self._made[method].search_state() if method in self._made else None

    def news(self, method: str) -> Iterator[Reply]:
        """What the poser of a method tells after a pose."""
        yield from self._noted(method, self._made[method].news())

    def act(self, message: MethodMessage, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """What a method answers to a message of its own; files: those that the message names."""
        for studio in studio_methods().values():
            if isinstance(message, studio.wire.from_page):
                yield from self._noted(studio.name, self._working(studio).act(message, files, progress))

    def file(self, kind: str, stem: str, shown: Shown) -> WrittenFile:
        """A file of a kind of one method's own, of what is shown."""
        refusal, poser = self._owner(kind, {name: each.files for name, each in studio_methods().items()})
        file = None if poser is None else poser.file(kind, stem, shown)
        if file is None:
            raise FileFormatError(refusal)
        return file

    def overlay(self, kind: str, shown: Shown) -> Reply:
        """Colours of a kind of one method's own, for what is shown."""
        refusal, poser = self._owner(kind, {name: each.overlays for name, each in studio_methods().items()})
        found = None if poser is None else poser.overlay(kind, shown)
        if found is None:
            raise OptionError(refusal)
        return found

    def _owner(self, kind: str, kinds: Mapping[str, Mapping[str, str]]) -> tuple[str, Poser | None]:
        """The words that refuse a kind of one method, and the poser that knows it, if its rig is built."""
        for name, own in kinds.items():
            if kind in own:
                return own[kind], self._made[name] if name in self.ready else None
        raise OptionError(f"'{kind[:40]}' is not known; no method offers it.")

    def _working(self, studio: StudioMethod) -> Poser:
        """The poser of a method, made where it is not there yet; its rig may not be built."""
        if studio.name not in self._made:
            self._made[studio.name] = studio.poser(self._desk(studio.name))
        return self._made[studio.name]

    def _noted(self, method: str, told: Iterator[Reply]) -> Iterator[Reply]:
        """What a poser tells; Ready of another rig is what a page that comes anew gets."""
        for reply in told:
            if isinstance(reply.message, Ready):
                self.ready[method] = reply
            yield reply
