"""What does a stranger get? The published joints of robots in any folders, against those that are found.

The robots, sorted by name, are cut into two halves. Failures of the first may be looked at to improve the
analysis; of the second only totals are told, so that it stays a test.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.answers import Measured, answers
from benchmarks.answers import table as answer_table
from benchmarks.detectable import COLUMNS, reliability, row
from benchmarks.pose_sets import MissingDataError
from benchmarks.results import Column, Table
from benchmarks.robot_folders import Found, robots_in
from benchmarks.sliding_share import told
from pliant.mechanism.mechanism import Mechanism

OPEN, CLOSED = HALVES = ("C", "D")
QUICK_ROBOTS = 2
NOTE = (
    "Robots of other people's packages that none of our models is. Detectable: at least 80% of the contact "
    "slides along the true motion (benchmarks/sliding_share.py). Right, exact, axis and the reasons count "
    "detectable joints only; false joints are on pairs that have none, their share is of all published "
    "ones. Halves: sorted by name, taken in turn; of D only the totals are told."
)
NOTE_OF_FILES = "Files that name a mesh. Known already: most joints lie between parts of earlier robots."


def tables(
    folders: Sequence[Path], outcome: Callable[[str, Mechanism], Measured], *, quick: bool = False
) -> list[Table]:
    """Models of half C, totals of both, what a confidence is worth, answers of C, and files left out.

    outcome: what is found on a mechanism, by its name
    """
    found = robots_in(folders)
    robots = found.robots[:QUICK_ROBOTS] if quick else found.robots
    if not robots:
        raise MissingDataError(f"No new robot with meshes is in {', '.join(map(str, folders))}.")
    half = {robot.name: HALVES[k % 2] for k, robot in enumerate(robots)}
    every = []
    for k, robot in enumerate(robots):
        print(f"{k + 1} of {len(robots)}", flush=True)
        every += answers(outcome(robot.name, robot.mechanism), told(robot.mechanism))
    shown = [each for each in every if half[each.model] == OPEN]
    counts = Table("Robots from elsewhere", COLUMNS, note=NOTE)
    for name in dict.fromkeys(each.model for each in shown):
        counts.add(row(name, OPEN, [each for each in shown if each.model == name]))
    for name in HALVES:
        own = [each for each in every if half[each.model] == name]
        counts.add(row(f"all {list(half.values()).count(name)} of the half", name, own))
    counts.add(row("all", "–", every))
    return [counts, reliability(every, half, HALVES), answer_table(shown), _files(found)]


def _files(found: Found) -> Table:
    """How many files were taken, and how many were left out for what."""
    table = Table("Files", [Column("what", "what"), Column("files", "files")], note=NOTE_OF_FILES)
    table.add({"what": "robots", "files": len(found.robots)})
    for reason, count in found.left_out.most_common():
        table.add({"what": reason, "files": count})
    return table
