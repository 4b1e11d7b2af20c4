"""Sculpted poses: each a list of steps that move handles together [Baerentzen, sec. 3].

A step keeps the transformation itself and the handles it moves, not matrices, so that any fraction of a pose
can be taken, and undone by leaving its last step out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Floats
from pliant.atomic import atomic_write
from pliant.errors import FileFormatError, HandleError, PliantError
from pliant.kinds import check_kind
from pliant.mesh import Mesh
from pliant.methods.handles.articulation import Link, Tree, jointed, planted, reaching
from pliant.methods.handles.handle import Handles
from pliant.methods.handles.transforms import (
    Move,
    Scale,
    Transformation,
    Turn,
    composed,
    transformation_of_json,
)

FORMAT, VERSION = "pliant handles", 1


@dataclass(frozen=True)
class Step:
    """A transformation of some handles, by their names."""

    handles: tuple[str, ...]
    transformation: Transformation

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary."""
        return {"handles": list(self.handles), **self.transformation.to_json()}


@dataclass(frozen=True)
class SculptedPose:
    """A named list of steps, applied in order.

    free: whether its weight costs nothing in a search, as for poses that carry the whole character along
    """

    name: str
    steps: tuple[Step, ...] = ()
    free: bool = False

    def stepped(self, handles: str | Sequence[str], transformation: Transformation) -> SculptedPose:
        """The pose with one more step, which moves handles, by their names, by a transformation.

        Raises HandleError for no handle, and for one that is named twice.
        """
        names = (handles,) if isinstance(handles, str) else tuple(handles)
        if not names:
            raise HandleError(f"A step of pose '{self.name}' moves no handle; name at least one.")
        if len(set(names)) < len(names):
            raise HandleError(f"A step of pose '{self.name}' names a handle twice; name each once.")
        return replace(self, steps=(*self.steps, Step(names, transformation)))

    def turned(
        self,
        handles: Handles,
        names: str | Sequence[str],
        axis: ArrayLike,
        degrees: float,
        centre: ArrayLike | None = None,
    ) -> SculptedPose:
        """The pose with a turn of the named handles.

        centre: by default where the steps so far have carried the first handle's centre
        """
        about = self.centre(handles, names) if centre is None else np.asarray(centre)
        return self.stepped(names, Turn(np.asarray(axis), degrees, about))

    def moved(self, names: str | Sequence[str], vector: ArrayLike) -> SculptedPose:
        """The pose with a move of the named handles by a vector (3,)."""
        return self.stepped(names, Move(np.asarray(vector)))

    def scaled(
        self, handles: Handles, names: str | Sequence[str], factor: float, centre: ArrayLike | None = None
    ) -> SculptedPose:
        """The pose with a scaling of the named handles.

        centre: by default where the steps so far have carried the first handle's centre
        """
        about = self.centre(handles, names) if centre is None else np.asarray(centre)
        return self.stepped(names, Scale(factor, about))

    def reached(
        self,
        handles: Handles,
        name: str,
        point: ArrayLike,
        target: ArrayLike,
        *,
        fixed: Sequence[str] = (),
    ) -> SculptedPose:
        """The pose with turns of a limb that lead a point of a handle to a target, or point it there.

        point:  (3,) on the handle, as the steps so far have carried it; target: (3,)
        fixed:  handles that stay; the joints between the handle and the first of them, or the root, turn
        """
        links = self._links(handles, handles.chain(name, fixed))
        pose = self
        for own, turn in reaching(links, np.asarray(point, np.float64), np.asarray(target, np.float64)):
            pose = pose.stepped(own, turn)
        return pose

    def planted(
        self, handles: Handles, name: str, place: ArrayLike, *, fixed: Sequence[str] = ()
    ) -> SculptedPose:
        """The pose with turns that lead a handle's joint to a place; the handle keeps its direction.

        A foot stays on the floor while the hips are moved: they go first, then the foot is planted.
        place: (3,); fixed: as in `reached`
        A handle whose carrier is a root is left where it is: nothing between them can turn.
        """
        parent = int(handles.parents[handles.index(name)])
        names = handles.chain(handles.names[parent], fixed) if parent >= 0 else ()
        joint = np.asarray(self.centre(handles, name), np.float64)
        pose = self
        for own, turn in planted(
            self._links(handles, names), handles.limb(name), joint, np.asarray(place, np.float64)
        ):
            pose = pose.stepped(own, turn)
        return pose

    def _links(self, handles: Handles, names: Sequence[str]) -> list[Link]:
        """The joints of handles, where the steps so far have carried them."""
        stiffness = handles.stiffness
        return [
            Link(
                handles.limb(each), _triple(self.centre(handles, each)), float(stiffness[handles.index(each)])
            )
            for each in names
        ]

    def jointed(self, handles: Handles) -> SculptedPose:
        """The same pose as one turn for each joint, far ends first, so that joints stay joined in mixtures.

        A pose that tears joints apart, changes sizes or has a single step is returned as it is.
        """
        if len(self.steps) < 2:
            return self
        centres = np.array([handle.centre for handle in handles])
        told = [(step.handles, step.transformation) for step in self.steps]
        steps = jointed(Tree(handles.names, handles.parents, centres), told)
        return self if steps is None else replace(self, steps=tuple(Step(*step) for step in steps))

    def undone(self) -> SculptedPose:
        """The pose without its last step; raises HandleError where it has none."""
        if not self.steps:
            raise HandleError(f"Pose '{self.name}' has no step to undo.")
        return replace(self, steps=self.steps[:-1])

    def centre(self, handles: Handles, names: str | Sequence[str]) -> Floats:
        """(3,) where the steps so far have carried the first named handle's centre."""
        first = names if isinstance(names, str) else next(iter(names), None)
        if first is None:
            raise HandleError(f"A step of pose '{self.name}' moves no handle; name at least one.")
        M = composed(self.of_handle(first))
        return M[:3, :3] @ handles[handles.index(first)].centre + M[:3, 3]

    def of_handle(self, name: str) -> list[Transformation]:
        """The transformations of one handle, in order."""
        return [step.transformation for step in self.steps if name in step.handles]

    def matrices(self, handles: Handles, t: float = 1.0) -> Floats:
        """(H, 4, 4) the handles' similarities after the fraction t of every step."""
        return np.stack([composed(self.of_handle(name), t) for name in handles.names])

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary."""
        values: dict[str, Any] = {"name": self.name, "steps": [step.to_json() for step in self.steps]}
        return {**values, "free": True} if self.free else values

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> SculptedPose:
        """The pose that `to_json` described; raises HandleError where keys are missing."""
        if not isinstance(values.get("name"), str) or not isinstance(values.get("steps"), list):
            raise HandleError(f"A pose has {sorted(values)}; a 'name' and a list of 'steps' are needed.")
        pose = SculptedPose(values["name"], free=bool(values.get("free", False)))
        for step in values["steps"]:
            if not isinstance(step, Mapping) or "handles" not in step:
                raise HandleError(f"A step of pose '{pose.name}' is {step!r}; it must name its 'handles'.")
            pose = pose.stepped(step["handles"], transformation_of_json(step))
        return pose


@dataclass(frozen=True, eq=False)
class Sculpted(Sequence[SculptedPose]):
    """Handles and the poses sculpted with them, without the rest pose."""

    handles: Handles
    poses: tuple[SculptedPose, ...]

    @staticmethod
    def of(handles: Handles, poses: Sequence[SculptedPose] = ()) -> Sculpted:
        """Handles with poses; raises HandleError for equal names, and for steps of unknown handles."""
        seen: set[str] = set()
        for pose in poses:
            if pose.name in seen:
                raise HandleError(f"Two poses have the name '{pose.name}'; names must differ.")
            seen.add(pose.name)
            for step in pose.steps:
                for name in step.handles:
                    handles.index(name)
        return Sculpted(handles, tuple(poses))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the poses."""
        return tuple(pose.name for pose in self.poses)

    def __len__(self) -> int:
        return len(self.poses)

    def __getitem__(self, place: Any) -> Any:
        return self.poses[place]

    def __iter__(self) -> Iterator[SculptedPose]:
        return iter(self.poses)

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "poses": [pose.to_json() for pose in self.poses],
            "handles": self.handles.to_json(),
        }

    @staticmethod
    def of_json(mesh: Mesh, values: Mapping[str, Any]) -> Sculpted:
        """What `to_json` described, on its mesh; raises FileFormatError for another format or version."""
        if values.get("format") != FORMAT:
            raise FileFormatError("These are no handles of Pliant: 'format' is not 'pliant handles'.")
        if values.get("version") != VERSION:
            raise FileFormatError(
                f"The handles have the version {values.get('version')}; this Pliant reads version {VERSION}. "
                "Update Pliant."
            )
        handles = Handles.of_json(mesh, values["handles"])
        return Sculpted.of(handles, [SculptedPose.of_json(pose) for pose in values["poses"]])


