"""Of the joints that geometry can tell, how many are found? By model, by kind of model, and by half.

The models are cut into two halves: thresholds are chosen on one half, and the other is reported beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from benchmarks.judging import Judged
from benchmarks.mechanisms import facts, joints_folder, names
from benchmarks.results import Cell, Column, Table
from pliant.mechanism.mechanism import Joint, JointKind

# Models without a kind in their file were looked at while the analysis was made.
LOOKED_AT = "looked at"
HALVES = ("A", "B")
# Confidences between these are counted together.
STEPS = (0.0, 0.5, 0.7, 0.8, 0.9, 1.0)

COLUMNS = [
    Column("model", "model"),
    Column("half", "half"),
    Column("joints", "joints"),
    Column("detectable", "detectable"),
    Column("right", "right"),
    Column("share", "% right", ".0f"),
    Column("axis", "axis right"),
    Column("plane", "as plane"),
    Column("fixed", "as fixed"),
    Column("none", "not found"),
    Column("other", "another kind"),
    Column("off", "axis off"),
    Column("false", "false, moving"),
    Column("welded", "false, fixed"),
    Column("seconds", "CPU s", ".1f"),
]
NOTE = (
    "Detectable: the file beside the model says that at least 80% of the contact slides along the true "
    "motion. Right, axis and the reasons count detectable joints only; false joints are on pairs that have "
    "none. Halves: models of known kind, sorted by kind and name, taken in turn."
)


class Measured(Protocol):
    """A model, what was found on it, and how long that took."""

    @property
    def name(self) -> str:
        """Name of the model."""
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


def halves() -> Mapping[str, str]:
    """The half of every model whose file tells its kind: in turn, sorted by kind and name."""
    known = sorted((kind_of(name), name) for name in names() if kind_of(name) != LOOKED_AT)
    return {name: HALVES[k % 2] for k, (_, name) in enumerate(known)}


def kind_of(name: str) -> str:
    """What a model is: an arm, a hand…"""
    return str(facts(name).get("kind", LOOKED_AT))


def detectable(name: str) -> list[bool]:
    """Of each joint of a model, whether its geometry tells it."""
    record = json.loads((joints_folder() / f"{name}.diag.json").read_text(encoding="utf-8"))
    return [bool(joint.get("detectable", False)) for joint in record["joints"]]


def tables(outcomes: Sequence[Measured]) -> list[Table]:
    """Every model; every kind of model and every half; and what a confidence is worth in each half."""
    half, by_model = halves(), Table("Detectable joints, by model", COLUMNS, note=NOTE)
    for each in sorted(outcomes, key=lambda one: (kind_of(one.name), one.name)):
        by_model.add(_row(each.name, half.get(each.name, "–"), [each]))
    by_kind = Table("Detectable joints, by kind of model and by half", COLUMNS)
    for kind in sorted({kind_of(each.name) for each in outcomes}):
        by_kind.add(_row(kind, "–", [each for each in outcomes if kind_of(each.name) == kind]))
    for name in HALVES:
        by_kind.add(_row("all of the half", name, [one for one in outcomes if half.get(one.name) == name]))
    return [by_model, by_kind, _reliability(outcomes, half)]


def _row(name: str, half: str, outcomes: Sequence[Measured]) -> dict[str, Cell]:
    pairs = [
        (each, flag) for one in outcomes for each, flag in zip(one.judged, detectable(one.name), strict=True)
    ]
    told = [each for each, flag in pairs if flag]
    reasons = [_reason(each) for each in told]
    false = [joint for one in outcomes for joint in one.false]
    right = reasons.count("right")
    return {
        "model": name,
        "half": half,
        "joints": len(pairs),
        "detectable": len(told),
        "right": right,
        "share": 100.0 * right / len(told) if told else None,
        "axis": sum(each.axis for each in told),
        **{key: reasons.count(key) for key in ("plane", "fixed", "none", "other", "off")},
        "false": sum(joint.kind is not JointKind.FIXED for joint in false),
        "welded": sum(joint.kind is JointKind.FIXED for joint in false),
        "seconds": sum(one.seconds for one in outcomes),
    }


def _reason(each: Judged) -> str:
    """What became of a joint: right, or why it is not."""
    if each.equivalent:
        return "right"
    if each.found is None:
        return "none"
    if each.found.kind in (JointKind.PLANE, JointKind.FIXED) and each.found.kind is not each.truth.kind:
        return str(each.found.kind)
    return "other" if each.axis else "off"


def _reliability(outcomes: Sequence[Measured], half: Mapping[str, str]) -> Table:
    """How many of the moving joints found with a confidence are right, in each half."""
    columns = [Column("confidence", "confidence")]
    columns += [
        Column(f"{what}{name}", f"{head}, {name}", form)
        for name in HALVES
        for what, head, form in (("count", "joints found", ""), ("right", "% right", ".0f"))
    ]
    table = Table("What a confidence is worth", columns, note="Moving joints, detectable or not.")
    for low, high in pairwise(STEPS):
        row: dict[str, Cell] = {"confidence": f"{low:.1f} to {high:.1f}"}
        for name in HALVES:
            found = [
                right
                for one in outcomes
                if half.get(one.name) == name
                for sure, right in _answers(one)
                if low <= sure < high or (high == STEPS[-1] and sure == high)
            ]
            row |= {
                f"count{name}": len(found),
                f"right{name}": 100.0 * sum(found) / len(found) if found else None,
            }
        table.add(row)
    return table


def _answers(one: Measured) -> list[tuple[float, bool]]:
    """The confidence of every moving joint that was found, and whether it is right."""
    moving = [
        (each.found.confidence, each.equivalent)
        for each in one.judged
        if each.found is not None and each.found.kind is not JointKind.FIXED
    ]
    return moving + [(joint.confidence, False) for joint in one.false if joint.kind is not JointKind.FIXED]
