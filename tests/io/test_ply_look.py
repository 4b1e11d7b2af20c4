"""PLY: normals and colours of vertices, in and out."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.appearance import Appearance, Layer
from pliant.io import read_mesh, write_mesh
from pliant.io.vertex_values import linear_of_srgb, srgb_of_linear
from tests.io.looks import assert_same_layers, painted, smooth
from tests.io.samples import assert_same_faces


def test_normals_and_colours_of_vertices_come_back_and_positions_keep_their_bits(tmp_path):
    mesh = smooth()
    write_mesh(tmp_path / "a.ply", mesh)
    found = read_mesh(tmp_path / "a.ply")
    np.testing.assert_array_equal(found.V, mesh.V)
    assert_same_faces(mesh, found)
    assert_same_layers(mesh, found, ["normal", "colour0"])
    assert b"property float red" in (tmp_path / "a.ply").read_bytes()


def test_colours_that_bytes_hold_are_bytes_and_come_back_exactly(tmp_path):
    mesh = smooth()
    bytes_ = np.arange(64).reshape(16, 4) * 4
    values = np.column_stack([linear_of_srgb(bytes_[:, :3] / 255), bytes_[:, 3] / 255])
    look = Appearance(layers={"colour0": Layer.of(values, mesh.polygons.corners)})
    write_mesh(tmp_path / "a.ply", mesh.with_appearance(look))
    assert b"property uchar alpha" in (tmp_path / "a.ply").read_bytes()
    found = read_mesh(tmp_path / "a.ply").appearance.layers["colour0"]
    np.testing.assert_array_equal(found.at_corners(), values[mesh.polygons.corners])


def test_split_normals_become_the_mean_of_a_vertex(tmp_path):
    mesh = painted()
    write_mesh(tmp_path / "a.ply", mesh)
    found = read_mesh(tmp_path / "a.ply").appearance.layers["normal"].at_corners()
    given = mesh.appearance.layers["normal"].at_corners()
    for vertex in range(mesh.n):
        at = mesh.polygons.corners == vertex
        mean = given[at].sum(axis=0)
        np.testing.assert_allclose(found[at], [mean / np.linalg.norm(mean)] * at.sum(), rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("kind", "full", "half"), [("uchar", "255", "128"), ("float", "1", "0.5019607843137255")]
)
def test_text_files_have_colours_as_bytes_or_numbers(tmp_path, kind, full, half):
    (tmp_path / "a.ply").write_text(
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        f"property {kind} red\nproperty {kind} green\nproperty {kind} blue\nproperty float nx\n"
        "property float ny\nproperty float nz\nelement face 1\nproperty list uchar int vertex_index\n"
        f"end_header\n0 0 0 {full} 0 {half} 0 0 1\n1 0 0 0 0 0 nan 0 0\n0 1 0 {half} 0 0 0 1 0\n3 0 1 2\n"
    )
    layers = read_mesh(tmp_path / "a.ply").appearance.layers
    grey = float(linear_of_srgb(np.array(128 / 255)))
    np.testing.assert_allclose(
        layers["colour0"].at_corners(), [[1, 0, grey], [0, 0, 0], [grey, 0, 0]], rtol=0, atol=1e-12
    )
    np.testing.assert_array_equal(layers["normal"].at_corners(), [[0, 0, 1], [np.nan] * 3, [0, 1, 0]])


def test_the_encoding_of_screens_and_its_inverse_agree():
    colours = np.linspace(0, 1, 1001)
    np.testing.assert_allclose(srgb_of_linear(linear_of_srgb(colours)), colours, rtol=0, atol=1e-6)
    assert (np.diff(linear_of_srgb(colours)) > 0).all()
