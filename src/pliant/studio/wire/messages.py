"""What page and server say to each other: the one source of truth for both sides.

A message is a JSON object whose `type` is the class's name here; web/src/wire/messages.ts is generated from
this file (`python web/scripts/messages.py`). Methods add messages of their own (see method_wire.py).
A method goes by its name in the registry. Replies that carry arrays are binary frames (see frames.py):
the same JSON as a header, then the arrays. The page owns the document (handles, weights, method …) and its
undo; the server solves, and keeps every commit in a journal. In place of a document the page may send what
changed since its last one (see changes.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pliant.studio.wire.document import Document, Region
from pliant.studio.wire.method_wire import MethodView
from pliant.studio.wire.model import Model
from pliant.studio.wire.original import ExportInto
from pliant.studio.wire.poses import KeepShape, OpenExamples, Shape, WantShape
from pliant.studio.wire.props import KeepProp, PropTold, WantProp
from pliant.studio.wire.sessions import (
    Duplicate,
    Kept,
    Leave,
    Look,
    OpenSession,
    RemoveSession,
    Rename,
    SaveAs,
    SessionNamed,
    Sessions,
    ShowPicture,
    Unbuilt,
    WantSessions,
)
from pliant.studio.wire.surface import Picture
from pliant.studio.wire.timeline import (
    Bake,
    Baking,
    ClipTaken,
    ExportMotion,
    Frame,
    LoadClip,
    LoadTrack,
    TrackTaken,
    WantFrame,
)
from pliant.studio.wire.timeline import (
    Handle as Handle,  # a part of documents
)
from pliant.studio.wire.timeline import (
    Timeline as Timeline,  # as above
)

# Raised with every change that an old page or server could not follow.
VERSION = 15


CommitKind = Literal["step", "undo", "redo", "amend", "refuse"]

# From the page.


@dataclass(frozen=True)
class Hello:
    """First of all; a page of another version is told to reload.

    session: the session that the page had before it was reloaded, or before the server was started again
    """

    version: int
    session: str | None = None


@dataclass(frozen=True)
class OpenSample:
    """Open a built-in sample by name."""

    name: str


@dataclass(frozen=True)
class OpenUpload:
    """Open files that were sent to /upload before, by the numbers it gave; together they are one model."""

    uploads: tuple[str, ...]


@dataclass(frozen=True)
class OpenRecent:
    """Open a model again that the server listed in its Welcome, by its place there."""

    index: int


@dataclass(frozen=True)
class Mark:
    """Keep a region, before a document names it."""

    region: Region


@dataclass(frozen=True)
class Choose:
    """Take another method, with its options; learning or building it tells its progress."""

    method: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Cancel:
    """Give up the work that is running."""


@dataclass(frozen=True)
class Solve:
    """The pose of a document; of several unanswered ones only the newest is solved.

    turn:   counts up; the reply carries it
    start:  whether the search goes on from the last pose of this connection
    beside: a second method, built before, to pose the same document for comparison
    keyed:  the handles are where the timeline has them at the document's frame; the reply says where
    """

    turn: int
    document: Document
    start: bool = True
    beside: str | None = None
    keyed: bool = False


@dataclass(frozen=True)
class Commit:
    """One step of the page's history is done: keep it in the journal. The answer is Kept.

    label:  in words, as the history shows it ("Move handle 3")
    kind:   a new step, one taken back or done again, more of the last step, or the last step refused
    number: counts up within a session, so that a step that is sent twice is kept once; 0 does not count
    before: the document before a new step, or before the one that is amended; None where nobody remembers
    names:  the fields of the document that taking the step back brings back

    In place of `before` the page may send `was`: what is to be changed in the document to get there.
    """

    label: str
    document: Document
    kind: CommitKind = "step"
    number: int = 0
    before: Document | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class WantExample:
    """The positions of one of the poses that the method's rig mixes, for its thumbnail."""

    index: int


@dataclass(frozen=True)
class WantMirror:
    """The model's mirror plane, and the partner of each vertex across it; the answer is Mirror."""


@dataclass(frozen=True)
class WantOverlay:
    """Colours for the mesh.

    kind: "deformation", how far it is stretched; "followed", which example each part follows; or a kind of
          the method's own
    """

    kind: str


@dataclass(frozen=True)
class Export:
    """Make a file: the last pose (obj, ply, glb), its rig, a script of the session, or a kind of a method."""

    kind: str


@dataclass(frozen=True)
class Recover:
    """Take what the journal of an earlier session holds, or leave it."""

    accept: bool


# From the server.


