"""A journal as a Python script that gives the poses of its steps through the public API.

Each step starts its search from the step before, where the session's drag also came by the mouse's way; both
end in the same minimum, to the solver's tolerance. Everything that a user could have written is put in by
`repr`, so that a label cannot become code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pliant.core.mesh import Mesh
from pliant.studio.dropped import is_description
from pliant.studio.messages import Document, Method
from pliant.studio.opening import RIG, TITLES, Source
from pliant.studio.past import Past, Step
from pliant.studio.regions import Marked
from pliant.studio.replay_cage import cage_step
from pliant.studio.replay_handles import handle_step, written_anchors
from pliant.studio.replay_joints import is_mechanism, joint_step
from pliant.studio.replay_timeline import timeline_ending, timeline_lines

# A rig that was made: its method and its options.
Made = tuple[Method, Mapping[str, Any]]

RIGS: dict[str, tuple[str, str]] = {
    "meshik": ("pliant.MeshIK", "pliant.MeshIKOptions"),
    "reduced": ("pliant.ReducedIK", "pliant.ReducedOptions"),
}


def script(past: Past, mesh: Mesh) -> str:
    """The script of a journal; mesh: that it poses."""
    end = past.steps[-1].document if past.steps else past.document
    held = _frozen(end, past.regions)
    moving = timeline_lines(end, mesh, past.source.name, held) if past.steps else ()
    lines = [*_opening(past.source), *_steps(past), *moving, *_ending(past.source), *timeline_ending(end)]
    return "\n".join(lines) + "\n"


def _opening(source: Source) -> Iterator[str]:
    yield '"""Poses of a session in the Pliant studio, made again; they go to a file beside this script."""'
    yield ""
    yield "from pathlib import Path"
    yield ""
    yield "import numpy as np"
    yield ""
    yield "import pliant"
    if is_mechanism(source):
        yield "from pliant.samples import mechanism as sample"
        yield ""
        yield f"model = sample({source.name!r})"
        yield "mesh = model.mesh"
    elif source.kind == "sample":
        yield "from pliant.samples import sample"
        yield ""
        yield f"poses = sample({source.name!r})"
        yield "mesh = poses.mesh"
    elif _is_rig(source):
        yield ""
        yield f"saved = pliant.open_rig({source.paths[0]!r})"
        yield "mesh = saved.mesh"
    elif _is_linkage(source):
        yield ""
        yield f"mesh = pliant.read_mechanism({source.paths[0]!r}).mesh"
    else:
        paths = source.paths[0] if len(source.paths) == 1 else list(source.paths)
        yield ""
        yield f"poses = pliant.read_poses({paths!r})"
        yield "mesh = poses.mesh"
    yield "steps = []  # (label, positions)"


def _steps(past: Past) -> Iterator[str]:
    held: dict[Any, object] = {}
    for step, made in zip(past.steps, _made(past), strict=True):
        yield ""
        for method, options in made:
            held.pop(method, None)
            if method in ("handles", "joints", "cage"):
                continue  # their rigs are made of the document
            yield f"{method} = {_rig(past.source, method, options)}"
            yield f"{method}_pose = None"
        if step.document.method == "joints":
            yield from joint_step(step, past.source, held, past.regions)
        elif step.document.method == "cage":
            yield from cage_step(step, past.source, held, past.cages)
        else:
            yield from _step(step, held, past.regions)


def _made(past: Past) -> list[list[Made]]:
    """The rigs to make before each step.

    A step that takes another method is kept at once, before the rig is built; so where a step's rig is not
    there, it is the next one of its method that was made.
    """
    waiting = [list(step.chosen) for step in past.steps]
    known: set[Method] = set()
    for i, step in enumerate(past.steps):
        known.update(method for method, _ in waiting[i])
        method = step.document.method
        if method in known:
            continue
        later = [made for made in waiting[i + 1 :] for entry in made if entry[0] == method]
        entry = (method, past.chosen.get(method, {}))
        if later:
            entry = next(entry for entry in later[0] if entry[0] == method)
            later[0].remove(entry)
        waiting[i].append(entry)
        known.add(method)
    return waiting


def _rig(source: Source, method: Method, options: Mapping[str, Any]) -> str:
    kind, choices = RIGS[method]
    if _is_rig(source):
        # The file's own method opens it as it is; the other one learns from the poses that it kept.
        return f"saved if saved.method == {method!r} else {kind}(saved.poses)"
    if not options:
        return f"{kind}(poses)  # {TITLES[method]}"
    return f"{kind}(poses, options={choices}(**{dict(options)!r}))"


def _step(step: Step, held: dict[Any, object], regions: Mapping[str, Marked]) -> Iterator[str]:
    document = step.document
    method = document.method
    if method == "handles":
        yield from handle_step(step, held, regions)
        return
    if document.weights is not None:
        yield f"steps.append(({step.label!r}, {method}.blend({list(document.weights)!r})))"
        return
    if not document.handles:
        yield f"steps.append(({step.label!r}, mesh.V))"
        return
    places = [(handle.face, handle.barycentric) for handle in document.handles]
    if held.get(method) != (places, document.frozen):
        held[method] = (places, document.frozen)
        points = written_anchors(document.handles)
        yield f"{method}_grip = {method}.grab({points}{_frozen(document, regions)})"
    targets = [list(handle.target) for handle in document.handles]
    yield f"{method}_pose = {method}_grip.drag({targets!r}, {method}_pose)"
    yield f"steps.append(({step.label!r}, {method}_pose.V))"


def _frozen(document: Document, regions: Mapping[str, Marked]) -> str:
    if document.frozen is None:
        return ""
    marked = regions[document.frozen]
    runs = zip(marked.region.runs[::2], marked.region.runs[1::2], strict=True)
    vertices = ", ".join(f"{first}:{first + count}" for first, count in runs)
    # A region is held where the step before its marking had it.
    at = f"steps[{marked.after - 1}][1]" if marked.after else "mesh.V"
    return f", frozen=np.r_[{vertices}], frozen_at={at}"


def _ending(source: Source) -> Iterator[str]:
    yield ""
    yield 'if __name__ == "__main__" and steps:'
    yield "    labels = [f'{i:03d} {label}' for i, (label, _) in enumerate(steps)]"
    yield "    result = pliant.PoseSet.of_positions(mesh, np.stack([V for _, V in steps]), labels)"
    yield '    pliant.write_poses(Path(__file__).with_suffix(".npz"), result)'


def _is_rig(source: Source) -> bool:
    return source.kind == "files" and Path(source.paths[0]).suffix.lower() == RIG


def _is_linkage(source: Source) -> bool:
    return source.kind == "files" and is_description(source.paths[0])
