"""Elastic IK beside ARAP by others and Blender's Laplacian Deform: time, quality, other triangles, pops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import igl
import numpy as np

import pliant
from benchmarks import blender
from benchmarks.arap_peers import Libigl, Open3d, open3d_installed
from benchmarks.clock import worked
from benchmarks.elastic_cases import REAL, VERTICES, Pull, bars, folds, spike, stretches, volume
from benchmarks.pose_sets import spread_pins
from benchmarks.results import Cell, Column, Table
from benchmarks.smoothness import STEPS, circle
from benchmarks.subdivision import subdivided
from pliant.arrays import Floats, Ints, Vertices
from pliant.mesh import Mesh, PoseSet
from pliant.methods.handles.arap import Arap
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.rig import HandleIK

# Iterations of libigl after which its energy hardly falls, and how near to that counts as there.
ITERATIONS, BLOCK, NEAR = 200, 10, 1.01
# Beyond so many vertices circles take minutes, and Open3D longer.
LARGE = 25_000
RADIUS = 0.1
REPEAT = 10  # of Blender's modifier; its own default is 1
LIVE_MOVES = 40
QUALITY = [
    Column("mesh", "mesh"),
    Column("method", "method"),
    Column("vertices", "vertices", ","),
    Column("prepared", "prepare s", ".2f"),
    Column("time", "pose ms", ".1f"),
    Column("arap", "ARAP energy", ".3e"),
    Column("own", "our energy", ".3e"),
    Column("volume", "volume %", "+.1f"),
    Column("worst", "worst triangle", ".1f"),
    Column("folds", "folds"),
    Column("spike", "at handles", ".1f"),
]
NOTE = (
    f"libigl: iterations until its energy is within {100 * (NEAR - 1):.0f}% of that after {ITERATIONS}; "
    "Handle IK: as many rounds. Ours: a drag from rest to the end, at full resolution; live: one move of the "
    "skin from a neighbouring pose. ARAP energy: spokes and rims, as libigl's, by area. Volume: change. "
    "Worst triangle: its largest stretch or shrinkage. Folds: sharp edges that were none. At handles: the "
    "longest edge of a held vertex against rest. Times are of the processor, those of Open3D and Blender "
    f"with their factor. Blender: repeat {REPEAT}."
)


def tables(*, quick: bool = False) -> list[Table]:
    """Quality and time, live moves by size, other triangles, smoothness."""
    pulls = [*bars(500 if quick else VERTICES), *(make() for make in (REAL[:1] if quick else REAL))]
    quality = Table("Pulls", QUALITY, note=f"{NOTE} {blender.missing()}".strip())
    for pull in pulls:
        _add_pull(quality, pull)
    return [
        quality,
        _sizes(pulls[-1], 0 if quick else 2),
        _tessellation(pulls[2:4]),
        _smoothness(pulls[2:], 6 if quick else STEPS),
    ]


def _add_pull(table: Table, pull: Pull) -> None:
    mesh = pull.mesh
    goal = mesh.V.copy()
    goal[pull.held] = pull.targets
    handles = [Handle.of(f"point {i}", [int(v)]) for i, v in enumerate(pull.held)]
    peer = HandleIK(mesh, Handles.of(mesh, handles))
    arap = Arap(peer.shape, peer.editor.hold)
    rig, prepared = worked(lambda: pliant.ElasticIK(mesh))
    grip = rig.grab(pull.held.tolist())
    area = float(rig.body.area) * rig.shape.frame.diagonal**2

    def add(method: str, V: Vertices, seconds: float, **more: Cell) -> None:
        table.add(
            {
                "mesh": pull.name,
                "method": method,
                "vertices": mesh.n,
                "time": 1e3 * seconds,
                "arap": arap.energy(V, goal) / area,
                "volume": 100 * (volume(V, mesh.F) / volume(mesh.V, mesh.F) - 1),
                "worst": float(stretches(mesh.V, V, mesh.F).max()),
                "folds": folds(mesh.V, V, mesh.F),
                "spike": spike(pull, V),
                **more,
            }
        )

    # The first pose that settles makes the factor; at rest none is needed.
    _, factor = worked(lambda: grip.drag(grip.held.rest + 1e-3 * mesh.diagonal))
    pose, seconds = worked(lambda: grip.drag(pull.targets))
    add("Elastic IK", pose.V, seconds, prepared=prepared + factor, own=pose.energy)
    live, seconds = _live(grip, pull)
    add("Elastic IK, live", grip.posed(live).V, seconds, own=live.energy)
    libigl, prepared = worked(lambda: Libigl(peer.shape, pull.held))
    V, rounds, seconds = _libigl(libigl, goal, lambda x: arap.energy(x, goal))
    add("libigl ARAP", V, seconds, prepared=prepared)
    V, seconds = worked(lambda: arap.refined(goal.copy(), goal, rounds=rounds))
    add("Handle IK's ARAP", V, seconds)
    if open3d_installed() and mesh.n < LARGE:
        V, seconds = worked(lambda: Open3d(peer.shape, pull.held).iterated(goal, rounds))
        add("Open3D ARAP", V, seconds)
    if not blender.missing():
        V, seconds = blender.laplacian_deformed(mesh, pull.held, pull.targets, repeat=REPEAT)
        add("Blender's Laplacian Deform", V, seconds)


def _live(grip: pliant.Grip, pull: Pull) -> tuple[pliant.Pulled, float]:
    """The last pose of a hand that goes to the targets, and the median time of a move."""
    pose, rest, times = None, grip.held.rest, []
    for share in np.linspace(0.0, 1.0, LIVE_MOVES + 1)[1:]:
        targets = rest + share * (pull.targets - rest)
        pose, took = worked(lambda targets=targets, pose=pose: grip.pull(targets, pose, budget=0.01))
        times.append(took)
    return pose, float(np.median(times))


def _sizes(pull: Pull, finer: int) -> Table:
    """The live level on a mesh and on its subdivisions."""
    table = Table(
        "Live moves",
        [
            Column("mesh", "mesh"),
            Column("vertices", "vertices", ","),
            Column("made", "make s", ".1f"),
            Column("solve", "solve ms", ".2f"),
            Column("skin", "skin ms", ".1f"),
        ],
        note="The median of a hand's moves on its way; in the studio the graphics card skins.",
    )
    for times in range(finer + 1):
        mesh = pull.mesh
        for _ in range(times):
            mesh = subdivided(PoseSet.of_positions(mesh, mesh.V[None])).mesh
        rig, made = worked(lambda mesh=mesh: pliant.ElasticIK(mesh))
        grip = rig.grab(pull.held.tolist())
        pose, solve = _live(grip, pull)
        _, skin = worked(lambda grip=grip, pose=pose: grip.posed(pose))
        table.add(
            {"mesh": pull.name, "vertices": mesh.n, "made": made, "solve": 1e3 * solve, "skin": 1e3 * skin}
        )
    return table


def _libigl(libigl: Libigl, goal: Vertices, energy: Callable[[Vertices], float]) -> tuple[Floats, int, float]:
    """The first pose with nearly the last energy, its iterations and their time."""
    x, poses, seconds = goal.copy(), [], 0.0
    for _ in range(ITERATIONS // BLOCK):
        x, took = worked(lambda x=x: libigl.iterated(goal, x, BLOCK))
        seconds += took
        poses.append((energy(x), x, seconds))
    last = poses[-1][0]
    first = next(i for i, each in enumerate(poses) if each[0] <= NEAR * last)
    return poses[first][1], BLOCK * (first + 1), poses[first][2]


def _tessellation(pulls: Sequence[Pull]) -> Table:
    """The same pull on other triangles of the same shapes."""
    table = Table(
        "Other triangles",
        [
            Column("mesh", "mesh"),
            Column("form", "triangles"),
            Column("vertices", "vertices", ","),
            Column("shape", "shape off %", ".2f"),
            Column("held", "held off %", ".2f"),
            *(
                Column(f"{who}_{what}", f"{name} {what} %", ".2f")
                for who, name in (("ours", "Elastic IK"), ("libigl", "libigl"))
                for what in ("RMS", "max", "tips")
            ),
        ],
        note="Distance from the pose of the given mesh at its vertices, in % of the diagonal. Wanted: < 2. "
        "Both are held at points that both shapes have: vertices of the other one, and the points of the "
        "given surface nearest to them (libigl: the nearest vertices). Tips: the largest distance where the "
        "given mesh is held at its own tips, which the other may have lost. Shape, held: how far the given "
        "vertices, and the held ones, are from the other surface at rest.",
    )
    for pull in pulls:
        tips = {"ours": _our_pose(pull), "libigl": _their_pose(pull)}
        for form, mesh in _remeshed(pull.mesh).items():
            table.add({"mesh": pull.name, "form": form, **_other_triangles(pull, mesh, tips)})
    return table


def _other_triangles(pull: Pull, mesh: Mesh, tips: dict[str, Vertices]) -> dict[str, Cell]:
    """How far the same pull of another mesh ends from that of the given one, held at its tips or beside."""
    given, size = pull.mesh, pull.mesh.diagonal
    held = _nearest(mesh, given.V[pull.held])
    ways = pull.targets - given.V[pull.held]
    moved = Pull(pull.name, mesh, held, mesh.V[held] + ways)
    beside = _nearest(given, mesh.V[held])
    both = {
        "ours": _pose_at_points(given, mesh.V[held], ways),
        "libigl": _their_pose(Pull(pull.name, given, beside, given.V[beside] + ways)),
    }
    off = np.sqrt(igl.point_mesh_squared_distance(given.V.copy(), mesh.V.copy(), mesh.F.copy())[0])
    row: dict[str, Cell] = {
        "vertices": mesh.n,
        "shape": 100 * float(np.max(off)) / size,
        "held": 100 * float(np.max(off[pull.held])) / size,
    }
    for who, solve in (("ours", _our_pose), ("libigl", _their_pose)):
        way = _carried(mesh, solve(moved), given)
        far, at_tips = (
            100 * np.linalg.norm(way - (V - given.V), axis=1) / size for V in (both[who], tips[who])
        )
        row |= {
            f"{who}_RMS": float(np.sqrt((far**2).mean())),
            f"{who}_max": float(far.max()),
            f"{who}_tips": float(at_tips.max()),
        }
    return row


def _nearest(mesh: Mesh, points: Floats) -> Ints:
    """(h,) the vertices of a mesh nearest to points (h, 3)."""
    return np.array([np.argmin(((mesh.V - point) ** 2).sum(axis=1)) for point in points])


def _pose_at_points(mesh: Mesh, points: Floats, ways: Floats) -> Vertices:
    """Our pose of a mesh held at its surface's nearest points to points (h, 3), which go by ways (h, 3)."""
    face, at, w = _on_surface(mesh, points)
    return pliant.ElasticIK(mesh).grab(pliant.Anchors(face, w)).drag(at + ways).V


