"""Steps of a session as code: how a script makes a method's rig, and the pose of each step.

Everything that a user could have written is put in by `repr`, so that a label cannot become code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pliant.pins import Floor, Pin
from pliant.studio.session.journal_reader import JournalStep, Past
from pliant.studio.session.pins import grab_key, pin_arguments, within
from pliant.studio.wire.messages import Document, Handle, Region

if TYPE_CHECKING:
    from pliant.studio.session.method import StudioMethod


class Replay:
    """Writes the steps by one method, in their order; it knows what the script has made already.

    As it stands it serves rigs that are made from poses or from a mesh.
    """

    def __init__(self, studio: StudioMethod, past: Past) -> None:
        self.studio, self.method, self.name, self.past = studio, studio.method, studio.name, past
        self._imported = False
        self._gripped: object = None

    def made(self, options: Mapping[str, Any]) -> Iterator[str]:
        """Lines that make the rig, under the method's name."""
        self._gripped = None
        if self.studio.public is None and not self._imported:
            self._imported = True
            for reference in filter(None, (self.method.rig, self.method.options)):
                yield "from {} import {}".format(*reference.split(":"))
        yield f"{self.name} = {self._rig(options)}"
        yield f"{self.name}_pose = None"

    def _rig(self, options: Mapping[str, Any]) -> str:
        kind, choices = self.studio.public or (_last(self.method.rig), _last(self.method.options))
        given = self.method.takes
        if self.past.source.is_rig:
            # The file's own method opens it as it is; others learn from the poses that it kept.
            kept = "saved.examples" if given == "poses" else given
            return f"saved if saved.method == {self.name!r} else {kind}({kept})"
        if not options:
            return f"{kind}({given})  # {self.method.title}"
        return f"{kind}({given}, options={choices}(**{dict(options)!r}))"

    def step(self, step: JournalStep) -> Iterator[str]:
        """Lines that add the pose of a step to `steps`."""
        document, name = within(step.document, self.pins_can), self.name
        if document.weights is not None:
            yield f"steps.append(({step.label!r}, {name}.blend({list(document.weights)!r})))"
            return
        if not document.handles:
            yield f"steps.append(({step.label!r}, mesh.V))"
            return
        yield from imported_patches(document)
        key = (grab_key(document), document.frozen)
        if self._gripped != key:
            self._gripped = key
            yield f"{name}_grip = {self.rig_of(document)}.grab({written_grab(document)})"
        yield f"{name}_pose = {name}_grip.drag({written_goals(document, f'{name}_grip')}, {name}_pose)"
        yield f"steps.append(({step.label!r}, {name}_pose.V))"

    @property
    def pins_can(self) -> frozenset[str]:
        """What pins of the method's rigs can say beyond a place."""
        return self.method.rig_class().pins_can

    def rig_of(self, document: Document) -> str:
        """The rig as a document uses it, as an expression: holding what is frozen."""
        if document.frozen is None:
            return self.name
        marked = self.past.regions[document.frozen]
        # A region is held where the step before its marking had it.
        at = f"steps[{marked.after - 1}][1]" if marked.after else "mesh.V"
        return f"{self.name}.holding({written_vertices(marked.region)}, {at})"


def imported_patches(document: Document) -> Iterator[str]:
    """What a step needs whose handles turn their neighbourhoods."""
    if any(handle.turn is not None for handle in document.handles):
        yield "from pliant.geometry.patch import placed_targets, with_patches"


def written_grab(document: Document) -> str:
    """The arguments of `grab` as code: held points, how they are held, and the floor."""
    handles, words = document.handles, written_anchors(document.handles)
    turning = [handle.turn is not None for handle in handles]
    if any(turning):
        words = f"with_patches({words}, {turning!r}, mesh)"
    said = pin_arguments(document)
    if "pins" in said:
        words += f", pins=[{', '.join(_written_pin(pin) for pin in said['pins'])}]"
    if "floor" in said:
        floor: Floor = said["floor"]
        words += f", floor=pliant.Floor({floor.point!r}, {floor.normal!r}, grip={floor.grip!r})"
    return words


def written_goals(document: Document, grip: str) -> str:
    """Where the points of a grip are pulled to, as code; grip: its name."""
    places = written_targets(document.handles)
    turns = [None if handle.turn is None else list(handle.turn) for handle in document.handles]
    return places if turns.count(None) == len(turns) else f"placed_targets({grip}.held, {places}, {turns!r})"


def _written_pin(pin: Pin) -> str:
    if pin.slide is None:
        return f"pliant.Pin({pin.weight!r})"
    ((_, vector),) = vars(pin.slide).items()
    return f"pliant.Pin({pin.weight!r}, slide=pliant.{type(pin.slide).__name__}({vector!r}))"


def written_anchors(handles: tuple[Handle, ...]) -> str:
    """Held points as code."""
    faces = [handle.face for handle in handles]
    return f"pliant.Anchors({faces!r}, {[list(handle.barycentric) for handle in handles]!r})"


def written_targets(handles: tuple[Handle, ...]) -> str:
    """Where handles are pulled to, as code."""
    return repr([list(handle.target) for handle in handles])


def written_vertices(region: Region) -> str:
    """The vertices of a region as code."""
    runs = zip(region.runs[::2], region.runs[1::2], strict=True)
    return f"np.r_[{', '.join(f'{first}:{first + count}' for first, count in runs)}]"


def _last(reference: str) -> str:
    """The name of a class without its module."""
    return reference.partition(":")[2]
