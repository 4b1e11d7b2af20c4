"""The process that reads hostile files: one path on a line in, one line of JSON out.

It may crash, hang or run out of memory; `pool.py` sees that and starts another.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import traceback
import warnings
from itertools import islice
from pathlib import Path

import numpy as np

from pliant.errors import PliantError
from pliant.io import read_clip, read_mechanism, read_mesh, read_poses
from pliant.registry import open_rig
from pliant.samples.bar import bar

# Files that may hold a mechanism, and those that hold nothing else.
JOINTED, LINKAGES = (".glb", ".gltf", ".npz"), (".urdf", ".xml")
SINGLE = (".obj", ".ply", ".off", ".stl")
# Positions over time without a mesh: they belong to the sample bar of so many vertices.
CACHES, CACHED_VERTICES = (".pc2", ".mdd"), 26
# Frames of a cache that are looked at; a header may promise any number.
MOST_FRAMES = 20


def outcome(path: Path) -> dict[str, str]:
    """What became of one file: read, refused with one of our errors, uncaught, or not finite."""
    try:
        whole = _rig_is_whole(path) if path.suffix == ".pliant" else _model_is_whole(path)
    except PliantError as problem:
        return {"outcome": "refused", "why": str(problem)[:300]}
    except MemoryError as problem:
        return {"outcome": "out of memory", "why": repr(problem)[:300]}
    except Exception as problem:  # noqa: BLE001 - whatever is not ours is what we look for
        return {"outcome": "uncaught", "why": f"{problem!r}: {_place(problem)}"[:300]}
    return {"outcome": "read" if whole else "not finite", "why": ""}


def _rig_is_whole(path: Path) -> bool:
    """Whether a rig that opens gives finite poses, when it is pulled a little and when it is blended."""
    rig = open_rig(path)
    V = rig.mesh.V
    points = np.unique([0, rig.mesh.n // 2, rig.mesh.n - 1])
    with np.errstate(over="ignore", invalid="ignore"):
        targets = V[points] + 0.05 * np.linalg.norm(np.ptp(V, axis=0)) * np.arange(3)
    pose = rig.grab(points.tolist()).drag(targets)
    finite = bool(np.isfinite(pose.V).all())
    if rig.names:
        finite &= bool(np.isfinite(rig.blend(np.eye(len(rig.names))[-1])).all())
    return finite


def _model_is_whole(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix in LINKAGES:
        return bool(np.isfinite(read_mechanism(path).mesh.V).all())
    if suffix in SINGLE:
        return bool(np.isfinite(read_mesh(path).V).all())
    if suffix in CACHES:
        frames = read_clip(path, mesh=bar(CACHED_VERTICES).mesh)
        return all(np.isfinite(V).all() for V in islice(frames.stream(), MOST_FRAMES))
    poses = read_poses(path)
    if suffix in JOINTED:
        read_mechanism(path)
    return bool(np.isfinite(poses.V).all())


def _place(problem: BaseException) -> str:
    last = traceback.extract_tb(problem.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def main() -> None:
    """Answer until the input ends."""
    limit = int(sys.argv[1]) << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    warnings.simplefilter("ignore")
    # Libraries print to the standard output what they think of a matrix.
    with os.fdopen(os.dup(1), "w") as out:
        os.dup2(2, 1)
        out.write(json.dumps({"ready": True}) + "\n")
        out.flush()
        for line in sys.stdin:
            answer = outcome(Path(line.rstrip("\n")))
            peak = {"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10}
            out.write(json.dumps({**answer, **peak}) + "\n")
            out.flush()


if __name__ == "__main__":
    main()
