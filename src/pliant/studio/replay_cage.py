"""Steps of Cage IK as code: the cages, the rigs bound to them, and the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pliant.studio.cages import Cage, entry_of
from pliant.studio.messages import Document
from pliant.studio.opening import RIG, Source
from pliant.studio.past import Step
from pliant.studio.replay_handles import written_anchors
from pliant.studio.wire_cage import Caged


def cage_step(
    step: Step, source: Source, held: dict[Any, object], cages: Mapping[str | None, Cage]
) -> Iterator[str]:
    """The lines of one step; `held` remembers what the script has made already."""
    document, caged = step.document, step.document.caged
    if held.get("bound") != (caged.cage, caged.coordinates):
        yield from _bound(document, source, held, cages)
    yield from _framed(caged, held)
    at = written_cage(caged)
    if document.weights is not None or not (document.handles or caged.pins):
        yield f"steps.append(({step.label!r}, cage.posed({at or 'cage.cage.V'})))"
        return
    vertices = [pin.vertex for pin in caged.pins]
    places = [(handle.face, handle.barycentric) for handle in document.handles]
    key = (caged.at, caged.frame, caged.edits, places, vertices)
    if held.get("caged") != key:
        held["caged"] = key
        yield f"cage_grip = {'cage' if at is None else f'at_frame(cage, {at})'}.{_grab(document)}"
        yield "cage_pose = None"
    yield f"cage_pose = cage_grip.pull({_targets(document)}, cage_pose)"
    yield f"steps.append(({step.label!r}, cage.posed(cage_pose.cage)))"


def _framed(caged: Caged, held: dict[Any, object]) -> Iterator[str]:
    """The cages of the poses, found once for each rig, and the edits of a step that shows one of them."""
    if caged.frame is None:
        return
    if "framed" not in held:
        yield "from pliant.methods.cage.recovery import recovered"
        yield "from pliant.methods.cage.reediting import CageSequence, FrameEdit"
        yield ""
    if held.get("framed") != held["bound"]:
        held.update({"framed": held["bound"], "edits": None})
        yield "sequence = CageSequence(cage.cage, [frame.cage for frame in recovered(cage, poses.V)])"
    if held["edits"] != caged.edits:
        held["edits"] = caged.edits
        edits = (f"FrameEdit({edit.frame}, {_rows(edit.moves)}, {edit.reach!r})" for edit in caged.edits)
        yield f"edits = [{', '.join(edits)}]"


def written_cage(caged: Caged) -> str | None:
    """The cage that is pulled on; None at rest."""
    if caged.frame is not None:
        return f"sequence.edited(edits, [{caged.frame}])[0]"
    return None if caged.at is None else _rows(caged.at)


def _grab(document: Document) -> str:
    vertices = [pin.vertex for pin in document.caged.pins]
    if not document.handles:
        return f"grab_cage({vertices!r})"
    also = f", cage={vertices!r}" if vertices else ""
    return f"grab({written_anchors(document.handles)}{also})"


def _targets(document: Document) -> str:
    """Where handles and pins are pulled; pins without a target stay where the grip finds them."""
    first = len(document.handles)
    targets = [repr(list(handle.target)) for handle in document.handles]
    for i, pin in enumerate(document.caged.pins):
        stays = f"cage_grip.held.rest[{first + i}]"
        targets.append(stays if pin.target is None else repr(list(pin.target)))
    return f"[{', '.join(targets)}]"


def _rows(flat: tuple[float, ...]) -> str:
    return f"np.reshape({list(flat)!r}, (-1, 3))"


def _bound(
    document: Document, source: Source, held: dict[Any, object], cages: Mapping[str | None, Cage]
) -> Iterator[str]:
    """The rig of a document's cage and coordinates."""
    if "bound" not in held:
        yield "from dataclasses import replace"
        yield ""
        yield "from pliant.core.mesh import Mesh, Polygons"
        yield "from pliant.methods.cage.framing import at_frame"
        yield ""
    name, kind = document.caged.cage, document.caged.coordinates
    held.update({"bound": (name, kind), "caged": None})
    saved = source.kind == "files" and Path(source.paths[0]).suffix.lower() == RIG
    if name in cages:
        entry = entry_of(name, cages[name])
        yield f"# {entry['words']}"
        yield f"cage_mesh = Mesh.of_polygons({entry['V']!r}, Polygons.of({entry['polygons']!r}))"
    elif saved:
        yield "cage_mesh = saved.cage"
    else:
        yield "from pliant.samples import sample_cage"
        yield ""
        yield f"cage_mesh = sample_cage({source.name!r}, poses)"
    options = f"pliant.CageOptions(coordinates={kind!r})"
    if saved:
        options = f"replace(saved.options, coordinates={kind!r}) if saved.method == 'cage' else {options}"
    yield f"cage = pliant.CageIK(mesh, cage_mesh, options={options})"
