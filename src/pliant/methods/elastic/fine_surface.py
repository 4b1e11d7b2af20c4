"""A pose of a large mesh from one of its coarser surface: the skin carries the details.

    x = M t + S P (y − N t)

y are positions of the coarser surface and t the controls of the skin for the same rotations. M and N are the
skin on both surfaces, P interpolates on the coarser one, and S smooths its kinks. What the skin cannot show
is small and smooth. Held points lie between vertices of the coarser surface; in the end they are met exactly.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, diags_array

from pliant.arrays import Floats, Ints
from pliant.methods.elastic.proxy import Proxy


class FineSurface:
    """The mesh above its coarser surface, with points that are held.

    M:      (n, 4g) sparse: the skin on the mesh, and N: (k, 4g) on the coarser surface
    C:      (h, n) sparse: the held points
    stay:   (f,) vertices that are fixed, and places: (f, 3) where
    """

    def __init__(
        self, proxy: Proxy, skins: tuple[csr_array, csr_array], C: csr_array, stay: Ints, places: Floats
    ) -> None:
        self.proxy, self.C, self.stay, self.places = proxy, C, stay, places
        self.M, self.N = skins
        moves = np.ones(len(proxy.own))
        moves[stay] = 0.0
        # What a point misses is spread over about an edge of the coarser surface, as a mean where points are
        # near each other; its own vertices take the rest.
        self._own = csr_array(diags_array(moves) @ C.T)
        self._around = csr_array(diags_array(moves) @ proxy.diffusion.spread(self._own))
        self._sums = np.asarray(csr_array(C @ self._around).sum(axis=1)).reshape(-1, 1)
        # Both sides of a seam are one point, held twice.
        self._inverse = np.linalg.pinv(csr_array(C @ self._own).toarray(), hermitian=True)

    def positions(self, y: Floats, t: Floats, goal: Floats) -> Floats:
        """(n, 3) for y (k, 3), controls t (4g, 3) and places of the held points (h, 3)."""
        x = self.M @ t + self.proxy.diffusion.vectors(self.proxy.matrix @ (y - self.N @ t))
        x[self.stay] = self.places
        x += self._around @ ((goal - self.C @ x) / self._sums)
        # Once more for rounding.
        for _ in range(2):
            x += self._own @ (self._inverse @ (goal - self.C @ x))
        return x
