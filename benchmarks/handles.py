"""What does a frame of Handle IK cost, against the solves it cannot avoid and against libigl's ARAP?

A frame has two solves of three right-hand sides with a factor at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType

import numpy as np

from benchmarks import animation, refinement
from benchmarks.arap_peers import Libigl
from benchmarks.clock import medians, timed, watched
from benchmarks.handle_cases import REAL, SAMPLES, Case, goals, held, turned
from benchmarks.results import Cell, Column, Table
from pliant.methods.handles import editor as editing
from pliant.methods.handles.editor import Editor
from pliant.methods.handles.free_system import FreeSystem
from pliant.methods.handles.rig import HandleIK

REPEATS = 21
# [Baerentzen, table 1]: vertices, seconds of preparation, seconds of a frame.
PAPER = ((2_138, 0.09, 0.04), (10_600, 0.52, 0.18), (17_300, 1.04, 0.30), (45_000, 3.45, 0.83))
# The parts of a frame, by what does them; what a part calls of another counts there.
PARTS: Mapping[tuple[type | ModuleType, str], str] = {
    (FreeSystem, "solve"): "solves",
    (editing, "fitted_changes"): "frames",
    (editing, "blended_changes"): "blended turns",
    (editing, "_add_product"): "right-hand sides",
    (Editor, "_solved"): "other solving",
    (Editor, "posed"): "placing",
    (HandleIK, "deform"): "checks",
}


@dataclass(frozen=True, eq=False)
class Measured:
    """A rig ready to be timed, the paper's own, and a pose of their handles (H, 4, 4)."""

    case: Case
    rig: HandleIK
    printed: HandleIK
    prepared: float
    matrices: np.ndarray
    name: Mapping[str, Cell]

    @staticmethod
    def of(case: Case) -> Measured:
        """The rig of a case, made twice: the first may have to load the compiled kernels."""
        printed = HandleIK.as_printed(case.mesh, case.handles)
        HandleIK(case.mesh, case.handles)
        rig, prepared = timed(lambda: HandleIK(case.mesh, case.handles))
        name: dict[str, Cell] = {
            "mesh": case.name,
            "vertices": case.mesh.n,
            "handles": len(case.handles),
            "free": 100.0 * len(rig.editor.free) / rig.shape.n,
        }
        return Measured(case, rig, printed, prepared, turned(case).matrices(case.handles), name)


def tables(*, quick: bool = False) -> list[Table]:
    """Frames, their parts, refinement and animation."""
    makers = [SAMPLES[0], REAL[0]] if quick else [*SAMPLES, *REAL]
    repeats = 3 if quick else REPEATS
    measured = [Measured.of(make()) for make in makers]
    return [
        _frames(measured, repeats),
        _parts(measured, repeats),
        refinement.table([(each.rig, each.matrices, each.name) for each in measured], repeats // 3 + 1),
        *animation.tables(quick=quick),
    ]


def _frames(measured: list[Measured], repeats: int) -> Table:
    table = Table(
        "Frames",
        [
            *NAME,
            Column("prepared", "prepare s", ".2f"),
            Column("paper_prepared", "paper's s", ".2f"),
            Column("libigl_prepared", "libigl's s", ".2f"),
            Column("frame", "frame ms", ".2f"),
            Column("paper_frame", "paper's ms", ".0f"),
            Column("arap", "libigl's iteration ms", ".2f"),
            Column("per_arap", "frame ÷ iteration", ".2f"),
            Column("floor", "two solves ms", ".2f"),
            Column("floor_per_arap", "solves ÷ iteration", ".2f"),
            Column("per_floor", "frame ÷ solves", ".2f"),
            Column("printed", "as printed ms", ".2f"),
            Column("printed_per_arap", "printed ÷ iteration", ".2f"),
        ],
        note="Wanted: a frame costs less than half an iteration. Two solves: of three right-hand "
        "sides, the floor. As printed, rigid vertices are unknowns "
        "too. Paper: its own model of nearly "
        "that size, in 2006.",
    )
    for each in measured:
        table.add(_frame(each, repeats))
    return table


def _frame(each: Measured, repeats: int) -> dict[str, Cell]:
    """A frame, its two solves alone and an iteration of libigl's ARAP, taking turns."""
    rig, M = each.rig, each.matrices
    system, goal = rig.editor.system, goals(rig, M)
    libigl, libigl_prepared = timed(lambda: Libigl(rig.shape, held(rig)))
    x = libigl.iterated(goal, rig.editor.posed(M), 3)
    b = np.random.default_rng(0).standard_normal((len(rig.editor.free), 3))
    works = [
        lambda: rig.deform(M),
        lambda: (system.solve(b), system.solve(b)),
        lambda: libigl.iterated(goal, x, 1),
        lambda: each.printed.deform(M),
    ]
    frame, floor, arap, printed = medians(works, repeats)
    size, paper_prepared, paper_frame = min(PAPER, key=lambda row: abs(row[0] - each.case.mesh.n))
    near = abs(size - each.case.mesh.n) < 0.2 * size
    return {
        **each.name,
        "prepared": each.prepared,
        "paper_prepared": paper_prepared if near else None,
        "libigl_prepared": libigl_prepared,
        "frame": 1e3 * frame,
        "paper_frame": 1e3 * paper_frame if near else None,
        "floor": 1e3 * floor,
        "per_floor": frame / floor,
        "arap": 1e3 * arap,
        "per_arap": frame / arap,
        "floor_per_arap": floor / arap,
        "printed": 1e3 * printed,
        "printed_per_arap": printed / arap,
    }


def _parts(measured: list[Measured], repeats: int) -> Table:
    """Milliseconds of each part of a frame."""
    names = list(dict.fromkeys(PARTS.values()))
    columns = [Column(name, f"{name} ms", ".2f") for name in names]
    table = Table("Parts of a frame", [*NAME, *columns, Column("total", "total ms", ".2f")])
    for each in measured:
        each.rig.deform(each.matrices)
        runs = []
        for _ in range(repeats):
            with watched(PARTS) as parts:
                each.rig.deform(each.matrices)
            runs.append([parts.seconds[name] for name in names])
        times = 1e3 * np.median(runs, axis=0)
        table.add({**each.name, **dict(zip(names, times.tolist(), strict=True)), "total": float(times.sum())})
    return table


NAME = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("handles", "handles"),
    Column("free", "free %", ".0f"),
]
