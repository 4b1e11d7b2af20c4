"""Reduced IK: controls learned from examples; pulling any point poses them at a cost no mesh size changes.

[Der2006]; the plain constructor adds what real data taught (see ReducedOptions), `as_printed` does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import KDTree

from pliant.anchors import Held, Points
from pliant.arrays import Array, Floats, Vertices
from pliant.checked_record import Record
from pliant.errors import MeshError
from pliant.examples.corrections import RotationField
from pliant.examples.regions import Regions
from pliant.examples.representative import kept_poses
from pliant.examples.search import ExampleSearch
from pliant.examples.tears import Tear, tears
from pliant.file_arrays import ANY, FileArrays
from pliant.geometry.patch import patched
from pliant.geometry.solvable import solvable
from pliant.kept_poses import KeptPoses
from pliant.kinds import check_kind
from pliant.mesh import Mesh, PoseSet
from pliant.methods.reduced.control_fit import ControlFit, ControlPins
from pliant.methods.reduced.elements import aligned_span, attitudes, elements, printed_span
from pliant.methods.reduced.graph import correction_field, proxy_bumps
from pliant.methods.reduced.grip import ReducedGrip
from pliant.methods.reduced.half_way import sided_span
from pliant.methods.reduced.learn import percent_distortion
from pliant.methods.reduced.model import ReducedModel, learned_model
from pliant.methods.reduced.model_file import model_arrays, model_of_file, model_settings
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.pins import ABILITIES, Floor, Pin
from pliant.progress import Progress, silent, within
from pliant.rig import Rig, checked_weights
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.skin import Skin, blend_matrix, stacked
from pliant.solve.threads import with_one_blas_thread


class ReducedIK(Rig):
    """A rig of controls learned from example poses, the first of which is the reference.

    mesh:    the reference
    names:   of the examples
    model:   what was learned: controls, weights, proxies and their errors
    skin:    which controls carry each of the user's vertices, and how much: the blend matrix
    t:       (k, 4c, 3) the examples' controls, in the solver's coordinates
    options: the method's choices
    tears:   where blends with an example come apart
    """

    method: ClassVar[str] = "reduced"
    exact = True
    pins_can = frozenset(ABILITIES)

    def __init__(
        self, poses: PoseSet, *, options: ReducedOptions | None = None, progress: Progress = silent
    ) -> None:
        check_kind(poses, "What ReducedIK learns from", PoseSet)
        check_kind(options, "The value of options", ReducedOptions, type(None))
        if len(poses) < 2:
            raise MeshError(
                "Reduced IK learns from examples and was given only a reference; give at least two poses."
            )
        chosen = options or ReducedOptions()
        kept = kept_poses(poses, chosen.most_examples, within(progress, 0.0, 0.1))
        poses = kept.among(poses)
        progress(0.1, "joining seams and parts")
        shape = solvable(poses.V, poses.F)
        model = learned_model(shape, chosen, within(progress, 0.1, 0.9))
        progress(0.9, "comparing the examples")
        self._prepare(poses.mesh, (poses.names, kept), model, chosen)
        blends = np.empty_like(poses.V)
        for i, weights in enumerate(np.eye(len(poses))):
            progress(0.95 + 0.05 * i / len(poses), "checking the examples")
            blends[i] = self.blend(weights)
        self.model = replace(model, proxy_error=percent_distortion(poses.V, blends))
        progress(1.0, "ready")

    @classmethod
    def as_printed(
        cls, poses: PoseSet, *, options: ReducedOptions = PRINTED, progress: Progress = silent
    ) -> ReducedIK:
        """Exactly the paper's method: one pass of learning, start at rest, no prior, no rotations beside."""
        return cls(poses, options=options, progress=progress)

    @with_one_blas_thread
    def _prepare(
        self,
        mesh: Mesh,
        examples: tuple[tuple[str, ...], KeptPoses],
        model: ReducedModel,
        options: ReducedOptions,
    ) -> None:
        """Everything that follows from what was learned; examples: their names, and which were kept."""
        self._names, self._kept = examples
        self.mesh, self.model, self.options = mesh, model, options
        self.t = model.t
        self.frame = model.frame
        self._skin = Skin.of(mesh.V, model.influences, model.weights, model.count)
        self.parts = elements(model.proxies, model.ties)
        self.normal = self.parts.normal_matrix()
        if options.span == "printed":
            self.span, turns = printed_span(self.parts, self.t)
        else:
            span, turns = aligned_span(self.parts, self.t, model.graph)
            centre = ControlPins.of(model.centre[None], self.normal)
            self.span = sided_span(span, self.parts, model.graph, centre, model.proxies.V)
        self.tears = self._tears()
        self.attitudes = attitudes(turns, model.centre, self.t)
        self.search = self._search()
        self.grab([0]).warm()

    def _tears(self) -> tuple[Tear, ...]:
        """The tears between neighbouring proxies, each at the vertex nearest to the middle between two."""
        graph = self.model.graph
        middles = self.model.proxies.rest[graph.pairs].mean(axis=1)
        vertices = np.asarray(KDTree(self.frame.inward(self.mesh.V)).query(middles)[1], dtype=np.int64)
        # The graph of proxies is coarse: a single border may be a whole tear.
        found = tears(self.span.logs, graph.pairs, graph.pairs, graph.borders, vertices, fewest=1)
        return tuple(found)

    def _search(self) -> ExampleSearch:
        options = self.options
        field = self._field(options.bumps) if options.corrects else None
        search = ExampleSearch.of(options, self.span, self.attitudes, field, self.parts.W)
        return replace(search, regions=Regions.of(self._field(options.regions))) if options.local else search

    def _field(self, count: int) -> RotationField:
        """A field over the elements, made of so many bumps."""
        model, points = self.model, self.model.proxies
        bumps = proxy_bumps(model.graph, points.V, model.area * points.sizes, count)
        return correction_field(model.graph, points.rest, bumps[self.parts.home], points.sizes)

    @with_one_blas_thread
    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> ReducedGrip:
        """Hold points; what the controls can reach is met exactly, so that `firm` makes no difference.

        A patch whose points the controls cannot tell apart is met as nearly as they can: see `gaps`.
        """
        return ReducedGrip(self, self.pinned_points(patched(points, pins, self.mesh), pins, floor))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the examples that the controls were learned from."""
        return self._names

    @property
    def kept(self) -> KeptPoses:
        """Which of the poses that were given are examples."""
        return self._kept

    @property
    def skin(self) -> Skin:
        """Which controls carry each vertex, in the user's coordinates."""
        return self._skin

    @property
    def region_shares(self) -> Floats:
        """(n, R) as `Rig` says: a vertex belongs where the controls that carry it do."""
        regions = self.search.regions
        if regions is None:
            return super().region_shares
        own = regions.basis[self.parts.angular - self.parts.count : self.parts.angular]
        return np.einsum("vq,vqr->vr", self.skin.weights, own[self.skin.influences])

    def rows(self, held: Held) -> Floats:
        """C (h, 4c): the positions of held points as a function of the controls."""
        corners = held.corners.ravel()
        rest = self.frame.inward(self.mesh.V[corners])
        own = blend_matrix(rest, self.skin.influences[corners], self.skin.weights[corners], self.skin.count)
        return np.einsum("hi,hir->hr", held.weights, own.toarray().reshape(len(held), 3, 4 * self.skin.count))

    def blend(self, weights: ArrayLike) -> Vertices:
        """(n, 3) positions of the blend with the weights (k,) given, without any pins."""
        return self.posed(self.palette(weights))

    def example(self, index: int) -> Vertices:
        """(n, 3) one of the examples, as the learned controls have it."""
        return self.posed(self.frame.palette(self.t[index]))

    @with_one_blas_thread
    def palette(self, weights: ArrayLike) -> Floats:
        """(c, 3, 4) the controls [F d] of a blend, in the user's coordinates."""
        return self.frame.palette(self._blended(weights))

    def posed(self, palette: Floats) -> Vertices:
        """(n, 3) every vertex as the controls palette (c, 3, 4), in the user's coordinates, carry it."""
        return self.skin.posed(stacked(palette))

    def _blended(self, weights: ArrayLike) -> Floats:
        """(4c, 3) the controls of a blend, its centre between the examples'."""
        w = checked_weights(weights, len(self.t), "example")
        turn = self.attitudes.turn(w)
        T = self.span.tangents(w, np.broadcast_to(turn, (len(self.parts.W), 3, 3)).copy())
        centre = self.attitudes.centre(w)
        fit = ControlFit.of(self.parts, ControlPins.of(self.model.centre[None], self.normal), centre[None])
        wanted = fit.spread(T, self.parts.W[:, None])
        return fit.positions(fit.solved(wanted)[:, :, 0])

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh and what was learned; the examples themselves are not needed any more."""
        mesh, arrays = mesh_to_file(self.mesh)
        settings = {
            "options": self.options.to_json(),
            "names": list(self.names),
            "mesh": mesh,
            "model": model_settings(self.model),
            **self.kept.settings(),
        }
        return settings, {**arrays, "V": self.mesh.V, **model_arrays(self.model)}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> ReducedIK:
        """The rig that `to_file` described."""
        rig = cls.__new__(cls)
        stored = FileArrays(arrays)
        mesh = mesh_of_file(stored.floats("V", (ANY, 3)), settings["mesh"], arrays)
        names = Record(settings, "settings").titles("names")
        model = model_of_file(settings["model"], stored, mesh.n, len(names))
        examples = names, KeptPoses.of_settings(settings, names)
        rig._prepare(mesh, examples, model, ReducedOptions.of_json(settings["options"]))
        rig.seal()
        return rig
