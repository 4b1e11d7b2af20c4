"""Does the analysis find the joints of assemblies that it was not made with? Drawn at random, by bearing."""

from __future__ import annotations

import numpy as np

from benchmarks.assemblies import BEARINGS, chain
from benchmarks.judging import Judged, judge
from benchmarks.results import Cell, Column, Table
from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.analysis import analyse

# Chains that are drawn, and bearings in each.
CHAINS, QUICK_CHAINS, BEARINGS_IN_A_CHAIN = 60, 1, 3
# Seeds from here on were not looked at when thresholds were chosen; those below may be.
UNSEEN = 1000

COLUMNS = [
    Column("bearing", "bearing"),
    Column("joints", "joints"),
    Column("right", "right"),
    Column("share", "% right", ".0f"),
    Column("axis", "axis right"),
    Column("sure", "above 0.9"),
    Column("sure_right", "of them right"),
    Column("false", "false, moving"),
]
NOTE = (
    "Chains of three bearings. Drawn: sizes, clearance (0 to 0.5 mm), sides of a circle (12 to 64), attitude "
    "and unit. Right: kind up to geometry, axis within 5° and 1% of the diagonal."
)


def tables(*, quick: bool = False) -> list[Table]:
    """How many joints of each bearing are right."""
    answers: dict[str, list[Judged]] = {name: [] for name in BEARINGS}
    false = 0
    for seed in range(UNSEEN, UNSEEN + (QUICK_CHAINS if quick else CHAINS)):
        found, wrong = answered(seed)
        false += wrong
        for name, each in found:
            answers[name].append(each)
    table = Table("Assemblies drawn at random", COLUMNS, note=NOTE)
    for name, judged in answers.items():
        table.add(_row(name, judged))
    table.add(_row("all", [each for judged in answers.values() for each in judged]) | {"false": false})
    return [table]


def answered(seed: int) -> tuple[list[tuple[str, Judged]], int]:
    """The bearings of a chain, each with what was found, and the number of moving joints that are none."""
    rng = np.random.default_rng(seed)
    names = [str(name) for name in rng.choice(list(BEARINGS), BEARINGS_IN_A_CHAIN)]
    made = chain(names, rng)
    judged, false = judge(made, analyse(made))
    return list(zip(names, judged, strict=True)), sum(joint.kind is not JointKind.FIXED for joint in false)


def _row(name: str, judged: list[Judged]) -> dict[str, Cell]:
    right = sum(each.equivalent for each in judged)
    sure = [each for each in judged if each.found is not None and each.found.confidence > 0.9]
    return {
        "bearing": name,
        "joints": len(judged),
        "right": right,
        "share": 100.0 * right / len(judged) if judged else None,
        "axis": sum(each.axis for each in judged),
        "sure": len(sure),
        "sure_right": sum(each.equivalent for each in sure),
    }
