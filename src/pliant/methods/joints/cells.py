"""The cells of each component: its oriented box, whole or cut up [Xu2009, sec. 4.1].

A soft component's box is cut into equal cells, of which those are kept that hold surface or lie inside. An
adaptive one joins eight cells inside into one, again and again, so that only its surface is fine.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import binary_fill_holes

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.mechanism.mechanism import Mechanism, Soft

# Surface samples lie this share of a cell apart, so that no cell that holds surface is missed by much.
SAMPLES = 0.5
# A flat component's box is at least this share of its longest side thick, so that its cells have corners.
THINNEST = 1e-3
# Its axes (3, 3) in rows, middle (3,) and half sides (3,).
Box = tuple[Floats, Floats, Floats]
CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


@dataclass(frozen=True, eq=False)
class Cells:
    """All cells of a mechanism, component by component.

    component: (k,) the component of each cell
    centre:    (k, 3)
    axes:      (k, 3, 3) directions of its sides, in rows
    half:      (k, 3) half the lengths of its sides
    pairs:     (p, 2) neighbours within a component
    strength:  (p,) how firmly they hang together, by the area that they share; 1 for equal cells
    """

    component: Ints
    centre: Floats
    axes: Floats
    half: Floats
    pairs: Ints
    strength: Floats

    def __len__(self) -> int:
        return len(self.component)

    def corners(self) -> Floats:
        """(k, 8, 3) the corners of each cell."""
        offset = np.einsum("ci,ki,kij->kcj", CORNERS, self.half, self.axes)
        return self.centre[:, None] + offset


def cells(mechanism: Mechanism) -> Cells:
    """The cells of every component of a mechanism: one for a rigid component, many for a soft one."""
    found: list[Cells] = []
    for number, component in enumerate(mechanism.components):
        V = mechanism.mesh.V[mechanism.component == number]
        axes, middle, half = oriented_box(V)
        if component.soft is None:
            none = np.empty((0, 2), dtype=np.int64)
            found.append(_placed(number, axes, middle, np.zeros((1, 3)), half[None], (none, np.empty(0))))
        else:
            F = mechanism.mesh.F[mechanism.faces(number)]
            found.append(_cut(number, component.soft, (axes, middle, half), V, mechanism.mesh.V[F]))
    firsts = np.cumsum([0, *(len(each) for each in found)])
    return Cells(
        np.concatenate([each.component for each in found]),
        np.concatenate([each.centre for each in found]),
        np.concatenate([each.axes for each in found]),
        np.concatenate([each.half for each in found]),
        np.concatenate([each.pairs + first for each, first in zip(found, firsts, strict=False)]),
        np.concatenate([each.strength for each in found]),
    )


def oriented_box(V: Vertices) -> Box:
    """The box of V (n, 3) along its main directions: right-handed axes (3, 3), middle (3,), half sides."""
    centred = V - V.mean(axis=0)
    axes = np.linalg.eigh(centred.T @ centred)[1].T[::-1].copy()
    axes[2] = np.cross(axes[0], axes[1])
    local = V @ axes.T
    low, high = local.min(axis=0), local.max(axis=0)
    half = (high - low) / 2
    return axes, (low + high) / 2 @ axes, np.maximum(half, THINNEST * max(half.max(), np.finfo(float).tiny))


def _cut(number: int, soft: Soft, box: Box, points: Vertices, triangles: Floats) -> Cells:
    """The cells of a soft component that hold points (v, 3) or triangles (m, 3, 3), and those inside."""
    axes, middle, half = box
    side = 2 * half.max() / soft.cells
    shape = np.maximum(1, np.round(2 * half / side)).astype(int)
    size = 2 * half / shape
    points = np.concatenate([points, *_samples(triangles, SAMPLES * float(size.min()))])
    place = np.clip(((points - middle) @ axes.T + half) // size, 0, shape - 1).astype(int)
    surface = np.zeros(shape, dtype=bool)
    surface[tuple(place.T)] = True
    labels = _labels(surface, np.asarray(binary_fill_holes(surface)), adaptive=soft.adaptive)
    ids, flat = np.unique(labels[labels >= 0], return_inverse=True)
    where = np.argwhere(labels >= 0)
    low = np.full((len(ids), 3), np.iinfo(np.int64).max)
    high = np.zeros((len(ids), 3), dtype=np.int64)
    np.minimum.at(low, flat, where)
    np.maximum.at(high, flat, where + 1)
    centre = ((low + high) / 2) * size - half
    return _placed(number, axes, middle, centre, (high - low) * size / 2, _neighbours(labels, size))


def _samples(triangles: Floats, spacing: float) -> list[Floats]:
    """Points on triangles (m, 3, 3), closer together than the spacing."""
    long = np.linalg.norm(triangles - np.roll(triangles, 1, axis=1), axis=2).max(axis=1, initial=0.0)
    steps = np.ceil(long / spacing).astype(int)
    out = []
    for count in np.unique(steps[steps > 1]):
        i, j = np.meshgrid(np.arange(count + 1), np.arange(count + 1), indexing="ij")
        inside = i + j <= count
        u, v = i[inside] / count, j[inside] / count
        weights = np.stack([1 - u - v, u, v], axis=1)
        out.append((weights @ triangles[steps == count]).reshape(-1, 3))
    return out


def _labels(surface: Array, solid: Array, *, adaptive: bool) -> Ints:
    """(x, y, z) the number of the cell that each place belongs to, −1 for none."""
    labels = np.where(solid, np.arange(solid.size).reshape(solid.shape), -1)
    inside, step = solid & ~surface, 2
    while adaptive and step <= min(solid.shape):
        block = np.stack(np.meshgrid(*(np.arange(s) // step for s in solid.shape), indexing="ij"), axis=-1)
        key = np.ravel_multi_index(tuple(np.moveaxis(block, -1, 0)), tuple(solid.shape))
        whole = np.bincount(key.ravel(), weights=inside.ravel()) == step**3
        joined = whole[key]
        first = np.full(len(whole), -1)
        np.maximum.at(first, key.ravel(), labels.ravel())
        labels = np.where(joined, first[key], labels)
        inside, step = joined, 2 * step
    return labels


def _neighbours(labels: Ints, size: Floats) -> tuple[Ints, Floats]:
    """pairs (p, 2) of cells that share a face, numbered as np.unique has them; strength (p,)."""
    ids = np.unique(labels[labels >= 0])
    numbered = np.where(labels >= 0, np.searchsorted(ids, labels), -1)
    area, pairs = [], []
    for axis in range(3):
        ahead = np.moveaxis(numbered, axis, 0)
        a, b = ahead[:-1].ravel(), ahead[1:].ravel()
        touch = (a >= 0) & (b >= 0) & (a != b)
        pairs.append(np.stack([a[touch], b[touch]], axis=1))
        area.append(np.full(int(touch.sum()), np.prod(size) / size[axis] ** 2))
    both, which = np.unique(np.concatenate(pairs), axis=0, return_inverse=True)
    # Area over distance of the smallest cells; in units of a mean one's.
    strength = np.bincount(which.ravel(), weights=np.concatenate(area), minlength=len(both))
    return both.astype(np.int64).reshape(-1, 2), strength / np.cbrt(np.prod(size))


def _placed(
    number: int, axes: Floats, middle: Floats, centre: Floats, half: Floats, neighbours: tuple[Ints, Floats]
) -> Cells:
    """Cells of a component from centres (k, 3) and half sides in the coordinates of its box."""
    k = len(centre)
    return Cells(
        np.full(k, number),
        centre @ axes + middle,
        np.broadcast_to(axes, (k, 3, 3)).copy(),
        np.broadcast_to(half, (k, 3)).copy(),
        *neighbours,
    )
