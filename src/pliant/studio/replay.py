"""A journal as a Python script that gives the poses of its steps through the public API.

Each step starts its search from the step before, where the session's drag also came by the mouse's way; both
end in the same minimum, to the solver's tolerance. Everything that a user could have written is put in by
`repr`, so that a label cannot become code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pliant.studio.messages import Document, Handle, Method
from pliant.studio.opening import RIG, TITLES, Source
from pliant.studio.past import Past, Step

RIGS: dict[Method, tuple[str, str]] = {
    "meshik": ("pliant.MeshIK", "pliant.MeshIKOptions"),
    "reduced": ("pliant.ReducedIK", "pliant.ReducedOptions"),
}


def script(past: Past) -> str:
    """The script of a journal."""
    return "\n".join([*_opening(past.source), *_steps(past), *_ending(past.source)]) + "\n"


def _opening(source: Source) -> Iterator[str]:
    yield '"""Poses of a session in the Pliant studio, made again; they go to a file beside this script."""'
    yield ""
    yield "from pathlib import Path"
    yield ""
    yield "import numpy as np"
    yield ""
    yield "import pliant"
    if source.kind == "sample":
        yield "from pliant.samples import sample"
        yield ""
        yield f"poses = sample({source.name!r})"
        yield "mesh = poses.mesh"
    elif _is_rig(source):
        yield ""
        yield f"saved = pliant.open_rig({source.paths[0]!r})"
        yield "mesh = saved.mesh"
    else:
        paths = source.paths[0] if len(source.paths) == 1 else list(source.paths)
        yield ""
        yield f"poses = pliant.read_poses({paths!r})"
        yield "mesh = poses.mesh"
    yield "steps = []  # (label, positions)"


def _steps(past: Past) -> Iterator[str]:
    held: dict[Method, object] = {}
    for step in past.steps:
        yield ""
        for method, options in step.chosen:
            held.pop(method, None)
            yield f"{method} = {_rig(past.source, method, options)}"
            yield f"{method}_pose = None"
        yield from _step(step, held)


def _rig(source: Source, method: Method, options: Mapping[str, Any]) -> str:
    kind, choices = RIGS[method]
    if _is_rig(source):
        # The file's own method opens it as it is; the other one learns from the poses that it kept.
        return f"saved if saved.method == {method!r} else {kind}(saved.poses)"
    if not options:
        return f"{kind}(poses)  # {TITLES[method]}"
    return f"{kind}(poses, options={choices}(**{dict(options)!r}))"


def _step(step: Step, held: dict[Method, object]) -> Iterator[str]:
    document = step.document
    method = document.method
    if document.weights is not None:
        yield f"steps.append(({step.label!r}, {method}.blend({list(document.weights)!r})))"
        return
    if not document.handles:
        yield f"steps.append(({step.label!r}, mesh.V))"
        return
    places = [(handle.face, handle.barycentric) for handle in document.handles]
    if held.get(method) != (places, document.frozen):
        held[method] = (places, document.frozen)
        yield f"{method}_grip = {method}.grab({_anchors(document.handles)}{_frozen(document)})"
    targets = [list(handle.target) for handle in document.handles]
    yield f"{method}_pose = {method}_grip.drag({targets!r}, {method}_pose)"
    yield f"steps.append(({step.label!r}, {method}_pose.V))"


def _anchors(handles: tuple[Handle, ...]) -> str:
    faces = [handle.face for handle in handles]
    return f"pliant.Anchors({faces!r}, {[list(handle.barycentric) for handle in handles]!r})"


def _frozen(document: Document) -> str:
    if not document.frozen:
        return ""
    runs = zip(document.frozen[::2], document.frozen[1::2], strict=True)
    return f", frozen=np.r_[{', '.join(f'{first}:{first + count}' for first, count in runs)}]"


def _ending(source: Source) -> Iterator[str]:
    yield ""
    yield 'if __name__ == "__main__" and steps:'
    yield "    labels = [f'{i:03d} {label}' for i, (label, _) in enumerate(steps)]"
    yield "    result = pliant.PoseSet.of_positions(mesh, np.stack([V for _, V in steps]), labels)"
    yield '    pliant.write_poses(Path(__file__).with_suffix(".npz"), result)'


def _is_rig(source: Source) -> bool:
    return source.kind == "files" and Path(source.paths[0]).suffix.lower() == RIG
