"""Where the analysis doubts a joint, is the published one among those that the studio offers in its place?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchmarks.judging import compared, judge
from benchmarks.mechanisms import mechanism as real
from benchmarks.mechanisms import names
from benchmarks.results import Cell, Column, Table
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.methods.joints.alternatives import alternatives
from pliant.methods.joints.analysis import analyse
from pliant.methods.joints.evidence import SURE

QUICK = ("mw_drawer", "freecad_universal_joint", "mw_doorlock")
COLUMNS = [
    Column("model", "model"),
    Column("joints", "joints found on published pairs"),
    Column("doubtful", "doubtful"),
    Column("right", "of these right"),
    Column("first", "first offer right"),
    Column("later", "second or third right"),
    Column("none", "no offer right"),
    Column("sure", "wrong, not doubted"),
]
NOTE = (
    "Joints on pairs that have a published one. Doubtful: below the confidence under which the studio offers "
    "what else a joint could be, at most three. Right: axis, and kind as far as geometry can tell, as in "
    "published-joints. A doubtful joint is counted once: it is right, or the first offer is, or a later one, "
    "or none. Wrong, not doubted: nothing is offered for these."
)


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One row per model with a doubtful joint, and one of all."""
    table = Table("Alternatives for doubtful joints", COLUMNS, note=NOTE)
    rows = [_row(name, real(name)) for name in sets or (QUICK if quick else names())]
    for row in rows:
        if row["doubtful"] or row["sure"]:
            table.add(row)
    table.add({"model": "all", **{c.key: sum(int(row[c.key] or 0) for row in rows) for c in COLUMNS[1:]}})
    return [table]


def _row(name: str, mechanism: Mechanism) -> dict[str, Cell]:
    print(name, flush=True)
    analysis = analyse(mechanism)
    judged = [each for each in judge(mechanism, analysis)[0] if each.found is not None]
    seen = replace(mechanism, joints=analysis.joints)
    places = {id(joint): place for place, joint in enumerate(analysis.joints)}
    counts = dict.fromkeys((column.key for column in COLUMNS[1:]), 0)
    counts["joints"] = len(judged)
    for each in judged:
        found = each.found
        if found is None or (found.confidence >= SURE and each.equivalent):
            continue
        if found.confidence >= SURE:
            counts["sure"] += 1
            continue
        counts["doubtful"] += 1
        others = () if each.equivalent else alternatives(seen, places[id(found)])
        counts["right" if each.equivalent else _which(mechanism, each.truth, others)] += 1
    return {"model": name, **counts}


def _which(mechanism: Mechanism, truth: Joint, others: Sequence[Joint]) -> str:
    """Which of the offers is right: the first, a later one, or none."""
    right = [compared(mechanism, truth, other).equivalent for other in others]
    return "none" if not any(right) else "first" if right[0] else "later"
