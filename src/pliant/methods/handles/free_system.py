"""A symmetric system for the free vertices, while handles hold the others."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csc_array, csr_array, diags_array

from pliant.arrays import Floats, Ints
from pliant.methods.handles.hold import Hold
from pliant.solve.sparse import HeldLaplacian

NOBODY = np.empty(0, dtype=np.int64)


class FreeSystem:
    """(A + K) x = b on the free rows, with rigid vertices given and K = diag(stiffness) pulling others.

    free:    (f,) the unknown vertices; every component of them borders on a rigid vertex or is pulled
    holding: (f, n) sparse: times the places of held vertices, the right-hand side that they make
    """

    def __init__(self, A: csr_array, hold: Hold, stiffness: Floats, free: Ints) -> None:
        self.free = free
        rows = csr_array(A)[free]
        rigid = diags_array(hold.rigid.astype(np.float64))
        self.holding = csr_array(csr_array(diags_array(stiffness))[free] - rows @ rigid)
        self.holding.eliminate_zeros()
        unknown = csc_array(rows[:, free] + diags_array(stiffness[free]))
        self._system = HeldLaplacian(unknown, NOBODY) if len(free) else None

    def pull(self, c: Floats) -> Floats:
        """(f, d) the right-hand side that rigid and pulled vertices make, held at c (n, d)."""
        return self.holding @ c

    def solve(self, b: Floats) -> Floats:
        """(f, d) the free vertices for the right-hand side b (f, d)."""
        return b if self._system is None else self._system.solve(b)
