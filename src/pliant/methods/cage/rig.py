"""CageIK: pull on a mesh, get the cage around it that does that, and with it the whole mesh.

[Savoye2010]; the plain constructor adds what using it taught (see CageOptions), `as_printed` does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Points
from pliant.arrays import Array, Floats, Vertices
from pliant.checked_record import Record
from pliant.errors import CageError, FileFormatError, MeshError
from pliant.file_arrays import ANY, SUM, FileArrays
from pliant.geometry.frame import Frame
from pliant.geometry.patch import patched
from pliant.geometry.solvable import flat_triangles
from pliant.kinds import check_kind
from pliant.mesh import Mesh, checked_positions
from pliant.methods.cage.binding import Binding, bind, green_deform
from pliant.methods.cage.cage_checks import check_cage
from pliant.methods.cage.green import stretched_normals
from pliant.methods.cage.grip import CageGrip
from pliant.methods.cage.held_points import on_cage, on_mesh, together
from pliant.methods.cage.make_cage import make_cage
from pliant.methods.cage.options import PRINTED, CageOptions
from pliant.methods.cage.shape import linear_shape, turning_shape
from pliant.pins import Floor, Pin
from pliant.pose import Pulled
from pliant.progress import Progress, silent
from pliant.rig import Rig
from pliant.rig_file import mesh_of_file, mesh_to_file
from pliant.solve.threads import with_one_blas_thread

# Of a cage that is made and not told how large to be.
CAGE_VERTICES = 100
SHAPES = {"turning": turning_shape, "linear": linear_shape}


class CageIK(Rig):
    """A mesh bound to a cage of c vertices.

    mesh:    the rest pose; cage: the rest cage, its polygons kept
    options: the method's choices
    binding: how the cage carries the mesh
    shape:   what the cage's own shape costs, in the solver's coordinates `frame`
    stance:  (c, 3) the cage whose shape is kept: that of rest, or of one frame (see `at_frame`)
    """

    method: ClassVar[str] = "cage"
    pins_can = frozenset({"turn"})

    @with_one_blas_thread
    def __init__(
        self,
        mesh: Mesh,
        cage: Mesh | int | None = None,
        *,
        options: CageOptions | None = None,
        progress: Progress = silent,
        binding: Binding | None = None,
    ) -> None:
        """Of a cage that is given, or made with about so many vertices; a binding is reused where given."""
        check_kind(mesh, "What CageIK poses", Mesh)
        check_kind(cage, "The cage", Mesh, int, np.integer, type(None))
        check_kind(options, "The value of options", CageOptions, type(None))
        self.mesh = mesh
        self.options = options or CageOptions()
        self.frame = _checked_frame(mesh)
        if not isinstance(cage, Mesh):
            cage = make_cage(mesh, cage or CAGE_VERTICES, progress=lambda s, what: progress(0.5 * s, what))
        self.cage, self.stance = cage, cage.V
        if binding is None:
            binding = bind(
                mesh.V,
                cage,
                self.options.coordinates,
                tolerance=self.options.accuracy,
                progress=lambda share, what: progress(0.5 + 0.4 * share, what),
            )
        self.binding = binding
        self.shape = SHAPES[self.options.regularity](self.frame.inward(cage.V), cage.F)
        self.grab([0]).warm()
        progress(1.0, "ready")

    @classmethod
    def as_printed(
        cls,
        mesh: Mesh,
        cage: Mesh | int | None = None,
        *,
        options: CageOptions = PRINTED,
        progress: Progress = silent,
    ) -> CageIK:
        """Exactly the paper's method: harmonic coordinates, soft anchors, one linear solve."""
        return cls(mesh, cage, options=options, progress=progress)

    @with_one_blas_thread
    def grab(
        self,
        points: Points,
        cage: Points | None = None,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> CageGrip:
        """Hold points of the mesh; soft anchors share the error, exact ones are met, `firm` or not.

        cage: vertices of the cage that are held with them; their targets come after those of the points
        """
        holding = on_mesh(self, self.pinned_points(patched(points, pins, self.mesh), pins, floor).held)
        if cage is not None:
            holding = together(holding, on_cage(self, cage), self.mesh.n)
        return CageGrip(self, holding)

    @with_one_blas_thread
    def grab_cage(self, vertices: Points) -> CageGrip:
        """Hold vertices of the cage itself; the others follow by the cage's shape."""
        return CageGrip(self, on_cage(self, vertices))

    def at_frame(self, cage: ArrayLike) -> CageIK:
        """The rig whose mesh and shape to keep are those of one frame's cage (c, 3); the binding is the same.

        Its grips pull on that frame: what is held rests where the frame has it, and what is not pulled stays.
        Raises CageError where a face of the cage is folded flat.
        """
        C = checked_positions(cage, "cage's positions")
        with np.errstate(divide="ignore", invalid="ignore"):
            shape = SHAPES[self.options.regularity](self.frame.inward(C), self.cage.F)
        if not np.isfinite(shape.K).all():
            raise CageError(
                "A face of the cage is folded flat and has no shape to keep; move its vertices apart."
            )
        return self.replaced(mesh=self.mesh.moved(self.posed(C)), stance=C, shape=shape)

    @property
    def point_weights(self) -> Floats:
        """(n, p) weights of the cage's vertices and, for Green coordinates, of its stretched normals."""
        W, N = self.binding.weights, self.binding.normals
        return W if N is None else np.concatenate([W, N], axis=1)

    def points(self, cage: Floats) -> Floats:
        """(p, 3) what carries the mesh linearly: the cage (c, 3), and for Green its stretched normals."""
        if self.binding.normals is None:
            return cage
        return np.concatenate([cage, stretched_normals(self.cage, cage)])

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) the mesh's positions inside the cage that a pull found, the first of its points."""
        return self.posed(cast("Floats", pulled.points)[: self.cage.n])

    def posed(self, cage: ArrayLike) -> Vertices:
        """(n, 3) the mesh's positions inside a cage (c, 3)."""
        C = checked_positions(cage, "cage's positions")
        if C.shape != self.cage.V.shape:
            raise CageError(f"{len(C)} positions were given for a cage of {self.cage.n} vertices.")
        if self.binding.normals is not None:
            return green_deform(self.binding, self.cage, C)
        return self.binding.weights @ C

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """The mesh, the cage, the options and the weights, which take long to find."""
        mesh, arrays = mesh_to_file(self.mesh)
        cage, cage_arrays = mesh_to_file(self.cage)
        settings = {"options": self.options.to_json(), "mesh": mesh, "cage": cage}
        settings |= {"error": self.binding.error, "accuracy": self.binding.accuracy}
        files = {**arrays, "V": self.mesh.V, "cage_V": self.cage.V, "weights": self.binding.weights}
        files |= {f"cage_{name}": array for name, array in cage_arrays.items()}
        return settings, files if self.binding.normals is None else {**files, "normals": self.binding.normals}

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> CageIK:
        """The rig that `to_file` described."""
        mesh = mesh_of_file(FileArrays(arrays).floats("V", (ANY, 3)), settings["mesh"], arrays)
        own = {name.removeprefix("cage_"): array for name, array in arrays.items() if name[:5] == "cage_"}
        cage = mesh_of_file(FileArrays(own).floats("V", (ANY, 3)), settings["cage"], own)
        check_cage(cage)
        options = CageOptions.of_json(settings["options"])
        binding = _binding_of_file(settings, FileArrays(arrays), options, (mesh.n, cage))
        return cls(mesh, cage, options=options, binding=binding)


