"""The work of `pliant cage make`."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pliant.cli.console import Console, heading, usage
from pliant.cli.output import Outputs
from pliant.cli.picture import Seen, drawing
from pliant.cli.source import ClipChoice, is_rig, poses_of
from pliant.doctor.finding import counted
from pliant.io import write_mesh
from pliant.mesh import Mesh, PoseSet
from pliant.methods.cage.make_cage import make_cage


@dataclass(frozen=True)
class CageWish:
    """What the cage should be; None where the maker decides."""

    vertices: int | None = None
    symmetric: bool | None = None
    margin: float | None = None
    every_pose: bool = False


@dataclass(frozen=True, eq=False)
class Made:
    """A cage, what it encloses, and how long that took."""

    source: list[str]
    poses: PoseSet
    enclosed: int
    cage: Mesh
    seconds: float


def made(source: list[str], wish: CageWish, clip: ClipChoice, console: Console) -> Made:
    """Read the mesh and make a cage around it."""
    if is_rig(source):
        raise usage("A cage is made around a mesh, and this is a rig; give its mesh.", "MESH")
    with console.progress("reading") as progress:
        poses = poses_of(source, *clip)
        if wish.every_pose and len(poses) < 2:
            raise usage("There is one pose only; give several, or leave it out.", "--poses")
        began = time.perf_counter()
        given = {"vertices": wish.vertices, "margin": wish.margin}
        cage = make_cage(
            poses,
            symmetric=wish.symmetric,
            every_pose=wish.every_pose,
            progress=progress,
            **{name: value for name, value in given.items() if value is not None},
        )
    seconds = time.perf_counter() - began
    return Made(source, poses, len(poses) if wish.every_pose else 1, cage, seconds)


def write(found: Made, outputs: Outputs, console: Console) -> None:
    """Write the cage where that was asked for."""
    path = outputs["output"]
    if path is not None:
        write_mesh(path, found.cage)
        console.say(f"wrote {path}")


def draw(found: Made, outputs: Outputs, seen: Seen, console: Console) -> None:
    """Draw the mesh in its cage where that was asked for."""
    path = outputs["picture"]
    if path is None:
        return
    from pliant.methods.cage.figures.cage import draw_cage

    with drawing(path, seen, console) as view:
        draw_cage(found.poses.mesh, found.cage, path, view=view)


def tell(found: Made, outputs: Outputs, console: Console) -> None:
    """Tell what was made: words, or the JSON document."""
    cage = found.cage
    item = {
        **heading("cage make"),
        "source": found.source,
        "vertices": found.poses.n,
        "poses": found.enclosed,
        "cage": {"vertices": cage.n, "faces": len(cage.polygons)},
        "seconds": found.seconds,
        "files": outputs.names,
    }
    what = f"{counted(found.poses.n, 'vertex', 'vertices')}"
    what += f" in {found.enclosed} poses" if found.enclosed > 1 else ""
    words = (
        f"a cage of {counted(cage.n, 'vertex', 'vertices')} and {counted(len(cage.polygons), 'face')} "
        f"around {what}, made in {found.seconds:.1f} s"
    )
    console.result(words, item)
