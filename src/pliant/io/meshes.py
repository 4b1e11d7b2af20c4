"""Reading and writing of one mesh; the suffix of a file's name chooses the format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pliant.atomic import atomic_write
from pliant.errors import UnsupportedFormatError
from pliant.io.files import AnyPath, contents, naming
from pliant.io.npz import npz_of_poses, poses_of_npz
from pliant.io.obj import mesh_of_obj, write_obj
from pliant.io.off import mesh_of_off, off_of_mesh
from pliant.io.ply import mesh_of_ply, ply_of_mesh
from pliant.io.scenes import SCENES, mesh_of_scene_file
from pliant.io.stl import mesh_of_stl, stl_of_mesh
from pliant.kinds import check_kind, check_path
from pliant.mesh import Mesh, PoseSet

_READERS = {".ply": mesh_of_ply, ".off": mesh_of_off, ".stl": mesh_of_stl}
_WRITERS = {".ply": ply_of_mesh, ".off": off_of_mesh, ".stl": stl_of_mesh}
# A .vrm is a .glb of a person.
GLTF = (".glb", ".gltf", ".vrm")
READABLE = (".obj", *_READERS, *GLTF, ".npz", *SCENES)
WRITABLE = (".obj", *_WRITERS, ".glb", ".vrm", ".npz")


def read_mesh(path: AnyPath) -> Mesh:
    """The mesh in a .obj .ply .off .stl .glb .gltf .vrm or .npz file; with extras also .usd* .abc .fbx.

    Vertices and faces keep the order of the file; none are merged or dropped. An .npz gives its first pose, a
    glTF file its default scene before any animation, and a USD, Alembic or FBX file its rest pose.
    Raises FileFormatError for a damaged file, and UnsupportedFormatError for an unknown suffix or feature.
    """
    check_path(path)
    if Path(path).suffix.lower() in SCENES:
        return mesh_of_scene_file(Path(path))
    data = contents(path)
    suffix = known_suffix(path, READABLE, "read")
    # Absurd numbers may overflow; the checks of the mesh name those that are not finite.
    with naming(path), np.errstate(all="ignore"):
        return _mesh(data, suffix, Path(path).parent)


def read_shape(path: AnyPath) -> Mesh:
    """The mesh of `read_mesh` without what an OBJ file keeps of its look, for files of many frames."""
    if Path(path).suffix.lower() != ".obj":
        return read_mesh(path)
    data = contents(path)
    with naming(path), np.errstate(all="ignore"):
        return mesh_of_obj(data)


def write_mesh(path: AnyPath, mesh: Mesh) -> tuple[Path, ...]:
    """Write a mesh to a .obj .ply .off .stl .glb .vrm or .npz file, which appears whole or not at all.

    Returns the files that belong to it: itself and, for .obj, its materials (.mtl) and their images.
    Every file keeps the positions in their order, and beside them what `pliant.io.kept` lists:
    .npz: everything
    .obj: polygons, texture coordinates, normals, colours of vertices, groups, parts and materials
    .ply: polygons, texture coordinates, normals and colours of vertices
    .off: polygons
    .glb: triangles, texture coordinates, materials and the appearance, in single precision
    .stl: triangles in single precision, which share no vertices
    """
    check_path(path)
    check_kind(mesh, "What is written", Mesh)
    suffix = known_suffix(path, WRITABLE, "write")
    if suffix == ".obj":
        return write_obj(path, mesh)
    with atomic_write(path) as file, naming(path):
        file.writelines(_bytes(mesh, suffix))
    return (Path(path),)


def known_suffix(path: AnyPath, known: tuple[str, ...], verb: str) -> str:
    """The suffix of a path in small letters; raises UnsupportedFormatError with the verb for unknown ones."""
    suffix = Path(path).suffix.lower()
    if suffix not in known:
        raise UnsupportedFormatError(
            f"{path} has the suffix '{suffix}', which Pliant cannot {verb}; use one of {', '.join(known)}."
        )
    return suffix


def _mesh(data: bytes, suffix: str, folder: Path) -> Mesh:
    if suffix == ".obj":
        return mesh_of_obj(data, folder)
    if suffix in _READERS:
        return _READERS[suffix](data)
    if suffix == ".npz":
        return poses_of_npz(data).mesh
    # Imported here: few sessions read glTF, and `import pliant` should be quick.
    from pliant.io.gltf import mesh_of_gltf

    return mesh_of_gltf(data, folder)


def _bytes(mesh: Mesh, suffix: str) -> Iterator[bytes]:
    if suffix in _WRITERS:
        return _WRITERS[suffix](mesh)
    if suffix == ".npz":
        return npz_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["pose 0"]))
    from pliant.io.gltf import glb_of_mesh

    return glb_of_mesh(mesh)
