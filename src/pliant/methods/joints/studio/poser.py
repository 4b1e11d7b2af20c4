"""Joint IK in the studio: a mechanism with its edits, the pose of a document, and what the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.doctor.finding import counted
from pliant.errors import OptionError
from pliant.io import write_mechanism
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.mechanism.record import joint_of_record, record_of_joint
from pliant.methods.joints.evidence import SURE
from pliant.methods.joints.grip import PulledBodies
from pliant.methods.joints.rig import JointIK
from pliant.methods.joints.studio.edit_calls import edited
from pliant.methods.joints.studio.running import missing, ran
from pliant.methods.joints.studio.wire import (
    Alternatives,
    ComponentView,
    JointView,
    MechanismEdit,
    MechanismView,
    MotionView,
    RunMechanism,
    WantAlternatives,
)
from pliant.pose import Pulled
from pliant.progress import Progress
from pliant.studio.opening.source import Source
from pliant.studio.session.desk import Desk
from pliant.studio.session.method import StudioMethod
from pliant.studio.session.poser import Poser, WrittenFile
from pliant.studio.session.shown import Shown
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document
from pliant.studio.wire.method_wire import MethodMessage

# Descriptions of robots by their kinds, with their suffixes.
ROBOTS = {"urdf": ".urdf", "mjcf": ".xml", "usd": ".usda"}
# Free motions of a joint at most.
MOST_MOTIONS = 3


class JointPoser(Poser):
    """Poses by the rig of a mechanism with its edits, which is kept as long as these stay."""

    _base: Mechanism
    _edits: tuple[MechanismEdit, ...] = ()
    _changed = False

    def __init__(self, studio: StudioMethod, desk: Desk) -> None:
        super().__init__(studio, desk)
        # Joints that an analysis found; it takes long, and needs to be done only once.
        records = desk.kept[-1]["joints"] if desk.kept else None
        self._found = None if records is None else tuple(joint_of_record(one) for one in records)

    def build(self, options: Mapping[str, Any], progress: Progress) -> None:
        """Make the rig of the model's mechanism; joints that nobody gave are found, once."""
        model = self.desk.model
        own: JointIK | None = self.studio.own_rig(model)
        base = model.mechanism if own is None else own.mechanism
        if own is None and not base.joints and len(base.components) > 1:
            base = replace(base, joints=self._found_joints(base, progress))
        progress(0.9, "making cells")
        self.rig = JointIK(base, base.joints) if own is None else own
        self._base, self._edits, self._grip, self._last = base, (), None, None
        self.follow(self.desk.current())

    def _found_joints(self, base: Mechanism, progress: Progress) -> tuple[Joint, ...]:
        # The analysis loads collision libraries, which a model with known joints does not need.
        from pliant.methods.joints.analysis import find_joints

        if self._found is None:
            self._found = tuple(find_joints(base, progress=lambda share, what: progress(0.9 * share, what)))
            # What the confidence rests on may hold numbers that JSON has not.
            records = [{**record_of_joint(joint), "evidence": {}} for joint in self._found]
            self.desk.keep({"joints": records})
        return self._found

    def follow(self, document: Document) -> JointIK:
        """The rig after the edits of a document; it is made again where they are others."""
        edits = self.studio.slice_of(document).edits
        if edits != self._edits:
            mechanism = edited(self._base, edits, self.desk.regions)
            self.rig = JointIK(mechanism, mechanism.joints, options=self.rig.options)
            self._edits, self._changed = edits, True
            self._grip = self._last = None
        return self.rig

    def rig_of(self, document: Document) -> JointIK:
        """The rig after the edits of a document; parts are held by pins, not by frozen regions."""
        return self.follow(document)

    def own(self, rig: JointIK, pulled: Pulled) -> dict[str, Floats]:
        """The values of the joints, where the pose keeps the parts whole: to be drawn, and to be set."""
        if pulled.palette is None:
            return {}
        moved = isinstance(pulled, PulledBodies)
        settings = rig.values(pulled) if moved else np.zeros(len(rig.value_names))
        return {"values": motions_of(rig, pulled), "settings": settings}

    def ready(self) -> Reply:
        """The rig, for the page."""
        self._changed = False
        return super().ready()

    def news(self) -> Iterator[Reply]:
        """The rig, where an edit has changed it since the page was told."""
        if self._changed:
            yield self.ready()

    def facts(self) -> tuple[str, ...]:
        """How many parts and joints there are, and how they behave."""
        joints, components = self.rig.mechanism.joints, self.rig.mechanism.components
        free = sum(len(joint.freedoms) for joint in joints)
        soft = sum(part.soft is not None for part in components)
        lines = [
            f"{counted(len(components), 'part')}, {counted(len(joints), 'joint')} "
            f"with {counted(free, 'free motion')}.",
            "Rigid parts stay rigid and joints whole; pinned points stay, however far you pull.",
        ]
        if soft:
            lines.append(f"{counted(soft, 'soft part')} of {counted(len(_soft_cells(self.rig)), 'cell')}.")
        if not joints:
            lines.append("No joints are known: every part is free. Select two parts and join them.")
        return tuple(lines)

    def view(self) -> MechanismView:
        """The parts and the joints."""
        mechanism = self.rig.mechanism
        return MechanismView(
            tuple(
                ComponentView(part.name, part.soft.cells if part.soft else None)
                for part in mechanism.components
            ),
            tuple(_view(self.rig, i, joint) for i, joint in enumerate(mechanism.joints)),
            SURE,
            missing(),
        )

    def act(self, message: MethodMessage, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """What else a joint could be, and what happens to the mechanism under its weight."""
        if self.rig is None:
            raise OptionError("Joint IK is not ready; choose it first, and wait until the joints are there.")
        if isinstance(message, RunMechanism):
            yield ran(self.rig.mechanism, message, progress)
        elif isinstance(message, WantAlternatives):
            yield Reply(Alternatives(message.joint, self._alternatives(message.joint, progress)))
        else:
            yield from super().act(message, files, progress)

    def _alternatives(self, place: int, progress: Progress) -> tuple[JointView, ...]:
        # The analysis loads collision libraries, which a model with known joints does not need.
        from pliant.methods.joints.alternatives import alternatives

        found = alternatives(self.rig.mechanism, place, progress=progress)
        return tuple(_view(self.rig, place, joint) for joint in found)

    def rig_arrays(self) -> dict[str, Array]:
        """The skin; component (n,), the part of each vertex; and the cells of soft parts.

        cells (k, 8, 3) are the corners of the cells at rest, cell_body (k,) the control that carries each.
        """
        model, soft = self.rig.model, _soft_cells(self.rig)
        arrays = {**super().rig_arrays(), "component": self.rig.mechanism.component.astype(np.uint16)}
        if len(soft):
            arrays["cells"] = model.cells.corners()[soft].astype(np.float32)
            arrays["cell_body"] = model.of_cell[soft].astype(np.uint16)
        return arrays

    def file(self, kind: str, stem: str, shown: Shown) -> WrittenFile | None:
        """Parts and joints at rest: a glTF with a node for each part, or a robot with its meshes, packed."""
        if not isinstance(shown.rig, JointIK):
            return None
        mechanism = shown.rig.mechanism
        if kind == "parts":
            return f"{stem}-parts.glb", lambda path: write_mechanism(path, mechanism)
        return f"{stem}-{kind}.zip", lambda path: _packed(path, f"{stem}{ROBOTS[kind]}", mechanism)


def motions_of(rig: JointIK, pulled: Pulled) -> Floats:
    """(j, 3) values of each joint's free motions in a pose; zeros at rest."""
    values = np.zeros((len(rig.mechanism.joints), MOST_MOTIONS))
    if isinstance(pulled, PulledBodies):
        for joint, row, own in zip(rig.mechanism.joints, rig.model.rows, values, strict=True):
            at = [freedom.row + (0 if freedom.turns else 3) for freedom in joint.freedoms]
            own[: len(at)] = pulled.values[row, at] if row >= 0 else 0.0
    return values


def _soft_cells(rig: JointIK) -> Ints:
    """Numbers of the cells of soft parts."""
    soft = [part.soft is not None for part in rig.mechanism.components]
    return np.flatnonzero(np.array(soft, dtype=bool)[rig.model.cells.component])


def _packed(path: Path, name: str, mechanism: Mechanism) -> None:
    """A mechanism's files as one archive."""
    with TemporaryDirectory() as folder, ZipFile(path, "w", ZIP_DEFLATED) as archive:
        write_mechanism(Path(folder) / name, mechanism)
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(folder).as_posix())


