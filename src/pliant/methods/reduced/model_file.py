"""A learned model in rig files: settings and arrays, all of which are checked when they are read."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.checked_record import Record
from pliant.errors import FileFormatError
from pliant.file_arrays import ANY, SUM, FileArrays
from pliant.geometry.frame import Frame
from pliant.methods.reduced.graph import ProxyGraph
from pliant.methods.reduced.limits import MOST_INFLUENCES
from pliant.methods.reduced.model import ReducedModel
from pliant.methods.reduced.proxies import Proxies
from pliant.methods.reduced.ties import ControlTies

ARRAYS = ("influences", "weights", "t", "centre")
PROXY_ARRAYS = ("rest", "V", "influences", "weights", "slopes", "group", "sizes")
GRAPH_ARRAYS = ("pairs", "borders")
TIE_ARRAYS = ("influences", "shares", "points", "stiffness")


def model_settings(model: ReducedModel) -> dict[str, Any]:
    """The model's numbers, ready for JSON."""
    return {
        "count": model.count,
        "errors": list(model.errors),
        "proxy_error": model.proxy_error,
        "area": model.area,
        "diagonal": model.frame.diagonal,
    }


def model_arrays(model: ReducedModel) -> dict[str, Array]:
    """The model's arrays, by name."""
    own = {**{name: vars(model)[name] for name in ARRAYS}, "middle": model.frame.middle}
    own |= {f"proxy_{name}": vars(model.proxies)[name] for name in PROXY_ARRAYS}
    own |= {f"graph_{name}": vars(model.graph)[name] for name in GRAPH_ARRAYS}
    own |= {f"tie_{name}": vars(model.ties)[name] for name in TIE_ARRAYS}
    return own


def model_of_file(settings: object, stored: FileArrays, n: int, k: int) -> ReducedModel:
    """The model that `model_settings` and `model_arrays` described, of k examples of n vertices.

    Raises FileFormatError for arrays and numbers that no model has.
    """
    record = Record(settings, "model")
    # Each control has four rows in t, whose size is known: a count cannot promise more than there is.
    t = stored.floats("t", (k, ANY, 3))
    count = record.whole("count", 1, max(t.shape[1] // 4, 1) + 1)
    if t.shape[1] != 4 * count:
        raise record.refuse("count", count, f"a quarter of the {t.shape[1]} rows of 't'")
    influences, weights = _skin(stored, "", n, count)
    centre = stored.floats("centre", (4 * count,))
    if abs(centre[3::4].sum() - 1.0) > SUM:
        raise FileFormatError("The array 'centre' does not give a centre of mass; save the file again.")
    points = _proxies(stored, count, k)
    diagonal = record.number("diagonal")
    if not diagonal > 0.0:
        raise record.refuse("diagonal", diagonal, "a length above 0")
    return ReducedModel(
        influences,
        weights,
        count,
        t,
        points,
        _graph(stored, len(points)),
        _ties(stored, count),
        errors=record.measures("errors"),
        proxy_error=record.measures("proxy_error")[0],
        centre=centre,
        area=record.number("area"),
        frame=Frame(stored.floats("middle", (3,)), diagonal),
    )


def _skin(stored: FileArrays, prefix: str, rows: int, count: int) -> tuple[Array, Array]:
    """Influences and weights (rows, q) of a skin with so many controls."""
    weights = stored.shares(f"{prefix}weights", (rows, ANY))
    shape = weights.shape
    if not 1 <= shape[1] <= MOST_INFLUENCES:
        raise FileFormatError(f"A vertex has {shape[1]} controls; 1 to {MOST_INFLUENCES} are needed.")
    return stored.wholes(f"{prefix}influences", shape, 0, count, np.int32), weights


def _proxies(stored: FileArrays, count: int, k: int) -> Proxies:
    rest = stored.floats("proxy_rest", (ANY, 3))
    p = len(rest)
    influences, weights = _skin(stored, "proxy_", p, count)
    sizes = stored.shares("proxy_sizes", (p,))
    return Proxies(
        rest,
        stored.floats("proxy_V", (k, p, 3)),
        influences,
        weights,
        stored.floats("proxy_slopes", (*weights.shape, 3)),
        stored.wholes("proxy_group", (ANY,), 0, p),
        sizes,
        count,
    )


def _graph(stored: FileArrays, p: int) -> ProxyGraph:
    pairs = stored.wholes("graph_pairs", (ANY, 2), 0, p)
    borders = stored.floats("graph_borders", (len(pairs),))
    if (pairs[:, 0] == pairs[:, 1]).any() or (borders < 0).any():
        raise FileFormatError("Neighbouring proxies are the same, or have a border below 0; save it again.")
    return ProxyGraph(pairs, borders)


def _ties(stored: FileArrays, count: int) -> ControlTies:
    """The ties of a rig file; those of the first files are pairs of controls."""
    stiffness = stored.floats("tie_stiffness", (ANY,))
    points = stored.floats("tie_points", (len(stiffness), 3))
    if (stiffness < 0).any():
        raise FileFormatError("The array 'tie_stiffness' holds numbers below 0; save the file again.")
    if "tie_pairs" in stored:
        pairs = stored.wholes("tie_pairs", (len(stiffness), 2), 0, count)
        return ControlTies.of_pairs(pairs, points, stiffness)
    shares = stored.floats("tie_shares", (len(stiffness), ANY))
    return ControlTies(stored.wholes("tie_influences", shares.shape, 0, count), shares, points, stiffness)
