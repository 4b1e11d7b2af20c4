"""The meshes of an FBX scene: what each looks like at rest and in an evaluated scene, in the world."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.core.arrays import Floats, Ints, Vertices
from pliant.core.mesh import Mesh
from pliant.errors import FileFormatError
from pliant.io.fbx.library import array, items, kept
from pliant.io.joined import turned_inside_out
from pliant.io.polygons import polygons_of_sizes


@dataclass(frozen=True, eq=False)
class Part:
    """A node that has a mesh.

    node: of the scene as loaded
    row:  its place among the scene's nodes, the same in evaluated scenes
    """

    node: Any
    row: int

    @property
    def name(self) -> str:
        """The node's name."""
        return self.node.name or self.node.mesh.name or f"mesh {self.row}"

    def rest(self) -> Vertices:
        """(n, 3) in the world, undeformed."""
        return _carried(self.points(), _matrix(self.node.geometry_to_world))

    def points(self) -> Vertices:
        """(n, 3) the mesh's own vertices."""
        return array(self.node.mesh.vertices, np.float64).reshape(-1, 3)

    def morphed(self, shape: str) -> Vertices:
        """(n, 3) in the world with one blend shape at full weight, at rest where there is none such."""
        V = self.points()
        for name, target in self.shapes():
            if name == shape:
                rows = array(target.offset_vertices, np.int64)
                V[rows] += array(target.position_offsets, np.float64).reshape(-1, 3)
        return _carried(V, _matrix(self.node.geometry_to_world))

    def shapes(self) -> list[tuple[str, Any]]:
        """The blend shapes with their names."""
        channels = [
            channel
            for deformer in items(self.node.mesh.blend_deformers)
            for channel in items(deformer.channels)
        ]
        found = [(channel.name, kept(channel.target_shape)) for channel in channels]
        return [(name, shape) for name, shape in found if shape is not None]

    def skinned(self) -> bool:
        """Whether a skeleton carries it."""
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
    """(n, 3) in the world, of a node of a scene evaluated with its skins."""
    deformed = node.mesh.skinned_position
    V = array(deformed.values, np.float64).reshape(-1, 3)
    return _carried(V, _matrix(node.geometry_to_world)) if node.mesh.skinned_is_local else V


def parts_of_scene(scene: Any) -> list[Part]:
    """The nodes with meshes, parents before their children, in the file's order."""
    found = [Part(node, i) for i, node in enumerate(items(scene.nodes)) if node.mesh is not None]
    found = [part for part in found if part.node.mesh.num_vertices]
    if not found:
        raise FileFormatError("The scene has no mesh; export one with it.")
    return found


def _carried(V: Vertices, matrix: Floats) -> Vertices:
    return V @ matrix[:, :3].T + matrix[:, 3]


def _matrix(matrix: Any) -> Floats:
    """(3, 4) of ufbx's four columns."""
    return np.array([matrix.c0, matrix.c1, matrix.c2, matrix.c3], dtype=np.float64).T


def _texture_coordinates(mesh: Any, places: Ints) -> tuple[Floats | None, Ints | None]:
    """(t, 2) values and the row of each corner (c,); the corners stand at the given places in the file."""
    if not mesh.vertex_uv.exists:
        return None, None
    uv = array(mesh.vertex_uv.values, np.float64).reshape(-1, 2)
    rows = array(mesh.vertex_uv.indices, np.int64)[places]
    return uv, np.where(rows < len(uv), rows, -1)


def _materials(node: Any, drawn: Ints) -> dict[str, Ints]:
    """name -> (…,) polygons among the drawn faces; the materials are those of the node."""
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
