"""Twelve colours that most people can tell apart, and the choice of one for each of several neighbours.

The first seven are Okabe and Ito's. Two colours differ by their distance in OKLab, the smallest of those for
full colour vision, protanopes and deuteranopes (Machado, Oliveira, Fernandes 2009, severity 1).
"""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.figures.colours import colour, linear

HUES = {
    "orange": "#e69f00",
    "sky blue": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "pink": "#cc79a7",
    "wine": "#96305a",
    "violet": "#5d4bb0",
    "mint": "#aee8d2",
    "grey": "#b9b6b0",
    "olive": "#8a8a2b",
}

# Colours nearer than about this (OKLab) are hard to tell apart side by side.
ALIKE = 0.12
# Hues whose clash is within this share of a thing's whole contact from the best are good enough.
GOOD_ENOUGH = 0.05
# The choice settles in a few sweeps; it stops after this many in any case.
MOST_SWEEPS = 20

VISIONS = np.array(
    [
        np.eye(3),
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ]
)
CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def hues() -> Floats:
    """(h, 3) sRGB of HUES, in their order."""
    return np.stack([colour(code) for code in HUES.values()])


def unlikeness(srgb: Floats) -> Floats:
    """(h, h) differences of the sRGB colours (h, 3), for the vision that tells each pair apart worst."""
    light = np.clip(np.einsum("vab,hb->vha", VISIONS, linear(srgb)), 0.0, 1.0)
    lab = np.cbrt(light @ CONES.T) @ OKLAB.T
    return np.linalg.norm(lab[:, :, None] - lab[:, None, :], axis=3).min(axis=0)


def spread_hues(touching: Floats) -> Ints:
    """(c,) a hue for each of c things, as a number of HUES, such that neighbours differ most.

    touching: (c, c) contact of each pair, symmetric; the diagonal does not count
    Things with the most contact get theirs first; then all are chosen again until none changes.
    """
    contact = touching - np.diag(np.diag(touching))
    clash = np.exp(-((unlikeness(hues()) / ALIKE) ** 2))
    order = np.argsort(-contact.sum(axis=1), kind="stable")
    chosen = np.full(len(contact), -1)
    for _ in range(MOST_SWEEPS):
        before = chosen.copy()
        for i in order:
            others = np.flatnonzero((chosen >= 0) & (np.arange(len(chosen)) != i))
            cost = clash[:, chosen[others]] @ contact[i, others]
            # Among hues that are good enough, the least used one lets distant parts differ too.
            uses = np.bincount(chosen[others], minlength=len(HUES))
            least = cost.min() + GOOD_ENOUGH * contact[i].sum()
            chosen[i] = np.lexsort((uses, cost > least))[0]
        if np.array_equal(before, chosen):
            break
    return chosen