@dataclass(frozen=True)
class Sample:
    """A built-in sample, for its card; `parts` where it is assembled from some."""

    name: str
    title: str
    words: str
    parts: bool = False


@dataclass(frozen=True)
class Recent:
    """A model that was opened before from files of the user's own."""

    name: str
    folder: str


@dataclass(frozen=True)
class Found:
    """What an earlier session left behind."""

    model: str
    when: str
    steps: int


@dataclass(frozen=True)
class Welcome:
    """The answer to Hello; `open` is the name of a model that is coming right away."""

    version: int
    samples: tuple[Sample, ...]
    recent: tuple[Recent, ...]
    found: Found | None
    open: str | None


@dataclass(frozen=True)
class Ready:
    """The method's rig is there.

    Arrays of a rig with a skin: influences (n, q) uint16, weights (n, q) float32. Of a rig whose points carry
    its vertices: carry (n, p) float32, the weight of each point. Methods add arrays of their own.

    controls: how many transformations carry the vertices; 0 for a rig without a skin
    facts:    lines for the inspector ("Learned 28 controls from 11 poses.")
    pins:     what its pins can say beyond a place, and whether it knows a floor: some of the words weight,
              slide, turn and floor
    view:     what the method tells beside; None for nothing
    kept:     numbers of the model's examples that the rig mixes, to which weights belong; none for all
    regions:  how many parts follow examples of their own; 1 where the whole follows one mix
    """

    method: str
    controls: int
    facts: tuple[str, ...]
    pins: tuple[str, ...] = ()
    view: MethodView | None = None
    kept: tuple[int, ...] = ()
    regions: int = 1


@dataclass(frozen=True)
class Posed:
    """A pose.

    Arrays, all float32: palette (c, 3, 4) of a rig with a skin, points (p, 3) of a rig whose points carry its
    vertices, or else V (n, 3); and reached (h, 3), where the handles are. Above a floor also contacts (t, 3),
    where it holds vertices up; frames that were baked have none. Where parts follow examples of their own,
    regional (R, k), the weights of each. Methods add arrays of their own.

    method:  the document's own, or the one beside it
    weights: of the poses that the rig mixes
    targets: where the timeline has the handles; None where they are as the document said
    numbers: those that the timeline keys in place of handles; None where it keys none
    """

    turn: int
    method: str
    weights: tuple[float, ...]
    status: str
    iterations: int
    energy: float
    solve_ms: float
    targets: tuple[tuple[float, float, float], ...] | None = None
    numbers: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Example:
    """Positions of an example. Arrays: V (n, 3) float32."""

    index: int


@dataclass(frozen=True)
class Mirror:
    """A mirror plane. Arrays: partner (n,) uint32, the vertex across it, n for a vertex without one.

    normal, offset: its points x have normal · x = offset; the normal has length one
    why:            the model has none, in words; empty where it has one
    """

    normal: tuple[float, float, float] = (1.0, 0.0, 0.0)
    offset: float = 0.0
    why: str = ""


@dataclass(frozen=True)
class Overlay:
    """Colours for the mesh.

    Arrays: rgb (n, 3) uint8; dots (p, 3) float32 to draw as points, or none; parts (n,) uint16, the part that
    each vertex belongs to, where the colours are those of parts.
    """

    kind: str
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Progress:
    """Long work: the share done (0 … 1) and what is being done; `over` when it ended in either way."""

    share: float
    what: str
    over: bool = False


@dataclass(frozen=True)
class File:
    """A file is ready: fetch it once at /download/<ticket>. words: what there is to tell about it."""

    ticket: str
    name: str
    words: str = ""


@dataclass(frozen=True)
class Trouble:
    """Something did not work: what was found, what was needed, what to do. `turn` of the Solve it answers."""

    words: str
    turn: int | None = None


FROM_PAGE = (
    Hello,
    OpenSample,
    OpenUpload,
    OpenRecent,
    Mark,
    Choose,
    Cancel,
    Solve,
    Commit,
    WantExample,
    WantMirror,
    WantOverlay,
    Export,
    ExportInto,
    Recover,
    *(KeepShape, WantShape, OpenExamples, KeepProp, WantProp),
    *(Bake, WantFrame, ExportMotion, LoadTrack, LoadClip),
    *(Look, ShowPicture, Leave, WantSessions, OpenSession, RemoveSession, Duplicate, Rename, SaveAs),
)
FROM_SERVER = (
    *(Welcome, Model, Picture, Ready, Posed, Example, Mirror, Overlay, Progress, File, Trouble),
    *(Shape, PropTold),
    *(Baking, Frame, TrackTaken, ClipTaken),
    *(Kept, Sessions, SessionNamed, Unbuilt),
)
