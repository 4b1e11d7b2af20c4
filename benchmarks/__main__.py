"""Run benchmarks by name, or all of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from benchmarks import (
    articulation,
    assets,
    baking,
    bending,
    blender_round_trip,
    bones,
    cage_drags,
    cage_recovery,
    cages,
    contact,
    detection,
    elastic,
    elastic_cases,
    elastic_pulls,
    elastic_searches,
    endurance,
    first_minute,
    fuzz,
    generalise,
    handles,
    into,
    joint_alternatives,
    joint_factor,
    kills,
    large,
    latency,
    many,
    mechanisms,
    mutants,
    pin_counts,
    regions,
    resolution,
    robots,
    scaling,
    smoothness,
    speed,
    start,
    table_one,
    unseen,
)
from benchmarks.chromium import MissingBrowserError
from benchmarks.leave_out import LEAVE_OUTS
from benchmarks.pose_sets import MissingDataError
from benchmarks.results import QUICK_RESULTS, RESULTS, write

BENCHMARKS = {
    "generalise": generalise.tables,
    "pins": pin_counts.tables,
    "contact": contact.tables,
    "smoothness": smoothness.tables,
    "speed": speed.tables,
    "scaling": scaling.tables,
    "start": start.tables,
    "learned": table_one.tables,
    "many": many.tables,
    "regions": regions.tables,
    "bones": bones.tables,
    "resolution": resolution.tables,
    "handles": handles.tables,
    "bending": bending.tables,
    "articulation": articulation.tables,
    "joint-factor": joint_factor.tables,
    "detection": detection.tables,
    "published-joints": detection.published,
    "joint-alternatives": joint_alternatives.tables,
    "unseen": unseen.tables,
    "robots": robots.tables,
    "cages": cages.tables,
    "cage-drags": cage_drags.tables,
    "cage-recovery": cage_recovery.tables,
    "elastic": elastic.tables,
    "elastic-pulls": elastic_pulls.tables,
    "elastic-searches": elastic_searches.tables,
    "round-trips": blender_round_trip.tables,
    "assets": assets.tables,
    "into": into.tables,
    "baking": baking.tables,
    "first-minute": first_minute.tables,
    "large": large.tables,
    "latency": latency.tables,
    "endurance": endurance.tables,
    "kills": kills.tables,
    "fuzz": fuzz.tables,
    "mutants": mutants.tables,
}
# Benchmarks that can be limited to some of the sets, and those that they know.
BY_SET: Mapping[str, Callable[[], Sequence[str]]] = {
    **dict.fromkeys(("generalise", "pins", "learned", "regions"), lambda: tuple(LEAVE_OUTS)),
    "smoothness": smoothness.known_sets,
    "contact": lambda: contact.SETS,
    "elastic-searches": lambda: tuple(elastic_cases.PULLS),
    "published-joints": mechanisms.names,
    "joint-alternatives": mechanisms.names,
    "robots": robots.known_sets,
    "first-minute": first_minute.known_sets,
}
# Benchmarks whose chance can be drawn more than once.
BY_SEED = ("detection",)
# Benchmarks of as many files, or defects, as are asked for.
BY_FILES = ("fuzz", "mutants")
# Benchmarks that read models from folders of one's own, and the name of what they then write.
BY_FOLDER = {"published-joints": "published-joints-elsewhere"}


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    wrong = [name for name in chosen.names if name not in BENCHMARKS]
    if wrong:
        print(f"There is no benchmark '{wrong[0]}'; there are {', '.join(BENCHMARKS)}.", file=sys.stderr)
        return 2
    sets = chosen.sets.split(",") if chosen.sets else None
    known = _known_sets(chosen.names) if sets else ()
    unknown = [name for name in sets or () if name not in known]
    if unknown:
        print(f"There is no set '{unknown[0]}'; there are {', '.join(known)}.", file=sys.stderr)
        return 2
    folder = chosen.results or (QUICK_RESULTS if chosen.quick else RESULTS)
    for name in chosen.names or BENCHMARKS:
        try:
            more = {"sets": sets} if name in BY_SET else {"seeds": chosen.seeds} if name in BY_SEED else {}
            more = {"files": chosen.files, "first": chosen.first} if name in BY_FILES else more
            more = {"folders": chosen.folders} if chosen.folders and name in BY_FOLDER else more
            found = BENCHMARKS[name](quick=chosen.quick, **more)
        except (MissingDataError, bones.MissingPeerError, MissingBrowserError) as missing:
            print(f"{name}: {missing}", file=sys.stderr)
            return 3
        page = BY_FOLDER[name] if "folders" in more else name
        print(f"\nwritten: {write(page, found, folder, part=sets is not None)}\n")
    return 0


def _known_sets(names: Sequence[str]) -> list[str]:
    """The sets that can be chosen for the benchmarks named, or for any."""
    known = [BY_SET[name]() for name in names or BY_SET if name in BY_SET]
    return list(dict.fromkeys(chain.from_iterable(known)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Benchmarks of Pliant.")
    parser.add_argument("names", nargs="*", help=f"any of {', '.join(BENCHMARKS)}; all by default")
    parser.add_argument("--quick", action="store_true", help="a small part of each, to see that it runs")
    parser.add_argument("--sets", help="some benchmarks: only these sets, with commas")
    parser.add_argument("--seeds", type=int, default=1, help="detection: draws of noise and attitude")
    parser.add_argument(
        "--files", type=int, help=f"fuzz: how many files; {fuzz.FILES:,} by default; mutants: defects"
    )
    parser.add_argument(
        "--from", dest="folders", nargs="+", type=Path, help="published-joints: robots in these folders"
    )
    parser.add_argument(
        "--first",
        type=int,
        default=0,
        help="fuzz: the number of the first file, which seeds it; mutants: the seed",
    )
    parser.add_argument("--results", type=Path, help="folder for the tables; benchmarks/results by default")
    return parser


if __name__ == "__main__":
    sys.exit(main())
