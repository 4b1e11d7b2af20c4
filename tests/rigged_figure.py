"""A person of boxes with a skeleton and no animation, as a glTF file: T-pose, y up, facing along z."""

from __future__ import annotations

import numpy as np

from tests.io.samples import GltfBuilder

# How an elbow is bent at rest: the forearm rises by this much per unit of length.
BENT = 0.3
# name: parent, place, middle and half sides of its box. The left side has x > 0.
_MIDDLE = {
    "hips": (None, (0, 1.0, 0), (0, 1.0, 0), (0.15, 0.08, 0.1)),
    "back": ("hips", (0, 1.1, 0), (0, 1.25, 0), (0.15, 0.16, 0.1)),
    "head": ("back", (0, 1.5, 0), (0, 1.65, 0), (0.1, 0.14, 0.1)),
}
_LEFT = {
    "arm": ("back", (0.2, 1.4, 0), (0.34, 1.4, 0), (0.14, 0.05, 0.05)),
    "forearm": ("arm", (0.5, 1.4, 0), (0.64, 1.4, 0), (0.14, 0.04, 0.04)),
    "thigh": ("hips", (0.1, 0.9, 0), (0.1, 0.7, 0), (0.07, 0.2, 0.07)),
    "shin": ("thigh", (0.1, 0.48, 0), (0.1, 0.28, 0), (0.06, 0.2, 0.06)),
    "foot": ("shin", (0.1, 0.06, 0), (0.1, 0.03, 0.08), (0.05, 0.03, 0.13)),
}
_HAND = ("forearm", (0.8, 1.4, 0), (0.88, 1.4, 0), (0.09, 0.03, 0.05))
_CUBE = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
_FACES = np.array(
    [
        *((0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)),
        *((2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)),
    ]
)


def rigged_figure(elbow: float = 0.0) -> GltfBuilder:
    """The file; elbow: how far forearms rise per unit of length."""
    joints = _joints(elbow)
    file, names = GltfBuilder(), list(joints)
    file.root["nodes"] = [{"name": name, "translation": [0, 0, 0]} for name in names]
    inverse = np.tile(np.eye(4), (len(names), 1, 1))
    for i, (parent, place, _, _) in enumerate(joints.values()):
        above = (0, 0, 0) if parent is None else joints[parent][1]
        file.root["nodes"][i]["translation"] = np.subtract(place, above).tolist()
        inverse[i, :3, 3] = -np.array(place)
        if parent is not None:
            file.root["nodes"][names.index(parent)].setdefault("children", []).append(i)
    file.root["skins"] = [{"joints": list(range(len(names))), "inverseBindMatrices": file.array(inverse)}]
    for i, (name, (_, _, middle, half)) in enumerate(joints.items()):
        V = np.array(middle) + _CUBE * half
        attributes = {
            "POSITION": file.array(V),
            "JOINTS_0": file.array(np.tile([i, 0, 0, 0], (8, 1)), "u1"),
            "WEIGHTS_0": file.array(np.tile([1.0, 0, 0, 0], (8, 1))),
        }
        primitive = {"attributes": attributes, "indices": file.array(_FACES.ravel(), "u4")}
        group = {"left hand": "hand", "left foot": "foot", "right foot": "toe"}.get(name, name)
        file.root["nodes"].append({"mesh": file.mesh(primitive), "skin": 0, "name": group})
    file.root["scenes"] = [{"nodes": [0, *range(len(names), 2 * len(names))]}]
    return file


def _joints(elbow: float) -> dict[str, tuple]:
    found = dict(_MIDDLE)
    for side, sign in (("left", 1), ("right", -1)):
        for name, (parent, place, middle, half) in {**_LEFT, "hand": _HAND}.items():
            rise = elbow * max(middle[0] - 0.5, 0) if name in ("forearm", "hand") else 0.0
            lift = elbow * max(place[0] - 0.5, 0) if name in ("forearm", "hand") else 0.0
            above = parent if parent in _MIDDLE else f"{side} {parent}"
            found[f"{side} {name}"] = (
                above,
                (sign * place[0], place[1] + lift, place[2]),
                (sign * middle[0], middle[1] + rise, middle[2]),
                half,
            )
    order = ["hips", "back", "head"]
    sides = [f"{side} {name}" for side in ("left", "right") for name in [*_LEFT, "hand"]]
    return {name: found[name] for name in [*order, *sides]}
