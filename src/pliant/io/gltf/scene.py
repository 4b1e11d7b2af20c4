"""The default scene of a glTF file as one mesh: the vertices of its parts, and surfaces between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pliant.arrays import Floats, Ints, Vertices
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import check_amount, entry_count
from pliant.io.gltf.document import GltfDocument, document_of_gltf
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.layers import layers_of_surfaces
from pliant.io.gltf.left_out import tell_left_out
from pliant.io.gltf.materials import material_names, materials_of_document
from pliant.io.gltf.nodes import Nodes
from pliant.io.gltf.parts import GltfPart, part_key, part_of_primitive
from pliant.io.gltf.references import file_extensions, named_nodes, renumbered
from pliant.io.gltf.surfaces import GltfSurface, is_surface, surface_of_primitive
from pliant.io.gltf.tree import numbered_nodes, tree_of_scene
from pliant.io.polygons import polygons_of_sizes
from pliant.mesh import Mesh

# The primitives of a large assembly; a small file may name one mesh a million times.
_MOST_SURFACES = 250_000


@dataclass(frozen=True, eq=False)
class GltfScene:
    """The default scene of a file, with its parts and surfaces in the order of the scene."""

    document: GltfDocument
    nodes: Nodes
    parts: list[GltfPart]
    surfaces: list[GltfSurface]

    def positions(self, morphed: Sequence[Floats], matrices: Floats) -> Vertices:
        """(n, 3) positions of all parts, morphed as given; matrices (nodes, 4, 4) lead to the scene."""
        pairs = zip(self.parts, morphed, strict=True)
        return np.concatenate([part.placed(V, matrices) for part, V in pairs])

    def rest_matrices(self) -> Floats:
        """(nodes, 4, 4) from each node to the scene at rest."""
        return self.nodes.global_matrices(self.nodes.local_matrices())

    def rest_positions(self) -> Vertices:
        """(n, 3) positions of all parts before any animation."""
        return self.positions([part.morphed(part.weights) for part in self.parts], self.rest_matrices())


def mesh_of_gltf(data: bytes, folder: Path) -> Mesh:
    """The default scene at rest as one mesh; files that it names are searched in a folder."""
    scene = scene_of_document(document_of_gltf(data, folder))
    return mesh_of_scene(scene, scene.rest_positions())


def scene_of_document(document: GltfDocument) -> GltfScene:
    """The default scene of a file; raises FileFormatError if it has no triangles or too many.

    Warns with LeftOutWarning of what the file shows beside it.
    """
    nodes = Nodes.of(document.root)
    materials = material_names(document.root)
    parts: list[GltfPart] = []
    surfaces: list[GltfSurface] = []
    amount = 0
    for node, mesh in _mesh_nodes(document, nodes):
        item = nodes.items[node]
        name = item.text("name") or mesh.text("name")
        drawn = [primitive for primitive in mesh.items("primitives") if is_surface(primitive)]
        known: dict[tuple, int] = {}
        for i, primitive in enumerate(drawn):
            key = part_key(primitive)
            amount += _corner_count(document, primitive)
            # Morph targets stay in the file; only those with a weight at rest are read.
            positions = primitive.item("attributes").whole("POSITION")
            amount += 0 if key in known else entry_count(document, positions)
            check_amount(amount)
            if key not in known:
                known[key] = len(parts)
                parts.append(part_of_primitive(document, node, item, mesh, primitive))
                amount += len(parts[-1].V) * int(np.count_nonzero(parts[-1].weights))
                check_amount(amount)
            group = f"{name}.{i}" if name and len(drawn) > 1 else name
            surfaces.append(
                surface_of_primitive(document, primitive, known[key], parts[known[key]], group, materials)
            )
    if not surfaces:
        raise FileFormatError("The default scene has no triangles; export a mesh with the scene.")
    tell_left_out(document.root)
    return GltfScene(document, nodes, parts, surfaces)


def mesh_of_scene(scene: GltfScene, V: Vertices) -> Mesh:
    """All surfaces of a scene as one mesh with positions V (n, 3), in the order of the scene."""
    begins = np.cumsum([0, *(len(part.V) for part in scene.parts)])
    matrices = scene.rest_matrices()
    flips = np.linalg.det(matrices[:, :3, :3]) < 0
    corners: list[Ints] = []
    for surface in scene.surfaces:
        part = scene.parts[surface.part]
        # A mirroring node turns triangles inside out; the opposite order of corners turns them back.
        order = [0, 2, 1] if part.skin is None and flips[part.node] else [0, 1, 2]
        corners.append(surface.corners[:, order].ravel())
    merged = [
        begins[surface.part] + scene.parts[surface.part].merged[local]
        for surface, local in zip(scene.surfaces, corners, strict=True)
    ]
    counts = [len(surface.corners) for surface in scene.surfaces]
    layers = layers_of_surfaces(scene.document, scene.parts, scene.surfaces, corners, matrices)
    uv = layers.pop("uv0", None)
    look = materials_of_document(scene.document)
    root = scene.document.root
    named = named_nodes(root, len(scene.nodes.items))
    number = numbered_nodes(scene.nodes, named | {part.node for part in scene.parts})
    nodes, parts = tree_of_scene(scene.nodes, number, scene.parts, scene.surfaces)
    said = renumbered(file_extensions(root), number)
    other = {**look.other, **({"extensions": said} if said else {})}
    return Mesh.of_polygons(
        V,
        polygons_of_sizes(np.concatenate(merged), np.full(sum(counts), 3)),
        uv=None if uv is None else uv.values,
        uv_corners=None if uv is None else uv.corners,
        groups=_members([surface.group for surface in scene.surfaces], counts),
        materials=_members([surface.material for surface in scene.surfaces], counts),
    ).with_appearance(replace(look, layers=layers, nodes=nodes, parts=parts, other=other))


def _corner_count(document: GltfDocument, primitive: JsonObject) -> int:
    key = primitive.index("indices")
    return entry_count(document, primitive.item("attributes").whole("POSITION") if key is None else key)


def _mesh_nodes(document: GltfDocument, nodes: Nodes) -> list[tuple[int, JsonObject]]:
    """The nodes of the scene that have a mesh, each with its mesh; refuses too many primitives."""
    chosen = [node for node in nodes.in_scene(document.root) if nodes.items[node].has("mesh")]
    meshes = [document.root.entry("meshes", nodes.items[node].whole("mesh")) for node in chosen]
    if sum(mesh.count("primitives") for mesh in meshes) > _MOST_SURFACES:
        raise FileFormatError(f"The scene has more than {_MOST_SURFACES} primitives; export less of it.")
    # Pliant numbers parts that come in another order than those of the mesh that it wrote.
    numbers = [mesh.extras().get("part") for mesh in meshes]
    known = set(numbers) == set(range(len(meshes)))
    pairs = list(zip(chosen, meshes, strict=True))
    return [pairs[numbers.index(i)] for i in range(len(pairs))] if known else pairs


def _members(names: list[str | None], counts: list[int]) -> dict[str, Ints]:
    """name -> (…,) triangles of all surfaces with this name, from their names and numbers of triangles."""
    ends = np.cumsum(counts)
    ranges: dict[str, list[Ints]] = {}
    for name, end, count in zip(names, ends, counts, strict=True):
        if name and count:
            ranges.setdefault(name, []).append(np.arange(end - count, end))
    return {name: np.concatenate(rows) for name, rows in ranges.items()}
