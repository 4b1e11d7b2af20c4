"""Does any file end, hang or fill the process that reads it, or raise what is no error of ours?"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath

import numpy as np

from benchmarks.fuzz.mutations import spoilt
from benchmarks.fuzz.pool import MEMORY, PATIENCE, Reader
from benchmarks.fuzz.rigs import RIGS, saved_rigs
from benchmarks.fuzz.seeds import seeds
from benchmarks.results import Column, Table

FILES, QUICK = 20_000, 60
GOOD = ("read", "refused")
BAD = ("uncaught", "not finite", "out of memory", "crash", "hang")
# Of the files, those that are rigs: every damage of every field once, then at random.
RIG_SHARE = 0.3
# Cases that are told in full, so that they can be made again.
TOLD = 40
# Files between two signs of life.
TELL_EVERY = 200

Named = tuple[str, str, Callable[[], bytes]]


@dataclass
class Tally:
    """Outcomes of the files of one format, and the most memory in MiB that its reader took."""

    outcomes: Counter[str] = field(default_factory=Counter)
    peak: int = 0


def tables(*, quick: bool, files: int | None = None, first: int = 0) -> list[Table]:
    """The outcomes by format, and whatever was not as it should be."""
    count = files or (QUICK if quick else FILES)
    numbers = range(first, first + count)
    columns = [
        Column("format", "format"),
        *(Column(name, name) for name in (*GOOD, *BAD)),
        Column("peak", "peak MiB"),
    ]
    note = (
        f"Up to {count:,} files from number {first:,} on, each spoilt from a good one, read in a process "
        f"with {MEMORY} MiB of memory and {PATIENCE:g} s for each; rigs are also pulled. Peaks are those of "
        "a process, which reads many."
    )
    found = Table("Spoilt files", columns, note)
    cases = Table("What was not as it should be", [Column(key, key) for key in ("file", "outcome", "why")])
    for name, tally in sorted(_run(numbers, quick, cases).items()):
        found.add({"format": name, "peak": tally.peak, **{key: tally.outcomes[key] for key in (*GOOD, *BAD)}})
    return [found, cases]


def _run(numbers: range, quick: bool, cases: Table) -> dict[str, Tally]:
    """The outcomes by format; Ctrl-C ends the run with what was found so far."""
    found: dict[str, Tally] = {}
    with tempfile.TemporaryDirectory() as name, Reader() as reader, suppress(KeyboardInterrupt):
        folder = Path(name)
        for done, spoilt_file in enumerate(_files(folder, numbers, quick), start=1):
            _read(reader, folder, spoilt_file, (found, cases))
            if done % TELL_EVERY == 0:
                print(f"{done:,} of {len(numbers):,} files", file=sys.stderr, flush=True)
    return found


def _read(reader: Reader, folder: Path, named: Named, told: tuple[dict[str, Tally], Table]) -> None:
    """Read one file, and note what became of it."""
    (file, what, content), (found, cases) = named, told
    suffix = PurePath(file).suffix
    path = folder / f"spoilt{suffix}"
    path.write_bytes(content())
    answer = reader.read(path)
    tally = found.setdefault(suffix, Tally())
    tally.outcomes[answer["outcome"]] += 1
    tally.peak = max(tally.peak, answer["peak"])
    if answer["outcome"] in BAD and len(cases.rows) < TOLD:
        cases.add({"file": f"{file}, {what}", "outcome": answer["outcome"], "why": answer["why"][:160]})


def _files(folder: Path, numbers: range, quick: bool) -> Iterator[Named]:
    """A spoilt file for each number: name of the good one, what was done to it, its bytes when asked for."""
    rigs = saved_rigs(folder, ("reduced", "cage") if quick else RIGS)
    damages = [
        (f"{name}.pliant", what, packed) for name, rig in rigs.items() for what, packed in rig.damaged()
    ]
    packed = {f"{name}.pliant": rig.packed() for name, rig in rigs.items()}
    plain = seeds(folder)
    order = np.random.default_rng(0).permutation(len(damages))
    for number in numbers:
        random = np.random.default_rng(number)
        if random.random() < RIG_SHARE:
            place = int(random.integers(len(damages) * 5 // 4))
            if place < len(damages):
                yield damages[order[number % len(damages)]]
                continue
            name, good = _chosen(packed, random)
        else:
            name, good = _chosen(plain, random)
        yield name, f"number {number}", lambda good=good, random=random: spoilt(good, random)


def _chosen(files: dict[str, bytes], random: np.random.Generator) -> tuple[str, bytes]:
    name = sorted(files)[random.integers(len(files))]
    return name, files[name]
