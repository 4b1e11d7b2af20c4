"""The default scene of a glTF file as one mesh: the vertices of its parts, and surfaces between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor, entry_count
from pliant.io.gltf.document import GltfDocument, document_of_gltf
from pliant.io.gltf.json_object import JsonObject
from pliant.io.gltf.nodes import Nodes
from pliant.io.gltf.parts import GltfPart, part_key, part_of_primitive
from pliant.io.names import distinct
from pliant.io.polygons import polygons_of_sizes, turned_over
from pliant.mesh import Mesh

_TRIANGLES, _STRIP, _FAN = 4, 5, 6

# Limits for small files that name one mesh, or one morph target, a million times: 4.8 GB of positions, and
# the primitives of a large assembly.
MOST_POSITIONS = 200_000_000
_MOST_SURFACES = 250_000


@dataclass(frozen=True, eq=False)
class GltfSurface:
    """The triangles of one primitive.

    part:     the number of the part whose vertices it uses
    corners:  (m, 3) vertices in the file's arrays of that part
    texcoord: the accessor of its texture coordinates, or None
    group:    the name of its group, or None
    material: the name of its material, or None
    """

    part: int
    corners: Ints
    texcoord: int | None
    group: str | None
    material: str | None


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
    """The default scene of a file; raises FileFormatError if it has no triangles or too many."""
    nodes = Nodes.of(document.root)
    materials = _material_names(document.root)
    parts: list[GltfPart] = []
    surfaces: list[GltfSurface] = []
    amount = 0
    for node, mesh in _mesh_nodes(document, nodes):
        item = nodes.items[node]
        name = item.text("name") or mesh.text("name")
        drawn = [primitive for primitive in mesh.items("primitives") if _is_surface(primitive)]
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
            surfaces.append(_surface(document, primitive, known[key], parts[known[key]], group, materials))
    if not surfaces:
        raise FileFormatError("The default scene has no triangles; export a mesh with the scene.")
    return GltfScene(document, nodes, parts, surfaces)


def mesh_of_scene(scene: GltfScene, V: Vertices) -> Mesh:
    """All surfaces of a scene as one mesh with positions V (n, 3), in the order of the scene."""
    begins = np.cumsum([0, *(len(part.V) for part in scene.parts)])
    mirrored = np.linalg.det(scene.rest_matrices()[:, :3, :3]) < 0
    uv, uv_rows = _texture_coordinates(scene)
    corners, uv_corners = [], []
    for surface, first_row in zip(scene.surfaces, uv_rows, strict=True):
        part = scene.parts[surface.part]
        # A mirroring node turns triangles inside out; the opposite order of corners turns them back.
        order = [0, 2, 1] if part.skin is None and mirrored[part.node] else [0, 1, 2]
        local = surface.corners[:, order].ravel()
        corners.append(begins[surface.part] + part.merged[local])
        uv_corners.append(local + first_row if first_row >= 0 else np.full(len(local), -1))
    all_corners = np.concatenate(corners)
    counts = [len(surface.corners) for surface in scene.surfaces]
    return Mesh.of_polygons(
        V,
        polygons_of_sizes(all_corners, np.full(len(all_corners) // 3, 3)),
        uv=uv,
        uv_corners=None if uv is None else np.concatenate(uv_corners),
        groups=_members([surface.group for surface in scene.surfaces], counts),
        materials=_members([surface.material for surface in scene.surfaces], counts),
    )


def _is_surface(primitive: JsonObject) -> bool:
    """Whether a primitive has triangles, not points or lines, and positions."""
    has_positions = primitive.item("attributes").has("POSITION")
    return has_positions and primitive.whole("mode", _TRIANGLES) in (_TRIANGLES, _STRIP, _FAN)


def check_amount(positions: int) -> None:
    """Refuse more positions than memory should hold."""
    if positions > MOST_POSITIONS:
        raise FileFormatError(
            f"The file asks for more than {MOST_POSITIONS} positions; read fewer frames or export less."
        )


def _corner_count(document: GltfDocument, primitive: JsonObject) -> int:
    key = primitive.index("indices")
    return entry_count(document, primitive.item("attributes").whole("POSITION") if key is None else key)


def _mesh_nodes(document: GltfDocument, nodes: Nodes) -> list[tuple[int, JsonObject]]:
    """The nodes of the scene that have a mesh, each with its mesh; refuses too many primitives."""
    chosen = [node for node in nodes.in_scene(document.root) if nodes.items[node].has("mesh")]
    meshes = [document.root.entry("meshes", nodes.items[node].whole("mesh")) for node in chosen]
    if sum(mesh.count("primitives") for mesh in meshes) > _MOST_SURFACES:
        raise FileFormatError(f"The scene has more than {_MOST_SURFACES} primitives; export less of it.")
    return list(zip(chosen, meshes, strict=True))


def _material_names(root: JsonObject) -> list[str]:
    """A name for every material; all are different."""
    return distinct(item.text("name") or f"material {i}" for i, item in enumerate(root.items("materials")))


def _surface(
    document: GltfDocument,
    primitive: JsonObject,
    index: int,
    part: GltfPart,
    group: str | None,
    materials: list[str],
) -> GltfSurface:
    n = len(part.merged)
    corners = np.arange(n)
    if primitive.has("indices"):
        corners = accessor(document, primitive.whole("indices"), "SCALAR")[:, 0]
        if corners.dtype.kind != "u" or (len(corners) and int(corners.max()) >= n):
            raise FileFormatError(
                f"{primitive.place} names vertices beyond its {n}, or not by whole numbers."
            )
    material = primitive.index("material")
    if material is not None and material >= len(materials):
        raise FileFormatError(f"{primitive.place} has material {material}; there are {len(materials)}.")
    return GltfSurface(
        index,
        _triangles(corners.astype(np.int64), primitive.whole("mode", _TRIANGLES)),
        primitive.item("attributes").index("TEXCOORD_0"),
        group,
        None if material is None else materials[material],
    )


def _triangles(corners: Ints, mode: int) -> Ints:
    """(m, 3) triangles from a list, a strip or a fan; an incomplete one at the end of a list is dropped."""
    if mode == _TRIANGLES:
        return corners[: len(corners) // 3 * 3].reshape(-1, 3)
    i = np.arange(max(len(corners) - 2, 0))
    if mode == _STRIP:
        return corners[np.stack([i, i + 1 + i % 2, i + 2 - i % 2], axis=1)]
    return corners[np.stack([i + 1, i + 2, np.zeros_like(i)], axis=1)]


def _texture_coordinates(scene: GltfScene) -> tuple[Floats | None, list[int]]:
    """(t, 2) texture coordinates of all surfaces, and the first row of each, -1 for none."""
    pieces: list[Array] = []
    first_rows: dict[tuple[int, int | None], int] = {}
    rows = 0
    for surface in scene.surfaces:
        key = surface.part, surface.texcoord
        if surface.texcoord is None or key in first_rows:
            continue
        values = accessor(scene.document, surface.texcoord, "VEC2")
        if len(values) != len(scene.parts[surface.part].merged):
            raise FileFormatError(f"A primitive has {len(values)} texture coordinates, not one per vertex.")
        pieces.append(turned_over(values))
        first_rows[key] = rows
        rows += len(values)
        check_amount(rows)
    uv = np.concatenate(pieces) if pieces else None
    return uv, [first_rows.get((surface.part, surface.texcoord), -1) for surface in scene.surfaces]


def _members(names: list[str | None], counts: list[int]) -> dict[str, Ints]:
    """name -> (…,) triangles of all surfaces with this name, from their names and numbers of triangles."""
    ends = np.cumsum(counts)
    ranges: dict[str, list[Ints]] = {}
    for name, end, count in zip(names, ends, counts, strict=True):
        if name and count:
            ranges.setdefault(name, []).append(np.arange(end - count, end))
    return {name: np.concatenate(rows) for name, rows in ranges.items()}
