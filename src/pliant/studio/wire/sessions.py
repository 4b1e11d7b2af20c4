"""What page and server say about sessions: kept, listed, named and left; a part of messages.py."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pliant.studio.wire.document import Document
from pliant.studio.wire.pins import Up
from pliant.studio.wire.timeline import ExportMotion


@dataclass(frozen=True)
class Bookmark:
    """A place of the camera to come back to; fields as those of Look and Seen."""

    at: tuple[float, float, float]
    azimuth: float
    elevation: float
    distance: float
    perspective: bool
    lens: float


@dataclass(frozen=True)
class Seen:
    """What the model looks like, wherever the camera is.

    lens:            focal length in millimetres, for a picture 24 mm high
    light, matcap:   how it is lit; a picture of a ball that takes the place of light and clay, None for none
    hidden:          connected parts of the mesh that are not shown, by their first vertices
    about_selection: whether the camera goes around what is selected
    bookmarks:       places of the camera
    """

    lens: float = 45.0
    light: Literal["studio", "soft", "side", "back"] = "studio"
    matcap: Literal["pearl", "bronze", "jade", "stripes"] | None = None
    hidden: tuple[int, ...] = ()
    about_selection: bool = False
    bookmarks: tuple[Bookmark, ...] = ()


@dataclass(frozen=True)
class Look:
    """How a session is looked at: the camera, what is selected, and what is open. Not a step of the history.

    at, azimuth, elevation, distance: what the camera looks at, from where (radians), and how far away
    selection, parts: ids of handles, numbers of parts
    tab:              of the inspector
    panels, timeline: whether they are shown
    baking:           whether frames are being solved ahead
    task:             a file that is being made; it is asked for again after the server was killed
    curves, trails:   whether the timeline shows curves, and the view the ways of what is selected
    auto_key:         whether what is moved is keyed at once
    energy:           of the pose that is shown; the server keeps where its search ended
    """

    at: tuple[float, float, float]
    azimuth: float
    elevation: float
    distance: float
    perspective: bool
    up: Up
    selection: tuple[int, ...]
    parts: tuple[int, ...]
    tab: Literal["pose", "method", "poses", "scene"]
    panels: bool
    timeline: bool
    wire: bool
    baking: bool = False
    task: ExportMotion | None = None
    curves: bool = False
    trails: bool = False
    auto_key: bool = False
    energy: float = 0.0
    seen: Seen = field(default_factory=Seen)


@dataclass(frozen=True)
class Undoable:
    """A step of a history, told by what differs from the document after the step before it.

    names:  the fields of the document that taking the step back brings back
    before: what of the document was another one before this step: moves in time are no steps
    after:  what the step changed
    """

    label: str
    names: tuple[str, ...]
    before: dict[str, Any]
    after: dict[str, Any]


@dataclass(frozen=True)
class HistoryTold:
    """The steps of a session: those done since a document, then those taken back, the next to redo first."""

    base: Document
    done: tuple[Undoable, ...]
    undone: tuple[Undoable, ...]


@dataclass(frozen=True)
class SessionState:
    """What a page needs to go on with a session.

    id:         how the session is called on the wire
    title:      the name that the user gave to it; empty for none
    history:    its steps
    unfinished: the fields of the document as they were before a change in whose middle the page went away;
                None where there is no such change
    told:       where the timeline has the handles, in their order; none without keys
    look:       how it was looked at; None where nobody has looked yet
    number:     of the last Commit that was kept
    making:     whether a file of what moves is made that was asked for, or waits to be fetched
    words:      what could not be read of it; empty where all could
    """

    id: str
    title: str
    history: HistoryTold
    unfinished: dict[str, Any] | None
    told: tuple[tuple[float, float, float], ...]
    look: Look | None
    number: int
    making: bool
    words: str


# From the page, beside Look.


@dataclass(frozen=True)
class ShowPicture:
    """The session as it looks now, for the list of sessions: a data URL of a small PNG, JPEG or WebP."""

    picture: str


@dataclass(frozen=True)
class Leave:
    """Back to the start page; the session stays, to be opened again."""


@dataclass(frozen=True)
class WantSessions:
    """The list of sessions. The answer is Sessions."""


@dataclass(frozen=True)
class OpenSession:
    """Go on with a session of the list."""

    id: str


@dataclass(frozen=True)
class RemoveSession:
    """Remove a session of the list for good."""

    id: str


@dataclass(frozen=True)
class Duplicate:
    """A copy of a session, with its history; the answer is the list."""

    id: str


@dataclass(frozen=True)
class Rename:
    """Give a session a name."""

    id: str
    title: str


@dataclass(frozen=True)
class SaveAs:
    """Go on in a copy of the session under another name; what was there stays as it is."""

    title: str


# From the server.


@dataclass(frozen=True)
class SessionCard:
    """A session that was kept.

    title:   the name that the user gave to it, or the model's
    when:    when it was written last, ISO 8601
    named:   whether the user gave it its name; those are never tidied away
    here:    whether it is this page's own
    taken:   whether another page has it
    picture: a data URL; empty for none
    """

    id: str
    title: str
    model: str
    when: str
    steps: int
    named: bool
    here: bool
    taken: bool
    picture: str


@dataclass(frozen=True)
class Sessions:
    """Those that were kept, the newest first."""

    cards: tuple[SessionCard, ...]


@dataclass(frozen=True)
class SessionNamed:
    """The page's session has this name; after SaveAs it is another session, too."""

    id: str
    title: str


@dataclass(frozen=True)
class Kept:
    """What is safe on disk.

    number:  of the last Commit that is; 0 for none
    failure: why nothing more can be written, in words; None where it can
    """

    number: int
    failure: str | None = None


@dataclass(frozen=True)
class Unbuilt:
    """The rig of the document's method is not there: its making was cancelled, and is not begun by itself."""

    method: str
