"""What was learned about a character; a rig follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Array, Floats, Poses, frozen
from pliant.geometry.contacts import contacts
from pliant.geometry.frame import Frame
from pliant.geometry.gradient import areas
from pliant.geometry.rotations import closest_rotation
from pliant.geometry.solvable import Solvable
from pliant.methods.reduced.graph import ProxyGraph
from pliant.methods.reduced.groups import vertex_masses
from pliant.methods.reduced.learn import learned
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.proxies import Proxies, proxies
from pliant.methods.reduced.ties import ControlTies, contact_ties, ties
from pliant.progress import Progress, within


@dataclass(frozen=True, eq=False)
class ReducedModel:
    """A learned model.

    influences:  (n, q), weights (n, q): the controls of the user's vertices
    count:       c, how many controls there are
    t:           (k, 4c, 3) the controls of each example
    errors:      percent distortion E after the first pass and after each round
    proxy_error: E of the examples as the solver finds them from the proxies' gradients; NaN until it has
    centre:      (4c,) the row that gives the centre of mass
    area:        area of the reference
    frame:       the solver's coordinates, those of t and of the proxies
    """

    influences: Array
    weights: Floats
    count: int
    t: Floats
    proxies: Proxies
    graph: ProxyGraph
    ties: ControlTies
    errors: tuple[float, ...]
    proxy_error: float
    centre: Floats
    area: float
    frame: Frame

    @property
    def error(self) -> float:
        """Percent distortion E of the examples."""
        return self.errors[-1]


def learned_model(shape: Solvable, options: ReducedOptions, progress: Progress) -> ReducedModel:
    """The model of the poses that the solver sees; its proxy_error is left for the rig to find."""
    F = shape.F[: len(shape.F) - shape.bridges]
    V, A, moved = aligned(shape.V)
    progress(0.0, "looking for parts that touch")
    touching = contacts(V, F) if options.contact else None
    found = learned(V, F, options, within(progress, 0.05, 0.95), contacts=touching)
    progress(0.95, "placing proxies")
    held = contact_ties(found.skin, touching, options.contact) if touching else None
    points = proxies(found, V, F, options)
    graph = ProxyGraph.of(V[0], F, points.group, len(points))
    mass = vertex_masses(V[0], F)
    centre = (mass / mass.sum()) @ found.skin.matrix()
    return ReducedModel(
        found.skin.influences[shape.of_user],
        found.skin.weights[shape.of_user],
        found.skin.count,
        frozen(standing(found.t, A, moved), np.float64),
        points,
        graph,
        ties(found.skin, F, points, held),
        found.errors,
        math.nan,
        frozen(centre, np.float64),
        float(areas(V[0], F).sum()),
        shape.frame,
    )


def aligned(V: Poses) -> tuple[Poses, Floats, Floats]:
    """The poses V (k, n, 3), moved rigidly onto pose 0, with the turns (k, 3, 3) and shifts (k, 3) back."""
    middle = V.mean(axis=1)
    centred = V - middle[:, None]
    turns = closest_rotation(np.einsum("kna,nb->kab", centred, centred[0]))
    turns[0] = np.eye(3)
    back = np.einsum("kab,kna->knb", turns, centred) + middle[0]
    back[0] = V[0]
    return back, turns, middle - np.einsum("kab,b->ka", turns, middle[0])


def standing(t: Floats, turns: Floats, shifts: Floats) -> Floats:
    """(k, 4c, 3) controls of the poses as they were given, from the controls t of the aligned poses."""
    out = np.einsum("kab,krb->kra", turns, t)
    out[:, 3::4] += shifts[:, None]
    return out
