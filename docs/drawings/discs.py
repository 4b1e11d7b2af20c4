"""What pins pull on: a vertex alone, or a disc around it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pliant
from pliant.figures import Shot, View, render
from pliant.mesh import Mesh
from pliant.samples.quadruped import landmarks, quadruped

VERTICES = 20_000
SIDE = View((0.25, 0.3, 1.0))
# How much of the fox around the withers is shown.
NEAR = 0.22
HELD = ("nose", "chest", "croup", "left forepaw", "right forepaw", "left hindpaw", "right hindpaw")


def pulled(path: Path) -> None:
    """Withers that are pulled up, farther than any pose has them: by one vertex, and by a disc."""
    poses = quadruped(VERTICES)
    marks = landmarks(poses)
    pins = [marks[name] for name in ("withers", *HELD)]
    targets = np.array(poses.V[0][pins])
    targets[0, 1] += 0.12
    seen = np.linalg.norm(poses.V[0] - poses.V[0][pins[0]], axis=1) < NEAR
    used, near = np.unique(poses.F[seen[poses.F].all(axis=1)], return_inverse=True)
    shots = []
    for words, disc in (("one vertex", 0.0), ("a disc", pliant.MeshIKOptions().disc)):
        rig = pliant.MeshIK(poses, options=pliant.MeshIKOptions(disc=disc))
        posed = rig.grab(pins).drag(targets).V
        shots.append(Shot(Mesh.of(posed[used], near.reshape(-1, 3)), words))
    render(shots, path, size=(1400, 560), view=SIDE, columns=2)


PICTURES = {"meshik-discs.png": pulled}
