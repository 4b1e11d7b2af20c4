"""Ties between parts that touch, and the controls that reach over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.file_arrays import FileArrays
from pliant.geometry.contacts import contacts
from pliant.geometry.topology import vertex_components
from pliant.methods.reduced.elements import elements
from pliant.methods.reduced.model_file import model_arrays, model_of_file, model_settings
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.methods.reduced.ties import ControlTies, contact_ties
from tests.characters import beast, dressed_beast

POSES = dressed_beast()


@pytest.fixture(scope="module")
def rig() -> ReducedIK:
    return ReducedIK(POSES)


def held(rig: ReducedIK) -> ControlTies:
    """The ties at the contacts of the rig's own skin, in the solver's coordinates."""
    V = rig.frame.inward(POSES.V)
    skin = replace(rig.skin, rest=V[0])
    return contact_ties(skin, contacts(V, POSES.F), 1000.0)


def test_shares_of_a_tie_sum_to_zero_so_that_nothing_is_torn_at_rest_or_by_a_move(rig: ReducedIK) -> None:
    found = held(rig)
    assert len(found) > 0
    size = np.abs(found.shares).max(axis=1)
    assert (np.abs(found.shares.sum(axis=1)) < 1e-9 * size).all()


def test_a_tie_is_the_gap_between_the_blends_of_both_sides(rig: ReducedIK) -> None:
    """Each side carries the point half-way; the tie is their difference times one factor."""
    V = rig.frame.inward(POSES.V)
    skin, met = replace(rig.skin, rest=V[0]), contacts(V, POSES.F)
    found = held(rig)
    t, middle = rig.t[2], met.middle @ V[0]
    F, d = t.reshape(-1, 4, 3)[:, :3], t.reshape(-1, 4, 3)[:, 3]
    carried = np.einsum("ga,cab->gcb", middle, F) + d
    alpha = (met.difference @ skin.weight_matrix()).toarray()
    gaps = np.einsum("gc,gcb->gb", alpha, carried)
    for i in range(0, len(found), 7):
        j = int(np.argmin(np.linalg.norm(middle - found.points[i], axis=1)))
        at = np.einsum("a,cab->cb", found.points[i], F[found.influences[i]]) + d[found.influences[i]]
        tie = found.shares[i] @ at
        scale = np.abs(found.shares[i]).max() / np.abs(alpha[j]).max()
        np.testing.assert_allclose(tie, scale * gaps[j], rtol=0, atol=1e-9 * scale)


def test_contacts_weigh_little_beside_the_surface_however_stiff_they_are(rig: ReducedIK) -> None:
    assert held(rig).stiffness.sum() < 0.01


def test_controls_of_the_foot_may_carry_the_shoe(rig: ReducedIK) -> None:
    part = vertex_components(POSES.F, POSES.n)
    own = {int(i) for i in np.unique(rig.skin.influences[part == 0])}
    shared = [own & {int(i) for i in np.unique(rig.skin.influences[part == shoe])} for shoe in range(1, 6)]
    assert all(shared)
    alone = ReducedIK(POSES, options=ReducedOptions(contact=0.0)).skin
    own = {int(i) for i in np.unique(alone.influences[part == 0])}
    assert not any(own & {int(i) for i in np.unique(alone.influences[part == shoe])} for shoe in range(1, 6))


def test_a_character_in_one_piece_is_the_same_with_and_without_contacts() -> None:
    plain, without = ReducedIK(beast()), ReducedIK(beast(), options=ReducedOptions(contact=0.0))
    np.testing.assert_array_equal(plain.t, without.t)
    np.testing.assert_array_equal(plain.parts.matrix(), without.parts.matrix())


def test_ties_of_the_first_rig_files_are_read() -> None:
    rig = ReducedIK.as_printed(beast())
    arrays = dict(model_arrays(rig.model))
    ties = rig.model.ties
    for name in ("influences", "shares"):
        del arrays[f"tie_{name}"]
    arrays["tie_pairs"] = ties.influences[:, :2]
    again = model_of_file(model_settings(rig.model), FileArrays(arrays), rig.mesh.n, len(rig.names))
    np.testing.assert_array_equal(elements(again.proxies, again.ties).blocks, rig.parts.blocks)


def test_options_of_files_from_before_contacts_have_none() -> None:
    values = replace(PRINTED, contact=5.0).to_json()
    del values["contact"]
    assert ReducedOptions.of_json(values) == PRINTED
