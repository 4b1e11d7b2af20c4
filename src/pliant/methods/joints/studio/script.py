"""Steps of Joint IK as code: the mechanism, its corrections, and the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator

from pliant.methods.joints.studio.edit_calls import call_of
from pliant.methods.joints.studio.wire import MechanismEdit
from pliant.studio.export.replay import Replay, imported_patches, written_goals, written_grab
from pliant.studio.session.journal_reader import JournalStep
from pliant.studio.session.pins import grab_key, within
from pliant.studio.wire.messages import Document


class JointReplay(Replay):
    """Writes the steps of Joint IK; it knows the edits of the script's mechanism."""

    _edits: tuple[MechanismEdit, ...] | None = None

    def step(self, step: JournalStep) -> Iterator[str]:
        """Lines that add the pose of a step to `steps`."""
        document = within(step.document, self.pins_can)
        edits = self.studio.slice_of(document).edits
        if self._edits is None:
            yield from self._opened()
        if self._edits != edits:
            yield from self._edited(edits)
        if document.weights is not None:
            yield f"joints_pose = joints.at_values({list(document.weights)!r})"
            yield f"steps.append(({step.label!r}, joints_pose.V))"
            return
        if not document.handles:
            yield f"steps.append(({step.label!r}, mesh.V))"
            return
        yield from imported_patches(document)
        pinned = [handle.pinned for handle in document.handles]
        if self._gripped != (grab_key(document), pinned):
            self._gripped = grab_key(document), pinned
            yield f"joints_grip = joints.grab({written_grab(document)}, firm={pinned!r})"
        yield f"joints_pose = joints_grip.pull({written_goals(document, 'joints_grip')}, joints_pose)"
        yield f"steps.append(({step.label!r}, joints.posed(joints_pose.palette)))"

    def rig_of(self, document: Document) -> str:
        """The rig, as it stands."""
        return self.name

    def _opened(self) -> Iterator[str]:
        """The mechanism as it was opened, with its own joints or those that are found."""
        source = self.past.source
        yield "from pliant.methods.joints import edits, virtual"
        yield ""
        if source.is_rig:
            yield "opened = saved.mechanism if saved.method == 'joints' else pliant.JointIK(mesh).mechanism"
        elif source.is_mechanism_sample:
            yield "opened = model"
        else:
            alone = source.kind == "files" and len(source.paths) == 1
            read = f"pliant.read_mechanism({source.paths[0]!r})" if alone else "mesh"
            yield f"opened = pliant.JointIK({read}).mechanism  # with joints, given or found"

    def _edited(self, edits: tuple[MechanismEdit, ...]) -> Iterator[str]:
        before = self._edits
        kept = len(before) if before is not None and edits[: len(before)] == before else 0
        self._edits, self._gripped = edits, None
        if kept == 0:
            yield "mechanism = opened"
        for edit in edits[kept:]:
            yield call_of(edit, self.past.regions).written()
        yield "joints = pliant.JointIK(mechanism, mechanism.joints)"
        yield "joints_pose = None"
