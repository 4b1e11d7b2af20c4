"""The work of `pliant samples`: make, write and draw a sample."""

from __future__ import annotations

from pliant.cli.console import Console
from pliant.cli.output import Outputs
from pliant.core.mesh import PoseSet
from pliant.io import write_poses
from pliant.samples import sample


def made(name: str, vertices: int | None, console: Console) -> PoseSet:
    """The sample, with about as many vertices as asked for."""
    with console.progress(f"making the {name}"):
        poses = sample(name) if vertices is None else sample(name, vertices=vertices)
    console.say(f"{name}: {poses.n:,} vertices, {len(poses)} poses")
    return poses


def write(poses: PoseSet, outputs: Outputs, console: Console) -> None:
    """Writes the poses where that was asked for."""
    if outputs.mesh is not None:
        write_poses(outputs.mesh, poses)
        console.say(f"wrote {outputs.mesh}")


def draw(poses: PoseSet, outputs: Outputs, seen: tuple[str, str], console: Console) -> None:
    """Draws the poses where that was asked for."""
    if outputs.picture is not None:
        from pliant.cli.picture import draw_strip

        draw_strip(poses, outputs.picture, seen, console)
