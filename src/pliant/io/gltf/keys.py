"""A glTF animation while it is put together."""

from __future__ import annotations

import numpy as np
import pygltflib

from pliant.core.arrays import Array
from pliant.io.gltf.blob import Blob


class Keys:
    """A key per frame, with straight lines between them."""

    def __init__(self, blob: Blob, count: int, fps: float, first: int, name: str) -> None:
        self._blob = blob
        self._times = blob.values((np.arange(count) / fps).astype("<f4")[:, None])
        self.animation = pygltflib.Animation(name=name, extras={"fps": float(fps), "first": int(first)})

    def add(self, node: int, path: str, values: Array) -> None:
        """Moves a node's translation, rotation, scale or weights by float32 values (…, width)."""
        sampler = pygltflib.AnimationSampler(
            input=self._times, output=self._blob.values(values), interpolation="LINEAR"
        )
        target = pygltflib.AnimationChannelTarget(node=node, path=path)
        self.animation.channels.append(
            pygltflib.AnimationChannel(sampler=len(self.animation.samplers), target=target)
        )
        self.animation.samplers.append(sampler)
