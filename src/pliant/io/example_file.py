"""Poses kept as examples: a file of poses that grows, from which MeshIK and Reduced IK make rigs."""

from __future__ import annotations

from pathlib import Path

from numpy.typing import ArrayLike

from pliant.errors import FileFormatError
from pliant.io.poses import read_poses, write_poses
from pliant.mesh import Mesh, PoseSet, check_correspondence, checked_positions

# The only format that keeps positions to the last bit, and everything else of a mesh.
SUFFIX = ".npz"


def keep_example(path: str | Path, mesh: Mesh, V: ArrayLike, name: str | None = None) -> PoseSet:
    """Keep a pose V (n, 3) of a mesh as an example in a .npz file, and return all that it holds.

    A new file begins with the mesh's own positions, which are the reference. Three sculpted poses beside them
    make a good rig: `MeshIK(read_poses(path))`. A pose of a name that the file has takes its place.
    Raises CorrespondenceError where the file has poses of another mesh.
    """
    file = Path(path)
    if file.suffix.lower() != SUFFIX:
        raise FileFormatError(f"{file}: examples are kept in a file that ends in {SUFFIX}; name one.")
    kept = read_poses(file) if file.exists() else PoseSet.of_positions(mesh, mesh.V[None], ["rest"])
    check_correspondence(kept.mesh, mesh, str(file), "the pose")
    poses = dict(zip(kept.names, kept.V, strict=True))
    poses[name or f"pose {len(kept)}"] = checked_positions(V, "kept positions")
    examples = PoseSet.of_frames(kept.mesh, list(poses.values()), list(poses))
    write_poses(file, examples)
    return examples
