"""Bars between parts that touch: x_a − x_b = exp(Σᵢ wᵢ θᵢ) Σᵢ wᵢ δᵢ, an element of the blend like a triangle.

Points a and b are in contact (see geometry/contacts.py); δᵢ is the vector between them in example i, seen
from the surface around, which is turned by θᵢ. A shoe stays on its foot, and slides as the examples show it.
Not in [Sumner2005], whose meshes are in one piece.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, kron, vstack

from pliant.arrays import Faces, Floats, Poses, Vertices
from pliant.examples.attitudes import Attitudes
from pliant.examples.span import Span
from pliant.geometry.contacts import Contacts
from pliant.geometry.gradient import areas
from pliant.geometry.rotations import exp

# Weight of all bars together, beside the triangles' 1. It is small, since means over all elements should be
# those of the surface; the rows are as much larger.
TOGETHER = 1e-3


@dataclass(frozen=True, eq=False)
class Bars:
    """Bars on a mesh of n vertices and m triangles.

    rows:   (b, n) sparse: the vectors between the points, scaled for their stiffness
    around: (b, m) sparse: means over the triangles around each bar
    """

    rows: csr_array
    around: csr_array

    @staticmethod
    def of(contacts: Contacts, V: Vertices, F: Faces, stiffness: float) -> Bars:
        """Bars at the contacts of V (n, 3), F (m, 3).

        stiffness: what it costs to lengthen one bar by the mesh's extent; to strain everything by 1 costs 1
        """
        size = np.repeat(areas(V, F), 3)
        corners = csr_array((size, (F.ravel(), np.repeat(np.arange(len(F)), 3))), shape=(len(V), len(F)))
        around = csr_array(contacts.middle @ corners.multiply(1.0 / corners.sum(axis=1)[:, None]))
        scale = np.sqrt(stiffness * contacts.firmness * max(len(contacts), 1) / TOGETHER) / contacts.extent
        return Bars(csr_array(contacts.difference.multiply(scale[:, None])), around)

    def __len__(self) -> int:
        return len(self.rows.indptr) - 1

    @property
    def weights(self) -> Floats:
        """(b,) weight of each bar in the energy."""
        return np.full(len(self), TOGETHER / max(len(self), 1))

    def gradient(self) -> csr_array:
        """(2b, n) two rows for each bar, as a triangle has; the second is empty."""
        return csr_array(kron(self.rows, csr_array([[1.0], [0.0]])))

    def span(self, V: Poses, triangles: Span, attitudes: Attitudes) -> Span:
        """The span of the triangles and, after them, of the bars in the poses V (k, n, 3)."""
        logs = _means(self.around, triangles.logs)
        apart = np.stack([self.rows @ pose for pose in V])
        if triangles.free < len(V):  # the linear span: differences from the mean, then the mean
            mean = apart.mean(axis=0)
            apart = np.concatenate([apart[:-1] - mean, mean[None]])
        else:
            R = exp(attitudes.turns)[:, None] @ exp(logs.transpose(2, 0, 1))
            apart = np.einsum("kbca,kbc->kba", R, apart)
        columns = np.zeros((len(self), *triangles.stretches.shape[1:]))
        columns[:, :, 0] = apart.transpose(1, 2, 0)
        return Span(
            np.concatenate([triangles.logs, logs]),
            np.concatenate([triangles.stretches, columns]),
            triangles.free,
        )

    def basis(self, triangles: Floats) -> Floats:
        """(m + b, B) functions on the triangles (m, B), and after them their values at the bars."""
        return np.concatenate([triangles, _means(self.around, triangles)])


def with_bars(G: csr_array, bars: Bars) -> csr_array:
    """The gradient G (2m, n) with the rows of the bars."""
    return csr_array(vstack([G, bars.gradient()]))


def _means(around: csr_array, values: Floats) -> Floats:
    """(b, …) means of values (m, …)."""
    return (around @ values.reshape(len(values), -1)).reshape(-1, *values.shape[1:])
