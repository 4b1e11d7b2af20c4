"""Of the joints that geometry can tell, how many are found? By model, by kind of model, and by half.

The models are cut into two halves: thresholds are chosen on one half, and the other is reported beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from benchmarks.answers import Answer
from benchmarks.calibration import table as calibration
from benchmarks.mechanisms import facts, names
from benchmarks.results import Cell, Column, Table

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
    Column("exact", "kind exact"),
    Column("axis", "axis right"),
    Column("plane", "as plane"),
    Column("fixed", "as fixed"),
    Column("none", "not found"),
    Column("other", "another kind"),
    Column("off", "axis off"),
    Column("false", "false, moving"),
    Column("welded", "false, fixed"),
    Column("loops", "loops left out"),
    Column("wrong", "% false", ".0f"),
    Column("seconds", "CPU s", ".1f"),
]
NOTE = (
    "Detectable: the file beside the model says that at least 80% of the contact slides along the true "
    "motion. Right, exact, axis and the reasons count detectable joints only; false joints are on pairs that "
    "have none, their share is of all published ones. Loops left out: joints on such pairs that are none of "
    "those, since the couplings that the makers publish (benchmarks/couplings.py) move both parts just so: "
    "pins that close loops, which a published tree cannot hold. Halves: models of known kind, sorted by kind "
    "and name, taken in turn. Kinds, halves and confidences are counted from the answers below, of any day."
)


def halves() -> Mapping[str, str]:
    """The half of every model whose file tells its kind: in turn, sorted by kind and name."""
    known = sorted((kind_of(name), name) for name in names() if kind_of(name) != LOOKED_AT)
    return {name: HALVES[k % 2] for k, (_, name) in enumerate(known)}


def kind_of(name: str) -> str:
    """What a model is: an arm, a hand…"""
    return str(facts(name).get("kind", LOOKED_AT))


def tables(found: Sequence[Answer], measured: Sequence[str] | None = None) -> list[Table]:
    """Every model; every kind of model and every half; and what a confidence is worth.

    measured: the models that get a row of their own; all by default
    """
    half, by_model = halves(), Table("Detectable joints, by model", COLUMNS, note=NOTE)
    order = sorted(found, key=lambda each: (kind_of(each.model), each.model))
    for name, own in groupby(order, key=lambda each: each.model):
        if measured is None or name in measured:
            by_model.add(row(name, half.get(name, "–"), list(own)))
    by_kind = Table("Detectable joints, by kind of model and by half", COLUMNS)
    for kind, own in groupby(order, key=lambda each: kind_of(each.model)):
        by_kind.add(row(kind, "–", list(own)))
    for name in HALVES:
        by_kind.add(row("all of the half", name, [each for each in found if half.get(each.model) == name]))
    return [by_model, by_kind, reliability(found, half), calibration(found, dict(half))]


def row(name: str, half: str, found: Sequence[Answer]) -> dict[str, Cell]:
    """The counts of some answers: of a model, a kind or a half."""
    published = [each for each in found if each.truth is not None]
    told = [each for each in published if each.detectable]
    reasons = [_reason(each) for each in told]
    false = [each.found for each in found if each.truth is None and not each.loop]
    right = reasons.count("right")
    return {
        "model": name,
        "half": half,
        "joints": len(published),
        "detectable": len(told),
        "right": right,
        "share": 100.0 * right / len(told) if told else None,
        "exact": sum(each.exact for each in told),
        "axis": sum(each.axis for each in told),
        **{key: reasons.count(key) for key in ("plane", "fixed", "none", "other", "off")},
        "false": len(false) - false.count("fixed"),
        "welded": false.count("fixed"),
        "loops": sum(each.loop for each in found),
        "wrong": 100.0 * len(false) / len(published) if published else None,
        "seconds": sum({each.model: each.seconds for each in found}.values()),
    }


def _reason(each: Answer) -> str:
    """What became of a joint: right, or why it is not."""
    if each.right:
        return "right"
    if each.found is None:
        return "none"
    if each.found in ("plane", "fixed") and each.found != each.truth:
        return each.found
    return "other" if each.axis else "off"


def reliability(answers: Sequence[Answer], half: Mapping[str, str], halves: Sequence[str] = HALVES) -> Table:
    """How many of the moving joints found with a confidence are right, in each half."""
    columns = [Column("confidence", "confidence")]
    columns += [
        Column(f"{what}{name}", f"{head}, {name}", form)
        for name in halves
        for what, head, form in (("count", "joints found", ""), ("right", "% right", ".0f"))
    ]
    table = Table("What a confidence is worth", columns, note="Moving joints, detectable or not.")
    for low, high in pairwise(STEPS):
        cells: dict[str, Cell] = {"confidence": f"{low:.1f} to {high:.1f}"}
        for name in halves:
            found = [
                each.right or each.loop
                for each in answers
                if half.get(each.model) == name and each.found not in (None, "fixed")
                if low <= (each.confidence or 0.0) < high or (high == STEPS[-1] and each.confidence == high)
            ]
            cells |= {
                f"count{name}": len(found),
                f"right{name}": 100.0 * sum(found) / len(found) if found else None,
            }
        table.add(cells)
    return table
