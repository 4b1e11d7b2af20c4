"""Joint IK in the studio: a mechanism with its edits, the pose of a document, and what the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from pliant.core.arrays import Array, Floats
from pliant.core.doctor.finding import counted
from pliant.core.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints.grip import JointGrip, Pulled
from pliant.methods.joints.rig import JointIK
from pliant.studio.frames import Reply
from pliant.studio.mechanism_edits import edited
from pliant.studio.messages import Document, Ready
from pliant.studio.posing import Shown, anchors, carried, check_reachable
from pliant.studio.regions import Marked
from pliant.studio.wire_mechanism import ComponentView, JointView, MechanismEdit, MechanismView, Motion

# Free motions of a joint at most.
MOST_MOTIONS = 3


class JointPoser:
    """A mechanism with the rig of its edits, which is kept as long as these stay.

    base:    as it was opened, with the joints that were given or found
    rig:     of a file; it is taken as it is while nothing is edited
    regions: those that documents may name, by their names; the session's own
    """

    def __init__(self, base: Mechanism, rig: JointIK | None, regions: Mapping[str, Marked]) -> None:
        self._base, self._regions = base, regions
        self._edits: tuple[MechanismEdit, ...] = ()
        self.rig = JointIK(base, base.joints) if rig is None else rig
        self._changed = False
        self._key: object = None
        self._grip: JointGrip | None = None
        self._last: Pulled | None = None

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document: what the handles pull, or rest."""
        self.take(document.edits)
        rig = self.rig
        if not document.handles:
            still = np.tile(np.eye(3, 4), (rig.model.skin.count, 1, 1))
            return self._as_shown(None, still, np.empty((0, 3)))
        key = [(handle.face, handle.barycentric, handle.pinned) for handle in document.handles]
        if self._grip is None or key != self._key:
            pinned = [handle.pinned for handle in document.handles]
            self._grip, self._key = rig.grab(anchors(document.handles), firm=pinned), key
        targets = [handle.target for handle in document.handles]
        pose = self._grip.pull(targets, self._last if warm else None)
        check_reachable(pose.energy, pose.palette)
        self._last = pose
        return self._as_shown(pose, pose.palette, carried(rig.model.skin, pose.palette, self._grip.held))

    def ready(self) -> Reply:
        """The rig, for the page."""
        self._changed = False
        return _ready(self.rig)

    def news(self) -> Iterator[Reply]:
        """The rig, where an edit has changed it since the page was told."""
        if self._changed:
            yield self.ready()

    def take(self, edits: tuple[MechanismEdit, ...]) -> None:
        """Follow the edits of a document; the rig is made again where they are others."""
        if edits == self._edits:
            return
        mechanism = edited(self._base, edits, self._regions)
        self.rig = JointIK(mechanism, mechanism.joints, options=self.rig.options)
        self._edits, self._changed = edits, True
        self._grip = self._last = None

    def _as_shown(self, pose: Pulled | None, palette: Floats, reached: Floats) -> Shown:
        values = motions_of(self.rig, pose)
        return Shown(self.rig.mesh, self.rig, pose, palette, None, reached, np.empty(0), values=values)


def motions_of(rig: JointIK, pose: Pulled | None) -> Floats:
    """(j, 3) of each joint's free motions in a pose; None is rest."""
    values = np.zeros((len(rig.mechanism.joints), MOST_MOTIONS))
    if pose is not None:
        for joint, row, own in zip(rig.mechanism.joints, rig.model.rows, values, strict=True):
            at = [freedom.row + (0 if freedom.turns else 3) for freedom in joint.freedoms]
            own[: len(at)] = pose.values[row, at] if row >= 0 else 0.0
    return values


def _ready(rig: JointIK) -> Reply:
    skin, model, mechanism = rig.model.skin, rig.model, rig.mechanism
    arrays: dict[str, Array] = {
        "influences": skin.influences.astype(np.uint16),
        "weights": skin.weights.astype(np.float32),
        "component": mechanism.component.astype(np.uint16),
    }
    soft = [part.soft is not None for part in mechanism.components]
    cut = np.flatnonzero(np.array(soft, dtype=bool)[model.cells.component])
    if len(cut):
        arrays["cells"] = model.cells.corners()[cut].astype(np.float32)
        arrays["cell_body"] = model.of_cell[cut].astype(np.uint16)
    view = MechanismView(
        tuple(
            ComponentView(part.name, part.soft.cells if part.soft else None) for part in mechanism.components
        ),
        tuple(_view(rig, joint) for joint in mechanism.joints),
    )
    return Reply(Ready("joints", skin.count, _facts(rig, len(cut)), view), arrays)


def _facts(rig: JointIK, cells: int) -> tuple[str, ...]:
    joints = rig.mechanism.joints
    free = sum(len(joint.freedoms) for joint in joints)
    soft = sum(part.soft is not None for part in rig.mechanism.components)
    lines = [
        f"{counted(len(rig.mechanism.components), 'part')}, {counted(len(joints), 'joint')} "
        f"with {counted(free, 'free motion')}.",
        "Rigid parts stay rigid and joints whole; pinned points stay, however far you pull.",
    ]
    if soft:
        lines.append(f"{counted(soft, 'soft part')} of {counted(cells, 'cell')}.")
    if not joints:
        lines.append("No joints are known: every part is free. Select two parts and join them.")
    return tuple(lines)


def _view(rig: JointIK, joint: Joint) -> JointView:
    motions = tuple(
        Motion(freedom.turns, freedom.row, _finite(low), _finite(high))
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
