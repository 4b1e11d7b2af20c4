from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.anchors import Anchors, held_points
from pliant.cli.pins import frozen_vertices, read_pins
from pliant.cli.pins.words import vertex_numbers
from pliant.errors import AnchorError, FileFormatError
from pliant.geometry.patch import patch
from pliant.mesh import Mesh, PoseSet
from pliant.methods.meshik.rig import MeshIK
from pliant.pins import Line, Pin, Plane
from pliant.samples.bar import bar

MESH = bar().mesh
V, F = MESH.V, MESH.F


@pytest.fixture
def pins(tmp_path: Path):
    """Reads pins from a text, as JSON or as a table."""

    def read(text: str | dict, suffix: str = ".json"):
        path = tmp_path / f"pins{suffix}"
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return read_pins(path)

    return read


def test_numbers_and_ranges_are_read_in_their_order():
    assert vertex_numbers("3,10-12, 5") == [3, 10, 11, 12, 5]
    assert vertex_numbers("1\n2 4-4\n") == [1, 2, 4]


def test_one_place_counts_for_all_frames(pins):
    read = pins(
        {
            "pins": [
                {"vertex": 1},
                {"vertex": 2, "drag": [[1, 2, 3], [4, 5, 6]]},
                {"vertex": 3, "move": [1, 0, 0]},
            ]
        }
    )
    held = held_points(read.points(MESH), V, F)
    expected = np.array([[V[1], [1, 2, 3], V[3] + [1, 0, 0]], [V[1], [4, 5, 6], V[3] + [1, 0, 0]]])
    assert np.array_equal(read.targets(held), expected)
    assert read.frames == ("frame 0", "frame 1")
    assert [pin.stays for pin in read.pins] == [True, False, False]


def test_a_table_says_the_same_as_a_document(pins):
    document = pins(
        {
            "pins": [
                {"vertex": 1},
                {"triangle": 4, "barycentric": [0.25, 0.25, 0.5], "drag": [[1, 2, 3], [4, 5, 6]]},
                {"vertex": 9, "move": [[0, 0, 1], [0, 0, 2]]},
            ],
            "frames": ["left", "right"],
        }
    )
    table = pins(
        "frame,vertex,triangle,b0,b1,b2,x,y,z,dx,dy,dz\n"
        ",1,,,,,,,,,,\n"
        "left,,4,0.25,0.25,0.5,1,2,3,,,\n"
        "left,9,,,,,,,,0,0,1\n"
        "right,9,,,,,,,,0,0,2\n"
        "right,,4,0.25,0.25,0.5,4,5,6,,,\n",
        ".csv",
    )
    assert document.frames == table.frames == ("left", "right")
    for read in (document, table):
        points = read.points(MESH)
        assert isinstance(points, Anchors)
        held = held_points(points, V, F)
        assert np.array_equal(held.rest[0], V[1])
        assert np.array_equal(held.rest[1], [0.25, 0.25, 0.5] @ V[F[4]])
        assert np.array_equal(
            read.targets(held), [[V[1], [1, 2, 3], V[9] + [0, 0, 1]], [V[1], [4, 5, 6], V[9] + [0, 0, 2]]]
        )


def test_a_vertex_without_a_triangle_cannot_join_points_on_triangles(pins):
    loose = Mesh.of(np.vstack([V, [[9.0, 9, 9]]]), F)
    read = pins({"pins": [{"vertex": len(V)}, {"triangle": 0, "barycentric": [1, 0, 0]}]})
    with pytest.raises(AnchorError, match="no corner"):
        read.points(loose)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[" * 100_000,
        "[]",
        '{"pins": 3}',
        '{"pins": [3]}',
        '{"pins": [{}]}',
        '{"pins": [{"vertex": 1.5}]}',
        '{"pins": [{"vertex": true}]}',
        '{"pins": [{"vertex": 1, "triangle": 2, "barycentric": [1, 0, 0]}]}',
        '{"pins": [{"triangle": 2}]}',
        '{"pins": [{"triangle": 2, "barycentric": [1, 0]}]}',
        '{"pins": [{"triangle": 2, "barycentric": ["1", 0, 0]}]}',
        '{"pins": [{"vertex": 1, "drag": [1, 2]}]}',
        '{"pins": [{"vertex": 1, "drag": []}]}',
        '{"pins": [{"vertex": 1, "drag": "far"}]}',
        '{"pins": [{"vertex": 1, "drag": [[1, 2, 3], [1, 2]]}]}',
        '{"pins": [{"vertex": 1, "drag": [1, 2, 3], "move": [1, 2, 3]}]}',
        '{"pins": [{"vertex": 1, "pull": [1, 2, 3]}]}',
        '{"pins": [{"vertex": 1}], "frames": "all"}',
        '{"pins": [{"vertex": 1, "drag": [[1, 2, 3], [1, 2, 3]]}], "frames": ["one"]}',
        '{"pins": [{"vertex": 1, "drag": [[1, 2, 3], [1, 2, 3]]}], "frames": ["one", "two", "three"]}',
    ],
)
def test_a_document_that_makes_no_sense_is_refused_with_its_name(pins, text):
    with pytest.raises(FileFormatError, match=r"pins\.json: "):
        pins(text)


