"""The work of `pliant cage bind`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pliant import __version__
from pliant.cli.cage.facts import cage_facts, cage_words
from pliant.cli.cage.picture import draw_weight
from pliant.cli.console import Console, usage
from pliant.cli.output import check_places, save_rig
from pliant.cli.picture import Seen, view_of
from pliant.cli.source import RIG
from pliant.core.atomic import writable_target
from pliant.core.doctor.finding import counted
from pliant.core.mesh import Mesh
from pliant.io import read_mesh
from pliant.methods.cage.growing import grown
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK


@dataclass(frozen=True)
class Places:
    """The files that were asked for; None where one was not."""

    rig: Path | None = None
    picture: Path | None = None

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        options = {"--output": self.rig, "--picture": self.picture}
        return {option: path for option, path in options.items() if path is not None}

    def check(self, source: list[str], seen: Seen) -> None:
        """Refuses, before any work, what could not be drawn or written after it, and files that are read."""
        check_places(self.named, {"--output": RIG, "--picture": ".png"}, source)
        for path in self.named.values():
            writable_target(path)
        if self.picture is not None:
            # Names of views are looked up when the frame is asked for.
            _ = view_of(seen, "each").frame


@dataclass(frozen=True, eq=False)
class Bound:
    """A rig, the file of its mesh, and how long binding took, with making the cage where that was done."""

    source: str
    rig: CageIK
    seconds: float
    grew: bool


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
    """Reads and binds.

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


def write(found: Bound, places: Places, console: Console) -> None:
    """Saves the rig where that was asked for."""
    if found.grew:
        console.say("the cage has grown to enclose the mesh")
    save_rig(places.rig, found.rig, console)


def draw(found: Bound, weight: int | None, places: Places, seen: Seen, console: Console) -> None:
    """Draws the mesh in its cage and a weight where that was asked for."""
    if places.picture is not None:
        draw_weight(found.rig, weight, places.picture, seen, console)


def tell(found: Bound, places: Places, console: Console, *, table: bool) -> None:
    """What was bound: a line, with --table or nothing else to do the numbers too, or the JSON document."""
    rig = found.rig
    item = {
        "pliant": __version__,
        "verb": "cage bind",
        "method": rig.method,
        "source": found.source,
        "vertices": rig.mesh.n,
        **cage_facts(rig),
        "grown": found.grew,
        "seconds": found.seconds,
        "files": [str(path) for path in places.named.values()],
    }
    kind = rig.binding.kind.replace("_", " ")
    head = (
        f"{counted(rig.mesh.n, 'vertex', 'vertices')} bound to a cage of {rig.cage.n:,} "
        f"by {kind} coordinates in {found.seconds:.1f} s"
    )
    if rig.binding.doubt is not None:
        console.say(rig.binding.doubt)
    lines = cage_words(item) if table or not places.named else []
    console.result("\n  ".join([head, *lines]), item)
