"""The meshes of an FBX scene, at rest and in an evaluated scene, in world coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import FileFormatError
from pliant.io.fbx.library import array, items, kept
from pliant.io.placement import carried
from pliant.io.polygons import polygons_of_sizes, turned_inside_out
from pliant.mesh import Mesh


@dataclass(frozen=True, eq=False)
class FbxMesh:
    """A mesh and the node that it hangs on.

    node: the node in the scene as loaded
    row:  the number of the node, which is the same in evaluated scenes
    """

    node: Any
    row: int

    @property
    def name(self) -> str:
        """The name of the node, or else of the mesh, or else a number."""
        return self.node.name or self.node.mesh.name or f"mesh {self.row}"

    def rest(self) -> Vertices:
        """(n, 3) positions in the world, undeformed."""
        return carried(self.points(), _matrix(self.node.geometry_to_world))

    def points(self) -> Vertices:
        """(n, 3) vertices in the mesh's own coordinates."""
        return array(self.node.mesh.vertices, np.float64).reshape(-1, 3)

    def morphed(self, shape: str) -> Vertices:
        """(n, 3) positions in the world with one blend shape, by name, at full weight; at rest without it."""
        V = self.points()
        for name, target in self.shapes():
            if name == shape:
                rows = array(target.offset_vertices, np.int64)
                V[rows] += array(target.position_offsets, np.float64).reshape(-1, 3)
        return carried(V, _matrix(self.node.geometry_to_world))

    def shapes(self) -> list[tuple[str, Any]]:
        """The blend shapes, each with its name before it."""
        channels = [
            channel
            for deformer in items(self.node.mesh.blend_deformers)
            for channel in items(deformer.channels)
        ]
        found = [(channel.name, kept(channel.target_shape)) for channel in channels]
        return [(name, shape) for name, shape in found if shape is not None]

    def skinned(self) -> bool:
        """Whether a skeleton moves it."""
        return len(self.node.mesh.skin_deformers) > 0

    def mesh(self) -> Mesh:
        """The mesh at rest, in the world."""
        mesh = self.node.mesh
        faces = array(mesh.faces, np.int64).reshape(-1, 2)
        # Points and lines among the faces are no surface.
        drawn = np.flatnonzero(faces[:, 1] >= 3)
        if not len(drawn):
            raise FileFormatError(f"The mesh '{self.name}' has no faces; export it with them.")
        sizes = faces[drawn, 1]
        step = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = np.repeat(faces[drawn, 0], sizes) + step
        uv, uv_corners = _texture_coordinates(mesh, places)
        matrix = _matrix(self.node.geometry_to_world)
        made = Mesh.of_polygons(
            self.rest(),
            polygons_of_sizes(array(mesh.vertex_indices, np.int64)[places], sizes),
            uv=uv,
            uv_corners=uv_corners,
            materials=_materials(self.node, drawn),
        )
        return turned_inside_out(made) if np.linalg.det(matrix[:, :3]) < 0 else made


def evaluated(node: Any) -> Vertices:
    """(n, 3) positions in the world of a node in a scene that was evaluated with its skins."""
    deformed = node.mesh.skinned_position
    V = array(deformed.values, np.float64).reshape(-1, 3)
    return carried(V, _matrix(node.geometry_to_world)) if node.mesh.skinned_is_local else V


def meshes_of_scene(scene: Any) -> list[FbxMesh]:
    """The meshes of a scene in the file's order, parents before children; raises an error for none."""
    found = [FbxMesh(node, i) for i, node in enumerate(items(scene.nodes)) if node.mesh is not None]
    found = [mesh for mesh in found if mesh.node.mesh.num_vertices]
    if not found:
        raise FileFormatError("The scene has no mesh; export one with it.")
    return found


def _matrix(matrix: Any) -> Floats:
    """(3, 4) the matrix from ufbx's four columns."""
    return np.array([matrix.c0, matrix.c1, matrix.c2, matrix.c3], dtype=np.float64).T


def _texture_coordinates(mesh: Any, places: Ints) -> tuple[Floats | None, Ints | None]:
    """(t, 2) texture coordinates, and (c,) the row of each corner; places (c,) are corners in the file."""
    if not mesh.vertex_uv.exists:
        return None, None
    uv = array(mesh.vertex_uv.values, np.float64).reshape(-1, 2)
    rows = array(mesh.vertex_uv.indices, np.int64)[places]
    return uv, np.where(rows < len(uv), rows, -1)


def _materials(node: Any, drawn: Ints) -> dict[str, Ints]:
    """name -> (…,) polygons of each material of the node; drawn (p,) are the faces that are polygons."""
    chosen = array(node.mesh.face_material, np.int64)
    names = [material.name for material in items(node.materials)]
    if len(chosen) == 0:
        chosen = np.zeros(node.mesh.num_faces, dtype=np.int64)
    found: dict[str, Ints] = {}
    for i, name in enumerate(names):
        rows = np.flatnonzero(chosen[drawn] == i)
        if len(rows):
            found[name] = np.union1d(found.get(name, rows), rows)
    return found
