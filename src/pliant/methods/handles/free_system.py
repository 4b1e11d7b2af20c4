"""A symmetric system for the vertices that are free, while handles hold the others."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array, csr_array, diags_array

from pliant.core.arrays import Floats, Ints
from pliant.core.sparse import HeldLaplacian
from pliant.methods.handles.hold import Hold

NOBODY = np.empty(0, dtype=np.int64)


class FreeSystem:
    """(A + K) x = b on the free rows, with rigid vertices given and K = diag(stiffness) pulling others.

    free: (f,) the unknown vertices; every component of them borders on a rigid vertex or is pulled
    """

    def __init__(self, A: csr_array, hold: Hold, stiffness: Floats, free: Ints) -> None:
        self.free = free
        rows = csr_array(A + diags_array(stiffness))[free]
        rigid = np.flatnonzero(hold.rigid)
        coupling = csr_array(rows[:, rigid])
        near = np.unique(coupling.indices)
        self.near, self.coupling = rigid[near], csr_array(coupling[:, near])
        self._pulled = np.flatnonzero(stiffness[free] > 0.0)
        self._rows = free[self._pulled]
        self._stiffness = stiffness[self._rows, None]
        self._system = HeldLaplacian(csc_array(rows[:, free]), NOBODY) if len(free) else None

    def pull(self, c: Floats) -> Floats:
        """(f, d) right-hand side of what holds: rigid and pulled vertices at c (n, d)."""
        b = -(self.coupling @ c[self.near])
        b[self._pulled] += self._stiffness * c[self._rows]
        return b

    def solve(self, b: Floats) -> Floats:
        """(f, d) the free vertices for the right-hand side b (f, d)."""
        return b if self._system is None else self._system.solve(b)
