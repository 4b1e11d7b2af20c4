"""Handle IK in the studio: painted parts as handles, the shelf as sculpted poses, the pose of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.arrays import Floats, Vertices
from pliant.errors import AnchorError, HandleError, OptionError
from pliant.methods.handles.articulation import Link, planted, reaching
from pliant.methods.handles.grip import HandleGrip, HandlePose
from pliant.methods.handles.handle import Handle
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose, Step
from pliant.methods.handles.studio.wire import HandlesSlice, Part, SculptStep, Sculpture
from pliant.methods.handles.transforms import Move, Scale, Transformation, Turn
from pliant.pose import Pulled
from pliant.progress import Progress
from pliant.studio.session.pins import grab_key, grabbed_points, pin_arguments
from pliant.studio.session.poser import Poser, places_on
from pliant.studio.session.regions import rigidity_of
from pliant.studio.session.shown import Shown, check_reachable, given
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Ready

HANDLE_FACTS = (
    "Painted parts move as one piece; the surface between them follows.",
    "Sculpted poses are mixed to reach what you pull.",
)


class HandlePoser(Poser):
    """Poses by the rig of the painted parts, which is kept as long as these stay."""

    _parts: tuple[Part, ...] = ()
    _sculptures: tuple[Sculpture, ...] = ()

    def build(self, options: Mapping[str, Any], progress: Progress) -> None:
        """Nothing: documents say what the rig is made of."""

    def ready(self) -> Reply:
        """The method is there at once, with or without a rig."""
        return Reply(Ready(self.studio.name, 0, HANDLE_FACTS, tuple(sorted(self.pins_can))))

    @property
    def pins_can(self) -> frozenset[str]:
        """What pins of its rigs can say; documents make the rig, so it is asked before there is one."""
        return HandleIK.pins_can

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document: a sculpture, a mixture, what the handles pull, or rest."""
        part, rig = self.studio.slice_of(document), self.follow(document)
        if rig is None:
            return self._at_rest(document, None)
        if part.sculpting is not None:
            index = _index(part, part.sculpting)
            matrices = rig.sculpted[index].matrices(rig.handles)
            return self._moved(document, rig, matrices, np.eye(len(rig.sculpted))[index])
        if document.weights is not None:
            return self._moved(document, rig, rig.matrices(document.weights), np.array(document.weights))
        if not document.handles or not len(rig.sculpted):
            return self._at_rest(document, rig)
        return super().shown(document, warm=warm)

    def gripped(self, document: Document) -> HandleGrip:
        """The grip of a document's handles; a search with another grip begins at rest."""
        rig = self.rig_of(document)
        key = (rig, grab_key(document))
        if self._grip is None or key != self._key:
            points = grabbed_points(document.handles, self.desk.mesh)
            self._grip, self._key, self._last = rig.grab(points, **pin_arguments(document)), key, None
        return self._grip

    def own(self, rig: HandleIK, pulled: Pulled) -> dict[str, Floats]:
        """Where the centres of the parts are, and which part carries which."""
        return _joints(rig, pulled.matrices) if isinstance(pulled, HandlePose) else {}

    def example(self, document: Document, index: int) -> Vertices:
        """(n, 3) positions of a sculpture on the shelf."""
        rig = self.follow(document)
        if rig is None or not 0 <= index < len(rig.sculpted):
            count = len(self.studio.slice_of(document).sculptures)
            raise HandleError(f"There is no sculpture {index}; there are {count}, from 0 on.")
        return rig.deform(rig.sculpted[index].matrices(rig.handles))

    def _moved(self, document: Document, rig: HandleIK, matrices: Floats, weights: Floats) -> Shown:
        V = rig.deform(matrices)
        check_reachable(0.0, V)
        reached = places_on(V, self.held(document))
        return Shown(rig.mesh, rig, given(weights=weights), reached, V, _joints(rig, matrices))

    def _at_rest(self, document: Document, rig: HandleIK | None) -> Shown:
        V, count = self.desk.mesh.V, len(self.studio.slice_of(document).sculptures)
        joints = {} if rig is None else _joints(rig, np.tile(np.eye(4), (len(rig.handles), 1, 1)))
        reached = places_on(V, self.held(document))
        return Shown(self.desk.mesh, rig, given(weights=np.zeros(count)), reached, V, joints)

    def rig_of(self, document: Document) -> HandleIK:
        """The rig of a document's parts and sculptures."""
        rig = self.follow(document)
        if rig is None or not len(rig.sculpted):
            raise OptionError("Handles move nothing yet; paint parts and sculpt a pose first.")
        return rig

    def follow(self, document: Document) -> HandleIK | None:
        """The rig of a document's parts and sculptures; None without parts."""
        part: HandlesSlice = self.studio.slice_of(document)
        if not part.parts:
            return None
        names = part_names(part.parts)
        if self.rig is None or part.parts != self._parts:
            handles = [self._handle(each, names) for each in part.parts]
            # A new name, colour or centre needs no new factor.
            same = _painted(part.parts) == _painted(self._parts)
            self.rig = self.rig.renamed(handles) if self.rig and same else HandleIK(self.desk.mesh, handles)
            self._parts, self._sculptures = part.parts, ()
        if part.sculptures != self._sculptures:
            poses = sculpted_poses(part.sculptures, names)
            self.rig = self.rig.resculpted([pose.jointed(self.rig.handles) for pose in poses])
            self._sculptures = part.sculptures
        return self.rig

    def _handle(self, part: Part, names: Mapping[int, str]) -> Handle:
        name = names[part.id]
        if part.region not in self.desk.regions:
            raise AnchorError(
                f"The region of part '{name}' was not marked; mark it before a document names it."
            )
        vertices, rigidity = rigidity_of(self.desk.regions[part.region].region, self.desk.mesh.n)
        if not len(vertices):
            raise HandleError(f"Part '{name}' has no vertices; paint some, or remove it.")
        return Handle.of(
            name,
            vertices,
            rigidity=rigidity,
            centre=part.centre,
            colour=part.colour,
            parent=parent_name(part, names),
        )


