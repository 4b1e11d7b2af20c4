"""How handles hold their vertices: exactly, or by rows that pull."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats, Ints
from pliant.methods.handles.surface import WeldedSurface


@dataclass(frozen=True, eq=False)
class Hold:
    """How handles hold the vertices of a surface.

    owner:     (n,) the handle of each vertex, −1 for none
    rigid:     (n,) whether the vertex follows its handle exactly, and is no unknown
    stiffness: (n,) w² of the row that pulls it there otherwise; zero for none
    steering:  (n,) how much its rotation follows the handle's, beside that of the membrane
    """

    owner: Ints
    rigid: Array
    stiffness: Floats
    steering: Floats

    @staticmethod
    def exact(owner: Ints, rigidity: Floats) -> Hold:
        """Rigidity 1 is met exactly; below it, w² = r²/(1 − r²), which grows into that without a jump."""
        rigid = rigidity >= 1.0
        soft = np.where(rigid, 0.0, rigidity)
        stiffness = soft**2 / (1.0 - soft**2)
        return Hold(owner, rigid, stiffness, stiffness)

    @staticmethod
    def printed(owner: Ints, rigidity: Floats) -> Hold:
        """The paper's rows w v = w c with w the rigidity: also rigid vertices are only pulled."""
        return Hold(owner, np.zeros(len(owner), dtype=bool), rigidity**2, np.zeros(len(owner)))

    def moved(self, shape: WeldedSurface) -> Array:
        """(n,) whether a vertex lies on a component with a handle; the others stay where they are."""
        count = int(shape.component.max()) + 1
        return (np.bincount(shape.component, weights=self.owner >= 0, minlength=count) > 0)[shape.component]