@pytest.mark.parametrize(
    "text",
    [
        "\n",
        "vertex,where\n1,2\n",
        "vertex,x,y,z\nfirst,1,2,3\n",
        "vertex,x,y,z\n1.5,1,2,3\n",
        "vertex,x,y,z\n1,1,,3\n",
        "vertex,x,y,z\n,1,2,3\n",
        "vertex,x,y,z\n1,1,2,3,4\n",
        "vertex,x,y,z\n1,1,2,3\n1,1,2,3\n",
        "vertex,triangle,b0,b1,b2\n1,2,1,0,0\n",
        "triangle\n1\n",
        "vertex,b0,b1,b2\n1,1,0,0\n",
        "vertex,x,y,z,dx,dy,dz\n1,1,2,3,1,2,3\n",
        "frame,vertex,x,y,z\na,1,1,2,3\nb,1,1,2,3\na,2,1,2,3\n",
        "frame,vertex,x,y,z\na,1,1,2,3\n,1,1,2,3\n",
    ],
)
def test_a_table_that_makes_no_sense_is_refused_with_its_name(pins, text):
    with pytest.raises(FileFormatError, match=r"pins\.csv: "):
        pins(text, ".csv")


@pytest.mark.parametrize("number", [-1, 10**30])
def test_numbers_that_no_mesh_has_are_refused(pins, number):
    with pytest.raises(AnchorError):
        pins({"pins": [{"vertex": number}]}).points(MESH)
    with pytest.raises(AnchorError):
        pins({"pins": [{"triangle": number, "barycentric": [1, 0, 0]}]}).points(MESH)


def test_other_files_are_refused(pins, tmp_path):
    with pytest.raises(FileFormatError, match=r"\.yaml"):
        pins("pins:", ".yaml")
    (tmp_path / "raw.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileFormatError, match="UTF-8"):
        read_pins(tmp_path / "raw.json")


def test_groups_and_materials_of_the_mesh_can_be_frozen():
    groups, materials = {"body": [1, 2], "head": [0]}, {"skin": [3]}
    mesh = Mesh.of_polygons(V, MESH.polygons, groups=groups, materials=materials)
    regions = MeshIK(PoseSet.of_positions(mesh, np.stack([V, 1.1 * V]))).regions()
    for name, polygons in {**groups, **materials}.items():
        corners = np.concatenate([mesh.polygons[i] for i in polygons])
        assert np.array_equal(frozen_vertices(name, regions), np.unique(corners))


def test_a_file_with_other_words_is_no_list_of_vertices(tmp_path):
    (tmp_path / "still.txt").write_text("1 2 body")
    with pytest.raises(FileFormatError, match="'body'"):
        frozen_vertices(str(tmp_path / "still.txt"), {})


def test_weights_slides_and_turns_are_read_from_documents(pins):
    read = pins(
        {
            "pins": [
                {"vertex": 1, "weight": 0.25},
                {"vertex": 2, "slide": {"plane": [0, 2, 0]}},
                {"vertex": 3, "slide": {"line": [0, 0, 3]}, "turn": [[0, 0, 0], [0, 90, 0]]},
            ]
        }
    )
    assert read.held_as() == [Pin(0.25), Pin(slide=Plane((0, 1, 0))), Pin(slide=Line((0, 0, 1)), turn=True)]
    assert pins({"pins": [{"vertex": 1}]}).held_as() == [Pin()]
    group = [3, *(v for v in patch(MESH, 3)[1:] if v not in (1, 2))]
    held = held_points([1, 2, group], V, F)
    turned = read.targets(held)[1, 2:] - V[3]
    arms = V[group] - V[3]
    np.testing.assert_allclose(turned, np.stack([arms[:, 2], arms[:, 1], -arms[:, 0]], axis=1), atol=1e-12)


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ({"weight": "much"}, "Pin 0 has the weight"),
        ({"slide": {"plane": [0, 1, 0], "line": [1, 0, 0]}}, "Pin 0 slides on"),
        ({"slide": [0, 1, 0]}, "Pin 0 slides on"),
        ({"turn": [0, 0]}, "Pin 0 goes to"),
        ({"turn": [[0, 0, 0]] * 3, "drag": [[0, 0, 0]] * 2}, "Pin 0 has 2 places where there are 3"),
    ],
    ids=str,
)
def test_pins_that_say_nonsense_are_named_errors(pins, item, words):
    with pytest.raises(FileFormatError, match=words):
        pins({"pins": [{"vertex": 1, **item}]})
