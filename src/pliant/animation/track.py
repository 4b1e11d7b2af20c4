"""A track: anchors with their keys over time, or keyed blend weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from pliant.animation.anchor import Anchor
from pliant.animation.keys import Channel
from pliant.animation.quaternions import matrix
from pliant.animation.turns import Turns
from pliant.arrays import Floats, Vertices
from pliant.errors import TrackError
from pliant.io.files import naming
from pliant.pins import Floor, Line, Plane
from pliant.rig import Rig

Measure = Literal["place", "offset"]
MEASURES: tuple[str, ...] = get_args(Measure)


@dataclass(frozen=True, eq=False)
class Item:
    """One anchor and its keys.

    position: (k, 3) keys of the anchor, of a group's mean; None to stay at rest
    measure:  whether positions are places in the world, or offsets from where the anchor rests
    rotation: keys of a group's turn about its mean, from rest; a single vertex turns its neighbourhood
    weight:   (k, 1) keys from 0 to 1: at 1 the anchor is held at its key, at 0 it is let go, both exactly.
              Between, it is held at that share of the way from where it would be by itself to its key. An
              anchor, or several with equal weights, come and go without a jump; several with different
              weights between 0 and 1 do so as far as the rig is linear between their poses.
    firm:     whether it is a pin, which stays however far the others are pulled; for mechanisms, whose
              joints may not reach
    slide:    a plane or a line through its key, on which it slides freely
    firmness: how firmly it is held at what its weight makes of its key, as the weight of `pliant.Pin`: 1 is
              met exactly, below it is a spring
    Raises TrackError for keys that do not fit the anchor.
    """

    name: str
    anchor: Anchor
    position: Channel | None = None
    measure: Measure = "offset"
    rotation: Turns | None = None
    weight: Channel | None = None
    firm: bool = False
    slide: Plane | Line | None = None
    firmness: float = 1.0

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise TrackError(f"The measure '{self.measure}' is not known; use place or offset.")
        for what, keys, size in (("position", self.position, 3), ("weight", self.weight, 1)):
            if keys is not None and keys.values.shape[1] != size:
                raise TrackError(
                    f"The {what} of '{self.name}' has {keys.values.shape[1]} numbers at each key; {size} "
                    "are needed."
                )
        if self.rotation is not None and self.anchor.triangle is not None and not self.anchor.around:
            raise TrackError(
                f"'{self.name}' has rotations, but holds a point on a triangle, which cannot turn; "
                "hold a vertex or a group of them."
            )
        if not 0.0 < self.firmness <= 1.0:
            raise TrackError(
                f"The firmness of '{self.name}' is {self.firmness!r}; above 0 and up to 1, which is met "
                "exactly, is needed."
            )
        if self.weight is not None and not ((self.weight.values >= 0) & (self.weight.values <= 1)).all():
            raise TrackError(
                f"A weight of '{self.name}' lies outside of 0 … 1; 1 holds the anchor, 0 lets it go."
            )

    def goals(self, rest: Vertices, frames: ArrayLike) -> Floats:
        """(f, p, 3) keyed positions of its points at the frames (f,); rest: (p, 3) where they rest."""
        at = np.asarray(frames, dtype=np.float64)
        centre = self.anchor.centre(rest)
        place = np.broadcast_to(centre, (len(at), 3))
        if self.position is not None:
            keyed = self.position.at(at)
            place = keyed if self.measure == "place" else centre + keyed
        if self.rotation is None:
            # A single point goes to its key, to the last bit.
            arms = np.zeros_like(rest) if len(rest) == 1 else rest - centre
            return place[:, None] + arms
        return place[:, None] + np.einsum("fij,pj->fpi", matrix(self.rotation.at(at)), rest - centre)

    def weights(self, frames: ArrayLike) -> Floats:
        """(f,) weights at the frames (f,), kept within 0 and 1 where a bezier swings out."""
        if self.weight is None:
            return np.ones(len(np.asarray(frames)))
        return np.clip(self.weight.at(frames)[:, 0], 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Track:
    """Anchors that move, or weights of examples, over a range of frames.

    name:  name of the motion
    fps:   frames per second
    first, last: the frames to bake, both included
    items: the anchors
    blend: (k, e) keys of the weights of a rig's e poses, instead of any items
    floor: a plane that nothing sinks through; only beside items
    Raises TrackError for a track without items and blend weights, or with both.
    """

    name: str
    fps: float
    first: int
    last: int
    items: tuple[Item, ...] = ()
    blend: Channel | None = None
    floor: Floor | None = None

    @staticmethod
    def of(
        items: Sequence[Item],
        *,
        fps: float = 24.0,
        first: int | None = None,
        last: int | None = None,
        name: str = "track",
        floor: Floor | None = None,
    ) -> Track:
        """A track of items; by default from the first key to the last."""
        times = [keys.times for item in items for keys in (item.position, item.rotation, item.weight) if keys]
        ends = np.concatenate(times) if times else np.array([1.0])
        begin = int(np.floor(ends.min())) if first is None else first
        end = int(np.ceil(ends.max())) if last is None else last
        return Track(name, float(fps), begin, end, tuple(items), floor=floor)

    def __post_init__(self) -> None:
        if not (np.isfinite(self.fps) and self.fps > 0):
            raise TrackError(f"The track runs at {self.fps} frames per second; more than 0 are needed.")
        if self.last < self.first:
            raise TrackError(
                f"The track ends at frame {self.last}, before it begins at {self.first}; swap the two."
            )
        if bool(self.items) == (self.blend is not None):
            found = "both items and blend weights" if self.items else "neither items nor blend weights"
            raise TrackError(f"The track has {found}; it needs one of the two.")
        if self.blend is not None and self.floor is not None:
            raise TrackError("Blend weights decide where every vertex is; leave out them or the floor.")
        twice = [name for name, count in Counter(item.name for item in self.items).items() if count > 1]
        if twice:
            raise TrackError(f"Two items are called '{twice[0]}'; give each a name of its own.")

    def __len__(self) -> int:
        """Number of frames."""
        return self.last - self.first + 1

    def frames(self) -> range:
        """Numbers of the frames."""
        return range(self.first, self.last + 1)

    def on_rig(self, rig: Rig) -> Track:
        """The same track with the vertices of its named regions, and of turning vertices' neighbourhoods.

        Raises AnchorError, with the item's name, for a region that the rig does not have.
        """
        items = []
        taken = {vertex for item in self.items for vertex in item.anchor.vertices}
        for item in self.items:
            with naming(f"item '{item.name}'"):
                anchor = item.anchor.on_rig(rig)
                if item.rotation is not None:
                    anchor = anchor.patch(rig.mesh, taken)
                    taken.update(anchor.vertices)
                items.append(replace(item, anchor=anchor))
        return replace(self, items=tuple(items))


def chunks(frames: range, size: int) -> Iterator[range]:
    """The frames in pieces of at most `size`."""
    for start in range(0, len(frames), size):
        yield frames[start : start + size]
