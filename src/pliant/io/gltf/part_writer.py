"""One part of a mesh as a mesh of a glTF file that is being written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.appearance import Layer, Part
from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.io.frames import single
from pliant.io.gltf.attributes import attribute_values, carried_directions
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.split_vertices import primitives_of_part, split_vertices
from pliant.io.placement import carried
from pliant.mesh import Mesh

# A thousandth of the last digit of single precision; smaller moves are rounding errors of solvers.
_UNMOVED = 2.0**-34
# Normals that turn less than this, in radians, look the same; they need no place in the file.
_UNTURNED = 2e-4


class PartWriter:
    """The vertices of a part, and copies of them where its corners differ, in the frame of a node.

    moves: whether any shape so far moves it
    """

    def __init__(
        self,
        blob: Blob,
        mesh: Mesh,
        part: Part,
        *,
        matrix: Floats,
        materials: Ints,
        layers: Mapping[str, Layer],
    ) -> None:
        """Write the attributes of a part of a mesh.

        matrix:    (4, 4) from its node to the scene, invertible
        materials: (p,) the number of the material of every polygon of the mesh, -1 for none
        layers:    of the mesh, by the names of attributes
        """
        self._blob, self._mesh, self.part = blob, mesh, part
        self._matrix, self._layers = matrix, layers
        inverse: Array = np.linalg.inv(matrix)
        self._placed = None if np.array_equal(matrix, np.eye(4)) else inverse
        self._split = split_vertices(mesh, part, layers)
        self.source = self._split.source
        self._primitives = primitives_of_part(mesh, part, materials, layers)
        self._rest = self._local(mesh.V)
        self._base = single(self._rest)
        self.attributes = {"POSITION": blob.vectors(self._base[self.source])}
        present = frozenset[str]().union(*(names for _, names, _ in self._primitives))
        for name, layer in layers.items():
            if name in present:
                self.attributes[name] = self._attribute(name, layer)
        self._shapes: list[dict[str, int]] = []
        self.moves = False
        self._still: int | None = None

    def shape(self, V: Vertices, normals: Layer | None) -> None:
        """Add a morph target that moves the part to where it is in V (n, 3), positions of the whole mesh.

        normals: of the mesh in this pose; None if it has none
        """
        moves = displacements(self._local(V), self._rest, self._base)[self.source]
        target = {"POSITION": self._vectors(moves)}
        if normals is not None and "NORMAL" in self.attributes:
            turned = self._values("NORMAL", normals) - self._normals
            same = np.square(turned).sum(axis=1) < _UNTURNED**2
            target["NORMAL"] = self._vectors(np.where(same[:, None], np.float32(0), turned).astype("<f4"))
        self._shapes.append(target)

    def bind(self, name: str, values: Array) -> None:
        """Add an attribute of the vertices of the mesh, values (n, 4), such as joints and weights."""
        first, end = self.part.vertices
        self.attributes[name] = self._blob.joints(values[first:end][self.source])

    def forget_shapes(self) -> None:
        """Leave out its morph targets, of which none moves it."""
        self._shapes = []

    def mesh(self, extras: Mapping[str, Any]) -> dict[str, Any]:
        """The mesh of the file, with a primitive per material.

        extras: what to write into the extras of the mesh, beside its copies and what it had
        """
        notes = {**self.part.other.get("extras", {}), **extras}
        if len(self.source) > self.part.vertices[1] - self.part.vertices[0]:
            notes["copies"] = self.source[self.part.vertices[1] - self.part.vertices[0] :].tolist()
        shapes = self._shapes
        # A mirroring node turns triangles inside out; the opposite order of corners turns them back.
        order = [0, 2, 1] if np.linalg.det(self._matrix[:3, :3]) < 0 else [0, 1, 2]
        primitives = []
        for material, names, triangles in self._primitives:
            kept = {key: at for key, at in self.attributes.items() if key in names or key not in self._layers}
            item: dict[str, Any] = {
                "attributes": kept,
                "indices": self._blob.indices(self._split.F[triangles][:, order]),
            }
            item |= {} if material < 0 else {"material": material}
            if shapes:
                item["targets"] = [{key: at for key, at in each.items() if key in kept} for each in shapes]
            primitives.append(item)
        found: dict[str, Any] = {"name": self.part.name} if self.part.name else {}
        found |= {"primitives": primitives}
        found |= {"weights": [0.0] * len(shapes)} if shapes else {}
        return found | ({"extras": notes} if notes else {})

    def _local(self, V: Vertices) -> Floats:
        first, end = self.part.vertices
        return V[first:end] if self._placed is None else carried(V[first:end], self._placed)

    def _values(self, name: str, layer: Layer) -> Array:
        values = attribute_values(name, layer, self._split.corner, self._mesh)
        return values if self._placed is None else carried_directions(name, values, self._matrix)

    def _attribute(self, name: str, layer: Layer) -> int:
        values = self._values(name, layer)
        if name == "NORMAL":
            # Displacements of morph targets correct the rounding of the base.
            self._normals = single(values)
        return self._blob.shares(values) if name.startswith("COLOR") else self._blob.vectors(single(values))

    def _vectors(self, values: Array) -> int:
        """The accessor of displacements; all that move nothing share one."""
        if values.any():
            self.moves = True
            return self._blob.sparse_vectors(values)
        if self._still is None:
            self._still = self._blob.sparse_vectors(values)
        return self._still


def displacements(V: Array, rest: Array, base: Array) -> Array:
    """(n, 3) float32 displacements from base to V; 0 for vertices that are at rest.

    rest: (n, 3) rest positions
    base: (n, 3) rest positions in single precision; displacements from them correct their rounding
    """
    moved = np.logical_or.reduce((np.abs(V - rest) > _UNMOVED * np.abs(rest).max()).T)
    return np.where(moved[:, None], single(V - base), np.float32(0))