def _on_surface(mesh: Mesh, points: Floats) -> tuple[Ints, Floats, Floats]:
    """The nearest points of a mesh to points (h, 3): triangles (h,), places (h, 3) and weights (h, 3)."""
    found = igl.point_mesh_squared_distance(points.copy(), mesh.V.copy(), mesh.F.copy())
    face, at = np.asarray(found[1]), np.asarray(found[2])
    a, b, c = (mesh.V[mesh.F[face, i]].copy() for i in range(3))
    w = np.clip(np.asarray(igl.barycentric_coordinates(at, a, b, c)), 0.0, 1.0)
    return face, at, w / w.sum(axis=1, keepdims=True)


def _remeshed(mesh: Mesh) -> dict[str, Mesh]:
    """Coarser, finer, and uneven: few triangles where the surface is flat."""
    fine = subdivided(PoseSet.of_positions(mesh, mesh.V[None])).mesh
    return {
        "a third": _reduced(igl.decimate, mesh),
        "a third, uneven": _reduced(igl.qslim, mesh),
        "four times": fine,
        "four thirds, uneven": _reduced(igl.qslim, fine),
    }


def _reduced(reduce: Callable[..., Any], mesh: Mesh) -> Mesh:
    """With a third of the triangles."""
    V, F = np.asfortranarray(mesh.V), np.asfortranarray(mesh.F.astype(np.int32))
    return Mesh.of(*reduce(V, F, len(F) // 3)[:2])


def _our_pose(pull: Pull) -> Vertices:
    return pliant.ElasticIK(pull.mesh).grab(pull.held.tolist()).drag(pull.targets).V


def _their_pose(pull: Pull) -> Vertices:
    goal = pull.mesh.V.copy()
    goal[pull.held] = pull.targets
    data = igl.ARAPData()
    data.max_iter = ITERATIONS
    igl.arap_precomputation(pull.mesh.V.copy(), pull.mesh.F.copy(), 3, pull.held.astype(np.int32), data)
    return np.asarray(igl.arap_solve(pull.targets, data, goal))


def _carried(mesh: Mesh, V: Vertices, onto: Mesh) -> Floats:
    """(n, 3) displacements of the vertices of a mesh, by those of the nearest points of another."""
    face, _, w = _on_surface(mesh, onto.V)
    return np.einsum("ni,nic->nc", w, (V - mesh.V)[mesh.F[face]])


def _smoothness(pulls: Sequence[Pull], steps: int) -> Table:
    """One of five pins once around a circle, as the benchmark `smoothness` has it."""
    table = Table(
        "Circles of 10%",
        [
            Column("mesh", "mesh"),
            Column("vertices", "vertices", ","),
            Column("drag", "drags", ".2f"),
            Column("live", "live", ".2f"),
            Column("closed", "closes to %", ".4f"),
        ],
        note="The largest step of any vertex over the pin's: 1 where nothing moves farther than the pin.",
    )
    for pull in pulls:
        if pull.mesh.n > LARGE:
            continue
        grip = pliant.ElasticIK(pull.mesh).grab(spread_pins(pull.mesh.V, 5).tolist())
        path = circle(grip.held.rest, 0, RADIUS * pull.mesh.diagonal, (0, 1))[: steps + 1]
        step = float(np.linalg.norm(path[1] - path[0], axis=1).max())
        row: dict[str, Cell] = {"mesh": pull.name, "vertices": pull.mesh.n}
        for name, budget in (("drag", None), ("live", 0.01)):
            poses = [grip.drag(path[0])]
            for targets in path[1:]:
                poses.append(grip.drag(targets, poses[-1], budget=budget))
            V = np.stack([pose.V for pose in poses])
            row[name] = float(np.linalg.norm(np.diff(V[1:], axis=0), axis=2).max()) / step
            if name == "drag" and steps == STEPS:
                row["closed"] = 100 * float(np.linalg.norm(V[-1] - V[0], axis=1).max()) / pull.mesh.diagonal
        table.add(row)
    return table
