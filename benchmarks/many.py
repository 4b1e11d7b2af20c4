"""What becomes of thousands of poses: time and memory of learning, and what the chosen poses are worth.

The rig keeps the poses that mixes of the others do not explain. It is compared with rigs that learn from as
many poses taken at even steps, or at random: poses that none of them has seen are found again from a dozen
points.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.pose_sets import poses_folder
from benchmarks.results import Cell, Column, Table

ROOT = Path(__file__).parents[1]
MOST = 100
# Frames of each clip, so that there are about 2,000 poses.
LARGE = {"three_Soldier.glb": 500, "three_RobotExpressive.glb": 140, "godot_mannequiny.glb": 200}
# The method was chosen by its errors on the first three; two more and the Soldier were seen meanwhile.
LOOKED_AT = {
    "three_Knight/KnightCharacter.gltf": 200,
    "godot_platformer_player.glb": 150,
    "gdquest_beetle_bot.glb": 200,
    "sumner_horse_gallop": 0,
    "chicken_crossing": 0,
}
NEW = {
    "three_Soldier.glb": 500,
    "three_RobotExpressive.glb": 140,
    "godot_mannequiny.glb": 200,
    "quaternius_Trex.glb": 200,
    "gdquest_bee_bot.glb": 200,
    "vlasic_samba": 0,
    "sumner_horse_collapse": 0,
    "sumner_elephant_gallop": 0,
    "dembones_bone": 0,
}
# Of a pose set, which has a few dozen poses, this many are kept.
FEW = 12
WAYS = ("chosen", "regular", "random")

COST_COLUMNS = [
    Column("set", "set"),
    Column("method", "method"),
    Column("vertices", "vertices", ","),
    Column("poses", "poses", ","),
    Column("kept", "kept"),
    Column("read", "read s", ".1f"),
    Column("learn", "learn s", ".1f"),
    Column("wall", "wall s", ".1f"),
    Column("silence", "silence s", ".1f"),
    Column("peak", "peak MB", ",.0f"),
]
COST_NOTE = (
    "Every row in a fresh process. Read and learn are CPU seconds of all threads, wall is what a user waits "
    "for learning. Silence: the longest time between two reports of progress, CPU seconds. Peak: the "
    "whole process, Python and its libraries included."
)
ERROR_NOTE = (
    "RMS distance of all vertices from the truth in % of the diagonal, mean and worst of the poses left out, "
    "each found from 12 points by Reduced IK. The method was chosen by its errors on the first three sets; "
    "the next two and the Soldier were seen meanwhile, the others were not."
)


def tables(*, quick: bool = False) -> list[Table]:
    """What learning costs, and how well poses are found that were left out."""
    poses_folder()  # names the missing data
    cost = Table("Learning from many poses", COST_COLUMNS, note=COST_NOTE)
    for name, frames in LARGE.items() if not quick else [("gdquest_beetle_bot.glb", 30)]:
        for method in ("reduced", "meshik"):
            cost.add({"set": name, "method": method, **_measured(name, frames, "all", MOST, method)})
    few = [("gdquest_beetle_bot.glb", 30)]
    return [cost, _errors(few if quick else [*LOOKED_AT.items(), *NEW.items()])]


def _errors(sets: Sequence[tuple[str, int]]) -> Table:
    columns = [Column(f"{way}_{what}", f"{way} {what}", ".3f") for what in ("mean", "worst") for way in WAYS]
    counts = [Column("poses", "poses", ","), Column("kept", "kept"), Column("left_out", "left out")]
    table = Table("Poses left out", [Column("set", "set"), *counts, *columns], note=ERROR_NOTE)
    for name, frames in sets:
        found = {way: _measured(name, frames, way, MOST if frames else FEW) for way in WAYS}
        row: dict[str, Cell] = {"set": name, **{each.key: found["chosen"][each.key] for each in counts}}
        for way in WAYS:
            row |= {f"{way}_{what}": found[way][what] for what in ("mean", "worst")}
        table.add(row, best=[f"{min(WAYS, key=lambda way: found[way]['mean'])}_mean"])
    return table


def _measured(name: str, frames: int, way: str, most: int, method: str = "reduced") -> dict:
    command = [sys.executable, "-m", "benchmarks.one_thinning", name, str(frames), way, str(most), method]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{name} failed, thinned by '{way}':\n{done.stderr}")
    return json.loads(done.stdout)
