"""How fast is an iteration, against the solves it cannot avoid and against ARAP? What does a grab cost?

The floor of a Gauss–Newton iteration with l examples is 3l + 3 right-hand sides with a factor at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from unittest import mock

import numpy as np

import pliant
from benchmarks.baselines import Arap
from benchmarks.clock import Work, medians, watched
from benchmarks.live_moves import MOVES, live_moves
from benchmarks.making import SETS as MADE
from benchmarks.making import making
from benchmarks.pose_sets import pose_set, spread_pins
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Ints, Targets
from pliant.examples import search as example_search
from pliant.examples.corrections import RotationField
from pliant.examples.loop.searched import searched
from pliant.examples.problem import PoseProblem
from pliant.examples.span import Span
from pliant.methods.meshik.incidence import Incidence
from pliant.solve.gauss_newton import Problem, minimise
from pliant.solve.sparse import HeldLaplacian
from pliant.solve.threads import with_one_blas_thread

REPEATS = 9
PINS = 8
GRABS = (1, 4, 16)
ROTATION_WORK = ("energy", "torques", "moments", "squares", "rotations", "spins")
# The parts of an iteration, by the methods that do them; what a part calls of another counts there.
PARTS = {
    (Span, "linearised"): "linearise",
    (Span, "slopes"): "linearise",
    (Incidence, "divergence"): "divergence",
    (Incidence, "spread"): "divergence",
    (Incidence, "gathered"): "divergence",
    (HeldLaplacian, "solve"): "solve",
    (PoseProblem, "direction"): "dense",
    **{(RotationField, name): "rotations" for name in ROTATION_WORK},
    (PoseProblem, "moved"): "energy",
}
RIGS = {"as printed": pliant.MeshIK.as_printed, "MeshIK": pliant.MeshIK}


@dataclass(frozen=True)
class Case:
    """A set with its first `examples` poses, and what [Sumner2005, table 1] gives for it, in seconds."""

    mesh: str
    poses: str
    examples: int
    paper_factor: float | None = None
    paper_iteration: float | None = None


CASES = (
    Case("lion", "sumner_lion_poses", 10, 0.475, 0.150),
    Case("horse", "sumner_horse_poses", 4, 0.610, 0.105),
    Case("elephant", "sumner_elephant_poses", 4, 13.249, 0.620),
    Case("elephant", "sumner_elephant_poses", 11),
)
# The largest set of all is the gallop of the elephant.
LIVE = (
    *((case.mesh, case.poses, case.examples) for case in CASES),
    ("elephant gallop", "sumner_elephant_gallop", 20),
)


def tables(*, quick: bool = False) -> list[Table]:
    """Iterations, grabs, the parts of an iteration and whole drags, one row per mesh and method."""
    iterations, grabs, parts, drags = _empty_tables()
    measured = [_Measured(case, repeats=2 if quick else REPEATS) for case in CASES[: 1 if quick else None]]
    for case in measured:
        iterations.add(case.iterations())
    for case in measured:
        grabs.add(case.grabs())
    for case in measured:
        for method in RIGS:
            parts.add(case.parts(method))
    for case in measured:
        for method in RIGS:
            drags.add(case.drag(method))
    live = live_moves(LIVE[: 1 if quick else None], moves=6 if quick else MOVES)
    made = making(list(MADE)[: 1 if quick else None], repeats=1 if quick else 3)
    return [live, iterations, grabs, parts, drags, made]


class _Measured:
    """The rigs of one case, ready to be timed."""

    def __init__(self, case: Case, repeats: int) -> None:
        self.case = case
        self.repeats = repeats
        self.poses = pose_set(case.poses).subset(range(case.examples))
        self.pins = spread_pins(self.poses.V[0], PINS)
        self.targets = self.poses.V[1:3].mean(axis=0)[self.pins]
        self.rigs = {name: make(self.poses) for name, make in RIGS.items()}
        self.name: dict[str, Cell] = {
            "mesh": case.mesh,
            "vertices": self.poses.n,
            "examples": case.examples,
        }

    def iterations(self) -> dict[str, Cell]:
        """One iteration of each rig, the solves alone, and one of ARAP, taking turns."""
        arap = Arap(self.poses, self.pins)
        x = arap.iterated(self.targets, arap.shape.V[0].copy(), 3)
        system = self.rigs["as printed"].system
        count = 3 * self.case.examples + 3
        b = np.random.default_rng(0).standard_normal((system.n, count))
        works = [
            lambda: system.solve(b),
            lambda: arap.iterated(self.targets, x, 1),
            *(one_iteration(rig, self.pins, self.targets) for rig in self.rigs.values()),
        ]
        solves, arap_time, printed, ours = medians(works, self.repeats)
        factor = medians([lambda: HeldLaplacian(system.A, system.held)], max(2, self.repeats // 3))[0]
        return {
            **self.name,
            "factor": factor,
            "paper_factor": self.case.paper_factor,
            "paper_iteration": _milliseconds(self.case.paper_iteration),
            "solves": 1e3 * solves,
            "printed": 1e3 * printed,
            "printed_solves": printed / solves,
            "ours": 1e3 * ours,
            "ours_solves": ours / solves,
            "arap": 1e3 * arap_time,
            "printed_arap": printed / arap_time,
            "ours_arap": ours / arap_time,
        }

    def grabs(self) -> dict[str, Cell]:
        """New sets of held points against the factorisation."""
        rig = self.rigs["MeshIK"]
        system = rig.system
        points = [spread_pins(self.poses.V[0], count) for count in GRABS]
        works: list[Work] = [lambda: HeldLaplacian(system.A, system.held)]
        works += [lambda pins=pins: rig.grab(pins) for pins in points]
        factor, *times = medians(works, max(2, self.repeats // 2))
        return {
            **self.name,
            "factor": 1e3 * factor,
            **{f"grab{count}": 1e3 * took for count, took in zip(GRABS, times, strict=True)},
            "ratio": times[-1] / factor,
        }

    def parts(self, method: str) -> dict[str, Cell]:
        """Milliseconds of each part of one iteration."""
        iteration = one_iteration(self.rigs[method], self.pins, self.targets)
        iteration()
        with watched(PARTS) as parts:
            for _ in range(self.repeats):
                iteration()
        times = {name: 1e3 * parts.seconds[name] / self.repeats for name in dict.fromkeys(PARTS.values())}
        return {**self.name, "method": method, **times, "total": sum(times.values())}

    def drag(self, method: str) -> dict[str, Cell]:
        """A whole drag without a start, as the first of a gesture."""
        grip = self.rigs[method].grab(self.pins)
        with mock.patch.object(PoseProblem, "moved", autospec=True, side_effect=PoseProblem.moved) as moved:
            pose = grip.drag(self.targets)
        again = grip.drag(self.targets + 0.01 * (self.targets - self.targets.mean(axis=0)), start=pose)
        return {
            **self.name,
            "method": method,
            "iterations": pose.iterations,
            "tried": moved.call_count,
            "seconds": pose.seconds,
            "status": pose.status.value,
            "warm_iterations": again.iterations,
            "warm_seconds": again.seconds,
        }


def one_iteration(rig: pliant.Rig, pins: Ints, targets: Targets) -> Work:
    """A work that takes one step with a new Gauss–Newton matrix: the direction, and the state after it."""
    with (
        mock.patch.object(example_search, "minimise", side_effect=minimise) as loop,
        mock.patch.object(example_search, "searched", side_effect=searched) as compiled,
    ):
        rig.grab(pins).drag(targets)
    if compiled.called:
        # No change passes a tolerance of zero, so that the loop takes its one step.
        return with_one_blas_thread(lambda: searched(*compiled.call_args.args, tolerance=0.0, most=1))
    problem: Problem = loop.call_args.args[0]
    state = loop.call_args.args[1]
    return with_one_blas_thread(lambda: problem.moved(state, problem.direction(state), 1.0))


def _milliseconds(time: float | None) -> float | None:
    return None if time is None else 1e3 * time


def _empty_tables() -> tuple[Table, Table, Table, Table]:
    name = [Column("mesh", "mesh"), Column("vertices", "vertices", ","), Column("examples", "examples")]
    method = [*name, Column("method", "method")]
    iterations = [
        *name,
        Column("factor", "factor s", ".3f"),
        Column("paper_factor", "paper's s", ".3f"),
        Column("solves", "3l+3 solves ms", ".1f"),
        Column("printed", "as printed ms", ".1f"),
        Column("paper_iteration", "paper's ms", ".0f"),
        Column("printed_solves", "÷ solves", ".2f"),
        Column("ours", "MeshIK ms", ".1f"),
        Column("ours_solves", "÷ solves", ".2f"),
        Column("arap", "ARAP ms", ".1f"),
        Column("printed_arap", "printed ÷ ARAP", ".2f"),
        Column("ours_arap", "MeshIK ÷ ARAP", ".2f"),
    ]
    grabs = [Column(f"grab{count}", f"grab {count} ms", ".1f") for count in GRABS]
    grabs = [*name, Column("factor", "factor ms", ".1f"), *grabs, Column("ratio", "grab 16 ÷ factor", ".3f")]
    parts = [Column(part, f"{part} ms", ".1f") for part in dict.fromkeys(PARTS.values())]
    drags = [
        Column("iterations", "iterations"),
        Column("tried", "steps tried"),
        Column("seconds", "s", ".3f"),
        Column("status", "status"),
        Column("warm_iterations", "warm iterations"),
        Column("warm_seconds", "warm s", ".3f"),
    ]
    return (
        Table("One iteration", iterations, note="Wanted: ÷ solves ≤ 2; with 4 examples ÷ ARAP < 1."),
        Table("Grabbing", grabs, note="Wanted: at most a tenth of the factorisation."),
        Table("Parts of an iteration", [*method, *parts, Column("total", "total ms", ".1f")]),
        Table("Whole drags", [*method, *drags], note="Warm: targets moved by 1%, started at the first pose."),
    )
