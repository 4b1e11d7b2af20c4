"""What a rig of handles has, as data and in words; `pliant handles` and `pliant info` tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.doctor.finding import counted
from pliant.methods.handles.rig import HandleIK
from pliant.words import Facts, RigWords


class HandleWords(RigWords[HandleIK]):
    """What is told about rigs of handles."""

    def facts(self, rig: HandleIK) -> Facts:
        """The handles and the sculpted poses."""
        return sculpted_facts(rig)

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """A table of the handles, and the sculpted poses."""
        return sculpted_words(facts)


def sculpted_facts(rig: HandleIK) -> Facts:
    """The handles and poses, ready for JSON."""
    handles = [
        {
            "name": handle.name,
            "vertices": len(handle.vertices),
            "rigid": int((handle.rigidity == 1.0).sum()),
            "softest": float(handle.rigidity.min()),
            "centre": centre.tolist(),
            "colour": handle.colour,
        }
        for handle, centre in zip(rig.handles, _centres(rig), strict=True)
    ]
    poses = [
        {
            "name": pose.name,
            "steps": len(pose.steps),
            "handles": sorted({name for step in pose.steps for name in step.handles}),
            "free": pose.free,
        }
        for pose in rig.sculpted
    ]
    return {"handles": handles, "sculpted": poses}


def sculpted_words(item: Mapping[str, Any]) -> list[str]:
    """The same for people: a table of the handles, and the poses, a line each."""
    rows = [("handle", "vertices", "rigid", "centre")]
    rows += [
        (
            handle["name"],
            f"{handle['vertices']:,}",
            f"{handle['rigid']:,}",
            ", ".join(f"{number:.4g}" for number in handle["centre"]),
        )
        for handle in item["handles"]
    ]
    name, count, rigid, _ = (max(len(row[i]) for row in rows) for i in range(4))
    lines = [f"{row[0]:{name}}  {row[1]:>{count}}  {row[2]:>{rigid}}  {row[3]}" for row in rows]
    for pose in item["sculpted"]:
        free = ", free" if pose["free"] else ""
        lines.append(
            f"pose '{pose['name']}': {counted(pose['steps'], 'step')} of "
            f"{counted(len(pose['handles']), 'handle')}{free}"
        )
    return lines


def _centres(rig: HandleIK) -> Floats:
    """(H, 3) what the handles turn about; a rig's all have a centre."""
    return np.array([handle.centre for handle in rig.handles], dtype=np.float64)
