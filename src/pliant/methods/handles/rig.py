"""HandleIK: paint rigid handles, sculpt a few poses, then drag any point to a mixture of them.

[Baerentzen]; the plain constructor adds what using it taught (see HandleOptions), `as_printed` does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Points
from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.errors import HandleError
from pliant.file_arrays import ANY, FileArrays
from pliant.geometry.patch import patched
from pliant.kinds import check_kind
from pliant.mesh import Mesh, PoseSet
from pliant.methods.handles.arap import Arap
from pliant.methods.handles.chains import ORDER_FREE, blended, chains
from pliant.methods.handles.editor import Editor
from pliant.methods.handles.grip import HandleGrip, HandlePose
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.hold import Hold
from pliant.methods.handles.motion import checked_matrices
from pliant.methods.handles.options import PRINTED, HandleOptions
from pliant.methods.handles.sculpt import Sculpted, SculptedPose
from pliant.methods.handles.surface import surface
from pliant.pins import Floor, Pin
from pliant.pose import Pulled
from pliant.progress import Progress, silent
from pliant.rig import Rig, checked_weights
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.solve.threads import with_one_blas_thread

HOLDS = {"exact": Hold.exact, "pulled": Hold.printed}


class HandleIK(Rig):
    """A rig of painted handles and sculpted poses.

    mesh:     the rest pose; handles: its handles; sculpted: the poses, P of them
    options:  the method's choices
    shape:    the solver's surface; editor: how handles move it
    chains:   the poses' steps by handle
    """

    method: ClassVar[str] = "handles"
    pins_can = frozenset({"turn"})

    @with_one_blas_thread
    def __init__(
        self,
        mesh: Mesh,
        handles: Handles | Sequence[Handle],
        sculpted: Sculpted | Sequence[SculptedPose] = (),
        *,
        options: HandleOptions | None = None,
        progress: Progress = silent,
    ) -> None:
        check_kind(mesh, "What HandleIK poses", Mesh)
        check_kind(handles, "The value of handles", Handles, Sequence)
        for handle in handles:
            check_kind(handle, "One of the handles", Handle)
        check_kind(options, "The value of options", HandleOptions, type(None))
        self.mesh = mesh
        self.options = options or HandleOptions()
        self.shape = surface(mesh)
        self.handles = Handles.of(self.shape, list(handles))
        progress(0.2, "factoring")
        owner, rigidity = self.handles.on(self.shape)
        hold = HOLDS[self.options.hold](owner, rigidity)
        self.editor = Editor(
            self.shape,
            hold,
            len(self.handles),
            weighting=self.options.weighting,
            frames=self.options.frames,
        )
        self.arap = Arap(self.shape, hold) if self.options.refinement else None
        progress(0.9, "reading the poses")
        self.sculpted = Sculpted.of(self.handles, tuple(sculpted))
        self.chains = chains(self.sculpted)
        # Kernels take frozen arrays as another type: warmed before, they would be compiled twice.
        self.seal()
        self.editor.warm()
        if len(self.sculpted):
            self.grab([int(self.handles[0].vertices[0])]).warm()
        progress(1.0, "ready")

    @classmethod
    def as_printed(
        cls,
        mesh: Mesh,
        handles: Handles | Sequence[Handle],
        sculpted: Sculpted | Sequence[SculptedPose] = (),
        *,
        options: HandleOptions = PRINTED,
        progress: Progress = silent,
    ) -> HandleIK:
        """Exactly the paper's method: umbrella operator, rows that pull, greedy order, pattern search."""
        return cls(mesh, handles, sculpted, options=options, progress=progress)

    def resculpted(self, sculpted: Sculpted | Sequence[SculptedPose]) -> HandleIK:
        """The same handles with other poses; nothing is factored again."""
        shelf = Sculpted.of(self.handles, tuple(sculpted))
        return self.replaced(sculpted=shelf, chains=chains(shelf))

    def renamed(self, handles: Sequence[Handle]) -> HandleIK:
        """The same vertices and rigidities under other names, colours and centres, without poses.

        Nothing is factored again.
        """
        given = Handles.of(self.shape, list(handles))
        same = len(given) == len(self.handles) and all(
            np.array_equal(a.vertices, b.vertices) and np.array_equal(a.rigidity, b.rigidity)
            for a, b in zip(given, self.handles, strict=True)
        )
        if not same:
            raise HandleError("The handles have other vertices or rigidities; make a new rig of them.")
        shelf = Sculpted.of(given, ())
        return self.replaced(handles=given, sculpted=shelf, chains=chains(shelf))

    @property
    def fixed_order(self) -> Ints | None:
        """(P,) in which the poses act in every drag; empty for none at all, None where targets decide."""
        if self.options.order == "free":
            return ORDER_FREE
        if self.options.order == "greedy":
            return None
        if self.options.order == "given":
            return np.arange(len(self.sculpted))
        moved = [len({name for step in pose.steps for name in step.handles}) for pose in self.sculpted]
        return np.argsort(moved, kind="stable").astype(np.int64)

    @with_one_blas_thread
    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> HandleGrip:
        """Hold points; all share the error of a mixture that cannot reach them, `firm` or not."""
        held = self.pinned_points(patched(points, pins, self.mesh), pins, floor).held
        if not len(self.sculpted):
            raise HandleError("No pose is sculpted, so a drag has nothing to mix; sculpt at least one pose.")
        return HandleGrip(self, held)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the sculpted poses."""
        return self.sculpted.names

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) positions; a pull of Handle IK has posed the mesh already."""
        return cast("HandlePose", pulled).V

    def regions(self) -> Mapping[str, Ints]:
        """Vertices under a name: the mesh's groups, and of each handle those that it carries rigidly."""
        rigid = {each.name: each.vertices[each.rigidity == 1.0] for each in self.handles}
        return {**super().regions(), **rigid}

    def deform(self, matrices: ArrayLike) -> Vertices:
        """(n, 3) positions with the handles moved by similarities (H, 4, 4) or (H, 3, 4) from rest."""
        M = checked_matrices(np.asarray(matrices), self.handles.names)
        if self.arap is None:
            return self.editor.posed(M, self.shape.of_user)
        own = M[np.maximum(self.editor.hold.owner, 0)]
        goal = np.einsum("nij,nj->ni", own[:, :3, :3], self.shape.V) + own[:, :3, 3]
        x = self.arap.refined(self.editor.posed(M), goal, rounds=self.options.refinement)
        return x[self.shape.of_user]

    def matrices(self, t: ArrayLike, order: Ints | None = None) -> Floats:
        """(H, 4, 4) the handles' similarities at the weights t (P,), poses acting in the order (P,) given.

        By default in the order that the options name; as sculpted, where that depends on targets.
        """
        weights = checked_weights(t, len(self.sculpted), "sculpted pose")
        if order is None:
            order = self.fixed_order
        return blended(self.chains, np.arange(len(weights)) if order is None else order, weights)

    def blend(self, weights: ArrayLike) -> Vertices:
        """(n, 3) positions of the mixture with the weights t (P,), one for each sculpted pose.

        Zeros give the rest pose, a single one that pose; sums other than one are as good as any.
        """
        return self.deform(self.matrices(weights))

    def poses(self) -> PoseSet:
        """The rest pose and the sculpted ones: examples for the methods that learn from them."""
        V = [self.mesh.V, *(self.deform(pose.matrices(self.handles)) for pose in self.sculpted)]
        return PoseSet.of_positions(self.mesh, np.stack(V), ["rest", *self.sculpted.names])

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh, handles, poses and options; everything else follows from them."""
        mesh, arrays = mesh_to_file(self.mesh)
        settings = {"options": self.options.to_json(), "sculpted": self.sculpted.to_json(), "mesh": mesh}
        return settings, {**arrays, "V": self.mesh.V}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> HandleIK:
        """The rig that `to_file` described."""
        mesh = mesh_of_file(FileArrays(arrays).floats("V", (ANY, 3)), settings["mesh"], arrays)
        sculpted = Sculpted.of_json(mesh, settings["sculpted"])
        return cls(mesh, sculpted.handles, sculpted, options=HandleOptions.of_json(settings["options"]))
