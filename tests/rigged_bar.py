"""A bar with an armature of its own, as a glTF file: four bones in a row under a node that scales."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.spatial.transform import Rotation

from pliant.arrays import Vertices
from pliant.samples.bar import bar
from tests.io.samples import GltfBuilder

BONES = 4
# Bones are in hundredths, as in files of many programs.
SCALE = 0.01
TIMES = [0.0, 0.5, 1.0]


def rigged_bar(turns: Sequence[Sequence[float]] = (), *, morph: bool = False) -> GltfBuilder:
    """The file.

    turns: rotation vectors of all bones at each of three times, as the animation 'own'; none by default
    morph: whether the mesh has a morph target, with a weight of 0.25 at rest and an animation 'puff'
    """
    mesh = bar(200).mesh
    file = GltfBuilder()
    V = mesh.V
    length = float(np.ptp(V[:, 0]))
    ends = np.linspace(0, length, BONES + 1)[:-1]
    joints, weights = _weights(V, ends, length / BONES)
    primitive = {
        "attributes": {
            "POSITION": file.array(V, min=V.min(axis=0).tolist(), max=V.max(axis=0).tolist()),
            "JOINTS_0": file.array(joints, "u1"),
            "WEIGHTS_0": file.array(weights),
        },
        "indices": file.array(mesh.F.ravel(), "u4"),
    }
    if morph:
        primitive["targets"] = [{"POSITION": file.array(0.05 * (V - V.mean(axis=0)))}]
    file.mesh(primitive, **({"weights": [0.25]} if morph else {}))
    inverse = np.tile(np.eye(4), (BONES, 1, 1))
    inverse[:, :3, :3] /= SCALE
    inverse[:, 0, 3] = -ends / SCALE
    file.root["skins"] = [{"joints": list(range(2, 2 + BONES)), "inverseBindMatrices": file.array(inverse)}]
    steps = [0.0, *([length / BONES / SCALE] * (BONES - 1))]
    file.root["nodes"] = [
        {"mesh": 0, "skin": 0},
        {"name": "armature", "scale": [SCALE] * 3, "children": [2]},
        *(
            {"name": f"bone {i}", "translation": [step, 0, 0]}
            | ({"children": [3 + i]} if i + 1 < BONES else {})
            for i, step in enumerate(steps)
        ),
    ]
    file.root["scenes"] = [{"nodes": [0, 1]}]
    if len(turns):
        _animate(file, "own", [(2 + i, "rotation", _quaternions(t)) for i, t in enumerate(np.array(turns))])
    if morph:
        _animate(file, "puff", [(0, "weights", [0.0, 1.0, 0.5])])
    return file


def _animate(file: GltfBuilder, name: str, channels: Sequence) -> None:
    times = file.array(TIMES, min=[TIMES[0]], max=[TIMES[-1]])
    animation = {
        "name": name,
        "samplers": [{"input": times, "output": file.array(values)} for _, _, values in channels],
        "channels": [
            {"sampler": i, "target": {"node": node, "path": path}}
            for i, (node, path, _) in enumerate(channels)
        ],
    }
    file.root.setdefault("animations", []).append(animation)


def _quaternions(vectors: Sequence) -> np.ndarray:
    return Rotation.from_rotvec(vectors).as_quat()


def _weights(V: Vertices, ends: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
    """The bones of each vertex, and shares that pass from one to the next over half a bone."""
    away = (V[:, :1] - ends) / width
    share = np.clip(2 * away + 0.5, 0, 1) - np.clip(2 * (away - 1) + 0.5, 0, 1)
    share[:, 0] += 1 - share.sum(axis=1)
    share = np.maximum(share, 0)
    return np.tile(np.arange(4), (len(V), 1)), share / share.sum(axis=1, keepdims=True)
