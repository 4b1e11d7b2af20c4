"""The real mechanisms with published joints: found in the folder PLIANT_DATA, or in ../shared/data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.pose_sets import MissingDataError, data_folder
from pliant.mechanism.mechanism import FREEDOMS, Joint, JointKind, Mechanism
from pliant.mesh import Mesh


def joints_folder() -> Path:
    """The folder of the mechanisms, an `.npz` and a `.json` each."""
    folder = data_folder() / "joints"
    if not folder.is_dir():
        raise MissingDataError(
            f"The folder {folder} with the real mechanisms does not exist; "
            "set PLIANT_DATA to the folder that holds `joints`."
        )
    return folder


def names() -> list[str]:
    """The mechanisms there are."""
    return sorted(path.stem for path in joints_folder().glob("*.npz"))


def mechanism(name: str) -> Mechanism:
    """One of them, with its published joints."""
    record = facts(name)
    with np.load(joints_folder() / f"{name}.npz") as file:
        V, F, of_face = file["vertices"].astype(float), file["faces"].astype(np.int64), file["component"]
    # A vertex between two links is doubled, so that each has its own.
    corner = np.stack([F.ravel(), np.repeat(of_face, 3).astype(np.int64)], axis=1)
    pairs, index = np.unique(corner, axis=0, return_inverse=True)
    mesh = Mesh.of(V[pairs[:, 0]], index.reshape(-1, 3))
    components = [component["name"] for component in record["components"]]
    return Mechanism.of(mesh, pairs[:, 1], components, [_joint(joint) for joint in record["joints"]])


def facts(name: str) -> dict[str, Any]:
    """What its file says beside the joints."""
    return json.loads((joints_folder() / f"{name}.json").read_text(encoding="utf-8"))


def _joint(record: dict[str, Any]) -> Joint:
    kind = JointKind(record["type"])
    limits = [record["lower"], record["upper"]]
    low, high = (
        limit if limit is not None else bound for limit, bound in zip(limits, (-np.inf, np.inf), strict=True)
    )
    ranges = np.tile([-np.inf, np.inf], (len(FREEDOMS[kind]), 1))
    if len(ranges) == 1:
        ranges[0] = low, high
    axis = record["axis"] if record["axis"] is not None else (1.0, 0.0, 0.0)
    joint = Joint.of(record["a"], record["b"], kind, record["origin"], axis, ranges=ranges)
    return joint.named(record["name"])