def part_names(parts: tuple[Part, ...]) -> dict[int, str]:
    """The name of each part by its id; names that several have get its number."""
    counts = Counter(part.name.strip() for part in parts)
    return {
        part.id: part.name.strip()
        if part.name.strip() and counts[part.name.strip()] == 1
        else f"{part.name.strip() or 'part'} {part.id}"
        for part in parts
    }


def parent_name(part: Part, names: Mapping[int, str]) -> str | None:
    """The name of a part's parent, "" for none; None where the rest pose tells it, or the parent is gone."""
    return "" if part.parent == 0 else names.get(part.parent or 0)


def sculpted_poses(sculptures: tuple[Sculpture, ...], names: Mapping[int, str]) -> list[SculptedPose]:
    """The sculptures as the library's poses; steps of parts that are gone move those that are left."""
    counts = Counter(sculpture.name for sculpture in sculptures)
    poses = []
    for sculpture in sculptures:
        unique = sculpture.name.strip() and counts[sculpture.name] == 1
        title = sculpture.name if unique else f"{sculpture.name or 'pose'} {sculpture.id}"
        steps = [made for step in sculpture.steps for made in library_steps(step, names) if made.handles]
        poses.append(SculptedPose(title, tuple(steps)))
    return poses


def library_steps(step: SculptStep, names: Mapping[int, str]) -> list[Step]:
    """A step as the library's: one, or for a limb that reaches the turn of each joint."""

    def named(parts: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(names[part] for part in parts if part in names)

    if step.kind != "reach":
        return [Step(named(step.parts), transformation(step))]
    links = [Link(named(link.parts), link.centre, link.stiffness) for link in step.links]
    if not all(link.stiffness > 0.0 for link in links):
        raise HandleError("A joint of a limb has no stiffness; numbers above 0 are needed.")
    grip, target = np.array(step.centre), np.array(step.vector)
    level = step.level and links
    turns = planted(links, named(step.parts), grip, target) if level else reaching(links, grip, target)
    return [Step(*turn) for turn in turns]


def transformation(step: SculptStep) -> Transformation:
    """The transformation of a step that moves, turns or scales, checked by the library."""
    if step.kind == "move":
        return Move(step.vector)
    if step.kind == "turn":
        return Turn(step.vector, step.amount, step.centre)
    return Scale(step.amount, step.centre)


def _painted(parts: tuple[Part, ...]) -> list[str]:
    """What decides on the factor: the regions, in their order."""
    return [part.region for part in parts]


def _index(part: HandlesSlice, number: int) -> int:
    """The place of a sculpture on the shelf, by its id."""
    for i, sculpture in enumerate(part.sculptures):
        if sculpture.id == number:
            return i
    raise HandleError(f"There is no sculpture with the number {number}; choose one of the shelf.")


def _joints(rig: HandleIK, matrices: Floats) -> dict[str, Floats]:
    """Of p handles under their matrices (p, 4, 4): centres (p, 3), and (p, 2) tree: parent and stiffness.

    A parent is the place among the handles, −1 for none.
    """
    rest = np.array([handle.centre for handle in rig.handles], dtype=np.float64)
    centres = np.einsum("pij,pj->pi", matrices[:, :3, :3], rest) + matrices[:, :3, 3]
    parents = rig.handles.parents.astype(np.float64)
    return {"centres": centres, "tree": np.stack([parents, rig.handles.stiffness], axis=1)}
