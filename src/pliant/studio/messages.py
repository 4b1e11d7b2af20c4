"""What page and server say to each other: the one source of truth for both sides.

A message is a JSON object whose `type` is the class's name here; web/src/wire/messages.ts is generated from
this file (`python -m pliant.studio.typescript`). Replies that carry arrays are binary frames (see frames.py):
the same JSON as a header, then the arrays. The page owns the document (handles, weights, method …) and its
undo; the server solves, and keeps every commit in a journal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pliant.studio.wire_cage import (
    Caged,
    CagesRecovered,
    CageTaken,
    CageView,
    LoadCage,
    MakeCage,
    RecoverCages,
)
from pliant.studio.wire_mechanism import MechanismEdit, MechanismView
from pliant.studio.wire_sculpture import Part as Part
from pliant.studio.wire_sculpture import SculptStep as SculptStep
from pliant.studio.wire_sculpture import Sculpture
from pliant.studio.wire_timeline import (
    Bake,
    Baking,
    ClipTaken,
    ExportMotion,
    Frame,
    Handle,
    LoadClip,
    LoadTrack,
    Timeline,
    TrackTaken,
    WantFrame,
)

# Raised with every change that an old page or server could not follow.
VERSION = 7

Method = Literal["meshik", "reduced", "handles", "joints", "cage"]
OverlayKind = Literal["controls", "residual", "deformation"]


# The document: plain data, owned by the page, journaled by the server.


@dataclass(frozen=True)
class Document:
    """Everything that can be undone.

    weights:    of the examples or sculptures, while the pose is a free blend; None while handles decide
    frozen:     the name of the region that stays where it was when it was marked; None for none
    parts:      painted for Handle IK; sculptures: its poses
    sculpting:  the id of the sculpture that is shown and worked on; None while poses are mixed
    edits:      corrections of parts and joints, the first done first
    painted:    the name of the region that is to become a part of its own; None for none
    caged:      the cage, and where its vertices are; with weights () it decides alone, and no handle pulls
    timeline:   keys of the handles; frame: of the timeline, that is shown
    """

    method: Method
    handles: tuple[Handle, ...] = ()
    weights: tuple[float, ...] | None = None
    frozen: str | None = None
    parts: tuple[Part, ...] = ()
    sculptures: tuple[Sculpture, ...] = ()
    sculpting: int | None = None
    edits: tuple[MechanismEdit, ...] = ()
    painted: str | None = None
    caged: Caged = field(default_factory=Caged)
    timeline: Timeline = field(default_factory=Timeline)
    frame: int = 1


@dataclass(frozen=True)
class Region:
    """Vertices under a name, as runs [first, count, first, count, …].

    levels: how firmly each run belongs to it, from 1 to 255; empty where all belong wholly

    A region never changes; another set of vertices is another region. So documents name regions, and only
    the page that paints one sends it. The server keeps with it where its vertices are shown at that moment.
    """

    name: str
    runs: tuple[int, ...]
    levels: tuple[int, ...] = ()


# From the page.


@dataclass(frozen=True)
class Hello:
    """First of all; a page of another version is told to reload."""

    version: int


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

    method: Method
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
    beside: Method | None = None
    keyed: bool = False


@dataclass(frozen=True)
class Commit:
    """One step of the page's history is done: keep it in the journal.

    label: in words, as the history shows it ("Move handle 3")
    """

    label: str
    document: Document


@dataclass(frozen=True)
class WantExample:
    """The positions of one example, or of one sculpture on the shelf, for its thumbnail."""

    index: int


@dataclass(frozen=True)
class WantMirror:
    """The partner of each vertex across the model's mirror plane, for painting both sides at once."""


@dataclass(frozen=True)
class WantOverlay:
    """Colours for the mesh: what learned controls carry, the miss of the blend, or the stretch."""

    kind: OverlayKind


