"""Elastic IK: any mesh, pulled as a body of rubber.

The plain constructor is our method (see `body.py`); `as_printed` is as-rigid-as-possible [Sorkine2007].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import csc_array, csr_array

from pliant.anchors import Points
from pliant.arrays import Array, Vertices
from pliant.file_arrays import ANY, FileArrays
from pliant.geometry.gradient import areas, gradient, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.patch import patched
from pliant.geometry.solvable import solvable
from pliant.immutable import freeze_arrays
from pliant.mesh import Mesh
from pliant.methods.elastic.body import body_of
from pliant.methods.elastic.grip import ElasticGrip, PulledBody
from pliant.methods.elastic.options import PRINTED, ElasticOptions
from pliant.methods.elastic.printed import PrintedGrip
from pliant.methods.elastic.skin_level import Subspace
from pliant.pins import Floor, Pin
from pliant.pose import Pulled
from pliant.progress import Progress, silent
from pliant.rig import Grip, Rig
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.skin import Skin
from pliant.solve.sparse import HeldLaplacian
from pliant.solve.threads import with_one_blas_thread


class ElasticIK(Rig):
    """A rig of one mesh, with nothing prepared.

    mesh:     the rest pose
    options:  the method's choices
    shape:    the solver's mesh: welded, in one piece
    body:     its energy
    subspace: what its skin can show
    cell_skin: the skin; this and the two above are missing as printed
    """

    method: ClassVar[str] = "elastic"
    exact = True
    pins_can = frozenset({"turn"})

    @with_one_blas_thread
    def __init__(
        self, mesh: Mesh, *, options: ElasticOptions | None = None, progress: Progress = silent
    ) -> None:
        self.mesh = mesh
        self.options = options or ElasticOptions()
        progress(0.0, "joining seams and parts")
        self.shape = solvable(mesh.V[None], mesh.F)
        n = mesh.n
        self.gather = csr_array(
            (np.ones(n), self.shape.of_user, np.arange(n + 1)), shape=(n, self.shape.V.shape[1])
        )
        if self.options.energy == "cells":
            progress(0.1, "spreading cells")
            self.body = body_of(self.shape, self.options)
            progress(0.7, "learning the skin")
            self.subspace = Subspace.of(self.body, vertex_areas(self.shape.V[0], self.shape.F))
            cells, own = self.body.cells, self.shape.of_user
            self.cell_skin = Skin.of(mesh.V, cells.influences[own], cells.weights[own], cells.count)
        self.grab([0]).warm()
        progress(1.0, "ready")

    @classmethod
    def as_printed(
        cls, mesh: Mesh, *, options: ElasticOptions = PRINTED, progress: Progress = silent
    ) -> ElasticIK:
        """Exactly [Sorkine2007]: cotangent weights, a rotation for every vertex, alternating steps."""
        return cls(mesh, options=options, progress=progress)

    @cached_property
    def factor(self) -> HeldLaplacian:
        """The factor of full resolution, made when a pose first settles."""
        A = self.body.A if self.options.energy == "cells" else self.cotangents
        made = HeldLaplacian(A, np.zeros(1, dtype=np.int64))
        freeze_arrays(made)
        return made

    @cached_property
    def cotangents(self) -> csc_array:
        """(n', n') the cotangent matrix of the solver's mesh."""
        V, F = self.shape.V[0], self.shape.F
        made = weighted_laplacian(gradient(V, F), areas(V, F))
        freeze_arrays(made)
        return made

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
        """Hold points; all are met exactly, so that `firm` makes no difference."""
        held = self.pinned_points(patched(points, pins, self.mesh), pins, floor).held
        return ElasticGrip(self, held) if self.options.energy == "cells" else PrintedGrip(self, held)

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) settled positions, or those that the palette of a live pose carries."""
        if isinstance(pulled, PulledBody) and pulled.x is not None:
            return self.shape.outward(pulled.x)
        return super().carried(pulled)

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh and the options; everything else follows from them."""
        mesh, arrays = mesh_to_file(self.mesh)
        return {"options": self.options.to_json(), "mesh": mesh}, {**arrays, "V": self.mesh.V}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> ElasticIK:
        """The rig that `to_file` described."""
        mesh = mesh_of_file(FileArrays(arrays).floats("V", (ANY, 3)), settings["mesh"], arrays)
        return cls(mesh, options=ElasticOptions.of_json(settings["options"]))
