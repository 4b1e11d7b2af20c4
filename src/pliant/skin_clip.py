"""A mesh moved by a few transformations, whose palettes come one frame at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats, Vertices, frozen
from pliant.clip import Clip, check_timing
from pliant.errors import MeshError
from pliant.mesh import Mesh
from pliant.skin import Skin, stacked

# Weights may be rounded to single precision, and so their sums.
_UNEVEN = 1e-5

Palettes = Callable[[], Iterator[Floats]]


@dataclass(frozen=True, eq=False)
class SkinClip:
    """Positions v = Σᵢ αᵢ (Fᵢ x + dᵢ) of one mesh over time, at an even rate.

    mesh:       connectivity and rest positions x, in the user's order
    influences: (n, q) controls of each vertex; of no meaning where the weight is 0
    weights:    (n, q) shares αᵢ ≥ 0 that sum to one
    controls:   number of controls
    count, fps, first, name: as in `Clip`
    stream:     begins a new pass over the palettes, (c, 3, 4) rows [Fᵢ dᵢ] in the user's coordinates
    Raises MeshError where these do not fit each other.
    """

    mesh: Mesh
    influences: Array
    weights: Floats
    controls: int
    count: int
    fps: float
    stream: Palettes
    first: int = 1
    name: str = "clip"

    def __post_init__(self) -> None:
        check_timing(self.count, self.fps)
        if self.influences.shape != self.weights.shape or len(self.weights) != self.mesh.n:
            raise MeshError(
                f"A skin has influences {self.influences.shape} and weights {self.weights.shape}; both must "
                f"be (n, q) for the mesh's {self.mesh.n} vertices."
            )
        if self.weights.min() < 0 or np.abs(self.weights.sum(axis=1) - 1).max() > _UNEVEN:
            raise MeshError("A skin's weights are negative or do not sum to one somewhere; make them so.")
        if self.influences.min() < 0 or self.influences.max() >= self.controls:
            raise MeshError(
                f"A skin names control {self.influences.max()} or a negative one; there are {self.controls}, "
                "numbered from 0."
            )

    @staticmethod
    def of(
        mesh: Mesh, skin: Skin, palettes: Sequence[Floats] | Floats, fps: float = 24.0, *, name: str = "clip"
    ) -> SkinClip:
        """The motion of a rig's skin by palettes (k, c, 3, 4) in memory.

        Raises MeshError for palettes of another shape or with numbers that are not finite.
        """
        frames = frozen(palettes, np.float64)
        if frames.shape[1:] != (skin.count, 3, 4) or not np.isfinite(frames).all():
            raise MeshError(
                f"The palettes have the shape {frames.shape}, or numbers that are not finite; finite "
                f"(k, {skin.count}, 3, 4) are needed."
            )
        return SkinClip(
            mesh, skin.influences, skin.weights, skin.count, len(frames), fps, lambda: iter(frames), name=name
        )

    @property
    def skin(self) -> Skin:
        """The weights as a skin of the rest positions."""
        return Skin.of(self.mesh.V, self.influences, self.weights, self.controls)

    def centres(self) -> Vertices:
        """(c, 3) the weighted mean of the vertices of each control; nodes that turn about it move least."""
        W = self.skin.weight_matrix()
        total = np.asarray(W.sum(axis=0)).ravel()
        mean = (W.T @ self.mesh.V) / np.where(total > 0, total, 1)[:, None]
        return np.where(total[:, None] > 0, mean, self.mesh.V.mean(axis=0))

    def clip(self) -> Clip:
        """The same motion as positions of every vertex."""
        skin = self.skin

        def stream() -> Iterator[Vertices]:
            for palette in self.stream():
                yield skin.posed(stacked(palette))

        return Clip(self.mesh, self.count, self.fps, stream, self.first, self.name)