def _binding_of_file(
    settings: Mapping[str, Any], stored: FileArrays, options: CageOptions, bound: tuple[int, Mesh]
) -> Binding:
    """The binding of a rig file; bound: how many points, and the cage."""
    n, cage = bound
    weights = stored.floats("weights", (n, cage.n))
    if not np.abs(weights.sum(axis=1) - 1.0).max() <= SUM:
        raise FileFormatError("Weights of the cage do not sum to one at every point; save the rig again.")
    green = options.coordinates == "green"
    normals = stored.floats("normals", (n, len(cage.F))) if green else None
    record = Record(settings, "settings")
    (error,), (accuracy,) = record.measures("error"), record.measures("accuracy")
    return Binding(options.coordinates, weights, normals, error, accuracy, options.accuracy)


def _checked_frame(mesh: Mesh) -> Frame:
    """The solver's coordinates; refuses a mesh without any area."""
    frame = Frame.of(mesh.V)
    if not 0.0 < frame.diagonal < np.inf:
        raise MeshError(f"The mesh has the size {frame.diagonal:g}; a mesh with a finite size is needed.")
    if flat_triangles(frame.inward(mesh.V), mesh.F).all():
        raise MeshError("Every triangle of the mesh is flat; at least one with an area is needed.")
    return frame
