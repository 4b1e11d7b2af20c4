"""Triangles of props: simple shapes, meshes put upright, and lines of the journal."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Faces, Floats, Vertices
from pliant.io.linkage import shapes
from pliant.mesh import Mesh
from pliant.studio.wire.pins import Up
from pliant.studio.wire.values import MessageError, value_of

# Turns what has y up so that z is up, and back.
Y_TO_Z = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
# Sides of simple shapes in diagonals of the model: what a foot can be put on.
BOX = (0.25, 0.12, 0.25)
RAMP = (0.25, 0.12, 0.4)
STEPS, STEP = 4, (0.3, 0.05, 0.1)
BALL, PILLAR = 0.1, (0.08, 0.4)


@dataclass(frozen=True, eq=False)
class PropShape:
    """V: (n, 3) around the middle of its underside, F: (m, 3); title: what it is called at first."""

    title: str
    V: Vertices
    F: Faces


def upright(title: str, V: Vertices, F: Faces, axis: Up, up: Up) -> PropShape:
    """A shape whose own axis `axis` is up, for a scene where `up` is; its origin comes under its middle."""
    turn = np.eye(3) if axis == up else Y_TO_Z if up == "z" else Y_TO_Z.T
    turned = V @ turn.T
    low, high = turned.min(axis=0), turned.max(axis=0)
    origin = (low + high) / 2
    height = "xyz".index(up)
    origin[height] = low[height]
    return PropShape(title, turned - origin, F)


def simple(kind: str, diagonal: float, up: Up) -> PropShape:
    """A box, a ramp, stairs, a ball or a pillar beside a model whose bounding box has this diagonal."""
    V, F = {"box": _box, "ramp": _ramp, "stairs": _stairs, "ball": _ball, "pillar": _pillar}[kind]()
    return upright(kind.capitalize(), diagonal * V, F, "y", up)


def _box() -> tuple[Vertices, Faces]:
    made = shapes.box(np.array(BOX) / 2)
    return made.V, made.F


def _ramp() -> tuple[Vertices, Faces]:
    width, height, depth = RAMP
    return _prism(np.array([[0, 0], [depth, 0], [depth, height]]), width)


def _stairs() -> tuple[Vertices, Faces]:
    """A block for each step, side by side."""
    width, rise, tread = STEP
    places = np.arange(STEPS)
    outlines = [
        np.array([[i, 0], [i + 1, 0], [i + 1, i + 1], [i, i + 1]]) * [tread, rise] for i in places.tolist()
    ]
    blocks = [_prism(outline, width) for outline in outlines]
    V, F = zip(*blocks, strict=True)
    return np.concatenate(V), np.concatenate([each + len(V[0]) * i for i, each in enumerate(F)])


def _pillar() -> tuple[Vertices, Faces]:
    radius, height = PILLAR
    made = shapes.cylinder(radius, height / 2)
    return made.V @ Y_TO_Z, made.F  # about z, which becomes y


def _ball() -> tuple[Vertices, Faces]:
    made = shapes.sphere(BALL)
    return made.V, made.F


def _prism(outline: Floats, depth: float) -> tuple[Vertices, Faces]:
    """A convex outline (k, 2), counter-clockwise in x and y, drawn out along z by a depth."""
    k = len(outline)
    V = np.concatenate([np.column_stack([outline, np.full(k, z)]) for z in (depth, 0.0)])
    side, fan = np.arange(k), np.arange(1, k - 1)
    on = (side + 1) % k
    cap = np.column_stack([np.zeros_like(fan), fan, fan + 1])
    walls = (np.column_stack([side, side + k, on + k]), np.column_stack([side, on + k, on]))
    return V, np.concatenate([cap, cap[:, ::-1] + k, *walls])


def prop_entry(name: str, shape: PropShape) -> dict[str, Any]:
    """A prop's triangles as a line of the journal."""
    return {"prop": name, "called": shape.title, "V": _text(shape.V, "<f4"), "F": _text(shape.F, "<u4")}


def prop_of(entry: Mapping[str, Any]) -> tuple[str, PropShape]:
    """The name and the triangles of a line of the journal."""
    name, title = value_of(str, entry["prop"], "prop"), value_of(str, entry["called"], "called")
    V = _rows(entry["V"], "<f4", name).astype(np.float64)
    F = _rows(entry["F"], "<u4", name).astype(np.int64)
    mesh = Mesh.of(V, F)  # refuses triangles without corners
    return name, PropShape(title, mesh.V, mesh.F)


def _text(rows: np.ndarray, kind: str) -> str:
    return base64.b64encode(np.ascontiguousarray(rows, dtype=kind).tobytes()).decode("ascii")


def _rows(text: str, kind: str, name: str) -> np.ndarray:
    try:
        return np.frombuffer(base64.b64decode(text, validate=True), dtype=kind).reshape(-1, 3)
    except ValueError as problem:
        raise MessageError(f"The triangles of the prop '{name}' are broken: {problem}.") from problem
