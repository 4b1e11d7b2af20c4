"""Joint IK: pull on a mechanism whose joints are found or given [Xu2009]."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Points, held_points
from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.errors import AnchorError, MechanismError, MeshError
from pliant.file_arrays import ANY, FileArrays
from pliant.geometry.frame import Frame
from pliant.geometry.patch import patched
from pliant.geometry.solvable import flat_triangles
from pliant.kinds import check_kind
from pliant.mechanism.components import chosen_components
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mechanism.record import (
    component_of_record,
    joint_of_record,
    record_of_component,
    record_of_joint,
)
from pliant.mesh import Mesh
from pliant.methods.joints.grip import JointGrip, JointPose, posture_of, pulled_bodies
from pliant.methods.joints.handles import checked_firm
from pliant.methods.joints.model import JointModel
from pliant.methods.joints.options import PRINTED, JointOptions
from pliant.methods.joints.parts_held import points_on_parts, rigid_vertices
from pliant.methods.joints.values import (
    JointValue,
    given_values,
    jacobian,
    joint_values,
    posture_of_values,
    values_of,
)
from pliant.pins import Floor, Pin
from pliant.pose import Pulled
from pliant.progress import Progress, silent
from pliant.rig import Rig
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.skin import Skin, stacked
from pliant.solve.threads import with_one_blas_thread

# Diagonals of the model between it and the farthest joint.
FAR = 1e6


class JointIK(Rig):
    """A mechanism ready to be pulled.

    mechanism: the components, which of them are soft, and the joints between them
    model:     what the solver has made of it
    still_points: vertices that every grip holds at rest (see `holding`)
    """

    method: ClassVar[str] = "joints"
    pins_can = frozenset({"weight", "turn"})
    still = "parts"

    def __init__(
        self,
        mesh: Mesh | Mechanism,
        joints: Sequence[Joint] | None = None,
        *,
        options: JointOptions | None = None,
        progress: Progress = silent,
    ) -> None:
        """From a mesh, whose components are its groups or connected pieces, or from a mechanism.

        joints: between the components; a mechanism has its own. Without any, they are found.
        """
        check_kind(mesh, "What JointIK poses", Mesh, Mechanism)
        check_kind(options, "The value of options", JointOptions, type(None))
        mechanism = mesh if isinstance(mesh, Mechanism) else chosen_components(mesh).mechanism
        if joints is None and not mechanism.joints:
            joints = _found(mechanism, lambda share, what: progress(0.9 * share, what))
        if joints is not None:
            mechanism = Mechanism.of(mechanism.mesh, mechanism.component, mechanism.components, joints)
        self._prepare(mechanism, options or JointOptions(), progress)

    @classmethod
    def as_printed(
        cls,
        mesh: Mesh | Mechanism,
        joints: Sequence[Joint] | None = None,
        *,
        options: JointOptions = PRINTED,
        progress: Progress = silent,
    ) -> JointIK:
        """Exactly the paper's method: affine cells; rigidity, joints and limits as penalties."""
        return cls(mesh, joints, options=options, progress=progress)

    def _prepare(self, mechanism: Mechanism, options: JointOptions, progress: Progress) -> None:
        progress(0.9, "making cells")
        _check_area(mechanism.mesh)
        _check_places(mechanism)
        self.mechanism, self.mesh, self.options = mechanism, mechanism.mesh, options
        self.model = JointModel.of(mechanism, options)
        self.still_points = np.empty(0, dtype=np.int64)
        # Kernels take frozen arrays as another type: warmed before, they would be compiled twice.
        self.seal()
        self.grab([0]).warm()
        progress(1.0, "ready")

    @with_one_blas_thread
    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> JointGrip:
        """Hold vertices (numbers, lists of numbers as rigid groups) or Anchors on the surface.

        firm: for each item whether it is a pin, which stays however far the others are pulled; without, all
        share alike what they cannot reach. An item of a weight below one counts so much less among them.
        """
        mesh = self.mesh
        hold = self.pinned_points(patched(points, pins, mesh), pins, floor)
        held = hold.held
        free = self.still_points[~np.isin(self.still_points, held.corners[held.weights == 1.0])]
        still = held_points(free, mesh.V, mesh.F) if len(free) else None
        return JointGrip(self, hold, checked_firm(firm, held), still)

    def holding(self, vertices: ArrayLike, at: ArrayLike | None = None) -> JointIK:
        """The rig whose grips also hold every part at rest that has one of the vertices (numbers or a mask).

        Raises AnchorError for vertices that are not there, and for places other than those of rest.
        """
        if at is not None:
            raise AnchorError("Parts of a mechanism are held where they rest; leave their places out.")
        return self.replaced(still_points=points_on_parts(self.mechanism, vertices))

    def regions(self) -> Mapping[str, Ints]:
        """Vertices under a name: the mesh's groups and the mechanism's parts."""
        names = np.array([part.name for part in self.mechanism.components])[self.mechanism.component]
        parts = {part.name: np.flatnonzero(names == part.name) for part in self.mechanism.components}
        return {**super().regions(), **parts}

    @property
    def rigid(self) -> Array:
        """(n,) vertices of rigid parts, and of each soft part those nearest to its joints."""
        return rigid_vertices(self.mechanism)

    @property
    def skin(self) -> Skin:
        """Which bodies carry each vertex, in the user's coordinates."""
        return self.model.skin

    def posed(self, palette: Floats) -> Vertices:
        """(n, 3) every vertex as the bodies' motions (b, 3, 4), in the user's coordinates, carry it."""
        return self.skin.posed(stacked(palette))

    @cached_property
    def joint_values(self) -> tuple[JointValue, ...]:
        """The values of all joints that move, with their ranges."""
        return joint_values(self.mechanism, self.model)

    @property
    def value_names(self) -> tuple[str, ...]:
        """Names of the free motions of all joints, in the order of `values`."""
        return tuple(value.name for value in self.joint_values)

    def values(self, pulled: Pulled) -> Floats:
        """(k,) angles in radians and slides in the model's lengths, one for each of `value_names`."""
        return values_of(self.model, self.joint_values, posture_of(self.model, pulled))

    @with_one_blas_thread
    def at_values(self, values: ArrayLike | Mapping[str, float], start: Pulled | None = None) -> JointPose:
        """The pose of values (k,), or of names with values where the others stay as in `start`, or at rest.

        Values stop at their ranges. In loops, whose joints depend on each other, parts come as near to where
        the values put them as the loops let them; soft parts follow in the same way.
        """
        now = np.zeros(len(self.joint_values)) if start is None else self.values(start)
        given = given_values(self.joint_values, values, now)
        named = values if isinstance(values, Mapping) else ()
        first = {value.row for value in self.joint_values if value.name in named}
        pulled = pulled_bodies(self.model, posture_of_values(self.model, self.joint_values, given, first))
        soft = any(part.soft for part in self.mechanism.components)
        if not len(self.model.tree.loops) and not soft:
            return JointPose(**{**vars(pulled), "V": self.carried(pulled)})
        V = self.carried(pulled)
        chosen = self.skin.witnesses if not soft else points_on_parts(self.mechanism, self.rigid)
        return self.grab(chosen).drag(V[chosen], pulled)

    def jacobian(self, pulled: Pulled, points: Points) -> Floats:
        """(3h, k) how held points move with each of `value_names`; rows 3i…3i+2 hold x, y, z of point i.

        The largest part of each connected piece stays. Raises MechanismError for loops and soft parts.
        """
        return jacobian(self, self.joint_values, posture_of(self.model, pulled), self.held(points))

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh, components, joints and options; everything else follows from them."""
        mesh, arrays = mesh_to_file(self.mesh)
        settings = {
            "options": self.options.to_json(),
            "mesh": mesh,
            "components": [record_of_component(each) for each in self.mechanism.components],
            "joints": [record_of_joint(each) for each in self.mechanism.joints],
        }
        return settings, {**arrays, "V": self.mesh.V, "component": self.mechanism.component}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> JointIK:
        """The rig that `to_file` described."""
        mesh = mesh_of_file(FileArrays(arrays).floats("V", (ANY, 3)), settings["mesh"], arrays)
        components = [component_of_record(each) for each in settings["components"]]
        joints = [joint_of_record(each) for each in settings["joints"]]
        rig = cls.__new__(cls)
        component = FileArrays(arrays).wholes("component", (mesh.n,), 0, len(components))
        mechanism = Mechanism.of(mesh, component, components, joints)
        rig._prepare(mechanism, JointOptions.of_json(settings["options"]), silent)
        return rig


def _found(mechanism: Mechanism, progress: Progress) -> Sequence[Joint]:
    # The analysis loads collision libraries, which a rig with known joints does not need.
    from pliant.methods.joints.analysis import find_joints

    return find_joints(replace(mechanism, joints=()), progress=progress)


def _check_places(mechanism: Mechanism) -> None:
    """Refuse joints so far from the model that rounding would move it as much as they do."""
    frame = Frame.of(mechanism.mesh.V)
    for joint in mechanism.joints:
        far = float(np.abs(frame.inward(joint.origin)).max())
        if not far <= FAR:
            raise MechanismError(
                f"The {joint.kind} joint '{joint.name}' lies {far:.3g} diagonals away from the model; at "
                f"most {FAR:g} are possible. Move its origin along its axis, or correct it."
            )


def _check_area(mesh: Mesh) -> None:
    frame = Frame.of(mesh.V)
    if not 0.0 < frame.diagonal < math.inf or flat_triangles(frame.inward(mesh.V), mesh.F).all():
        raise MeshError("Every triangle of the model is flat; at least one with an area is needed.")
