"""Does the analysis find the joints? Models made by code and real ones, measured by their true joints."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tests.models import mechanism as model

from benchmarks import elsewhere
from benchmarks.answers import answers, read
from benchmarks.answers import table as answer_table
from benchmarks.detectable import tables as detectable
from benchmarks.judging import Judged, judge
from benchmarks.mechanisms import facts, names
from benchmarks.mechanisms import mechanism as real
from benchmarks.results import RESULTS, Cell, Column, Table
from benchmarks.robustness import MODELS
from benchmarks.robustness import table as robustness
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.methods.joints.analysis import Analysis, analyse

QUICK_MODELS, QUICK_REAL = ("lamp",), ("mw_drawer", "freecad_universal_joint")
# Real models, one of each kind of joint, that are changed like those made by code.
CHANGED = ("synthetic_six_c01",)

COLUMNS = [
    Column("model", "model"),
    Column("vertices", "vertices", ","),
    Column("parts", "parts"),
    Column("joints", "joints"),
    Column("apart", "not touching"),
    Column("axis", "axis right"),
    Column("exact", "kind right"),
    Column("equivalent", "up to geometry"),
    Column("share", "% of touching", ".0f"),
    Column("false", "false, moving"),
    Column("welded", "false, fixed"),
    Column("range", "% of range", ".0f"),
    Column("seconds", "CPU s", ".1f"),
]
NOTE = (
    "Axis: within 5° and 1% of the diagonal (a slide or a plane: the direction; a ball: the centre; fixed "
    "joints count when found). Not touching: no surface of one part faces the other within 2% of the smaller "
    "part, nor do their convex parts meet. Up to geometry: a cylinder joint and one of its two motions count "
    "as the same. The last share is of the joints whose parts touch. False: joints on pairs that have none. "
    "% of range: of the published ranges of joints that are right and rest within them, how much the found "
    "ones contain, on average."
)


@dataclass(frozen=True, eq=False)
class Outcome:
    """A model, what was found on it, and how that compares."""

    name: str
    mechanism: Mechanism
    judged: list[Judged]
    false: list[Joint]
    seconds: float


def tables(*, quick: bool = False, seeds: int = 1) -> list[Table]:
    """Models made by code, real ones, what is detectable, confusion, every miss, and what changes no answer.

    seeds: how often noise and attitude are drawn
    """
    made = Table("Models made by code", COLUMNS, note=NOTE)
    ours = [_measured(name, model(name), made) for name in (QUICK_MODELS if quick else MODELS)]
    _total(made, ours)
    found = Table("Real mechanisms with published joints", COLUMNS, note=NOTE)
    theirs = [_measured(name, real(name), found) for name in (QUICK_REAL if quick else names())]
    _total(found, theirs)
    changed = [(each.name, each.mechanism) for each in [*ours, *theirs] if each.name in (*MODELS, *CHANGED)]
    misses = _misses([*ours, *theirs])
    return [
        made,
        found,
        *detectable([each for one in theirs for each in answers(one)]),
        _confusion(theirs),
        misses,
        robustness(changed, seeds),
    ]


def published(
    *, quick: bool = False, sets: Sequence[str] | None = None, folders: Sequence[Path] | None = None
) -> list[Table]:
    """What is right of the published joints, by model, kind and half, and every answer.

    sets:    the models that are analysed; answers on the others are those of the committed results
    folders: robots of these are analysed instead, as `benchmarks.elsewhere` describes
    """
    if folders is not None:
        return elsewhere.tables(folders, outcome, quick=quick)
    chosen = sets or (QUICK_REAL if quick else names())
    kept = [each for each in read(RESULTS / "published-joints.json") if sets and each.model not in chosen]
    found = []
    for name in chosen:
        print(name, flush=True)
        found += answers(outcome(name, real(name)))
    return [*detectable([*found, *kept], chosen), answer_table(found)]


def _measured(name: str, mechanism: Mechanism, table: Table) -> Outcome:
    found = outcome(name, mechanism)
    table.add(_row(name, [found]))
    return found


def outcome(name: str, mechanism: Mechanism) -> Outcome:
    """What is found on a mechanism, beside its own joints."""
    began = time.process_time()
    analysis: Analysis = analyse(mechanism)
    seconds = time.process_time() - began
    return Outcome(name, mechanism, *judge(mechanism, analysis), seconds)


def _row(name: str, outcomes: Sequence[Outcome]) -> dict[str, Cell]:
    judged = [each for outcome in outcomes for each in outcome.judged]
    false = [joint for outcome in outcomes for joint in outcome.false]
    touching = sum(each.contact for each in judged)
    equivalent = sum(each.equivalent for each in judged)
    covered = [each.covered for each in judged if each.covered is not None]
    return {
        "model": name,
        "vertices": sum(outcome.mechanism.mesh.n for outcome in outcomes),
        "parts": sum(len(outcome.mechanism.components) for outcome in outcomes),
        "joints": len(judged),
        "apart": len(judged) - touching,
        "axis": sum(each.axis for each in judged),
        "exact": sum(each.exact for each in judged),
        "equivalent": equivalent,
        "share": 100.0 * equivalent / touching if touching else None,
        "false": sum(joint.kind is not JointKind.FIXED for joint in false),
        "range": 100.0 * float(np.mean(covered)) if covered else None,
        "welded": sum(joint.kind is JointKind.FIXED for joint in false),
        "seconds": sum(outcome.seconds for outcome in outcomes),
    }


def _total(table: Table, outcomes: Sequence[Outcome]) -> None:
    table.add(_row("all", outcomes))


def _confusion(outcomes: Sequence[Outcome]) -> Table:
    columns = [
        Column("truth", "true kind"),
        *(Column(kind, kind) for kind in JointKind),
        Column("none", "none"),
    ]
    table = Table("Real mechanisms: true kinds (rows) and found ones", columns)
    pairs = Counter(
        (each.truth.kind, each.found.kind if each.found is not None else "none")
        for outcome in outcomes
        for each in outcome.judged
    )
    for kind in JointKind:
        table.add({"truth": kind, **{column.key: pairs[kind, column.key] for column in columns[1:]}})
    return table


def _misses(outcomes: Sequence[Outcome]) -> Table:
    columns = [Column(key, key) for key in ("joint", "model", "truth", "found", "confidence", "why")]
    table = Table("What is not right", columns)
    for outcome in outcomes:
        for each in outcome.judged:
            if not each.equivalent:
                table.add({"model": outcome.name, **_miss(each)})
        for joint in outcome.false:
            parts = [outcome.mechanism.components[i].name for i in (joint.a, joint.b)]
            why = "they touch and have no joint" + _welded(outcome, joint)
            record = {"truth": None, "found": joint.kind, "confidence": f"{joint.confidence:.2f}", "why": why}
            table.add({"model": outcome.name, "joint": " – ".join(parts), **record})
    return table


def _miss(each: Judged) -> dict[str, Cell]:
    sure = f"{each.found.confidence:.2f}" if each.found is not None else None
    found = each.found.kind if each.found is not None else None
    why = each.reason
    if each.found is not None:
        why = "another kind fits the contact" if each.axis else f"axis off by {_off(each)}"
    return {
        "joint": each.truth.name,
        "truth": each.truth.kind,
        "found": found,
        "confidence": sure,
        "why": why,
    }


def _off(each: Judged) -> str:
    words = [f"{each.angle:.1f}°"] if each.angle is not None else []
    return " and ".join([*words, f"{100 * each.place:.1f}%"] if each.place is not None else words)


def _welded(outcome: Outcome, joint: Joint) -> str:
    """Whether the published file welds the two parts together by way of others."""
    if outcome.name in MODELS:
        return ""
    groups = [component["rigid_group"] for component in facts(outcome.name)["components"]]
    return ", but are welded by way of others" if groups[joint.a] == groups[joint.b] else ""
