"""The shapes of MJCF bodies: meshes from files or in the text, and simple shapes."""

from __future__ import annotations

from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

import numpy as np

from pliant.arrays import Floats
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.linkage.markup import parsed
from pliant.io.linkage.mesh_files import MeshFiles
from pliant.io.linkage.rotations import rigid, rotation_of_quaternion, shortest_turn_of_z
from pliant.io.linkage.shapes import box, capsule, cylinder, ellipsoid, sphere
from pliant.io.mjcf.settings import Fields, Settings
from pliant.io.placement import placed
from pliant.mesh import Mesh

# Types of geoms that are endless ground.
SCENERY = ("plane", "hfield")
_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}
_STRETCHED = ("capsule", "cylinder", "ellipsoid", "box")


class MeshAssets:
    """The <mesh> assets of a file by name, each of which is made once."""

    def __init__(self, root: Element, settings: Settings, files: MeshFiles) -> None:
        self._settings, self._files = settings, files
        self._assets: dict[str, dict[str, str]] = {}
        self._made: dict[str, Mesh] = {}
        for element in (mesh for asset in root.findall("asset") for mesh in asset.findall("mesh")):
            fields = settings.fields(element, "")
            self._assets[fields.get("name") or PurePosixPath(fields.get("file", "")).stem] = fields

    def __getitem__(self, name: str) -> Mesh:
        if name not in self._assets:
            raise FileFormatError(
                f"A geom has the mesh '{name[:60]}', which is no <mesh> of the file's assets."
            )
        if name not in self._made:
            self._made[name] = self._asset(name, self._assets[name])
        return self._made[name]

    def _asset(self, name: str, fields: Fields) -> Mesh:
        mesh = self._read(fields["file"]) if "file" in fields else _written_out(name, fields)
        scale = parsed(fields.get("scale", "1 1 1"), 3, f"The scale of the mesh '{name}'")
        if not scale.all():
            raise FileFormatError(f"The mesh '{name}' has a scale of 0; give another.")
        position = parsed(fields.get("refpos", "0 0 0"), 3, "refpos")
        R = rotation_of_quaternion(parsed(fields.get("refquat", "1 0 0 0"), 4, "refquat"))
        reference = np.linalg.inv(rigid(position, R))
        return placed(mesh, np.asarray(np.diag([*scale, 1.0]) @ reference, np.float64))

    def _read(self, file: str) -> Mesh:
        name = PurePosixPath(file).name if self._settings.only_names else file
        folder = self._settings.mesh_folder
        return self._files.mesh(f"{folder.rstrip('/')}/{name}" if folder else name)


def shape_of_geom(fields: Fields, settings: Settings, meshes: MeshAssets) -> Mesh:
    """The shape of a geom in the frame of its body; fields are the attributes of the geom."""
    kind = fields.get("type", "sphere")
    if kind == "mesh":
        return placed(meshes[fields.get("mesh", "")], place_of(fields, settings))
    if kind not in _SIZES or "mesh" in fields:
        raise UnsupportedFormatError(
            f"A geom has the type '{kind[:40]}'{' fitted to a mesh' if 'mesh' in fields else ''}, which is "
            f"not read; one of mesh, {', '.join(_SIZES)} is needed."
        )
    sizes = parsed(fields.get("size", ""), None, "The size of a geom")
    if "fromto" in fields and kind in _STRETCHED:
        ends = parsed(fields["fromto"], 6, "fromto").reshape(2, 3)
        axis = ends[0] - ends[1]
        if not axis.any() or not len(sizes):
            raise FileFormatError(
                f"A {kind} from {ends[0]} to {ends[1]} has no length or no size; give both."
            )
        half = float(np.linalg.norm(axis)) / 2
        stretched = np.array([sizes[0]] * (_SIZES[kind] - 1) + [half])
        return placed(_primitive(kind, stretched), rigid(ends.mean(axis=0), shortest_turn_of_z(axis)))
    if len(sizes) < _SIZES[kind]:
        raise FileFormatError(
            f"A {kind} has the sizes '{fields.get('size', '')[:60]}'; {_SIZES[kind]} numbers are needed."
        )
    return placed(_primitive(kind, sizes), place_of(fields, settings))


def place_of(fields: Fields, settings: Settings) -> Floats:
    """(4, 4) from the frame of an element with these attributes to the frame around it."""
    return rigid(parsed(fields.get("pos", "0 0 0"), 3, "pos"), settings.rotation(fields))


def _primitive(kind: str, sizes: Floats) -> Mesh:
    if kind == "sphere":
        return sphere(float(sizes[0]))
    if kind in ("capsule", "cylinder"):
        return (capsule if kind == "capsule" else cylinder)(float(sizes[0]), float(sizes[1]))
    return (ellipsoid if kind == "ellipsoid" else box)(sizes[:3])


def _written_out(name: str, fields: Fields) -> Mesh:
    if "vertex" not in fields or "face" not in fields:
        raise UnsupportedFormatError(
            f"The mesh '{name}' has neither a file nor vertices and faces; give it one of them."
        )
    V = parsed(fields["vertex"], None, f"The vertices of the mesh '{name}'")
    F = parsed(fields["face"], None, f"The faces of the mesh '{name}'")
    if len(V) % 3 or len(F) % 3 or (F.round() != F).any():
        raise FileFormatError(f"The mesh '{name}' has vertices or faces that are not threes of numbers.")
    return Mesh.of(V.reshape(-1, 3), F.reshape(-1, 3).astype(np.int64))