@dataclass(frozen=True)
class Export:
    """Make a file of the last pose, its cage, the rig or the mechanism, or a script that gives the poses.

    Of a sequence with its edits: "cages", and "frames", the mesh that they carry.
    """

    kind: Literal["obj", "ply", "glb", "rig", "script", "parts", "urdf", "cage", "cages", "frames"]


@dataclass(frozen=True)
class Recover:
    """Take what the journal of an earlier session holds, or leave it."""

    accept: bool


# From the server.


@dataclass(frozen=True)
class Sample:
    """A built-in sample, for its card; `parts` for a mechanism."""

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
class Fit:
    """A method for the switch in the top bar; `why` says in words why it does not fit."""

    method: Method
    title: str
    fits: bool
    why: str


@dataclass(frozen=True)
class Model:
    """A mesh was opened. Arrays: V (n, 3) float32, F (m, 3) uint32.

    words:    what the studio sees ("10 poses of one mesh: example-based posing")
    examples: their names, the reference first
    document: where to begin: as it was left, or with two handles placed
    regions:  those that the document names
    """

    name: str
    words: str
    diagonal: float
    examples: tuple[str, ...]
    methods: tuple[Fit, ...]
    document: Document
    regions: tuple[Region, ...]


@dataclass(frozen=True)
class Ready:
    """The method's rig is there. Arrays of a palette rig: influences (n, q) uint16, weights (n, q) float32.

    Of a mechanism also component (n,) uint16, the part of each vertex; and of its soft parts cells (k, 8, 3)
    float32, the corners of their cells at rest, with cell_body (k,) uint16, the control that carries each.

    Of a cage instead blend (n, p) float32, how the p points of its poses carry each vertex; its rest cage
    (c, 3) float32, and its edges (e, 2) uint16.

    controls:  how many, 0 for a rig without palette
    facts:     lines for the inspector ("Learned 28 controls from 11 poses.")
    mechanism: its parts and joints, or None; cage: which one it is bound to, or None
    """

    method: Method
    controls: int
    facts: tuple[str, ...]
    mechanism: MechanismView | None = None
    cage: CageView | None = None


@dataclass(frozen=True)
class Posed:
    """A pose. Arrays: palette (c, 3, 4) float32, or V (n, 3) float32; and reached (h, 3) float32.

    With painted parts also centres (p, 3) float32: where their centres are in this pose. Of a mechanism also
    values (j, 3) float32: of each joint's free motions, in radians or lengths. Of a cage points (p, 3)
    float32 in place of V: its c vertices, and for Green coordinates what its faces' normals add; and of a
    frame that is pulled on base (c, 3) float32, where its cage is without the pull.

    method:  the document's own, or the one beside it
    weights: the blend that it is nearest to
    targets: where the timeline has the handles; None where they are as the document said
    """

    turn: int
    method: Method
    weights: tuple[float, ...]
    status: str
    iterations: int
    energy: float
    solve_ms: float
    targets: tuple[tuple[float, float, float], ...] | None = None


@dataclass(frozen=True)
class Example:
    """Positions of an example. Arrays: V (n, 3) float32."""

    index: int


@dataclass(frozen=True)
class Mirror:
    """Partners across the mirror plane. Arrays: partner (n,) uint32, n for a vertex without one."""


@dataclass(frozen=True)
class Overlay:
    """Colours for the mesh. Arrays: rgb (n, 3) uint8; dots (p, 3) float32 for proxies, or none."""

    kind: OverlayKind
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Progress:
    """Long work: the share done (0 … 1) and what is being done; `over` when it ended in either way."""

    share: float
    what: str
    over: bool = False


@dataclass(frozen=True)
class File:
    """A file is ready: fetch it once at /download/<ticket>."""

    ticket: str
    name: str


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
    Recover,
    MakeCage,
    LoadCage,
    RecoverCages,
    *(Bake, WantFrame, ExportMotion, LoadTrack, LoadClip),
)
FROM_SERVER = (
    *(Welcome, Model, Ready, Posed, Example, Mirror, Overlay, Progress, File, Trouble),
    *(CageTaken, CagesRecovered, Baking, Frame, TrackTaken, ClipTaken),
)
