"""The meshes of an FBX scene, at rest and in an evaluated scene, in world coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.appearance import Appearance, Layer, Node
from pliant.arrays import Floats, Ints, Vertices, frozen
from pliant.errors import FileFormatError
from pliant.io.concatenation import Tree
from pliant.io.fbx.library import array, items, kept
from pliant.io.fbx.materials import FbxMaterials
from pliant.io.placement import carried
from pliant.io.polygons import polygons_of_sizes, turned_inside_out
from pliant.io.vertex_values import linear_of_srgb
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

    def mesh(self, materials: FbxMaterials) -> Mesh:
        """The mesh at rest, in the world; the materials that it has are read into `materials`."""
        mesh = self.node.mesh
        faces = array(mesh.faces, np.int64).reshape(-1, 2)
        # Points and lines among the faces are no surface.
        drawn = np.flatnonzero(faces[:, 1] >= 3)
        if not len(drawn):
            raise FileFormatError(f"The mesh '{self.name}' has no faces; export it with them.")
        sizes = faces[drawn, 1]
        step = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places = np.repeat(faces[drawn, 0], sizes) + step
        layers, sets = _layers(mesh, places)
        uv = layers.pop("uv0", None)
        matrix = _matrix(self.node.geometry_to_world)
        made = Mesh.of_polygons(
            self.rest(),
            polygons_of_sizes(array(mesh.vertex_indices, np.int64)[places], sizes),
            uv=None if uv is None else uv.values,
            uv_corners=None if uv is None else uv.corners,
            materials=_materials(self.node, drawn, materials, sets),
        ).with_appearance(Appearance(layers=layers).turned(matrix))
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


def tree_of_meshes(meshes: Sequence[FbxMesh]) -> Tree:
    """The nodes above the meshes of a scene, without its root."""
    nodes: list[Node] = []
    numbers: dict[int, int] = {}
    places = []
    for mesh in meshes:
        chain = []
        node = mesh.node
        while node is not None and not node.is_root:
            chain.append(node)
            node = kept(node.parent)
        above = -1
        for node in reversed(chain):
            key = int(node.typed_id)
            if key not in numbers:
                numbers[key] = len(nodes)
                M = np.vstack([_matrix(node.node_to_parent), [0, 0, 0, 1]])
                nodes.append(Node(node.name, above, frozen(M, np.float64)))
            above = numbers[key]
        places.append(above)
    return Tree(tuple(nodes), tuple(places), tuple(mesh.node.mesh.name or mesh.name for mesh in meshes))


def _layers(mesh: Any, places: Ints) -> tuple[dict[str, Layer], dict[str, int]]:
    """Texture coordinates as "uv0", "uv1", …, normals and colours; and the number of each set by its name.

    places: (c,) the corners in the file
    """
    found: dict[str, Layer] = {}
    sets: dict[str, int] = {}
    for uv_set in items(mesh.uv_sets):
        layer = _layer(uv_set.vertex_uv, places, 2)
        if layer is not None:
            sets[uv_set.name] = len(sets)
            found[f"uv{sets[uv_set.name]}"] = layer
    normals = _layer(mesh.vertex_normal, places, 3)
    if normals is not None:
        found["normal"] = normals
    for colour_set in items(mesh.color_sets):
        layer = _layer(colour_set.vertex_color, places, 4)
        if layer is not None:
            values = np.column_stack([linear_of_srgb(layer.values[:, :3]), layer.values[:, 3:]])
            found[f"colour{sum(name.startswith('colour') for name in found)}"] = Layer.of(
                values, layer.corners
            )
    return found, sets


def _layer(attribute: Any, places: Ints, width: int) -> Layer | None:
    """The values of an attribute at corners (c,) of the file; None if there are none."""
    if not attribute.exists:
        return None
    values = array(attribute.values, np.float64).reshape(-1, width)
    rows = array(attribute.indices, np.int64)[places]
    rows = np.where((rows >= 0) & (rows < len(values)), rows, -1)
    damaged = np.flatnonzero(~np.isfinite(values).all(axis=1))
    rows[np.isin(rows, damaged)] = -1
    return Layer.of(values, rows) if (rows >= 0).any() else None


def _materials(node: Any, drawn: Ints, materials: FbxMaterials, sets: Mapping[str, int]) -> dict[str, Ints]:
    """name -> (…,) polygons of each material of the node; drawn (p,) are the faces that are polygons."""
    chosen = array(node.mesh.face_material, np.int64)
    if len(chosen) == 0:
        chosen = np.zeros(node.mesh.num_faces, dtype=np.int64)
    found: dict[str, Ints] = {}
    for i, material in enumerate(items(node.materials)):
        rows = np.flatnonzero(chosen[drawn] == i)
        if len(rows):
            name = materials.name(material, sets)
            found[name] = np.union1d(found.get(name, rows), rows)
    return found
