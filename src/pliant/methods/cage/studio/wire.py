"""What page and server say to each other about cages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pliant.studio.wire.method_wire import MethodMessage, MethodView, MethodWire

Coordinates = Literal["harmonic", "mean_value", "green"]


@dataclass(frozen=True)
class CagePin:
    """A vertex of the cage that is held where it is pulled to; None: where the cage is that is pulled on."""

    vertex: int
    target: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class FrameEdit:
    """An edit of one pose of the sequence, carried along in time.

    frame: its number, from 0
    moves: x, y, z of how far each vertex of the cage moves there
    reach: in frames, where it has faded away
    """

    frame: int
    moves: tuple[float, ...]
    reach: float


@dataclass(frozen=True)
class CageSlice:
    """What Cage IK keeps in a document. With weights () the cage decides alone, and no handle pulls.

    cage:        its name, as CageTaken gave it; None for the one that is made at first
    coordinates: how it carries the mesh
    at:          x, y, z of each of its vertices where it was moved by hand; handles and pins pull from there.
                 None: at rest
    frame:       the pose of the model whose cage, with the edits, takes the place of `at`; None for none
    edits:       of the sequence, at most one for each frame
    pins:        vertices that are held together with the handles
    """

    cage: str | None = None
    coordinates: Coordinates = "harmonic"
    at: tuple[float, ...] | None = None
    frame: int | None = None
    edits: tuple[FrameEdit, ...] = ()
    pins: tuple[CagePin, ...] = ()


@dataclass(frozen=True)
class MakeCage(MethodMessage):
    """Make a cage of about so many vertices, and bind the mesh to it.

    symmetric: whether it has a mirror plane; None: if the mesh has one
    """

    vertices: int
    symmetric: bool | None = None
    coordinates: Coordinates = "harmonic"


@dataclass(frozen=True)
class LoadCage(MethodMessage):
    """Take a file that was sent to /upload before as the cage, and bind the mesh to it."""

    upload: str
    coordinates: Coordinates = "harmonic"

    def uploads(self) -> tuple[str, ...]:
        """The number of the file."""
        return (self.upload,)


@dataclass(frozen=True)
class RecoverCages(MethodMessage):
    """Find the cage of every pose of the model."""


@dataclass(frozen=True)
class CageView(MethodView):
    """The cage that a rig is bound to.

    name:   as in documents, None for the one that is made at first
    words:  how it came to be ("made with 58 vertices")
    frames: how many poses the model has, whose cages could be found
    doubt:  what is to be said of weights that are less accurate than they should be; None where all is well
    """

    name: str | None
    coordinates: Coordinates
    words: str
    frames: int
    doubt: str | None


@dataclass(frozen=True)
class CageTaken:
    """A cage was made or loaded, and the mesh is bound to it; documents may name it from here on."""

    name: str
    words: str


@dataclass(frozen=True)
class CagesRecovered:
    """The cages of all poses were found; documents show them by `frame`.

    rms:    of each frame the distance of the vertices from the true ones, in % of the diagonal
    volume: its change of volume in %, None for a sheet, which has none
    """

    cage: str | None
    coordinates: Coordinates
    rms: tuple[float, ...]
    volume: tuple[float | None, ...]


WIRE = MethodWire(
    slice=CageSlice,
    view=CageView,
    from_page=(MakeCage, LoadCage, RecoverCages),
    from_server=(CageTaken, CagesRecovered),
)
