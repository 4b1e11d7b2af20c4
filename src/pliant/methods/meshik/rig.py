"""MeshIK: pull any point of a mesh, and the whole takes the pose nearest to a blend of its examples.

[Sumner2005]; the plain constructor adds what real data taught (see MeshIKOptions), `as_printed` does not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Points
from pliant.arrays import Array, Faces, Floats, Vertices
from pliant.checked_record import Record
from pliant.errors import MeshError
from pliant.examples.corrections import RotationField, rotation_field
from pliant.examples.live import LiveSearch
from pliant.examples.regions import Regions
from pliant.examples.representative import kept_poses
from pliant.examples.search import ExampleSearch
from pliant.file_arrays import ANY, FileArrays
from pliant.frozen_region import Frozen
from pliant.geometry.contacts import contacts, extent, no_contacts
from pliant.geometry.gradient import areas, gradient, hat_gradients
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.patch import patched
from pliant.geometry.solvable import solvable
from pliant.kept_poses import KeptPoses
from pliant.kinds import check_kind
from pliant.mesh import PoseSet
from pliant.methods.meshik.bars import Bars, with_bars
from pliant.methods.meshik.discs import Discs
from pliant.methods.meshik.examples import aligned_span, linear_span, printed_span
from pliant.methods.meshik.grip import MeshIKGrip, MeshIKPose
from pliant.methods.meshik.half_way import Surface, sided_span, surface_tears
from pliant.methods.meshik.incidence import Incidence
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.reliability import distrust, trust
from pliant.pins import ABILITIES, Floor, Pin
from pliant.pose import Pulled
from pliant.progress import Progress, silent, within
from pliant.rig import Rig, checked_weights
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.solve.sparse import HeldLaplacian
from pliant.solve.threads import with_one_blas_thread

SPANS = {"aligned": aligned_span, "printed": printed_span, "linear": linear_span}
GROUND = np.array([0], dtype=np.int64)


class MeshIK(Rig):
    """A rig from example poses, the first of which is the reference.

    poses:   the examples; of many, those that represent all
    options: the method's choices
    W:       (m,) weight of each solver triangle, summing to one
    discs:   what pins pull on; None where they pull on their vertices alone
    tears:   where blends with an example come apart
    pace:    seconds of a live step, measured when the rig was made; budgets are counted in these
    """

    method: ClassVar[str] = "meshik"
    still = "vertices"
    exact = True
    pins_can = frozenset(ABILITIES)

    @with_one_blas_thread
    def __init__(
        self, poses: PoseSet, *, options: MeshIKOptions | None = None, progress: Progress = silent
    ) -> None:
        check_kind(poses, "What MeshIK learns from", PoseSet)
        check_kind(options, "The value of options", MeshIKOptions, type(None))
        if len(poses) < 2:
            raise MeshError(
                "MeshIK learns from examples and was given only a reference pose; give at least two poses."
            )
        self.options = options or MeshIKOptions()
        self._kept = kept_poses(poses, self.options.most_examples, within(progress, 0.0, 0.1))
        self.poses = poses = self._kept.among(poses)
        self.frozen: Frozen | None = None
        self.mesh = poses.mesh
        self.shape = solvable(poses.V, poses.F)
        progress(0.1, "comparing poses")
        span, self.attitudes = SPANS[self.options.span](self.shape, within(progress, 0.1, 0.4))
        V, F = self.shape.V[0], self.shape.F
        progress(0.4, "looking for parts that touch")
        self.bars = self._bars()
        self.around = Incidence.of(F, hat_gradients(V, F), len(V), self.bars.rows)
        self.gradient = with_bars(gradient(V, F), self.bars)
        progress(0.4, "factoring")
        W = self._plain_weights()
        plain = HeldLaplacian(weighted_laplacian(self.gradient, W), GROUND)
        if self.options.span == "aligned":
            progress(0.5, "comparing ways round")
            surface = Surface.of(self.shape, self.bars, self.around, W, plain)
            # Bars follow the triangles around them, so the triangles' sides come first.
            span = sided_span(span, self.attitudes, surface, self.shape.V)
        self.tears = surface_tears(span, self.shape)
        self.span = self.bars.span(self.shape.V, span, self.attitudes)
        self.W, self.system = self._weighted(W, plain, progress)
        self.discs = self._discs(V, F[: len(self.shape.kept)])
        progress(0.9, "spreading corrections")
        self.search = self._search()
        grip = self.grab([0])
        grip.warm()
        self.live = LiveSearch.of(self.search, grip.at_rest())
        self.pace = grip.pace()
        progress(1.0, "ready")

    @classmethod
    def as_printed(
        cls, poses: PoseSet, *, options: MeshIKOptions = PRINTED, progress: Progress = silent
    ) -> MeshIK:
        """Exactly the paper's method: uniform weights, start at rest, no prior, no rotations beside."""
        return cls(poses, options=options, progress=progress)

    def _bars(self) -> Bars:
        """Bars between parts that touch; none in the paper's method."""
        V, F = self.shape.V, self.shape.F
        stiffness = self.options.contact
        found = contacts(V, F[: len(self.shape.kept)]) if stiffness else no_contacts(V.shape[1])
        return Bars.of(found, V[0], F, stiffness)

    def _discs(self, V: Vertices, F: Faces) -> Discs | None:
        """Discs on the solver's surface V (n, 3), F (m, 3), in its unit."""
        radius = self.options.disc
        return Discs.of(V, F, radius * extent(V, F)) if radius else None

    def _weighted(self, W: Floats, system: HeldLaplacian, progress: Progress) -> tuple[Floats, HeldLaplacian]:
        """Triangle weights, and the Laplacian factored with them, from the plain ones."""
        if math.isinf(self.options.reliability) or self.options.span == "linear":
            return W, system
        e = distrust(self.span, self.around, W, system, lambda s, what: progress(0.5 + 0.4 * s, what))
        e = e[: len(self.shape.F)]
        if e.max() < 1e-3 * self.options.reliability:
            return W, system
        trusted = W[: len(e)] * trust(e, self.options.reliability, self.shape.F, W[: len(e)])
        W = np.concatenate([trusted / trusted.sum(), self.bars.weights])
        return W, HeldLaplacian(weighted_laplacian(self.gradient, W), GROUND)

    def _search(self) -> ExampleSearch:
        options, count = self.options, self.span.free
        field = self._field(options.bumps) if options.corrects else None
        # Mean-centred examples sum to zero, so that the last is what the others lack.
        corners = np.vstack([np.eye(count), -np.ones(count)]) if options.span == "linear" else None
        search = ExampleSearch.of(options, self.span, self.attitudes, field, self.W, corners)
        return replace(search, regions=Regions.of(self._field(options.regions))) if options.local else search

    def _field(self, count: int) -> RotationField:
        """A field over triangles and bars, made of so many bumps."""
        field = rotation_field(self.shape.V, self.shape.F, count)
        return replace(field, basis=self.bars.basis(field.basis))

    def _plain_weights(self) -> Floats:
        """(m,) area or one for each triangle, summing to one; bridges count as a triangle of mean size."""
        own = len(self.shape.kept)
        W = (
            areas(self.shape.V[0], self.shape.F)
            if self.options.weighting == "area"
            else np.ones(len(self.shape.F))
        )
        W[own:] = W[:own].mean()
        return np.concatenate([W / W.sum(), self.bars.weights])

    @with_one_blas_thread
    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> MeshIKGrip:
        """Hold points; all are met exactly, so that `firm` makes no difference, unless their pins yield."""
        return MeshIKGrip(self, self.pinned_points(patched(points, pins, self.mesh), pins, floor))

    def holding(self, vertices: ArrayLike, at: ArrayLike | None = None) -> MeshIK:
        """The rig whose grips freeze vertices (numbers or a mask) where `at` (n, 3) has them.

        Frozen vertices stay at their places, by default the reference's, and triangles that are frozen
        whole do not count [Sumner2005, fig. 6]. Each grab then factors the Laplacian again.
        """
        return self.replaced(frozen=Frozen.of(vertices, at, self.mesh.V))

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) positions; a pull of MeshIK has posed the mesh already."""
        return cast("MeshIKPose", pulled).V

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the examples."""
        return self.poses.names

    @property
    def kept(self) -> KeptPoses:
        """Which of the poses that were given are examples."""
        return self._kept

    @property
    def region_shares(self) -> Floats:
        """(n, R) as `Rig` says: the mean of the triangles around each vertex."""
        regions, F = self.search.regions, self.shape.F
        if regions is None:
            return super().region_shares
        total = np.zeros((self.shape.V.shape[1], regions.count))
        np.add.at(total, F, regions.basis[: len(F), None])
        return (total / total.sum(axis=1, keepdims=True))[self.shape.of_user]

    @property
    def examples(self) -> PoseSet:
        """The example poses."""
        return self.poses

    def example(self, index: int) -> Vertices:
        """(n, 3) positions of an example, as it was given."""
        return self.poses.V[index]

    @with_one_blas_thread
    def blend(self, weights: ArrayLike) -> Vertices:
        """(n, 3) positions of the blend with the weights (k,) given, without any pins.

        The weights of one example give that example, where and how it stands.
        """
        w = checked_weights(weights, len(self.poses), "example")
        unknowns = w if self.options.span != "linear" else w[:-1] - w[-1]
        R = np.broadcast_to(self.attitudes.turn(w), (len(self.W), 3, 3)).copy()
        T = self.span.tangents(unknowns, R)
        x = self.system.solve(self.around.gathered(T, self.W))
        return self.shape.outward(x + self.attitudes.centre(w) - self._centroid(x))

    def _centroid(self, x: Floats) -> Floats:
        size = areas(self.shape.V[0], self.shape.F)
        return size @ x[self.shape.F].mean(axis=1) / size.sum()

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The examples and the options; everything else follows from them."""
        mesh, arrays = mesh_to_file(self.mesh)
        settings = {"options": self.options.to_json(), "names": list(self.poses.names), "mesh": mesh}
        settings |= self.kept.settings()
        return settings, {**arrays, "poses": self.poses.V}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> MeshIK:
        """The rig that `to_file` described."""
        names = Record(settings, "settings").titles("names")
        V = FileArrays(arrays).floats("poses", (len(names), ANY, 3))
        poses = PoseSet.of_positions(mesh_of_file(V[0], settings["mesh"], arrays), V, names)
        rig = cls(poses, options=MeshIKOptions.of_json(settings["options"]))
        return rig.replaced(_kept=KeptPoses.of_settings(settings, poses.names))
