from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Faces, Ints, Vertices
from pliant.geometry.region_tree import ROOT, region_areas, region_tree
from pliant.methods.handles.centre import nearest_handle
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.surface import surface
from pliant.samples import sample, sample_handles
from pliant.samples.bar import bar

POSES = bar(1_000)


def slices(count: int) -> tuple[Vertices, Faces, Ints]:
    """A bar along x from 0 to 1, cut into regions of equal lengths."""
    return POSES.V[0], POSES.F, np.minimum((POSES.V[0, :, 0] * count).astype(np.int64), count - 1)


def sheet(side: int) -> tuple[Vertices, Faces]:
    """A flat square with corners at (0, 0) and (1, 1)."""
    u, v = np.meshgrid(np.arange(side), np.arange(side), indexing="ij")
    V = np.stack([u, v, 0 * u], axis=2).reshape(-1, 3) / (side - 1.0)
    a = (side * u + v)[:-1, :-1].ravel()
    return V, np.concatenate(
        [np.stack([a, a + side, a + 1], 1), np.stack([a + 1, a + side, a + side + 1], 1)]
    )


def test_a_row_of_regions_hangs_on_its_middle() -> None:
    tree = region_tree(*slices(5), 5)
    assert tree.parents.tolist() == [1, 2, ROOT, 2, 3]


def test_numbers_of_regions_do_not_matter() -> None:
    V, F, region = slices(5)
    order = np.array([3, 0, 4, 1, 2])
    tree = region_tree(V, F, order[region], 5)
    expected = np.full(5, ROOT)
    for child, parent in enumerate(region_tree(V, F, region, 5).parents):
        expected[order[child]] = ROOT if parent == ROOT else order[parent]
    np.testing.assert_array_equal(tree.parents, expected)


def test_neither_size_nor_place_matters() -> None:
    V, F, region = slices(7)
    tree = region_tree(V, F, region, 7)
    other = region_tree(1e4 * V + [3.0, -2.0, 5.0], F, region, 7)
    np.testing.assert_array_equal(tree.parents, other.parents)


def test_a_border_is_as_long_as_the_cut_and_in_its_middle() -> None:
    V, F = sheet(41)
    region = (V[:, 0] > 0.51).astype(np.int64)
    borders = region_tree(V, F, region, 2).borders
    assert borders.pairs.tolist() == [[0, 1]]
    assert borders.length[0] == pytest.approx(1.0, rel=0.02)
    np.testing.assert_allclose(borders.middle[0], [0.51, 0.5, 0.0], atol=0.02)
    assert borders.between(1, 0) == 0
    np.testing.assert_allclose(region_areas(V, F, region, 2), [0.51, 0.49], atol=0.02)


def test_of_two_ways_inwards_the_longer_border_is_taken() -> None:
    V, F = sheet(61)
    x, y = V[:, 0], V[:, 1]
    # The last region touches the root along 0.4 of its side, and the one beside it along the rest.
    region = np.where(x < 0.7, 0, np.where(x < 0.8, np.where(y < 0.6, 1, 0), 2))
    assert region_tree(V, F, region, 3).parents.tolist() == [ROOT, 0, 1]


def test_pieces_that_touch_nowhere_hang_on_the_nearest_region() -> None:
    V, F, region = slices(4)
    hat = V * 0.1 + [0.9, 0.5, 0.0]
    V, F = np.concatenate([V, hat]), np.concatenate([F, F + len(hat)])
    tree = region_tree(V, F, np.concatenate([region, np.full(len(hat), 4)]), 5)
    assert tree.parents[4] == 3
    border = tree.borders.between(3, 4)
    assert border is not None
    assert tree.borders.length[border] == 0.0
    assert not tree.touching(3, 4)
    assert tree.touching(2, 3)


def test_two_pieces_are_joined_in_the_middle_of_the_ring_where_they_are_near() -> None:
    V, F, _ = slices(1)
    other = V + np.array([1.01, 0.0, 0.0])
    region = np.repeat([0, 1], len(V))
    tree = region_tree(np.concatenate([V, other]), np.concatenate([F, F + len(V)]), region, 2)
    ends = V[V[:, 0] > 0.999]
    expected = [1.005, ends[:, 1].mean(), ends[:, 2].mean()]
    np.testing.assert_allclose(tree.borders.middle[0], expected, atol=0.02)


def test_a_region_without_vertices_carries_nothing_and_hangs_on_nothing() -> None:
    V, F, region = slices(3)
    tree = region_tree(V, F, np.where(region == 1, 3, region), 4)
    assert tree.parents[1] == ROOT
    assert 1 not in tree.parents
    assert np.all(region_tree(V, F, np.full(len(V), -1), 2).parents == ROOT)


@pytest.mark.parametrize("vertices", [3_000, 10_000])
def test_a_person_is_joined_as_its_bones_are(vertices: int) -> None:
    poses = sample("humanoid", vertices=vertices)
    painted = sample_handles("humanoid", poses)
    handles = Handles(
        tuple(Handle.of(one.name, one.vertices, rigidity=one.rigidity) for one in painted), poses.n
    )
    shape = surface(poses.mesh)
    tree = region_tree(shape.V, shape.F, nearest_handle(shape, handles.on(shape)[0]), len(painted))
    names = [one.name for one in painted]
    found = {frozenset((names[i], names[parent])) for i, parent in enumerate(tree.parents) if parent != ROOT}
    assert found == {frozenset((one.name, one.parent)) for one in painted if one.parent}
    assert names[int(np.flatnonzero(tree.parents == ROOT)[0])] == "belly"
