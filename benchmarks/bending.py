"""What becomes of volume and of edges where soft parts bend? Ours beside libigl's ARAP and Blender's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from benchmarks import blender
from benchmarks.arap_peers import Libigl
from benchmarks.bent_shapes import Shape, armadillo, bars, camel, knight
from benchmarks.handle_cases import goals, held
from benchmarks.results import RESULTS, Cell, Column, Table
from pliant.arrays import Vertices
from pliant.figures import Shot, render
from pliant.geometry.topology import edges
from pliant.mesh import Mesh
from pliant.methods.handles.arap import Arap
from pliant.methods.handles.options import PRINTED, HandleOptions
from pliant.methods.handles.rig import HandleIK

# libigl's ARAP from rest, and our refinement.
ITERATIONS, ROUNDS = 200, 10
REPEAT = 10  # of Blender's modifier; its own default is 1
OURS = {
    "ours": HandleOptions(),
    "ours, umbrella": HandleOptions(weighting="umbrella"),
    f"ours, ARAP {ROUNDS} rounds": HandleOptions(refinement=ROUNDS),
    "as printed": PRINTED,
}
COLUMNS = [
    Column("shape", "shape"),
    Column("method", "method"),
    Column("volume", "volume %", "+.1f"),
    Column("edges", "edges RMS %", ".1f"),
    Column("worst", "edges 99% %", ".0f"),
    Column("flips", "folded edges"),
    Column("energy", "ARAP energy", ".3f"),
    Column("missed", "handles missed %", ".2f"),
]
NOTE = (
    "Volume: its change. Edges: change of length, of those with a free end; RMS, and what 99 of 100 stay "
    "below. Folded: edges whose two triangles face away from each other by more than 120° and did not at "
    "rest. ARAP energy: of spokes and rims, as a share of libigl's. Missed: the farthest any vertex of a "
    "handle is from its place, in % of the mesh's size. libigl: "
    f"{ITERATIONS} iterations from rest. Blender: Laplacian Deform, repeat {REPEAT}."
)
FOLDED = -0.5  # cosine
CLAY, STRIPE, HELD = (0.86, 0.80, 0.74), (0.70, 0.55, 0.45), (0.45, 0.62, 0.72)


def tables(*, quick: bool = False) -> list[Table]:
    """One row per shape and method; the pictures are written beside the tables."""
    table = Table("Bending", COLUMNS, note=f"{NOTE} {blender.missing()}".strip())
    shapes = bars()[:1] if quick else [*bars(), knight(), camel(), armadillo()]
    for shape in shapes:
        posed = _poses(shape)
        rows = _rows(shape, posed)
        for row in rows:
            table.add(row)
        if not quick:
            _draw(shape, posed)
    return [table]


def _poses(shape: Shape) -> dict[str, Vertices]:
    """(n, 3) of each method."""
    posed: dict[str, Vertices] = {} if shape.exact is None else {"exact": shape.exact}
    for name, options in OURS.items():
        posed[name] = HandleIK(shape.mesh, shape.handles, options=options).deform(shape.matrices)
    rig = HandleIK(shape.mesh, shape.handles)
    goal, rigid = goals(rig, shape.matrices), held(rig)
    user = rig.shape.of_user
    posed["libigl's ARAP"] = Libigl(rig.shape, rigid).iterated(goal, goal.copy(), ITERATIONS)[user]
    if not blender.missing():
        rows = np.flatnonzero(rig.editor.hold.rigid[user])
        posed["Blender"], _ = blender.laplacian_deformed(shape.mesh, rows, goal[user][rows], repeat=REPEAT)
    return posed


def _rows(shape: Shape, posed: Mapping[str, Vertices]) -> list[dict[str, Cell]]:
    rig = HandleIK(shape.mesh, shape.handles)
    first = np.unique(rig.shape.of_user, return_index=True)[1]
    goal, rigid = goals(rig, shape.matrices), rig.editor.hold.rigid
    arap = Arap(rig.shape, rig.editor.hold)
    least = arap.energy(posed["libigl's ARAP"][first], goal)
    rest = Mesh.of(rig.shape.V, rig.shape.F)
    soft = ~rigid[edges(rest.F)].all(axis=1)
    rows = []
    for name, V in posed.items():
        x = V[first]
        change = np.abs(lengths(rest.F, x) / lengths(rest.F, rest.V) - 1.0)[soft]
        rows.append(
            {
                "shape": shape.name,
                "method": name,
                "volume": 100.0 * (volume(rest.F, x) / volume(rest.F, rest.V) - 1.0),
                "edges": 100.0 * float(np.sqrt((change**2).mean())),
                "worst": 100.0 * float(np.percentile(change, 99)),
                "flips": int((folded(rest.F, x) & ~folded(rest.F, rest.V)).sum()),
                "energy": arap.energy(x, goal) / least,
                "missed": 100.0 * float(np.abs(x - goal)[rigid].max()) / rig.shape.size,
            }
        )
    return rows


def lengths(F: np.ndarray, V: Vertices) -> np.ndarray:
    """(e,) of the edges."""
    a, b = edges(F).T
    return np.linalg.norm(V[a] - V[b], axis=1)


def volume(F: np.ndarray, V: Vertices) -> float:
    """Enclosed by the triangles; open borders count as closed by a cone over the mesh's middle."""
    a, b, c = (V[F[:, i]] - V.mean(axis=0) for i in range(3))
    return float((np.cross(a, b) * c).sum() / 6.0)


def folded(F: np.ndarray, V: Vertices) -> np.ndarray:
    """(e',) of the edges between two triangles: whether these face away from each other."""
    normal = np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])
    size = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = np.divide(normal, size, where=size > 0.0, out=np.zeros_like(normal))
    ends = np.sort(np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]]), axis=1)
    order = np.lexsort(ends.T)
    same = (ends[order][1:] == ends[order][:-1]).all(axis=1)
    face = np.tile(np.arange(len(F)), 3)[order]
    return (normal[face[:-1][same]] * normal[face[1:][same]]).sum(axis=1) < FOLDED


def _draw(shape: Shape, posed: Mapping[str, Vertices]) -> None:
    """All methods side by side, the handles coloured."""
    colour = np.tile(CLAY, (shape.mesh.n, 1))
    if shape.stripes is not None:
        colour[shape.stripes] = STRIPE
    for handle in shape.handles:
        colour[handle.vertices] = HELD
    shots = [
        Shot(shape.mesh.moved(V), name, colour=colour) for name, V in [("rest", shape.mesh.V), *posed.items()]
    ]
    path = RESULTS / f"bending {shape.name.replace('°', '')}.png".replace(" ", "_")
    render(shots, path, size=(2000, 1100), view=shape.view)
