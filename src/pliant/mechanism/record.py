"""Components and joints as records for JSON, and back.

A range without a limit is null, because JSON has no infinity. A fixed joint may lack its empty ranges, since
some writers of JSON leave empty lists out.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from pliant.arrays import Floats, frozen
from pliant.checked_record import is_finite
from pliant.errors import FileFormatError
from pliant.file_arrays import LARGEST
from pliant.mechanism.mechanism import FREEDOMS, Component, Joint, JointKind, Soft

# A frame whose rows differ from orthonormal by more than this is refused.
_ORTHONORMAL = 1e-6


def record_of_component(component: Component) -> dict[str, Any]:
    """The record of a component: its name, the cells of a soft one, and its weight where that is given."""
    soft = component.soft
    weight = {"density": component.density, "mass": component.mass}
    return {
        "name": component.name,
        "soft": None if soft is None else {"cells": soft.cells, "adaptive": soft.adaptive},
        **{key: value for key, value in weight.items() if value is not None},
    }


def component_of_record(record: Mapping[str, Any]) -> Component:
    """The component of a record; raises FileFormatError for a record that describes none."""
    _check_object(record, "component")
    name, soft = record.get("name"), record.get("soft")
    density, mass = (_weight(record, key) for key in ("density", "mass"))
    if soft is None:
        return Component(str(name), None, density, mass)
    cells, adaptive = (soft.get("cells"), soft.get("adaptive")) if isinstance(soft, dict) else (None, None)
    if not isinstance(cells, int) or isinstance(cells, bool) or cells < 1 or not isinstance(adaptive, bool):
        raise FileFormatError(
            f"The component '{name}' is soft by {str(soft)[:60]}; cells and adaptive are needed."
        )
    return Component(str(name), Soft(cells, adaptive), density, mass)


def _weight(record: Mapping[str, Any], key: str) -> float | None:
    """A positive number, or None where there is none."""
    value = record.get(key)
    if value is None:
        return None
    if not _is_number(value) or not 0.0 < value < np.inf:
        raise FileFormatError(
            f"The component '{record.get('name')}' has the {key} {str(value)[:40]}; it must be positive."
        )
    return float(value)


def record_of_joint(joint: Joint) -> dict[str, Any]:
    """The record of a joint."""
    ranges = [[None if np.isinf(value) else value for value in pair] for pair in joint.ranges.tolist()]
    return {
        "name": joint.name,
        "a": joint.a,
        "b": joint.b,
        "kind": str(joint.kind),
        "origin": joint.origin.tolist(),
        "frame": joint.frame.tolist(),
        "ranges": ranges,
        "confidence": joint.confidence,
        "evidence": dict(joint.evidence),
    }


def joint_of_record(record: Mapping[str, Any]) -> Joint:
    """The joint of a record; raises FileFormatError for a record that describes none."""
    _check_object(record, "joint")
    kind = record.get("kind")
    if kind not in list(JointKind):
        raise FileFormatError(
            f"A joint has the kind {str(kind)[:40]!r}; one of {', '.join(JointKind)} is needed."
        )
    kind = JointKind(kind)
    frame = _numbers(record, "frame", (3, 3))
    if np.abs(frame @ frame.T - np.eye(3)).max() > _ORTHONORMAL or np.linalg.det(frame) < 0:
        raise FileFormatError(f"The frame {frame.tolist()} of a joint is not orthonormal and right-handed.")
    evidence = record.get("evidence") or {}
    if not isinstance(evidence, Mapping):
        raise FileFormatError(f"A joint's evidence is {str(evidence)[:60]}; an object is needed.")
    confidence = _numbers({"confidence": record.get("confidence", 1.0)}, "confidence", ())
    return Joint(
        _whole(record, "a"),
        _whole(record, "b"),
        kind,
        frozen(_numbers(record, "origin", (3,)), np.float64),
        frozen(frame, np.float64),
        frozen(_ranges(record, kind), np.float64),
        str(record.get("name") or ""),
        float(confidence),
        MappingProxyType({str(key): float(value) for key, value in evidence.items() if _is_number(value)}),
    )


def _check_object(record: object, what: str) -> None:
    if not isinstance(record, Mapping):
        raise FileFormatError(f"A {what} is {str(record)[:60]}; an object is needed.")


def _ranges(record: Mapping[str, Any], kind: JointKind) -> Floats:
    given, count = record.get("ranges", []), len(FREEDOMS[kind])
    pairs = given if isinstance(given, list) else [given]
    if len(pairs) != count or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise FileFormatError(f"A {kind} joint has the ranges {str(given)[:60]}; {count} pairs are needed.")
    filled = [[-np.inf if low is None else low, np.inf if high is None else high] for low, high in pairs]
    known = all(_is_number(value) for pair in filled for value in pair)
    if not known or any(not _is_range(low, high) for low, high in filled):
        raise FileFormatError(f"A {kind} joint has the ranges {str(given)[:60]}; from low to high is needed.")
    return np.array(filled, dtype=np.float64).reshape(-1, 2)


def _numbers(record: Mapping[str, Any], key: str, shape: tuple[int, ...]) -> Floats:
    """The field of a record as finite numbers of a shape."""
    try:
        values = np.array(record.get(key), dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        values = np.full(shape, np.nan)
    if values.shape != shape or not np.isfinite(values).all():
        raise FileFormatError(
            f"A joint's {key} is {str(record.get(key))[:60]}; finite numbers of the shape {shape} are needed."
        )
    return values


def _whole(record: Mapping[str, Any], key: str) -> int:
    value = record.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise FileFormatError(f"A joint's {key} is {str(value)[:40]}; the number of a component is needed.")
    return value


def _is_number(value: object) -> bool:
    """Whether a value is a number that a double can hold, infinity too."""
    return is_finite(value) or (isinstance(value, float) and np.isinf(value))


def _is_range(low: float, high: float) -> bool:
    """Whether numbers lie between two limits, either of which may be missing."""
    return low <= high and low < LARGEST and high > -LARGEST
