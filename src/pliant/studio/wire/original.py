"""What page and server say about the file that a model came from; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Way = Literal["bones", "shapes", "both", "points"]


@dataclass(frozen=True)
class Original:
    """The file that a model came from, into a copy of which a motion can be written.

    ways: how the file could show it, the best first
    """

    name: str
    ways: tuple[Way, ...]


@dataclass(frozen=True)
class ExportInto:
    """Make a copy of the file that the model came from, with one animation more; over USD, a layer.

    what: the pose that is shown, the timeline, or the clip
    by:   one of the ways of Original
    """

    what: Literal["pose", "timeline", "clip"]
    by: Way
