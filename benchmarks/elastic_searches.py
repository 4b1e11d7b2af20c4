"""The least energy of plain as-rigid-as-possible: our two searches beside libigl's, to equal energy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import igl
import numpy as np

import pliant
from benchmarks.clock import worked
from benchmarks.elastic_cases import PULLS, Pull
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Floats, Ints
from pliant.methods.elastic.loose_pins import Standing
from pliant.methods.elastic.options import ARAP, PRINTED, ElasticOptions
from pliant.methods.elastic.printed import PrintedGrip, Solver

# How near the minimum counts as there, as shares of it, and iterations of libigl at most.
NEAR = (1e-4, 1e-6)
MOST = 600
# Iterations of libigl between two looks at its energy, and how often each search is timed.
BLOCK, TURNS = 5, 2
NAMES = ("quasi", "printed", "libigl")
NOTE = (
    "The energy of spokes [Sorkine2007] with cotangent weights, from the same positions to the same energy; "
    "the minimum is the lowest that any of them finds, and libigl's end what it reaches in "
    f"{MOST} steps. Processor time without factors; means of {TURNS} turns in one process. A dash: not "
    f"within {MOST} steps, or in another minimum. Share: of libigl's time."
)


@dataclass(frozen=True, eq=False)
class Search:
    """A search that can be stopped: energies (k,) after numbers of steps (k,), and a run of some."""

    energies: Floats
    steps: Ints
    run: Callable[[int], object]

    def until(self, energy: float) -> int | None:
        """Steps until an energy is reached; None where it is not."""
        there = np.flatnonzero(self.energies <= energy)
        return int(self.steps[there[0]]) if len(there) else None

    def seconds(self, steps: int) -> float:
        """Processor time of some steps."""
        return worked(lambda: self.run(steps))[1]


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """Steps and time of each search on each pull."""
    names = sets or (["knight"] if quick else list(PULLS))
    columns = [
        Column("mesh", "mesh"),
        Column("vertices", "vertices", ","),
        Column("near", "within"),
        *(
            Column(f"{name}_{what}", f"{heading} {what}", form)
            for name, heading in zip(NAMES, ("quasi-Newton", "in turn", "libigl"), strict=True)
            for what, form in (("steps", ""), ("ms", ",.0f"))
        ),
        Column("share", "share of libigl", ".2f"),
    ]
    found = Table("To equal energy", columns, note=NOTE)
    for pull in (PULLS[name]() for name in names):
        searches = _searches(pull)
        least = min(float(search.energies.min()) for search in searches.values())
        enough = {f"{near:.0e}".replace("e-0", "e-"): least + near * abs(least) for near in NEAR}
        enough["libigl's end"] = float(searches["libigl"].energies.min())
        for near, energy in enough.items():
            found.add({"mesh": pull.name, "vertices": pull.mesh.n, "near": near, **_row(searches, energy)})
    return [found]


def _row(searches: dict[str, Search], energy: float) -> dict[str, Cell]:
    """Steps and milliseconds of each search to an energy; they take turns."""
    steps = {name: search.until(energy) for name, search in searches.items()}
    times = {name: [] for name in searches}
    for _ in range(TURNS):
        for name, count in steps.items():
            if count is not None:
                times[name].append(searches[name].seconds(count))
    row: dict[str, Cell] = {f"{name}_steps": count for name, count in steps.items()}
    means = {name: 1e3 * float(np.mean(each)) for name, each in times.items() if each}
    row |= {f"{name}_ms": each for name, each in means.items()}
    row["share"] = means["quasi"] / means["libigl"] if {"quasi", "libigl"} <= means.keys() else None
    return row


def _searches(pull: Pull) -> dict[str, Search]:
    """The searches of a pull, each run to its end once."""
    return {
        "quasi": _ours(pull, replace(ARAP, tolerance=1e-8, iterations=MOST)),
        "printed": _ours(pull, replace(PRINTED, iterations=MOST)),
        "libigl": _libigl(pull, pliant.ElasticIK(pull.mesh, options=ARAP)),
    }


def _ours(pull: Pull, options: ElasticOptions) -> Search:
    rig = pliant.ElasticIK(pull.mesh, options=options)
    grip = rig.grab(pull.held.tolist())
    grip.pull(pull.targets)  # the factor
    energies = np.array(grip.pull(pull.targets).energies)

    def run(steps: int) -> object:
        stopped = rig.replaced(options=replace(options, tolerance=1e-300, iterations=max(steps, 1)))
        return grip.replaced(rig=stopped).pull(pull.targets)

    return Search(energies, np.arange(len(energies)), run)


def _libigl(pull: Pull, rig: pliant.ElasticIK) -> Search:
    grip = cast(PrintedGrip, rig.grab(pull.held.tolist()))
    asked = grip.points.pull(pull.targets, 0.0, None)
    solver = Solver(grip, asked, Standing.none())
    began, _ = solver.solved(grip.points.turns(asked, None, len(grip.p)))
    data = igl.ARAPData()
    data.energy = igl.ARAP_ENERGY_TYPE_SPOKES
    held, places = rig.shape.of_user[pull.held].astype(np.int32), rig.shape.frame.inward(pull.targets)
    igl.arap_precomputation(grip.p.copy(), rig.shape.F.copy(), 3, held, data)

    def run(steps: int, x: Floats = began) -> Floats:
        data.max_iter = steps
        return np.asarray(igl.arap_solve(places, data, x)) if steps else x

    x, R, energies = began, np.empty((len(began), 3, 3)), []
    for _ in range(MOST // BLOCK):
        energies.append(solver.energy(x, R, None))
        x = run(BLOCK, x)
        if len(energies) > 1 and energies[-2] - energies[-1] < NEAR[-1] / 1e3 * abs(energies[-1]):
            break
    return Search(np.array(energies), BLOCK * np.arange(len(energies)), run)
