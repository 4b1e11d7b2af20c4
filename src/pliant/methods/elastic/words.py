"""What a rig of Elastic IK is, as data and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pliant.doctor.finding import counted
from pliant.methods.elastic.rig import ElasticIK
from pliant.words import Facts, RigWords


class ElasticWords(RigWords[ElasticIK]):
    """What is told about elastic rigs."""

    def facts(self, rig: ElasticIK) -> Facts:
        """The energy, the cells and what holds the body together."""
        if rig.options.energy == "vertices":
            return {"energy": "as printed"}
        return {
            "energy": "overlapping cells",
            "cells": rig.cells.count,
            "struts": rig.learned.struts,
            "bending": rig.options.bending,
        }

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """The same for people."""
        if "cells" not in facts:
            return ["as rigid as possible, as printed"]
        inside = f"{counted(facts['struts'], 'strut')} keep its volume" if facts["struts"] else "a shell"
        return [f"{counted(facts['cells'], 'cell')} that turn rigidly; {inside}"]
