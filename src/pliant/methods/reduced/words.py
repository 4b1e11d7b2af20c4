"""What a reduced rig has learned, as data and in words; `pliant learn` and `pliant info` tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pliant.doctor.finding import counted
from pliant.examples.tears import tear_facts, tear_words
from pliant.methods.reduced.figures.controls import carried
from pliant.methods.reduced.left_out import MirroredRig
from pliant.methods.reduced.rig import ReducedIK
from pliant.words import Facts, RigWords, wrapped


class ReducedWords(RigWords[ReducedIK]):
    """What is told about rigs of learned controls."""

    def facts(self, rig: ReducedIK) -> Facts:
        """What was learned, under one key."""
        return {"learned": learned_facts(rig)}

    def lines(self, facts: Mapping[str, Any]) -> list[str]:
        """The names of the examples, and what was learned."""
        return [*super().lines(facts), *learned_words(facts["learned"])]


def learned_facts(rig: ReducedIK) -> Facts:
    """The numbers of what was learned, ready for JSON; errors are in percent."""
    model = rig.model
    used = np.bincount((rig.skin.weights > 0).sum(axis=1), minlength=rig.skin.weights.shape[1] + 1)[1:]
    return {
        "controls": model.count,
        "kind": rig.options.kind,
        "proxies": len(model.proxies),
        "regions": rig.region_shares.shape[1],
        "influences": {
            "most": int(np.flatnonzero(used).max()) + 1,
            "mean": float(used @ np.arange(1, len(used) + 1) / used.sum()),
            "vertices": used.tolist(),
        },
        "errors": list(model.errors),
        "error": model.error,
        "error_before_refinement": model.errors[0],
        "proxy_error": model.proxy_error,
        "carried": carried(rig).tolist(),
        "tears": tear_facts(rig.tears, rig.names),
    }


def learned_words(item: Facts) -> list[str]:
    """The same for people, a line each."""
    used = item["influences"]
    share = max(item["carried"])
    rounds = len(item["errors"]) - 1
    most = (
        "1 control" if used["most"] == 1 else f"1 to {used['most']} controls, {used['mean']:.1f} on average"
    )
    refined = (
        f", from {item['error_before_refinement']:.2f}% before {counted(rounds, 'round')} of refinement"
        if rounds
        else ", without refinement"
    )
    return [
        f"{counted(item['controls'], item['kind'] + ' control')}, "
        f"{counted(item['proxies'], 'proxy', 'proxies')}; a vertex follows {most}",
        f"error E {item['error']:.2f}%{refined}; of the proxies {item['proxy_error']:.2f}%",
        *([f"{item['regions']} regions follow examples of their own"] if item["regions"] > 1 else []),
        f"the largest near-rigid part is control {item['carried'].index(share)}, {share:.0%} of the surface",
        *(line for words in tear_words(item["tears"]) for line in wrapped(words)),
    ]


def image_facts(found: MirroredRig) -> Facts:
    """What was found about mirror images, ready for JSON."""
    return {"new": found.added, "gain": found.gain, "kept": found.helped}


def image_words(item: Facts | None) -> list[str]:
    """The same for people; nothing where no image was asked for."""
    if item is None:
        return []
    if not item["new"]:
        return ["no mirror image is new: every pose is its own, or its image is there already"]
    what, change = counted(item["new"], "mirror image"), f"{abs(item['gain']):.0%}"
    if item["kept"]:
        return [f"{what} among them: with images, poses left out are found with an error {change} lower"]
    way = "lower, which is too little to tell" if item["gain"] > 0.0 else "higher"
    return [f"without {what}: with images, poses left out would be found with an error {change} {way}"]
