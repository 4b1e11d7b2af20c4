"""The work of `pliant samples`: make, write and draw a sample."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

from pliant.arrays import frozen
from pliant.cli.console import Console
from pliant.cli.output import PNG, Outputs
from pliant.cli.picture import Seen, draw_strip, drawing
from pliant.io import write_mechanism, write_mesh, write_poses
from pliant.mechanism.mechanism import Mechanism
from pliant.mesh import Mesh, PoseSet
from pliant.samples import mechanism, sample
from pliant.words import Facts

# What holds a mechanism with its joints, and what only its parts, as groups.
WITH_JOINTS, WITH_GROUPS = (".npz", ".glb", ".gltf", ".urdf"), (".obj",)


def character(name: str, vertices: int | None, outputs: Outputs, seen: Seen, console: Console) -> Facts:
    """Make, write and draw the poses of a character; returns what there is to tell."""
    outputs.check([], frames=2)
    poses = made(name, vertices, console)
    path, picture = outputs["output"], outputs["picture"]
    if path is not None:
        write_poses(path, poses)
        console.say(f"wrote {path}")
    if picture is not None:
        draw_strip(poses, picture, seen, console)
    return {"vertices": poses.n, "triangles": len(poses.F), "poses": list(poses.names)}


def mechanical(name: str, resolution: float, outputs: Outputs, seen: Seen, console: Console) -> Facts:
    """Make, write and draw a mechanism; returns what there is to tell."""
    outputs.check([], suffixes={"output": (*WITH_JOINTS, *WITH_GROUPS), "picture": (PNG,)})
    with console.progress(f"making the {name}"):
        model = mechanism(name, resolution=resolution)
    console.say(
        f"{name}: {model.mesh.n:,} vertices, {len(model.components)} parts, {len(model.joints)} joints"
    )
    _write(model, outputs["output"], console)
    _draw(model, outputs["picture"], seen, console)
    parts = [part.name for part in model.components]
    return {"vertices": model.mesh.n, "triangles": len(model.mesh.F), "components": parts}


def made(name: str, vertices: int | None, console: Console) -> PoseSet:
    """The sample, with about as many vertices as asked for."""
    with console.progress(f"making the {name}"):
        poses = sample(name) if vertices is None else sample(name, vertices=vertices)
    console.say(f"{name}: {poses.n:,} vertices, {len(poses)} poses")
    return poses


def _write(model: Mechanism, path: Path | None, console: Console) -> None:
    if path is None:
        return
    if path.suffix.lower() in WITH_GROUPS:
        write_mesh(path, _grouped(model))
    else:
        write_mechanism(path, model)
    console.say(f"wrote {path}")


def _draw(model: Mechanism, path: Path | None, seen: Seen, console: Console) -> None:
    if path is None:
        return
    from pliant.figures.mechanism import draw_mechanism

    with drawing(path, seen, console) as view:
        draw_mechanism(model, path, view=view)


def _grouped(mechanism: Mechanism) -> Mesh:
    """The mesh with a group for each part; a polygon between two belongs to the part of its first corner."""
    of_polygon = mechanism.component[mechanism.mesh.polygons.corners[mechanism.mesh.polygons.starts[:-1]]]
    names = [part.name for part in mechanism.components]
    groups = {name: frozen(np.flatnonzero(of_polygon == i), np.int64) for i, name in enumerate(names)}
    return replace(mechanism.mesh, groups=MappingProxyType(groups))
