"""What a reduced rig has learned, as data and in words; `pliant learn` and `pliant info` tell it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pliant.core.doctor.finding import counted
from pliant.figures.controls import carried
from pliant.methods.reduced.rig import ReducedIK

Facts = dict[str, Any]


def learned_facts(rig: ReducedIK) -> Facts:
    """The numbers of what was learned, ready for JSON; errors are in percent."""
    model = rig.model
    used = np.bincount((rig.skin.weights > 0).sum(axis=1), minlength=rig.skin.weights.shape[1] + 1)[1:]
    return {
        "controls": model.count,
        "kind": rig.options.kind,
        "proxies": len(model.proxies),
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
        f"the largest near-rigid part is control {item['carried'].index(share)}, {share:.0%} of the surface",
    ]


def file_size(path: str | Path) -> int:
    """Bytes."""
    return Path(path).stat().st_size


def size_words(count: int) -> str:
    """Bytes in words: '238 kB'."""
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale:
            return f"{count / scale:.3g} {unit}"
    return f"{count} bytes"
