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


def cage_step(
    step: Step, source: Source, held: dict[Any, object], cages: Mapping[str | None, Cage]
) -> Iterator[str]:
    """The lines of one step; `held` remembers what the script has made already."""
    document, caged = step.document, step.document.caged
    if held.get("bound") != (caged.cage, caged.coordinates):
        yield from _bound(document, source, held, cages)
    at = "cage.cage.V" if caged.at is None else f"np.reshape({list(caged.at)!r}, (-1, 3))"
    if document.weights is not None or not document.handles:
        yield f"steps.append(({step.label!r}, cage.posed({at})))"
        return
    points = (caged.at, [(handle.face, handle.barycentric) for handle in document.handles])
    if held.get("caged") != points:
        held["caged"] = points
        rig = "cage" if caged.at is None else f"at_frame(cage, {at})"
        yield f"cage_grip = {rig}.grab({written_anchors(document.handles)})"
        yield "cage_pose = None"
    targets = [list(handle.target) for handle in document.handles]
    yield f"cage_pose = cage_grip.pull({targets!r}, cage_pose)"
    yield f"steps.append(({step.label!r}, cage.posed(cage_pose.cage)))"


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
