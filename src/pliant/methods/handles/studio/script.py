"""Steps of Handle IK as code: the painted parts, the shelf, and the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pliant.methods.handles.studio.poser import parent_name, part_names, sculpted_poses
from pliant.methods.handles.studio.wire import HandlesSlice, Part
from pliant.studio.export.replay import (
    Replay,
    imported_patches,
    written_goals,
    written_grab,
    written_vertices,
)
from pliant.studio.session.journal_reader import JournalStep
from pliant.studio.session.pins import grab_key, within
from pliant.studio.wire.messages import Document


class HandleReplay(Replay):
    """Writes the steps of Handle IK; it knows the parts and poses of the script's rig."""

    _parts: tuple[Part, ...] | None = None
    _shelf: object = None

    def step(self, step: JournalStep) -> Iterator[str]:
        """Lines that add the pose of a step to `steps`."""
        part: HandlesSlice = self.studio.slice_of(step.document)
        step = replace(step, document=within(step.document, self.pins_can))
        if not part.parts:
            yield f"steps.append(({step.label!r}, mesh.V))"
            return
        if self._parts != part.parts:
            self._parts, self._shelf, self._gripped = part.parts, None, None
            yield from self._written_parts(part.parts)
        if self._shelf != part.sculptures:
            self._shelf, self._gripped = part.sculptures, None
            yield from _written_shelf(part)
        yield from self._pose(step, part)

    def rig_of(self, document: Document) -> str:
        """The rig, as it stands."""
        return self.name

    def _written_parts(self, parts: tuple[Part, ...]) -> Iterator[str]:
        yield "handles = pliant.HandleIK(mesh, ["
        names = part_names(parts)
        for part in parts:
            region = self.past.regions[part.region].region
            firm = ""
            if region.levels:
                counts = list(region.runs[1::2])
                firm = f", rigidity=np.repeat({list(region.levels)!r}, {counts!r}) / 255"
            centre = "" if part.centre is None else f", centre={list(part.centre)!r}"
            hangs = parent_name(part, names)
            parent = "" if hangs is None else f", parent={hangs!r}"
            said = f"{written_vertices(region)}{firm}{centre}{parent}"
            yield f"    pliant.Handle.of({names[part.id]!r}, {said}),"
        yield "])"

    def _pose(self, step: JournalStep, part: HandlesSlice) -> Iterator[str]:
        document = step.document
        numbers = [sculpture.id for sculpture in part.sculptures]
        if part.sculpting is not None:
            index = numbers.index(part.sculpting)
            yield f"moved = handles.sculpted[{index}].matrices(handles.handles)"
            yield f"steps.append(({step.label!r}, handles.deform(moved)))"
        elif document.weights is not None:
            yield f"steps.append(({step.label!r}, handles.blend({list(document.weights)!r})))"
        elif not document.handles or not numbers:
            yield f"steps.append(({step.label!r}, mesh.V))"
        else:
            yield from imported_patches(document)
            if self._gripped != grab_key(document):
                self._gripped = grab_key(document)
                yield f"handles_grip = handles.grab({written_grab(document)})"
            yield f"handles_pose = handles_grip.drag({written_goals(document, 'handles_grip')}, handles_pose)"
            yield f"steps.append(({step.label!r}, handles_pose.V))"


def _written_shelf(part: HandlesSlice) -> Iterator[str]:
    yield "handles = handles.resculpted(["
    for pose in sculpted_poses(part.sculptures, part_names(part.parts)):
        yield f"    pliant.SculptedPose.of_json({pose.to_json()!r}).jointed(handles.handles),"
    yield "])"
    yield "handles_pose = None"
