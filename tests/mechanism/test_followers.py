"""Joints of a loop that follow another one: found where the loop stays closed, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from pliant.io import write_mechanism
from pliant.mechanism.followers import coupled
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mechanism.spanning_tree import spanning
from tests.io.mechanisms import labels, row_of_boxes

UP = np.array([0.0, 0.0, 1.0])


def _bars(pins, ranges=((-1.0, 1.0),), flip=()):
    """Four bars with pins along z; those of `flip` have their parts and axes the other way round."""
    mesh = row_of_boxes(4)
    ends = ((0, 1), (1, 2), (0, 3), (3, 2))
    joints = []
    for k, (pair, pin) in enumerate(zip(ends, pins, strict=True)):
        a, b = pair[::-1] if k in flip else pair
        axis = -UP if k in flip else UP
        joints.append(Joint.of(a, b, "revolute", (*pin, 0.0), axis, ranges=ranges).named(f"pin {k}"))
    return Mechanism.of(mesh, labels(mesh), [f"bar {i}" for i in range(4)], joints)


PARALLEL = ((0, 0), (0, 2), (3, 0), (3, 2))


@pytest.mark.parametrize("flip", [(), (1,), (0, 2), (3,)])
def test_in_a_parallelogram_the_bars_turn_as_much_as_their_leader(flip):
    found = _bars(PARALLEL, flip=flip)
    (loop,) = coupled(found, spanning(found))
    assert len(loop.closed) == 1
    assert loop.gap < 1e-6
    np.testing.assert_allclose([abs(each.ratio) for each in loop.followers], 1.0, atol=1e-6)
    assert len({each.leader for each in loop.followers}) == 1


@pytest.mark.parametrize("last", [(3.0, 2.5), (2.0, 2.0)])
def test_bars_of_other_lengths_follow_no_straight_line(last):
    found = _bars((*PARALLEL[:3], last))
    assert coupled(found, spanning(found)) == ()


def test_a_loop_that_cannot_move_has_no_followers():
    locked = _bars(PARALLEL)
    leaning = [replace(j, frame=j.frame[[1, 2, 0]]) if k == 2 else j for k, j in enumerate(locked.joints)]
    locked = Mechanism(locked.mesh, locked.component, locked.components, tuple(leaning))
    assert coupled(locked, spanning(locked)) == ()


def test_a_chain_without_loops_has_no_followers():
    chain = _bars(PARALLEL)
    chain = Mechanism(chain.mesh, chain.component, chain.components, chain.joints[:3])
    assert coupled(chain, spanning(chain)) == ()


def test_two_loops_that_share_a_bar_follow_one_leader():
    """A gripper's finger: a second coupler lies beside the first one, on the same bars."""
    mesh = row_of_boxes(5)
    ends = ((0, 1), (1, 2), (0, 3), (3, 2), (1, 4), (3, 4))
    pins = (*PARALLEL, (0, 1), (3, 1))
    joints = [Joint.of(*pair, "revolute", (*pin, 0), UP) for pair, pin in zip(ends, pins, strict=True)]
    found = Mechanism.of(mesh, labels(mesh), list("abcde"), joints)
    (loop,) = coupled(found, spanning(found))
    assert len(loop.closed) == 2
    assert len(loop.followers) == 3


def test_a_reader_of_urdf_keeps_the_loop_closed(tmp_path):
    yourdfpy = pytest.importorskip("yourdfpy")
    found = _bars(PARALLEL, flip=(1,))
    (note,) = write_mechanism(tmp_path / "bars.urdf", found)
    assert "URDF holds trees: the other joints follow 'pin 0', which keeps it closed within" in note
    robot = yourdfpy.URDF.load(str(tmp_path / "bars.urdf"), load_meshes=False)
    assert len(robot.actuated_joint_names) == 1
    # Of the closing pin, a point on both bars that it holds.
    closing = found.joints[spanning(found).closing[0]]
    names = [link.get("name") for link in ET.parse(tmp_path / "bars.urdf").getroot().findall("link")]
    robot.update_cfg([0.0])
    rest = [robot.get_transform(names[i]) for i in (closing.a, closing.b)]
    for value in (-0.9, 0.4, 1.0):
        robot.update_cfg([value])
        places = [
            (robot.get_transform(names[i]) @ np.linalg.inv(at) @ [*closing.origin, 1.0])[:3]
            for i, at in zip((closing.a, closing.b), rest, strict=True)
        ]
        assert np.linalg.norm(places[0] - closing.origin) > 0.1
        np.testing.assert_allclose(places[0], places[1], atol=1e-6)
