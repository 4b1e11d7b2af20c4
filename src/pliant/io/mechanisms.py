"""Reading and writing mechanisms: which format a file's name stands for."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from pliant.core.atomic import atomic_write
from pliant.core.mechanism import Mechanism
from pliant.io.files import contents, naming
from pliant.io.meshes import READABLE, known_suffix, read_mesh

READABLE_MECHANISMS = (".urdf", ".xml", *READABLE)
WRITABLE_MECHANISMS = (".urdf", ".glb", ".gltf", ".npz")

# The formats are imported when they are needed: `import pliant` should be quick.


def read_mechanism(path: str | os.PathLike[str]) -> Mechanism:
    """The mechanism in a file, by its suffix: .urdf, .xml (MJCF), .glb, .gltf, .npz, or any mesh.

    URDF and MJCF give components with their joints, in the model's frame at the default configuration; see
    `pliant.io.urdf` and `pliant.io.mjcf`. A .glb, .gltf or .npz that `write_mechanism` wrote gives the
    mechanism that it was. Any other mesh gives its own components, without joints: the file's groups where
    they are parts, else the connected pieces.
    """
    data = contents(path)
    suffix = known_suffix(path, READABLE_MECHANISMS, "read")
    # Absurd numbers may overflow; the checks of the mesh name those that are not finite.
    with naming(path), np.errstate(all="ignore"):
        found = _joined(data, suffix, Path(path).parent)
    if found is not None:
        return found
    from pliant.core.components import chosen_components

    return chosen_components(read_mesh(path)).mechanism


def write_mechanism(path: str | os.PathLike[str], mechanism: Mechanism) -> tuple[str, ...]:
    """Writes a mechanism, by the suffix: .urdf, .glb, .gltf or .npz; returns what is not in the file.

    What is written appears whole or not at all. An .npz keeps everything; .glb and .gltf have a node per
    component, see `pliant.io.gltf`; a .urdf has a folder of meshes beside it, see `pliant.io.urdf`.
    """
    suffix = known_suffix(path, WRITABLE_MECHANISMS, "write as a mechanism")
    with naming(path):
        if suffix == ".urdf":
            from pliant.io.urdf import write_urdf

            return write_urdf(path, mechanism)
        with atomic_write(path) as file:
            file.writelines(_bytes(mechanism, suffix))
    return ()


def _joined(data: bytes, suffix: str, folder: Path) -> Mechanism | None:
    """The mechanism in a file that can hold joints; None for one that does not."""
    match suffix:
        case ".urdf":
            from pliant.io.urdf import mechanism_of_urdf

            return mechanism_of_urdf(data, folder)
        case ".xml":
            from pliant.io.mjcf import mechanism_of_mjcf

            return mechanism_of_mjcf(data, folder)
        case ".glb" | ".gltf":
            from pliant.io.gltf.mechanism import mechanism_of_gltf

            return mechanism_of_gltf(data, folder)
        case ".npz":
            from pliant.io.mechanism_npz import mechanism_of_npz

            return mechanism_of_npz(data)
    return None


def _bytes(mechanism: Mechanism, suffix: str) -> Iterable[bytes]:
    if suffix == ".npz":
        from pliant.io.mechanism_npz import npz_of_mechanism

        return npz_of_mechanism(mechanism)
    from pliant.io.gltf.mechanism import glb_of_mechanism, gltf_of_mechanism

    return glb_of_mechanism(mechanism) if suffix == ".glb" else gltf_of_mechanism(mechanism)
