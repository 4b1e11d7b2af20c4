"""Mirrored examples: what a symmetric character does with its left it can do with its right.

The deformation gradient of a mirrored pose in triangle j is that of its partner p(j) across the mirror plane,
reflected: T′_j = σ T_p(j) σ. Positions follow from
min Σ_j A_j ‖(G x)_j − T′_j E_j‖² + ε Σ_v a_v |x_v − y_v|²,  y_v = v + σ (displacement of v's partner),
so that the reference, even if not quite symmetric, is its own mirror image and loose parts keep their places.
Displacements alone would not turn what the partner has turned: ears and fingers would fold.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_array, diags_array

from pliant.arrays import Faces, Floats, Ints, Poses, Vertices
from pliant.errors import MeshError
from pliant.geometry.deformation import deformation_gradients
from pliant.geometry.gradient import areas, double_area_normals, gradient, tangent_basis, vertex_areas
from pliant.geometry.laplacian import weighted_laplacian
from pliant.geometry.mirror_points import mirror_points
from pliant.geometry.rotations import closest_rotation
from pliant.geometry.solvable import Solvable, solvable
from pliant.geometry.surface_points import SurfacePoints
from pliant.geometry.symmetry import Plane, symmetry_plane, vertex_normals
from pliant.kinds import check_kind
from pliant.mesh import Mesh, PoseSet
from pliant.solve.sparse import HeldLaplacian

# ε: with the diagonal as the unit, gradients decide in all that is smaller than the whole.
PLACES = 1.0
# Area of a vertex without triangles, as a share of the mean, so that it has a place too.
LOOSE = 1e-6
# Mean distance of mirrored points from a surface that counts as symmetric, in diagonals. Rest poses of
# characters have up to 0.004; a horse in full gallop 0.011, and its legs have no partners any more.
SYMMETRIC = 0.005
# A mirror image nearer to a pose of the set than this share of its own way from the reference is the same
# pose again. Two examples that hardly differ only make each other less certain.
SAME = 0.25


@dataclass(frozen=True, eq=False)
class Mirror:
    """How poses of a nearly symmetric mesh are mirrored.

    V, F:     the reference (n, 3) and its triangles (m, 3), all of which have an area
    plane:    the mirror plane
    vertices: the partner of each vertex
    faces:    (m,) the triangle with the partner of each triangle's middle
    system:   the matrix of the positions, factored
    """

    V: Vertices
    F: Faces
    plane: Plane
    vertices: SurfacePoints
    faces: Ints
    system: HeldLaplacian

    @staticmethod
    def of(V: Vertices, F: Faces, plane: Plane) -> Mirror:
        """The mirror of the mesh V (n, 3), F (m, 3), its diagonal about one, in a plane."""
        normals = double_area_normals(V, F)
        vertices = mirror_points(V, F, plane, V, vertex_normals(V, F))
        middles = mirror_points(V, F, plane, V[F].mean(axis=1), normals)
        A = weighted_laplacian(gradient(V, F), areas(V, F)) + diags_array(_pull(V, F))
        return Mirror(V, F, plane, vertices, middles.face, HeldLaplacian(csc_array(A), np.empty(0, np.int64)))

    @property
    def sigma(self) -> Floats:
        """(3, 3) the reflection of vectors."""
        return np.eye(3) - 2.0 * np.outer(self.plane.normal, self.plane.normal)

    def image(self, pose: Vertices) -> Vertices:
        """(n, 3) the mirror image of a pose (n, 3)."""
        V, F = self.V, self.F
        T = deformation_gradients(V, pose, F)[self.faces]
        wanted = (self.sigma @ T @ self.sigma) @ tangent_basis(V, F)
        rows = np.swapaxes(areas(V, F)[:, None, None] * wanted, 1, 2).reshape(-1, 3)
        return self.system.solve(gradient(V, F).T @ rows + _pull(V, F)[:, None] * self.displaced(pose))

    def displaced(self, pose: Vertices) -> Vertices:
        """(n, 3) every vertex of the reference with the reflected displacement of its partner."""
        partners = self.vertices.matrix(self.F, len(self.V))
        return self.V + (partners @ (pose - self.V)) @ self.sigma


def _pull(V: Vertices, F: Faces) -> Floats:
    """(n,) ε a_v: how much the place of each vertex counts."""
    area = vertex_areas(V, F)
    return PLACES * np.maximum(area, LOOSE * area.mean())


def mirrored(poses: PoseSet) -> PoseSet:
    """The poses with the mirror images of those whose images are new, named "… (mirrored)", at the end.

    The plane is that of the reference, pose 0, which is its own image. A pose that is its own mirror image,
    or whose image is in the set already, is not doubled.
    Raises MeshError where the reference is not symmetric, has no finite size or only flat triangles.
    """
    check_kind(poses, "What is mirrored", PoseSet)
    mirror, shape = _mirror(poses)
    new = _new_images(mirror, shape)
    names = [*poses.names, *(f"{poses.names[i]} (mirrored)" for i in new)]
    V = [*poses.V, *(shape.outward(image) for image in new.values())]
    return PoseSet.of_positions(poses.mesh, np.stack(V), names)


def mirror_image(mesh: Mesh, V: Vertices) -> Vertices:
    """(n, 3) the mirror image of a pose V (n, 3) of a mesh; raises MeshError as `mirrored` does."""
    mirror, shape = _mirror(PoseSet.of_positions(mesh, np.stack([mesh.V, V]), ["rest", "pose"]))
    return shape.outward(mirror.image(shape.V[1]))


def _mirror(poses: PoseSet) -> tuple[Mirror, Solvable]:
    """The mirror of a set's reference, and the set as it is solved for."""
    shape = solvable(poses.V, poses.F)
    own = shape.F[: len(shape.kept)]
    plane, residual = symmetry_plane(shape.V[0], own, SYMMETRIC)
    if plane is None:
        raise MeshError(
            f"The reference '{poses.names[0]}' misses its mirror image by {residual:.1%} of its diagonal; at "
            f"most {SYMMETRIC:.1%} is needed to mirror poses. Put a symmetric pose first."
        )
    return Mirror.of(shape.V[0], own, plane), shape


def _new_images(mirror: Mirror, shape: Solvable) -> dict[int, Vertices]:
    """The mirror images that are no pose of the set yet, by the number of the pose that they mirror."""
    known, new = shape.V, {}
    for i in range(1, len(shape.V)):
        image = mirror.image(shape.V[i])
        apart = _distances(known, image)
        if apart.min() > SAME * apart[0]:
            new[i] = image
            known = np.concatenate([known, image[None]])
    return new


def _distances(V: Poses, pose: Vertices) -> Floats:
    """(k,) RMS distance of a pose (n, 3) from each of V (k, n, 3), which are moved onto it rigidly."""
    P, centred = pose - pose.mean(axis=0), V - V.mean(axis=1, keepdims=True)
    R = closest_rotation(np.einsum("na,knb->kab", P, centred))
    return np.sqrt(((np.einsum("kab,knb->kna", R, centred) - P) ** 2).sum(axis=2).mean(axis=1))
