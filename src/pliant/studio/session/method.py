"""A method's part of the studio, and the list of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pliant.doctor.finding import counted
from pliant.errors import OptionError
from pliant.geometry.topology import vertex_components
from pliant.method import Method, loaded
from pliant.progress import Progress
from pliant.registry import method_named, methods
from pliant.rig import Rig
from pliant.studio.export.replay import Replay
from pliant.studio.session.desk import Desk
from pliant.studio.session.option_fields import option_fields
from pliant.studio.session.poser import Poser
from pliant.studio.wire.messages import Document, Handle, Region
from pliant.studio.wire.method_wire import MethodWire
from pliant.studio.wire.model import Fit
from pliant.studio.wire.values import MessageError, of_json

if TYPE_CHECKING:
    from pliant.studio.opening.model import Opened
    from pliant.studio.session.journal_reader import Past

T = TypeVar("T")

# How well a method suits a model; the best claim is suggested, the first one among equals.
NO_CLAIM, SERVES, SUITS, CAME_WITH, OWN_RIG = range(5)


class StudioMethod:
    """A method's part of the studio: what is on the wire, opening, posing, the journal and scripts.

    As it stands it serves every method whose rigs are made from poses or from a mesh; methods say more by a
    class of their own, which their `Method` names.

    wire:             what the method adds to the wire
    poser_type:       the class that poses documents
    replay_type:      the class that writes steps as code
    rig_in_document:  whether documents alone say how the rig is made, so that options are not needed again
    overlays, files:  the method's own kinds of overlays and exports, with the words that refuse them where
                      there is nothing to show or to write
    public:           how scripts name the classes of rigs and options; None: imported from where they are
    single_mesh_words, without_rig, unfreezable: words about a single mesh, about a rig that is not there
                      yet, and about regions that cannot be frozen
    """

    wire: ClassVar[MethodWire] = MethodWire()
    poser_type: ClassVar[type[Poser]] = Poser
    replay_type: ClassVar[type[Replay]] = Replay
    rig_in_document: ClassVar[bool] = False
    overlays: ClassVar[Mapping[str, str]] = {}
    files: ClassVar[Mapping[str, str]] = {}
    public: ClassVar[tuple[str, str] | None] = None
    single_mesh_words: ClassVar[str] = ""
    without_rig: ClassVar[str] = "There is no rig to save yet."
    unfreezable: ClassVar[str] = (
        "This method cannot freeze single vertices; thaw them, or pin some points there."
    )

    def __init__(self, method: Method) -> None:
        self.method = method
        self.name, self.title = method.name, method.title

    # Documents.

    def slice_of(self, document: Document) -> Any:
        """What the method keeps in a document."""
        if self.wire.slice is None:
            return None
        return document.slices[self.name] if self.name in document.slices else self.wire.slice()

    @property
    def numbers(self) -> str | None:
        """What rows without handles key, as `Row.numbers` names it; None for nothing."""
        return "weights" if self.method.takes == "poses" else None

    def with_numbers(self, document: Document, numbers: tuple[float, ...]) -> Document:
        """The document whose pose is what such a row has at a frame."""
        return replace(document, weights=numbers)

    def lasting(self, part: Any) -> Any:
        """A slice without what no frame of a timeline depends on."""
        return part

    def regions_in(self, part: Any) -> set[str | None]:
        """Names of the regions that a slice names."""
        return set()

    # Opening a model.

    def fit(self, model: Opened) -> Fit:
        """The method for the switch in the top bar."""
        why = self.misfit(model)
        kind = self.options_type
        fields = () if kind is None else option_fields(kind)
        return Fit(self.name, self.title, self.method.summary, not why, why, fields)

    def misfit(self, model: Opened) -> str:
        """Why the method cannot pose a model, in words; empty where it can."""
        if self.own_rig(model) is not None or self.rig_in_document:
            return ""
        if self.method.refusal:
            return self.method.refusal
        if self.method.takes != "poses":
            return ""
        if len(model.examples) < 2:
            return "Needs example poses: open at least two poses of this mesh together."
        if model.poses is None:
            return "Needs the example poses; this rig file keeps only what was learned of them."
        return ""

    def claim(self, model: Opened) -> int:
        """How well the method suits a model; best of all where the model is a rig of its own."""
        return self.suits(model) if self.own_rig(model) is None else OWN_RIG

    def suits(self, model: Opened) -> int:
        """How well the method suits a model that is no rig of its own."""
        return NO_CLAIM

    def words(self, model: Opened) -> str:
        """What the studio sees in a model that is opened with this method."""
        parts = int(vertex_components(model.mesh.F, model.mesh.n).max()) + 1
        size = f"{counted(model.mesh.n, 'vertex', 'vertices')} in {counted(parts, 'part')}"
        rig = self.own_rig(model)
        if rig is not None:
            return f"A rig by {self.title}, {self.made_words(rig)}; {size}."
        if len(model.examples) == 1:
            return f"One mesh, {size}{self.single_mesh_words}."
        return f"{len(model.examples)} poses of one mesh, {size}: example-based posing."

    def made_words(self, rig: Any) -> str:
        """What a rig was made of, after "A rig by …,"."""
        names = self.example_names(rig)
        return f"made from {len(names)} poses" if names else f"a rig of {self.method.made_of}"

    def example_names(self, rig: Any) -> tuple[str, ...]:
        """Names of the poses that a rig of a file shows as examples."""
        return rig.names

    def own_rig(self, model: Opened) -> Any:
        """The rig of the model's file where this method made it; None for others."""
        return model.rig if model.rig is not None and model.rig.method == self.name else None

    def first_handles(self, model: Opened) -> tuple[Handle, ...]:
        """Handles to begin with: pins where the model stands, and a free one where pulling looks best."""
        return model.beginning_on_feet.handles

    def reason(self, model: Opened) -> str:
        """Why a model begins with the method, after "… was chosen:"."""
        return "it was asked for" if self.own_rig(model) is None else "the file is a rig of it"

    def first_slice(self, model: Opened) -> tuple[Any, tuple[Region, ...]]:
        """What the method keeps in the first document of a model, and the regions that this names."""
        return None if self.wire.slice is None else self.wire.slice(), ()

    # Posing.

    @property
    def options_type(self) -> type[Any] | None:
        """The dataclass of its options; None where it has none."""
        return loaded(self.method.options) if self.method.options else None

    def poser(self, desk: Desk) -> Poser:
        """What poses the documents of one session."""
        return self.poser_type(self, desk)

    def made_rig(self, model: Opened, options: Mapping[str, Any], progress: Progress) -> Rig:
        """The rig of a model; a rig file's own where nothing else is asked for."""
        own, takes_poses = self.own_rig(model), self.method.takes == "poses"
        if own is not None and (not options or (takes_poses and model.poses is None)):
            return own
        if takes_poses and model.poses is None:
            raise OptionError(f"{self.title} needs the example poses; open them instead of the rig file.")
        make: Any = self.method.rig_class()
        chosen = self.chosen_options(options) if options else None
        return make(model.poses if takes_poses else model.mesh, options=chosen, progress=progress)

    def chosen_options(self, options: Mapping[str, Any]) -> Any:
        """The method's options from those that a page names."""
        if self.options_type is None:
            raise OptionError(f"{self.title} has no options; leave them out.")
        return self.of_options(self.options_type, options)

    def of_options(self, kind: type[T], options: Mapping[str, Any]) -> T:
        """A dataclass from options that a page names."""
        try:
            return of_json(kind, dict(options), self.title)
        except MessageError as problem:
            raise OptionError(str(problem)) from problem

    # Scripts.

    def replay(self, past: Past) -> Replay:
        """What writes the steps of a session as code."""
        return self.replay_type(self, past)


@cache
def studio_methods() -> dict[str, StudioMethod]:
    """Every method's part of the studio, by the method's name."""
    return {name: loaded(method.studio)(method) for name, method in methods().items()}


def studio_method(name: str) -> StudioMethod:
    """One method's part; raises OptionError where there is no such method."""
    return studio_methods()[method_named(name).name]
