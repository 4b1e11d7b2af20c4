"""A journal as a Python script that gives the poses of its steps through the public API.

Each step starts its search from the step before; the session's drag came by the way of the mouse. Both end in
the same minimum, to the solver's tolerance, unless several are as good: then the way decides. Each method
writes its own steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pliant.mesh import Mesh
from pliant.studio.export.replay import Replay
from pliant.studio.export.script_timeline import timeline_ending, timeline_lines
from pliant.studio.opening.dropped import is_description
from pliant.studio.opening.source import Source
from pliant.studio.session.journal_reader import Past
from pliant.studio.session.method import studio_method
from pliant.studio.session.pins import within

# A rig that was made: its method and its options.
Made = tuple[str, Mapping[str, Any]]


def script(past: Past, mesh: Mesh) -> str:
    """The script of a journal for the mesh that it poses."""
    end = past.steps[-1].document if past.steps else past.document
    used = [
        name for step in past.steps for name in (step.document.method, *(made for made, _ in step.chosen))
    ]
    replays = {name: studio_method(name).replay(past) for name in used}
    lines = [*_opening(past.source), *_steps(past, replays)]
    if past.steps:
        replay = replays[end.method]
        lines += timeline_lines(within(end, replay.pins_can), mesh, past.source.name, replay.rig_of(end))
    lines += [*_ending(), *timeline_ending(end)]
    return "\n".join(lines) + "\n"


def _opening(source: Source) -> Iterator[str]:
    yield '"""Poses of a session in the Pliant studio, made again; they go to a file beside this script."""'
    yield ""
    yield "from pathlib import Path"
    yield ""
    yield "import numpy as np"
    yield ""
    yield "import pliant"
    if source.is_mechanism_sample:
        yield "from pliant.samples import mechanism as sample"
        yield ""
        yield f"model = sample({source.name!r})"
        yield "mesh = model.mesh"
    elif source.kind == "sample":
        yield "from pliant.samples import sample"
        yield ""
        yield f"poses = sample({source.name!r})"
        yield "mesh = poses.mesh"
    elif source.is_rig:
        yield ""
        yield f"saved = pliant.open_rig({source.paths[0]!r})"
        yield "mesh = saved.mesh"
    elif is_description(source.paths[0]):
        yield ""
        yield f"mesh = pliant.read_mechanism({source.paths[0]!r}).mesh"
    else:
        paths = source.paths[0] if len(source.paths) == 1 else list(source.paths)
        yield ""
        yield f"poses = pliant.read_poses({paths!r})"
        yield "mesh = poses.mesh"
    yield "steps = []  # (label, positions)"


def _steps(past: Past, replays: Mapping[str, Replay]) -> Iterator[str]:
    for step, made in zip(past.steps, _made(past), strict=True):
        yield ""
        for method, options in made:
            # Others are made from what the document says.
            if not studio_method(method).rig_in_document:
                yield from replays[method].made(options)
        yield from replays[step.document.method].step(step)


def _made(past: Past) -> list[list[Made]]:
    """The rigs to make before each step.

    A step that takes another method is kept at once, before the rig is built; so where a step's rig is not
    there, it is the next one of its method that was made.
    """
    waiting = [list(step.chosen) for step in past.steps]
    known: set[str] = set()
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


def _ending() -> Iterator[str]:
    yield ""
    yield 'if __name__ == "__main__" and steps:'
    yield "    labels = [f'{i:03d} {label}' for i, (label, _) in enumerate(steps)]"
    yield "    result = pliant.PoseSet.of_positions(mesh, np.stack([V for _, V in steps]), labels)"
    yield '    pliant.write_poses(Path(__file__).with_suffix(".npz"), result)'