def _triple(point: Floats) -> tuple[float, float, float]:
    x, y, z = point.tolist()
    return x, y, z


def write_sculpted(path: str | Path, sculpted: Sculpted) -> None:
    """Write handles and poses to a JSON file, whole or not at all; numbers read back to the last bit."""
    check_kind(sculpted, "What is written", Sculpted)
    with atomic_write(path) as file:
        file.write(_readable(sculpted.to_json()).encode())


def read_sculpted(path: str | Path, mesh: Mesh) -> Sculpted:
    """The handles and poses that `write_sculpted` wrote, on their mesh.

    Raises FileFormatError for a file that cannot be read or holds something else.
    """
    try:
        values = json.loads(Path(path).read_bytes())
    except OSError as problem:
        raise FileFormatError(f"{path} cannot be read: {problem.strerror or problem}.") from problem
    except ValueError as problem:
        raise FileFormatError(f"{path} is not JSON ({problem}); write it again.") from problem
    try:
        return Sculpted.of_json(mesh, values)
    except PliantError as problem:
        raise type(problem)(f"{path}: {problem}") from problem
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        raise FileFormatError(f"{path} does not hold handles and poses ({problem!r}).") from problem


def _readable(values: Mapping[str, Any]) -> str:
    """JSON with one line for each step and each handle."""

    def lines(items: Sequence[Any], indent: str) -> str:
        inner = f",\n{indent} ".join(json.dumps(item, ensure_ascii=False) for item in items)
        return f"[\n{indent} {inner}\n{indent}]" if items else "[]"

    poses = []
    for pose in values["poses"]:
        head = json.dumps({key: value for key, value in pose.items() if key != "steps"}, ensure_ascii=False)
        poses.append(f'{head[:-1]}, "steps": {lines(pose["steps"], "   ")}}}')
    shelf = "[\n  " + ",\n  ".join(poses) + "\n ]" if poses else "[]"
    return (
        f'{{\n "format": {json.dumps(values["format"])},\n "version": {values["version"]},\n'
        f' "poses": {shelf},\n "handles": {lines(values["handles"], " ")}\n}}\n'
    )
