"""Small meshes with handles, and random sculpted sets, for the tests of Handle IK."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, frozen
from pliant.immutable import freeze_arrays
from pliant.mesh import Mesh
from pliant.methods.handles.chains import Chains, chains
from pliant.methods.handles.editor import Editor
from pliant.methods.handles.energy import Task, points_at
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.sculpt import Sculpted, SculptedPose
from pliant.methods.handles.surface import WeldedSurface, surface
from pliant.methods.handles.transforms import Move, Scale, Transformation, Turn, composed
from pliant.samples.bar import bar


def fraction(step: Transformation, t: float = 1.0) -> Floats:
    """(4, 4) the fraction t of a transformation."""
    return composed([step], t)


def ends(vertices: int = 132, *, rigidity: float = 1.0) -> tuple[Mesh, Handles]:
    """A bar with a handle at either end."""
    mesh = bar(vertices).mesh
    x = mesh.V[:, 0]
    return mesh, Handles.of(
        mesh, [Handle.of("left", x < 0.15), Handle.of("right", x > 0.85, rigidity=rigidity)]
    )


def sheet(side: int = 8) -> Mesh:
    """A flat square sheet of side × side vertices with an open border, slightly crumpled."""
    u, v = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    V = np.stack([u, v, np.zeros_like(u)], axis=2).reshape(-1, 3) / (side - 1.0)
    V = V + 0.02 * np.random.default_rng(3).normal(size=V.shape)
    a = (side * u + v)[:-1, :-1].ravel()
    F = np.concatenate([np.stack([a, a + side, a + 1], 1), np.stack([a + 1, a + side, a + side + 1], 1)])
    return Mesh.of(V, F)


def editor_of(
    mesh: Mesh, handles: Handles, hold=Hold.exact, *, weighting="umbrella", frames="blended"
) -> Editor:
    """An editor as a rig has it: arrays that can be written are another type, and compile kernels anew."""
    shape = surface(mesh)
    editor = Editor(shape, hold(*handles.on(shape)), len(handles), weighting=weighting, frames=frames)
    freeze_arrays(editor)
    return editor


def carried(M: Floats, V: Floats) -> Floats:
    """V (n, 3) moved by M (4, 4)."""
    return V @ M[:3, :3].T + M[:3, 3]


def some_motion(scale: float = 1.0) -> Floats:
    """(4, 4) a turn and a move that leave nothing in place."""
    return composed([Turn((1, 2, 3), 130, (3, 2, 1)), Move((5, -2, 1)), Scale(scale, (0.3, 0.2, 0.1))])


def goal(shape: WeldedSurface, editor: Editor, M: Floats) -> Floats:
    """(n, 3) where the handles' matrices (H, 4, 4) carry the vertices that they hold; the others at rest."""
    owner = editor.hold.owner
    own = M[np.maximum(owner, 0)]
    placed = np.einsum("nij,nj->ni", own[:, :3, :3], shape.V) + own[:, :3, 3]
    return np.where((owner >= 0)[:, None], placed, shape.V)


def random_sculpted(rng: np.random.Generator, handles: int, poses: int, steps: int = 2) -> Sculpted:
    """Handles about the origin, and poses that turn, move and scale some of them."""
    held = Handles(
        tuple(Handle.of(f"h{i}", [i], centre=0.3 * rng.normal(size=3)) for i in range(handles)), handles
    )
    shelf = []
    for i in range(poses):
        pose = SculptedPose(f"p{i}")
        for _ in range(steps):
            names = [name for name in held.names if rng.random() < 0.35] or [held.names[0]]
            kind = rng.choice(["turn", "turn", "move", "scale"])
            if kind == "turn":
                pose = pose.turned(held, names, rng.normal(size=3), 50.0 * rng.normal())
            elif kind == "move":
                pose = pose.moved(names, 0.2 * rng.normal(size=3))
            else:
                pose = pose.scaled(held, names, float(np.exp(0.2 * rng.normal())))
        shelf.append(pose)
    return Sculpted.of(held, shelf)


def frozen_chains(sculpted: Sculpted) -> Chains:
    """The chains as a rig has them, read-only."""
    return Chains(*(frozen(array, array.dtype) for array in chains(sculpted)))


def random_task(
    rng: np.random.Generator, sculpted: Sculpted, anchors: int, order: np.ndarray, **terms: float
) -> tuple[Chains, Task]:
    """Points on random handles, with targets near what some mixture reaches."""
    P = len(sculpted)
    handle = np.sort(rng.integers(len(sculpted.handles), size=anchors))
    point = np.column_stack([0.3 * rng.normal(size=(anchors, 3)), np.ones(anchors)])
    chain = frozen_chains(sculpted)
    values = {"amount": 0.0, "size": 1e-4, "unity": 0.0, "example": 0.0, "last": 0.0, **terms}
    task = Task(
        order=frozen(order, np.int64),
        handle=frozen(handle, np.int64),
        point=frozen(point, np.float64),
        row=frozen(np.arange(anchors), np.int64),
        target=np.zeros((anchors, 3)),
        scale=1.0,
        **values,
        counts=frozen(np.ones(P), np.float64),
        before=np.zeros(P),
        lower=frozen(np.full(P, -np.inf), np.float64),
        upper=frozen(np.full(P, np.inf), np.float64),
    )
    x = np.empty((anchors, 3))
    points_at(chain, task, 1.2 * rng.dirichlet(np.ones(P)), x, np.empty((0, 3, P)))
    return chain, task._replace(target=x + 0.1 * rng.normal(size=x.shape))
