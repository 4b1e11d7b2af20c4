"""Steps of Joint IK as code: the mechanism, its corrections, and the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pliant.samples import mechanism_names
from pliant.studio.mechanism_edits import call_of
from pliant.studio.messages import Document
from pliant.studio.opening import RIG, Source
from pliant.studio.past import Step
from pliant.studio.regions import Marked
from pliant.studio.replay_handles import written_anchors


def is_mechanism(source: Source) -> bool:
    """Whether a source has no poses at all, but parts and joints."""
    return source.kind == "sample" and source.name in mechanism_names()


def joint_step(
    step: Step, source: Source, held: dict[Any, object], regions: Mapping[str, Marked]
) -> Iterator[str]:
    """The lines of one step; `held` remembers what the script has made already."""
    document = step.document
    if "mechanism" not in held:
        held["mechanism"] = True
        yield from _begun(source)
    if held.get("edits") != document.edits:
        yield from _edited(document, held, regions)
    if not document.handles:
        yield f"steps.append(({step.label!r}, mesh.V))"
        return
    points = [(handle.face, handle.barycentric, handle.pinned) for handle in document.handles]
    if held.get("grabbed") != points:
        held["grabbed"] = points
        pinned = [handle.pinned for handle in document.handles]
        yield f"joints_grip = joints.grab({written_anchors(document.handles)}, firm={pinned!r})"
    targets = [list(handle.target) for handle in document.handles]
    yield f"joints_pose = joints_grip.pull({targets!r}, joints_pose)"
    yield f"steps.append(({step.label!r}, joints.posed(joints_pose.palette)))"


def _begun(source: Source) -> Iterator[str]:
    """The mechanism as it was opened, with its own joints or those that are found."""
    yield "from pliant.methods.joints import editing, virtual"
    yield ""
    if source.kind == "files" and Path(source.paths[0]).suffix.lower() == RIG:
        yield "opened = saved.mechanism if saved.method == 'joints' else pliant.JointIK(mesh).mechanism"
    elif is_mechanism(source):
        yield "opened = model"
    else:
        yield f"opened = pliant.JointIK({_read(source)}).mechanism  # with joints, given or found"


def _read(source: Source) -> str:
    if source.kind == "files" and len(source.paths) == 1:
        return f"pliant.read_mechanism({source.paths[0]!r})"
    return "mesh"


def _edited(document: Document, held: dict[Any, object], regions: Mapping[str, Marked]) -> Iterator[str]:
    before: Any = held.get("edits")
    kept = len(before) if before is not None and document.edits[: len(before)] == before else 0
    held.update({"edits": document.edits, "grabbed": None})
    if kept == 0:
        yield "mechanism = opened"
    for edit in document.edits[kept:]:
        yield call_of(edit, regions).written()
    yield "joints = pliant.JointIK(mechanism, mechanism.joints)"
    yield "joints_pose = None"
