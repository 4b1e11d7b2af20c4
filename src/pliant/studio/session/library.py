"""The library of poses of one model: the shapes that documents name, kept, mirrored, and made examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import numpy as np

from pliant.arrays import Vertices
from pliant.errors import OptionError
from pliant.examples.mirrored import mirror_image, mirrored
from pliant.io.example_file import keep_example
from pliant.io.poses import read_poses, write_poses
from pliant.studio.opening.model import Opened
from pliant.studio.opening.source import Source, discard_uploads
from pliant.studio.session.journal import Journal
from pliant.studio.session.shapes import shape_of_file
from pliant.studio.wire.document import Document
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.poses import KeepShape, OpenExamples, Shape, WantShape

# Shapes of one session: every pose that is kept makes one, which undo may bring back.
MOST_SHAPES = 1000


class Library:
    """What the studio keeps of poses, beside what documents tell of them.

    shapes:  (n, 3) positions by their names; they never change
    journal: that of the session
    """

    def __init__(
        self,
        model: Opened,
        journal: Journal,
        shown: Callable[[], Vertices],
        example: Callable[[int], Vertices],
    ) -> None:
        """shown: gives what is seen now, example: one of the method's examples; both (n, 3)."""
        self.shapes: dict[str, Vertices] = {}
        self.journal = journal
        self._model, self._shown, self._example = model, shown, example

    def take(self, shapes: Mapping[str, Vertices]) -> None:
        """Keep shapes that come with a rig file."""
        for name, V in shapes.items():
            self._keep(name, V)

    def keep(self, message: KeepShape, file: Source | None) -> Iterator[Reply]:
        """Keep what is shown, another shape, or that of a file of a pose."""
        mesh = self._model.mesh
        if file is not None:
            try:
                V = shape_of_file(file.paths[0], mesh.n)
            finally:
                discard_uploads(file)
        else:
            V = self._shown() if message.of is None else self._shape(message.of)
        self._keep(message.name, mirror_image(mesh, V) if message.mirrored else V)
        yield _told(message.name, self._shape(message.name))

    def wanted(self, message: WantShape) -> Iterator[Reply]:
        """A shape, or that of an example."""
        index = message.example
        yield _told(message.name, self._shape(message.name) if index is None else self._example(index))

    def examples_in(self, file: Path, message: OpenExamples, document: Document) -> Source:
        """The file, written: the model's own examples, and those poses that a page names."""
        wanted = [pose for pose in document.poses if pose.id in message.poses]
        if not wanted:
            raise OptionError("No pose of the library was named; keep some first.")
        if self._model.poses is not None:
            write_poses(file, self._model.poses)
        names = _distinct([*self._model.examples, *(pose.name for pose in wanted)])[-len(wanted) :]
        for pose, name in zip(wanted, names, strict=True):
            keep_example(file, self._model.mesh, self._shape(pose.shape), name)
        if message.mirrored:
            write_poses(file, mirrored(read_poses(file)))
        title = f"{self._model.source.name} with examples"
        return Source("files", title, (str(file),), (f"{title}.npz",))

    def _shape(self, name: str) -> Vertices:
        if name not in self.shapes:
            raise OptionError(f"The shape '{name[:40]}' was not kept; keep the pose again.")
        return self.shapes[name]

    def _keep(self, name: str, V: Vertices) -> None:
        if len(self.shapes) >= MOST_SHAPES:
            raise OptionError(f"{MOST_SHAPES:,} poses were kept; save the rig and open it anew.")
        self.shapes[name] = V
        self.journal.shaped(name, V)


def _distinct(names: Sequence[str]) -> list[str]:
    """The names; one that was there before has a number."""
    found: list[str] = []
    for name in names:
        numbered = (f"{name} {number}" for number in count(2))
        found.append(name if name not in found else next(each for each in numbered if each not in found))
    return found


def _told(name: str, V: Vertices) -> Reply:
    """Positions (n, 3) under a name, for the page."""
    return Reply(Shape(name), {"V": V.astype(np.float32)})