def _view(rig: JointIK, place: int, joint: Joint) -> JointView:
    row = int(rig.model.rows[place])
    known = {(value.row, value.column): i for i, value in enumerate(rig.joint_values)}
    motions = tuple(
        MotionView(
            freedom.turns,
            freedom.row,
            _finite(low),
            _finite(high),
            known.get((row, freedom.row + (0 if freedom.turns else 3))),
        )
        for freedom, (low, high) in zip(joint.freedoms, joint.ranges.tolist(), strict=True)
    )
    x, y, z = joint.origin.tolist()
    frame = tuple(joint.frame.ravel().tolist())
    sides = (_carrier(rig, joint.a, joint), _carrier(rig, joint.b, joint))
    kind: Any = JointKind(joint.kind).value
    return JointView(
        joint.a, joint.b, kind, joint.name, (x, y, z), frame, motions, float(joint.confidence), sides
    )


def _carrier(rig: JointIK, part: int, joint: Joint) -> int:
    """The body of a part that carries its side of a joint: of a soft one that of the nearest cell."""
    cells = rig.model.cells
    own = np.flatnonzero(cells.component == part)
    nearest = own[np.argmin(((cells.centre[own] - joint.origin) ** 2).sum(axis=1))]
    return int(rig.model.of_cell[nearest])


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None
