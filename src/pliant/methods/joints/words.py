"""What a mechanism has, as data and in words; `pliant joints` and `pliant info` tell it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.geometry.bounding_box import box_diagonal
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mechanism.record import record_of_component, record_of_joint
from pliant.methods.joints.grip import PulledBodies
from pliant.methods.joints.rig import JointIK
from pliant.words import Facts, RigWords

# Joints that a message names, those that turned most first.
MOST_JOINTS = 3
# Evidence at or above this share counts as strong.
STRONG = 0.9
# What a weak piece of evidence means.
DOUBTS: Mapping[str, str] = MappingProxyType(
    {
        "tangent": "the contact is explained only in part",
        "agreement": "near and wider contact say different things",
        "gap": "other motions are nearly as free",
        "primitive": "no simple shape fits the contact",
        "facing": "little of what is near faces the other part",
        "near": "the parts touch at some distances only",
        "grip": "the part is held from few sides",
        "samples": "there is little contact",
    }
)
# Of places, in diagonals of the model.
FINEST = 1e-4
GIVEN = "given, not found"


class JointWords(RigWords[JointIK]):
    """What is told about rigs of joints."""

    usual_findings = ("several parts",)

    def facts(self, rig: JointIK) -> Facts:
        """The parts and joints."""
        return mechanism_facts(rig.mechanism)

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """A table of the joints, and the soft parts."""
        return mechanism_words(facts)

    def outcome(self, rig: JointIK, pose: PulledBodies) -> Facts:
        """Every joint that can move, with its turns in degrees and slides in the model's unit."""
        names = [part.name for part in rig.mechanism.components]
        joints = [
            {
                "joint": joint_title(joint, names),
                "turns": [float(np.degrees(row[f.row])) for f in joint.freedoms if f.turns],
                "slides": [float(row[3 + f.row]) for f in joint.freedoms if not f.turns],
            }
            for joint, row in zip(rig.model.joints, pose.values, strict=True)
        ]
        return {"joints": joints}

    def outcome_words(self, outcome: Mapping[str, Any]) -> str:
        """The joints that turned most."""
        joints = [(float(np.linalg.norm(each["turns"])), each) for each in outcome["joints"] if each["turns"]]
        best = sorted(joints, key=lambda pair: -pair[0])[:MOST_JOINTS]
        turned = ", ".join(f"{each['joint']} ({angle:.0f}°)" for angle, each in best)
        return f"turned most: {turned}" if best else "no turn"

    def colours(self, rig: JointIK) -> Floats:
        """(n, 3) the calm colour of each vertex's part."""
        # Loads the renderer, which few commands need.
        from pliant.figures.mechanism import part_colours

        return part_colours(rig.mechanism)


def mechanism_facts(mechanism: Mechanism) -> Facts:
    """The parts and joints, ready for JSON; angles of `ranges` are radians, those of `motions` degrees."""
    counts = np.bincount(mechanism.component, minlength=len(mechanism.components)).tolist()
    parts = [
        {**record_of_component(part), "vertices": count}
        for part, count in zip(mechanism.components, counts, strict=True)
    ]
    names = [part.name for part in mechanism.components]
    joints = [
        {
            "number": i,
            **record_of_joint(joint),
            "between": [names[joint.a], names[joint.b]],
            "axis": joint.axis.tolist(),
            "motions": _motions(joint),
            "why": evidence_words(joint),
        }
        for i, joint in enumerate(mechanism.joints)
    ]
    diagonal = box_diagonal(mechanism.mesh.V)
    return {"diagonal": diagonal, "components": parts, "joints": joints}


def mechanism_words(item: Mapping[str, Any]) -> list[str]:
    """The same for people: a line for each joint under its heading, and the soft parts."""
    finest = FINEST * item["diagonal"]
    rows = [_row(joint, finest) for joint in item["joints"]]
    lines = _aligned(rows) if rows else ["no joints"]
    soft = [part for part in item["components"] if part["soft"]]
    return lines + [f"'{part['name']}' is soft, {part['soft']['cells']} cells long" for part in soft]


def evidence_words(joint: Joint) -> str:
    """What the confidence rests on: what is weak about it, if anything."""
    if not joint.evidence:
        return GIVEN
    weak = sorted((share, name) for name, share in joint.evidence.items() if share < STRONG)
    if not weak:
        return "every sign is strong"
    return "; ".join(f"{DOUBTS.get(name, name)} ({share:.0%})" for share, name in weak)


def joint_title(joint: Joint, names: Sequence[str]) -> str:
    """A joint's name, or those of its parts."""
    return joint.name or f"{names[joint.a]} – {names[joint.b]}"


def _motions(joint: Joint) -> list[Facts]:
    """How far each free motion goes: a turn in degrees, a slide in the model's unit; None without a limit."""
    found = []
    for freedom, limits in zip(joint.freedoms, joint.ranges.tolist(), strict=True):
        scale = 180.0 / math.pi if freedom.turns else 1.0
        low, high = (None if math.isinf(limit) else scale * limit for limit in limits)
        found.append({"motion": "turn" if freedom.turns else "slide", "low": low, "high": high})
    return found


def _row(joint: Facts, finest: float) -> tuple[str, ...]:
    """The cells of a joint; finest: the smallest length that is told."""
    between = " – ".join(joint["between"])
    return (
        str(joint["number"]),
        "" if joint["name"] == between else joint["name"],
        joint["kind"],
        between,
        _numbers(joint["axis"], 1e-3) if joint["motions"] else "–",
        _numbers(joint["origin"], finest),
        _range_words(joint["motions"]),
        f"{joint['confidence']:.0%}",
        joint["why"],
    )


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Columns under their headings; without the names where no joint has one."""
    heading = ("#", "joint", "kind", "between", "axis", "origin", "range", "sure", "evidence")
    table = [heading, *rows]
    kept = [i for i in range(len(heading)) if heading[i] != "joint" or any(row[i] for row in rows)]
    widths = {i: max(len(row[i]) for row in table) for i in kept}
    right = {heading.index("#"), heading.index("sure")}
    return [
        "  ".join(f"{row[i]:{'>' if i in right else '<'}{widths[i]}}" for i in kept).rstrip() for row in table
    ]


def _range_words(motions: list[Facts]) -> str:
    if all(motion["low"] is None and motion["high"] is None for motion in motions):
        return "free" if motions else "–"
    return ", ".join(_span(motion) for motion in motions)


def _span(motion: Facts) -> str:
    """'-30° to 90°'; 'any' where there is no limit."""
    sign, digits = ("°", ".0f") if motion["motion"] == "turn" else ("", ".3g")
    low, high = (None if motion[end] is None else f"{motion[end]:{digits}}{sign}" for end in ("low", "high"))
    if low is None and high is None:
        return f"any {motion['motion']}"
    if low is None or high is None:
        return f"to {high}" if low is None else f"from {low}"
    return f"{low} to {high}"


def _numbers(values: Sequence[float], finest: float) -> str:
    """The values, rounded to a power of ten that is no coarser than the finest that matters."""
    digits = max(0, math.ceil(-math.log10(finest))) if finest > 0 else 6
    # Zero has no sign that matters.
    return ", ".join(f"{round(value, digits) + 0.0:.{digits}f}" for value in values)
