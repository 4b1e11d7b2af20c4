"""Blend shapes added to the meshes of a glTF file, for what its bones do not show."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from pliant.appearance import unit
from pliant.armature.armature import Armature
from pliant.armature.shape_basis import ShapeBasis, pulled_back, shape_basis
from pliant.armature.vertex_turns import VertexTurns
from pliant.arrays import Array, Faces, Floats, Ints, Vertices
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.geometry.bounding_box import box_diagonal
from pliant.io.gltf.accessors import accessor
from pliant.io.gltf.asset import GltfAsset
from pliant.io.gltf.parts import part_key
from pliant.io.gltf.scene import GltfScene
from pliant.io.gltf.surfaces import MODES, TRIANGLES

# In diagonals of the mesh: as far as shapes may be from the motion, which nobody sees.
_BOUND = 1e-4
_DRACO = "KHR_draco_mesh_compression"


@dataclass(frozen=True)
class Primitive:
    """A primitive of the file: its mesh and its number there, and the part whose vertices it uses."""

    mesh: int
    index: int
    part: int


@dataclass(eq=False)
class ShapesInto:
    """Gathers displacements frame by frame, then adds shapes to an asset.

    size:    the diagonal of the mesh
    moves:   the displacements (n, 3) of the mesh in the file, before skin and node, of each frame
    stretch: (n,) the largest factor by which skin and node stretch a displacement
    turns:   (n, 3, 3) of each frame, what the shapes make of normals of the file, before skin and node
    """

    scene: GltfScene
    armature: Armature
    asset: GltfAsset
    primitives: list[Primitive]
    size: float
    surface: VertexTurns
    moves: list[Floats] = field(default_factory=list)
    turns: list[Array] = field(default_factory=list)
    stretch: Floats | None = None
    basis: ShapeBasis | None = None

    @staticmethod
    def of(scene: GltfScene, armature: Armature, asset: GltfAsset, F: Faces) -> ShapesInto:
        """For a scene whose mesh has triangles F (m, 3); refuses meshes that cannot get shapes."""
        rest = armature.posed(armature.rest)
        size, surface = box_diagonal(rest), VertexTurns(rest, F)
        return ShapesInto(scene, armature, asset, _primitives(scene), size, surface)

    def add(self, blends: Floats, V: Vertices) -> None:
        """Add a frame: what its bones carry each vertex by (n, 3, 4), and where vertices should be (n, 3)."""
        moved, stretch = pulled_back(blends, V, self.armature.V)
        self.moves.append(moved)
        self.stretch = stretch if self.stretch is None else np.maximum(self.stretch, stretch)
        # A normal of the file is carried by the inverse transpose, at rest and in the pose.
        upright = np.linalg.pinv(self.armature.blends(self.armature.rest)[..., :3]).transpose(0, 2, 1)
        turn = blends[..., :3].transpose(0, 2, 1) @ self.surface.at(V) @ upright
        self.turns.append(turn.astype(np.float32))

    @property
    def count(self) -> int:
        """The number of shapes that were added."""
        return 0 if self.basis is None else len(self.basis.shapes)

    def channels(self) -> list[tuple[int, str, Floats]]:
        """Add the shapes to the asset; returns the channels that animate their weights."""
        stretch = np.ones(len(self.armature.V)) if self.stretch is None else self.stretch
        self.basis = shape_basis(np.stack(self.moves), stretch, _BOUND * self.size)
        self.moves = []
        if not self.count:
            return []
        begins = np.cumsum([0, *(len(part.V) for part in self.scene.parts)])
        for primitive in self.primitives:
            self._add_targets(primitive, int(begins[primitive.part]))
        return self._weights()

    def error(self) -> tuple[float, float]:
        """Mean squared and largest distance that the shapes leave, in diagonals."""
        if self.basis is None:
            return 0.0, 0.0
        return self.basis.mean_square / self.size**2, self.basis.largest / self.size

    def _add_targets(self, primitive: Primitive, begin: int) -> None:
        part = self.scene.parts[primitive.part]
        rows = begin + part.merged
        shapes = () if self.basis is None else self.basis.shapes
        targets = [{"POSITION": self.asset.vectors(shape[rows])} for shape in shapes]
        for target, normals in zip(targets, self._normals(primitive, rows), strict=False):
            target["NORMAL"] = self.asset.vectors(normals)
        self.asset.extend(("meshes", primitive.mesh, "primitives", primitive.index, "targets"), targets)

    def _normals(self, primitive: Primitive, rows: Ints) -> Floats:
        """(r, …, 3) changes of the normals of a primitive by each shape, nearest to turned ones; maybe none.

        A primitive whose own shapes leave normals alone gets none: players expect all shapes to have them.
        """
        root = self.scene.document.root
        item = root.entry("meshes", primitive.mesh).items("primitives")[primitive.index]
        index = item.item("attributes").index("NORMAL")
        if (
            self.basis is None
            or index is None
            or not all(each.has("NORMAL") for each in item.items("targets"))
        ):
            return np.zeros((0, len(rows), 3))
        rest = accessor(self.scene.document, index, "VEC3").astype(np.float64)
        changes = [unit(np.einsum("nij,nj->ni", turn[rows], rest)) - rest for turn in self.turns]
        mixed = np.linalg.pinv(self.basis.weights) @ np.stack(changes).reshape(len(changes), -1)
        return mixed.reshape(-1, len(rows), 3)

    def _weights(self) -> list[tuple[int, str, Floats]]:
        """Tell meshes, nodes and animations of the new shapes, which they keep at weight 0."""
        weights = np.zeros((0, 0)) if self.basis is None else self.basis.weights
        found = []
        for node in dict.fromkeys(part.node for part in self.scene.parts):
            part = next(each for each in self.scene.parts if each.node == node)
            mesh = self.scene.nodes.items[node].whole("mesh")
            zeros = [0.0] * weights.shape[1]
            item = self.asset.fields["meshes"][mesh]
            names = item.get("extras", {}).get("targetNames")
            self.asset.set(
                ("meshes", mesh), {"weights": [*item.get("weights", [0.0] * len(part.weights)), *zeros]}
            )
            if isinstance(names, list):
                own = [f"pliant {i}" for i in range(weights.shape[1])]
                self.asset.set(("meshes", mesh, "extras"), {"targetNames": [*names, *own]})
            if self.asset.fields["nodes"][node].get("weights") is not None:
                self.asset.set(("nodes", node), {"weights": [*part.weights.tolist(), *zeros]})
            self._widen_animations(node, len(part.weights), weights.shape[1])
            kept = np.tile(part.weights, (len(weights), 1))
            found.append((node, "weights", np.hstack([kept, weights])))
        return found

    def _widen_animations(self, node: int, old: int, new: int) -> None:
        """Give animations of a node's weights zeros for new shapes: their values have a fixed width."""
        for a, animation in enumerate(self.asset.fields.get("animations", [])):
            for channel in animation["channels"]:
                target = channel["target"]
                if target.get("node") == node and target.get("path") == "weights":
                    sampler = animation["samplers"][channel["sampler"]]
                    values = accessor(self.scene.document, sampler["output"], "SCALAR").reshape(-1, old)
                    wide = np.hstack([values, np.zeros((len(values), new))])
                    output = self.asset.values(wide.reshape(-1, 1))
                    way = ("animations", a, "samplers", channel["sampler"])
                    self.asset.set(way, {"output": output})


