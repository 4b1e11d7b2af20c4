"""Files of whole scenes that need optional packages: USD, Alembic and FBX."""

from __future__ import annotations

from pathlib import Path

from pliant.errors import OptionError
from pliant.io.moving_mesh import Choice, Frames
from pliant.mesh import Mesh, PoseSet

SCENES = (".usd", ".usdc", ".usda", ".usdz", ".abc", ".fbx")


def mesh_of_scene_file(path: Path) -> Mesh:
    """All meshes of a scene at rest, as one mesh."""
    match path.suffix.lower():
        case ".abc":
            from pliant.io.alembic import mesh_of_alembic

            return mesh_of_alembic(path)
        case ".fbx":
            from pliant.io.fbx import mesh_of_fbx

            return mesh_of_fbx(path)
        case _:
            from pliant.io.usd import mesh_of_usd

            return mesh_of_usd(path)


def poses_of_scene_file(path: Path, *, frames: Frames, clip: Choice) -> PoseSet:
    """The poses of a scene; the arguments are those of `read_poses`."""
    suffix = path.suffix.lower()
    if suffix == ".fbx":
        from pliant.io.fbx import poses_of_fbx

        return poses_of_fbx(path, frames=frames, clip=clip)
    if clip is not None:
        raise OptionError(
            f"clip chooses from the animations of glTF and FBX; {path} has one, so leave it out."
        )
    if suffix == ".abc":
        from pliant.io.alembic import poses_of_alembic

        return poses_of_alembic(path, frames)
    from pliant.io.usd import poses_of_usd

    return poses_of_usd(path, frames)
