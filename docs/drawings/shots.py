"""Shots made by code: a rig of each kind, and the track that it plays."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.spatial.transform import Rotation

import pliant
from pliant.animation import Anchor, Channel, FollowThrough, Item, Track, Turns
from pliant.arrays import Floats
from pliant.clip import Clip
from pliant.rig import Rig
from pliant.samples import mechanism, sample
from pliant.samples.quadruped import landmarks

from . import flag
from .walking import COHERENCE, GAITS, rigid, walk, walker

FOX = 4_000
PERSON = 5_000


class Scene(NamedTuple):
    """A rig, its track, and the coherence of its blend."""

    rig: Rig
    track: Track
    coherence: float = 0.0

    def baked(self, follow: FollowThrough | None = None) -> Clip:
        return pliant.bake(self.rig, self.track, follow=follow, coherence=self.coherence)


@cache
def fox() -> Scene:
    """A fox that lifts a paw and throws up its tail, and stands still again."""
    poses = sample("quadruped", vertices=FOX)
    at = landmarks(poses)
    paw = Channel.of([1, 9, 16, 24], [[0, 0, 0], [0.14, 0.16, 0], [0.14, 0.16, 0], [0, 0, 0]])
    croup = Channel.of([1, 12, 24], [[0, 0, 0], [0, -0.04, 0], [0, 0, 0]])
    held = ("right forepaw", "left hindpaw", "right hindpaw")
    items = [Item("paw", Anchor.of(at["left forepaw"]), paw), Item("croup", Anchor.of(at["croup"]), croup)]
    items += [Item(name, Anchor.of(at[name])) for name in held]
    return Scene(pliant.MeshIK(poses), Track.of(items, last=36, name="shake hands"))


@cache
def walking_flag() -> Scene:
    """The flag of [Sumner2005, fig. 7], walking on two of its corners."""
    held = flag.corners(flag.rig().mesh.V)
    places = flag.steps(24)
    items = [
        Item(name, Anchor.of(int(v)), Channel.of(np.arange(1, 25), places[:, i], after="loop"), "place")
        for i, (v, name) in enumerate(zip(held, ("low", "high", "free low", "free high"), strict=True))
    ]
    return Scene(flag.rig(), Track.of(items, name="walk"), 0.01)


@cache
def handle_walk() -> Scene:
    """A person whose feet are keyed as rigid handles [Baerentzen, fig. 3]."""
    gait, rig = GAITS["humanoid"], walker("humanoid", PERSON)
    _, frames = walk("humanoid", PERSON)
    groups = [(name, rigid(rig, name)) for pair in (gait.feet, gait.toes) for name in sum(pair, ())]
    starts = np.cumsum([0, *(len(group) for _, group in groups)])
    times = np.arange(1, len(frames) + 1)
    items = []
    for i, (name, group) in enumerate(groups):
        goals = np.stack([frame.targets[starts[i] : starts[i + 1]] for frame in frames])
        places, turns = _rigid_motion(rig.mesh.V[group], goals)
        items.append(
            Item(
                name,
                Anchor.of(group.tolist()),
                Channel.of(times, places, "linear"),
                "place",
                Turns.of(times, turns, "linear"),
            )
        )
    return Scene(rig, Track.of(items, fps=12, name="walk"), COHERENCE)


@cache
def bowing_lamp() -> Scene:
    """A desk lamp that bows, and looks up again."""
    rig = pliant.JointIK(mechanism("lamp"))
    shade, base = (rig.mechanism.component == i for i in (_part(rig, "shade"), _part(rig, "base")))
    tip = int(np.flatnonzero(shade)[np.argmax(rig.mesh.V[shade] @ [0.2, -0.6, 1.0])])
    feet = np.flatnonzero(base)[np.argsort(rig.mesh.V[base] @ [0.0, 1.0, 0.0], kind="stable")[:6]]
    bow = Channel.of([1, 12, 18, 30], [[0, 0, 0], [0.02, -0.12, 0.14], [0.02, -0.12, 0.14], [0, 0, 0]])
    items = [Item("base", Anchor.of(feet.tolist()), firm=True), Item("shade", Anchor.of(tip), bow)]
    return Scene(rig, Track.of(items, name="bow"))


def _rigid_motion(rest: Floats, goals: Floats) -> tuple[Floats, Floats]:
    """(f, 3) means and (f, 4) rotations that bring points at rest (p, 3) to goals (f, p, 3)."""
    arms = rest - rest.mean(axis=0)
    places = goals.mean(axis=1)
    U, _, Vt = np.linalg.svd(np.einsum("fpi,pj->fij", goals - places[:, None], arms))
    U[..., -1] *= np.linalg.det(U @ Vt)[:, None]
    return places, np.roll(Rotation.from_matrix(U @ Vt).as_quat(), 1, axis=1)


def _part(rig: pliant.JointIK, name: str) -> int:
    return next(i for i, part in enumerate(rig.mechanism.components) if part.name == name)


SCENES = {"fox": fox, "flag": walking_flag, "walk": handle_walk, "lamp": bowing_lamp}
