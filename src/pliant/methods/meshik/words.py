"""What is told about MeshIK's rigs: their examples, and where blends with them tear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pliant.examples.tears import tear_facts, tear_words
from pliant.methods.meshik.rig import MeshIK
from pliant.words import Facts, RigWords, wrapped


class MeshIKWords(RigWords[MeshIK]):
    """What is told about rigs of examples."""

    def facts(self, rig: MeshIK) -> Facts:
        """The tears, under one key."""
        return {"tears": tear_facts(rig.tears, rig.names)}

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """The names of the examples, and the tears."""
        torn = [line for words in tear_words(facts["tears"]) for line in wrapped(words)]
        return [*super().lines(facts), *torn]
