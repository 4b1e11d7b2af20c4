"""Steps of Handle IK as code: the painted parts, the shelf, and the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pliant.studio.messages import Document, Handle, Part
from pliant.studio.past import Step
from pliant.studio.regions import Marked
from pliant.studio.sculpting import part_names, sculpted_poses


def handle_step(step: Step, held: dict[Any, object], regions: Mapping[str, Marked]) -> Iterator[str]:
    """The lines of one step; `held` remembers what the script has made already."""
    document = step.document
    if not document.parts:
        yield f"steps.append(({step.label!r}, mesh.V))"
        return
    if held.get("parts") != document.parts:
        held.update({"parts": document.parts, "shelf": None, "points": None})
        yield from _parts(document.parts, regions)
    if held.get("shelf") != document.sculptures:
        held.update({"shelf": document.sculptures, "points": None})
        yield from _shelf(document)
    yield from _pose(step, held)


def _parts(parts: tuple[Part, ...], regions: Mapping[str, Marked]) -> Iterator[str]:
    yield "handles = pliant.HandleIK(mesh, ["
    for part, name in zip(parts, part_names(parts).values(), strict=True):
        region = regions[part.region].region
        first, count = region.runs[::2], region.runs[1::2]
        vertices = ", ".join(f"{a}:{a + n}" for a, n in zip(first, count, strict=True))
        firm = (
            f", rigidity=np.repeat({list(region.levels)!r}, {list(count)!r}) / 255" if region.levels else ""
        )
        centre = "" if part.centre is None else f", centre={list(part.centre)!r}"
        yield f"    pliant.Handle.of({name!r}, np.r_[{vertices}]{firm}{centre}),"
    yield "])"


def _shelf(document: Document) -> Iterator[str]:
    poses = sculpted_poses(document.sculptures, part_names(document.parts))
    yield "handles = handles.resculpted(["
    for pose in poses:
        yield f"    pliant.SculptedPose.of_json({pose.to_json()!r}),"
    yield "])"
    yield "handles_pose = None"


def _pose(step: Step, held: dict[Any, object]) -> Iterator[str]:
    document = step.document
    numbers = [sculpture.id for sculpture in document.sculptures]
    if document.sculpting is not None:
        index = numbers.index(document.sculpting)
        yield f"moved = handles.sculpted[{index}].matrices(handles.handles)"
        yield f"steps.append(({step.label!r}, handles.deform(moved)))"
    elif document.weights is not None:
        yield f"steps.append(({step.label!r}, handles.blend({list(document.weights)!r})))"
    elif not document.handles or not numbers:
        yield f"steps.append(({step.label!r}, mesh.V))"
    else:
        points = [(handle.face, handle.barycentric) for handle in document.handles]
        if held.get("points") != points:
            held["points"] = points
            yield f"handles_grip = handles.grab({written_anchors(document.handles)})"
        targets = [list(handle.target) for handle in document.handles]
        yield f"handles_pose = handles_grip.drag({targets!r}, handles_pose)"
        yield f"steps.append(({step.label!r}, handles_pose.V))"


def written_anchors(handles: tuple[Handle, ...]) -> str:
    """Held points as code."""
    faces = [handle.face for handle in handles]
    return f"pliant.Anchors({faces!r}, {[list(handle.barycentric) for handle in handles]!r})"
