"""Reading and writing one mesh: which format a file's name stands for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pliant.core.atomic import atomic_write
from pliant.core.mesh import Mesh, PoseSet
from pliant.errors import UnsupportedFormatError
from pliant.io.files import contents, naming
from pliant.io.npz import npz_of_poses, poses_of_npz
from pliant.io.obj import mesh_of_obj, obj_of_mesh
from pliant.io.off import mesh_of_off, off_of_mesh
from pliant.io.ply import mesh_of_ply, ply_of_mesh
from pliant.io.scenes import SCENES, mesh_of_scene_file
from pliant.io.stl import mesh_of_stl, stl_of_mesh

READABLE = (".obj", ".ply", ".off", ".stl", ".glb", ".gltf", ".npz", *SCENES)
WRITABLE = (".obj", ".ply", ".off", ".stl", ".glb", ".npz")


def read_mesh(path: str | os.PathLike[str]) -> Mesh:
    """The mesh in a file, by its suffix: .obj .ply .off .stl .glb .gltf .npz; .usd* .abc .fbx with extras.

    Vertices and faces keep the file's order; nothing is merged, reordered or dropped. Of an .npz the
    first pose is read, of a glTF file the default scene as it stands, of USD, Alembic and FBX the rest pose.
    """
    if Path(path).suffix.lower() in SCENES:
        return mesh_of_scene_file(Path(path))
    data = contents(path)
    suffix = known_suffix(path, READABLE, "read")
    # Absurd numbers may overflow; the checks of the mesh name those that are not finite.
    with naming(path), np.errstate(all="ignore"):
        return _mesh(data, suffix, Path(path).parent)


def write_mesh(path: str | os.PathLike[str], mesh: Mesh) -> None:
    """Writes a mesh to a file, by its suffix: .obj .ply .off .stl .glb .npz.

    The file appears whole or not at all. Beside positions in their order it keeps:
    .npz everything; .obj polygons, texture coordinates, groups and materials; .ply polygons and texture
    coordinates; .off polygons; .glb triangles, texture coordinates and materials, in single precision;
    .stl triangles only, in single precision: polygons and shared vertices are lost.
    """
    suffix = known_suffix(path, WRITABLE, "write")
    with atomic_write(path) as file, naming(path):
        file.writelines(_bytes(mesh, suffix))


def known_suffix(path: str | os.PathLike[str], known: tuple[str, ...], verb: str) -> str:
    """The path's suffix in small letters, refused if it is not among the known ones."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        raise UnsupportedFormatError(
            f"{path} has the suffix '{suffix}', which Pliant cannot {verb}; use one of {', '.join(known)}."
        )
    return suffix


def _mesh(data: bytes, suffix: str, folder: Path) -> Mesh:
    match suffix:
        case ".obj":
            return mesh_of_obj(data)
        case ".ply":
            return mesh_of_ply(data)
        case ".off":
            return mesh_of_off(data)
        case ".stl":
            return mesh_of_stl(data)
        case ".npz":
            return poses_of_npz(data).mesh
        case _:
            # Imported here: few sessions read glTF, and `import pliant` should be quick.
            from pliant.io.gltf import mesh_of_gltf

            return mesh_of_gltf(data, folder)


def _bytes(mesh: Mesh, suffix: str) -> Iterator[bytes]:
    match suffix:
        case ".obj":
            return obj_of_mesh(mesh)
        case ".ply":
            return ply_of_mesh(mesh)
        case ".off":
            return off_of_mesh(mesh)
        case ".stl":
            return stl_of_mesh(mesh)
        case ".npz":
            return npz_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["pose 0"]))
        case _:
            from pliant.io.gltf import glb_of_mesh

            return glb_of_mesh(mesh)
