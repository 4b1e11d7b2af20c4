"""A glTF animation that is being written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.io.gltf.blob import Blob


class Keys:
    """An animation with a key per frame and linear interpolation; `animation` describes its channels."""

    def __init__(self, blob: Blob, count: int, fps: float, first: int, name: str) -> None:
        self._blob = blob
        self._times = blob.values((np.arange(count) / fps).astype("<f4")[:, None])
        self.animation: dict[str, Any] = {
            "name": name,
            "channels": [],
            "samplers": [],
            "extras": {"fps": float(fps), "first": int(first)},
        }

    def add(self, nodes: Sequence[int], path: str, values: Array) -> None:
        """Add a channel for each of some nodes with float32 values (r, width), which they share.

        path: translation, rotation, scale or weights
        """
        sampler = {"input": self._times, "output": self._blob.values(values), "interpolation": "LINEAR"}
        self.animation["channels"] += [
            {"sampler": len(self.animation["samplers"]), "target": {"node": node, "path": path}}
            for node in nodes
        ]
        self.animation["samplers"].append(sampler)
