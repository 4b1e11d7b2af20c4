"""An elastic body: a quadratic energy of positions x and of one rotation for each of a few overlapping cells.

    E(x, R) = Σ_r Σ_e φ_r(e) c_e ‖(D x)_e − R_r (D p)_e‖²

p are the positions at rest, φ_r the weights of cell r. The rows D are of three kinds: gradients of triangles,
which stretch [Sorkine2007, Chao2010]; struts across closed parts and ties between parts that touch; and
Laplacians of vertices with the weight of a length squared, which bend. Bending makes the answer to a held
point smooth, so that points leave no spikes, and the size of the cells does not depend on the mesh's: other
triangles give the same poses.

With A = Σ c DᵀD and K = Σ c Dᵀ(φ ⊗ Dp), E = xᵀAx − 2⟨K T, x⟩ + pᵀAp, where T stacks the transposed rotations.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csc_array, csr_array, diags_array, eye_array, kron

from pliant.arrays import Floats, Ints
from pliant.geometry.contacts import contacts, extent
from pliant.geometry.gradient import areas, gradient
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.solvable import Solvable
from pliant.geometry.topology import edges, vertex_components
from pliant.methods.elastic.cells import Cells, cells_of
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.elastic.struts import struts

# Struts shorter than this, in extents, are no stiffer than one of this length.
SHORT = 0.01
# Ties of parts that touch are this many times as stiff as struts, so that parts come apart last.
TIED = 30.0
# Vertices with less than this share of the mean area bend as if they had it.
SMALL = 1e-3
# Cotangents count at most so much where the surface bends, as of 2 degrees: squared, those of needles
# would leave nothing of the others.
STEEPEST = 30.0
# Choices between points are made by positions rounded to this, in diagonals: symmetric bodies are full of
# points equally near, and the rounding of other units must not choose among them.
GRAIN = 1e-9


@dataclass(frozen=True, eq=False)
class Body:
    """What an energy needs, in the solver's coordinates.

    p:      (n, 3) positions at rest
    cells:  what turns
    A:      (n, n) sparse, positive semi-definite; only constants are free
    K:      (n, 3g) sparse; S_r = (Kᵀx)_r is what cell r turns to
    rest:   (3g, 3) S at rest
    masses: (n,) the area of each vertex
    unit:   the extent of the mesh
    struts: how many there are
    """

    p: Floats
    cells: Cells
    A: csc_array
    K: csr_array
    rest: Floats
    masses: Floats
    unit: float
    struts: int

    @property
    def area(self) -> float:
        """Of the surface."""
        return float(self.masses.sum())

    def firmness(self, reach: float) -> float:
        """How firmly ties to the rest place, τ, let pulls fade out over about a length, in extents."""
        return (1.0 / reach**2 - 1.0) / self.unit**2

    def tied(self, reach: float) -> Body:
        """The body tied to its rest place, so that pulls fade out over about a length.

        reach: the length in extents; 1 leaves the body free
        E grows by Σ_i m_i τ ‖x_i − p_i‖², and what a point pulls decays like exp(−√τ · distance) beside it.
        """
        firmness = self.firmness(reach)
        if not firmness:
            return self
        return replace(self, A=csc_array(self.A + firmness * diags_array(self.masses)))


@dataclass(frozen=True, eq=False)
class Layout:
    """What turns in a mesh, and the opposite vertices (s, 2) that keep their distance."""

    cells: Cells
    across: Ints


class Surface:
    """What both the layout and the energy of a mesh in one piece need."""

    def __init__(self, shape: Solvable) -> None:
        self.p, self.F, self.surface = shape.V[0], shape.F, shape.F[: len(shape.kept)]
        self.size, self.masses = triangle_areas(shape), vertex_areas(shape)
        self.unit = extent(self.p, self.surface)
        self.G = gradient(self.p, self.F)
        self.L = weighted_laplacian(self.G, self.size)
        self.rounded = GRAIN * np.rint(self.p / GRAIN)
        self.held, self.firm = _ties(self.rounded, self.surface)

    def layout(self, options: ElasticOptions) -> Layout:
        """The layout of the mesh."""
        none = np.empty((0, 2), dtype=np.int64)
        across = struts(self.rounded, self.surface, self.unit) if options.solidity else none
        spring = csr_array(self.held.T @ self.held.multiply(self.firm[:, None]))
        near = np.concatenate([edges(self.F), _ends(self.held)])
        used, L = np.unique(self.surface), csc_array(self.L + spring)
        return Layout(cells_of(self.rounded, near, L, self.masses, used, options.cells), across)


def body_of(own: Surface, options: ElasticOptions, layout: Layout, stiffness: Floats | None = None) -> Body:
    """The body of a mesh; stiffness (n,) of its vertices, 1 by default."""
    p, F, G, n, across = own.p, own.F, own.G, len(own.p), layout.across
    size, unit, masses, held, firm = own.size, own.unit, own.masses, own.held, own.firm
    faces = len(own.surface)
    bent = weighted_laplacian(csr_array(G[: 2 * faces]), size[:faces]) if faces < len(F) else own.L
    links = csr_array(_differences(across, n))
    of_triangle = csr_array(
        (np.full(3 * len(F), 1 / 3), F.ravel(), np.arange(0, 3 * len(F) + 1, 3)), (len(F), n)
    )
    length = np.linalg.norm(p[across[:, 0]] - p[across[:, 1]], axis=1)
    stiff = masses.sum() / max(len(across), 1) / np.maximum(length, SHORT * unit) ** 2
    terms = [
        (G, np.repeat(size, 2), csr_array(kron(of_triangle, np.ones((2, 1))))),
        (links, options.solidity * stiff, abs(links) / 2),
        (held, firm, abs(held) / 2),
        (
            _without_needles(bent),
            (options.bending * unit) ** 2 / np.maximum(masses, SMALL * masses.mean()),
            csr_array(eye_array(n)),
        ),
    ]
    if stiffness is not None:
        terms = [(D, c * _mean(D, stiffness), of) for D, c, of in terms]
    A = sum((csr_array(D.T @ D.multiply(c[:, None])) for D, c, _ in terms), csr_array((n, n)))
    K = _turning([(csr_array(D.T), c[:, None] * (D @ p), of) for D, c, of in terms], layout.cells)
    return Body(p, layout.cells, csc_array(A), K, K.T @ p, masses, unit, len(across))


def triangle_areas(shape: Solvable) -> Floats:
    """(m,) the area of each triangle of a mesh in one piece.

    A bridge is no stiffer than the usual triangle, however far away what it ties is.
    """
    size, count = np.array(areas(shape.V[0], shape.F), dtype=np.float64), len(shape.kept)
    size[count:] = np.minimum(size[count:], size[:count].mean())
    return size


def vertex_areas(shape: Solvable) -> Floats:
    """(n,) the area of each vertex: a third of that of its triangles."""
    thirds = np.repeat(triangle_areas(shape) / 3.0, 3)
    return np.bincount(shape.F.ravel(), thirds, shape.V.shape[1]).astype(np.float64, copy=False)


def _mean(D: csr_array | csc_array, values: Floats) -> Floats:
    """(e,) the mean of values (n,) of vertices over those of each row of D (e, n), by their share in it."""
    share = abs(csr_array(D))
    return (share @ values) / np.maximum(share.sum(axis=1), np.finfo(float).tiny)


def _differences(pairs: Ints, n: int) -> csr_array:
    """(s, n) rows that give the vector between two vertices."""
    unit = csr_array(eye_array(n, format="csr"))
    return csr_array(unit[pairs[:, 0]] - unit[pairs[:, 1]])


def _without_needles(L: csc_array) -> csr_array:
    """The Laplacian with rows scaled down to weights of edges of at most STEEPEST.

    So every row still vanishes on linear maps of a plane: clipped, it would resist stretching.
    """
    weights = abs(L - diags_array(L.diagonal())).max(axis=1).toarray().ravel()
    return csr_array(diags_array(STEEPEST / np.maximum(weights, STEEPEST)) @ L)


def _ties(p: Floats, F: Ints) -> tuple[csr_array, Floats]:
    """(t, n) rows that give the vectors between touching points of parts, and their stiffness (t,)."""
    if int(vertex_components(F, len(p))[F].max(initial=0)) == 0:
        return csr_array((0, len(p))), np.empty(0)
    found = contacts(p[None], F)
    return found.difference, TIED * found.firmness


def _ends(held: csr_array) -> Ints:
    """(t, 2) the vertex that counts most on each side of every tie."""
    if len(held.indptr) == 1:
        return np.empty((0, 2), dtype=np.int64)
    rows = np.repeat(np.arange(len(held.indptr) - 1), np.diff(held.indptr))
    order = np.lexsort((held.data, rows))
    most, least = order[held.indptr[1:] - 1], order[held.indptr[:-1]]
    return held.indices[np.column_stack([most, least])].astype(np.int64)


def _turning(terms: list[tuple[csr_array, Floats, csr_array]], cells: Cells) -> csr_array:
    """K (n, 3g) of terms with Dᵀ (n, e), vectors c Dp (e, 3) and how far each row is each vertex's (e, n).

    One matrix (n, n) for each coordinate comes first, so that the many weights come last.
    """
    phi, n, g = cells.matrix(), len(cells.weights), cells.count
    parts = []
    for axis in range(3):
        own = sum((csr_array(D @ W.multiply(way[:, [axis]])) for D, way, W in terms), csr_array((n, n)))
        part = csr_array(own @ phi).tocoo()
        parts.append((part.data, part.row, 3 * part.col.astype(np.int64) + axis))
    values, rows, columns = (np.concatenate(each) for each in zip(*parts, strict=True))
    return csr_array((values, (rows, columns)), shape=(n, 3 * g))