def _primitives(scene: GltfScene) -> list[Primitive]:
    """All primitives of the scene; refuses meshes that several nodes show, and compressed ones."""
    nodes = list(dict.fromkeys(part.node for part in scene.parts))
    meshes = [scene.nodes.items[node].whole("mesh") for node in nodes]
    shared = [mesh for mesh, count in Counter(meshes).items() if count > 1]
    if shared:
        raise UnsupportedFormatError(
            f"Mesh {shared[0]} is shown by several nodes, which share its blend shapes; use bones, or make "
            "it single in the program that it came from."
        )
    found: list[Primitive] = []
    parts = 0
    for mesh in meshes:
        known: dict[tuple, int] = {}
        for i, item in enumerate(scene.document.root.entry("meshes", mesh).items("primitives")):
            if not item.item("attributes").has("POSITION") or item.whole("mode", TRIANGLES) not in MODES:
                raise UnsupportedFormatError(
                    f"{item.place} has points or lines, which would need shapes too; use bones, or remove it."
                )
            if item.item("extensions").has(_DRACO):
                raise UnsupportedFormatError(
                    f"{item.place} is compressed by Draco and cannot get shapes; use bones, or decompress it."
                )
            key = part_key(item)
            if key not in known:
                known[key] = parts
                parts += 1
            found.append(Primitive(mesh, i, known[key]))
    if parts != len(scene.parts):
        raise FileFormatError("The meshes of this file changed while it was read; read it again.")
    return found
