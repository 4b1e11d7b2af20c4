"""Joints that close loops, as equality constraints of MJCF.

A ball is a `connect` at its centre, a hinge two of them on its axis, and a fixed joint a `weld`.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

import numpy as np

from pliant.io.linkage.legal_names import legal_names
from pliant.mechanism.mechanism import Joint, JointKind, Mechanism
from pliant.mechanism.spanning_tree import Spanning, frame_origins

# Loops are cut at these.
CLOSABLE = (JointKind.REVOLUTE, JointKind.BALL)
# From one connection of a hinge to the other, as a share of the model's diagonal.
_SPREAD = 0.1
# s and 1: stiff, and damped so that it does not swing; two steps of the simulation.
_STIFF = "0.004 1"
# Impedance at no gap and at a gap of a tenth of a millimetre, and how it goes over.
_FIRM = "0.99 0.9999 0.0001 0.5 2"


def close_loops(
    root: ET.Element, mechanism: Mechanism, tree: Spanning, bodies: Sequence[str]
) -> tuple[str, ...]:
    """Add constraints for the joints that the tree leaves out; returns sentences about those not added."""
    equality = ET.SubElement(root, "equality")
    origins = frame_origins(mechanism, tree)
    parts = mechanism.components
    titles = [
        joint.name or f"{parts[joint.a].name} to {parts[joint.b].name}"
        for joint in (mechanism.joints[j] for j in tree.closing)
    ]
    notes = []
    for j, title, name in zip(tree.closing, titles, legal_names(titles), strict=True):
        joint = mechanism.joints[j]
        fields = {"body1": bodies[joint.a], "body2": bodies[joint.b], "solref": _STIFF, "solimp": _FIRM}
        if joint.kind is JointKind.FIXED:
            ET.SubElement(equality, "weld", {"name": name} | fields)
        elif joint.kind in CLOSABLE:
            for k, anchor in enumerate(_anchors(joint, mechanism.mesh.diagonal)):
                place = " ".join(repr(float(value)) for value in anchor - origins[joint.a])
                named = {"name": f"{name}_{k + 1}" if k else name, "anchor": place}
                ET.SubElement(equality, "connect", named | fields)
        else:
            notes.append(
                f"The {joint.kind} joint '{title}' closes a loop of joints none of which is a hinge or a "
                "ball, and is left out."
            )
    return tuple(notes)


def _anchors(joint: Joint, size: float) -> list[np.ndarray]:
    if joint.kind is JointKind.BALL:
        return [joint.origin]
    half = 0.5 * _SPREAD * size * joint.axis
    return [joint.origin - half, joint.origin + half]
