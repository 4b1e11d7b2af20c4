"""A glTF animation that is being written."""

from __future__ import annotations

import numpy as np
import pygltflib

from pliant.arrays import Array
from pliant.io.gltf.blob import Blob


class Keys:
    """An animation with a key per frame and linear interpolation; `animation` describes its channels."""

    def __init__(self, blob: Blob, count: int, fps: float, first: int, name: str) -> None:
        self._blob = blob
        self._times = blob.values((np.arange(count) / fps).astype("<f4")[:, None])
        self.animation = pygltflib.Animation(name=name, extras={"fps": float(fps), "first": int(first)})

    def add(self, node: int, path: str, values: Array) -> None:
        """Add a channel with float32 values (r, width); path is translation, rotation, scale or weights."""
        sampler = pygltflib.AnimationSampler(
            input=self._times, output=self._blob.values(values), interpolation="LINEAR"
        )
        target = pygltflib.AnimationChannelTarget(node=node, path=path)
        self.animation.channels.append(
            pygltflib.AnimationChannel(sampler=len(self.animation.samplers), target=target)
        )
        self.animation.samplers.append(sampler)
