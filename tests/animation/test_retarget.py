"""One track for two characters: anchors matched, offsets turned and scaled."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.animation.anchor import Anchor
from pliant.animation.frames import bake
from pliant.animation.keys import Channel
from pliant.animation.retarget import retargeted
from pliant.animation.track import Item, Track
from pliant.animation.turns import Turns
from pliant.errors import TrackError
from pliant.mesh import Mesh, PoseSet
from pliant.methods.meshik.rig import MeshIK
from tests.animation.rigs import grid
from tests.methods.meshik.test_real_sets import diagonal, paws, read

FRAMES = np.linspace(1.0, 9.0, 17)


def track() -> Track:
    rng = np.random.default_rng(2)
    keys = rng.normal(size=(3, 3))
    right = np.stack([np.tile([[2.0], [5.0], [9.5]], 3), rng.normal(size=(3, 3))], axis=1)
    bent = Channel.of([1, 4, 9], keys, "bezier", handles=(np.full((3, 2, 3), np.nan), right))
    turns = Turns.of([1, 9], Rotation.from_rotvec([[0, 0, 0], [0.3, 1.0, -0.4]]).as_quat(scalar_first=True))
    return Track.of(
        [
            Item("place", Anchor.of(0), bent, "place"),
            Item("group", Anchor.of([1, 5, 6]), Channel.of([1, 4, 9], keys, "linear"), "offset", turns),
        ]
    )


def test_a_character_moved_turned_and_scaled_moves_along_the_moved_turned_and_scaled_track() -> None:
    mesh, turn = grid(4), Rotation.from_rotvec([0.5, -0.7, 1.1])
    order = np.random.default_rng(0).permutation(mesh.n)
    V = np.empty_like(mesh.V)
    V[order] = 3.0 * turn.apply(mesh.V.copy()) + [1.0, -2.0, 5.0]
    other = Mesh.of(V, order[mesh.F])
    moved = retargeted(
        track(),
        mesh,
        other,
        dict(enumerate(order.tolist())),
        scale=3.0,
        turn=turn.as_quat(scalar_first=True),
    )
    for old, new in zip(track().items, moved.items, strict=True):
        goals = old.goals(old.anchor.at(mesh.V, mesh), FRAMES)
        expected = 3.0 * turn.apply(goals.reshape(-1, 3)).reshape(goals.shape) + [1.0, -2.0, 5.0]
        found = new.goals(new.anchor.at(other.V, other), FRAMES)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_by_default_offsets_grow_with_the_diagonal_and_by_name_as_said() -> None:
    mesh = grid(4)
    other = Mesh.of(2.0 * mesh.V, mesh.F)
    plain, own = (
        retargeted(track(), mesh, other, scale=scale).items[1].position for scale in (None, {"group": 7.0})
    )
    old = track().items[1].position
    assert old is not None
    assert plain is not None
    assert own is not None
    np.testing.assert_allclose(plain.at(FRAMES), 2.0 * old.at(FRAMES), rtol=1e-14)
    np.testing.assert_allclose(own.at(FRAMES), 7.0 * old.at(FRAMES), rtol=1e-14)


def test_an_anchor_without_a_match_is_named() -> None:
    with pytest.raises(TrackError, match="'group' holds vertex 5 of the source"):
        retargeted(track(), grid(4), grid(5), {0: 0, 1: 1, 6: 6})
    with pytest.raises(TrackError, match="give matches"):
        retargeted(track(), grid(4), grid(5))
    with pytest.raises(TrackError, match="no item 'tail'"):
        retargeted(track(), grid(4), grid(4), scale={"tail": 2.0})
    found = retargeted(track(), grid(4), grid(5), {"place": 3, "group": Anchor.of([2, 3, 4])})
    assert [item.anchor for item in found.items] == [Anchor.of(3), Anchor.of([2, 3, 4])]


def test_the_gallop_of_one_horse_carries_another_of_other_size_and_mesh(data: Path) -> None:
    V, F = read(data, "sumner_horse_gallop")
    hoofs = paws(V[0])
    frames = V[1:25:8][:, hoofs] - V[1:25:8].mean(axis=1, keepdims=True)
    paths = frames - frames.mean(axis=0)
    items = [
        Item(f"hoof {i}", Anchor.of(int(hoof)), Channel.of([1, 2, 3], paths[:, i]))
        for i, hoof in enumerate(hoofs)
    ]
    W, G = read(data, "threejs_horse")
    feet = paws(W[0])
    # A stride is measured by the height of the animal, a neck that is stretched or not aside.
    scale = float(np.ptp(W[0, :, 1]) / np.ptp(V[0, :, 1]))
    matches = dict(zip(hoofs.tolist(), feet.tolist(), strict=True))
    gallop = retargeted(Track.of(items), Mesh.of(V[0], F), Mesh.of(W[0], G), matches, scale=scale)
    baked = bake(MeshIK(PoseSet.of(W[[0, 5]], G)), gallop)
    for pose, offset in zip(baked, paths, strict=True):
        np.testing.assert_allclose(
            pose[feet], W[0, feet] + scale * offset, rtol=0, atol=1e-9 * diagonal(W[0])
        )
    assert baked.report.unsettled == []
