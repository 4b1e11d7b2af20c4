"""The work of `pliant samples`: make, write and draw a sample."""

from __future__ import annotations

from typing import Any

from pliant.cli.console import Console, usage
from pliant.cli.output import Outputs
from pliant.cli.parting import grouped
from pliant.cli.picture import Seen, draw_mechanism, draw_strip
from pliant.core.mechanism import Mechanism
from pliant.core.mesh import PoseSet
from pliant.io import write_mechanism, write_mesh, write_poses
from pliant.samples import mechanism, sample

# What holds a mechanism with its joints, and what only its parts, as groups.
WITH_JOINTS, WITH_GROUPS = (".npz", ".glb", ".gltf", ".urdf"), (".obj",)


def character(
    name: str, vertices: int | None, outputs: Outputs, seen: Seen, console: Console
) -> dict[str, Any]:
    """Makes, writes and draws the poses of a character; returns what there is to tell."""
    outputs.check([], frames=2)
    poses = made(name, vertices, console)
    if outputs.mesh is not None:
        write_poses(outputs.mesh, poses)
        console.say(f"wrote {outputs.mesh}")
    if outputs.picture is not None:
        draw_strip(poses, outputs.picture, seen, console)
    return {"vertices": poses.n, "triangles": len(poses.F), "poses": list(poses.names)}


def mechanical(
    name: str, resolution: float, outputs: Outputs, seen: Seen, console: Console
) -> dict[str, Any]:
    """Makes, writes and draws a mechanism; returns what there is to tell."""
    Outputs(picture=outputs.picture).check([], frames=1)
    if outputs.mesh is not None and outputs.mesh.suffix.lower() not in (*WITH_JOINTS, *WITH_GROUPS):
        suffixes = ", ".join((*WITH_JOINTS, *WITH_GROUPS))
        raise usage(f"{outputs.mesh} needs a name that ends in one of {suffixes}.", "--output")
    with console.progress(f"making the {name}"):
        model = mechanism(name, resolution=resolution)
    console.say(
        f"{name}: {model.mesh.n:,} vertices, {len(model.components)} parts, {len(model.joints)} joints"
    )
    _write(model, outputs, console)
    if outputs.picture is not None:
        draw_mechanism(model, outputs.picture, seen, console)
    parts = [part.name for part in model.components]
    return {"vertices": model.mesh.n, "triangles": len(model.mesh.F), "components": parts}


def made(name: str, vertices: int | None, console: Console) -> PoseSet:
    """The sample, with about as many vertices as asked for."""
    with console.progress(f"making the {name}"):
        poses = sample(name) if vertices is None else sample(name, vertices=vertices)
    console.say(f"{name}: {poses.n:,} vertices, {len(poses)} poses")
    return poses


def _write(model: Mechanism, outputs: Outputs, console: Console) -> None:
    if outputs.mesh is None:
        return
    if outputs.mesh.suffix.lower() in WITH_GROUPS:
        write_mesh(outputs.mesh, grouped(model))
    else:
        write_mechanism(outputs.mesh, model)
    console.say(f"wrote {outputs.mesh}")
