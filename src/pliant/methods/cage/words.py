"""What a rig of a cage is, as data and in words; `pliant cage bind` and `pliant info` tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.doctor.finding import counted
from pliant.methods.cage.grip import PulledCage
from pliant.methods.cage.rig import CageIK
from pliant.words import Facts, RigWords


class CageWords(RigWords[CageIK]):
    """What is told about rigs of a cage."""

    def facts(self, rig: CageIK) -> Facts:
        """The cage, the options and the binding's errors."""
        return cage_facts(rig)

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """The same as a table."""
        return cage_words(facts)

    def outcome(self, rig: CageIK, pose: PulledCage) -> Facts:
        """How far the cage's vertices moved at most, in the user's units."""
        return {"cage_moved": float(np.linalg.norm(pose.cage - rig.cage.V, axis=1).max())}

    def outcome_words(self, outcome: Mapping[str, Any]) -> str:
        """The same in words."""
        return f"the cage's vertices moved by up to {outcome['cage_moved']:.3g}"


def cage_facts(rig: CageIK) -> Facts:
    """The cage, the options and how well the binding keeps what it promises, ready for JSON."""
    W, options = rig.binding.weights, rig.options
    return {
        "cage": {"vertices": rig.cage.n, "faces": len(rig.cage.polygons)},
        "coordinates": rig.binding.kind,
        "regularity": options.regularity,
        "anchors": options.anchors,
        "alpha": options.alpha,
        "beta": options.beta,
        "row_sum_error": float(np.abs(W.sum(axis=1) - 1.0).max()),
        "reproduction_error": rig.binding.error,
        "least_weight": float(W.min()),
        "accuracy": rig.binding.accuracy,
        "doubt": rig.binding.doubt,
    }


def cage_words(item: Mapping[str, Any]) -> list[str]:
    """The same for people: a table of names and values, a line each."""
    cage = item["cage"]
    soft = f", α {item['alpha']:g}, β {item['beta']:g}" if item["anchors"] == "soft" else ""
    rows = [
        ("cage", f"{counted(cage['vertices'], 'vertex', 'vertices')}, {counted(cage['faces'], 'face')}"),
        ("coordinates", item["coordinates"].replace("_", " ")),
        ("cage's shape", f"{item['regularity']}, {item['anchors']} anchors{soft}"),
        ("rows sum", f"1, to {item['row_sum_error']:.1g}"),
        ("reproduction", f"to {item['reproduction_error']:.1g} of the cage's diagonal"),
        ("least weight", f"{item['least_weight']:.2g}"),
    ]
    if item["coordinates"] == "harmonic":
        rows.append(("weights", f"to {item['accuracy']:.1g}, as estimated"))
    if item["doubt"] is not None:
        rows.append(("beware", item["doubt"]))
    if "seconds" in item:
        rows.append(("seconds", f"{item['seconds']:.2f}"))
    width = max(len(name) for name, _ in rows)
    return [f"{name:{width}}  {value}" for name, value in rows]
