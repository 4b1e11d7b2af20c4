from __future__ import annotations

import numpy as np

from pliant.appearance import Layer
from pliant.geometry.split_surface import (
    grouped_normals,
    seamless_normals,
    shading_normals,
    split_surface,
)
from pliant.mesh import Mesh, Polygons

# A roof of two quads that share the ridge 1, 2.
V = np.array([[-1, 0, 0], [0, 1, 0], [0, 1, 1], [-1, 0, 1], [1, 0, 0], [1, 0, 1]], float)
ROOF = Mesh.of_polygons(V, Polygons.of([[0, 3, 2, 1], [1, 2, 5, 4]]))
S = np.sqrt(0.5)
LEFT, RIGHT = [-S, S, 0], [S, S, 0]


def test_every_triangle_corner_is_the_corner_of_its_polygon() -> None:
    corners = ROOF.triangle_corners
    np.testing.assert_array_equal(ROOF.polygons.corners[corners], ROOF.F)
    np.testing.assert_array_equal(corners // 4, np.broadcast_to(ROOF.owner[:, None], corners.shape))


def test_values_of_one_kind_at_a_vertex_copy_nothing() -> None:
    layer = Layer.of(np.arange(12.0).reshape(6, 2), ROOF.polygons.corners)
    split = split_surface(ROOF, [layer])
    np.testing.assert_array_equal(split.source, np.arange(6))
    np.testing.assert_array_equal(split.F, ROOF.F)
    np.testing.assert_array_equal(split.values(layer, 0.0), layer.values)


def test_a_seam_copies_its_vertices_and_every_corner_keeps_its_value() -> None:
    uv = Layer.of([[0, 0], [0.5, 0], [0.5, 1], [0, 1], [0.7, 0], [0.7, 1]], [0, 3, 2, 1, 4, 5, -1, 0])
    split = split_surface(ROOF, [uv])
    np.testing.assert_array_equal(np.sort(split.source), [0, 1, 1, 2, 2, 3, 4, 5])
    np.testing.assert_array_equal(split.source[split.F], ROOF.F)
    wanted = np.nan_to_num(uv.at_corners(), nan=9.0)[ROOF.triangle_corners]
    np.testing.assert_array_equal(split.values(uv, 9.0)[split.F], wanted)


def test_rows_of_equal_values_are_one_value() -> None:
    rows = Layer.of(np.zeros((8, 3)), np.arange(8))
    assert len(split_surface(ROOF, [rows]).source) == 6


def test_normals_of_the_file_make_hard_edges_and_groups_bring_them_back() -> None:
    given = Layer.of([LEFT, RIGHT], [0, 0, 0, 0, 1, 1, 1, 1])
    split = split_surface(ROOF, [given])
    N, groups = shading_normals(ROOF, split, given)
    assert len(split.source) == len(np.unique(groups)) == 8
    np.testing.assert_allclose(N[split.F[ROOF.owner == 0]].reshape(-1, 3), [LEFT] * 6)
    np.testing.assert_allclose(grouped_normals(V[split.source], split.F, groups), N, atol=1e-12)


def test_doubled_vertices_are_smooth_across_their_seam_unless_it_is_an_edge() -> None:
    flat = np.array(
        [[0, 0, 0], [1, 0, 0], [1, 1, 0.1], [0, 1, 0.1], [0, 1, 0.1], [1, 1, 0.1], [1, 2, 0], [0, 2, 0]]
    )
    F = np.array([[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
    soft = seamless_normals(flat, F)
    np.testing.assert_array_equal(soft[[2, 3]], soft[[5, 4]])
    steep = flat * [1, 1, 40]
    hard = seamless_normals(steep, F)
    assert np.abs(hard[2] - hard[5]).max() > 1
