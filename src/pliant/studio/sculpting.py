"""Handle IK in the studio: painted parts as handles, the shelf as sculpted poses, the pose of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from pliant.core.anchors import held_points
from pliant.core.arrays import Floats, Vertices
from pliant.core.mesh import Mesh
from pliant.errors import AnchorError, HandleError
from pliant.methods.handles.grip import HandleGrip, HandlePose
from pliant.methods.handles.handle import Handle
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose, Step
from pliant.methods.handles.transforms import Move, Scale, Transformation, Turn
from pliant.studio.messages import Document, Part, SculptStep, Sculpture
from pliant.studio.posing import Shown, anchors, check_reachable
from pliant.studio.regions import Marked, rigidity_of

HANDLE_FACTS = (
    "Painted parts move as one piece; the surface between them follows.",
    "Sculpted poses are mixed to reach what you pull.",
)


class HandlePoser:
    """A mesh with the rig of its painted parts, which is kept as long as these stay.

    regions: those that documents may name, by their names; the session's own
    """

    def __init__(self, mesh: Mesh, regions: Mapping[str, Marked]) -> None:
        self.mesh, self._regions = mesh, regions
        self._parts: tuple[Part, ...] = ()
        self._sculptures: tuple[Sculpture, ...] = ()
        self._rig: HandleIK | None = None
        self._key: object = None
        self._grip: HandleGrip | None = None
        self._last: HandlePose | None = None

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document: a sculpture, a mixture, what the handles pull, or rest."""
        rig = self.rig_of(document)
        if rig is None:
            return self._resting(document, None)
        if document.sculpting is not None:
            index = _index(document, document.sculpting)
            matrices = rig.sculpted[index].matrices(rig.handles)
            return self._moved(document, rig, matrices, np.eye(len(rig.sculpted))[index])
        if document.weights is not None:
            return self._moved(document, rig, rig.matrices(document.weights), np.array(document.weights))
        if not document.handles or not len(rig.sculpted):
            return self._resting(document, rig)
        return self._pulled(document, rig, warm=warm)

    def sculpture(self, document: Document, index: int) -> Vertices:
        """(n, 3) positions of a sculpture on the shelf."""
        rig = self.rig_of(document)
        if rig is None or not 0 <= index < len(rig.sculpted):
            raise HandleError(
                f"There is no sculpture {index}; there are {len(document.sculptures)}, from 0 on."
            )
        return rig.deform(rig.sculpted[index].matrices(rig.handles))

    def _pulled(self, document: Document, rig: HandleIK, *, warm: bool) -> Shown:
        key = (document.parts, document.sculptures, [(h.face, h.barycentric) for h in document.handles])
        if self._grip is None or key != self._key:
            self._grip, self._key, self._last = rig.grab(anchors(document.handles)), key, None
        pose = self._grip.drag([handle.target for handle in document.handles], self._last if warm else None)
        check_reachable(pose.energy, pose.V)
        self._last = pose
        centres = _carried(rig, pose.matrices)
        return Shown(self.mesh, rig, pose, None, pose.V, self._grip.held.on(pose.V), pose.weights, centres)

    def _moved(self, document: Document, rig: HandleIK, matrices: Floats, weights: Floats) -> Shown:
        V = rig.deform(matrices)
        check_reachable(0.0, V)
        reached = self._places(document, V)
        return Shown(self.mesh, rig, None, None, V, reached, weights, _carried(rig, matrices))

    def _resting(self, document: Document, rig: HandleIK | None) -> Shown:
        V, weights = self.mesh.V, np.zeros(len(document.sculptures))
        centres = None if rig is None else _centres(rig)
        return Shown(self.mesh, rig, None, None, V, self._places(document, V), weights, centres)

    def _places(self, document: Document, V: Vertices) -> Floats:
        """(h, 3) where the handles' points are on the posed mesh."""
        if not document.handles:
            return np.empty((0, 3))
        return held_points(anchors(document.handles), self.mesh.V, self.mesh.F).on(V)

    def rig_of(self, document: Document) -> HandleIK | None:
        """The rig of the document's parts and sculptures; None without parts."""
        if not document.parts:
            return None
        names = part_names(document.parts)
        if self._rig is None or document.parts != self._parts:
            handles = [self._handle(part, names[part.id]) for part in document.parts]
            same = self._rig is not None and _painted(document.parts) == _painted(self._parts)
            # A new name, colour or centre needs no new factor.
            self._rig = self._rig.renamed(handles) if self._rig and same else HandleIK(self.mesh, handles)
            self._parts, self._sculptures = document.parts, ()
        if document.sculptures != self._sculptures:
            self._rig = self._rig.resculpted(sculpted_poses(document.sculptures, names))
            self._sculptures = document.sculptures
        return self._rig

    def _handle(self, part: Part, name: str) -> Handle:
        if part.region not in self._regions:
            raise AnchorError(
                f"The region of part '{name}' was not marked; mark it before a document names it."
            )
        vertices, rigidity = rigidity_of(self._regions[part.region].region, self.mesh.n)
        if not len(vertices):
            raise HandleError(f"Part '{name}' has no vertices; paint some, or remove it.")
        return Handle.of(name, vertices, rigidity=rigidity, centre=part.centre, colour=part.colour)


def part_names(parts: tuple[Part, ...]) -> dict[int, str]:
    """The name of each part by its id; names that several have get its number."""
    counts = Counter(part.name.strip() for part in parts)
    return {
        part.id: part.name.strip()
        if part.name.strip() and counts[part.name.strip()] == 1
        else f"{part.name.strip() or 'part'} {part.id}"
        for part in parts
    }


def sculpted_poses(sculptures: tuple[Sculpture, ...], names: Mapping[int, str]) -> list[SculptedPose]:
    """The sculptures as the library's poses; steps of parts that are gone move those that are left."""
    counts = Counter(sculpture.name for sculpture in sculptures)
    poses = []
    for sculpture in sculptures:
        unique = sculpture.name.strip() and counts[sculpture.name] == 1
        title = sculpture.name if unique else f"{sculpture.name or 'pose'} {sculpture.id}"
        kept = [(step, [names[part] for part in step.parts if part in names]) for step in sculpture.steps]
        steps = tuple(Step(tuple(moved), transformation(step)) for step, moved in kept if moved)
        poses.append(SculptedPose(title, steps))
    return poses


def transformation(step: SculptStep) -> Transformation:
    """A step's transformation, checked by the library."""
    if step.kind == "move":
        return Move(step.vector)
    if step.kind == "turn":
        return Turn(step.vector, step.amount, step.centre)
    return Scale(step.amount, step.centre)


def _painted(parts: tuple[Part, ...]) -> list[str]:
    """What decides on the factor: the regions, in their order."""
    return [part.region for part in parts]


def _index(document: Document, number: int) -> int:
    for i, sculpture in enumerate(document.sculptures):
        if sculpture.id == number:
            return i
    raise HandleError(f"There is no sculpture with the number {number}; choose one of the shelf.")


def _carried(rig: HandleIK, matrices: Floats) -> Floats:
    """(p, 3) the handles' centres under their matrices (p, 4, 4)."""
    return np.einsum("pij,pj->pi", matrices[:, :3, :3], _centres(rig)) + matrices[:, :3, 3]


def _centres(rig: HandleIK) -> Floats:
    return np.array([handle.centre for handle in rig.handles], dtype=np.float64)
