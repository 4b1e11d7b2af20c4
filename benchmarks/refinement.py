"""Our as-rigid-as-possible refinement against libigl's and Open3D's, at equal energy.

Ours and libigl's minimise the same energy (spokes and rims), by which all three are measured here. Open3D
minimises the spokes alone, which obtuse triangles leave without a lower bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.arap_peers import Libigl, Open3d, open3d_installed
from benchmarks.clock import Work, medians, timed
from benchmarks.handle_cases import goals, held
from benchmarks.results import Cell, Column, Table
from pliant.arrays import Floats, Vertices
from pliant.methods.handles.arap import Arap
from pliant.methods.handles.rig import HandleIK
from pliant.solve.threads import with_one_blas_thread

# Iterations of the others, whose energy ours has to reach.
ITERATIONS = 10
MOST_ROUNDS = 100
# Equal, up to what libigl's rotations in single precision leave.
EQUAL = 1e-4
# Open3D takes seconds for each iteration beyond these many vertices.
OPEN3D_MOST = 50_000
COLUMNS = [
    Column("mesh", "mesh"),
    Column("vertices", "vertices", ","),
    Column("free", "free %", ".0f"),
    Column("libigl", "libigl ms", ".1f"),
    Column("rounds", "our rounds"),
    Column("ours", "ours ms", ".1f"),
    Column("per_libigl", "÷ libigl", ".2f"),
    Column("warm_rounds", "from our pose: rounds"),
    Column("warm", "with posing ms", ".1f"),
    Column("warm_per_libigl", "÷ libigl", ".2f"),
    Column("open3d", "Open3D ms", ".0f"),
    Column("open3d_rounds", "our rounds"),
    Column("prepared", "ours, prepared too, ms", ".0f"),
    Column("per_open3d", "÷ Open3D", ".3f"),
]
NOTE = (
    f"libigl: {ITERATIONS} iterations from rest, prepared before. Ours: as many rounds as reach its energy, "
    "from the same start, and from a frame's pose, whose time counts. Open3D prepares itself at every call, "
    f"so its {ITERATIONS} iterations from rest are compared with ours from rest with the preparation. "
    f"A dash: {MOST_ROUNDS} rounds end in a higher valley. Wanted: every ÷ below 1."
)


def table(cases: Sequence[tuple[HandleIK, Floats, Mapping[str, Cell]]], repeats: int) -> Table:
    """One row for each rig with a pose of its handles (H, 4, 4)."""
    note = NOTE if open3d_installed() else f"{NOTE} Open3D is not installed: pip install open3d"
    found = Table("Refinement at equal energy", COLUMNS, note=note)
    for rig, matrices, name in cases:
        found.add({**name, **_row(rig, matrices, repeats)})
    return found


def _row(rig: HandleIK, M: Floats, repeats: int) -> dict[str, Cell]:
    goal, pinned = goals(rig, M), held(rig)
    hold = rig.editor.hold
    arap, libigl = Arap(rig.shape, hold), Libigl(rig.shape, pinned)
    start, posed = goal.copy(), rig.editor.posed(M)
    energy = arap.energy(libigl.iterated(goal, start, ITERATIONS), goal)
    rounds, warm = (_rounds(arap, x, goal, energy) for x in (start, posed))
    works: list[Work] = [
        lambda: libigl.iterated(goal, start, ITERATIONS),
        with_one_blas_thread(lambda: arap.refined(start, goal, rounds=rounds or 0)),
        with_one_blas_thread(lambda: arap.refined(rig.editor.posed(M), goal, rounds=warm or 0)),
    ]
    its, ours, warmed = medians(works, repeats)
    row: dict[str, Cell] = {
        "libigl": 1e3 * its,
        "rounds": rounds,
        "ours": None if rounds is None else 1e3 * ours,
        "per_libigl": None if rounds is None else ours / its,
        "warm_rounds": warm,
        "warm": None if warm is None else 1e3 * warmed,
        "warm_per_libigl": None if warm is None else warmed / its,
    }
    if open3d_installed() and rig.shape.n <= OPEN3D_MOST:
        row |= _against_open3d(rig, arap, goal)
    return row


def _against_open3d(rig: HandleIK, arap: Arap, goal: Vertices) -> dict[str, Cell]:
    """Once: it takes a hundred times as long, so that no repetition is needed."""
    open3d = Open3d(rig.shape, held(rig))
    x, its = timed(lambda: open3d.iterated(goal, ITERATIONS))
    rounds = _rounds(arap, goal, goal, arap.energy(x, goal))
    if rounds is None:
        return {"open3d": 1e3 * its}
    whole = with_one_blas_thread(
        lambda: Arap(rig.shape, rig.editor.hold).refined(goal.copy(), goal, rounds=rounds)
    )
    ours = medians([whole], 3)[0]
    return {
        "open3d": 1e3 * its,
        "open3d_rounds": rounds,
        "prepared": 1e3 * ours,
        "per_open3d": ours / its,
    }


def _rounds(arap: Arap, x: Vertices, goal: Vertices, energy: float) -> int | None:
    """How many rounds from x (n, 3) reach an energy; None where they end in another, higher valley."""
    x = x.copy()
    for rounds in range(MOST_ROUNDS + 1):
        if arap.energy(x, goal) <= (1.0 + EQUAL) * energy:
            return rounds
        x = arap.refined(x, goal, rounds=1)
    return None
