"""The work of `pliant pick`: vertices at places, under pixels and under names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from pliant.arrays import Floats
from pliant.cli.console import Console, usage
from pliant.cli.picture import Seen, draw_shots, view_of
from pliant.cli.source import is_rig, poses_of
from pliant.errors import MeshError
from pliant.geometry.extremities import extremities
from pliant.geometry.surface_graph import surface_graph
from pliant.mesh import Mesh, PoseSet
from pliant.registry import open_rig
from pliant.words import Facts

# Directions of the ends of a model that looks along +z with y up, as in the named views.
ENDS = {
    "top": (0, 1, 0),
    "bottom": (0, -1, 0),
    "left": (1, 0, 0),
    "right": (-1, 0, 0),
    "front": (0, 0, 1),
    "back": (0, 0, -1),
}

# What was asked for -> its vertex.
Picked = dict[str, int]


def named_poses(source: list[str], names: Sequence[str]) -> PoseSet:
    """The poses of the files, or of a rig, with the landmarks that --name gives beside their own."""
    poses = _poses(source)
    given = dict(_named(text) for text in names)
    try:
        return poses.with_landmarks({**poses.mesh.landmarks, **given}) if given else poses
    except MeshError as problem:
        raise usage(str(problem), "--name") from problem


def _poses(source: list[str]) -> PoseSet:
    if not is_rig(source):
        return poses_of(source)
    rig = open_rig(source[0])
    return rig.examples or PoseSet.of_meshes([rig.mesh])


def _named(text: str) -> tuple[str, int]:
    name, _, vertex = text.partition("=")
    if not vertex.strip().isdecimal():
        raise usage(f"'{text}' is not of the form NAME=VERTEX, as in nose=4187.", "--name")
    return name.strip(), int(vertex)


def picked(mesh: Mesh, places: Sequence[str], pixels: Sequence[str], seen: Seen) -> Picked:
    """The vertices at places and under pixels; else the landmarks, or without any the ends of the body."""
    found = {place: _at_place(mesh, place, seen[1]) for place in places}
    found |= {f"pixel {pixel}": _at_pixel(mesh, pixel, seen) for pixel in pixels}
    if found or mesh.landmarks:
        return found or dict(mesh.landmarks)
    graph = surface_graph(mesh.V, mesh.F)
    return {f"end {i}": int(graph.vertex[end.node]) for i, end in enumerate(extremities(graph))}


def _at_place(mesh: Mesh, place: str, up: str) -> int:
    if place in mesh.landmarks:
        return mesh.landmarks[place]
    if place not in ENDS:
        known = ", ".join([*ENDS, *mesh.landmarks])
        raise usage(f"There is no place '{place}'; there are {known}.", "--place")
    return int((_used(mesh) @ _direction(place, up)).argmax())


def _direction(place: str, up: str) -> Floats:
    x, y, z = ENDS[place]
    return np.array([x, -z, y] if up == "z" else [x, y, z], dtype=np.float64)


def _used(mesh: Mesh) -> Floats:
    """(n, 3) positions; those that no triangle uses in the middle, so that they are at no end."""
    used = np.zeros(mesh.n, dtype=bool)
    used[mesh.F.ravel()] = True
    return np.where(used[:, None], mesh.V, mesh.V[used].mean(axis=0))


def _at_pixel(mesh: Mesh, pixel: str, seen: Seen) -> int:
    from pliant.figures.picking import vertex_at

    try:
        column, row = (float(number) for number in pixel.split(","))
    except ValueError as problem:
        raise usage(f"'{pixel}' is no pixel such as 800,450.", "--at") from problem
    vertex = vertex_at(mesh, (column, row), view=view_of(seen, "all"))
    if vertex is None:
        raise usage(f"The pixel {pixel} shows no part of the model; look at --picture.", "--at")
    return vertex


def draw(mesh: Mesh, found: Picked, path: Path, seen: Seen, console: Console) -> None:
    """Draw the mesh with a dot and the number of each vertex that was found."""
    from pliant.figures import Shot
    from pliant.figures.overlay import Dot, Label, Overlay

    dots = tuple(Dot(mesh.V[vertex], "dragged", 0.25) for vertex in found.values())
    labels = tuple(Label(mesh.V[vertex], _label(words, vertex)) for words, vertex in found.items())
    draw_shots([Shot(mesh, overlay=Overlay(dots=dots, labels=labels))], path, seen, console)


def _label(words: str, vertex: int) -> str:
    return str(vertex) if words.startswith(("pixel ", "end ")) else f"{words} {vertex}"


def told(mesh: Mesh, found: Picked) -> tuple[str, Facts]:
    """The vertices in words and as data."""
    width = max(len(str(vertex)) for vertex in found.values())
    lines = [
        f"{vertex:>{width}}  {', '.join(f'{x:.4g}' for x in mesh.V[vertex])}  {words}"
        for words, vertex in found.items()
    ]
    items = [
        {"what": words, "vertex": vertex, "position": mesh.V[vertex].tolist()}
        for words, vertex in found.items()
    ]
    return "\n".join(lines), {"verb": "pick", "vertices": items, "landmarks": dict(mesh.landmarks)}
