"""What was found of every published joint, as rows of a table: other tables are counted from them.

The rows are kept with the results, so that a run of some models counts those of the others too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Protocol

from benchmarks.couplings import COUPLINGS, closes_a_loop
from benchmarks.judging import Judged
from benchmarks.mechanisms import joints_folder
from benchmarks.results import Column, Table
from pliant.mechanism.mechanism import Joint, Mechanism

TITLE = "Answers"
NOTE = (
    "One row for every published joint, and for every joint found where there is none (no true kind). "
    "1: yes, 0: no. Loop: the published file is a tree and leaves it out, but its makers' couplings move the "
    "parts as this joint does. CPU s: of the whole model."
)


class Measured(Protocol):
    """A model, what was found on it, and how long that took."""

    @property
    def name(self) -> str:
        """Name of the model."""
        ...

    @property
    def mechanism(self) -> Mechanism:
        """The model with its true joints."""
        ...

    @property
    def judged(self) -> list[Judged]:
        """Its true joints, each with what was found."""
        ...

    @property
    def false(self) -> list[Joint]:
        """Joints found on pairs that have none."""
        ...

    @property
    def seconds(self) -> float:
        """CPU time of the analysis."""
        ...


@dataclass(frozen=True)
class Answer:
    """What became of a published joint, or a joint that was found where there is none.

    truth, found: kinds; None where there is no joint
    confidence:   of the joint found
    detectable:   whether geometry tells the joint
    axis:         whether the axis is right
    exact:        whether kind and axis are
    right:        whether they are as far as geometry can tell
    seconds:      CPU time of the whole model
    loop:         whether it closes a loop that the published tree leaves out
    """

    model: str
    joint: str
    truth: str | None
    found: str | None
    confidence: float | None
    detectable: bool
    axis: bool
    exact: bool
    right: bool
    seconds: float
    loop: bool = False


def detectable(name: str) -> list[bool]:
    """Of each joint of a model, whether its geometry tells it."""
    record = json.loads((joints_folder() / f"{name}.diag.json").read_text(encoding="utf-8"))
    return [bool(joint.get("detectable", False)) for joint in record["joints"]]


def answers(one: Measured, flags: Sequence[bool] | None = None) -> list[Answer]:
    """The answers on one model.

    flags: of each of its joints, whether geometry tells it; from the file beside the model by default
    """
    flags = detectable(one.name) if flags is None else flags
    found = [
        Answer(
            one.name,
            each.truth.name,
            str(each.truth.kind),
            str(each.found.kind) if each.found is not None else None,
            each.found.confidence if each.found is not None else None,
            flag,
            each.axis,
            each.exact,
            each.equivalent,
            one.seconds,
        )
        for each, flag in zip(one.judged, flags, strict=True)
    ]
    for joint in one.false:
        pair, kind = f"{joint.a} – {joint.b}", str(joint.kind)
        loop = closes_a_loop(joint, one.mechanism, COUPLINGS.get(one.name, {}))
        wrong = (False, False, False, False)
        found.append(Answer(one.name, pair, None, kind, joint.confidence, *wrong, one.seconds, loop))
    return found


def table(found: Sequence[Answer]) -> Table:
    """The answers as a table."""
    formats = {"confidence": ".2f", "seconds": ".1f"}
    headings = {"truth": "true kind", "found": "found", "seconds": "CPU s"}
    columns = [Column(f.name, headings.get(f.name, f.name), formats.get(f.name, "")) for f in fields(Answer)]
    rows = Table(TITLE, columns, note=NOTE)
    for each in found:
        rows.add({key: int(cell) if isinstance(cell, bool) else cell for key, cell in asdict(each).items()})
    return rows


def read(record: Path) -> list[Answer]:
    """The answers that a file of results holds; none where there is no file."""
    if not record.exists():
        return []
    tables = json.loads(record.read_text(encoding="utf-8"))["tables"]
    rows = next((each["rows"] for each in tables if each["title"] == TITLE), [])
    return [_answer(row) for row in rows]


def _answer(row: Mapping[str, Any]) -> Answer:
    flags = {key: bool(row.get(key)) for key in ("detectable", "axis", "exact", "right", "loop")}
    return Answer(**{**row, **flags})
