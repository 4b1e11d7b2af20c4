"""Corrections of parts and joints as the library's own functions, to be called or to be written as code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pliant.errors import AnchorError, MechanismError
from pliant.mechanism.mechanism import Mechanism, Soft
from pliant.methods.joints import edits as editing
from pliant.methods.joints import virtual
from pliant.methods.joints.cells import cells
from pliant.methods.joints.studio.wire import MechanismEdit
from pliant.studio.session.regions import Marked, vertices_of
from pliant.studio.wire.messages import Region

# Cells along a soft part's longest side, and of a whole model: with more, a pull takes longer than anybody
# waits for.
MOST_ALONG, MOST_CELLS = 64, 2000


@dataclass(frozen=True)
class Call:
    """A function from mechanism to mechanism, with what follows the mechanism.

    region: the vertices that come first of all, or None
    """

    function: Callable[..., Mechanism]
    arguments: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    region: Region | None = None

    def done(self, mechanism: Mechanism) -> Mechanism:
        """The mechanism after it."""
        vertices = () if self.region is None else (vertices_of(self.region.runs, mechanism.mesh.n),)
        return self.function(mechanism, *vertices, *self.arguments, **self.options)

    def written(self) -> str:
        """As code that changes the name `mechanism`."""
        module = self.function.__module__.rpartition(".")[2]
        runs = () if self.region is None else zip(self.region.runs[::2], self.region.runs[1::2], strict=True)
        vertices = ", ".join(f"{first}:{first + count}" for first, count in runs)
        given = [f"np.r_[{vertices}]"] if self.region is not None else []
        given += [_written(value) for value in self.arguments]
        given += [f"{name}={_written(value)}" for name, value in self.options.items()]
        return f"mechanism = {module}.{self.function.__name__}({', '.join(['mechanism', *given])})"


def edited(mechanism: Mechanism, edits: Sequence[MechanismEdit], regions: Mapping[str, Marked]) -> Mechanism:
    """The mechanism after edits, the first done first."""
    for edit in edits:
        mechanism = call_of(edit, regions).done(mechanism)
        if edit.change == "soften":
            _check_cells(mechanism, edit.parts[0])
    return mechanism


def _check_cells(mechanism: Mechanism, part: int) -> None:
    """Refuses a part that was made soft with more cells than can be pulled."""
    owners = cells(mechanism).component
    soft = mechanism.components[part].soft
    if soft is None or len(owners) <= MOST_CELLS:
        return
    own = int((owners == part).sum())
    # Their number grows with the third power at most.
    fitting = max(1, int(soft.cells * ((MOST_CELLS - len(owners) + own) / own) ** (1 / 3)))
    name = mechanism.components[part].name
    raise MechanismError(
        f"{soft.cells} cells along '{name}' are {own:,} in all, with which the model would have "
        f"{len(owners):,}; at most {MOST_CELLS:,} can be pulled. Give it {fitting}."
    )


def call_of(edit: MechanismEdit, regions: Mapping[str, Marked]) -> Call:
    """The library's function that an edit stands for."""
    match edit.change:
        case "split" | "hinge":
            return _parting(edit, regions)
        case "merge" | "join" | "rename" | "soften" | "harden":
            return _of_parts(edit)
        case _:
            return _of_joint(edit)


def _parting(edit: MechanismEdit, regions: Mapping[str, Marked]) -> Call:
    if edit.region is None or edit.region not in regions:
        raise AnchorError("The region to split off was not marked; mark it before a document names it.")
    region = regions[edit.region].region
    options = {} if edit.name is None else {"name": edit.name}
    if edit.change == "split":
        return Call(editing.split, options=options, region=region)
    kind = () if edit.kind is None else (edit.kind,)
    return Call(virtual.virtual_joint_inside, kind, options, region)


def _of_parts(edit: MechanismEdit) -> Call:
    parts, name = edit.parts, edit.name
    if edit.change == "merge":
        return Call(editing.merged, (list(parts),), {} if name is None else {"name": name})
    needed = 2 if edit.change == "join" else 1
    if len(parts) != needed:
        raise MechanismError(f"{len(parts)} parts were named to {edit.change}; {needed} are needed.")
    if edit.change == "join":
        placed = {"origin": edit.origin, "axis": edit.axis}
        given = {key: list(value) for key, value in placed.items() if value is not None}
        return Call(virtual.virtual_joint, (*parts, edit.kind or "ball"), given)
    if edit.change == "rename":
        return Call(editing.renamed, (parts[0], name or f"part {parts[0] + 1}"))
    if edit.change == "harden":
        return Call(editing.hardened, parts)
    count = Soft().cells if edit.cells is None else edit.cells
    if count > MOST_ALONG:
        raise MechanismError(
            f"{count} cells were given for a soft part; at most {MOST_ALONG} along its longest side are made."
        )
    return Call(editing.softened, (parts[0], Soft(count)))


def _of_joint(edit: MechanismEdit) -> Call:
    if edit.joint is None:
        raise MechanismError(f"No joint was named to change its {edit.change}; choose one of the list.")
    if edit.change == "remove":
        return Call(editing.without_joint, (edit.joint,))
    if edit.change == "kind":
        return Call(editing.with_kind, (edit.joint, edit.kind))
    if edit.change == "axis":
        moved = {} if edit.origin is None else {"origin": list(edit.origin)}
        return Call(editing.with_axis, (edit.joint, list(edit.axis or ())), moved)
    if edit.change == "origin":
        return Call(editing.with_origin, (edit.joint, list(edit.origin or ())))
    ranges = [
        [-np.inf if low is None else low, np.inf if high is None else high] for low, high in edit.ranges
    ]
    if edit.change == "replace":
        placed = {"origin": list(edit.origin or ()), "frame": list(edit.frame), "ranges": ranges}
        return Call(editing.replaced, (edit.joint, edit.kind), placed)
    return Call(editing.with_ranges, (edit.joint, ranges))


def _written(value: Any) -> str:
    if isinstance(value, Soft):
        return f"pliant.Soft({value.cells})"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_written(entry) for entry in value)}]"
    if isinstance(value, float) and np.isinf(value):
        return "np.inf" if value > 0 else "-np.inf"
    return repr(value)
