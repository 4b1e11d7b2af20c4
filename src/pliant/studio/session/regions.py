"""Regions that pages marked: sets of vertices, and where these were shown at that moment."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.errors import AnchorError
from pliant.studio.wire.codec import plain
from pliant.studio.wire.messages import Region
from pliant.studio.wire.values import MessageError, of_json


@dataclass(frozen=True, eq=False)
class Marked:
    """A region, where its r vertices are held (r, 3), and how many steps were done before it."""

    region: Region
    at: Floats
    after: int = 0


def vertices_of(runs: tuple[int, ...], n: int) -> Ints:
    """(r,) rising numbers from runs [first, count, first, count, …] among n vertices."""
    pairs = np.array(runs, dtype=np.int64)
    if len(pairs) % 2:
        raise AnchorError(
            f"The region's runs have {len(pairs)} numbers; pairs of first and count are needed."
        )
    first, count = pairs.reshape(-1, 2).T
    wrong = np.flatnonzero((first < 0) | (count < 0) | (first > n) | (count > n - first))
    if len(wrong):
        i = int(wrong[0])
        raise AnchorError(
            f"Run {i} of the region has {count[i]} vertices from vertex {first[i]} on; "
            f"the mesh has 0 to {n - 1}."
        )
    steps = np.zeros(n + 1, dtype=np.int64)
    np.add.at(steps, first, 1)
    np.add.at(steps, first + count, -1)
    return np.flatnonzero(np.cumsum(steps[:-1]) > 0)


def rigidity_of(region: Region, n: int) -> tuple[Ints, Floats]:
    """(r,) rising vertices and how firmly each belongs to the region, above 0 and at most 1."""
    vertices_of(region.runs, n)
    counts = np.array(region.runs[1::2], dtype=np.int64)
    levels = np.array(region.levels or [255] * len(counts), dtype=np.int64)
    if len(levels) != len(counts):
        raise AnchorError(
            f"The region '{region.name[:40]}' has {len(counts)} runs and {len(levels)} levels; "
            "one for each is needed."
        )
    if len(levels) and not 1 <= levels.min() <= levels.max() <= 255:
        raise AnchorError(f"A level of the region '{region.name[:40]}' is not from 1 to 255.")
    firm = np.zeros(n, dtype=np.int64)
    for first, count, level in zip(region.runs[::2], counts, levels, strict=True):
        firm[first : first + count] = np.maximum(firm[first : first + count], level)
    chosen = np.flatnonzero(firm)
    return chosen, firm[chosen] / 255.0


def region_of(name: str, vertices: Ints, rigidity: Floats, n: int) -> Region:
    """The region of vertices (r,) with their rigidity (r,) in (0, 1], in runs of one level."""
    firm = np.zeros(n + 2, dtype=np.int64)
    firm[1 + vertices] = np.clip(np.round(255.0 * rigidity), 1, 255)
    change = np.flatnonzero(np.diff(firm))
    first, level = change, firm[change + 1]
    count = np.diff(np.append(change, n))
    own = level > 0
    runs = np.stack([first[own], count[own]], axis=1).ravel()
    levels = level[own]
    return Region(name, tuple(runs.tolist()), () if (levels == 255).all() else tuple(levels.tolist()))


def entry_of(marked: Marked) -> dict[str, Any]:
    """The region as a line of the journal."""
    at = np.ascontiguousarray(marked.at, dtype="<f8").tobytes()
    return {"region": plain(marked.region), "at": base64.b64encode(at).decode("ascii")}


def marked_of(entry: Mapping[str, Any], after: int) -> Marked:
    """The region that a line of the journal keeps."""
    region = of_json(Region, entry["region"], "region")
    try:
        at = np.frombuffer(base64.b64decode(entry["at"], validate=True), dtype="<f8").reshape(-1, 3)
    except ValueError as problem:
        raise MessageError(f"The places of the region '{region.name}' are broken: {problem}.") from problem
    return Marked(region, at, after)
