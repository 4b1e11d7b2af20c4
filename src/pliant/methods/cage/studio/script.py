"""Steps of Cage IK as code: the cages, the rigs bound to them, and the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.methods.cage.studio.cages import cages_of, entry_of
from pliant.methods.cage.studio.wire import CageSlice
from pliant.studio.export.replay import Replay, imported_patches, written_goals, written_grab
from pliant.studio.session.journal_reader import JournalStep, Past
from pliant.studio.session.method import StudioMethod
from pliant.studio.session.pins import grab_key, within
from pliant.studio.wire.messages import Document


class CageReplay(Replay):
    """Writes the steps of Cage IK; it knows the cage, the sequence and the edits that the script has."""

    def __init__(self, studio: StudioMethod, past: Past) -> None:
        super().__init__(studio, past)
        self._cages = cages_of(past.kept.get(self.name, ()))
        # The cage and the coordinates of the rig, and those for which the poses' cages were found.
        self._bound: tuple[str | None, str] | None = None
        self._framed: tuple[str | None, str] | None = None
        self._edits: object = None

    def step(self, step: JournalStep) -> Iterator[str]:
        """Lines that add the pose of a step to `steps`."""
        document = within(step.document, self.pins_can)
        part = self.studio.slice_of(document)
        if self._bound != (part.cage, part.coordinates):
            yield from self._written_rig(part)
        yield from self._written_sequence(part)
        if document.weights is not None or not (document.handles or part.pins):
            yield f"steps.append(({step.label!r}, cage.posed({_written_cage(part) or 'cage.cage.V'})))"
            return
        vertices = [pin.vertex for pin in part.pins]
        yield from imported_patches(document)
        key = (part.at, part.frame, part.edits, grab_key(document), vertices)
        if self._gripped != key:
            self._gripped = key
            yield f"cage_grip = {self.rig_of(document)}.{_grab(document, vertices)}"
            yield "cage_pose = None"
        yield f"cage_pose = cage_grip.pull({_targets(document, part)}, cage_pose)"
        yield f"steps.append(({step.label!r}, cage.posed(cage_pose.cage)))"

    def rig_of(self, document: Document) -> str:
        """The rig as it pulls on a document's cage, as an expression."""
        at = _written_cage(self.studio.slice_of(document))
        return "cage" if at is None else f"cage.at_frame({at})"

    def _written_sequence(self, part: CageSlice) -> Iterator[str]:
        """The cages of the poses, found once for each rig, and the edits of a step that shows one of them."""
        if part.frame is None:
            return
        if self._framed is None:
            yield "from pliant.methods.cage.recovery import recovered"
            yield "from pliant.methods.cage.sequence import CageSequence, FrameEdit"
            yield ""
        if self._framed != self._bound:
            self._framed, self._edits = self._bound, None
            yield "sequence = CageSequence(cage.cage, [frame.cage for frame in recovered(cage, poses.V)])"
        if self._edits != part.edits:
            self._edits = part.edits
            edits = (f"FrameEdit({edit.frame}, {_rows(edit.moves)}, {edit.reach!r})" for edit in part.edits)
            yield f"frame_edits = [{', '.join(edits)}]"

    def _written_rig(self, part: CageSlice) -> Iterator[str]:
        """The rig of a slice's cage and coordinates."""
        if self._bound is None:
            yield "from dataclasses import replace"
            yield ""
            yield "from pliant.mesh import Mesh, Polygons"
            yield ""
        source, name, kind = self.past.source, part.cage, part.coordinates
        self._bound, self._gripped = (name, kind), None
        if name in self._cages:
            entry = entry_of(name, self._cages[name])
            yield f"# {entry['words']}"
            yield f"cage_mesh = Mesh.of_polygons({entry['V']!r}, Polygons.of({entry['polygons']!r}))"
        elif source.is_rig:
            yield "cage_mesh = saved.cage"
        else:
            yield "from pliant.samples import sample_cage"
            yield ""
            yield f"cage_mesh = sample_cage({source.name!r}, poses)"
        options = f"pliant.CageOptions(coordinates={kind!r})"
        if source.is_rig:
            options = f"replace(saved.options, coordinates={kind!r}) if saved.method == 'cage' else {options}"
        yield f"cage = pliant.CageIK(mesh, cage_mesh, options={options})"


def _written_cage(part: CageSlice) -> str | None:
    """The cage that is pulled on; None at rest."""
    if part.frame is not None:
        return f"sequence.edited(frame_edits, [{part.frame}])[0]"
    return None if part.at is None else _rows(part.at)


def _grab(document: Document, vertices: list[int]) -> str:
    if not document.handles:
        return f"grab_cage({vertices!r})"
    also = f", cage={vertices!r}" if vertices else ""
    return f"grab({written_grab(document)}{also})"


def _targets(document: Document, part: CageSlice) -> str:
    """Where handles and pins are pulled; pins without a target stay where the grip finds them."""
    first = -len(part.pins)
    targets = [repr(list(handle.target)) for handle in document.handles]
    for i, pin in enumerate(part.pins):
        stays = f"cage_grip.held.rest[{first + i}]"
        targets.append(stays if pin.target is None else repr(list(pin.target)))
    if all(handle.turn is None for handle in document.handles):
        return f"[{', '.join(targets)}]"
    # Turns are from rest, wherever the cage is that is pulled on.
    own = written_goals(document, f"cage.grab({written_grab(document)})")
    return f"[*{own}, {', '.join(targets[len(document.handles) :])}]"


def _rows(flat: tuple[float, ...]) -> str:
    return f"np.reshape({list(flat)!r}, (-1, 3))"
