"""The animations of a glTF file: channels that move nodes and morph weights, and their interpolation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Array, Floats
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor
from pliant.io.gltf.document import GltfDocument
from pliant.io.gltf.json_object import JsonObject

_KINDS = {"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3", "weights": "SCALAR"}

# Below this sine, sin(s·angle)/sin(angle) is inaccurate, and a straight line gives the same.
_STRAIGHT = 1e-6
# Higher rates in frames per second are taken for damage.
_FASTEST = 1e6


@dataclass(frozen=True, eq=False)
class GltfChannel:
    """The motion of one property of one node.

    path:          the property: translation, rotation, scale or weights
    interpolation: LINEAR, STEP or CUBICSPLINE
    times:         (k,) times of the keys in seconds, ascending
    values:        (k, width); for CUBICSPLINE (k, 3, width): tangent before, value, tangent after
    """

    node: int
    path: str
    interpolation: str
    times: Floats
    values: Array

    def at(self, times: Floats) -> Floats:
        """(f, width) values at times (f,), constant before the first key and after the last."""
        if len(self.times) == 1 or self.interpolation == "STEP":
            row = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, None)
            return self.values[row] if self.values.ndim == 2 else self.values[row, 1]
        i = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, len(self.times) - 2)
        step = (self.times[i + 1] - self.times[i])[:, None]
        s = np.clip((times - self.times[i])[:, None] / np.where(step > 0, step, 1), 0, 1)
        if self.interpolation == "CUBICSPLINE":
            # Quaternions are not of unit length here; `composed` normalises them.
            return _hermite(self.values[i], self.values[i + 1], s, step)
        if self.path == "rotation":
            return slerp(self.values[i], self.values[i + 1], s)
        return (1 - s) * self.values[i] + s * self.values[i + 1]


@dataclass(frozen=True, eq=False)
class GltfAnimation:
    """An animation; rate and first are the fps and first frame of a clip that Pliant wrote, or None."""

    name: str
    channels: tuple[GltfChannel, ...]
    rate: float | None = None
    first: int | None = None

    def moves_nodes(self, nodes: set[int]) -> bool:
        """Whether it moves any of some nodes."""
        return any(channel.path != "weights" and channel.node in nodes for channel in self.channels)

    def morphs(self) -> bool:
        """Whether it changes the weights of morph targets."""
        return any(channel.path == "weights" for channel in self.channels)

    def keys(self) -> Floats:
        """(k,) the times of all keys in seconds, ascending, each once."""
        return np.unique(np.concatenate([channel.times for channel in self.channels]))


def animations_of_document(document: GltfDocument) -> list[GltfAnimation]:
    """All animations of a file; the number of an animation without a name becomes its name."""
    found = []
    for i, item in enumerate(document.root.items("animations")):
        channels = tuple(_channels(document, item))
        if channels:
            found.append(GltfAnimation(item.text("name") or str(i), channels, *_noted(item.extras())))
    return found


def _noted(extras: dict[str, Any]) -> tuple[float | None, int | None]:
    """The rate and the first frame that Pliant's writer put into the extras of an animation."""
    rate, first = extras.get("fps"), extras.get("first")
    if isinstance(rate, int | float) and 0 < rate < _FASTEST and isinstance(first, int):
        return float(rate), first
    return None, None


def slerp(a: Array, b: Array, s: Array) -> Floats:
    """(…, 4) unit quaternions on the shorter arc from a to b, for s (…, 1) from 0 to 1."""
    a = a / np.linalg.norm(a, axis=-1, keepdims=True)
    b = b / np.linalg.norm(b, axis=-1, keepdims=True)
    cosine = (a * b).sum(axis=-1, keepdims=True)
    b = np.where(cosine < 0, -b, b)
    angle = np.arccos(np.clip(np.abs(cosine), 0, 1))
    sine = np.sin(angle)
    straight = sine < _STRAIGHT
    safe = np.where(straight, 1, sine)
    first = np.where(straight, 1 - s, np.sin((1 - s) * angle) / safe)
    second = np.where(straight, s, np.sin(s * angle) / safe)
    between = first * a + second * b
    return between / np.linalg.norm(between, axis=-1, keepdims=True)


def _hermite(before: Array, after: Array, s: Array, step: Array) -> Floats:
    """(…, width) the cubic between two keys (…, 3, width) that are step seconds apart, for s from 0 to 1."""
    _, a, leaving = np.moveaxis(before, 1, 0)
    arriving, b, _ = np.moveaxis(after, 1, 0)
    s2, s3 = s**2, s**3
    values = (2 * s3 - 3 * s2 + 1) * a + (-2 * s3 + 3 * s2) * b
    return values + step * ((s3 - 2 * s2 + s) * leaving + (s3 - s2) * arriving)


def _channels(document: GltfDocument, animation: JsonObject) -> list[GltfChannel]:
    root = document.root
    channels = []
    for channel in animation.items("channels"):
        target = channel.item("target")
        path, node = target.text("path"), target.index("node")
        # Extensions animate other things, such as materials.
        if path not in _KINDS or node is None:
            continue
        if root.entry("nodes", node).has("matrix") and path != "weights":
            raise FileFormatError(f"{target.place} moves node {node}, which has a fixed matrix.")
        channels.append(_channel(document, animation.entry("samplers", channel.whole("sampler")), node, path))
    return channels


def _channel(document: GltfDocument, sampler: JsonObject, node: int, path: str) -> GltfChannel:
    times = accessor(document, sampler.whole("input"), "SCALAR")[:, 0].astype(np.float64)
    values = accessor(document, sampler.whole("output"), _KINDS[path]).astype(np.float64)
    interpolation = sampler.text("interpolation") or "LINEAR"
    if interpolation not in ("LINEAR", "STEP", "CUBICSPLINE"):
        raise FileFormatError(
            f"{sampler.place} has the interpolation '{interpolation[:40]}', unknown to glTF 2.0."
        )
    if not len(times) or not np.isfinite(times).all() or (np.diff(times) < 0).any():
        raise FileFormatError(f"{sampler.place} has key times that do not ascend, or none.")
    per_key = len(times) * (3 if interpolation == "CUBICSPLINE" else 1)
    if len(values) % per_key or not len(values) or (path != "weights" and len(values) != per_key):
        raise FileFormatError(f"{sampler.place} has {len(times)} keys and {len(values)} values.")
    shape = (len(times), 3, -1) if interpolation == "CUBICSPLINE" else (len(times), -1)
    return GltfChannel(node, path, interpolation, times, values.reshape(shape))
