"""The default scene of a glTF file as one mesh: its parts, and the primitives that draw on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pliant.core.arrays import Array, Floats, Ints, Vertices
from pliant.core.mesh import Mesh
from pliant.errors import FileFormatError
from pliant.io.gltf.accessors import accessor, entry_count
from pliant.io.gltf.document import Document, document_of_gltf
from pliant.io.gltf.item import Item
from pliant.io.gltf.nodes import Nodes
from pliant.io.gltf.parts import Part, part_key, part_of_primitive
from pliant.io.polygons import polygons_of_sizes, turned_over

_TRIANGLES, _STRIP, _FAN = 4, 5, 6

# A small file can name one mesh, or one morph target, a million times. 4.8 GB of positions are enough,
# and so are as many primitives as a large assembly has.
MOST_POSITIONS = 200_000_000
_MOST_SURFACES = 250_000


@dataclass(frozen=True, eq=False)
class Surface:
    """One primitive.

    part:     the part that it draws on
    corners:  (m, 3) vertices of the file's arrays for that part
    texcoord: the accessor of its texture coordinates, or None
    """

    part: int
    corners: Ints
    texcoord: int | None
    group: str | None
    material: str | None


@dataclass(frozen=True, eq=False)
class Scene:
    """The parts and surfaces of the default scene, in the scene's order."""

    document: Document
    nodes: Nodes
    parts: list[Part]
    surfaces: list[Surface]

    def positions(self, morphed: Sequence[Floats], matrices: Floats) -> Vertices:
        """(n, 3) of all parts, from the morphed positions of each and the nodes' global matrices."""
        pairs = zip(self.parts, morphed, strict=True)
        return np.concatenate([part.placed(V, matrices) for part, V in pairs])

    def rest_matrices(self) -> Floats:
        """(nodes, 4, 4) from each node to the scene."""
        return self.nodes.global_matrices(self.nodes.local_matrices())

    def rest_positions(self) -> Vertices:
        """(n, 3) as the file shows itself before any animation."""
        return self.positions([part.morphed(part.weights) for part in self.parts], self.rest_matrices())


def mesh_of_gltf(data: bytes, folder: Path) -> Mesh:
    """The default scene at rest; folder is where files beside it are looked for."""
    scene = scene_of_document(document_of_gltf(data, folder))
    return mesh_of_scene(scene, scene.rest_positions())


def scene_of_document(document: Document) -> Scene:
    """The parts and surfaces of the default scene."""
    nodes = Nodes.of(document.root)
    materials = _material_names(document.root)
    parts: list[Part] = []
    surfaces: list[Surface] = []
    amount = 0
    for node, mesh in _mesh_nodes(document, nodes):
        item = nodes.items[node]
        name = item.text("name") or mesh.text("name")
        drawn = [primitive for primitive in mesh.items("primitives") if _is_surface(primitive)]
        known: dict[tuple, int] = {}
        for i, primitive in enumerate(drawn):
            key = part_key(primitive)
            amount += _corner_count(document, primitive)
            # Morph targets stay in the file; only those that show in the scene at rest are read.
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
    return Scene(document, nodes, parts, surfaces)


def mesh_of_scene(scene: Scene, V: Vertices) -> Mesh:
    """All surfaces as one mesh with the given positions, in the scene's order."""
    begins = np.cumsum([0, *(len(part.V) for part in scene.parts)])
    mirrored = np.linalg.det(scene.rest_matrices()[:, :3, :3]) < 0
    uv, uv_rows = _texture_coordinates(scene)
    corners, uv_corners = [], []
    for surface, first_row in zip(scene.surfaces, uv_rows, strict=True):
        part = scene.parts[surface.part]
        # A mirroring node turns triangles inside out: the other order of corners turns them back.
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


def _is_surface(primitive: Item) -> bool:
    """Points and lines are no surface; without positions there is nothing to draw."""
    has_positions = primitive.item("attributes").has("POSITION")
    return has_positions and primitive.whole("mode", _TRIANGLES) in (_TRIANGLES, _STRIP, _FAN)


def check_amount(positions: int) -> None:
    """Refuses more positions than anybody wants in memory."""
    if positions > MOST_POSITIONS:
        raise FileFormatError(
            f"The file asks for more than {MOST_POSITIONS} positions; read fewer frames or export less."
        )


def _corner_count(document: Document, primitive: Item) -> int:
    key = primitive.index("indices")
    return entry_count(document, primitive.item("attributes").whole("POSITION") if key is None else key)


def _mesh_nodes(document: Document, nodes: Nodes) -> list[tuple[int, Item]]:
    """The nodes of the scene that have a mesh, with it; refuses more primitives than anybody draws."""
    chosen = [node for node in nodes.in_scene(document.root) if nodes.items[node].has("mesh")]
    meshes = [document.root.entry("meshes", nodes.items[node].whole("mesh")) for node in chosen]
    if sum(mesh.count("primitives") for mesh in meshes) > _MOST_SURFACES:
        raise FileFormatError(f"The scene has more than {_MOST_SURFACES} primitives; export less of it.")
    return list(zip(chosen, meshes, strict=True))


def _material_names(root: Item) -> list[str]:
    """A name for every material, different from each other."""
    names: dict[str, None] = {}
    for i, item in enumerate(root.items("materials")):
        name = item.text("name") or f"material {i}"
        while name in names:
            name += f" {i}"
        names[name] = None
    return list(names)


def _surface(
    document: Document, primitive: Item, index: int, part: Part, group: str | None, materials: list[str]
) -> Surface:
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
    return Surface(
        index,
        _triangles(corners.astype(np.int64), primitive.whole("mode", _TRIANGLES)),
        primitive.item("attributes").index("TEXCOORD_0"),
        group,
        None if material is None else materials[material],
    )


def _triangles(corners: Ints, mode: int) -> Ints:
    """(m, 3) from a list, a strip or a fan; what is left over at the end of a list is no triangle."""
    if mode == _TRIANGLES:
        return corners[: len(corners) // 3 * 3].reshape(-1, 3)
    i = np.arange(max(len(corners) - 2, 0))
    if mode == _STRIP:
        return corners[np.stack([i, i + 1 + i % 2, i + 2 - i % 2], axis=1)]
    return corners[np.stack([i + 1, i + 2, np.zeros_like(i)], axis=1)]


def _texture_coordinates(scene: Scene) -> tuple[Floats | None, list[int]]:
    """(t, 2) of all surfaces, and the first row of each, -1 for none; surfaces may share rows."""
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
    """name -> (…,) the triangles of all surfaces of that name."""
    ends = np.cumsum(counts)
    ranges: dict[str, list[Ints]] = {}
    for name, end, count in zip(names, ends, counts, strict=True):
        if name and count:
            ranges.setdefault(name, []).append(np.arange(end - count, end))
    return {name: np.concatenate(rows) for name, rows in ranges.items()}
