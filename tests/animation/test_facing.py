"""The turn between two characters that face different ways."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.animation.anchor import Anchor
from pliant.animation.facing import facing_turn
from pliant.animation.keys import Channel
from pliant.animation.retarget import retargeted
from pliant.animation.track import Item, Track
from pliant.mesh import Mesh
from tests.animation.rigs import grid

# Two hands, two feet and a head, from the front.
PEOPLE = np.array([[0.9, 1.4, 0.1], [-0.9, 1.4, 0.1], [0.2, 0, 0.3], [-0.2, 0, 0.3], [0, 1.8, 0.2]])
QUARTERS = [Rotation.from_euler("y", 90 * i, degrees=True) for i in range(4)]
UPRIGHT = Rotation.from_euler("x", 90, degrees=True)


@pytest.mark.parametrize("turn", [*QUARTERS, UPRIGHT, UPRIGHT * QUARTERS[1]])
def test_quarter_turns_are_found_between_characters_of_other_proportions(turn: Rotation) -> None:
    other = PEOPLE * [0.8, 1.3, 1.1] + np.random.default_rng(0).normal(scale=0.05, size=PEOPLE.shape)
    found = Rotation.from_quat(facing_turn(PEOPLE, 3 * turn.apply(other) + 7), scalar_first=True)
    np.testing.assert_allclose(found.as_matrix(), turn.as_matrix(), atol=1e-12)


def test_points_that_do_not_tell_turn_nothing() -> None:
    none = [1.0, 0.0, 0.0, 0.0]
    np.testing.assert_array_equal(facing_turn(PEOPLE[:1], PEOPLE[1:2]), none)
    np.testing.assert_array_equal(facing_turn(PEOPLE, PEOPLE + np.array([0.2, 0.1, 0])), none)


def test_feet_alone_turn_nobody_upside_down() -> None:
    found = Rotation.from_quat(facing_turn(PEOPLE[2:4], PEOPLE[[3, 2]]), scalar_first=True)
    np.testing.assert_allclose(found.apply([0, 1, 0]), [0, 1, 0], atol=1e-12)


def test_a_track_turns_with_the_character_unless_told() -> None:
    mesh, turn = grid(4), QUARTERS[1]
    other = Mesh.of(turn.apply(mesh.V.copy()), mesh.F)
    path = Channel.of([1, 5], [[0.0, 0, 0], [0.1, 0.2, 0.3]], "linear")
    items = [Item(f"{i}", Anchor.of(i), path, "offset") for i in (0, 3, mesh.n - 1)]
    moved = retargeted(Track.of(items), mesh, other)
    plain = retargeted(Track.of(items), mesh, other, turn=[1, 0, 0, 0])
    for i in range(3):
        np.testing.assert_allclose(moved.items[i].position.values, turn.apply(path.values.copy()), atol=1e-12)
        np.testing.assert_array_equal(plain.items[i].position.values, path.values)
