"""Reading and writing of mechanisms; the suffix of a file's name chooses the format."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pliant.atomic import atomic_write
from pliant.io.files import AnyPath, contents, naming
from pliant.io.meshes import READABLE, known_suffix, read_mesh
from pliant.kinds import check_kind, check_path
from pliant.mechanism.mechanism import Mechanism
from pliant.progress import Progress, silent

if TYPE_CHECKING:
    from pliant.mechanism.robot import Robot, RobotOptions

READABLE_MECHANISMS = (".urdf", ".xml", ".step", ".stp", *READABLE)
# Descriptions for simulators, which need masses and convex pieces.
ROBOTS = (".urdf", ".xml", ".usd", ".usda", ".usdc")
WRITABLE_MECHANISMS = (".urdf", ".glb", ".gltf", ".npz", ".xml", ".usd", ".usda", ".usdc")

# The formats are imported when they are needed: `import pliant` should be quick.


def read_mechanism(path: AnyPath) -> Mechanism:
    """The mechanism in a .urdf, .xml (MJCF), .step, .glb, .gltf or .npz file, or in the file of any mesh.

    URDF and MJCF give components with their joints, in the frame of the model and at its default
    configuration; `pliant.io.urdf` and `pliant.io.mjcf` say what is read. STEP gives the solids of an
    assembly in metres, without joints, as `pliant.io.step` describes. A .glb, .gltf or .npz that
    `write_mechanism` wrote gives the same mechanism again. Any other mesh gives components without joints:
    the groups of the file if they are separate parts, else the connected pieces.
    """
    found = described_mechanism(path)
    if found is not None:
        return found
    from pliant.mechanism.components import chosen_components

    return chosen_components(read_mesh(path)).mechanism


def described_mechanism(path: AnyPath) -> Mechanism | None:
    """The mechanism that a file describes; None for the file of a mesh alone, which is not taken apart."""
    data = contents(path)
    suffix = known_suffix(path, READABLE_MECHANISMS, "read")
    # Absurd numbers may overflow; the checks of the mesh name those that are not finite.
    with naming(path), np.errstate(all="ignore"):
        return _joined(data, suffix, Path(path).parent)


def write_mechanism(
    path: AnyPath,
    mechanism: Mechanism,
    options: RobotOptions | None = None,
    *,
    progress: Progress = silent,
) -> tuple[str, ...]:
    """Write a mechanism to a .urdf, .xml, .usd*, .glb, .gltf or .npz file, whole or not at all.

    An .npz keeps everything. A .glb or .gltf has a node per component, as `pliant.io.gltf` describes. A .urdf
    or .xml (MJCF) has a folder of meshes beside it, as `pliant.io.urdf` and `pliant.io.mjcf` describe. A
    .usd, .usda or .usdc has USD physics, as `pliant.io.usd.physics` describes.

    options: unit, vertical axis, density and collision of files for simulators
    Returns sentences about everything that the file cannot hold.
    """
    check_path(path)
    check_kind(mechanism, "What is written", Mechanism)
    suffix = known_suffix(path, WRITABLE_MECHANISMS, "write as a mechanism")
    if suffix in ROBOTS:
        from pliant.mechanism.robot import robot_of

        with naming(path):
            robot = robot_of(mechanism, options, progress=progress)
        return write_robot(path, robot)
    with naming(path), atomic_write(path) as file:
        file.writelines(_bytes(mechanism, suffix))
    return ()


def write_robot(path: AnyPath, robot: Robot) -> tuple[str, ...]:
    """Write a robot that is made already to a .urdf, .xml (MJCF) or .usd* file; as `write_mechanism`."""
    suffix = known_suffix(path, ROBOTS, "write as a robot")
    with naming(path):
        if suffix == ".urdf":
            from pliant.io.urdf import write_urdf

            return write_urdf(path, robot)
        if suffix == ".xml":
            from pliant.io.mjcf import write_mjcf

            return write_mjcf(path, robot)
        from pliant.io.usd.physics import write_usd_physics

        return write_usd_physics(path, robot)


def _joined(data: bytes, suffix: str, folder: Path) -> Mechanism | None:
    """The mechanism in a file that can hold joints; None if it holds only a mesh."""
    match suffix:
        case ".urdf":
            from pliant.io.urdf import mechanism_of_urdf

            return mechanism_of_urdf(data, folder)
        case ".xml":
            from pliant.io.mjcf import mechanism_of_mjcf

            return mechanism_of_mjcf(data, folder)
        case ".glb" | ".gltf" | ".vrm":
            from pliant.io.gltf.mechanism import mechanism_of_gltf

            return mechanism_of_gltf(data, folder)
        case ".step" | ".stp":
            from pliant.io.step import mechanism_of_step

            return mechanism_of_step(data)
        case ".npz":
            from pliant.io.npz_mechanism import mechanism_of_npz

            return mechanism_of_npz(data)
    return None


def _bytes(mechanism: Mechanism, suffix: str) -> Iterable[bytes]:
    if suffix == ".npz":
        from pliant.io.npz_mechanism import npz_of_mechanism

        return npz_of_mechanism(mechanism)
    from pliant.io.gltf.mechanism import gltf_of_mechanism

    return gltf_of_mechanism(mechanism, suffix)
