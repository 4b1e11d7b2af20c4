"""A mesh as the meshes, nodes and materials of a glTF file that is being written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pliant.arrays import Ints, Vertices
from pliant.io.gltf.attributes import attribute_layers, shaded
from pliant.io.gltf.blob import Blob
from pliant.io.gltf.material_writer import material_list, written_look
from pliant.io.gltf.part_writer import PartWriter
from pliant.io.gltf.tree_writer import Tree, tree_of_mesh
from pliant.mesh import Mesh


class MeshWriter:
    """All parts of a mesh, each at its node; a shape becomes a morph target of every part that ever moves."""

    def __init__(self, blob: Blob, mesh: Mesh, tree: Tree | None = None) -> None:
        """Write the attributes of all parts.

        tree: nodes and parts, in place of those of the mesh
        """
        self._blob, self._mesh = blob, shaded(mesh)
        self.tree = tree_of_mesh(mesh) if tree is None else tree
        self._names = material_list(mesh)
        self.parts = written_parts(blob, self._mesh, self.tree, self._names)

    def shape(self, V: Vertices) -> None:
        """Add a morph target with the mesh at V (n, 3)."""
        turning = self._mesh.corner_normals
        normals = None if turning is None else turning.posed(V)["normal"]
        for part in self.parts:
            part.shape(V, normals)

    def moving_nodes(self) -> list[int]:
        """The nodes whose meshes have morph targets: those of parts that move, or of all if none does."""
        moving = [part.part.node for part in self.parts if part.moves]
        return moving or [part.part.node for part in self.parts]

    def document(self, names: Mapping[str, Any]) -> dict[str, Any]:
        """The description of a file of this mesh alone.

        names: of the shapes, for the extras of every part that has them
        Parts that readers meet in another order than the mesh has are numbered in their extras.
        """
        swapped = self.tree.met() != list(range(len(self.parts)))
        moving = set(self.moving_nodes())
        meshes = []
        for i, part in enumerate(self.parts):
            notes = {"part": i} if swapped else {}
            if part.part.node in moving:
                meshes.append(part.mesh({**names, **notes}))
            else:
                part.forget_shapes()
                meshes.append(part.mesh(notes))
        nodes, roots = self.tree.items()
        look = written_look(self._blob, self._mesh.appearance, self._names)
        extensions = self._mesh.appearance.other.get("extensions")
        if self.tree.whole and extensions:
            look["extensions"] = extensions
        return self._blob.document(nodes, roots, meshes, look)


def written_parts(blob: Blob, mesh: Mesh, tree: Tree, names: Sequence[str]) -> list[PartWriter]:
    """A writer for each part of a mesh, which has written its attributes; names are of all materials."""
    layers = attribute_layers(mesh)
    materials = polygon_materials(mesh, names)
    return [
        PartWriter(blob, mesh, part, matrix=tree.matrices[part.node], materials=materials, layers=layers)
        for part in tree.parts
    ]


def polygon_materials(mesh: Mesh, names: Sequence[str]) -> Ints:
    """(p,) the number among the names of the material of every polygon, -1 for none.

    A polygon with several materials keeps the last.
    """
    found = np.full(len(mesh.polygons), -1)
    for name, rows in mesh.materials.items():
        found[rows] = names.index(name)
    return found
