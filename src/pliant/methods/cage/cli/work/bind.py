"""The work of `pliant cage bind`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pliant.cli.console import Console, heading, usage
from pliant.cli.output import PNG, Outputs, save_rig
from pliant.cli.picture import Seen, check_view, drawing
from pliant.cli.source import RIG
from pliant.doctor.finding import counted
from pliant.io import read_mesh
from pliant.mesh import Mesh
from pliant.methods.cage.growth import grown
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.words import cage_facts, cage_words


@dataclass(frozen=True, eq=False)
class Bound:
    """A rig, the file of its mesh, and how long binding took, with making the cage where that was done."""

    source: str
    rig: CageIK
    seconds: float
    grew: bool


def check(outputs: Outputs, read: list[str], seen: Seen) -> None:
    """Refuse, before any work, what could not be drawn or written after it, and files that are read."""
    outputs.check(read, suffixes={"output": (RIG,), "picture": (PNG,)})
    if outputs["picture"] is not None:
        check_view(seen)


def chosen_options(given: Mapping[str, Any], base: CageOptions | None = None) -> CageOptions:
    """The base's choices, ours by default, but for those that are given and not None."""
    hints = get_type_hints(CageOptions)
    for name, value in given.items():
        allowed = get_args(hints[name])
        if value is not None and allowed and value not in allowed:
            raise usage(f"'{value}' is none of {', '.join(allowed)}.", f"--{name}")
    said = {name: value for name, value in given.items() if value is not None}
    return replace(base or CageOptions(), **said)


def bound(
    mesh_file: str, cage: str | int | None, options: CageOptions, console: Console, *, grow: bool = False
) -> Bound:
    """Read and bind.

    cage: the cage's file, or about how many vertices one should have that is made
    """
    with console.progress("reading") as progress:
        if Path(mesh_file).suffix.lower() == RIG:
            raise usage("This is a rig already; give its mesh.", "MESH")
        mesh = read_mesh(mesh_file)
        around = read_mesh(cage) if isinstance(cage, str) else cage
        began = time.perf_counter()
        larger = grown(around, mesh.V) if grow and isinstance(around, Mesh) else around
        rig = CageIK(mesh, larger, options=options, progress=progress)
    return Bound(mesh_file, rig, time.perf_counter() - began, larger is not around)


def write(found: Bound, outputs: Outputs, console: Console) -> None:
    """Save the rig where that was asked for."""
    if found.grew:
        console.say("the cage has grown to enclose the mesh")
    save_rig(outputs["output"], found.rig, console)


def draw(found: Bound, weight: int | None, outputs: Outputs, seen: Seen, console: Console) -> None:
    """Draw the mesh in its cage and a weight where that was asked for."""
    path = outputs["picture"]
    if path is None:
        return
    from pliant.methods.cage.figures.cage import draw_binding

    with drawing(path, seen, console) as view:
        draw_binding(found.rig, path, vertex=weight, view=view)


def tell(found: Bound, outputs: Outputs, console: Console, *, table: bool) -> None:
    """Tell what was bound: a line and, with --table or without files, the numbers; or the JSON document."""
    rig = found.rig
    item = {
        **heading("cage bind"),
        "method": rig.method,
        "source": found.source,
        "vertices": rig.mesh.n,
        **cage_facts(rig),
        "grown": found.grew,
        "seconds": found.seconds,
        "files": outputs.names,
    }
    kind = rig.binding.kind.replace("_", " ")
    head = (
        f"{counted(rig.mesh.n, 'vertex', 'vertices')} bound to a cage of {rig.cage.n:,} "
        f"by {kind} coordinates in {found.seconds:.1f} s"
    )
    if rig.binding.doubt is not None:
        console.say(rig.binding.doubt)
    lines = cage_words(item) if table or not outputs.files else []
    console.result("\n  ".join([head, *lines]), item)
