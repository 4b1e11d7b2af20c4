"""Mechanisms as numpy archives: those of a pose set with one pose, and beside them

component: (n,) the component of every vertex
mechanism: a text, the JSON of the components and joints, as `pliant.core.mechanism_record` has them

Nothing is lost, and whoever wants only the mesh reads the same file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np

from pliant.core.components import chosen_components
from pliant.core.mechanism import Mechanism
from pliant.core.mechanism_record import (
    component_of_record,
    joint_of_record,
    record_of_component,
    record_of_joint,
)
from pliant.core.mesh import PoseSet
from pliant.errors import FileFormatError
from pliant.io.npz import POSE_ARRAYS, archive, arrays_of_npz, arrays_of_poses, poses_of_arrays


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
    """The mechanism in an archive; of an archive without one, the mesh's own components."""
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
