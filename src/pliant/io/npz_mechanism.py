"""Mechanisms as numpy archives: a pose set with one pose, and two more arrays.

component: (n,) the component of every vertex
mechanism: a text, the JSON of components and joints that `pliant.mechanism.record` describes

Nothing is lost, and the mesh can be read without the mechanism.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from pliant.errors import FileFormatError
from pliant.io.npz import POSE_ARRAYS, archive, arrays_of_npz, arrays_of_poses, poses_of_arrays
from pliant.mechanism.components import chosen_components
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.record import (
    component_of_record,
    joint_of_record,
    record_of_component,
    record_of_joint,
)
from pliant.mesh import PoseSet


def npz_of_mechanism(mechanism: Mechanism) -> Iterator[bytes]:
    """The bytes of a compressed archive; reading it gives the same bits."""
    mesh = mechanism.mesh
    record = {
        "components": [record_of_component(part) for part in mechanism.components],
        "joints": [record_of_joint(joint) for joint in mechanism.joints],
    }
    yield archive(
        {
            **arrays_of_poses(PoseSet.of_positions(mesh, mesh.V[None], ["pose 0"])),
            "component": mechanism.component,
            "mechanism": np.array(json.dumps(record), dtype=np.str_),
        }
    )


def mechanism_of_npz(data: bytes) -> Mechanism:
    """The mechanism in an archive; if it holds only a mesh, the components of the mesh."""
    arrays = arrays_of_npz(data, POSE_ARRAYS | {"component", "mechanism"})
    mesh = poses_of_arrays(arrays).mesh
    if "mechanism" not in arrays:
        return chosen_components(mesh).mechanism
    record = _record(str(arrays["mechanism"].ravel()[0]) if arrays["mechanism"].size == 1 else "")
    component = arrays.get("component", np.zeros(0))
    if component.dtype.kind not in "iu":
        raise FileFormatError(f"The array 'component' holds {component.dtype}; whole numbers are needed.")
    parts = [component_of_record(item) for item in record["components"]]
    return Mechanism.of(mesh, component, parts, [joint_of_record(item) for item in record["joints"]])


def _record(text: str) -> dict[str, list[dict]]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"The text 'mechanism' is no JSON ({error}); save it again.") from error
    lists = [record.get(key) for key in ("components", "joints")] if isinstance(record, dict) else [None]
    if not all(isinstance(some, list) and all(isinstance(item, dict) for item in some) for some in lists):
        raise FileFormatError("The text 'mechanism' has no lists of components and joints; save it again.")
    return record
