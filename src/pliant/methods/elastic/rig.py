"""Elastic IK: any mesh, pulled as a body of rubber.

The plain constructor is our method (see `body.py`); `as_printed` is as-rigid-as-possible [Sorkine2007].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csc_array, csr_array, diags_array

from pliant.anchors import Points
from pliant.arrays import Array, Floats, Ints, Vertices, read_only
from pliant.errors import AnchorError, OptionError
from pliant.file_arrays import ANY, FileArrays
from pliant.frozen_region import Frozen
from pliant.geometry.gradient import areas, gradient
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.near_seams import sewn
from pliant.geometry.patch import patched
from pliant.geometry.solvable import solvable
from pliant.immutable import freeze_arrays
from pliant.kinds import check_kind
from pliant.mesh import Mesh
from pliant.methods.elastic.body import Body, vertex_areas
from pliant.methods.elastic.cells import Cells
from pliant.methods.elastic.fine_surface import FineSurface
from pliant.methods.elastic.grip import ElasticGrip
from pliant.methods.elastic.grip_points import PulledBody
from pliant.methods.elastic.held_system import Resolution
from pliant.methods.elastic.options import PRINTED, ElasticOptions
from pliant.methods.elastic.printed import PrintedGrip
from pliant.methods.elastic.proxy import Proxy, learned, stiffened
from pliant.methods.elastic.skin_level import Subspace
from pliant.methods.elastic.stiffness import checked_stiffness
from pliant.methods.elastic.strain_limit import StrainLimit
from pliant.pins import ABILITIES, Floor, Pin
from pliant.pose import NO_VERTICES, Pulled
from pliant.progress import Progress, silent
from pliant.rig import Grip, Rig
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.skin import Skin, blend_matrix
from pliant.solve.threads import with_one_blas_thread

# How far frozen vertices give way in live poses where the body beside them is stretched by its length, in
# extents: less than a pixel, and cells that reach beyond them still bend.
GIVES = 0.003


class ElasticIK(Rig):
    """A rig of one mesh, with nothing prepared.

    mesh:     the rest pose
    options:  the method's choices
    shape:    the solver's mesh: sewn, welded, in one piece
    apart:    (n, 3) how far each vertex is from where its seam is sewn
    stiffness: (n,) of each vertex; None where all are alike
    frozen:   what its grips hold still; None for nothing
    layout:   what turns, and what keeps its distance
    proxy:    the coarser surface of a large mesh; None for others
    learned:  the body that is posed, of the coarser surface where there is one, and
    coarse:   its layout
    subspace: what its skin can show, with the ties of its reach and what is frozen
    free_subspace: the same without
    cell_skin: the skin; this and the six above are missing as printed
    """

    method: ClassVar[str] = "elastic"
    exact = True
    still = "vertices"
    pins_can = frozenset(ABILITIES)

    @with_one_blas_thread
    def __init__(
        self,
        mesh: Mesh,
        *,
        options: ElasticOptions | None = None,
        stiffness: ArrayLike | Mapping[str, float] | None = None,
        progress: Progress = silent,
    ) -> None:
        """stiffness: (n,) of vertices, or of materials and groups by name; 1 by default, more bends less."""
        check_kind(mesh, "What ElasticIK poses", Mesh)
        check_kind(options, "The value of options", ElasticOptions, type(None))
        self.mesh = mesh
        self.options = options or ElasticOptions()
        self.stiffness = self._checked(stiffness)
        self.frozen: Frozen | None = None
        self.proxy: Proxy | None = None
        progress(0.0, "joining seams and parts")
        n, together = mesh.n, sewn(mesh.V, mesh.F)
        self.shape = solvable(together[None], mesh.F)
        self.apart = mesh.V - together
        self.gather = csr_array(
            (np.ones(n), self.shape.of_user, np.arange(n + 1)), shape=(n, self.shape.V.shape[1])
        )
        if self.options.energy == "cells":
            progress(0.1, "spreading cells")
            found = learned(self.shape, self.options, self._solvers(self.stiffness))
            self.learned, self.coarse, self.layout = found.body, found.coarse, found.layout
            self.proxy = found.proxy
            progress(0.7, "learning the skin")
            self.free_subspace = self._free_subspace(self.learned)
            self.subspace: Subspace = self._held_subspace(self.options, None)
            cells, own = self.cells, self.shape.of_user
            self.cell_skin = Skin.of(mesh.V, cells.influences[own], cells.weights[own], cells.count)
        self.grab([0]).warm()
        progress(1.0, "ready")

    @classmethod
    def as_printed(
        cls, mesh: Mesh, *, options: ElasticOptions = PRINTED, progress: Progress = silent
    ) -> ElasticIK:
        """Exactly [Sorkine2007]: cotangent weights, a rotation for every vertex, alternating steps."""
        return cls(mesh, options=options, progress=progress)

    @property
    def cells(self) -> Cells:
        """What turns."""
        return self.layout.cells

    @cached_property
    def body(self) -> Body:
        """The energy of full resolution, with the ties of the rig's reach."""
        made = self.learned.tied(self.options.reach)
        freeze_arrays(made)
        return made

    @cached_property
    def limit(self) -> StrainLimit:
        """What the triangles resist beyond."""
        shape = self.shape if self.proxy is None else self.proxy.shape
        made = StrainLimit.of(self.learned.p, shape.F[: len(shape.kept)], self.learned.unit)
        freeze_arrays(made)
        return made

    def warm_limit(self) -> None:
        """Load the kernels of the limit, without that of a large mesh."""
        V, F = self.shape.V[0], self.shape.F[:1]
        limit = StrainLimit.of(V, F, 0.0)
        freeze_arrays(limit)
        limit.exceeded(V + 0.0)
        limit.at(V + 0.0)

    @cached_property
    def resolution(self) -> Resolution:
        """The factor of full resolution, made when a pose first settles."""
        stay, moves = self._stay(self.frozen)
        if self.proxy is not None:
            stay, moves = self.proxy.mean_moves(stay, moves)
        A = self.body.A if self.options.energy == "cells" else self.cotangents
        made = Resolution(A, stay, moves, floats=self.options.reach == 1.0)
        freeze_arrays(made)
        return made

    @cached_property
    def cotangents(self) -> csc_array:
        """(n', n') the cotangent matrix of the solver's mesh."""
        V, F = self.shape.V[0], self.shape.F
        made = weighted_laplacian(gradient(V, F), areas(V, F))
        freeze_arrays(made)
        return made

    @cached_property
    def edge_weights(self) -> tuple[Ints, Ints, Floats]:
        """The paper's edges: where those of each vertex start (n' + 1,), their other ends, their weights."""
        edges = csr_array(self.cotangents)
        edges = csr_array(edges - diags_array(edges.diagonal()))
        edges.eliminate_zeros()
        starts, ends = (read_only(part.astype(np.int64)) for part in (edges.indptr, edges.indices))
        return starts, ends, read_only(np.negative(edges.data))

    @cached_property
    def area(self) -> float:
        """Of the solver's surface."""
        return float(areas(self.shape.V[0], self.shape.F).sum())

    @property
    def skin(self) -> Skin | None:
        """Which cells carry each vertex; none as printed."""
        return self.cell_skin if self.options.energy == "cells" else None

    @with_one_blas_thread
    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> Grip[Any, Any]:
        """Hold points; all are met exactly, so that `firm` makes no difference, unless their pins yield."""
        hold = self.pinned_points(patched(points, pins, self.mesh), pins, floor)
        return ElasticGrip(self, hold) if self.options.energy == "cells" else PrintedGrip(self, hold)

    def holding(self, vertices: ArrayLike, at: ArrayLike | None = None) -> ElasticIK:
        """The rig whose grips freeze vertices (numbers or a mask) where `at` (n, 3) has them.

        Settled poses have them exactly there; live ones, and those of a rig that does not settle, as nearly
        as the skin can show.
        """
        frozen = Frozen.of(vertices, at, self.mesh.V)
        if len(frozen.vertices) == self.mesh.n:
            raise AnchorError("Every vertex is frozen; leave some free to be posed.")
        return self._changed(self.options, frozen if len(frozen.vertices) else None)

    def reaching(self, reach: float) -> ElasticIK:
        """The rig whose pulls reach as far as `ElasticOptions.reach` says; made at once."""
        return self._changed(replace(self.options, reach=reach), self.frozen)

    def stiffened(self, stiffness: ArrayLike | Mapping[str, float] | None) -> ElasticIK:
        """The rig of the same mesh with another stiffness, as the constructor takes it; its cells stay."""
        values = self._checked(stiffness)
        if self.options.energy != "cells":
            return self
        body = stiffened(self.shape, self.options, self._solvers(values), self.coarse, self.proxy)
        made = self.replaced(stiffness=values, learned=body, free_subspace=self._free_subspace(body))
        return made._changed(self.options, self.frozen)

    @with_one_blas_thread
    def _changed(self, options: ElasticOptions, frozen: Frozen | None) -> ElasticIK:
        """The rig with another reach, and other vertices frozen."""
        cells = options.energy == "cells"
        more = {"subspace": self._held_subspace(options, frozen)} if cells else {}
        made = self.replaced(options=options, frozen=frozen, **more)
        # What was made for the rig before.
        for name in ("resolution", "body"):
            vars(made).pop(name, None)
        return made

    def _checked(self, stiffness: ArrayLike | Mapping[str, float] | None) -> Floats | None:
        """(n,) a stiffness of the mesh's vertices; None where none is given."""
        values = checked_stiffness(stiffness, self.mesh, self.regions())
        if values is not None and self.options.energy != "cells":
            raise OptionError("As printed every vertex is as stiff as the others; leave the stiffness out.")
        return values

    def _free_subspace(self, body: Body) -> Subspace:
        """The subspace of a body, carrying the vertices of the mesh."""
        space = Subspace.of(body)
        return space if len(body.p) == self.shape.V.shape[1] else space.carrying(self.shape.V[0], self.cells)

    @cached_property
    def coarse_skin(self) -> csr_array:
        """(k, 4g) sparse: the skin on the vertices of the body."""
        cells = self.learned.cells
        made = blend_matrix(self.learned.p, cells.influences, cells.weights, cells.count)
        freeze_arrays(made)
        return made

    def _held_subspace(self, options: ElasticOptions, frozen: Frozen | None) -> Subspace:
        """The subspace for a reach, with springs that hold frozen vertices."""
        subspace = self.free_subspace.tied(self.learned.firmness(options.reach))
        if frozen is None:
            return subspace
        stay, moves = self._stay(frozen)
        firm = vertex_areas(self.shape)[stay] / (GIVES * self.learned.unit) ** 2
        return subspace.holding(stay, moves, firm)

    def _solvers(self, values: Floats | None) -> Floats | None:
        """(n',) the mean of values (n,) over the user's vertices of each of the solver's."""
        if values is None:
            return None
        own = self.shape.of_user
        return np.bincount(own, values) / np.bincount(own)

    def fine_surface(self, proxy: Proxy, C: csr_array) -> FineSurface:
        """A large mesh above its coarser surface, with held points that have the rows C (h, n')."""
        stay, moves = self._stay(self.frozen)
        skins = self.subspace.M, self.coarse_skin
        return FineSurface(proxy, skins, C, stay, self.shape.V[0][stay] + moves)

    def _stay(self, frozen: Frozen | None) -> tuple[Ints, Floats]:
        """(f,) the solver's vertices that are frozen, and their displacements (f, 3)."""
        if frozen is None:
            return NO_VERTICES, np.empty((0, 3))
        stay, first = np.unique(self.shape.of_user[frozen.vertices], return_index=True)
        places = frozen.positions[first] - self.apart[frozen.vertices[first]]
        return stay, self.shape.frame.inward(places) - self.shape.V[0][stay]

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) settled positions, or those that the palette of a live pose carries."""
        if isinstance(pulled, PulledBody) and pulled.x is not None:
            return self.shape.outward(pulled.x) + self.apart
        return super().carried(pulled)

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh and the options; everything else follows from them."""
        mesh, arrays = mesh_to_file(self.mesh)
        more = {} if self.stiffness is None else {"stiffness": self.stiffness}
        return {"options": self.options.to_json(), "mesh": mesh}, {**arrays, "V": self.mesh.V, **more}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> ElasticIK:
        """The rig that `to_file` described."""
        stored = FileArrays(arrays)
        mesh = mesh_of_file(stored.floats("V", (ANY, 3)), settings["mesh"], arrays)
        # Files of before have no stiffness.
        stiffness = stored.floats("stiffness", (mesh.n,)) if "stiffness" in arrays else None
        return cls(mesh, options=ElasticOptions.of_json(settings["options"]), stiffness=stiffness)
